import type { LoggerService } from '@nestjs/common';
import type { Clock } from '@kcp-runtime/kube';
import { isError } from './is-error.js';
import { jsonLine } from './json-line.js';
import type { LogFormat, LogLevel, LogLine } from './log-line.js';
import { safeJson } from './safe-json.js';
import { textLine } from './text-line.js';

/** How much is logged; the words of `--verbosity`. */
export type Verbosity = 'error' | 'info' | 'debug';

const LEVELS: Readonly<Record<Verbosity, readonly LogLevel[]>> = {
  error: ['error'],
  info: ['error', 'warn', 'info'],
  debug: ['error', 'warn', 'info', 'debug'],
};

const FORMATS: Readonly<Record<LogFormat, (line: LogLine) => string>> = { json: jsonLine, text: textLine };

/** What may be left out of a line. */
export type LinePart = 'timestamp' | 'stacktrace';

/** How lines look, and which there are. */
export interface LogStyle {
  readonly verbosity: Verbosity;
  /** `json` without it. */
  readonly format?: LogFormat;
  readonly without?: readonly LinePart[];
}

/** What a {@link LineLogger} needs. `write` gets whole lines. */
export interface LineLoggerOptions extends LogStyle {
  readonly clock: Clock;
  readonly write: (line: string) => void;
}

/**
 * One line for each thing that is said, with the keys of the platform's Go controllers: ts, level, logger, msg. An object beside
 * the message becomes keys of the line, after those four. Nest and all that logs through Nest's Logger come here.
 */
export class LineLogger implements LoggerService {
  private readonly levels: readonly LogLevel[];
  private readonly lineOf: (line: LogLine) => string;

  constructor(private readonly options: LineLoggerOptions) {
    this.levels = LEVELS[options.verbosity];
    this.lineOf = FORMATS[options.format ?? 'json'];
  }

  log(message: unknown, ...rest: readonly unknown[]): void {
    this.line('info', message, rest);
  }

  error(message: unknown, ...rest: readonly unknown[]): void {
    this.line('error', message, rest);
  }

  fatal(message: unknown, ...rest: readonly unknown[]): void {
    this.line('error', message, rest);
  }

  warn(message: unknown, ...rest: readonly unknown[]): void {
    this.line('warn', message, rest);
  }

  debug(message: unknown, ...rest: readonly unknown[]): void {
    this.line('debug', message, rest);
  }

  verbose(message: unknown, ...rest: readonly unknown[]): void {
    this.line('debug', message, rest);
  }

  private line(level: LogLevel, message: unknown, rest: readonly unknown[]): void {
    if (!this.levels.includes(level)) return;
    const { clock, without = [], write } = this.options;
    const { logger, stack, fields } = readRest(rest);
    const msg = wordsOf(message);
    const ts = without.includes('timestamp') ? undefined : new Date(clock.now()).toISOString();
    const stacktrace = without.includes('stacktrace') ? undefined : ((isError(message) ? message.stack : undefined) ?? stack);
    write(this.lineOf({ ts, level, logger, msg, fields, stacktrace }));
  }
}

/** Nest's Logger puts its context last; an error has its stack before that, or stands there itself. */
function readRest(rest: readonly unknown[]): { logger?: string; stack?: string; fields: object } {
  const words = rest.filter((part) => typeof part === 'string');
  const objects = rest.filter((part) => typeof part === 'object' && part !== null);
  return { logger: words.at(-1), stack: words.at(-2) ?? objects.find(isError)?.stack, fields: Object.assign({}, ...objects.map(fieldsOf)) };
}

/** An error's words are no field of it that could be copied. */
function fieldsOf(part: object): object {
  return isError(part) ? { ...part, error: part.message } : part;
}

function wordsOf(message: unknown): string {
  if (isError(message)) return message.message;
  return typeof message === 'string' ? message : (safeJson(message) ?? String(message));
}
