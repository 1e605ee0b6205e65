import type { JsonObject } from '../../storage/kube-object.js';
import { WrongType } from './read-typed.js';

/**
 * What a body says of its type. A server in Go finds these two names in any case, and the last of them counts.
 * @throws WrongType when it is no text
 */
export function typeField(body: JsonObject, name: 'kind' | 'apiVersion'): string {
  let found = '';
  for (const key of Object.keys(body)) {
    const value = body[key];
    if (value === null || key.toLowerCase() !== name.toLowerCase()) continue;
    if (typeof value !== 'string') throw new WrongType(key, 'string');
    found = value;
  }
  return found;
}
