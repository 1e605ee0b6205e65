/**
 * Values that a real kube-apiserver gave, one file a section, one line a value. Unlike the recordings of a kcp they are compared
 * in full: what differs in each run was taken out before.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import type { Section } from '../item.js';

/** Where they lie. */
export const KUBERNETES_RECORDINGS = fileURLToPath(new URL('../../recordings/kubernetes/', import.meta.url));

interface File {
  /** Major and minor version of the server, as its `/version` says. */
  readonly kubernetes: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** What becomes of the values that items find. */
export interface ValueWitness {
  /** @throws when it is not what was recorded */
  found(section: Section, what: string, value: unknown): void;
}

/** Nobody has seen this on a real kube-apiserver. */
export class ValueNotRecorded extends Error {
  override readonly name = 'ValueNotRecorded';

  constructor(what: string) {
    super(`"${what}" has no recording of a kube-apiserver. Where Go is, make it: npx nx run conformance:record-kubernetes.`);
  }
}

/** Holds every server to the recorded values. */
export class ValueJudge implements ValueWitness {
  private readonly recorded: ReadonlyMap<string, File>;

  constructor(folder: string) {
    this.recorded = readFiles(folder);
  }

  found(section: Section, what: string, value: unknown): void {
    const values = this.recorded.get(fileName(section))?.values;
    if (values === undefined || !(what in values)) throw new ValueNotRecorded(what);
    expect(JSON.parse(JSON.stringify(value))).toEqual(values[what]);
  }
}

/** Writes down what a real kube-apiserver gives. */
export class ValueRecorder implements ValueWitness {
  private readonly sections = new Map<Section, Map<string, unknown>>();

  constructor(
    private readonly folder: string,
    private readonly kubernetes: string,
  ) {}

  found(section: Section, what: string, value: unknown): void {
    this.sections.set(section, (this.sections.get(section) ?? new Map<string, unknown>()).set(what, value));
  }

  /** A section of which nothing was seen is left as it is. */
  close(): void {
    mkdirSync(this.folder, { recursive: true });
    for (const [section, values] of this.sections) writeFileSync(join(this.folder, fileName(section)), fileText(this.kubernetes, values));
  }
}

function readFiles(folder: string): Map<string, File> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return new Map(names.map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as File]));
}

function fileName(section: Section): string {
  return `${section.replaceAll(' ', '-')}.json`;
}

function fileText(kubernetes: string, values: ReadonlyMap<string, unknown>): string {
  const blocks = [...values].map(([what, value]) => `    ${JSON.stringify(what)}: ${lines(value)}`);
  return `{\n  "kubernetes": ${JSON.stringify(kubernetes)},\n  "values": {\n${blocks.join(',\n')}\n  }\n}\n`;
}

function lines(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return JSON.stringify(value);
  return `[\n${value.map((entry) => `      ${JSON.stringify(entry)}`).join(',\n')}\n    ]`;
}
