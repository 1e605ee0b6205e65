import { isSet } from './flags.js';
import type { CommandLine, FlagName } from './flags.js';

const NO_WEBHOOKS = 'this provider serves no webhooks';

/** Flags of the platform's Go providers that change nothing here, and why. */
const IDLE: Partial<Readonly<Record<FlagName, string>>> = {
  'webhook-cert-path': NO_WEBHOOKS,
  'webhook-cert-name': NO_WEBHOOKS,
  'webhook-cert-key': NO_WEBHOOKS,
  'enable-http2': 'probes and metrics are served over HTTP/1.1',
  'pprof-bind-address': 'start node with --inspect to look into the process',
};

/** What is to be said about a command line: what nobody here knows, and what is known and changes nothing. */
export function remarks({ flags, ignored }: CommandLine): string[] {
  const unknown = ignored.map((word) => `${word} is not known here and is ignored`);
  const idle = Object.entries(IDLE).flatMap(([name, why]) => (isAsked(flags, name as FlagName) ? [`--${name} changes nothing: ${why}`] : []));
  const alone = flags.has('leader-elect') && !isSet(flags, 'leader-elect') ? ['--leader-elect=false changes nothing: a lease is always held, since a rollout runs two processes'] : [];
  return [...unknown, ...idle, ...alone];
}

/** `--enable-http2=false` and `--pprof-bind-address=0` ask for nothing. */
function isAsked(flags: CommandLine['flags'], name: FlagName): boolean {
  return flags.has(name) && isSet(flags, name);
}
