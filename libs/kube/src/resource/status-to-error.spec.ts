import { describe, expect, it } from '@jest/globals';
import {
  AlreadyExists, ApiNotServed, BadRequest, Conflict, ExportNotServed, Forbidden, Gone, Invalid, KubeError, NotFound, ServerFault,
  TimedOut, TooManyRequests, Unauthorized, WorkspaceNotFound,
} from './kube-errors.js';
import { errorFromTransport } from '../connection/unreachable.js';
import { errorFromAnswer, errorFromStatus } from './status-to-error.js';

const URL_OF_WIDGET = 'https://kcp/clusters/root:team/apis/a.io/v1/namespaces/n/widgets/w';

function status(code: number, reason: string, details: object = {}): string {
  return JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message: `said ${reason}`, details });
}

function errorOf(code: number, body: string, retryAfter?: string): KubeError {
  return errorFromAnswer({ method: 'GET', url: URL_OF_WIDGET, status: code, retryAfter, body });
}

describe('the class of a refusal', () => {
  it.each([
    [400, 'BadRequest', BadRequest, 'never'],
    [401, 'Unauthorized', Unauthorized, 'backoff'],
    [403, 'Forbidden', Forbidden, 'backoff'],
    [409, 'AlreadyExists', AlreadyExists, 'never'],
    [409, 'Conflict', Conflict, 'backoff'],
    [410, 'Expired', Gone, 'never'],
    [415, 'UnsupportedMediaType', BadRequest, 'never'],
    [422, 'Invalid', Invalid, 'never'],
    [500, 'InternalError', ServerFault, 'backoff'],
    [503, 'ServiceUnavailable', ServerFault, 'backoff'],
    [504, 'Timeout', TimedOut, 'backoff'],
    [302, '', ServerFault, 'backoff'],
  ] as const)('of %i %s', (code, reason, expected, retry) => {
    const error = errorOf(code, status(code, reason));
    expect([error.constructor, error.retry, error.reason]).toEqual([expected, retry, reason]);
  });
});

describe('a 404', () => {
  it('that names the object says that it is gone', () => {
    expect(errorOf(404, status(404, 'NotFound', { name: 'w', group: 'a.io', kind: 'widgets' }))).toBeInstanceOf(NotFound);
  });

  it.each([
    ['as plain text', '404 page not found\n'],
    ['with the cause UnexpectedServerResponse', status(404, 'NotFound', { name: 'w', causes: [{ reason: 'UnexpectedServerResponse', message: '404 page not found' }] })],
    ['that names no object', status(404, 'NotFound')],
    ['with a list of paths', JSON.stringify({ paths: ['/apis'] })],
  ])('%s says that the API is not served', (_case, body) => {
    expect(errorOf(404, body)).toBeInstanceOf(ApiNotServed);
  });

  it('about the workspace in the URL never says that the object is gone', () => {
    const body = status(404, 'NotFound', { name: 'root:team', group: 'tenancy.kcp.io', kind: 'workspaces' });
    expect(errorOf(404, body)).toBeInstanceOf(WorkspaceNotFound);
  });

  it('about a Workspace that was asked for says that it is gone', () => {
    const body = status(404, 'NotFound', { name: 'team', group: 'tenancy.kcp.io', kind: 'workspaces' });
    const url = 'https://kcp/clusters/root/apis/tenancy.kcp.io/v1alpha1/workspaces/team';
    expect(errorFromAnswer({ method: 'GET', url, status: 404, body })).toBeInstanceOf(NotFound);
  });
});

describe('an answer that asks for patience', () => {
  it('is obeyed with 429', () => {
    expect(errorOf(429, 'slow down', '7').retry).toEqual({ afterMs: 7000 });
    expect(errorOf(429, 'slow down')).toBeInstanceOf(TooManyRequests);
  });

  it('has a second when it names no time', () => {
    expect(errorOf(429, 'slow down').retry).toEqual({ afterMs: 1000 });
  });

  it('may say so in its Status', () => {
    expect(errorOf(503, status(503, 'ServiceUnavailable', { retryAfterSeconds: 3 })).retry).toEqual({ afterMs: 3000 });
  });

  it('is not sent to sleep for a year by a Retry-After', () => {
    expect(errorOf(429, status(429, 'TooManyRequests'), '31536000').retry).toEqual({ afterMs: 300_000 });
  });
});

describe('the message of a refusal', () => {
  it('has method, URL, code and what the server said', () => {
    expect(errorOf(403, status(403, 'Forbidden')).message).toBe(`GET ${URL_OF_WIDGET} answered 403: said Forbidden`);
  });

  it('has an excerpt of a body that is no Status', () => {
    const { message } = errorOf(502, `<html>\n  ${'bad gateway '.repeat(100)}`);
    expect(message).toContain('<html> bad gateway bad gateway');
    expect(message.length).toBeLessThan(400);
  });

  it('is without hosts where a stranger is to read it', () => {
    expect(errorOf(403, 'no policy at https://10.0.0.7:6443/clusters/red').publicMessage).toBe('The API server answered 403: no policy at …/clusters/red');
    expect(errorOf(502, 'dial tcp 10.0.0.7:6443: connection refused').publicMessage).toBe('The API server answered 502');
    expect(errorOf(404, 'not here').publicMessage).toContain('look at the CRD or the APIBinding');
    expect(errorFromTransport({ method: 'GET', url: URL_OF_WIDGET }, new Error('getaddrinfo ENOTFOUND kcp.inside')).publicMessage).toBe('The API server did not answer');
  });

  it('names the fields of an invalid object', () => {
    const body = status(422, 'Invalid', { name: 'w', causes: [{ reason: 'FieldValueInvalid', field: 'spec.size', message: 'too big' }] });
    expect(errorOf(422, body).causes).toEqual([{ reason: 'FieldValueInvalid', field: 'spec.size', message: 'too big' }]);
  });
});

describe('a virtual workspace without its export', () => {
  it('has a class of its own', () => {
    expect(errorOf(500, 'Internal Server Error: "root:provider": API export not found')).toBeInstanceOf(ExportNotServed);
  });
});

describe('an ERROR event within a watch', () => {
  const request = { method: 'GET', url: URL_OF_WIDGET };

  it('with code 410 says that the version is too old', () => {
    expect(errorFromStatus(request, { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version: 1 (1832)' })).toBeInstanceOf(Gone);
  });

  it('that is no Status is a fault of the server', () => {
    expect(errorFromStatus(request, undefined)).toBeInstanceOf(ServerFault);
  });
});
