/** CustomResourceDefinitions on their way through the generator, the compiler and the schema package. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { dump, loadAll } from 'js-yaml';
import { repository } from '../workspace/repository.fixture.js';
import { apiSource } from './api-source.js';
import type { ApiSource } from './api-source.js';
import { compiledCrds } from './class-trial.fixture.js';
import { readCrds } from './crd.js';
import type { CrdSpec, Difference } from './differences.fixture.js';
import { differences } from './differences.fixture.js';
import { wholeObject } from './random-crd.fixture.js';

/** A CRD, the classes that were made of it, and the CRD that these make. */
export interface Moved extends ApiSource {
  readonly given: CrdSpec;
  readonly built: CrdSpec;
  readonly differences: readonly Difference[];
}

/** YAML of this folder. */
export function sampleCrd(name: string): string {
  return readFileSync(`${repository}/tools/nx-plugin/src/from-crd/samples/${name}.yaml`, 'utf8');
}

/** The CRDs of some YAML texts there and back, by their kinds. */
export async function moveCrds(...yamls: readonly string[]): Promise<ReadonlyMap<string, Moved>> {
  const written = yamls.flatMap((yaml) => {
    const specs = loadAll(yaml).map((document) => (document as { readonly spec: CrdSpec }).spec);
    return readCrds(yaml, 'sample').map((crd, at) => ({ kind: crd.names.kind, given: specs[at] as CrdSpec, ...apiSource(crd) }));
  });
  const built = await compiledCrds(Object.fromEntries(written.map((one) => [one.kind, one.text])));
  return new Map(written.map(({ kind, ...one }) => [kind, { ...one, built: built[kind] as CrdSpec, differences: differences(one.given, built[kind] as CrdSpec) }]));
}

/** YAML of CRDs by chance; their kinds are `Chance0`, `Chance1`, … */
export function randomCrds(seed: number, count: number): string {
  const schemas = fc.sample(wholeObject, { seed, numRuns: count });
  return schemas.map((schema, at) => dump(crdWith(`Chance${at}`, schema))).join('---\n');
}

function crdWith(kind: string, openAPIV3Schema: unknown): unknown {
  const names = { kind, plural: `${kind.toLowerCase()}s` };
  const version = { name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema } };
  return { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', spec: { group: 'moved.example.org', names, scope: 'Namespaced', versions: [version] } };
}
