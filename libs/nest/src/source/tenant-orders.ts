/**
 * Whose turn it is: the orders of each tenant at one endpoint URL, oldest first. WorkspaceEndpoint tells it of every order,
 * the home asks it for one order, and whoever was told something that no longer holds is woken.
 * It knows nothing that is not in the caches, and so nothing of it outlives the process.
 */
import { readOrderKey, tenantOfOrderKey } from '@kcp-runtime/kube';
import type { OrderFields, Standing } from '../reconcile/order-home.js';

/** What the rules are, and who is to be told. */
export interface TenantOrdersParts {
  /** Offers of which a workspace has one order that is served. */
  readonly single: ReadonlySet<string>;
  /** How many orders a tenant may have served at a time, over all offers; `undefined` for any number. */
  readonly limit: () => number | undefined;
  /** The order was told something that is not so any more. */
  readonly wake: (key: string) => void;
}

interface Place {
  readonly key: string;
  readonly offer: string;
  readonly createdAt: string;
  /** What the order was last told, until that is over. */
  told: Standing | undefined;
  /** What those behind this one are told; one object, so that it can be compared with what they were told. */
  ahead: Standing | undefined;
}

const SERVED: Standing = { kind: 'served' };
const UNKNOWN: Standing = { kind: 'unknown' };

/**
 * Age is `creationTimestamp`, which has seconds; among orders of one second the offer, the namespace and the name decide.
 * So the answer is the same in every process, and the same after a restart.
 */
export class TenantOrders {
  readonly #tenants = new Map<string, Place[]>();
  readonly #known = new Set<string>();
  #overLimit: Extract<Standing, { readonly kind: 'overLimit' }> | undefined;

  constructor(private readonly parts: TenantOrdersParts) {}

  /** The order is there. One that is on its way out and not held by us takes nobody's place any more. */
  saw(offer: string, key: string, { creationTimestamp, deletionTimestamp, isHeld }: OrderFields): void {
    if (deletionTimestamp !== undefined && !isHeld) return this.#leave(key, creationTimestamp);
    this.#enter({ key, offer, createdAt: creationTimestamp, told: undefined, ahead: undefined });
  }

  /** The order is gone. */
  lost(key: string, { creationTimestamp }: OrderFields): void {
    this.#leave(key, creationTimestamp);
  }

  /** All orders of the offer that were there have been seen; before that nobody can say who is the oldest. */
  know(offer: string): void {
    if (this.#known.has(offer)) return;
    this.#known.add(offer);
    for (const places of this.#tenants.values()) this.#tell(places);
  }

  /** Whether it is the order's turn. It is woken when this answer is over. */
  standing(offer: string, key: string, { creationTimestamp }: OrderFields): Standing {
    if (!this.#isRuled(offer)) return SERVED;
    const places = this.#tenants.get(tenantOfOrderKey(key)) ?? [];
    const place = places[indexOf(places, creationTimestamp, key)];
    if (place?.key !== key) return SERVED;
    for (const [other, standing] of this.#standings(places)) {
      if (other === place) place.told = standing;
      if (other === place) break;
    }
    return place.told ?? SERVED;
  }

  /** Keys of a tenant's orders, as far as there may be something to do about them. */
  keysOf(tenant: string): readonly string[] {
    return (this.#tenants.get(tenant) ?? []).map(({ key }) => key);
  }

  #enter(place: Place): void {
    const tenant = tenantOfOrderKey(place.key);
    const places = this.#tenants.get(tenant) ?? [];
    const at = indexOf(places, place.createdAt, place.key);
    if (places[at]?.key === place.key) return;
    places.splice(at, 0, place);
    this.#tenants.set(tenant, places);
    // The youngest changes nothing for the others.
    if (at < places.length - 1) this.#tell(places);
  }

  #leave(key: string, createdAt: string): void {
    const tenant = tenantOfOrderKey(key);
    const places = this.#tenants.get(tenant) ?? [];
    const at = indexOf(places, createdAt, key);
    const place = places[at];
    if (place?.key !== key) return;
    places.splice(at, 1);
    if (places.length === 0) this.#tenants.delete(tenant);
    const hadItsTurn = place.told === undefined || place.told.kind === 'served' || place.ahead !== undefined;
    if (hadItsTurn) this.#tell(places);
  }

  #tell(places: readonly Place[]): void {
    if (this.parts.single.size === 0 && this.parts.limit() === undefined) return;
    for (const [place, standing] of this.#standings(places)) {
      if (place.told === undefined || place.told === standing) continue;
      place.told = undefined;
      this.parts.wake(place.key);
    }
  }

  *#standings(places: readonly Place[]): Iterable<readonly [Place, Standing]> {
    const limit = this.parts.limit();
    const firsts = new Map<string, Place>();
    let served = 0;
    for (const place of places) {
      const first = firsts.get(place.offer);
      const standing = this.#standingOf(place, first, limit !== undefined && served >= limit ? limit : undefined);
      if (first === undefined) firsts.set(place.offer, place);
      if (standing.kind === 'served') served += 1;
      yield [place, standing];
    }
  }

  #standingOf({ offer }: Place, first: Place | undefined, exceeded: number | undefined): Standing {
    if (!this.#isRuled(offer)) return SERVED;
    if (!this.#known.has(offer)) return UNKNOWN;
    if (first !== undefined && this.parts.single.has(offer)) return (first.ahead ??= behind(first));
    if (exceeded === undefined) return SERVED;
    if (this.#overLimit?.limit !== exceeded) this.#overLimit = { kind: 'overLimit', limit: exceeded };
    return this.#overLimit;
  }

  #isRuled(offer: string): boolean {
    return this.parts.single.has(offer) || this.parts.limit() !== undefined;
  }
}

function behind({ key }: Place): Standing {
  const { namespace, name } = readOrderKey(key);
  return { kind: 'behind', winner: { namespace, name } };
}

/** Where the order stands, or would stand. */
function indexOf(places: readonly Place[], createdAt: string, key: string): number {
  let from = 0;
  let to = places.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const place = places[middle];
    if (place !== undefined && (place.createdAt < createdAt || (place.createdAt === createdAt && place.key < key))) from = middle + 1;
    else to = middle;
  }
  return from;
}
