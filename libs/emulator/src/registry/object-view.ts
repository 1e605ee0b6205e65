import type { Selector } from '../storage/selectors.js';
import type { KubeObject } from '../storage/kube-object.js';

/**
 * The part of a resource that a virtual workspace shows. Objects outside of it are as if they were not there.
 */
export interface ObjectView {
  readonly shows: Selector;
  /** Makes a new object part of the view, or throws when it may not be. */
  prepare(object: KubeObject): void;
}
