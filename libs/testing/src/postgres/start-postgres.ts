/**
 * A real PostgreSQL for tests and the demo: binaries from npm, data in a temporary folder, a port of this machine alone. Durability is switched off, since the data dies with the test.
 */
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { Child, describeEnd } from '../process/child.js';
import { onFreePorts } from '../process/free-ports.js';
import { errorMessage } from '../wait/error-message.js';
import { eventually } from '../wait/eventually.js';
import { serverAccount } from './account.js';
import type { Account } from './account.js';
import { copyBinaries } from './postgres-binaries.js';
import { PostgresNotReady } from './postgres-server.js';
import type { PostgresLogin, PostgresServer, PostgresVersion, StartPostgresOptions } from './postgres-server.js';

const START_DEADLINE_MS = 30_000;
const STOP_DEADLINE_MS = 10_000;
const HOST = '127.0.0.1';

/**
 * Starts a server and waits until a login works.
 * @throws PostgresMissing when the binaries of that version are not installed
 */
export async function startPostgres(options: StartPostgresOptions): Promise<PostgresServer> {
  const { listen } = options;
  return listen === undefined ? onFreePorts(1, ([port = 0]) => startAt({ host: HOST, port }, options)) : startAt(listen, options);
}

async function startAt(address: Address, options: StartPostgresOptions): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  try {
    const server = await LocalPostgres.create(address, options, folder);
    await server.launch();
    return server;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Where a server listens. */
type Address = NonNullable<StartPostgresOptions['listen']>;

class LocalPostgres implements PostgresServer {
  private child: Child | undefined;
  private kept = '';

  private constructor(
    readonly version: PostgresVersion,
    readonly superuser: PostgresLogin,
    readonly host: string,
    readonly port: number,
    private readonly folder: string,
    private readonly native: string,
    private readonly account: Account | undefined,
  ) {}

  static async create({ host, port }: Address, { version, superuser }: StartPostgresOptions, folder: string): Promise<LocalPostgres> {
    const account = await serverAccount();
    const native = await copyBinaries(version, folder);
    const server = new LocalPostgres(version, superuser ?? { username: 'postgres', password: newPassword() }, host, port, folder, native, account);
    await server.prepare();
    return server;
  }

  uri(login: PostgresLogin = this.superuser, database = 'postgres'): string {
    return `postgresql://${encodeURIComponent(login.username)}:${encodeURIComponent(login.password)}@${this.host}:${this.port}/${encodeURIComponent(database)}`;
  }

  async createAdmin(username = `admin_${randomBytes(4).toString('hex')}`): Promise<PostgresLogin> {
    const password = newPassword();
    await this.query(`CREATE ROLE ${escapeIdentifier(username)} LOGIN NOSUPERUSER CREATEDB CREATEROLE PASSWORD ${escapeLiteral(password)}`);
    return { username, password };
  }

  async query(sql: string, values: readonly unknown[] = [], database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: this.uri(this.superuser, database), connectionTimeoutMillis: 5_000 });
    await client.connect();
    try {
      const { rows } = await client.query<Record<string, unknown>>(sql, [...values]);
      return rows;
    } finally {
      await client.end();
    }
  }

  output(): string {
    return this.child?.output() ?? this.kept;
  }

  async restart(): Promise<void> {
    await this.end();
    await this.launch();
  }

  async stop(): Promise<void> {
    await this.end();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Starts the process and waits until it takes logins. */
  async launch(): Promise<void> {
    const settings = [`listen_addresses=${this.host}`, 'unix_socket_directories=', 'fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];
    const child = this.run('postgres', ['-D', this.dataFolder, '-p', String(this.port), ...settings.flatMap((setting) => ['-c', setting])]);
    this.child = child;
    try {
      await this.untilReady(child);
    } catch (error) {
      await this.end();
      throw new PostgresNotReady(this.version, errorMessage(error), this.kept);
    }
  }

  private async untilReady(child: Child): Promise<void> {
    const giveUp = new AbortController();
    await eventually(
      async () => {
        const end = child.whenEnded();
        if (end !== undefined) giveUp.abort(new Error(describeEnd(end)));
        return this.query('SELECT 1');
      },
      { deadlineMs: START_DEADLINE_MS, what: 'the first login', signal: giveUp.signal },
    );
  }

  private get dataFolder(): string {
    return join(this.folder, 'data');
  }

  private async prepare(): Promise<void> {
    const passwordFile = join(this.folder, 'superuser-password');
    await mkdir(this.dataFolder, { mode: 0o700 });
    await writeFile(passwordFile, this.superuser.password, { mode: 0o600 });
    await chmod(this.folder, 0o711);
    await Promise.all([this.dataFolder, passwordFile].map((path) => this.handOver(path)));
    const child = this.run('initdb', [
      `--pgdata=${this.dataFolder}`,
      `--username=${this.superuser.username}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ]);
    const end = await child.ended;
    await rm(passwordFile);
    if (end.kind !== 'exit' || end.code !== 0) throw new PostgresNotReady(this.version, `initdb: ${describeEnd(end)}`, child.output());
  }

  private async handOver(path: string): Promise<void> {
    if (this.account !== undefined) await chown(path, this.account.uid, this.account.gid);
  }

  private run(program: 'initdb' | 'postgres', args: readonly string[]): Child {
    return Child.start({
      file: join(this.native, 'bin', program),
      args,
      env: { LC_ALL: 'C', TZ: 'UTC' },
      cwd: this.folder,
      ...(this.account === undefined ? {} : { account: this.account }),
    });
  }

  private async end(): Promise<void> {
    const child = this.child;
    if (child === undefined) return;
    // SIGINT is PostgreSQL's fast shutdown: sessions are ended, not waited for.
    await child.stop('SIGINT', STOP_DEADLINE_MS);
    this.kept = child.output();
    this.child = undefined;
  }
}

function newPassword(): string {
  return randomBytes(18).toString('base64url');
}
