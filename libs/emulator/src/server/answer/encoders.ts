import type { ServedResource } from '../../registry/type/resource-type.js';
import type { Encoder } from '../../storage/change.js';
import type { KubeObject } from '../../storage/kube-object.js';
import type { Surface } from '../surface.js';
import { ApiError } from './api-error.js';
import type { Presentation } from './media.js';
import { tableEncoder, type RowObject } from './table.js';

const META = 'meta.k8s.io/v1';

/** How objects of a resource are written for a client. */
export function encoderFor({ type, version }: ServedResource, presentation: Presentation, { cluster, state }: Pick<Surface, 'cluster' | 'state'>, rows: RowObject): Encoder {
  switch (presentation.shape) {
    case 'object':
      return version.encoder;
    case 'table':
      return tableEncoder(type, version, state.clock, rows);
    case 'partial':
    case 'partialList':
      return partialEncoder(type.group, version.name, cluster === undefined);
  }
}

function partialEncoder(group: string, version: string, isWildcard: boolean): Encoder {
  const encode = (object: KubeObject): string => {
    const annotations = isWildcard ? { ...object.metadata.annotations, 'kcp.io/original-api-version': group === '' ? version : `${group}/${version}` } : object.metadata.annotations;
    return JSON.stringify({ kind: 'PartialObjectMetadata', apiVersion: META, metadata: { ...object.metadata, annotations } });
  };
  return { key: `partial${isWildcard ? ' *' : ''}`, encode };
}

/** The kind and version of a list answer. */
export function listHead({ type, version }: ServedResource, presentation: Presentation): { kind: string; apiVersion: string } {
  switch (presentation.shape) {
    case 'object':
      return { kind: type.listKind, apiVersion: type.group === '' ? version.name : `${type.group}/${version.name}` };
    case 'partialList':
      return { kind: 'PartialObjectMetadataList', apiVersion: META };
    case 'table':
      return { kind: 'Table', apiVersion: META };
    case 'partial':
      throw new ApiError(406, 'NotAcceptable', 'lists are served as PartialObjectMetadataList');
  }
}
