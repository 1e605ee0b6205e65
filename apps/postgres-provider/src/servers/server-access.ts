/** How the provider reaches the PostgreSQL server that the ProviderConfig names. */
export interface ServerAccess {
  /** `postgresql://admin:…@host:port/database`; the admin needs CREATEDB and CREATEROLE, nothing more. */
  readonly adminUri: string;
  /** What the logins' passwords are derived from. */
  readonly passwordKey: string;
}

/** The server's Secret does not hold what the provider needs. The message names the Secret and the key, never a value. */
export class ServerSecretInvalid extends Error {
  override readonly name = 'ServerSecretInvalid';
  constructor(secret: string, problem: string) {
    super(`Secret ${secret} ${problem}. It needs the keys "uri" (postgresql://admin:password@host:port/postgres) and "passwordKey" (32 characters or more, kept for good).`);
  }
}

/**
 * Reads the access out of the Secret's decoded data.
 * @throws ServerSecretInvalid when a key is missing or unusable.
 */
export function readServerAccess(secret: string, data: Readonly<Record<string, string>>): ServerAccess {
  const adminUri = data['uri']?.trim();
  const passwordKey = data['passwordKey']?.trim();
  if (!adminUri) throw new ServerSecretInvalid(secret, 'has no key "uri"');
  if (!URL.canParse(adminUri) || !/^postgres(ql)?:$/.test(new URL(adminUri).protocol)) throw new ServerSecretInvalid(secret, 'has a "uri" that is no postgresql:// address');
  if (!passwordKey || passwordKey.length < 32) throw new ServerSecretInvalid(secret, 'has no "passwordKey" of at least 32 characters');
  return { adminUri, passwordKey };
}
