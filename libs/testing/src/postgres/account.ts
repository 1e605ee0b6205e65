import { readFile } from 'node:fs/promises';

/** The account that the server runs as; `undefined` for the caller's own. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root, so root takes an account that every Linux has. */
export async function serverAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const found = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  // initdb looks its account up by name, so a bare number would not do.
  if (found === undefined) throw new Error('PostgreSQL must not run as root, and this machine has neither an account postgres nor nobody. Run the tests as another user.');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}
