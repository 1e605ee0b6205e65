/**
 * What one cluster serves, by discovery: a handler says apiVersion and kind, a URL needs the plural. What was found is
 * kept until a call finds it gone; what was not is asked for again, since whoever owns the cluster may add another API at any time.
 */
import { ApiNotServed, NotFound } from '@kcp-runtime/kube';
import type { KubeApi, ResourceType } from '@kcp-runtime/kube';

interface ApiResource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs?: readonly string[];
}

interface GroupList {
  readonly groups?: readonly { readonly name: string; readonly preferredVersion?: { readonly version: string } }[];
}

/** A kind, as a handler names it. */
export interface WantedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The kinds of one cluster. */
export class ServedKinds {
  readonly #types = new Map<string, ResourceType>();

  /** `undefined` where the cluster does not serve it. */
  async find({ group, version, kind }: WantedKind, api: KubeApi, signal: AbortSignal): Promise<ResourceType | undefined> {
    return this.#kept(`${group}/${version} ${kind}`, async () => (await served(group, version, (each) => each.kind === kind, api, signal))[0]);
  }

  /** The same for a right, which says no version: the one that the cluster prefers. */
  async preferred({ group, plural }: { readonly group: string; readonly plural: string }, api: KubeApi, signal: AbortSignal): Promise<ResourceType | undefined> {
    return this.#kept(`${group} ${plural}`, async () => {
      const version = group === '' ? 'v1' : await preferredVersion(group, api, signal);
      return version === undefined ? undefined : (await served(group, version, ({ name }) => name === plural, api, signal))[0];
    });
  }

  /** Every kind whose objects can be found and deleted. Always asked for: something may have been added since. */
  async removable(api: KubeApi, signal: AbortSignal): Promise<readonly ResourceType[]> {
    const groups = (await discovered<GroupList>(api, '/apis', signal))?.groups ?? [];
    const versions = [{ group: '', version: 'v1' }, ...groups.flatMap(({ name, preferredVersion }) => (preferredVersion === undefined ? [] : { group: name, version: preferredVersion.version }))];
    const types = await Promise.all(versions.map(({ group, version }) => served(group, version, isRemovable, api, signal)));
    return types.flat();
  }

  /** What was found is not so any more. */
  forget(): void {
    this.#types.clear();
  }

  async #kept(key: string, ask: () => Promise<ResourceType | undefined>): Promise<ResourceType | undefined> {
    const type = this.#types.get(key) ?? (await ask());
    if (type !== undefined) this.#types.set(key, type);
    return type;
  }
}

async function served(group: string, version: string, isIt: (resource: ApiResource) => boolean, api: KubeApi, signal: AbortSignal): Promise<readonly ResourceType[]> {
  const list = await discovered<{ readonly resources?: readonly ApiResource[] }>(api, `${groupPath(group)}/${encodeURIComponent(version)}`, signal);
  const found = (list?.resources ?? []).filter((resource) => !resource.name.includes('/') && isIt(resource));
  return found.map(({ name, kind, namespaced }) => ({ group, version, plural: name, kind, scope: namespaced ? 'Namespaced' : 'Cluster' }));
}

function isRemovable({ verbs = [] }: ApiResource): boolean {
  return verbs.includes('list') && verbs.includes('delete');
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
