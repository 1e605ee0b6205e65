import { describe, expect, it } from '@jest/globals';
import { KubeconfigRefused } from '@kcp-runtime/kube';
import { load } from 'js-yaml';
import { changedKubeconfig, readGranted } from './granted-kubeconfig.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

function kubeconfig(cluster: object = { 'certificate-authority-data': base64('own\n') }): string {
  return JSON.stringify({
    'current-context': 'cluster',
    contexts: [{ name: 'cluster', context: { cluster: 'cluster', user: 'foo' } }],
    clusters: [{ name: 'other', cluster: { server: 'https://other.test' } }, { name: 'cluster', cluster: { server: 'https://public.test', ...cluster } }],
    users: [{ name: 'foo', user: { token: 't' } }],
  });
}

function clustersOf(text: string): unknown {
  return (load(text) as { readonly clusters: unknown }).clusters;
}

describe('a kubeconfig as it is granted', () => {
  it('that is none is refused as such, also where certificates are to be added', () => {
    const secret = { namespace: 'mcp--1', name: 'a.kubeconfig', key: 'kubeconfig' } as const;
    expect(() => readGranted({ secret, kubeconfig: 'apiVersion: v1' }, { caBundle: 'more' })).toThrow(KubeconfigRefused);
  });

  it('stays as it is where nothing is to be otherwise', () => {
    expect(changedKubeconfig(kubeconfig(), {})).toBe(kubeconfig());
  });

  it('leads to another address of the same server', () => {
    const changed = changedKubeconfig(kubeconfig(), { server: 'https://inside.test' });
    expect(clustersOf(changed)).toEqual([{ name: 'other', cluster: { server: 'https://other.test' } }, { name: 'cluster', cluster: { server: 'https://inside.test', 'certificate-authority-data': base64('own\n') } }]);
    expect(load(changed)).toMatchObject({ users: [{ user: { token: 't' } }] });
  });

  it('trusts the certificates of the operator beside its own', () => {
    expect(clustersOf(changedKubeconfig(kubeconfig(), { caBundle: 'more' }))).toMatchObject([{}, { cluster: { server: 'https://public.test', 'certificate-authority-data': base64('own\nmore\n') } }]);
  });

  it('trusts them alone where it names none', () => {
    expect(clustersOf(changedKubeconfig(kubeconfig({}), { caBundle: 'more' }))).toMatchObject([{}, { cluster: { 'certificate-authority-data': base64('more\n') } }]);
  });
});
