/** The one table from an API server's refusal to an error class. */
import {
  AlreadyExists, ApiNotServed, BadRequest, Conflict, ExportNotServed, Forbidden, Gone, Invalid, NotFound, ServerFault, TimedOut,
  TooManyRequests, Unauthorized, WorkspaceNotFound,
} from './kube-errors.js';
import type { KubeError, KubeErrorContext, StatusCause, StatusDetails } from './kube-errors.js';

/** An answer outside the 2xx family. */
export interface RefusedAnswer {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** The value of Retry-After, as it came. */
  readonly retryAfter?: string;
  readonly body: string;
}

/** A Status object as the wire has it: every field may be missing. */
interface StatusObject {
  readonly kind: 'Status';
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly details?: StatusDetails & { readonly causes?: readonly StatusCause[]; readonly retryAfterSeconds?: number };
}

const EXCERPT_LENGTH = 200;
const DEFAULT_RETRY_AFTER_MS = 1000;

/** The error class for an answer outside the 2xx family. */
export function errorFromAnswer({ method, url, status, retryAfter, body }: RefusedAnswer): KubeError {
  const parsed = parsedStatus(body);
  if (parsed === undefined) return classify({ method, url, status, message: excerpt(body) }, secondsToMs(retryAfter));
  return classify({ method, url, status, ...told(parsed) }, secondsToMs(retryAfter ?? parsed.details?.retryAfterSeconds));
}

/** The error class for a Status object that came in another way: as an ERROR event within a watch, which has HTTP status 200. */
export function errorFromStatus(request: { readonly method: string; readonly url: string }, status: unknown): KubeError {
  if (!isStatus(status)) return classify({ ...request, status: 500, message: excerpt(JSON.stringify(status) ?? '') }, undefined);
  return classify({ ...request, status: status.code ?? 500, ...told(status) }, secondsToMs(status.details?.retryAfterSeconds));
}

/** Text for a message out of a body that is no Status object. */
export function excerpt(body: string): string {
  const text = body.replace(/\s+/g, ' ').trim();
  return text.length <= EXCERPT_LENGTH ? text : `${text.slice(0, EXCERPT_LENGTH)}…`;
}

function classify(context: KubeErrorContext, afterMs: number | undefined): KubeError {
  switch (context.status) {
    case 401:
      return new Unauthorized(context);
    case 403:
      return new Forbidden(context);
    case 404:
      return classify404(context);
    case 409:
      return context.reason === 'AlreadyExists' ? new AlreadyExists(context) : new Conflict(context);
    case 410:
      return new Gone(context);
    case 422:
      return new Invalid(context);
    case 429:
      return new TooManyRequests(context, afterMs ?? DEFAULT_RETRY_AFTER_MS);
    case 408:
    case 504:
      return new TimedOut(context);
    case 500:
      return context.message?.includes('API export not found') ? new ExportNotServed(context) : new ServerFault(context, afterMs);
    default:
      return context.status !== undefined && context.status >= 400 && context.status < 500 ? new BadRequest(context) : new ServerFault(context, afterMs);
  }
}

/**
 * Only a 404 that names the missing object is NotFound: whoever removes a finalizer takes it for "gone".
 * kcp's virtual workspace wraps the text 404 of a shard into a Status with the cause UnexpectedServerResponse, and a workspace
 * that does not resolve is a Status about `workspaces`, whatever was asked for.
 */
function classify404(context: KubeErrorContext): KubeError {
  const { kind, group, name } = context.details ?? {};
  if (kind === 'workspaces' && group === 'tenancy.kcp.io' && !context.url.includes('/apis/tenancy.kcp.io/')) return new WorkspaceNotFound(context);
  const isUnserved = context.causes?.some((cause) => cause.reason === 'UnexpectedServerResponse') ?? false;
  return isUnserved || name === undefined || name === '' ? new ApiNotServed(context) : new NotFound(context);
}

function told({ reason, message, details }: StatusObject): Pick<KubeErrorContext, 'reason' | 'message' | 'causes' | 'details'> {
  const { causes, retryAfterSeconds: _handledApart, ...about } = details ?? {};
  return { reason, message, causes: causes ?? [], details: about };
}

function parsedStatus(body: string): StatusObject | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return isStatus(parsed) ? parsed : undefined;
  } catch {
    return undefined; // text/plain, as kcp and proxies answer: the excerpt tells it
  }
}

function isStatus(value: unknown): value is StatusObject {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Status';
}

/** A server, or what stands before it, may not send a client to sleep for longer than this. */
const LONGEST_RETRY_AFTER_MS = 300_000;

/** Retry-After in its form with a date is not used by API servers and counts as absent. */
function secondsToMs(seconds: string | number | undefined): number | undefined {
  const value = Number(seconds ?? Number.NaN);
  return Number.isFinite(value) && value >= 0 ? Math.min(value * 1000, LONGEST_RETRY_AFTER_MS) : undefined;
}
