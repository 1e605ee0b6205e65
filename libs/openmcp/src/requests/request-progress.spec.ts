import { describe, expect, it } from '@jest/globals';
import type { AccessRequest, ClusterRequest } from './request-kinds.js';
import { accessProgress, clusterProgress } from './request-progress.js';

const MADE_AT = '2026-08-21T10:00:00Z';

function request(kind: 'AccessRequest' | 'ClusterRequest', status: ClusterRequest['status']): AccessRequest & ClusterRequest {
  return { apiVersion: 'clusters.openmcp.cloud/v1alpha1', kind, metadata: { namespace: 'mcp--x', name: 'foo--main--mcp', generation: 2, creationTimestamp: MADE_AT }, status };
}

describe('an AccessRequest', () => {
  it('is granted when the grant is for what it asks now', () => {
    expect(accessProgress(request('AccessRequest', { phase: 'Granted', observedGeneration: 2 }))).toEqual({ kind: 'granted' });
    expect(accessProgress(request('AccessRequest', { phase: 'Granted', observedGeneration: 1 })).kind).toBe('pending');
  });

  it('is denied when the refusal is of what it asks now', () => {
    const conditions = [{ type: 'Ready', status: 'False', reason: 'Forbidden', message: 'not here' }];
    expect(accessProgress(request('AccessRequest', { phase: 'Denied', observedGeneration: 2, conditions }))).toEqual({
      kind: 'denied',
      message: 'AccessRequest mcp--x/foo--main--mcp was denied (Ready: Forbidden); its status on the platform says why',
      said: 'not here',
    });
    expect(accessProgress(request('AccessRequest', { phase: 'Denied', observedGeneration: 1, conditions })).kind).toBe('pending');
  });
});

describe('a ClusterRequest', () => {
  it('is granted as soon as its phase says so', () => {
    expect(clusterProgress(request('ClusterRequest', { phase: 'Granted' }))).toEqual({ kind: 'granted' });
  });

  it('stays granted through a fault of the scheduler, since its cluster is its own for good', () => {
    const status = { phase: 'Pending', cluster: { namespace: 'mcp--x', name: 'workload' } };
    expect(clusterProgress(request('ClusterRequest', status))).toEqual({ kind: 'granted' });
  });
});

describe('a request that is not granted', () => {
  it('tells that nobody has looked at it, since it was made', () => {
    expect(accessProgress(request('AccessRequest', {}))).toEqual({ kind: 'pending', since: MADE_AT, message: 'AccessRequest mcp--x/foo--main--mcp is not granted yet; nobody has looked at it yet' });
  });

  it('tells the trouble that came last, since then', () => {
    const conditions = [
      { type: 'Old', status: 'False', reason: 'Before', lastTransitionTime: '2026-08-21T10:01:00Z' },
      { type: 'New', status: 'Unknown', reason: 'Now', message: 'the cluster is not reachable', lastTransitionTime: '2026-08-21T10:02:00Z' },
      { type: 'Fine', status: 'True', reason: 'Well', lastTransitionTime: '2026-08-21T10:03:00Z' },
    ];
    expect(clusterProgress(request('ClusterRequest', { phase: 'Pending', conditions }))).toEqual({
      kind: 'pending',
      since: '2026-08-21T10:02:00Z',
      message: 'ClusterRequest mcp--x/foo--main--mcp is not granted yet (New: Now)',
      said: 'the cluster is not reachable',
    });
  });

  it('keeps apart what the platform has said, whatever place it has put it in', () => {
    const conditions = [{ type: 'Ready', status: 'False', reason: 'https://10.0.0.7', message: 'project-blue has it' }];
    expect(clusterProgress(request('ClusterRequest', { phase: 'Pending', conditions }))).toMatchObject({
      message: 'ClusterRequest mcp--x/foo--main--mcp is not granted yet (Ready)',
      said: 'project-blue has it',
    });
  });

  it('does not tell a whole novel', () => {
    const conditions = [{ type: 'Ready', status: 'False', message: 'x'.repeat(5_000) }];
    expect(JSON.stringify(clusterProgress(request('ClusterRequest', { phase: 'Pending', conditions }))).length).toBeLessThan(500);
  });
});
