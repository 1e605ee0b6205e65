import type { LinePart, LogStyle, Verbosity } from '../log/line.logger.js';
import type { LogFormat } from '../log/log-line.js';
import { isSet } from './flags.js';
import type { CommandLine } from './flags.js';

/** How the platform's logging flags want the log. An unknown word means what would be without it: a log must never stop a provider. */
export function logStyle(line: CommandLine): LogStyle {
  return { verbosity: verbosityOf(line), format: formatOf(line), without: leftOut(line) };
}

/** The word after `--verbosity`, which openMCP's operator writes in capitals. An unknown one means info. */
function verbosityOf({ flags }: CommandLine): Verbosity {
  switch (flags.get('verbosity')?.toLowerCase()) {
    case 'debug':
      return 'debug';
    case 'error':
      return 'error';
    case 'info':
      return 'info';
    default:
      return isSet(flags, 'dev') ? 'debug' : 'info';
  }
}

function formatOf({ flags }: CommandLine): LogFormat {
  switch (flags.get('format')?.toLowerCase()) {
    case 'json':
      return 'json';
    case 'text':
      return 'text';
    default:
      return isSet(flags, 'dev') || isSet(flags, 'cli') ? 'text' : 'json';
  }
}

function leftOut({ flags }: CommandLine): LinePart[] {
  const timestamp: LinePart[] = isSet(flags, 'disable-timestamp') || (isSet(flags, 'cli') && !flags.has('disable-timestamp')) ? ['timestamp'] : [];
  return isSet(flags, 'disable-stacktrace') ? [...timestamp, 'stacktrace'] : timestamp;
}
