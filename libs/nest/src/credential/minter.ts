/**
 * Gets short-lived tokens for the ServiceAccounts of an order. kcp refuses TokenRequest through a virtual workspace, so the
 * order's minter asks for them in the workspace itself. The minter's own token has no end: its Secret is made for the
 * occasion, read back once, and deleted before the new token is handed out. It never leaves this call.
 */
import { AlreadyExists, Forbidden, NotFound, resourcePath, Unauthorized } from '@kcp-runtime/kube';
import type { Clock, KubeApi, KubeObject, ResourceClient } from '@kcp-runtime/kube';
import type { OrderOwner } from '../customer/order-owner.js';
import { ForeignObject } from '../customer/customer-errors.js';
import { tokenSecret } from '../manifests/rbac.js';
import { ACCOUNTS } from './credential-need.js';
import { accountName } from './credential-parts.js';

/** A token, and from when to when it is good. */
export interface MintedToken {
  readonly token: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/** kcp has not filled in the minter's token yet, or does not know its rights: both take it a moment. */
export class TokenNotYet extends Error {
  override readonly name = 'TokenNotYet';
  constructor(account: string, why: string) {
    super(`kcp gives no token for ServiceAccount ${account} yet: ${why}. It is tried again`);
  }
}

/** What a minter works with. */
export interface MinterParts {
  readonly owner: OrderOwner;
  /** Secrets of the order's workspace, by the claim. */
  readonly secrets: ResourceClient;
  /** The order's workspace itself, as whom a token says. */
  readonly as: (token: string) => KubeApi;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const LIFETIME_S = 3_600;
const PATIENCE_MS = 5_000;
const TRY_EVERY_MS = 100;
const ACCOUNT_ANNOTATION = 'kubernetes.io/service-account.name';

/** A fresh token of one ServiceAccount. @throws TokenNotYet, ForeignObject, KubeError */
export async function mintToken(account: string, parts: MinterParts): Promise<MintedToken> {
  const { owner, secrets, as, signal } = parts;
  const minter = accountName(owner, 'minter');
  const ref = { namespace: owner.key.namespace, name: minter };
  await makeSecret(minter, parts);
  try {
    const own = await patiently(account, parts, async () => ownToken(await secrets.get(ref, { signal })) ?? 'the Secret of the minter is still empty');
    return await patiently(account, parts, () => requested(account, as(own), parts));
  } finally {
    await secrets.delete(ref, { signal }).catch(ignoreGone);
  }
}

/** One that stands there is left from a call that was cut off. */
async function makeSecret(minter: string, { owner, secrets, signal }: MinterParts): Promise<void> {
  const { namespace } = owner.key;
  const { apiVersion, kind, uid, key } = owner;
  const metadata = { name: minter, namespace, ownerReferences: [{ apiVersion, kind, name: key.name, uid }] };
  try {
    await secrets.create(tokenSecret(metadata, { name: minter, namespace }), { signal });
  } catch (error) {
    if (!(error instanceof AlreadyExists)) throw error;
    const there = await secrets.get({ namespace, name: minter }, { signal });
    if (there.metadata.annotations?.[ACCOUNT_ANNOTATION] !== minter) throw new ForeignObject({ apiVersion: 'v1', kind: 'Secret', namespace, name: minter });
  }
}

function ownToken(secret: KubeObject): { readonly value: string } | undefined {
  const { token } = (secret['data'] ?? {}) as { readonly token?: string }; // the wire
  return token === undefined ? undefined : { value: Buffer.from(token, 'base64').toString('utf8') };
}

async function requested(account: string, workspace: KubeApi, { owner, clock, signal }: MinterParts): Promise<{ readonly value: MintedToken }> {
  const path = `${resourcePath(ACCOUNTS, { namespace: owner.key.namespace, name: account })}/token`;
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: LIFETIME_S } };
  const createdAtMs = clock.now();
  const { spec, status } = (await workspace.request({ method: 'POST', path, body, signal })).json() as TokenAnswer; // the wire
  return { value: { token: status.token, createdAtMs, expiresAtMs: createdAtMs + (spec.expirationSeconds ?? LIFETIME_S) * 1000 } };
}

interface TokenAnswer {
  readonly spec: { readonly expirationSeconds?: number };
  readonly status: { readonly token: string };
}

/** What a moment mends: kcp's token controller and its view of accounts and rights lag behind what was written. */
async function patiently<T>(account: string, { clock, signal }: MinterParts, attempt: () => Promise<{ readonly value: T } | string>): Promise<T> {
  const until = clock.now() + PATIENCE_MS;
  for (;;) {
    const answer = await attempt().catch(lagOf);
    if (typeof answer !== 'string') return answer.value;
    if (clock.now() >= until) throw new TokenNotYet(account, answer);
    await clock.sleep(TRY_EVERY_MS, signal);
  }
}

function lagOf(error: unknown): string {
  if (error instanceof NotFound || error instanceof Forbidden || error instanceof Unauthorized) return error.publicMessage;
  throw error;
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof NotFound)) throw error;
}
