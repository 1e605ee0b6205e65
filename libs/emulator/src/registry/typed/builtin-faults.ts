import type { JsonObject } from '../../storage/kube-object.js';
import { readTypedFields, readTypedMetadata, WrongType } from './read-typed.js';

/** What an apply to a kind of Kubernetes itself cannot be read by: fields that it does not have, or the first value that does not fit. */
export function builtinFaults(apiVersion: string, kind: string, wishes: JsonObject): string[] {
  return faultsOf((unknown) => readTypedFields(apiVersion, kind, wishes, unknown));
}

/** The same of the metadata of any kind. */
export function metadataWishFaults({ metadata }: JsonObject): string[] {
  return faultsOf((unknown) => readTypedMetadata(metadata, unknown));
}

function faultsOf(read: (unknown: string[]) => unknown): string[] {
  const unknown: string[] = [];
  try {
    read(unknown);
  } catch (error) {
    if (error instanceof WrongType) return [error.message];
    throw error;
  }
  return unknown.map((path) => `.${path}: field not declared in schema`);
}
