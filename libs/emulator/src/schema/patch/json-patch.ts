/**
 * JSON patches as the library behind Kubernetes applies them, which is looser than RFC 6902: a replaced field need not be there, places
 * in lists count from the end too, and nothing but a slash has to begin a path.
 */
import { ApiError, badRequest } from '../../server/answer/api-error.js';
import { copyJson } from '../../storage/json/copy-json.js';
import { sameJson } from '../../storage/json/same-json.js';
import { setField } from '../../storage/json/set-field.js';
import { isJsonObject, type JsonObject } from '../../storage/kube-object.js';

const MOST_OPERATIONS = 10_000;
/** Of all that the copies of one patch copy: a few would make a small object larger than any memory. */
const MOST_COPIED = 3 * 1024 * 1024;

/**
 * A patch applied to a copy, all or nothing.
 * @throws ApiError 400 for a body that is no patch, 413 for one of too many operations, 422 for an operation that does not apply
 */
export function jsonPatch(target: unknown, patch: unknown): unknown {
  if (!Array.isArray(patch) || !patch.every(isJsonObject)) throw badRequest('the JSON patch must be a list of operations');
  if (!patch.every(isReadable)) throw badRequest('error decoding patch: an operation has another type');
  if (patch.length > MOST_OPERATIONS) throw new ApiError(413, 'RequestEntityTooLarge', `The allowed maximum operations in a JSON patch is ${MOST_OPERATIONS}, got ${patch.length}`);
  const document = new Patched(copyJson(target));
  for (const operation of patch) document.apply(operation);
  return document.root;
}

function isReadable({ op, path, from }: JsonObject): boolean {
  return [op, path, from].every((field) => field === undefined || field === null || typeof field === 'string');
}

function refused(): ApiError {
  return new ApiError(422, 'Invalid', 'the server rejected our request due to an error in our request', {});
}

/** What holds the place that a path names, and its last step. */
interface Place {
  readonly holder: JsonObject | unknown[];
  readonly key: string;
}

/** The document of a patch under way. Every operation throws an ApiError 422 where it does not apply. */
class Patched {
  #copied = 0;

  constructor(public root: unknown) {}

  apply({ op, path, from, value = null }: JsonObject): void {
    switch (op) {
      case 'add':
        return add(this.place(path), value);
      case 'remove':
        return remove(this.place(path));
      case 'replace':
        return this.replace(path, value);
      case 'move':
        return this.move(from, path);
      case 'copy':
        return this.copy(from, path);
      case 'test':
        return this.test(path, value);
      default:
        throw refused();
    }
  }

  private replace(path: unknown, value: unknown): void {
    if (path !== '') return replace(this.place(path), value);
    if (typeof value !== 'object' || value === null) throw refused();
    this.root = value;
  }

  private move(from: unknown, path: unknown): void {
    const source = this.place(from);
    const value = read(source);
    remove(source);
    add(this.place(path), value);
  }

  private copy(from: unknown, path: unknown): void {
    const value = read(this.place(from)) ?? null;
    this.#copied += JSON.stringify(value).length;
    if (this.#copied > MOST_COPIED) throw refused();
    add(this.place(path), copyJson(value));
  }

  private test(path: unknown, value: unknown): void {
    const found = path === '' ? this.root : read(this.place(path));
    if (!sameJson(found ?? null, value)) throw refused();
  }

  private place(path: unknown): Place {
    const [, ...steps] = typeof path === 'string' ? path.split('/').map(decoded) : [];
    const key = steps.pop();
    if (key === undefined) throw refused();
    const holder = steps.reduce<unknown>((value, step) => (isHolder(value) ? read({ holder: value, key: step }) : undefined), this.root);
    if (!isHolder(holder)) throw refused();
    return { holder, key };
  }
}

function decoded(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function isHolder(value: unknown): value is JsonObject | unknown[] {
  return typeof value === 'object' && value !== null;
}

function read({ holder, key }: Place): unknown {
  if (Array.isArray(holder)) return holder[indexIn(holder.length, key)] as unknown;
  return Object.hasOwn(holder, key) ? holder[key] : undefined;
}

function add({ holder, key }: Place, value: unknown): void {
  if (!Array.isArray(holder)) setField(holder, key, value);
  else if (key === '-') holder.push(value);
  else holder.splice(indexIn(holder.length + 1, key), 0, value);
}

function replace({ holder, key }: Place, value: unknown): void {
  if (Array.isArray(holder)) holder[indexIn(holder.length, key)] = value;
  else setField(holder, key, value);
}

function remove({ holder, key }: Place): void {
  if (Array.isArray(holder)) {
    holder.splice(indexIn(holder.length, key), 1);
    return;
  }
  if (!Object.hasOwn(holder, key)) throw refused();
  delete holder[key];
}

/** Below zero it counts from the end. */
function indexIn(length: number, key: string): number {
  const index = /^[+-]?\d+$/.test(key) ? Number(key) : Number.NaN;
  if (Number.isNaN(index) || index >= length || index < -length) throw refused();
  return index < 0 ? index + length : index;
}
