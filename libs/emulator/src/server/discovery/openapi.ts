/** OpenAPI v3, as far as kubectl reads it: schemas of kinds, to validate and explain them. */
import { createHash } from 'node:crypto';
import { apiVersionOf, versionOf, type ResourceType, type ResourceVersion } from '../../registry/type/resource-type.js';
import { objectAt, type JsonObject } from '../../storage/kube-object.js';
import { notServed } from '../answer/api-error.js';
import type { Exchange } from '../answer/exchange.js';
import type { Surface } from '../surface.js';
import { kubernetesSchema, withReferences } from './kubernetes-schemas.js';
import { OBJECT_PROPERTIES } from './object-properties.js';

/** `GET /openapi/v3`: where the document of each group and version is; a client puts its own way to the workspace before it. */
export function openApiV3Paths(surface: Surface): JsonObject {
  const paths: JsonObject = {};
  for (const type of surface.types()) {
    for (const version of type.versions) {
      const place = placeOf(type.group, version.name);
      if (place in paths) continue;
      paths[place] = { serverRelativeURL: `/openapi/v3/${place}?hash=${hashOf(surface, type.group, version.name)}` };
    }
  }
  return { paths };
}

/** `GET /openapi/v3/<apis/group/version>`. @throws TextError 404 when it is not served */
export function openApiV3(surface: Surface, place: string): JsonObject {
  const [root, first = '', second = ''] = place.split('/');
  const [group, version] = root === 'api' ? ['', first] : [first, second];
  const types = [...surface.types()].filter((type) => type.group === group && versionOf(type, version) !== undefined);
  if (types.length === 0) throw notServed();
  const own: JsonObject = {};
  const names: string[] = [];
  const paths: JsonObject = {};
  for (const type of types) {
    const served = versionOf(type, version);
    if (served === undefined) continue;
    const name = schemaName(type, version);
    names.push(name);
    if (kubernetesSchema(group, version, type.kind) === undefined) own[name] = kindSchema(type, served);
    paths[urlOf(type, version)] = operations(type, version, name);
  }
  return { openapi: '3.0.0', info: { title: 'kcp', version: 'v1' }, paths, components: { schemas: { ...withReferences(names), ...own } } };
}

const V2_PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

/**
 * `GET /openapi/v2`: a document without definitions. kubectl asks for it before it applies a List, and takes
 * a kind that is not in it as one that it need not check; an empty body is that document in protobuf.
 */
export function sendOpenApiV2(exchange: Exchange): void {
  if (exchange.request.headers.accept?.includes('protobuf') === true) exchange.send(200, V2_PROTOBUF, '');
  else exchange.json(200, { swagger: '2.0', info: { title: 'kcp', version: 'v1' }, paths: {}, definitions: {} });
}

function placeOf(group: string, version: string): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

function hashOf(surface: Surface, group: string, version: string): string {
  const text = JSON.stringify(openApiV3(surface, placeOf(group, version)));
  return createHash('sha256').update(text).digest('hex').toUpperCase();
}

function schemaName(type: ResourceType, version: string): string {
  const known = kubernetesSchema(type.group, version, type.kind);
  if (known !== undefined) return known;
  const group = type.group === '' ? 'core' : type.group.split('.').reverse().join('.');
  return `${group}.${version}.${type.kind}`;
}

function kindSchema(type: ResourceType, version: ResourceVersion): JsonObject {
  const source = version.schema?.source ?? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  return {
    ...source,
    properties: { ...objectAt(source.properties), ...OBJECT_PROPERTIES },
    'x-kubernetes-group-version-kind': [{ group: type.group, version: version.name, kind: type.kind }],
  };
}

function urlOf(type: ResourceType, version: string): string {
  const base = type.group === '' ? `/api/${version}` : `/apis/${apiVersionOf(type.group, version)}`;
  return type.scope === 'Namespaced' ? `${base}/namespaces/{namespace}/${type.plural}/{name}` : `${base}/${type.plural}/{name}`;
}

/** kubectl looks here for whether a patch may carry `fieldValidation`. */
function operations(type: ResourceType, version: string, schema: string): JsonObject {
  const gvk = { group: type.group, version, kind: type.kind };
  const query = (name: string): JsonObject => ({ name, in: 'query', schema: { type: 'string' } });
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
  const operation = (action: string): JsonObject => ({
    parameters: [query('dryRun'), query('fieldManager'), query('fieldValidation')],
    responses: { 200: { description: 'OK', content } },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': gvk,
  });
  return { get: operation('get'), put: operation('put'), patch: operation('patch') };
}
