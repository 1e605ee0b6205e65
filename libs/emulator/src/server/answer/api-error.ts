import type { JsonObject } from '../../storage/kube-object.js';

/** One entry of `details.causes` of a Status. */
export interface Cause {
  readonly reason: string;
  readonly message: string;
  readonly field?: string;
}

/** Which resource a Status is about. */
export interface Subject {
  readonly group: string;
  readonly plural: string;
}

interface Details {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: readonly Cause[];
  retryAfterSeconds?: number;
}

/** A refusal that the client gets as a `Status` object. */
export class ApiError extends Error {
  constructor(
    readonly code: number,
    readonly reason: string,
    message: string,
    /** Some refusals have none, others an empty one. */
    readonly details?: Details,
  ) {
    super(message);
  }

  /** The body of the answer. */
  status(): JsonObject {
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: this.message,
      ...(this.reason === '' ? {} : { reason: this.reason }),
      ...(this.details === undefined ? {} : { details: this.details }),
      code: this.code,
    };
  }
}

/** A refusal in plain text, as kcp gives it where no API machinery answers. */
export class TextError extends Error {
  constructor(
    readonly code: number,
    text: string,
  ) {
    super(text);
  }
}

/** The API is not served here: plain text, not a Status. */
export function notServed(): TextError {
  return new TextError(404, '404 page not found\n');
}

/** `widgets.orders.example.io`, or only the plural for core resources. */
export function qualified(subject: Subject): string {
  return subject.group === '' ? subject.plural : `${subject.plural}.${subject.group}`;
}

function about(subject: Subject, name: string): Details {
  return { ...(name === '' ? {} : { name }), ...(subject.group === '' ? {} : { group: subject.group }), kind: subject.plural };
}

export function notFound(subject: Subject, name: string): ApiError {
  return new ApiError(404, 'NotFound', `${qualified(subject)} "${name}" not found`, about(subject, name));
}

export function alreadyExists(subject: Subject, name: string): ApiError {
  return new ApiError(409, 'AlreadyExists', `${qualified(subject)} "${name}" already exists`, about(subject, name));
}

export function conflict(subject: Subject, name: string, why: string): ApiError {
  return new ApiError(409, 'Conflict', `Operation cannot be fulfilled on ${qualified(subject)} "${name}": ${why}`, about(subject, name));
}

/** Somebody wrote in between: the version of the request is no longer the newest. */
export function staleVersion(subject: Subject, name: string): ApiError {
  return conflict(subject, name, 'the object has been modified; please apply your changes to the latest version and try again');
}

/** `kind` stands in `details.kind` here, not the plural. */
export function invalid(group: string, kind: string, name: string, causes: readonly Cause[]): ApiError {
  // What stands there twice is told once.
  const texts = [...new Set(causes.map((cause) => (cause.field === undefined ? cause.message : `${cause.field}: ${cause.message}`)))];
  const summary = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  const qualifiedKind = group === '' ? kind : `${kind}.${group}`;
  return new ApiError(422, 'Invalid', `${qualifiedKind} "${name}" is invalid: ${summary}`, {
    ...(name === '' ? {} : { name }),
    ...(group === '' ? {} : { group }),
    kind,
    causes,
  });
}

export function forbidden(subject: Subject, name: string, why: string, causes?: readonly Cause[]): ApiError {
  const named = name === '' ? '' : ` "${name}"`;
  return new ApiError(403, 'Forbidden', `${qualified(subject)}${named} is forbidden: ${why}`, {
    ...about(subject, name),
    ...(causes === undefined ? {} : { causes }),
  });
}

export function badRequest(message: string): ApiError {
  return new ApiError(400, 'BadRequest', message);
}

export function unauthorized(): ApiError {
  return new ApiError(401, 'Unauthorized', 'Unauthorized');
}

export function unsupportedMediaType(message: string): ApiError {
  return new ApiError(415, 'UnsupportedMediaType', message);
}

export function methodNotAllowed(subject: Subject, verb: string): ApiError {
  return new ApiError(405, 'MethodNotAllowed', `${verb} is not supported on resources of kind "${qualified(subject)}"`, about(subject, ''));
}

/** A list or watch from a version that is no longer known. */
export function expired(message: string): ApiError {
  return new ApiError(410, 'Expired', message);
}

/** kcp's answer where a virtual workspace got a text 404 from the shard: not served yet, or no longer. */
export function notServedByShard(subject: Subject, name: string): ApiError {
  return new ApiError(404, 'NotFound', 'the server could not find the requested resource', {
    ...(name === '' ? {} : about(subject, name)),
    causes: [{ reason: 'UnexpectedServerResponse', message: '404 page not found' }],
  });
}
