import { objectAt, type JsonObject } from '../../storage/kube-object.js';
import { readTypedFields, readTypedMetadata, WrongType } from './read-typed.js';

/** What an apply to a kind of Kubernetes itself cannot be read by: fields that it does not have, or the first value that does not fit. */
export function builtinFaults(apiVersion: string, kind: string, wishes: JsonObject): string[] {
  const unknown: string[] = [];
  try {
    readTypedMetadata(objectAt(wishes.metadata), unknown);
    readTypedFields(apiVersion, kind, wishes, unknown);
  } catch (error) {
    if (error instanceof WrongType) return [error.message];
    throw error;
  }
  return unknown.map((path) => `.${path}: field not declared in schema`);
}
