import type { ChildEnd } from '../../process/child.js';
import { startPostgres } from '../../postgres/start-postgres.js';
import type { Program } from './program.js';

const PORT = 5432;

/** A real PostgreSQL with the superuser that the container's variables name, as the official image has it. */
export const postgresProgram: Program = async ({ env, ip }) => {
  const { POSTGRES_USER: username = 'postgres', POSTGRES_PASSWORD: password } = env;
  if (password === undefined) throw new Error('The container of PostgreSQL has no POSTGRES_PASSWORD, without which the official image does not start.');
  const server = await startPostgres({ version: 18, superuser: { username, password }, listen: { host: ip, port: PORT } });
  let settle: (end: ChildEnd) => void = () => undefined;
  const ended = new Promise<ChildEnd>((resolve) => (settle = resolve));
  const stop = async (): Promise<void> => {
    await server.stop();
    settle({ kind: 'exit', code: 0 });
  };
  return { ended, stop, signal: () => void stop() };
};
