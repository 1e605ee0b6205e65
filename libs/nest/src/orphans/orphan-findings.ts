import type { ConfigFinding } from '../config/config-status-writer.js';
import type { NotedOrder } from './noted-order.js';

/** What a look at the record has come to. */
export interface OrphanSight {
  /** Noted, and gone without a clean-up. */
  readonly orphans: readonly NotedOrder[];
  /** Noted at an endpoint, or under an identity, that is not there any more: whether they are gone can't be told. */
  readonly unseen: readonly NotedOrder[];
}

/** What is done about orphans, in words. */
export type OrphanCare = { readonly kind: 'report' } | { readonly kind: 'remove'; readonly grace: string };

/** The condition KcpNothingOrphaned. */
export function orphanFinding({ orphans, unseen }: OrphanSight, care: OrphanCare): ConfigFinding {
  if (orphans.length > 0) return { status: 'False', reason: 'OrphansFound', message: `${orphanText(orphans)}. ${careText(care)}${unseen.length > 0 ? `. ${unseenText(unseen)}` : ''}` };
  if (unseen.length > 0) return { status: 'Unknown', reason: 'EndpointGone', message: unseenText(unseen) };
  return { status: 'True', reason: 'NothingOrphaned', message: 'Every order that was noted is there' };
}

function orphanText(orphans: readonly NotedOrder[]): string {
  return `${orphans.length} orders are gone without a clean-up, as when somebody takes the finalizer away: what was made for them outside still stands, first that of ${nameOf(orphans)}`;
}

function careText(care: OrphanCare): string {
  switch (care.kind) {
    case 'report':
      return 'Set spec.kcp.orphans to Remove, and the provider cleans up after them; status.kcp.orphans names them';
    case 'remove':
      return `The provider cleans up ${care.grace} after it has found them, unless URL, credential or identity changes or an endpoint is out of sync`;
  }
}

function unseenText(unseen: readonly NotedOrder[]): string {
  return `${unseen.length} orders were last seen at an endpoint, or under an identity, that the export has no more; nothing is concluded about them before it is there again, first ${nameOf(unseen)}. Where its consumers have left for good, see to them by hand and take them out of the record`;
}

function nameOf([first]: readonly NotedOrder[]): string {
  return first === undefined ? '' : `${first.offer} ${first.namespace}/${first.name} in ${first.cluster}`;
}
