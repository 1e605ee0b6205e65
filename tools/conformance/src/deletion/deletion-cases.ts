/** The orders in which objects that hang on each other are deleted. What becomes of them is not written here: a real kube-apiserver says it. */
import type { RawBody } from '@kcp-runtime/testing';

/** An object of a case, by its name in it. */
export interface Member {
  readonly name: string;
  /** Names of those that it hangs on. */
  readonly owners?: readonly string[];
  /** Whether it keeps an owner that is deleted in the foreground; it does where nothing is said. */
  readonly blocks?: 'no';
  readonly finalizers?: readonly string[];
}

/** What is done, waited for or looked at. At the end of a case all is looked at. */
export type DeletionStep =
  | { readonly how: 'delete'; readonly name: string; readonly options?: RawBody; readonly precondition?: 'itsOwn' | 'another' | 'oldVersion' }
  /** It is made to hang on another one, which may be younger. */
  | { readonly how: 'own'; readonly name: string; readonly owner: string }
  /** The finalizers of a case's author are taken off. */
  | { readonly how: 'release'; readonly name: string }
  /** Until these are gone. */
  | { readonly how: 'whenGone'; readonly names: readonly string[] }
  /** Until these are marked as deleted, and still there. */
  | { readonly how: 'whenMarked'; readonly names: readonly string[] }
  /** Until it hangs on these only. */
  | { readonly how: 'whenOwnedBy'; readonly name: string; readonly owners: readonly string[] }
  /** What is left of all is looked at, where nothing is under way any more. */
  | { readonly how: 'look' };

/** A few objects, and what is done to them. */
export interface DeletionCase {
  readonly says: string;
  readonly members: readonly Member[];
  readonly steps: readonly DeletionStep[];
}

const HELD = ['conformance.example.io/held'];
const FOREGROUND = { propagationPolicy: 'Foreground' };
const ORPHAN = { propagationPolicy: 'Orphan' };
const BACKGROUND = { propagationPolicy: 'Background' };

const FAMILY: readonly Member[] = [{ name: 'owner' }, { name: 'first', owners: ['owner'] }, { name: 'second', owners: ['first'] }];

function deletes(name: string, options?: RawBody): DeletionStep {
  return options === undefined ? { how: 'delete', name } : { how: 'delete', name, options };
}

function releases(name: string): DeletionStep {
  return { how: 'release', name };
}

function whenGone(...names: readonly string[]): DeletionStep {
  return { how: 'whenGone', names };
}

function whenMarked(...names: readonly string[]): DeletionStep {
  return { how: 'whenMarked', names };
}

function whenOwnedBy(name: string, ...owners: readonly string[]): DeletionStep {
  return { how: 'whenOwnedBy', name, owners };
}

const looks: DeletionStep = { how: 'look' };

/** All of them. */
export const deletionCases: readonly DeletionCase[] = [
  { says: 'in the background the owner goes at once, and who hangs on it after it', members: FAMILY, steps: [deletes('owner', BACKGROUND), whenGone('owner', 'first', 'second')] },
  { says: 'where nothing is said it is the background', members: FAMILY, steps: [deletes('owner'), whenGone('owner', 'first', 'second')] },
  { says: 'in the foreground the owner goes last', members: FAMILY, steps: [deletes('owner', FOREGROUND), whenGone('owner', 'first', 'second')] },
  {
    says: 'in the foreground the owner waits for whoever blocks it',
    members: [{ name: 'owner' }, { name: 'held', owners: ['owner'], finalizers: HELD }],
    steps: [deletes('owner', FOREGROUND), whenMarked('owner', 'held'), looks, releases('held'), whenGone('owner', 'held')],
  },
  {
    says: 'in the foreground the owner does not wait for who does not block it',
    members: [{ name: 'owner' }, { name: 'held', owners: ['owner'], blocks: 'no', finalizers: HELD }],
    steps: [deletes('owner', FOREGROUND), whenGone('owner'), whenMarked('held'), looks, releases('held'), whenGone('held')],
  },
  { says: 'orphans stay, and hang on nobody', members: FAMILY, steps: [deletes('owner', ORPHAN), whenGone('owner')] },
  { says: 'orphans by the older option', members: FAMILY, steps: [deletes('owner', { orphanDependents: true }), whenGone('owner')] },
  {
    says: 'who has another owner stays with it',
    members: [{ name: 'owner' }, { name: 'other' }, { name: 'both', owners: ['owner', 'other'] }, { name: 'one', owners: ['owner'] }],
    steps: [deletes('owner', BACKGROUND), whenGone('owner', 'one'), whenOwnedBy('both', 'other')],
  },
  {
    says: 'in the foreground too, who has another owner stays with it',
    members: [{ name: 'owner' }, { name: 'other' }, { name: 'both', owners: ['owner', 'other'] }, { name: 'one', owners: ['owner'] }],
    steps: [deletes('owner', FOREGROUND), whenGone('owner', 'one'), whenOwnedBy('both', 'other')],
  },
  {
    says: 'who hangs on an owner with a finalizer stays until the owner is gone',
    members: [{ name: 'owner', finalizers: HELD }, { name: 'first', owners: ['owner'] }],
    steps: [deletes('owner', BACKGROUND), whenMarked('owner'), looks, releases('owner'), whenGone('owner', 'first')],
  },
  {
    says: 'an owner with a finalizer in the foreground keeps it when all others are gone',
    members: [{ name: 'owner', finalizers: HELD }, { name: 'first', owners: ['owner'] }],
    steps: [deletes('owner', FOREGROUND), whenGone('first'), whenMarked('owner'), releases('owner'), whenGone('owner')],
  },
  {
    says: 'a second deletion of a marked object',
    members: [{ name: 'alone', finalizers: HELD }],
    steps: [deletes('alone', BACKGROUND), deletes('alone', BACKGROUND), releases('alone'), whenGone('alone'), deletes('alone')],
  },
  { says: 'the uid has to be its own', members: [{ name: 'alone' }], steps: [{ how: 'delete', name: 'alone', precondition: 'another' }, { how: 'delete', name: 'alone', precondition: 'itsOwn' }] },
  { says: 'the version has to be the latest', members: [{ name: 'alone' }], steps: [{ how: 'delete', name: 'alone', precondition: 'oldVersion' }] },
  { says: 'a dry run deletes nothing', members: FAMILY, steps: [deletes('owner', { dryRun: ['All'] }), deletes('owner', { ...FOREGROUND, dryRun: ['All'] })] },
  { says: 'a policy that there is not', members: [{ name: 'alone' }], steps: [deletes('alone', { propagationPolicy: 'Sideways' }), deletes('alone', { ...FOREGROUND, orphanDependents: true })] },
  {
    says: 'a circle goes in the foreground too',
    members: [{ name: 'one' }, { name: 'two', owners: ['one'] }],
    steps: [{ how: 'own', name: 'one', owner: 'two' }, deletes('one', FOREGROUND), whenGone('one', 'two')],
  },
  { says: 'who hangs on somebody that is not there goes', members: [{ name: 'stray', owners: ['nobody'] }], steps: [whenGone('stray')] },
];
