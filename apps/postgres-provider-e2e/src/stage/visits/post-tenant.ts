/** A tenant who orders posts, one or thousands. */
import { orderIdentity } from '@kcp-runtime/nest';
import { dig, eventually } from '@kcp-runtime/testing';
import type { RawBody, Workspace } from '@kcp-runtime/testing';

/** Group of the posts' API, which is its export's name too. */
export const postsGroup = 'posts.services.open-control-plane.io';

const namespace = 'default';
const postsPath = `/apis/${postsGroup}/v1/namespaces/${namespace}/posts`;
/** Requests at a time, when there are thousands. */
const atOnce = 32;

/** A workspace that has bound the API. */
export class PostTenant {
  constructor(readonly workspace: Workspace) {}

  /** Orders posts `post-0`, `post-1` and so on. */
  async orderMany(count: number, spec: RawBody = {}): Promise<void> {
    const names = Array.from({ length: count }, (_, index) => `post-${index}`);
    // The first one waits until the API is served.
    for (const name of names.splice(0, 1)) await this.workspace.apply([post(name, spec)]);
    const order = async (): Promise<void> => {
      for (let name = names.shift(); name !== undefined; name = names.shift()) await this.order(name, spec);
    };
    await Promise.all(Array.from({ length: atOnce }, order));
  }

  async order(name: string, spec: RawBody = {}): Promise<void> {
    const { status, text } = await this.workspace.client.post(postsPath, post(name, spec));
    if (status !== 201) throw new Error(`Order ${name} was refused with ${status}: ${text}`);
  }

  /** Waits until the order is Ready. */
  async whenReady(name: string, deadlineMs = 60_000): Promise<void> {
    const isReady = async (): Promise<true | undefined> => (dig((await this.workspace.client.get(`${postsPath}/${name}`)).body, 'status', 'phase') === 'Ready' ? true : undefined);
    await eventually(isReady, { deadlineMs, intervalMs: 20, what: `${name} to be Ready` });
  }

  /** Waits until all orders are Ready. */
  async whenAllReady(deadlineMs: number): Promise<void> {
    const areReady = async (): Promise<true | undefined> => {
      const items = (await this.workspace.client.get(postsPath)).body['items'] as readonly RawBody[];
      return items.every((item) => dig(item, 'status', 'phase') === 'Ready') ? true : undefined;
    };
    await eventually(areReady, { deadlineMs, intervalMs: 1_000, what: 'all posts to be Ready' });
  }

  /** What the book calls a post of this tenant. */
  identityOf(name: string): string {
    return orderIdentity({ plural: 'posts', group: postsGroup, cluster: this.workspace.cluster, namespace, name });
  }
}

function post(name: string, spec: RawBody): RawBody {
  return { apiVersion: `${postsGroup}/v1`, kind: 'Post', metadata: { name, namespace }, spec };
}
