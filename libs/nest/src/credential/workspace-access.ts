/**
 * The credentials in the tenants' workspaces behind one endpoint URL: made, renewed, mended when the tenant takes a part away,
 * and taken down with the order. The access step and the end of an order call it; a customer client asks it for the workspace
 * itself. What it makes there it makes by claims, and only for offers that need it.
 */
import { clusterUrl, Conflict, NotFound, orderKey } from '@kcp-runtime/kube';
import type { Clock, KubeApi, KubeObject, ResourceType } from '@kcp-runtime/kube';
import { ClaimedSide } from '../customer/claimed-side.js';
import { DirectSide } from '../customer/direct-side.js';
import type { MadeObject, MadeObjects } from '../customer/made-objects.js';
import type { OrderOwner } from '../customer/order-owner.js';
import type { RuntimeSets } from '../customer/tenant-client.js';
import { TenantObjects } from '../customer/tenant-objects.js';
import type { AnyOffer } from '../offer/offer.js';
import { because } from '../status/reasons.js';
import type { MissingClaim } from '../status/reasons.js';
import type { AccessState } from './access-state.js';
import { ACCOUNTS, CREDENTIAL_KINDS, GRANTS, SECRETS, credentialNeed, unclaimableRights } from './credential-need.js';
import type { CredentialNeed, CredentialUse } from './credential-need.js';
import { accountName, credentialParts, CREDENTIAL_SET, grantName } from './credential-parts.js';
import { HeldCredentials, renewAtMs } from './held-credentials.js';
import type { HeldToken } from './held-credentials.js';
import { mintToken, TokenNotYet } from './minter.js';
import type { MintedToken } from './minter.js';
import type { KubeconfigOwner, TenantKubeconfigs } from './tenant-kubeconfigs.js';
import { kubeconfigFingerprint, workerKubeconfig } from './worker-kubeconfig.js';

/** What the access to the workspaces of one endpoint is made of. */
export interface WorkspaceAccessParts {
  /** Of the virtual workspace, as it is reached from here. */
  readonly url: string;
  /** The same as kcp says it: that is where others find it. */
  readonly publicUrl: string;
  /** The API at a URL over the connection of this moment. */
  readonly at: (url: string) => KubeApi;
  /** The same for somebody else. */
  readonly as: (token: string, url: string) => KubeApi;
  /** What workers are to trust: the CA of the connection of this moment, and what the operator adds. */
  readonly ca: (signal: AbortSignal) => Promise<string | undefined>;
  readonly made: MadeObjects;
  /** The claims of a credential that a cluster does not grant. */
  readonly missing: (cluster: string) => readonly MissingClaim[];
  readonly mayDelete: (cluster: string, type: ResourceType) => boolean;
  readonly kubeconfigs: TenantKubeconfigs;
  /** User in kubeconfigs, and controller of an offer that names none. */
  readonly providerName: string;
  readonly clock: Clock;
}

/** The offer needs a credential, and the tenant has not let us make one. */
export class CredentialRefused extends Error {
  override readonly name = 'CredentialRefused';
  constructor(claims: readonly MissingClaim[]) {
    super(because.accessUnclaimed(claims).message);
  }
}

interface Scope {
  readonly owner: OrderOwner;
  readonly offer: AnyOffer;
  readonly signal: AbortSignal;
}

const RETRY_AFTER_MS = 1_000;

export class WorkspaceAccess {
  readonly #held = new HeldCredentials();

  constructor(private readonly parts: WorkspaceAccessParts) {}

  /** Makes or mends what the order needs, and renews what comes to its end. */
  async open(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<AccessState> {
    const need = credentialNeed(offer);
    if (need === undefined) return { kind: 'notNeeded' };
    const claims = this.parts.missing(owner.key.cluster);
    if (claims.length > 0) return { kind: 'unclaimed', claims };
    try {
      return await this.#open({ owner, offer, signal }, need);
    } catch (error) {
      if (!isPassing(error)) throw error;
      return { kind: 'waiting', because: because.accessBeingMade(error), retryAfterMs: RETRY_AFTER_MS };
    }
  }

  /** The tenant's kinds that no claim leads to; `undefined` for an offer that touches none. */
  direct(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): DirectSide | undefined {
    const rights = unclaimableRights(offer);
    if (rights.length === 0) return undefined;
    const { kinds } = this.#held.of(orderKey(owner.key));
    const isOpen = (): boolean => this.parts.missing(owner.key.cluster).length === 0 && this.#hasRights(owner);
    return new DirectSide({ owner, rights, kinds, isOpen, api: () => this.#workspace({ owner, offer, signal }), signal });
  }

  /** Takes everything down: the kubeconfig first, then rights, then accounts. Answers what is still held by a finalizer. */
  async close(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal): Promise<MadeObject | undefined> {
    const need = credentialNeed(offer);
    if (need === undefined) return undefined;
    if (offer.worker.length > 0) await this.parts.kubeconfigs.remove(this.#kubeconfigOf(owner, offer), signal);
    const held = await this.#sets(owner, signal).removeSet(CREDENTIAL_SET);
    if (held === undefined) this.forget(orderKey(owner.key));
    return held;
  }

  /** The order of this key is gone. */
  forget(key: string): void {
    this.#held.forget(key);
  }

  async #open(scope: Scope, need: CredentialNeed): Promise<AccessState> {
    const accounts = await this.#accounts(scope, need);
    const worker = accounts.get('worker');
    const renewInMs = worker === undefined ? undefined : await this.#keepKubeconfig(scope, worker);
    if (accounts.has('runtime')) await this.#token(scope, need);
    return { kind: 'ready', renewInMs };
  }

  /** Equal content costs nothing, so that it is looked at in each pass. Answers the accounts' uids. */
  async #accounts({ owner, signal }: Scope, need: CredentialNeed): Promise<ReadonlyMap<CredentialUse, string>> {
    const parts = await this.#sets(owner, signal).replaceSet(CREDENTIAL_SET, credentialParts(owner, need));
    const uidOf = (use: CredentialUse): string => parts.find((part) => isAccount(part, accountName(owner, use)))?.metadata.uid ?? '';
    return new Map(need.accounts.map(({ use }) => [use, uidOf(use)]));
  }

  /** After how long the kubeconfig has to be looked at again. */
  async #keepKubeconfig({ owner, offer, signal }: Scope, accountUid: string): Promise<number> {
    const { kubeconfigs, providerName, clock, ca, publicUrl } = this.parts;
    const held = this.#held.of(orderKey(owner.key));
    const place = { server: clusterUrl(baseOf(publicUrl), owner.key.cluster), ca: await ca(signal) };
    const fingerprint = kubeconfigFingerprint(place, accountUid);
    held.kubeconfig ??= await this.#kept(owner, offer, signal);
    if (held.kubeconfig?.fingerprint !== fingerprint || held.kubeconfig.renewAtMs <= clock.now()) {
      const minted = await this.#mint(owner, 'worker', signal);
      const kubeconfig = workerKubeconfig(place, providerName, minted.token);
      await kubeconfigs.write(this.#kubeconfigOf(owner, offer), { ...minted, fingerprint, kubeconfig }, signal);
      held.kubeconfig = { fingerprint, renewAtMs: renewAtMs(minted) };
    }
    return Math.max(0, held.kubeconfig.renewAtMs - clock.now());
  }

  async #kept(owner: OrderOwner, offer: AnyOffer, signal: AbortSignal) {
    const kept = await this.parts.kubeconfigs.read(this.#kubeconfigOf(owner, offer), signal);
    return kept && { fingerprint: kept.fingerprint, renewAtMs: renewAtMs(kept) };
  }

  /** The tenant's workspace itself, with the rights that the offer names for what can't be claimed. */
  async #workspace(scope: Scope): Promise<KubeApi> {
    const { owner, offer } = scope;
    const claims = this.parts.missing(owner.key.cluster);
    const need = credentialNeed(offer);
    if (need === undefined || claims.length > 0) throw new CredentialRefused(claims);
    const { token } = await this.#token(scope, need);
    return this.#as(token, owner);
  }

  /** A token of the account as it stands: one of an account that was deleted and made again is dead. */
  async #token(scope: Scope, need: CredentialNeed): Promise<HeldToken> {
    const { owner, signal } = scope;
    const held = this.#held.of(orderKey(owner.key));
    const { token } = held;
    if (token !== undefined && renewAtMs(token) > this.parts.clock.now() && token.accountUid === this.#accountUid(owner)) return token;
    held.minting ??= this.#accounts(scope, need)
      .then(async (accounts) => ({ ...(await this.#mint(owner, 'runtime', signal)), accountUid: accounts.get('runtime') ?? '' }))
      .finally(() => (held.minting = undefined));
    return (held.token = await held.minting);
  }

  /** The last that is made and the first that is taken down: without it nothing is to be made again only to be removed. */
  #hasRights(owner: OrderOwner): boolean {
    return this.parts.made.get(GRANTS, owner.key.cluster, { name: grantName(owner, 'runtime') }) !== undefined;
  }

  #accountUid(owner: OrderOwner): string | undefined {
    const ref = { namespace: owner.key.namespace, name: accountName(owner, 'runtime') };
    return this.parts.made.get(ACCOUNTS, owner.key.cluster, ref)?.fields.uid;
  }

  #mint(owner: OrderOwner, use: CredentialUse, signal: AbortSignal): Promise<MintedToken> {
    const secrets = this.#claimed(owner).resource(SECRETS);
    return mintToken(accountName(owner, use), { owner, secrets, as: (token) => this.#as(token, owner), clock: this.parts.clock, signal });
  }

  #as(token: string, { key }: OrderOwner): KubeApi {
    return this.parts.as(token, clusterUrl(baseOf(this.parts.url), key.cluster));
  }

  #claimed({ key }: OrderOwner): KubeApi {
    return this.parts.at(clusterUrl(this.parts.url, key.cluster));
  }

  #sets(owner: OrderOwner, signal: AbortSignal): RuntimeSets {
    const api = this.#claimed(owner);
    const mayDelete = (type: ResourceType): boolean => this.parts.mayDelete(owner.key.cluster, type);
    const side = new ClaimedSide({ owner, kinds: CREDENTIAL_KINDS, made: this.parts.made, mayDelete, resource: (type) => api.resource(type), signal });
    return new TenantObjects({ owner, place: { kind: 'beside' }, sides: [side], signal });
  }

  #kubeconfigOf(order: OrderOwner, { controller = this.parts.providerName }: AnyOffer): KubeconfigOwner {
    return { order, controller };
  }
}

/** The part of a virtual workspace's URL that all of the shard's URLs have in common. */
export function baseOf(virtualWorkspace: string): string {
  const at = virtualWorkspace.indexOf('/services/');
  return at < 0 ? virtualWorkspace : virtualWorkspace.slice(0, at);
}

function isAccount({ kind, metadata }: KubeObject, name: string): boolean {
  return kind === 'ServiceAccount' && metadata.name === name;
}

/** kcp lags behind, or the tenant has taken something away between two requests: the next pass puts it right. */
function isPassing(error: unknown): error is Error {
  return error instanceof TokenNotYet || error instanceof NotFound || error instanceof Conflict;
}
