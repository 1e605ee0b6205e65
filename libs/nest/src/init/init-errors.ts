import type { BreakingChange } from '@kcp-runtime/schema';
import { BREAKING_SCHEMA_ANNOTATION } from '../publish/kcp-faults.js';

/** A kind was installed, and the cluster does not serve it. */
export class CrdNotEstablished extends Error {
  override readonly name = 'CrdNotEstablished';
  constructor(crd: string, where: string, said: string) {
    super(`CustomResourceDefinition ${crd} is not served on ${where}: ${said}`);
  }
}

/** The new schema would refuse orders that are there, or drop what is in them; the old one stays served. */
export class BreakingCrdChange extends Error {
  override readonly name = 'BreakingCrdChange';
  constructor(crd: string, acceptedBy: string, breaks: readonly BreakingChange[]) {
    super(
      `CustomResourceDefinition ${crd} is not changed, since that would break orders that are there: ${breaks.map(({ path, message }) => `${path} ${message}`).join('; ')}. ` +
        `Make the change compatible, or annotate the ProviderConfig with ${BREAKING_SCHEMA_ANNOTATION}=${acceptedBy} when no order needs it`,
    );
  }
}

/** A step did not succeed in the time that it has. */
export class InitTimedOut extends Error {
  override readonly name = 'InitTimedOut';
  constructor(what: string, timeoutMs: number, last: string) {
    super(`It took longer than ${Math.round(timeoutMs / 1_000)} s to ${what}. Seen last: ${last}`);
  }
}
