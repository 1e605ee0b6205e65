import type { KubeObject } from '@kcp-runtime/kube';
import { readApiClass } from '@kcp-runtime/schema';
import type { ServiceApiClass, ServiceObjectClass } from '@kcp-runtime/schema';
import type { RawBody, RawClient } from '../admin/raw-client.js';
import type { ApplyOptions } from '../admin/set-up.js';
import { expectStatus } from '../admin/unexpected-answer.js';
import { eventually } from '../wait/eventually.js';
import type { EventuallyOptions } from '../wait/eventually.js';

/** How long a test waits for an order, in milliseconds. */
export interface WaitOptions {
  readonly deadlineMs?: number;
}

/** Where somebody orders. */
export interface OrderingPlace {
  /** For messages: who orders, or where. */
  readonly name: string;
  readonly cluster: {
    readonly client: RawClient;
    apply(documents: readonly RawBody[], options?: ApplyOptions): Promise<RawBody[]>;
  };
  readonly namespace: string;
  /** His side, where handlers put what he gets. */
  readonly customer: () => RawClient;
}

/** The orders of one namespace, as somebody who orders sees them. */
export class TestOrders {
  constructor(
    private readonly place: OrderingPlace,
    /** The API that an order is of where nothing else is said. */
    private readonly api: ServiceApiClass,
  ) {}

  /** The orders of another API in the same place: `red.of(Backup)`. */
  of(api: ServiceObjectClass): TestOrders {
    return new TestOrders(this.place, readApiClass(api));
  }

  /** Orders something, or changes the order of that name. */
  async order(name: string, spec: object, api: ServiceApiClass = this.api): Promise<RawBody> {
    const [order = {}] = await this.place.cluster.apply([{ apiVersion: api.apiVersion, kind: api.kind, metadata: { name, namespace: this.place.namespace }, spec }]);
    return order;
  }

  /** The order as it stands; `undefined` where there is none. */
  async get(name: string, api: ServiceApiClass = this.api): Promise<KubeObject | undefined> {
    return read(this.place.cluster.client, this.pathOf(`apis/${api.apiVersion}`, api.plural, name));
  }

  async delete(name: string, api: ServiceApiClass = this.api): Promise<void> {
    const path = this.pathOf(`apis/${api.apiVersion}`, api.plural, name);
    expectStatus(await this.place.cluster.client.delete(path), 'DELETE', path, 200);
  }

  /** Waits until the order is as the test wants it: `await red.when('main', (order) => expect(order).toBeReady())`. */
  async when(name: string, expectation: (order: KubeObject) => void, { deadlineMs }: WaitOptions = {}): Promise<KubeObject> {
    return whenAsWanted(() => this.get(name), expectation, { deadlineMs, what: `order ${name} in ${this.place.name}` });
  }

  /** Waits until the order is gone. */
  async whenGone(name: string, { deadlineMs }: WaitOptions = {}): Promise<void> {
    await eventually(async () => ((await this.get(name)) === undefined ? true : undefined), { deadlineMs, what: `order ${name} in ${this.place.name} to be gone` });
  }

  /** The values of a Secret on his side, in the namespace of the orders, decoded; `undefined` where there is none. */
  async secret(name: string): Promise<Readonly<Record<string, string>> | undefined> {
    const secret = await read(this.place.customer(), this.pathOf('api/v1', 'secrets', name));
    const data = (secret?.['data'] ?? {}) as Readonly<Record<string, string>>;
    return secret && Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString('utf8')]));
  }

  /** Waits until a Secret on his side, in the namespace of the orders, has the values that the test wants. */
  async whenSecret(name: string, expectation: (values: Readonly<Record<string, string>>) => void, { deadlineMs }: WaitOptions = {}): Promise<void> {
    await whenAsWanted(() => this.secret(name), expectation, { deadlineMs, what: `Secret ${name} in ${this.place.name}` });
  }

  /** The Events beside the orders. */
  async events(): Promise<readonly KubeObject[]> {
    const list = await read(this.place.cluster.client, `/api/v1/namespaces/${this.place.namespace}/events`);
    return (list?.['items'] ?? []) as readonly KubeObject[];
  }

  private pathOf(apiRoot: string, plural: string, name: string): string {
    return `/${apiRoot}/namespaces/${this.place.namespace}/${plural}/${name}`;
  }
}

/** Waits until something is there and is as the test wants it. */
function whenAsWanted<T>(look: () => Promise<T | undefined>, expectation: (found: T) => void, options: EventuallyOptions): Promise<T> {
  const asWanted = async (): Promise<T | undefined> => {
    const found = await look();
    if (found !== undefined) expectation(found);
    return found;
  };
  return eventually(asWanted, options);
}

async function read(client: RawClient, path: string): Promise<KubeObject | undefined> {
  const answer = expectStatus(await client.get(path), 'GET', path, 200, 404);
  return answer.status === 404 ? undefined : (answer.body as KubeObject);
}
