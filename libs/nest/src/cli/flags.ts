import { parseArgs } from 'node:util';

/**
 * Flags in Go's forms, since openMCP's operator and its people write them so: `--name value`, `--name=value`,
 * one dash or two; a boolean takes its value only after `=`. The last one wins.
 */
const FLAGS = {
  kubeconfig: 'string',
  'provider-name': 'string',
  environment: 'string',
  verbosity: 'string',
  format: 'string',
  dev: 'boolean',
  cli: 'boolean',
  'disable-stacktrace': 'boolean',
  'disable-caller': 'boolean',
  'disable-timestamp': 'boolean',
  'leader-elect': 'boolean',
  'health-probe-bind-address': 'string',
  'metrics-bind-address': 'string',
  'metrics-secure': 'boolean',
  'metrics-cert-path': 'string',
  'metrics-cert-name': 'string',
  'metrics-cert-key': 'string',
  'webhook-cert-path': 'string',
  'webhook-cert-name': 'string',
  'webhook-cert-key': 'string',
  'enable-http2': 'boolean',
  'pprof-bind-address': 'string',
  'dry-run': 'boolean',
  help: 'boolean',
  namespace: 'string',
  platform: 'string',
  kcp: 'boolean',
  part: 'string',
  'provider-workspace': 'string',
  'export-name': 'string',
} as const;

/** Name of a flag that is known here. */
export type FlagName = keyof typeof FLAGS;

/** The letters that stand for a flag, after one dash. */
const LETTERS: Readonly<Record<string, FlagName>> = { v: 'verbosity', f: 'format', h: 'help' };

/** What the command line said. */
export interface CommandLine {
  /** The first word; `undefined` where there is none. */
  readonly command: string | undefined;
  readonly flags: ReadonlyMap<FlagName, string>;
  /** Flags and words that nobody here knows: told, and ignored, since a newer operator may add some. */
  readonly ignored: readonly string[];
}

/** Reads a command line. It refuses nothing: an unknown flag must not stop a provider. */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const options = Object.fromEntries(Object.entries(FLAGS).map(([name, type]) => [name, { type }]));
  const { tokens } = parseArgs({ args: argv.map(twoDashes), options, strict: false, allowPositionals: true, tokens: true });
  const flags = new Map<FlagName, string>();
  const words: string[] = [];
  const ignored: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    else if (token.kind === 'option' && isKnown(token.name)) flags.set(token.name, token.value ?? 'true');
    else if (token.kind === 'option') ignored.push(token.rawName);
  }
  return { command: words[0], flags, ignored: [...ignored, ...words.slice(1)] };
}

/** Whether a boolean flag is set. Go's words for no. */
export function isSet(flags: CommandLine['flags'], name: FlagName): boolean {
  return !['false', 'f', '0', undefined].includes(flags.get(name)?.toLowerCase());
}

function twoDashes(argument: string): string {
  const [, letter = '', value = ''] = /^-([a-z])(=.*)?$/s.exec(argument) ?? [];
  const name = LETTERS[letter];
  if (name !== undefined) return `--${name}${value}`;
  return /^-[a-z][a-z-]/.test(argument) ? `-${argument}` : argument;
}

function isKnown(name: string): name is FlagName {
  return Object.hasOwn(FLAGS, name);
}
