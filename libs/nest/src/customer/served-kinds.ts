/**
 * What one tenant's workspace serves, by discovery: a handler says apiVersion and kind, a URL needs the plural. What was
 * found is kept; what was not is asked for again, since the tenant may bind another API at any time.
 */
import { ApiNotServed, NotFound } from '@kcp-runtime/kube';
import type { KubeApi, ResourceType } from '@kcp-runtime/kube';

interface ApiResource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

/** A kind, as a handler names it. */
export interface WantedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The kinds of one workspace. */
export class ServedKinds {
  readonly #types = new Map<string, ResourceType>();

  /** `undefined` where the workspace does not serve it. */
  async find({ group, version, kind }: WantedKind, api: KubeApi, signal: AbortSignal): Promise<ResourceType | undefined> {
    return this.#kept(`${group}/${version} ${kind}`, () => this.#served(group, version, (each) => each.kind === kind, api, signal));
  }

  /** The same for a right, which says no version: the one that the workspace prefers. */
  async preferred({ group, plural }: { readonly group: string; readonly plural: string }, api: KubeApi, signal: AbortSignal): Promise<ResourceType | undefined> {
    return this.#kept(`${group} ${plural}`, async () => {
      const version = group === '' ? 'v1' : await preferredVersion(group, api, signal);
      return version === undefined ? undefined : this.#served(group, version, ({ name }) => name === plural, api, signal);
    });
  }

  async #kept(key: string, ask: () => Promise<ResourceType | undefined>): Promise<ResourceType | undefined> {
    const type = this.#types.get(key) ?? (await ask());
    if (type !== undefined) this.#types.set(key, type);
    return type;
  }

  async #served(group: string, version: string, isIt: (resource: ApiResource) => boolean, api: KubeApi, signal: AbortSignal): Promise<ResourceType | undefined> {
    const path = `${groupPath(group)}/${encodeURIComponent(version)}`;
    const list = await discovered<{ readonly resources?: readonly ApiResource[] }>(api, path, signal);
    const found = list?.resources?.find((resource) => !resource.name.includes('/') && isIt(resource));
    return found && { group, version, plural: found.name, kind: found.kind, scope: found.namespaced ? 'Namespaced' : 'Cluster' };
  }
}

async function preferredVersion(group: string, api: KubeApi, signal: AbortSignal): Promise<string | undefined> {
  const found = await discovered<{ readonly preferredVersion?: { readonly version?: string } }>(api, groupPath(group), signal);
  return found?.preferredVersion?.version;
}

function groupPath(group: string): string {
  return group === '' ? '/api' : `/apis/${encodeURIComponent(group)}`;
}

/** A group that is not served is no fault. */
async function discovered<T>(api: KubeApi, path: string, signal: AbortSignal): Promise<T | undefined> {
  try {
    return (await api.request({ method: 'GET', path, signal })).json() as T; // the wire
  } catch (error) {
    if (error instanceof NotFound || error instanceof ApiNotServed) return undefined;
    throw error;
  }
}
