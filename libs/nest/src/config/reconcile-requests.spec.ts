import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from '@kcp-runtime/kube';
import { ReconcileRequests } from './reconcile-requests.js';

function config(operation: string | undefined, reconciledAt?: string): KubeObject {
  const annotations: Record<string, string> = operation === undefined ? {} : { 'openmcp.cloud/operation': operation };
  return { apiVersion: 'boxes.io/v1', kind: 'BoxConfig', metadata: { name: 'boxes', annotations }, status: { reconciledAt } };
}

/** Which of the versions that a process sees one after another make it look at everything again. */
function seen(...versions: (KubeObject | undefined)[]): boolean[] {
  const requests = new ReconcileRequests();
  return versions.map((version) => requests.isNew(version));
}

describe('a request to look at everything again', () => {
  it('is heard once, on its way from the annotation over the note to the end', () => {
    expect(seen(config(undefined), config('reconcile'), config('reconcile', '10:00'), config(undefined, '10:00'))).toEqual([false, true, false, false]);
  });

  it('is heard by a process that has seen nothing but the note', () => {
    expect(seen(config(undefined), config(undefined, '10:00'))).toEqual([false, true]);
  });

  it('is heard again when it is made again', () => {
    expect(seen(config('reconcile'), config(undefined, '10:00'), config('reconcile', '10:00'))).toEqual([true, false, true]);
  });

  it('of an earlier time is none for a process that begins, and neither is any other word', () => {
    expect(seen(config(undefined, '09:00'), config('ignore', '09:00'), undefined)).toEqual([false, false, true]);
  });
});
