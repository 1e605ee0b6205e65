import { describe, expect, it } from '@jest/globals';
import { redact } from './redact.js';

describe('a text that leaves the process', () => {
  it.each([
    ['a token', 'got eyJhbGciOi.eyJpc3MiOiJr.c2lnbmF0dXJl back', 'got <token> back'],
    ['a header', 'Authorization: Bearer abcdef0123456789', 'Authorization: Bearer <token>'],
    ['a connection string', 'postgres://admin:s3cret@db:5432/x', 'postgres://admin:<password>@db:5432/x'],
    ['a key and its value', '{"password":"s3cret","host":"db"}', '{"password":<hidden>,"host":"db"}'],
    ['a variable that ends in such a word', 'PGPASSWORD=s3cret psql; db_password: s3cret; client_secret=s3cret', 'PGPASSWORD=<hidden> psql; db_password: <hidden>; client_secret=<hidden>'],
    ['a key and its value in a text within a text', '{\\"token\\":\\"s3cret\\",\\"host\\":\\"db\\"}', '{\\"token\\":<hidden>,\\"host\\":\\"db\\"}'],
    ['a private key', '-----BEGIN EC PRIVATE KEY-----\nMHcC\n-----END EC PRIVATE KEY-----', '<private key>'],
  ])('has no secret of the shape of %s', (_shape, text, without) => {
    expect(redact(text)).toBe(without);
  });

  // To read them again from each of their letters would take longer than any test may.
  it.each(['a', 'password', 'token-', 'eyJ-', 'a.b://'])('is read once, however often "%s" stands in it', (word) => {
    const text = word.repeat(400_000 / word.length);
    expect(redact(text)).toBe(text);
  });

  it('keeps the words about a field that holds one', () => {
    const told = 'spec.serverSecret: is required; password: password must be longer than 8 characters; adminToken: must be a text';
    expect(redact(told)).toBe(told);
  });

  it('is left alone without one', () => {
    expect(redact('Secret team/kcp has no key "kubeconfig"; token renewal is due')).toBe('Secret team/kcp has no key "kubeconfig"; token renewal is due');
  });
});
