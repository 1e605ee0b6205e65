import type { IncomingHttpHeaders } from 'node:http';
import { unauthorized } from '../server/answer/api-error.js';
import type { KubeObject } from '../storage/kube-object.js';
import type { ServiceAccountTokens, TokenClaims } from './service-account-tokens.js';
import { ANONYMOUS, type User } from './user.js';

/** Finds the objects that a ServiceAccount token depends on. */
export interface AccountLookup {
  serviceAccount(cluster: string, namespace: string, name: string): KubeObject | undefined;
  secret(cluster: string, namespace: string, name: string): KubeObject | undefined;
}

/** Tells who makes a request: static tokens, ServiceAccount tokens, or nobody. */
export class Authenticator {
  readonly #users = new Map<string, User>();

  constructor(
    private readonly tokens: ServiceAccountTokens,
    private readonly lookup: AccountLookup,
  ) {}

  addToken(token: string, user: User): void {
    this.#users.set(token, { ...user, groups: [...user.groups, 'system:authenticated'] });
  }

  removeToken(token: string): void {
    this.#users.delete(token);
  }

  /** @throws ApiError 401 for a token that is not known */
  identify(headers: IncomingHttpHeaders): User {
    const header = headers.authorization;
    if (header === undefined) return ANONYMOUS;
    const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1];
    const user = token === undefined ? undefined : (this.#users.get(token) ?? this.serviceAccount(token));
    if (user === undefined) throw unauthorized();
    return user;
  }

  /** The user of a token, for TokenReview. */
  review(token: string): User | undefined {
    return this.#users.get(token) ?? this.serviceAccount(token);
  }

  private serviceAccount(token: string): User | undefined {
    const claims = this.tokens.verify(token);
    if (claims === undefined || !this.isAlive(claims)) return undefined;
    return {
      name: `system:serviceaccount:${claims.namespace}:${claims.name}`,
      uid: claims.uid,
      groups: ['system:serviceaccounts', `system:serviceaccounts:${claims.namespace}`, 'system:authenticated'],
      homeCluster: claims.cluster,
    };
  }

  private isAlive(claims: TokenClaims): boolean {
    const account = this.lookup.serviceAccount(claims.cluster, claims.namespace, claims.name);
    if (account === undefined || account.metadata.uid !== claims.uid) return false;
    return claims.secret === undefined || this.lookup.secret(claims.cluster, claims.namespace, claims.secret) !== undefined;
  }
}
