import { resourceKey } from '../../registry/type/catalog.js';
import type { ResourceType } from '../../registry/type/resource-type.js';
import { objectAt, type KubeObject } from '../../storage/kube-object.js';
import { BadSelector, fieldSelector, labelSelector, allOf, type Selector } from '../../storage/selectors.js';
import { badRequest } from '../answer/api-error.js';

const OBJECT_PARTS = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'] as const;

/** The fields by which some built-in kinds can be selected, by group and plural, with where they stand in what is stored. */
const EXTRA_FIELDS: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ['/secrets', named('type')],
  ['/namespaces', named('status.phase')],
  ['/events', named(...OBJECT_PARTS.map((part) => `involvedObject.${part}`), 'reason', 'reportingComponent', 'source', 'type')],
  ['events.k8s.io/events', new Map([...OBJECT_PARTS.map((part): [string, string] => [`regarding.${part}`, `involvedObject.${part}`]), ...named('reason', 'type'), ['reportingController', 'reportingComponent']])],
]);

function named(...fields: readonly string[]): ReadonlyMap<string, string> {
  return new Map(fields.map((field) => [field, field]));
}

function valueReader(type: ResourceType, isWildcard: boolean): (field: string) => ((object: KubeObject) => string) | undefined {
  return (field) => {
    if (field === 'metadata.name') return (object) => object.metadata.name;
    // kcp matches this field against a key that has no namespace on wildcard requests: nothing fits.
    if (field === 'metadata.namespace' && type.collectionKey !== '/namespaces') return isWildcard ? () => '' : (object) => object.metadata.namespace ?? '';
    const path = EXTRA_FIELDS.get(resourceKey(type.group, type.plural))?.get(field)?.split('.');
    if (path === undefined) return undefined;
    return (object) => String(path.reduce<unknown>((value, key) => objectAt(value)[key], object) ?? '');
  };
}

/**
 * Checks that the selectors can be read; whether the fields are offered is another matter, of the resource.
 * @throws ApiError 400
 */
export function checkSelectors(query: URLSearchParams): void {
  readable(() => {
    labelSelector(query.get('labelSelector') ?? '');
    fieldSelector(query.get('fieldSelector') ?? '', () => () => '');
  });
}

/**
 * The selectors of a list, watch or collection deletion.
 * @throws ApiError 400 for one that cannot be read or is not offered
 */
export function querySelector(type: ResourceType, query: URLSearchParams, isWildcard: boolean): Selector | undefined {
  return readable(() => {
    const labels = query.get('labelSelector');
    const fields = query.get('fieldSelector');
    return allOf([labels === null ? undefined : labelSelector(labels), fields === null ? undefined : fieldSelector(fields, valueReader(type, isWildcard))]);
  });
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadSelector) throw badRequest(error.message);
    throw error;
  }
}
