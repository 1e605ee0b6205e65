/**
 * What a handler may answer. Closed unions, made by the functions below, so that a wrong answer
 * does not compile. An error that a handler throws is the third way out: back off and try again.
 */

/** Answers of `@OnOrder`. `Fields` are the author's own status fields. */
export type Provided<Fields extends object = object> = Ready<Fields> | Progressing | Rejected;

/** Answers of `@OnDelete`. */
export type Removed = Gone | Progressing | Blocked;

declare const fieldNames: unique symbol;

/** The order is fulfilled; looked at again at the poll interval. */
export interface Ready<Fields extends object = object, Names extends PropertyKey = keyof Fields> {
  readonly kind: 'ready';
  readonly fields: Fields;
  /** Only a type: without it a field that the status does not have would slip through. */
  readonly [fieldNames]?: Names;
}

/** Not there yet, and nothing is wrong; looked at again after `retryAfterMs`, else at the poll interval. */
export interface Progressing {
  readonly kind: 'progressing';
  readonly reason: string;
  readonly message: string;
  readonly retryAfterMs?: number;
}

/** Can't be fulfilled as it stands; tried again when the order, the config or a reference changes. */
export interface Rejected {
  readonly kind: 'rejected';
  readonly reason: string;
  readonly message: string;
}

/** Nothing of the order is left outside: the finalizer may go. */
export interface Gone {
  readonly kind: 'gone';
}

/** The deletion waits for the user; looked at again from 30 s, growing. */
export interface Blocked {
  readonly kind: 'blocked';
  readonly reason: string;
  readonly message: string;
}

/** Kubernetes' rule for the reason of a condition. */
const REASON = /^[A-Za-z]([A-Za-z0-9_,:]{0,1022}[A-Za-z0-9_])?$/;

/** A handler's reason that no condition can carry. The order is tried again with backoff. */
export class MalformedReason extends Error {
  override readonly name = 'MalformedReason';
  constructor(readonly reason: string) {
    super(`"${reason}" can't be the reason of a condition. Use one word in CamelCase and put the sentence into the message.`);
  }
}

/** The order is fulfilled. A field that is left out here vanishes from the status. */
export function ready(): Ready<Record<never, never>>;
export function ready<Fields extends object>(fields: Fields): Ready<Fields>;
export function ready(fields: object = {}): Ready {
  return { kind: 'ready', fields };
}

/**
 * Work goes on. The fields of the last `ready` stay in the status.
 * @throws MalformedReason when `reason` is not one word.
 */
export function progressing(reason: string, message: string, options: { readonly retryAfterMs?: number } = {}): Progressing {
  return { kind: 'progressing', reason: checked(reason), message, ...options };
}

/**
 * Only a change of the order, the config or a reference can help.
 * @throws MalformedReason when `reason` is not one word.
 */
export function rejected(reason: string, message: string): Rejected {
  return { kind: 'rejected', reason: checked(reason), message };
}

/** Everything of the order outside is gone. */
export function gone(): Gone {
  return { kind: 'gone' };
}

/**
 * The deletion can't go on before the user has done something; the message says what.
 * @throws MalformedReason when `reason` is not one word.
 */
export function blocked(reason: string, message: string): Blocked {
  return { kind: 'blocked', reason: checked(reason), message };
}

function checked(reason: string): string {
  if (!REASON.test(reason)) throw new MalformedReason(reason);
  return reason;
}
