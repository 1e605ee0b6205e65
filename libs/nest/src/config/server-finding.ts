import { Forbidden, KubeconfigRefused, KubeError, TimedOut, TooManyRequests, Unauthorized, Unreachable } from '@kcp-runtime/kube';
import { messageOf } from '../log/message-of.js';
import type { ConfigFinding } from './config-status-writer.js';

/** What is wrong, and what to do. */
export function fault(reason: string, message: string): ConfigFinding {
  return { status: 'False', reason, message };
}

/** The finding of a server that did not do what it was asked, whichever server it is. */
export function serverFinding(error: unknown): ConfigFinding {
  if (error instanceof KubeconfigRefused) return fault('KubeconfigRefused', error.message);
  if (error instanceof Unauthorized) return fault('CredentialRefused', error.message);
  if (error instanceof Unreachable) return fault(error.why === 'untrustedCertificate' ? 'CertificateUntrusted' : 'ServerUnreachable', error.message);
  if (error instanceof TimedOut) return fault('ServerUnreachable', error.message);
  if (error instanceof TooManyRequests) return fault('ServerBusy', error.message);
  if (error instanceof KubeError) return fault(error.name, error.message);
  return fault('UnexpectedError', messageOf(error));
}

/** A right that a server has found to be missing, in words. */
export function missingRight(error: Forbidden): string | undefined {
  // The words of Kubernetes' authorizer; an admission's refusal has none of them.
  const [, verb, resource, group] = /cannot (\S+) resource "([^"]+)" in API group "([^"]*)"/.exec(error.message) ?? [];
  if (verb === undefined || resource === undefined || group === undefined) return undefined;
  return `Missing is the right to ${verb} ${resource}${group === '' ? '' : `.${group}`}`;
}
