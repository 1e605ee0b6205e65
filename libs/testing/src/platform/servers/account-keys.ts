import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files with the keys that sign and verify the tokens of one cluster's ServiceAccounts: each has its own, so that no token works in two. */
export interface AccountKeys {
  readonly signing: string;
  readonly verifying: string;
}

/** Makes the keys below `folder`. */
export async function writeAccountKeys(folder: string): Promise<AccountKeys> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256', privateKeyEncoding: { type: 'sec1', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } });
  const keys = { signing: join(folder, 'accounts.key'), verifying: join(folder, 'accounts.pub') };
  await writeFile(keys.signing, privateKey, { mode: 0o600 });
  await writeFile(keys.verifying, publicKey);
  return keys;
}
