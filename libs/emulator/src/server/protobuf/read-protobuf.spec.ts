import { describe, expect, it } from '@jest/globals';
import { readProtobuf } from './read-protobuf.js';

/** A field with bytes in it; all of this spec is short enough for lengths of one byte. */
function part(number: number, ...content: readonly (string | Buffer)[]): Buffer {
  const bytes = Buffer.concat(content.map((piece) => Buffer.from(piece)));
  return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
}

function number(at: number, value: number): Buffer {
  return Buffer.from([at << 3, value]);
}

function body(apiVersion: string, kind: string, ...fields: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from('k8s\0'), part(1, part(1, apiVersion), part(2, kind)), part(2, ...fields)]);
}

describe('a body in protobuf', () => {
  it('is read as the object that it would be in JSON', () => {
    const secret = body('v1', 'Secret', part(1, part(1, 'login'), part(3, ''), part(8), part(11, part(1, 'a'), part(2, 'b'))), part(2, part(1, 'key'), part(2, 'b')), part(3, 'Opaque'));
    expect(readProtobuf(secret)).toEqual({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login', labels: { a: 'b' } }, data: { key: 'Yg==' }, type: 'Opaque' });
  });

  it('keeps what was said to be empty where that means something: a lease that was let go', () => {
    const lease = body('coordination.k8s.io/v1', 'Lease', part(2, part(1, ''), number(2, 1), part(3, number(1, 60)), number(5, 0)));
    expect(readProtobuf(lease)).toMatchObject({ spec: { holderIdentity: '', leaseDurationSeconds: 1, acquireTime: '1970-01-01T00:01:00.000000Z', leaseTransitions: 0 } });
  });

  it('gathers lists', () => {
    const role = body('rbac.authorization.k8s.io/v1', 'Role', part(2, part(1, 'get'), part(1, 'list'), part(2, ''), part(3, 'pods')));
    expect(readProtobuf(role)).toMatchObject({ rules: [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] }] });
  });

  it.each([
    ['of a kind that is not known', body('apps/v1', 'Deployment')],
    ['without its first bytes', Buffer.from('{}')],
  ])('%s is refused', (_what, bytes) => {
    expect(() => readProtobuf(bytes)).toThrow();
  });
});
