import { describe, expect, it } from '@jest/globals';
import { ServerSecretInvalid, readServerAccess } from './server-access.js';

const good = { uri: 'postgresql://admin:secret@127.0.0.1:5432/postgres', passwordKey: 'k'.repeat(32) };

describe('the Secret of a server', () => {
  it('is taken with a uri and a passwordKey', () => {
    expect(readServerAccess('pg', good)).toEqual({ adminUri: good.uri, passwordKey: good.passwordKey });
  });

  it.each([
    ['has no uri', { passwordKey: good.passwordKey }, 'no key "uri"'],
    ['names another protocol', { ...good, uri: 'https://admin:secret@127.0.0.1' }, 'no postgresql:// address'],
    ['has a short key', { ...good, passwordKey: 'short' }, '"passwordKey" of at least 32'],
  ])('is refused by name when it %s', (_, data, words) => {
    const read = () => readServerAccess('pg', data);
    expect(read).toThrow(ServerSecretInvalid);
    expect(read).toThrow(words);
    expect(read).not.toThrow(/secret@|k{32}/);
  });
});
