import type { ResourceType } from '../../registry/type/resource-type.js';
import { objectAt, type KubeObject } from '../../storage/kube-object.js';
import { BadSelector, fieldSelector, labelSelector, allOf, type Selector } from '../../storage/selectors.js';
import { badRequest } from '../answer/api-error.js';

/** The fields by which some built-in kinds can be selected. */
const EXTRA_FIELDS: Readonly<Record<string, readonly string[]>> = {
  '/secrets': ['type'],
  '/namespaces': ['status.phase'],
  events: ['involvedObject.kind', 'involvedObject.namespace', 'involvedObject.name', 'involvedObject.uid', 'involvedObject.apiVersion', 'involvedObject.resourceVersion', 'involvedObject.fieldPath', 'reason', 'reportingComponent', 'source', 'type'],
};

function valueReader(type: ResourceType, isWildcard: boolean): (field: string) => ((object: KubeObject) => string) | undefined {
  return (field) => {
    if (field === 'metadata.name') return (object) => object.metadata.name;
    // kcp matches this field against a key that has no namespace on wildcard requests: nothing fits.
    if (field === 'metadata.namespace') return isWildcard ? () => '' : (object) => object.metadata.namespace ?? '';
    if (EXTRA_FIELDS[type.collectionKey]?.includes(field) !== true) return undefined;
    const path = field.split('.');
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
