/** The table of server-side applies. What the servers make of each is not written here: a real kube-apiserver says it. */
import type { RawBody } from '@kcp-runtime/testing';
import type { ApplyBody, ApplyStep } from './apply-body.js';
import { applies, appliesStatus, creates, forces, patches, patchesStatus, replaces } from './apply-body.js';

function ledger(says: string, ...steps: readonly ApplyStep[]): ApplyBody {
  return { says, kind: 'Ledger', steps };
}

function spec(fields: RawBody): RawBody {
  return { spec: fields };
}

const SCALARS: readonly ApplyBody[] = [
  ledger('an apply creates, and fills in defaults that nobody owns', applies('one', spec({ title: 'a' }))),
  ledger('the same apply again changes nothing', applies('one', spec({ title: 'a' })), applies('one', spec({ title: 'a' }))),
  ledger('another value of an own field', applies('one', spec({ title: 'a' })), applies('one', spec({ title: 'b' }))),
  ledger('a field that its only owner leaves out goes', applies('one', spec({ title: 'a', note: 'x' })), applies('one', spec({ title: 'a' }))),
  ledger('a field with a default that its owner leaves out falls back to it', applies('one', spec({ title: 'a', size: 9 })), applies('one', spec({ title: 'a' }))),
  ledger('the last field of a struct takes the struct along', applies('one', spec({ title: 'a', box: { width: 1 } })), applies('one', spec({ title: 'a' }))),
  ledger('an empty struct is a field of its own', applies('one', spec({ box: {} })), applies('one', spec({ box: { lid: {} } }))),
  ledger('null is a value that is dropped', applies('one', spec({ title: 'a', note: null }))),
  ledger('a number where a text is wanted', applies('one', spec({ title: 'a' })), applies('one', spec({ title: 7 }))),
  ledger('a text where a number is wanted', applies('one', spec({ size: 'x' }))),
  ledger('a list where a text is wanted', applies('one', spec({ title: ['a', 1, { b: true }] }))),
  ledger('a text where a flag is wanted', applies('one', spec({ open: 'x' }))),
  ledger('a text where a struct is wanted', applies('one', spec({ box: 'x' }))),
  ledger('a struct where a list is wanted', applies('one', spec({ tags: { a: 1 } }))),
  ledger('null is no value of a new object, nor of a replaced one', creates('maker', spec({ title: 'a', note: null, size: null, box: null })), replaces('hand', spec({ title: null, tags: null }))),
  ledger('a field that nobody knows', applies('one', spec({ title: 'a', nosuch: 1 }))),
  ledger('a number or a text, one after the other', applies('one', spec({ either: 1 })), applies('one', spec({ either: '50%' })), applies('two', spec({ either: 1 }))),
  ledger('false and zero are values', applies('one', spec({ open: false, size: 0 })), applies('two', spec({ open: false }))),
];

const OWNERS: readonly ApplyBody[] = [
  ledger('two managers with fields of their own', applies('one', spec({ title: 'a' })), applies('two', spec({ note: 'b' }))),
  ledger('two managers share a field with one value', applies('one', spec({ title: 'a' })), applies('two', spec({ title: 'a' }))),
  ledger('a shared field stays when one of two leaves it', applies('one', spec({ title: 'a' })), applies('two', spec({ title: 'a' })), applies('one', spec({}))),
  ledger('a shared field cannot be changed by one of two', applies('one', spec({ title: 'a' })), applies('two', spec({ title: 'a' })), applies('one', spec({ title: 'b' }))),
  ledger('another value is a conflict', applies('one', spec({ title: 'a' })), applies('two', spec({ title: 'b' }))),
  ledger('a conflict over several fields of several managers', applies('one', spec({ title: 'a', box: { width: 1 } })), applies('two', spec({ note: 'b' })), applies('three', spec({ title: 'x', note: 'x', box: { width: 2 } }))),
  ledger('force takes the field', applies('one', spec({ title: 'a', note: 'x' })), forces('two', spec({ title: 'b' }))),
  ledger('who was forced out of a field and applies again conflicts', applies('one', spec({ title: 'a' })), forces('two', spec({ title: 'b' })), applies('one', spec({ title: 'a' }))),
  ledger('who was forced out of all fields is no manager any more', applies('one', spec({ title: 'a' })), forces('two', spec({ title: 'b' })), applies('two', spec({}))),
  ledger('ownership goes over without a change of the value', applies('one', spec({ title: 'a', note: 'n' })), applies('two', spec({ title: 'a' })), applies('one', spec({ note: 'n' })), applies('two', spec({ title: 'b' }))),
  ledger('nothing is applied to what is there', applies('one', spec({ title: 'a' })), applies('two', {})),
];

const OTHER_WRITES: readonly ApplyBody[] = [
  ledger('an object that was created without apply', creates('maker', spec({ title: 'a' })), applies('one', spec({ title: 'b' })), applies('one', spec({ note: 'n' }))),
  ledger('a patch takes a field from its applier', applies('one', spec({ title: 'a' })), patches('hand', spec({ title: 'b' })), applies('one', spec({ title: 'a' })), forces('one', spec({ title: 'a' }))),
  ledger('a patch with the value that is there takes nothing', applies('one', spec({ title: 'a' })), patches('hand', spec({ title: 'a' }))),
  ledger('a patch removes what was applied, and the next apply brings it back', applies('one', spec({ title: 'a', note: 'n' })), patches('hand', spec({ note: null })), applies('one', spec({ title: 'a', note: 'n' }))),
  ledger('apply, replacement, apply', applies('one', spec({ title: 'a', tags: ['x'] })), replaces('hand', spec({ title: 'b', tags: ['x', 'y'] })), applies('one', spec({ tags: ['x', 'z'] }))),
  ledger('one name that applies and updates is two managers', applies('one', spec({ title: 'a' })), patches('one', spec({ title: 'b' })), applies('one', spec({ title: 'b' }))),
];

const MAPS: readonly ApplyBody[] = [
  ledger('a map is owned key by key', applies('one', spec({ notes: { a: '1' } })), applies('two', spec({ notes: { b: '2' } })), applies('one', spec({ notes: {} }))),
  ledger('a map whose last key goes', applies('one', spec({ notes: { a: '1' } })), applies('one', spec({}))),
  ledger('an atomic map is owned as a whole', applies('one', spec({ whole: { a: '1' } })), applies('two', spec({ whole: { b: '2' } })), forces('two', spec({ whole: { b: '2' } }))),
  ledger('a struct in a struct', applies('one', spec({ box: { width: 1, lid: { colour: 'red' } } })), applies('two', spec({ box: { lid: { hinge: 'left' } } })), applies('one', spec({ box: { width: 2 } }))),
  ledger('a field of any form', applies('one', spec({ free: { a: { b: [1, 2] }, c: 'x' } })), applies('two', spec({ free: { a: { d: 1 } } })), applies('two', spec({ free: { a: { b: [3] } } })), applies('one', spec({ free: { c: 'x' } }))),
];

const SETS: readonly ApplyBody[] = [
  ledger('a set is owned value by value', applies('one', spec({ tags: ['a', 'b'] })), applies('two', spec({ tags: ['c'] })), applies('one', spec({ tags: ['b'] }))),
  ledger('a value of two owners stays when one leaves it', applies('one', spec({ tags: ['a', 'b'] })), applies('two', spec({ tags: ['b'] })), applies('one', spec({ tags: ['a'] }))),
  ledger('a set in another order', applies('one', spec({ tags: ['a', 'b', 'c'] })), applies('one', spec({ tags: ['c', 'a'] })), applies('two', spec({ tags: ['d', 'a'] }))),
  ledger('a set of numbers', applies('one', spec({ counts: [1, 2] })), applies('two', spec({ counts: [2, 3] })), applies('one', spec({ counts: [1] }))),
  ledger('a value twice in a set', applies('one', spec({ tags: ['a', 'a'] })), applies('one', spec({ tags: ['a'] })), applies('two', spec({ tags: ['b', 'b'] }))),
  ledger('a value that comes between others', applies('one', spec({ tags: ['a', 'b', 'c'] })), applies('two', spec({ tags: ['b', 'x', 'c', 'y'] })), applies('one', spec({ tags: ['c', 'z', 'a'] }))),
  ledger('a set becomes empty', applies('one', spec({ tags: ['a'] })), applies('one', spec({ tags: [] })), applies('one', spec({}))),
];

const ATOMIC_LISTS: readonly ApplyBody[] = [
  ledger('a list without a type is owned as a whole', applies('one', spec({ steps: ['a'] })), applies('two', spec({ steps: ['a', 'b'] })), forces('two', spec({ steps: ['b'] }))),
  ledger('an atomic list that two own with the same value', applies('one', spec({ steps: ['a'] })), applies('two', spec({ steps: ['a'] })), applies('one', spec({}))),
  ledger('an atomic list becomes empty, and goes', applies('one', spec({ steps: ['a', 'a'] })), applies('one', spec({ steps: [] })), applies('one', spec({}))),
];

const KEYED_LISTS: readonly ApplyBody[] = [
  ledger('items of two managers', applies('one', spec({ parts: [{ name: 'a', size: 1 }] })), applies('two', spec({ parts: [{ name: 'b', size: 2 }] })), applies('one', spec({ parts: [] }))),
  ledger('one item with fields of two managers', applies('one', spec({ parts: [{ name: 'a', size: 1 }] })), applies('two', spec({ parts: [{ name: 'a', note: 'x' }] })), applies('one', spec({ parts: [] })), applies('two', spec({}))),
  ledger('a conflict inside an item', applies('one', spec({ parts: [{ name: 'a', size: 1 }, { name: 'b', size: 1 }] })), applies('two', spec({ parts: [{ name: 'b', size: 2 }, { name: 'a', size: 3 }] })), forces('two', spec({ parts: [{ name: 'b', size: 2 }] }))),
  ledger('items in another order', applies('one', spec({ parts: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] })), applies('one', spec({ parts: [{ name: 'c' }, { name: 'd' }, { name: 'a' }] }))),
  ledger('one key twice', applies('one', spec({ parts: [{ name: 'a', size: 1 }, { name: 'a', size: 2 }] })), applies('one', spec({ parts: [{ name: 'a' }] })), applies('two', spec({ parts: [{ name: 'b' }, { name: 'b' }] }))),
  ledger('an item without its key', applies('one', spec({ parts: [{ size: 1 }] }))),
  ledger('lists in an item', applies('one', spec({ parts: [{ name: 'a', colours: ['red'], screws: [{ id: 1, length: 2 }] }] })), applies('two', spec({ parts: [{ name: 'a', colours: ['blue'], screws: [{ id: 2 }] }] })), applies('one', spec({ parts: [{ name: 'a' }] }))),
  ledger('two keys, one of them a default', applies('one', spec({ ports: [{ port: 80, name: 'web' }] })), applies('two', spec({ ports: [{ port: 80, protocol: 'UDP', name: 'dns' }] })), applies('three', spec({ ports: [{ port: 80, protocol: 'TCP', name: 'other' }] }))),
  ledger('an update of one item', applies('one', spec({ parts: [{ name: 'a', size: 1 }, { name: 'b', size: 1 }] })), patches('hand', spec({ parts: [{ name: 'a', size: 2 }, { name: 'b', size: 1 }] })), applies('one', spec({ parts: [{ name: 'b', size: 1 }] }))),
  ledger('an update removes an item', applies('one', spec({ parts: [{ name: 'a', size: 1 }, { name: 'b', size: 1 }] })), patches('hand', spec({ parts: [{ name: 'b', size: 1 }] })), applies('one', spec({ parts: [{ name: 'b', size: 1 }] }))),
];

const METADATA: readonly ApplyBody[] = [
  ledger('labels and annotations', applies('one', { metadata: { labels: { a: '1' }, annotations: { b: '2' } } }), applies('two', { metadata: { labels: { c: '3' } } }), applies('one', { metadata: { labels: { a: '1' } } })),
  ledger('a conflict over a label with a slash', applies('one', { metadata: { labels: { 'example.io/a': '1' } } }), applies('two', { metadata: { labels: { 'example.io/a': '2' } } })),
  ledger('finalizers are a set', applies('one', { metadata: { finalizers: ['example.io/a'] } }), applies('two', { metadata: { finalizers: ['example.io/b'] } }), applies('one', {})),
  ledger('owner references go by uid', applies('one', { metadata: { ownerReferences: [ownerReference('a')] } }), applies('two', { metadata: { ownerReferences: [ownerReference('b')] } }), applies('one', {})),
  ledger('managedFields may not be applied', applies('one', { metadata: { managedFields: [{ manager: 'x', operation: 'Apply' }] } })),
  ledger('a wrong resourceVersion', applies('one', spec({ title: 'a' })), applies('one', { metadata: { resourceVersion: '1' }, ...spec({ title: 'b' }) })),
  ledger('a wrong uid', applies('one', spec({ title: 'a' })), applies('one', { metadata: { uid: ownerReference('a').uid }, ...spec({ title: 'b' }) })),
];

const STATUS: readonly ApplyBody[] = [
  ledger('a status is applied on its own', applies('one', spec({ title: 'a' })), appliesStatus('keeper', { phase: 'Ready' }), appliesStatus('keeper', { done: 1 })),
  ledger('a status in an apply of the object is left out', applies('one', { ...spec({ title: 'a' }), status: { phase: 'Lost' } }), applies('one', { ...spec({ title: 'b' }), status: { phase: 'Lost' } })),
  ledger('a spec in an apply of the status is left out', applies('one', spec({ title: 'a' })), { how: 'apply', by: 'keeper', body: { ...spec({ title: 'b' }), status: { phase: 'Ready' } }, at: 'status' }),
  ledger('conditions of two managers', applies('one', spec({ title: 'a' })), appliesStatus('keeper', { conditions: [{ type: 'Ready', status: 'True' }] }), appliesStatus('other', { conditions: [{ type: 'Synced', status: 'True' }] }), appliesStatus('keeper', { conditions: [] })),
  ledger('a conflict over a condition', applies('one', spec({ title: 'a' })), appliesStatus('keeper', { conditions: [{ type: 'Ready', status: 'True' }] }), appliesStatus('other', { conditions: [{ type: 'Ready', status: 'False' }] })),
  ledger('a patched status and an applied one', applies('one', spec({ title: 'a' })), patchesStatus('hand', { phase: 'Ready', done: 1 }), appliesStatus('keeper', { phase: 'Lost' }), patchesStatus('hand', { done: 2 })),
  ledger('a status of what is not there', appliesStatus('keeper', { phase: 'Ready' })),
];

const BUILT_IN: readonly ApplyBody[] = [
  { says: 'the data of a ConfigMap', kind: 'ConfigMap', steps: [applies('one', { data: { a: '1', b: '2' } }), applies('two', { data: { c: '3' } }), applies('one', { data: { a: '1' } }), applies('two', { data: { a: 'x' } })] },
  { says: 'a ConfigMap that was updated in between', kind: 'ConfigMap', steps: [applies('one', { data: { a: '1' } }), patches('hand', { data: { a: '2', b: '2' } }), applies('one', { data: { a: '1' } }), forces('one', { data: { a: '1' } })] },
  { says: 'the data of a Secret, and what is to become of it', kind: 'Secret', steps: [applies('one', { data: { a: 'MQ==' } }), applies('two', { stringData: { b: '2' } }), applies('one', {})] },
  { says: 'the references of a ServiceAccount go by name', kind: 'ServiceAccount', steps: [applies('one', { imagePullSecrets: [{ name: 'a' }] }), applies('two', { imagePullSecrets: [{ name: 'b' }] }), applies('one', {})] },
  { says: 'the rules of a Role are one whole', kind: 'Role', steps: [applies('one', { rules: [rule('get')] }), applies('two', { rules: [rule('get')] }), applies('two', { rules: [rule('list')] })] },
  {
    says: 'the subjects of a RoleBinding are one whole',
    kind: 'RoleBinding',
    steps: [applies('one', { roleRef: roleRef(), subjects: [subject('a')] }), applies('two', { subjects: [subject('b')] }), forces('two', { roleRef: roleRef(), subjects: [subject('b')] })],
  },
];

/** All of them. */
export const applyBodies: readonly ApplyBody[] = [...SCALARS, ...OWNERS, ...OTHER_WRITES, ...MAPS, ...SETS, ...ATOMIC_LISTS, ...KEYED_LISTS, ...METADATA, ...STATUS, ...BUILT_IN];

function ownerReference(name: 'a' | 'b'): RawBody & { readonly uid: string } {
  const uids = { a: '11111111-1111-1111-1111-111111111111', b: '22222222-2222-2222-2222-222222222222' };
  // Of a kind that no server has: nothing collects what hangs on it.
  return { apiVersion: 'nosuch.example.io/v1', kind: 'Nobody', name, uid: uids[name] };
}

function rule(verb: string): RawBody {
  return { apiGroups: [''], resources: ['configmaps'], verbs: [verb] };
}

function roleRef(): RawBody {
  return { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'nosuch' };
}

function subject(name: string): RawBody {
  return { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name };
}
