import type { KubeObject } from '../../storage/kube-object.js';
import { ApiError } from './api-error.js';
import { encoderFor } from './encoders.js';
import { checkRowObject, rowObjectOf } from './table.js';
import { isCustom } from '../resource/list-handler.js';
import type { ResourceCall } from '../resource/resource-call.js';

/** Answers with one object as the client wants it. */
export function sendObject(call: ResourceCall, code: number, object: KubeObject): void {
  const { exchange, served } = call;
  // Of a custom kind it is a fault of the server itself.
  if (exchange.presentation.shape === 'partialList') throw new ApiError(isCustom(served.type) ? 500 : 406, isCustom(served.type) ? '' : 'NotAcceptable', 'you requested PartialObjectMetadataList, but the requested object is not a list type');
  if (exchange.presentation.shape === 'table') checkRowObject(exchange.query);
  const encoder = encoderFor(served, exchange.presentation, call.surface, rowObjectOf(exchange.query));
  exchange.text(code, encoder.encode(object));
}
