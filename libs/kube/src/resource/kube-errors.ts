/**
 * What can go wrong between us and a Kubernetes API, as classes.
 * Each carries its retry rule, so that nobody who catches one has to know status codes.
 * No message, field or cause holds a credential.
 */

/**
 * What to do with the same request: nothing, again with growing delay, or again after the time that the server named.
 * `never` is about that one request: whoever decides anew, from what has been read anew, may ask for something else.
 */
export type RetryRule = 'never' | 'backoff' | { readonly afterMs: number };

/** One of a Status' `details.causes`. */
export interface StatusCause {
  readonly reason?: string;
  readonly field?: string;
  readonly message?: string;
}

/** What the server's answer said, as far as it was a Status object. */
export interface StatusDetails {
  readonly group?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly uid?: string;
}

/** The request and the answer that an error is about. */
export interface KubeErrorContext {
  readonly method: string;
  /** Without userinfo and without `continue`. */
  readonly url: string;
  readonly status?: number;
  /** The Status' reason, such as `NotFound`. */
  readonly reason?: string;
  /** The Status' message, or an excerpt of a body that is none. */
  readonly message?: string;
  readonly causes?: readonly StatusCause[];
  readonly details?: StatusDetails;
}

/** A call that did not succeed. */
export abstract class KubeError extends Error {
  abstract readonly retry: RetryRule;
  readonly method: string;
  readonly url: string;
  readonly status: number | undefined;
  readonly reason: string | undefined;
  readonly causes: readonly StatusCause[];
  readonly details: StatusDetails;
  /** The message without any host of ours: for people to whom our network is no business. */
  readonly publicMessage: string;

  constructor(context: KubeErrorContext, nextStep?: string, options?: ErrorOptions) {
    super(sentence(context, nextStep), options);
    this.name = new.target.name;
    this.method = context.method;
    this.url = context.url;
    this.status = context.status;
    this.reason = context.reason;
    this.causes = context.causes ?? [];
    this.details = context.details ?? {};
    this.publicMessage = publicSentence(context, nextStep);
  }
}

function sentence({ method, url, status, message }: KubeErrorContext, nextStep: string | undefined): string {
  const answered = status === undefined ? '' : ` answered ${status}`;
  const said = message === undefined || message === '' ? '' : `: ${message}`;
  return `${method} ${url}${answered}${said}${nextStep === undefined ? '' : `. ${nextStep}`}`;
}

const HOST = /\bhttps?:\/\/[^\s/"'`,;)\]}]+/g;

/** What the server says of the request is for everybody; why nobody answered, and what a proxy makes of that, names hosts. */
function publicSentence({ status, message }: KubeErrorContext, nextStep: string | undefined): string {
  if (status === undefined) return 'The API server did not answer';
  const said = status >= 500 || message === undefined || message === '' ? '' : `: ${message.replaceAll(HOST, '…')}`;
  return `The API server answered ${status}${said}${nextStep === undefined ? '' : `. ${nextStep}`}`;
}

/** The object is not there. Only for an answer that names the object; see ApiNotServed for the other 404s. */
export class NotFound extends KubeError {
  readonly retry = 'never';
}

/** The workspace in the URL is not there, or not to be seen: kcp answers so for a path that does not resolve. Never a reason to clean up. */
export class WorkspaceNotFound extends KubeError {
  readonly retry = 'backoff';
  constructor(context: KubeErrorContext) {
    super(context, 'Look whether that workspace exists and is Ready; it may just have been created');
  }
}

/** The server knows the API no longer, or not yet. Never a reason to clean up. */
export class ApiNotServed extends KubeError {
  readonly retry = 'backoff';
  constructor(context: KubeErrorContext) {
    super(context, 'The API is not served there: kcp needs a moment after an export was published or bound; if it stays, look at the CRD or the APIBinding');
  }
}

/** The virtual workspace does not find its APIExport: deleted, or named by a path instead of its cluster's name. Never a reason to clean up. */
export class ExportNotServed extends KubeError {
  readonly retry = 'backoff';
  constructor(context: KubeErrorContext) {
    super(context, 'Look whether the APIExport still exists; creating it again under the same name heals this');
  }
}

/** The resourceVersion or the page is too old (410): list afresh. */
export class Gone extends KubeError {
  readonly retry = 'never';
}

/** Somebody else wrote first, or a precondition does not hold: read again and decide anew. */
export class Conflict extends KubeError {
  readonly retry = 'backoff';
}

/** An object of that name is there. */
export class AlreadyExists extends KubeError {
  readonly retry = 'never';
}

/** The identity may not do this. Not final in kcp: it answers so too while rights, bindings and new workspaces settle. */
export class Forbidden extends KubeError {
  readonly retry = 'backoff';
}

/** The server does not know the credential, although it was read afresh. */
export class Unauthorized extends KubeError {
  readonly retry = 'backoff';
  constructor(context: KubeErrorContext) {
    super(context, 'The credential was refused: renew the token or certificate in the kubeconfig');
  }
}

/** The object breaks its schema or a rule; `causes` names the fields. */
export class Invalid extends KubeError {
  readonly retry = 'never';
}

/** The request itself is wrong (any other 4xx): a fault of the caller. */
export class BadRequest extends KubeError {
  readonly retry = 'never';
}

/** The server wants less. */
export class TooManyRequests extends KubeError {
  readonly retry: { readonly afterMs: number };
  constructor(context: KubeErrorContext, afterMs: number) {
    super(context);
    this.retry = { afterMs };
  }
}

/** Why no server answered. */
export type UnreachableWhy =
  | 'refused'
  | 'unknownHost'
  | 'untrustedCertificate'
  | 'wrongHostName'
  | 'expiredCertificate'
  | 'clientCertificate'
  | 'notTls'
  | 'broken'
  | 'credential';

/** No answer: nobody listens, the name is unknown, TLS failed, or the connection broke. */
export class Unreachable extends KubeError {
  readonly retry = 'backoff';
  readonly why: UnreachableWhy;
  constructor(context: KubeErrorContext, why: UnreachableWhy, nextStep: string, options?: ErrorOptions) {
    super(context, nextStep, options);
    this.why = why;
  }
}

/** The time was up before the answer was there. A write may have been done all the same. */
export class TimedOut extends KubeError {
  readonly retry = 'backoff';
}

/** The server failed (5xx), or answered what no API server answers. */
export class ServerFault extends KubeError {
  readonly retry: 'backoff' | { readonly afterMs: number };
  constructor(context: KubeErrorContext, afterMs?: number) {
    super(context);
    this.retry = afterMs === undefined ? 'backoff' : { afterMs };
  }
}

/** The connection was closed by us: the identity changed, or the process stops. */
export class ConnectionClosed extends KubeError {
  readonly retry = 'never';
}
