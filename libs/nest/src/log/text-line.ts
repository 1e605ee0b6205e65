import type { LogLine } from './log-line.js';
import { redact } from './redact.js';
import { safeJson } from './safe-json.js';

const LEVEL_WIDTH = 5;

/** One line for a person: time, level, logger, message, and what stood beside it as `key=value`; a stack on lines of its own. */
export function textLine({ ts, level, logger, msg, fields, stacktrace }: LogLine): string {
  const beside = Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${valueText(key, value)}`]));
  const words = [ts, level.toUpperCase().padEnd(LEVEL_WIDTH), logger, redact(msg), ...beside].filter((word) => word !== undefined);
  return `${words.join('  ')}\n${stacktrace === undefined ? '' : `${redact(stacktrace)}\n`}`;
}

/** The key goes with its value, since it may say that a secret follows. */
function valueText(key: string, value: unknown): string {
  const [text = '<no text>'] = Object.values(JSON.parse(safeJson({ [key]: value }) ?? '{}') as object);
  return typeof text === 'string' && /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text);
}
