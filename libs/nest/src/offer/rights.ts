/**
 * Rights in neutral words. The author says what the handler does with a kind; the runtime makes of it
 * permission claims, rules for a credential and AccessRequest permissions.
 */

const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'] as const;

/** Kubernetes' verbs for one kind of object. */
export type Verb = (typeof VERBS)[number];

/** What a handler, or a worker, does with one kind of object. */
export interface Right {
  /** API group; '' is the core group. */
  readonly group: string;
  /** The kind's plural, as in a URL. */
  readonly resource: string;
  readonly use: 'manages' | 'reads';
  readonly verbs: readonly Verb[];
  /** `optional`: the order goes on without it, and the handler must be able to. */
  readonly need: 'required' | 'optional';
}

/** Fine tuning of a right. */
export interface RightOptions {
  /** The tenant may refuse it, and the order goes on. */
  readonly optional?: true;
  /** Verbs beside those that the word stands for and the runtime needs for its part. */
  readonly verbs?: readonly Verb[];
}

/** Without `update`: the runtime changes objects by patch only. */
const MANAGE: readonly Verb[] = ['get', 'list', 'watch', 'create', 'patch', 'delete'];
const READ: readonly Verb[] = ['get', 'list', 'watch'];

/** The handler makes, changes and deletes objects of this kind: `manages('', 'secrets')`. */
export function manages(group: string, resource: string, options: RightOptions = {}): Right {
  return right('manages', group, resource, MANAGE, options);
}

/** The handler only looks at objects of this kind: `reads('', 'configmaps', { optional: true })`. */
export function reads(group: string, resource: string, options: RightOptions = {}): Right {
  return right('reads', group, resource, READ, options);
}

/** Everything on a cluster. */
export const EVERYTHING: readonly Right[] = [manages('*', '*')];

/** Whether a right is for all kinds of all groups. */
export function isEverything({ group, resource }: Right): boolean {
  return group === '*' && resource === '*';
}

/** Whether a right leads to a kind. */
export function isFor(right: Right, kind: { readonly group: string; readonly resource: string }): boolean {
  return isEverything(right) || (right.group === kind.group && right.resource === kind.resource);
}

function right(use: Right['use'], group: string, resource: string, own: readonly Verb[], options: RightOptions): Right {
  return { group, resource, use, verbs: inOrder([...own, ...(options.verbs ?? [])]), need: options.optional ? 'optional' : 'required' };
}

/** Each verb once, in one fixed order: what is published must not change with the order in which somebody wrote it. */
export function inOrder(verbs: readonly Verb[]): readonly Verb[] {
  return VERBS.filter((verb) => verbs.includes(verb));
}
