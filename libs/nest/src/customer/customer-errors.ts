import type { ObjectTarget } from '../offer/order.js';
import type { Maker } from './marks.js';

/** An object with that name is there, and this order did not make it. It is neither changed nor deleted. */
export class ForeignObject extends Error {
  override readonly name = 'ForeignObject';
  constructor(readonly target: ObjectTarget, maker: Exclude<Maker, 'order'> = 'other') {
    super(`${nameOf(target)} exists already and was ${MADE_FOR[maker]}. Delete or rename it, or give the order another name.`);
  }
}

const MADE_FOR = { other: 'not made for this order', former: 'made for a former order of this name, which went without its clean-up' } as const;

/** A handler touches a kind that its offer does not name. */
export class RightMissing extends Error {
  override readonly name = 'RightMissing';
  constructor(readonly target: ObjectTarget) {
    super(`The offer names no right for ${target.kind} (${target.apiVersion}). Add manages(…) or reads(…) for it to 'customer' of defineOffer, or to 'workloadRights' for a workload cluster.`);
  }
}

/**
 * Nobody can say yet which objects of a kind stand in the workspace: kcp has not shown them since this process began.
 * Taken for none, they would stay behind; the order goes on when they have been seen.
 */
export class CustomerObjectsUnseen extends Error {
  override readonly name = 'CustomerObjectsUnseen';
  constructor(readonly kind: string) {
    super(`Which objects of kind ${kind} stand in the workspace is not known yet. The order goes on by itself as soon as kcp shows them.`);
  }
}

/** A handler gives a set a name that no label can carry. */
export class SetNameRefused extends Error {
  override readonly name = 'SetNameRefused';
  constructor(readonly setName: string) {
    super(`${JSON.stringify(setName)} can't name a set of objects. Use lower-case letters, digits and dashes, 63 at most.`);
  }
}

function nameOf({ kind, namespace, name }: ObjectTarget): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
