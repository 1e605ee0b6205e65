import { dig, eventually } from '@kcp-runtime/testing';
import type { RawBody } from '@kcp-runtime/testing';

/** What a condition is to say. */
export interface AwaitedCondition {
  /** Whose it is, in the words of the error. */
  readonly whose: string;
  readonly type: string;
  readonly status: string;
  readonly reason: string;
}

/** Waits until the object that `read` gives has the condition; returns its message. */
export async function whenCondition(read: () => Promise<RawBody>, { whose, type, status, reason }: AwaitedCondition, deadlineMs: number): Promise<string> {
  let seen: unknown;
  try {
    return await eventually(
      async () => {
        seen = dig(await read(), 'status', 'conditions');
        const found = (Array.isArray(seen) ? seen : []).find((condition) => dig(condition, 'type') === type);
        return dig(found, 'status') === status && dig(found, 'reason') === reason ? String(dig(found, 'message')) : undefined;
      },
      { deadlineMs, what: `${whose} to say ${type}=${status} (${reason})` },
    );
  } catch (error) {
    throw new Error(`${String(error)}\nThe conditions are: ${JSON.stringify(seen)}`, { cause: error });
  }
}
