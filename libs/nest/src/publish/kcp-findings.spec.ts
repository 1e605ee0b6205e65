import { describe, expect, it } from '@jest/globals';
import { ApiNotServed, Forbidden, Invalid, KubeconfigRefused, Unauthorized, Unreachable, WorkspaceNotFound } from '@kcp-runtime/kube';
import type { KubeErrorContext } from '@kcp-runtime/kube';
import { ExportConflict, KubeconfigSecretMissing } from './kcp-faults.js';
import { connectionFinding, publishFinding } from './kcp-findings.js';

const answered = (status: number, message: string): KubeErrorContext => ({ method: 'GET', url: 'https://kcp/clusters/root:boxes/x', status, message });
const noRight = new Forbidden(answered(403, 'apiexports.apis.kcp.io is forbidden: User "sa" cannot create resource "apiexports" in API group "apis.kcp.io" at the cluster scope: access denied'));

describe('what is said of a connection that fails', () => {
  it.each([
    ['KubeconfigSecretMissing', new KubeconfigSecretMissing({ namespace: 'a', name: 'b', key: 'kubeconfig' })],
    ['KubeconfigRefused', new KubeconfigRefused('Secret a/b', 'users[x].exec', 'would start a program', 'Use a token.')],
    ['CredentialRefused', new Unauthorized(answered(401, 'Unauthorized'))],
    ['WorkspaceNotFound', new WorkspaceNotFound(answered(404, 'not found'))],
    ['WorkspaceForbidden', new Forbidden(answered(403, 'access denied'))],
    ['NotKcp', new ApiNotServed(answered(404, 'page not found'))],
    ['CertificateUntrusted', new Unreachable(answered(0, 'self-signed'), 'untrustedCertificate', 'Put the CA in')],
    ['ServerUnreachable', new Unreachable(answered(0, 'refused'), 'refused', 'Look whether it runs')],
    ['UnexpectedError', new TypeError('x is undefined')],
  ])('has the reason %s', (reason, error) => {
    expect(connectionFinding(error, 'root:boxes')).toMatchObject({ status: 'False', reason });
  });

  it('names the right that is missing and where to get it', () => {
    expect(connectionFinding(noRight, 'root:boxes').message).toMatch(/create apiexports\.apis\.kcp\.io.*manifests --kcp/);
  });
});

describe('what is said of publishing that fails', () => {
  it('tells a missing right from a refused schema, which kcp answers alike', () => {
    const refused = new Forbidden(answered(403, 'apiresourceschemas.apis.kcp.io "v1.boxes" is forbidden: [spec.names.listKind: Required value]'));
    expect([publishFinding(noRight).reason, publishFinding(refused).reason]).toEqual(['RightMissing', 'PublishRefused']);
  });

  it('quotes what kcp has against a schema', () => {
    expect(publishFinding(new Invalid(answered(422, 'metadata.name: Invalid value')))).toMatchObject({ reason: 'PublishRefused', message: expect.stringContaining('metadata.name') });
  });

  it('says how an export of somebody else is handed over', () => {
    expect(publishFinding(new ExportConflict('boxes.io', 'crates', 'boxes')).message).toMatch(/belongs to provider crates.*annotate it with .*=boxes/);
  });
});
