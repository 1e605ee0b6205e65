/** What of a CustomResourceDefinition classes are made of: names, columns, and the schema of one version. */
import { loadAll } from 'js-yaml';
import type { CrdSchema } from './crd-schema.js';
import { isObject } from './crd-schema.js';

/** A column of `kubectl get`. */
export interface CrdColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly [word: string]: unknown;
}

/** One version of a CRD. */
export interface CrdVersion {
  readonly name: string;
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly schema: { readonly openAPIV3Schema: CrdSchema };
  readonly additionalPrinterColumns?: readonly CrdColumn[];
  readonly subresources?: Readonly<Record<string, unknown>>;
  readonly [word: string]: unknown;
}

/** Names of its kind. */
export interface CrdNames {
  readonly kind: string;
  readonly plural: string;
  readonly singular?: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** A CRD, and the version of it that classes are made of. */
export interface Crd {
  readonly group: string;
  readonly names: CrdNames;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly version: CrdVersion;
  /** Names of the versions beside it. */
  readonly otherVersions: readonly string[];
  /** Further words of its spec. */
  readonly others: readonly string[];
}

/** A file that holds no API to make classes of. */
export class CrdNotUnderstood extends Error {
  override readonly name = 'CrdNotUnderstood';
  constructor(file: string, why: string) {
    super(`${file} can not be made into classes: ${why}. Give the YAML of CustomResourceDefinitions in apiextensions.k8s.io/v1.`);
  }
}

/** All CRDs of a file. @param wanted name of a version; the stored one where none is named. @throws CrdNotUnderstood */
export function readCrds(yaml: string, file: string, wanted?: string): readonly Crd[] {
  const documents = documentsOf(yaml, file).filter((document) => document !== null && document !== undefined);
  if (documents.length === 0) throw new CrdNotUnderstood(file, 'it is empty');
  return documents.map((document) => readCrd(document, file, wanted));
}

function documentsOf(yaml: string, file: string): readonly unknown[] {
  try {
    return loadAll(yaml);
  } catch (error) {
    throw new CrdNotUnderstood(file, `it is no YAML (${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)})`);
  }
}

function readCrd(document: unknown, file: string, wanted: string | undefined): Crd {
  if (!isObject(document) || document['kind'] !== 'CustomResourceDefinition' || document['apiVersion'] !== 'apiextensions.k8s.io/v1' || !isObject(document['spec'])) {
    throw new CrdNotUnderstood(file, `it holds ${kindOf(document)}`);
  }
  const { group, names, scope, versions, ...others } = document['spec'];
  if (typeof group !== 'string' || !isObject(names) || !Array.isArray(versions)) throw new CrdNotUnderstood(file, 'group, names or versions are missing');
  const { kind, plural } = names;
  if (typeof kind !== 'string' || !/^[A-Z][0-9A-Za-z]*$/.test(kind) || typeof plural !== 'string') throw new CrdNotUnderstood(file, `the kind ${String(kind)} begins with no capital letter, or has no plural`);
  const given = versions as readonly CrdVersion[];
  const version = given.find(({ name, storage }) => (wanted === undefined ? storage === true : name === wanted));
  if (version === undefined) throw new CrdNotUnderstood(file, `${kind} has no version ${wanted ?? 'that is stored'}`);
  if (!isObject(version.schema?.openAPIV3Schema)) throw new CrdNotUnderstood(file, `the version ${version.name} of ${kind} has no schema`);
  return {
    group,
    names: names as unknown as CrdNames,
    scope: scope === 'Cluster' ? 'Cluster' : 'Namespaced',
    version,
    otherVersions: given.filter((one) => one !== version).map(({ name }) => name),
    others: Object.keys(others),
  };
}

function kindOf(document: unknown): string {
  return isObject(document) && typeof document['kind'] === 'string' ? `a ${document['kind']} of ${String(document['apiVersion'])}` : 'something else';
}
