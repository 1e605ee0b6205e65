import type { LogLine } from './log-line.js';
import { safeJson } from './safe-json.js';

const LOST = 'what stood beside the message is no JSON';

/** One JSON object, with the keys of the platform's Go controllers first; nothing beside the message takes their place. */
export function jsonLine({ ts, level, logger, msg, fields, stacktrace }: LogLine): string {
  const own = { ts, level, logger, msg };
  const written = safeJson({ ...own, ...fields, ...own, ...(stacktrace === undefined ? {} : { stacktrace }) });
  return `${written ?? safeJson({ ...own, lost: LOST })}\n`;
}
