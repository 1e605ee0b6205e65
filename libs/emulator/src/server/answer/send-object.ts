import type { KubeObject } from '../../storage/kube-object.js';
import { ApiError } from './api-error.js';
import { encoderFor } from './encoders.js';
import { rowObjectOf } from './table.js';
import type { ResourceCall } from '../resource/resource-call.js';

/** Answers with one object as the client wants it. */
export function sendObject(call: ResourceCall, code: number, object: KubeObject): void {
  const { exchange, served } = call;
  if (exchange.presentation.shape === 'partialList') throw new ApiError(406, 'NotAcceptable', 'you requested PartialObjectMetadataList, but the requested object is not a list type');
  const encoder = encoderFor(served, exchange.presentation, call.surface, rowObjectOf(exchange.query));
  exchange.text(code, encoder.encode(object));
}
