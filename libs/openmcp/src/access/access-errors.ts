import type { NamespacedName } from '../requests/request-kinds.js';

/** The platform says no to an access that the provider can't do without. */
export class AccessDenied extends Error {
  override readonly name = 'AccessDenied';
  /** @param said what the platform says, with the name of the request */
  constructor(said: string) {
    super(`${unended(said)}. Ask the platform's operator to allow it, then start the provider again.`);
  }
}

/** An access that the provider can't do without did not come in time. */
export class AccessNotGranted extends Error {
  override readonly name = 'AccessNotGranted';
  /** @param last what was seen last, in words */
  constructor(request: NamespacedName, timeoutMs: number, last: string) {
    super(
      `Access by ${request.namespace}/${request.name} was not granted within ${Math.round(timeoutMs / 1000)} s. Last seen: ${unended(last)}. ` +
        'Look at the requests of that name on the platform cluster, and at the scheduler and the cluster provider that serve them.',
    );
  }
}

/** Words of the platform may or may not end in a full stop. */
function unended(text: string): string {
  return text.replace(/\.$/, '');
}
