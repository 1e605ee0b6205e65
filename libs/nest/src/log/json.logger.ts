import { types } from 'node:util';
import type { LoggerService } from '@nestjs/common';
import type { Clock } from '@kcp-runtime/kube';
import { redact } from './redact.js';

/** How much is logged; the words of `--verbosity`. */
export type Verbosity = 'error' | 'info' | 'debug';

type Level = 'error' | 'warn' | 'info' | 'debug';

const LEVELS: Readonly<Record<Verbosity, readonly Level[]>> = {
  error: ['error'],
  info: ['error', 'warn', 'info'],
  debug: ['error', 'warn', 'info', 'debug'],
};

/** What a {@link JsonLogger} needs. `write` gets whole lines. */
export interface JsonLoggerOptions {
  readonly verbosity: Verbosity;
  readonly clock: Clock;
  readonly write: (line: string) => void;
}

/**
 * One JSON object a line, with the keys of the platform's Go controllers: ts, level, logger, msg. An object beside
 * the message becomes keys of the line, after those four. Nest and all that logs through Nest's Logger come here.
 */
export class JsonLogger implements LoggerService {
  private readonly levels: readonly Level[];

  constructor(private readonly options: JsonLoggerOptions) {
    this.levels = LEVELS[options.verbosity];
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

  private line(level: Level, message: unknown, rest: readonly unknown[]): void {
    if (!this.levels.includes(level)) return;
    const { logger, stack, fields } = readRest(rest);
    const { msg, stacktrace } = readMessage(message, stack);
    const own = { ts: new Date(this.options.clock.now()).toISOString(), level, logger, msg };
    this.options.write(`${written({ ...own, ...fields, ...own, ...(stacktrace === undefined ? {} : { stacktrace }) }) ?? written({ ...own, lost: LOST })}\n`);
  }
}

const LOST = 'what stood beside the message is no JSON';

/** Nothing that an author logs may throw at him: an object that holds itself has no JSON. */
function written(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, safely);
  } catch {
    return undefined;
  }
}

/** Nest's Logger puts its context last; an error has its stack before that. */
function readRest(rest: readonly unknown[]): { logger?: string; stack?: string; fields: object } {
  const words = rest.filter((part) => typeof part === 'string');
  const fields = Object.assign({}, ...rest.filter((part) => typeof part === 'object' && part !== null).map(fieldsOf));
  return { logger: words.at(-1), stack: words.at(-2), fields };
}

/** An error's words and stack are no fields of it that could be copied. */
function fieldsOf(part: object): object {
  return isError(part) ? { ...part, error: part.message, stacktrace: part.stack } : part;
}

function readMessage(message: unknown, stack: string | undefined): { msg: string; stacktrace?: string } {
  if (isError(message)) return { msg: message.message, stacktrace: message.stack };
  if (typeof message === 'string') return { msg: message, stacktrace: stack };
  return { msg: written(message) ?? String(message), stacktrace: stack };
}

function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}

const SECRET_KEY = /(password|passwd|pwd|token|secret|authorization|kubeconfig|connection-?string|(api|private)[-_]?key|client-key-data)$|^(uri|data|stringdata)$/i;

function safely(key: string, value: unknown): unknown {
  if (SECRET_KEY.test(key) && value !== undefined) return '<hidden>';
  if (typeof value === 'string') return redact(value);
  if (isError(value)) return redact(value.message);
  return typeof value === 'bigint' ? value.toString() : value;
}
