import { errorCode } from '../resource/error-code.js';
import { TimedOut, Unreachable } from '../resource/kube-errors.js';
import type { KubeError, UnreachableWhy } from '../resource/kube-errors.js';

/** What a failed connection means, and what to do about it. */
interface Diagnosis {
  readonly why: UnreachableWhy;
  readonly nextStep: string;
}

const REFUSED: Diagnosis = { why: 'refused', nextStep: 'Nothing listens there: look whether the server runs and whether host and port are right' };
const UNKNOWN_HOST: Diagnosis = { why: 'unknownHost', nextStep: 'The host name does not resolve: look at the server URL' };
const UNTRUSTED: Diagnosis = {
  why: 'untrustedCertificate',
  nextStep: "The server's certificate is not signed by the CA that we know: put the CA of this server into certificate-authority-data",
};
const WRONG_NAME: Diagnosis = {
  why: 'wrongHostName',
  nextStep: "The server's certificate is for another host name: use one of its names in the server URL, or set tls-server-name",
};
const EXPIRED: Diagnosis = { why: 'expiredCertificate', nextStep: 'A certificate is outside its time: renew it, or look at the clock of this machine' };
const CLIENT_CERTIFICATE: Diagnosis = { why: 'clientCertificate', nextStep: 'The server refused our client certificate: renew client-certificate-data' };
const NOT_TLS: Diagnosis = { why: 'notTls', nextStep: 'The other side does not speak TLS: look whether the server URL has the right port' };
const BROKEN: Diagnosis = { why: 'broken', nextStep: 'The connection broke' };

const DIAGNOSES: ReadonlyMap<string, Diagnosis> = new Map([
  ['ECONNREFUSED', REFUSED],
  ['EHOSTUNREACH', REFUSED],
  ['ENETUNREACH', REFUSED],
  ['ENOTFOUND', UNKNOWN_HOST],
  ['EAI_AGAIN', UNKNOWN_HOST],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNTRUSTED],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNTRUSTED],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNTRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT', UNTRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNTRUSTED],
  ['CERT_SIGNATURE_FAILURE', UNTRUSTED],
  ['CERT_UNTRUSTED', UNTRUSTED],
  ['INVALID_CA', UNTRUSTED],
  ['ERR_TLS_CERT_ALTNAME_INVALID', WRONG_NAME],
  ['CERT_HAS_EXPIRED', EXPIRED],
  ['CERT_NOT_YET_VALID', EXPIRED],
  ['ERR_SSL_WRONG_VERSION_NUMBER', NOT_TLS],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', NOT_TLS],
  ['EPROTO', NOT_TLS],
]);

const TIMEOUTS: ReadonlySet<string> = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);

/** The error class for a request that got no answer, or half of one. */
export function errorFromTransport(request: { readonly method: string; readonly url: string }, error: unknown): KubeError {
  const { code, message } = deepest(error);
  const context = { ...request, message: code === undefined ? message : `${message} (${code})` };
  if (code !== undefined && TIMEOUTS.has(code)) return new TimedOut(context, undefined, { cause: error });
  const { why, nextStep } = diagnosed(code);
  return new Unreachable(context, why, nextStep, { cause: error });
}

function diagnosed(code: string | undefined): Diagnosis {
  if (code === undefined) return BROKEN;
  const isAlert = code.startsWith('ERR_SSL_') && code.includes('_ALERT_');
  return isAlert ? CLIENT_CERTIFICATE : (DIAGNOSES.get(code) ?? BROKEN);
}

/** The system's own error stands at the end of a chain of causes, or in the list that a try of several addresses gives. */
function deepest(error: unknown): { readonly code?: string; readonly message: string } {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const inner: unknown = 'errors' in error && Array.isArray(error.errors) ? error.errors[0] : 'cause' in error ? error.cause : undefined;
  if (typeof inner === 'object' && inner !== null) return deepest(inner);
  return { code: errorCode(error), message: 'message' in error ? String(error.message) : 'unknown failure' };
}
