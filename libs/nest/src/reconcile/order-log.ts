import type { LogFields, OrderLog } from '../offer/order.js';
import type { Pass } from './pass.js';

/** The runtime's log with the order's name and the pass's id in every line; the id's key is the one that controller-runtime has. */
export function orderLog(log: OrderLog, pass: Pass): OrderLog {
  const { offer, cluster, namespace, name } = pass.owner.key;
  return namedLog(log, { offer, cluster, namespace, name, identity: pass.owner.identity, reconcileID: pass.id });
}

/** The same log with these fields in every line. */
export function namedLog(log: OrderLog, names: LogFields): OrderLog {
  const named = (fields?: LogFields): LogFields => ({ ...names, ...fields });
  return {
    debug: (message, fields) => log.debug(message, named(fields)),
    info: (message, fields) => log.info(message, named(fields)),
    warn: (message, fields) => log.warn(message, named(fields)),
    error: (message, fields) => log.error(message, named(fields)),
  };
}

/** A fault with all that helps to find it. The status shows its message only. */
export function logFault(log: OrderLog, pass: Pass, what: string, error: unknown): void {
  const fields = error instanceof Error ? { error: error.message, stack: error.stack } : { error: String(error) };
  orderLog(log, pass).error(what, fields);
}
