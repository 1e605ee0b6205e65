import { createContext, Script, type Context } from 'node:vm';

/** Something of a schema took longer than a server may be busy with one value. */
export class TakesTooLong extends Error {
  constructor(what: string) {
    super(`${what} takes longer than ${LIMIT_MS} ms`);
  }
}

const LIMIT_MS = 200;

/** Made when it is first needed; it holds nothing between two calls. */
let watch: { readonly script: Script; readonly context: Context & { work?: () => unknown } } | undefined;

/**
 * Does something that whoever wrote the schema or the value could make endless: Go's expressions and rules are bounded by their kind,
 * JavaScript's by nothing.
 * @throws TakesTooLong
 */
export function watched<T>(what: string, work: () => T): T {
  watch ??= { script: new Script('work()'), context: createContext({}) };
  const { script, context } = watch;
  context.work = work;
  try {
    return script.runInContext(context, { timeout: LIMIT_MS }) as T;
  } catch (error) {
    if (isTimeout(error)) throw new TakesTooLong(what);
    throw error;
  } finally {
    delete context.work;
  }
}

/** It is not an error of this realm. */
function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

const UNBOUNDED = /[*+]|\{\d+,\}/g;
const LONG_TEXT = 1_000;

/** Whether an expression may try a text in more ways than its length: then a watch is worth its tenth of a millisecond. */
export function mayBeEndless(pattern: string, text: string): boolean {
  return text.length > LONG_TEXT || (pattern.match(UNBOUNDED)?.length ?? 0) > 1;
}
