/**
 * `apis.kcp.io/v1alpha1` forms of the kinds that are stored as v1alpha2.
 */
import { objectAt, objectsAt, textAt, textsAt, type JsonObject, type KubeObject } from '../../storage/kube-object.js';
import type { Conversion } from '../../registry/type/builtin-type.js';

const OLD = 'apis.kcp.io/v1alpha1';
const NEW = 'apis.kcp.io/v1alpha2';

/** APIExport: `latestResourceSchemas` instead of `resources`, claims without verbs. */
export const apiExportV1alpha1: Conversion = {
  version: 'v1alpha1',
  fromStorage(object) {
    const { resources, permissionClaims, ...spec } = objectAt(object.spec);
    const schemas = objectsAt(resources).flatMap((entry) => textAt(entry.schema) ?? []);
    return {
      ...object,
      apiVersion: OLD,
      spec: {
        ...spec,
        ...(schemas.length === 0 ? {} : { latestResourceSchemas: schemas }),
        ...(permissionClaims === undefined ? {} : { permissionClaims: objectsAt(permissionClaims).map(oldExportClaim) }),
      },
    };
  },
  toStorage(object) {
    const { latestResourceSchemas, permissionClaims, ...spec } = objectAt(object.spec);
    return {
      ...object,
      apiVersion: NEW,
      spec: {
        ...spec,
        ...(latestResourceSchemas === undefined ? {} : { resources: textsAt(latestResourceSchemas).map(resourceOf) }),
        ...(permissionClaims === undefined ? {} : { permissionClaims: objectsAt(permissionClaims).map(newExportClaim) }),
      },
    };
  },
};

function resourceOf(schema: string): JsonObject {
  const [, name, ...group] = schema.split('.');
  return { name, group: group.join('.') === 'core' ? '' : group.join('.'), schema, storage: { crd: {} } };
}

function oldExportClaim(claim: JsonObject): JsonObject {
  const { verbs: _verbs, defaultSelector: _selector, ...rest } = claim;
  return { ...rest, all: true };
}

function newExportClaim(claim: JsonObject): JsonObject {
  const { all: _all, resourceSelector: _selector, ...rest } = claim;
  return { ...rest, verbs: ['*'] };
}

/** APIBinding: claims with `all` instead of a selector. */
export const apiBindingV1alpha1: Conversion = {
  version: 'v1alpha1',
  fromStorage: (object) => withBindingClaims(object, OLD, oldBindingClaim),
  toStorage: (object) => withBindingClaims(object, NEW, newBindingClaim),
};

function withBindingClaims(object: KubeObject, apiVersion: string, convert: (claim: JsonObject) => JsonObject): KubeObject {
  const spec = objectAt(object.spec);
  const claims = spec.permissionClaims === undefined ? {} : { permissionClaims: objectsAt(spec.permissionClaims).map(convert) };
  const next = { ...object, apiVersion, spec: { ...spec, ...claims } };
  if (object.status === undefined) return next;
  const status: JsonObject = { ...objectAt(object.status) };
  for (const field of ['exportPermissionClaims', 'appliedPermissionClaims']) {
    if (status[field] !== undefined) status[field] = objectsAt(status[field]).map(convert);
  }
  return { ...next, status };
}

function oldBindingClaim(claim: JsonObject): JsonObject {
  const { verbs: _verbs, selector: _selector, ...rest } = claim;
  return { ...rest, all: true };
}

function newBindingClaim(claim: JsonObject): JsonObject {
  const { all: _all, resourceSelector: _selector, ...rest } = claim;
  return { ...rest, verbs: ['*'], selector: { matchAll: true } };
}
