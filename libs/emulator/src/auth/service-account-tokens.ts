import { createPublicKey, generateKeyPairSync, randomUUID, sign, verify, type KeyObject } from 'node:crypto';
import { isJsonObject, objectAt, textAt, type JsonObject } from '../storage/kube-object.js';

/** Issuer and audience of kcp's ServiceAccount tokens. */
export const TOKEN_ISSUER = 'https://kcp.default.svc';

/** Whose token it is. */
export interface TokenSubject {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** What a verified token says. */
export interface TokenClaims extends TokenSubject {
  /** The Secret that holds a token without an end; the token lives as long as the Secret. */
  readonly secret: string | undefined;
}

/**
 * Makes and verifies the JSON Web Tokens of ServiceAccounts. The key lives as long as the emulator,
 * so that tokens outlive a restart of the server.
 */
export class ServiceAccountTokens {
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  readonly #verified = new Map<string, { claims: TokenClaims; expiresAtMs: number }>();

  constructor(private readonly nowMs: () => number) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#publicKey = createPublicKey(privateKey);
  }

  /** A token of a TokenRequest; it ends after `lifetimeSeconds`. */
  issueBound(subject: TokenSubject, lifetimeSeconds: number, audiences: readonly string[]): string {
    const now = Math.floor(this.nowMs() / 1000);
    return this.sign({
      aud: audiences.length === 0 ? [TOKEN_ISSUER] : audiences,
      exp: now + lifetimeSeconds,
      iat: now,
      nbf: now,
      jti: randomUUID(),
      iss: TOKEN_ISSUER,
      'kubernetes.io': { clusterName: subject.cluster, namespace: subject.namespace, serviceaccount: { name: subject.name, uid: subject.uid } },
      sub: `system:serviceaccount:${subject.namespace}:${subject.name}`,
    });
  }

  /** The token of a `kubernetes.io/service-account-token` Secret; it has no end. */
  issueForSecret(subject: TokenSubject, secret: string): string {
    return this.sign({
      iss: 'kubernetes/serviceaccount',
      'kubernetes.io/serviceaccount/clusterName': subject.cluster,
      'kubernetes.io/serviceaccount/namespace': subject.namespace,
      'kubernetes.io/serviceaccount/secret.name': secret,
      'kubernetes.io/serviceaccount/service-account.name': subject.name,
      'kubernetes.io/serviceaccount/service-account.uid': subject.uid,
      sub: `system:serviceaccount:${subject.namespace}:${subject.name}`,
    });
  }

  /** What the token says, or undefined when it is not ours, was changed or has ended. */
  verify(token: string): TokenClaims | undefined {
    const known = this.#verified.get(token);
    if (known !== undefined) return this.nowMs() < known.expiresAtMs ? known.claims : undefined;
    const payload = this.verifiedPayload(token);
    const claims = payload === undefined ? undefined : readClaims(payload);
    if (payload === undefined || claims === undefined) return undefined;
    const expiresAtMs = typeof payload.exp === 'number' ? payload.exp * 1000 : Infinity;
    this.#verified.set(token, { claims, expiresAtMs });
    return this.nowMs() < expiresAtMs ? claims : undefined;
  }

  private sign(payload: JsonObject): string {
    const text = `${encoded({ alg: 'ES256', typ: 'JWT', kid: 'emulator' })}.${encoded(payload)}`;
    return `${text}.${sign('sha256', Buffer.from(text), { key: this.#privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  }

  private verifiedPayload(token: string): JsonObject | undefined {
    const [header, payload, signature, rest] = token.split('.');
    if (header === undefined || payload === undefined || signature === undefined || rest !== undefined) return undefined;
    const key = { key: this.#publicKey, dsaEncoding: 'ieee-p1363' as const };
    if (!verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))) return undefined;
    const content: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return isJsonObject(content) ? content : undefined;
  }
}

function encoded(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function readClaims(payload: JsonObject): TokenClaims | undefined {
  const bound = objectAt(payload['kubernetes.io']);
  const account = objectAt(bound.serviceaccount);
  const flat = (field: string): string | undefined => textAt(payload[`kubernetes.io/serviceaccount/${field}`]);
  const cluster = textAt(bound.clusterName) ?? flat('clusterName');
  const namespace = textAt(bound.namespace) ?? flat('namespace');
  const name = textAt(account.name) ?? flat('service-account.name');
  const uid = textAt(account.uid) ?? flat('service-account.uid');
  if (cluster === undefined || namespace === undefined || name === undefined || uid === undefined) return undefined;
  return { cluster, namespace, name, uid, secret: flat('secret.name') };
}
