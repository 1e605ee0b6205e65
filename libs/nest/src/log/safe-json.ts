import { redact } from './redact.js';
import { isError } from './is-error.js';

const SECRET_KEY = /(password|passwd|pwd|token|secret|authorization|kubeconfig|connection-?string|(api|private)[-_]?key|client-key-data)$|^(uri|data|stringdata)$/i;

/** JSON without secrets. Undefined for what has none, such as an object that holds itself: nothing that an author logs may throw at him. */
export function safeJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, safely);
  } catch {
    return undefined;
  }
}

function safely(key: string, value: unknown): unknown {
  if (SECRET_KEY.test(key) && value !== undefined) return '<hidden>';
  if (typeof value === 'string') return redact(value);
  if (isError(value)) return redact(value.message);
  return typeof value === 'bigint' ? value.toString() : value;
}
