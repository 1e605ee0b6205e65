/** Source files that break, or keep, one rule each about who may import whom. */
export interface Planting {
  /** What the file does, in words. */
  readonly says: string;
  readonly file: string;
  readonly source: string;
  /** The rule that has to complain, and what its message says; none where the file is allowed. */
  readonly refusedBy?: { readonly rule: string; readonly message: RegExp };
}

const BOUNDARIES = '@nx/enforce-module-boundaries';

/** Each stands alone: a file is red for its own import only. */
export const forbiddenImports: readonly Planting[] = [
  {
    says: 'kube imports from a layer above it',
    file: 'libs/kube/src/upward.ts',
    source: "export type { Upward } from '@kcp-runtime/nest';\n",
    refusedBy: { rule: BOUNDARIES, message: /Circular dependency|layer:wire/ },
  },
  {
    says: 'kube imports from a layer beside it',
    file: 'libs/kube/src/sideways.ts',
    source: "export type { Sideways } from '@kcp-runtime/schema';\n",
    refusedBy: { rule: BOUNDARIES, message: /layer:wire/ },
  },
  {
    says: 'kube imports Nest',
    file: 'libs/kube/src/banned.ts',
    source: "export type { INestApplicationContext } from '@nestjs/common';\n",
    refusedBy: { rule: BOUNDARIES, message: /layer:wire.*@nestjs\/common/s },
  },
  {
    says: 'the emulator shares code with the client that it is to test',
    file: 'libs/emulator/src/shared.ts',
    source: "export type { KubeObject } from '@kcp-runtime/kube';\n",
    refusedBy: { rule: BOUNDARIES, message: /layer:emulator/ },
  },
  {
    says: 'an app goes past the runtime',
    file: 'apps/postgres-provider/src/past-the-runtime.ts',
    source: "export type { KubeObject } from '@kcp-runtime/kube';\n",
    refusedBy: { rule: BOUNDARIES, message: /layer:app/ },
  },
  {
    says: 'an app ships the testing package',
    file: 'apps/postgres-provider/src/ships-tests.ts',
    source: "export type { KcpServer } from '@kcp-runtime/testing';\n",
    refusedBy: { rule: 'no-restricted-imports', message: /for specs/ },
  },
  {
    says: 'the generator imports what it generates for',
    file: 'tools/nx-plugin/src/reaches-runtime.ts',
    source: "export type { Reached } from '@kcp-runtime/nest';\n",
    refusedBy: { rule: BOUNDARIES, message: /layer:generator/ },
  },
  {
    says: 'the generator imports the rules that it writes about',
    file: 'tools/nx-plugin/src/reaches-rules.ts',
    source: "export type { ValidationError } from 'class-validator';\n",
    refusedBy: { rule: BOUNDARIES, message: /layer:generator.*class-validator/s },
  },
  {
    says: 'a property of an API has no decorator',
    file: 'apps/postgres-provider/src/api/undecorated.ts',
    source: 'export class UndecoratedSpec {\n  size?: number;\n}\n',
    refusedBy: { rule: '@kcp-runtime/decorated-properties', message: /UndecoratedSpec\.size has no decorator/ },
  },
  {
    says: 'a relative path leads into another project',
    file: 'libs/emulator/src/relative.ts',
    source: "export type { Reached } from '../../schema/src/index.js';\n",
    refusedBy: { rule: BOUNDARIES, message: /relative or absolute/ },
  },
  {
    says: 'two packages of one layer import each other',
    file: 'libs/testing/src/cycle.ts',
    source: "export type { Cycle } from '@kcp-runtime/conformance';\n",
    refusedBy: { rule: BOUNDARIES, message: /Circular dependency/ },
  },
  {
    says: 'kube takes the time from the process',
    file: 'libs/kube/src/watch/own-timer.ts',
    source: 'export const started = Date.now();\n',
    refusedBy: { rule: 'no-restricted-syntax', message: /Clock/ },
  },
];

/** What the layers are for; if one of these is red, the rules above prove nothing. */
export const allowedImports: readonly Planting[] = [
  { says: 'an app imports the runtime', file: 'apps/postgres-provider/src/allowed.ts', source: "export type { Provided } from '@kcp-runtime/nest';\n" },
  { says: "an app's spec imports the testing package", file: 'apps/postgres-provider/src/allowed.spec.ts', source: "export type { KcpServer } from '@kcp-runtime/testing';\n" },
  { says: 'kube imports an HTTP client', file: 'libs/kube/src/allowed.ts', source: "export type { Agent } from 'undici';\n" },
  { says: 'kube has the time in one folder', file: 'libs/kube/src/time/allowed.ts', source: 'export const now = (): number => Date.now();\n' },
  { says: 'the generator imports the kit of Nx', file: 'tools/nx-plugin/src/allowed.ts', source: "export type { Tree } from '@nx/devkit';\n" },
  { says: 'testing imports the emulator', file: 'libs/testing/src/allowed.ts', source: "export type { Emulator } from '@kcp-runtime/emulator';\n" },
];
