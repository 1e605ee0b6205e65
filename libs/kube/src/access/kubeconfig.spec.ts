import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityFor } from '../fixture/tls-server.fixture.js';
import type { Identity } from '../fixture/tls-server.fixture.js';
import { KubeconfigRefused } from './kubeconfig-refused.js';
import { readKubeconfig } from './kubeconfig.js';

const SOURCE = 'Secret team/kcp, key kubeconfig';
const TOKEN = 'a-very-secret-token';

let identity: Identity;
let stranger: Identity;
let folder: string;

beforeAll(async () => {
  [identity, stranger] = await Promise.all([identityFor('kcp'), identityFor('stranger')]);
  folder = mkdtempSync(join(tmpdir(), 'kubeconfig-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

interface Changes {
  readonly cluster?: object;
  readonly user?: object;
  readonly whole?: object;
}

function kubeconfig({ cluster, user, whole }: Changes = {}): string {
  return JSON.stringify({
    'current-context': 'provider',
    contexts: [{ name: 'provider', context: { cluster: 'kcp', user: 'me' } }],
    clusters: [{ name: 'kcp', cluster: { server: 'https://kcp:6443/clusters/root:team', 'certificate-authority-data': base64(identity.cert), ...cluster } }],
    users: [{ name: 'me', user: user ?? { token: TOKEN } }],
    ...whole,
  });
}

function refusalOf(text: string, origin: 'cluster' | 'process' = 'cluster'): KubeconfigRefused {
  try {
    readKubeconfig(text, { origin, source: SOURCE });
  } catch (error) {
    if (error instanceof KubeconfigRefused) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('a kubeconfig out of the cluster', () => {
  it('gives the server, with the workspace in it', () => {
    expect(readKubeconfig(kubeconfig(), { origin: 'cluster', source: SOURCE }).server).toBe('https://kcp:6443/clusters/root:team');
  });

  it('may be YAML', () => {
    const yaml = [
      'apiVersion: v1', 'kind: Config', 'current-context: c', 'contexts: [{name: c, context: {cluster: k, user: u}}]',
      'clusters:', '- name: k', '  cluster:', '    server: https://kcp', 'users:', '- name: u', '  user:', `    token: ${TOKEN}`,
    ].join('\n');
    expect(readKubeconfig(yaml, { origin: 'cluster', source: SOURCE }).server).toBe('https://kcp');
  });

  it('may carry a client certificate', () => {
    const user = { 'client-certificate-data': base64(identity.cert), 'client-key-data': base64(identity.key) };
    expect(readKubeconfig(kubeconfig({ user }), { origin: 'cluster', source: SOURCE }).reveal().tls).toMatchObject({ cert: identity.cert, key: identity.key });
  });

  it.each([
    ['users[me].user.exec', { user: { exec: { command: 'rm' } } }],
    ['users[me].user.auth-provider', { user: { 'auth-provider': { name: 'oidc' } } }],
    ['users[me].user.tokenFile', { user: { token: TOKEN, tokenFile: '/var/run/secrets/token' } }],
    ['users[me].user.client-certificate', { user: { 'client-certificate': '/etc/cert.pem' } }],
    ['users[me].user.client-key', { user: { 'client-key': '/etc/key.pem' } }],
    ['users[me].user.as', { user: { token: TOKEN, as: 'admin' } }],
    ['clusters[kcp].cluster.certificate-authority', { cluster: { 'certificate-authority': '/etc/passwd' } }],
    ['clusters[kcp].cluster.proxy-url', { cluster: { 'proxy-url': 'http://collector' } }],
    ['clusters[kcp].cluster.insecure-skip-tls-verify', { cluster: { 'insecure-skip-tls-verify': true } }],
    ['clusters[kcp].cluster.server', { cluster: { server: 'http://kcp' } }],
    ['clusters[kcp].cluster.server', { cluster: { server: 'https://me:pw@kcp' } }],
    ['clusters[kcp].cluster.server', { cluster: { server: 'https://kcp?x=1' } }],
    ['clusters[kcp].cluster.server', { cluster: { server: 'kcp:6443' } }],
    ['clusters[kcp].cluster.server', { cluster: { server: undefined } }],
    ['clusters[kcp].cluster.certificate-authority-data', { cluster: { 'certificate-authority-data': base64('no PEM') } }],
    ['clusters[kcp].cluster.certificate-authority-data', { cluster: { 'certificate-authority-data': '-----BEGIN' } }],
    ['users[me].user.token', { user: {} }],
    ['users[me].user.token', { user: { token: 42 } }],
    ['users[me].user.token', { user: { token: 'two\nlines' } }],
    ['current-context', { whole: { 'current-context': '' } }],
    ['contexts', { whole: { contexts: null } }],
    ['contexts[provider]', { whole: { contexts: [] } }],
    ['clusters[kcp]', { whole: { clusters: [{ name: 'other', cluster: {} }] } }],
    ['users[me]', { whole: { users: [] } }],
  ])('is refused for %s in %j', (field, changes) => {
    const refused = refusalOf(kubeconfig(changes));
    expect(refused.field).toBe(field);
  });

  it.each([
    ['no YAML', 'a: [b', 'the text'],
    ['a string', 'aGVsbG8=', 'the text'],
    ['empty', '', 'the text'],
    ['a list', '- a', 'the text'],
  ])('is refused when it is %s', (_case, text, field) => {
    expect(refusalOf(text).field).toBe(field);
  });

  it('is refused for a key without its certificate', () => {
    expect(refusalOf(kubeconfig({ user: { token: TOKEN, 'client-key-data': base64(identity.key) } })).field).toBe('users[me].user.client-certificate-data');
  });

  it('is refused for a key of another certificate', () => {
    const user = { 'client-certificate-data': base64(identity.cert), 'client-key-data': base64(stranger.key) };
    expect(refusalOf(kubeconfig({ user })).field).toBe('users[me].user.client-key-data');
  });

  it('is not refused for what other contexts have', () => {
    const users = [{ name: 'me', user: { token: TOKEN } }, { name: 'admin', user: { exec: { command: 'login' } } }];
    expect(readKubeconfig(kubeconfig({ whole: { users } }), { origin: 'cluster', source: SOURCE }).server).toContain('https://kcp');
  });

  it('is refused in words that name source, field and next step', () => {
    expect(refusalOf(kubeconfig({ cluster: { 'proxy-url': 'http://p' } })).message).toBe(
      `Kubeconfig of ${SOURCE} refused: clusters[kcp].cluster.proxy-url would send the traffic elsewhere. Remove it.`,
    );
  });

  it('is refused without a word of what it holds', () => {
    const refused = refusalOf(`users:\n- token: ${TOKEN}\n  : *${TOKEN} {`);
    expect(inspect(refused)).not.toContain(TOKEN);
  });
});

describe("a kubeconfig of the process's own", () => {
  it('may start programs', () => {
    const access = readKubeconfig(kubeconfig({ user: { exec: { command: 'login' } } }), { origin: 'process', source: SOURCE });
    expect(access.reveal().credential.kind).toBe('delegated');
  });

  it('may name files, from its own folder on', () => {
    writeFileSync(join(folder, 'ca.pem'), identity.cert);
    const text = kubeconfig({ cluster: { 'certificate-authority': 'ca.pem', 'certificate-authority-data': '' }, user: { tokenFile: 'token' } });
    const plan = readKubeconfig(text, { origin: 'process', source: join(folder, 'config') }).reveal();
    expect([plan.tls.ca, plan.credential]).toEqual([identity.cert, { kind: 'tokenFile', path: join(folder, 'token') }]);
  });

  it('is refused for a file that is not there', () => {
    const text = kubeconfig({ cluster: { 'certificate-authority': 'nowhere.pem', 'certificate-authority-data': undefined } });
    expect(refusalOf(text, 'process').message).toContain('ENOENT');
  });

  it('may use a proxy and talk to anybody', () => {
    const text = kubeconfig({ cluster: { 'proxy-url': 'http://proxy:3128', 'insecure-skip-tls-verify': true } });
    const plan = readKubeconfig(text, { origin: 'process', source: SOURCE }).reveal();
    expect([plan.proxyUrl, plan.tls.verify]).toEqual(['http://proxy:3128', false]);
  });

  it('may not ask for impersonation, which would be ignored', () => {
    expect(refusalOf(kubeconfig({ user: { token: TOKEN, as: 'admin' } }), 'process').field).toBe('users[me].user.as');
  });
});

describe('an access', () => {
  const fingerprint = (changes: Changes): string => readKubeconfig(kubeconfig(changes), { origin: 'cluster', source: SOURCE }).fingerprint;

  it('has the same fingerprint when nothing has changed', () => {
    expect(fingerprint({})).toBe(fingerprint({}));
  });

  it.each<[string, () => Changes]>([
    ['token', () => ({ user: { token: 'another' } })],
    ['server', () => ({ cluster: { server: 'https://kcp:6443/clusters/root:other' } })],
    ['CA', () => ({ cluster: { 'certificate-authority-data': base64(stranger.cert) } })],
  ])('has another fingerprint with another %s', (_what, changes) => {
    expect(fingerprint(changes())).not.toBe(fingerprint({}));
  });

  it('shows no secret, however it is printed', () => {
    const access = readKubeconfig(kubeconfig(), { origin: 'cluster', source: SOURCE });
    expect(`${inspect(access, { depth: 9, showHidden: true })} ${JSON.stringify(access)}`).not.toContain(TOKEN);
  });
});
