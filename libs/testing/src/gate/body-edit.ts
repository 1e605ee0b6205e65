/**
 * What the gate changes in bodies that pass: the URLs in endpoint slices, so that a client goes through the gate for the virtual
 * workspace too, and, with a second endpoint, which consumers each of the two shows.
 */
import type { GateRequest } from './gate-request.js';

/** The second endpoint: the clusters that it shows and the first does not. */
export interface SecondEndpoint {
  readonly url: string;
  readonly owns: (cluster: string) => boolean;
}

/** What is needed to edit bodies. */
export interface EditSettings {
  readonly upstreamUrl: string;
  readonly gateUrl: string;
  readonly second: SecondEndpoint | undefined;
}

/** Changes one parsed object or watch event; `undefined` leaves it out. */
export type BodyEdit = (value: unknown) => unknown;

/** The change for the answer to `request`, or `undefined` when its bytes pass as they are. */
export function bodyEdit(request: GateRequest, settings: EditSettings): BodyEdit | undefined {
  if (request.resource === 'apiexportendpointslices') return (value) => forEachObject(value, (object) => moveEndpoints(object, settings));
  const { second } = settings;
  if (second === undefined || request.cluster !== '*' || request.virtualWorkspace === undefined) return undefined;
  return (value) => onlyShown(value, (cluster) => second.owns(cluster) === (request.endpoint === 'second'));
}

interface ObjectLike {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
  readonly status?: { readonly endpoints?: readonly { readonly url: string }[] };
}

function moveEndpoints(object: ObjectLike, { upstreamUrl, gateUrl, second }: EditSettings): ObjectLike {
  const endpoints = object.status?.endpoints;
  if (endpoints === undefined) return object;
  const moved = endpoints.flatMap((endpoint) => {
    if (!endpoint.url.startsWith(upstreamUrl)) return [endpoint];
    const path = endpoint.url.slice(upstreamUrl.length);
    const urls = second === undefined ? [gateUrl] : [gateUrl, second.url];
    return urls.map((url) => ({ ...endpoint, url: url + path }));
  });
  return { ...object, status: { ...object.status, endpoints: moved } };
}

/** Applies `change` to the object itself, to the items of a list, or to the object of a watch event. */
function forEachObject(value: unknown, change: (object: ObjectLike) => ObjectLike): unknown {
  if (isEvent(value)) return { ...value, object: change(value.object) };
  if (isList(value)) return { ...value, items: value.items.map(change) };
  return change(value as ObjectLike);
}

function onlyShown(value: unknown, shows: (cluster: string) => boolean): unknown {
  const isShown = (object: ObjectLike): boolean => {
    const cluster = object.metadata?.annotations?.['kcp.io/cluster'];
    // A bookmark, an error and a Status belong to no cluster.
    return cluster === undefined || shows(cluster);
  };
  if (isEvent(value)) return isShown(value.object) ? value : undefined;
  if (isList(value)) return { ...value, items: value.items.filter(isShown) };
  return value;
}

function isEvent(value: unknown): value is { type: string; object: ObjectLike } {
  return typeof value === 'object' && value !== null && 'type' in value && 'object' in value;
}

function isList(value: unknown): value is { items: readonly ObjectLike[] } {
  return typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items);
}
