import type { ResourceType } from './kube-object.js';

/** What a path leads to: one object, or with no name all of a namespace or of the cluster. */
export interface ResourceTarget {
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: 'status';
}

/** A name that would lead to another object than it says; nothing was sent. */
export class UnsafePathSegment extends Error {
  constructor(readonly what: string, readonly segment: string) {
    super(`${what} ${JSON.stringify(segment)} can not stand in a URL path`);
    this.name = new.target.name;
  }
}

/** The encoded path of a kind's objects, below the URL of a KubeApi. Throws {@link UnsafePathSegment}. */
export function resourcePath(_type: ResourceType, _target: ResourceTarget): string {
  throw new Error('not there yet');
}
