import { API_EXPORT_ENDPOINT_SLICE, ApiNotServed, clusterUrl, ExportNotServed, KubeError } from '@kcp-runtime/kube';
import type { KubeApi, KubeObject, ResourceType } from '@kcp-runtime/kube';
import { readApiClass } from '@kcp-runtime/schema';
import type { HostRewrite } from '@kcp-runtime/schema';
import type { AnyOffer } from '../offer/offer.js';
import { publishFinding } from '../publish/kcp-findings.js';
import { API_BINDINGS } from '../source/binding.js';
import { mappedUrl } from '../source/host-mapping.js';
import { checkOf } from './check.js';
import type { Tell } from './check.js';
import { foundObject } from './found-object.js';

/** Where orders arrive. */
export interface EndpointPlace {
  /** Of the provider workspace. */
  readonly workspace: KubeApi;
  readonly at: (url: string) => KubeApi;
  readonly exportName: string;
  readonly hosts: readonly HostRewrite[];
  readonly offers: readonly AnyOffer[];
}

interface EndpointSlice extends KubeObject {
  readonly status?: { readonly endpoints?: readonly { readonly url?: string }[] | null };
}

/** Whether each endpoint URL of the export serves orders. Answers the bindings that are to be seen there. */
export async function checkEndpoints(place: EndpointPlace, tell: Tell, signal: AbortSignal): Promise<KubeObject[]> {
  const bindings: KubeObject[] = [];
  for (const url of await urls(place, tell, signal)) {
    const about = `endpoint ${url}`;
    try {
      bindings.push(...(await place.at(clusterUrl(url, '*')).resource(API_BINDINGS).list({ signal })).items);
      for (const { api } of place.offers) await look(place.at(clusterUrl(url, '*')), readApiClass(api), signal);
      tell({ verdict: 'ok', about, message: 'it lists bindings and orders' });
    } catch (error) {
      signal.throwIfAborted();
      const isNotYet = error instanceof ApiNotServed || error instanceof ExportNotServed;
      tell(isNotYet
        ? { verdict: 'open', about, message: `WaitingForEndpoint: kcp has named it and does not serve it yet; after a first binding this takes some seconds (${error.message})` }
        : checkOf(about, publishFinding(error)));
    }
  }
  return bindings;
}

async function urls({ workspace, exportName, hosts }: EndpointPlace, tell: Tell, signal: AbortSignal): Promise<string[]> {
  const about = 'endpoints';
  try {
    const slice = await foundObject<EndpointSlice>(workspace, API_EXPORT_ENDPOINT_SLICE, { name: exportName }, signal);
    if (slice === undefined) {
      tell({ verdict: 'open', about, message: 'WaitingForEndpointSlice: kcp makes the endpoint slice together with the export' });
      return [];
    }
    const named = (slice.status?.endpoints ?? []).flatMap(({ url }) => (url === undefined ? [] : [mappedUrl(url, hosts)]));
    tell({ verdict: 'ok', about, message: named.length > 0 ? `the endpoint slice names ${named.length}` : 'WaitingForFirstConsumer: nobody has bound the export yet; `manifests --kcp --part=binding` prints what a consumer applies' });
    return named;
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    tell(checkOf(about, publishFinding(error)));
    return [];
  }
}

/** One order is enough to see that there are any to be seen: a server may have a hundred thousand. */
async function look(api: KubeApi, { group, version, plural }: Pick<ResourceType, 'group' | 'version' | 'plural'>, signal: AbortSignal): Promise<void> {
  await api.request({ method: 'GET', path: `/apis/${group}/${version}/${plural}`, query: { limit: 1 }, signal });
}
