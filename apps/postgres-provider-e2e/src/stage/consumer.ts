/** A tenant: a person with a workspace of his own who binds the service's API and orders databases, with his own identity. */
import type { RawBody, RawClient, Workspace } from '@kcp-runtime/testing';
import { dig, eventually } from '@kcp-runtime/testing';
import pg from 'pg';
import { apiGroup, databasesPath, exportName } from './names.js';


const readyDeadlineMs = 60_000;

/** The login that a consumer finds in his connection Secret. */
export interface Connection {
  readonly uri: string;
  readonly host: string;
  readonly port: string;
  readonly database: string;
  readonly username: string;
  readonly password: string;
}

/** What a consumer says to the provider's claims. */
export type Decision = 'Accepted' | 'Rejected';

/** One tenant in one workspace. */
export class Consumer {
  constructor(
    readonly name: string,
    readonly workspace: Workspace,
    /** His own requests, below his workspace. */
    readonly client: RawClient,
    /** His own kubeconfig, for kubectl. */
    readonly kubeconfig: string,
    /** The APIBinding that he was handed, all claims accepted. */
    private readonly handed: RawBody,
  ) {}

  /** Binds the API and waits until it is bound. */
  async bind(decision: Decision = 'Accepted'): Promise<void> {
    await this.decide(decision);
    await eventually(async () => (dig(await this.binding(), 'status', 'phase') === 'Bound' ? true : undefined), {
      deadlineMs: readyDeadlineMs,
      what: `the binding of ${this.name} to be Bound`,
    });
  }

  /** Creates the APIBinding, or changes what it says about the claims. */
  async decide(decision: Decision): Promise<void> {
    const spec = this.handed['spec'] as { readonly permissionClaims: readonly RawBody[] };
    const permissionClaims = spec.permissionClaims.map((claim) => ({ ...claim, state: decision }));
    const binding = { ...this.handed, spec: { ...spec, permissionClaims } };
    // The right to bind is granted by the provider a moment after the export is there.
    await eventually(
      async () => {
        const created = await this.client.post('/apis/apis.kcp.io/v1alpha2/apibindings', binding);
        if (created.status === 201) return true;
        if (created.status !== 409) throw new Error(`The binding was refused with ${created.status}: ${created.text}`);
        const changed = await this.client.merge(`/apis/apis.kcp.io/v1alpha2/apibindings/${exportName}`, { spec: { permissionClaims } });
        if (changed.status !== 200) throw new Error(`The binding could not be changed: ${changed.text}`);
        return true;
      },
      { deadlineMs: readyDeadlineMs, what: `${this.name} to bind` },
    );
  }

  async binding(): Promise<RawBody> {
    return (await this.client.get(`/apis/apis.kcp.io/v1alpha2/apibindings/${exportName}`)).body;
  }

  /** Deletes the binding and does not wait. */
  async unbind(): Promise<void> {
    const answer = await this.client.delete(`/apis/apis.kcp.io/v1alpha2/apibindings/${exportName}`);
    if (answer.status !== 200) throw new Error(`Unbinding failed with ${answer.status}: ${answer.text}`);
  }

  /** Waits until the binding is gone. */
  async whenUnbound(deadlineMs = readyDeadlineMs): Promise<void> {
    const path = `/apis/apis.kcp.io/v1alpha2/apibindings/${exportName}`;
    await eventually(async () => ((await this.client.get(path)).status === 404 ? true : undefined), { deadlineMs, what: `${this.name}'s binding to be gone` });
  }

  /** Creates an order; a kind that is served a moment later is waited for. */
  async order(name: string, spec: RawBody = {}): Promise<RawBody> {
    const order = { apiVersion: `${apiGroup}/v1alpha1`, kind: 'Database', metadata: { name, namespace: 'default' }, spec };
    const answer = await eventually(
      async () => {
        const tried = await this.client.post(databasesPath(), order);
        return tried.status === 404 && tried.contentType === 'text/plain' ? undefined : tried;
      },
      { deadlineMs: readyDeadlineMs, what: `databases to be served to ${this.name}` },
    );
    if (answer.status !== 201) throw new Error(`${this.name}'s order was refused with ${answer.status}: ${answer.text}`);
    return answer.body;
  }

  async change(name: string, patch: RawBody): Promise<RawBody> {
    const answer = await this.client.merge(databasesPath(name), patch);
    if (answer.status !== 200) throw new Error(`Changing ${name} failed with ${answer.status}: ${answer.text}`);
    return answer.body;
  }

  async read(name: string): Promise<RawBody> {
    return (await this.client.get(databasesPath(name))).body;
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
  async whenCondition(name: string, type: string, status: string, reason: string, deadlineMs = readyDeadlineMs): Promise<string> {
    let seen: unknown;
    try {
      return await eventually(
        async () => {
          seen = dig(await this.read(name), 'status', 'conditions');
          const found = (Array.isArray(seen) ? seen : []).find((condition) => dig(condition, 'type') === type);
          return dig(found, 'status') === status && dig(found, 'reason') === reason ? String(dig(found, 'message')) : undefined;
        },
        { deadlineMs, what: `${this.name}'s ${name} to say ${type}=${status} (${reason})` },
      );
    } catch (error) {
      throw new Error(`${String(error)}\nThe conditions are: ${JSON.stringify(seen)}`, { cause: error });
    }
  }

  async deleteOrder(name: string): Promise<void> {
    const answer = await this.client.delete(databasesPath(name));
    if (answer.status !== 200) throw new Error(`Deleting ${name} failed with ${answer.status}: ${answer.text}`);
  }

  async whenGone(name: string, deadlineMs = readyDeadlineMs): Promise<void> {
    await eventually(async () => ((await this.client.get(databasesPath(name))).status === 404 ? true : undefined), { deadlineMs, what: `${this.name}'s ${name} to be gone` });
  }

  /** The login out of the Secret that the order names. */
  async connection(name: string): Promise<Connection> {
    const data = await this.secret(name);
    if (data === undefined) throw new Error(`${this.name} has no Secret ${name}-connection.`);
    return data;
  }

  /** The same, `undefined` where there is no Secret. */
  async secret(name: string): Promise<Connection | undefined> {
    const answer = await this.client.get(`/api/v1/namespaces/default/secrets/${name}-connection`);
    if (answer.status === 404) return undefined;
    const data = (answer.body['data'] ?? {}) as Record<string, string>;
    return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString('utf8')])) as unknown as Connection;
  }

  /** Logs in with the Secret's URI and runs one statement. */
  async query(name: string, sql = 'SELECT current_database() AS database'): Promise<unknown[]> {
    return runSql((await this.connection(name)).uri, sql);
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
