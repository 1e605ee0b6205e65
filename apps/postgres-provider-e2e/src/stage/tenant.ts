/** Somebody who orders databases, with his own identity, wherever that is: what he does and sees is the same in every mode. */
import type { RawBody, RawClient } from '@kcp-runtime/testing';
import { dig, eventually } from '@kcp-runtime/testing';
import pg from 'pg';
import { apiGroup, databasesPath } from './names.js';
import { whenCondition } from './when-condition.js';

const readyDeadlineMs = 60_000;
/** A server on a workload cluster takes its time to end. */
const withdrawalDeadlineMs = 120_000;

/** The login that a consumer finds in his connection Secret. */
export interface Connection {
  readonly uri: string;
  readonly host: string;
  readonly port: string;
  readonly database: string;
  readonly username: string;
  readonly password: string;
}

/** Where a tenant orders, and where he finds what he ordered. */
export interface TenantPlace {
  /** His own requests where the orders stand. */
  readonly orders: RawClient;
  /** Of his orders, and of his Secrets. */
  readonly namespace: string;
  /** His own requests where the Secrets stand. */
  readonly customer: RawClient;
}

/** One tenant. */
export class Tenant {
  constructor(
    readonly name: string,
    private readonly place: TenantPlace,
  ) {}

  /** Creates an order; a kind that is served a moment later is waited for. */
  async order(name: string, spec: RawBody = {}): Promise<RawBody> {
    const order = { apiVersion: `${apiGroup}/v1alpha1`, kind: 'Database', metadata: { name, namespace: this.place.namespace }, spec };
    const answer = await eventually(
      async () => {
        const tried = await this.orders.post(this.path(), order);
        return tried.status === 404 && tried.contentType === 'text/plain' ? undefined : tried;
      },
      { deadlineMs: readyDeadlineMs, what: `databases to be served to ${this.name}` },
    );
    if (answer.status !== 201) throw new Error(`${this.name}'s order was refused with ${answer.status}: ${answer.text}`);
    return answer.body;
  }

  async change(name: string, patch: RawBody): Promise<RawBody> {
    const answer = await this.orders.merge(this.path(name), patch);
    if (answer.status !== 200) throw new Error(`Changing ${name} failed with ${answer.status}: ${answer.text}`);
    return answer.body;
  }

  async read(name: string): Promise<RawBody> {
    return (await this.orders.get(this.path(name))).body;
  }

  /** Waits until the order says `phase`, of its newest generation. */
  async whenPhase(name: string, phase: string, deadlineMs = readyDeadlineMs): Promise<RawBody> {
    let last: RawBody = {};
    try {
      return await eventually(
        async () => {
          last = await this.read(name);
          const current = dig(last, 'status', 'observedGeneration') === dig(last, 'metadata', 'generation');
          return current && dig(last, 'status', 'phase') === phase ? last : undefined;
        },
        { deadlineMs, what: `${this.name}'s ${name} to be ${phase}` },
      );
    } catch (error) {
      throw new Error(`${String(error)}\nThe order says: ${JSON.stringify(last['status'])}`, { cause: error });
    }
  }

  whenReady(name: string, deadlineMs?: number): Promise<RawBody> {
    return this.whenPhase(name, 'Ready', deadlineMs);
  }

  /** Waits until the condition has this status and reason. */
  whenCondition(name: string, type: string, status: string, reason: string, deadlineMs = readyDeadlineMs): Promise<string> {
    return whenCondition(() => this.read(name), { whose: `${this.name}'s ${name}`, type, status, reason }, deadlineMs);
  }

  async deleteOrder(name: string): Promise<void> {
    const answer = await this.orders.delete(this.path(name));
    if (answer.status !== 200) throw new Error(`Deleting ${name} failed with ${answer.status}: ${answer.text}`);
  }

  async whenGone(name: string, deadlineMs = readyDeadlineMs): Promise<void> {
    let last: RawBody = {};
    try {
      await eventually(
        async () => {
          const answer = await this.orders.get(this.path(name));
          last = answer.body;
          return answer.status === 404 ? true : undefined;
        },
        { deadlineMs, what: `${this.name}'s ${name} to be gone` },
      );
    } catch (error) {
      throw new Error(`${String(error)}\nThe order says: ${JSON.stringify(last['status'])}`, { cause: error });
    }
  }

  /** Deletes all his orders, and waits until they are gone. */
  async withdrawOrders(): Promise<void> {
    const { body } = await this.orders.get(this.path());
    const names = ((body['items'] ?? []) as RawBody[]).map((order) => String(dig(order, 'metadata', 'name')));
    await Promise.all(names.map((name) => this.deleteOrder(name)));
    await Promise.all(names.map((name) => this.whenGone(name, withdrawalDeadlineMs)));
  }

  /** The login out of the Secret that the order names. */
  async connection(name: string): Promise<Connection> {
    const data = await this.secret(name);
    if (data === undefined) throw new Error(`${this.name} has no Secret ${name}-connection.`);
    return data;
  }

  /** The same, `undefined` where there is no Secret. */
  async secret(name: string): Promise<Connection | undefined> {
    const answer = await this.place.customer.get(`/api/v1/namespaces/${this.place.namespace}/secrets/${name}-connection`);
    if (answer.status === 404) return undefined;
    const data = (answer.body['data'] ?? {}) as Record<string, string>;
    return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString('utf8')])) as unknown as Connection;
  }

  /** Logs in with the Secret's URI and runs one statement. */
  async query(name: string, sql = 'SELECT current_database() AS database'): Promise<unknown[]> {
    return runSql((await this.connection(name)).uri, sql);
  }

  private get orders(): RawClient {
    return this.place.orders;
  }

  private path(name?: string): string {
    return databasesPath(name, this.place.namespace);
  }
}

/** Rows of the last statement, on a connection that is ended. */
export async function runSql(uri: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: uri, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const answer: pg.QueryResult | pg.QueryResult[] = await client.query(sql);
    return (Array.isArray(answer) ? answer.at(-1) : answer)?.rows ?? [];
  } finally {
    await client.end();
  }
}
