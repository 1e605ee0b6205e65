import type { KubeObject } from '@kcp-runtime/kube';
import type { ServiceApiClass } from '@kcp-runtime/schema';
import type { RawBody } from './admin/raw-client.js';
import { expectStatus } from './admin/unexpected-answer.js';
import type { Workspace } from './admin/workspace.js';
import { eventually } from './wait/eventually.js';

/** How long a test waits for an order, in milliseconds. */
export interface WaitOptions {
  readonly deadlineMs?: number;
}

const NAMESPACE = 'default';

/** A consumer with a workspace that has bound the provider's export. His orders are in the namespace `default`. */
export class TestConsumer {
  constructor(
    readonly workspace: Workspace,
    /** The API that an order is of where nothing else is said. */
    private readonly api: ServiceApiClass,
  ) {}

  /** Orders something, or changes the order of that name. */
  async order(name: string, spec: object, api: ServiceApiClass = this.api): Promise<RawBody> {
    const [order = {}] = await this.workspace.apply([{ apiVersion: api.apiVersion, kind: api.kind, metadata: { name, namespace: NAMESPACE }, spec }]);
    return order;
  }

  /** The order as it stands; `undefined` where there is none. */
  async get(name: string, api: ServiceApiClass = this.api): Promise<KubeObject | undefined> {
    return this.read(pathOf(`apis/${api.apiVersion}`, api.plural, name));
  }

  async delete(name: string, api: ServiceApiClass = this.api): Promise<void> {
    const path = pathOf(`apis/${api.apiVersion}`, api.plural, name);
    expectStatus(await this.workspace.client.delete(path), 'DELETE', path, 200);
  }

  /** Waits until the order is as the test wants it: `await red.when('main', (order) => expect(order).toBeReady())`. */
  async when(name: string, expectation: (order: KubeObject) => void, { deadlineMs }: WaitOptions = {}): Promise<KubeObject> {
    return eventually(
      async () => {
        const order = await this.get(name);
        if (order) expectation(order);
        return order;
      },
      { deadlineMs, what: `order ${name} in ${this.workspace.path}` },
    );
  }

  /** Waits until the order is gone. */
  async whenGone(name: string, { deadlineMs }: WaitOptions = {}): Promise<void> {
    await eventually(async () => ((await this.get(name)) === undefined ? true : undefined), { deadlineMs, what: `order ${name} in ${this.workspace.path} to be gone` });
  }

  /** The values of a Secret in the namespace of the orders, decoded; `undefined` where there is none. */
  async secret(name: string): Promise<Readonly<Record<string, string>> | undefined> {
    const secret = await this.read(pathOf('api/v1', 'secrets', name));
    const data = (secret?.['data'] ?? {}) as Readonly<Record<string, string>>;
    return secret && Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString('utf8')]));
  }

  /** Waits until a Secret in the namespace of the orders has the values that the test wants. */
  async whenSecret(name: string, expectation: (values: Readonly<Record<string, string>>) => void, { deadlineMs }: WaitOptions = {}): Promise<void> {
    await eventually(
      async () => {
        const values = await this.secret(name);
        if (values) expectation(values);
        return values;
      },
      { deadlineMs, what: `Secret ${name} in ${this.workspace.path}` },
    );
  }

  private async read(path: string): Promise<KubeObject | undefined> {
    const answer = expectStatus(await this.workspace.client.get(path), 'GET', path, 200, 404);
    return answer.status === 404 ? undefined : (answer.body as KubeObject);
  }
}

function pathOf(apiRoot: string, plural: string, name: string): string {
  return `/${apiRoot}/namespaces/${NAMESPACE}/${plural}/${name}`;
}
