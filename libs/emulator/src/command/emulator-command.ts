import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LOOPBACK, type EmulatorOptions } from '../emulator-options.js';
import { KCP_DELAYS, NO_DELAYS, type Delays } from '../faults/delays.js';

/** Where the admin kubeconfig goes. */
export type KubeconfigPlace = { readonly kind: 'temporary' } | { readonly kind: 'file'; readonly path: string };

/** What somebody asked for on the command line. */
export type EmulatorCommand = { readonly kind: 'help' } | { readonly kind: 'run'; readonly options: EmulatorOptions; readonly kubeconfig: KubeconfigPlace };

/** The command line says something that the emulator does not know. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';

  constructor(reason: string) {
    super(`${reason}\n--help prints what there is.`);
  }
}

export const HELP = `Starts a kcp, and so a Kubernetes, API server for tests and demos. Everything is in memory.

  kcp-emulator [flags]

  --port <number>        port to listen on; any free one by default
  --address <address>    address to listen on; 127.0.0.1 by default. With another one the network can reach it
  --host <name>          host by which clients reach it; the address by default, and 127.0.0.1 for 0.0.0.0
  --kubeconfig <file>    where to write the admin kubeconfig, which must not be there yet; a temporary file by default
  --shards <names>       names of the shards, by commas; root by default
  --delays none|kcp      how slow it is: not at all, the default, or as a real kcp
  --help                 prints this

  kcp-emulator start --root-directory=<folder> [--secure-port=<number>] [--shard-base-url=<url>]

  The same with kcp's own flags, so that it can stand where a kcp stood: it listens on all addresses,
  and the kubeconfig is admin.kubeconfig in that folder.
`;

/** Reads a command line. @throws CommandRefused */
export function readCommand(args: readonly string[]): EmulatorCommand {
  return args[0] === 'start' ? asKcp(args.slice(1)) : asEmulator(args);
}

function asEmulator(args: readonly string[]): EmulatorCommand {
  const text = { type: 'string' } as const;
  const { values } = refusing(() => parseArgs({ args: [...args], options: { port: text, address: text, host: text, kubeconfig: text, shards: text, delays: text, help: { type: 'boolean' } } }));
  if (values.help === true) return { kind: 'help' };
  const { address = LOOPBACK } = values;
  return {
    kind: 'run',
    options: {
      port: portOf(values.port ?? '0'),
      address,
      host: values.host ?? (ANY_ADDRESS.has(address) ? LOOPBACK : address),
      shards: shardsOf(values.shards ?? 'root'),
      delays: delaysOf(values.delays ?? 'none'),
    },
    kubeconfig: values.kubeconfig === undefined ? { kind: 'temporary' } : { kind: 'file', path: values.kubeconfig },
  };
}

function asKcp(args: readonly string[]): EmulatorCommand {
  const text = { type: 'string' } as const;
  const { values } = refusing(() => parseArgs({ args: [...args], options: { 'root-directory': text, 'secure-port': text, 'shard-base-url': text } }));
  const folder = values['root-directory'];
  if (folder === undefined) throw new CommandRefused('start needs --root-directory.');
  const host = values['shard-base-url'] === undefined ? 'localhost' : hostOf(values['shard-base-url']);
  return {
    kind: 'run',
    options: { port: portOf(values['secure-port'] ?? '6443'), address: '0.0.0.0', host },
    kubeconfig: { kind: 'file', path: join(folder, 'admin.kubeconfig') },
  };
}

/** What one listens on and nobody can connect to. */
const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

function refusing<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new CommandRefused(error instanceof Error ? error.message : String(error));
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new CommandRefused(`"${text}" is no port.`);
}

function hostOf(url: string): string {
  if (URL.canParse(url)) return new URL(url).hostname;
  throw new CommandRefused(`"${url}" is no URL.`);
}

function shardsOf(text: string): string[] {
  const names = text.split(',');
  const isGood = names.every((name) => /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(name)) && new Set(names).size === names.length;
  if (isGood) return names;
  throw new CommandRefused(`"${text}" is no list of different names.`);
}

function delaysOf(text: string): Readonly<Delays> {
  switch (text) {
    case 'none':
      return NO_DELAYS;
    case 'kcp':
      return KCP_DELAYS;
    default:
      throw new CommandRefused(`"${text}" are no delays: none or kcp.`);
  }
}
