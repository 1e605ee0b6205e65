import type { Admission } from '../../registry/type/admission.js';
import { customResource, readVersions } from '../../registry/type/custom-resource.js';
import { resourceKey } from '../../registry/type/catalog.js';
import type { ResourceType } from '../../registry/type/resource-type.js';
import { SchemaProblem } from '../../schema/read-schema.js';
import { methodNotAllowed, type Cause } from '../../server/answer/api-error.js';
import { objectAt, objectsAt, textAt, type JsonObject, type KubeObject } from '../../storage/kube-object.js';
import { withConditions, type Condition } from '../../control/conditions.js';
import type { Controller } from '../../control/controller-loop.js';
import type { KcpState } from '../../workspace/kcp-state.js';
import { beginDeletion, dropFinalizer, replace } from '../../control/replace.js';
import type { ResourceOwners } from '../binding/resource-owners.js';
import { terminating } from './schema-types.js';

const FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';
const VERSION = /^v[1-9][0-9]*([a-z]+[1-9][0-9]*)?$/;

/** Rules of CustomResourceDefinition objects. */
export const definitionAdmission: Admission = {
  prepareCreate(object) {
    object.spec = withNames(objectAt(object.spec));
    object.status = { conditions: [], acceptedNames: { plural: '', kind: '' }, storedVersions: [] };
    object.metadata.finalizers = [...(object.metadata.finalizers ?? []), FINALIZER];
  },
  prepareUpdate(object) {
    object.spec = withNames(objectAt(object.spec));
  },
  validate: (object) => definitionFaults(object),
  markDeleting(object) {
    delete object.metadata.deletionGracePeriodSeconds;
  },
};

function withNames(spec: JsonObject): JsonObject {
  const names = objectAt(spec.names);
  const kind = textAt(names.kind) ?? '';
  return { conversion: { strategy: 'None' }, ...spec, names: { singular: kind.toLowerCase(), listKind: `${kind}List`, ...names } };
}

function definitionFaults(object: KubeObject): Cause[] {
  const spec = objectAt(object.spec);
  const names = objectAt(spec.names);
  const faults: Cause[] = [];
  const wanted = `${String(names.plural)}.${String(spec.group)}`;
  if (object.metadata.name !== wanted) faults.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(object.metadata.name)}: must be spec.names.plural+"."+spec.group`, field: 'metadata.name' });
  for (const field of ['plural', 'kind']) if (textAt(names[field]) === undefined) faults.push({ reason: 'FieldValueRequired', message: 'Required value', field: `spec.names.${field}` });
  if (spec.scope !== 'Namespaced' && spec.scope !== 'Cluster') faults.push({ reason: 'FieldValueRequired', message: 'Required value', field: 'spec.scope' });
  faults.push(...versionFaults(objectsAt(spec.versions)));
  if (faults.length > 0) return faults;
  try {
    definedType(object);
    return [];
  } catch (error) {
    if (error instanceof SchemaProblem) return [{ reason: error.reason, message: error.fault, field: `spec.validation.${error.path}` }];
    throw error;
  }
}

function versionFaults(versions: readonly JsonObject[]): Cause[] {
  const faults: Cause[] = [];
  if (versions.filter((version) => version.storage === true).length !== 1) {
    faults.push({ reason: 'FieldValueInvalid', message: 'Invalid value: must have exactly one version marked as storage version', field: 'spec.versions' });
  }
  for (const [index, version] of versions.entries()) {
    if (!VERSION.test(textAt(version.name) ?? '')) faults.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(version.name)}`, field: `spec.versions[${index}].name` });
    if (objectAt(version.schema).openAPIV3Schema === undefined) faults.push({ reason: 'FieldValueRequired', message: 'Required value: schemas are required', field: `spec.versions[${index}].schema.openAPIV3Schema` });
  }
  return faults;
}

function definedType(definition: KubeObject): ResourceType {
  const spec = objectAt(definition.spec);
  const group = textAt(spec.group) ?? '';
  const names = objectAt(spec.names);
  return customResource({
    group,
    names,
    scope: spec.scope === 'Namespaced' ? 'Namespaced' : 'Cluster',
    versions: readVersions(spec.versions, (version) => objectAt(objectAt(version.schema).openAPIV3Schema)),
    collectionKey: `${resourceKey(group, textAt(names.plural) ?? '')}@definitions`,
    isBound: false,
    pathNames: false,
    admission: {},
  });
}

/** Serves what CustomResourceDefinitions define, and cleans up behind deleted ones. */
export class DefinitionController implements Controller {
  readonly name = 'definitions';
  readonly collections = undefined;
  readonly #served = new Map<string, number | undefined>();

  constructor(
    private readonly state: KcpState,
    private readonly owners: ResourceOwners,
    private readonly withdrawn: (cluster: string, type: ResourceType) => void,
  ) {}

  keys(collection: { readonly key: string }, change: { readonly type: string; readonly cluster: string; readonly object: KubeObject }): string[] {
    if (collection.key === 'apiextensions.k8s.io/customresourcedefinitions') return change.type === 'DELETED' ? [] : [`${change.cluster}/${change.object.metadata.name}`];
    if (change.type !== 'DELETED' || !collection.key.endsWith('@definitions')) return [];
    const [group = '', plural = ''] = collection.key.slice(0, -'@definitions'.length).split('/');
    return [`${change.cluster}/${plural}.${group}`];
  }

  reconcile(key: string): undefined {
    const slash = key.indexOf('/');
    const cluster = key.slice(0, slash);
    const definition = this.state.find('apiextensions.k8s.io', 'customresourcedefinitions', cluster, key.slice(slash + 1));
    if (definition === undefined) return;
    if (definition.metadata.deletionTimestamp === undefined) this.establish(cluster, definition);
    else this.tearDown(cluster, definition);
  }

  private establish(cluster: string, definition: KubeObject): void {
    const key = `${cluster}/${definition.metadata.name}`;
    const spec = objectAt(definition.spec);
    const rival = this.owners.take(cluster, textAt(spec.group) ?? '', textAt(objectAt(spec.names).plural) ?? '', ownerName(definition));
    if (rival === undefined && this.#served.get(key) !== definition.metadata.generation) {
      this.state.catalog.serve(cluster, definedType(definition));
      this.#served.set(key, definition.metadata.generation);
    }
    const status = objectAt(definition.status);
    const stored = objectsAt(spec.versions).flatMap((version) => (version.storage === true ? [version.name] : []));
    replace(this.collection(), cluster, definition, {
      ...definition,
      status: {
        ...status,
        conditions: withConditions(status.conditions, nameConditions(rival), this.state.clock.timestamp()),
        acceptedNames: spec.names,
        storedVersions: stored,
      },
    });
  }

  private tearDown(cluster: string, definition: KubeObject): void {
    const spec = objectAt(definition.spec);
    const subject = { group: textAt(spec.group) ?? '', plural: textAt(objectAt(spec.names).plural) ?? '' };
    const type = this.state.catalog.type(cluster, subject.group, subject.plural);
    const isOurs = this.owners.take(cluster, subject.group, subject.plural, ownerName(definition)) === undefined;
    if (type !== undefined && isOurs) {
      if (type.verbs.includes('create')) this.state.catalog.serve(cluster, terminating(type, () => methodNotAllowed(subject, 'create')));
      const collection = this.state.collectionOf(type);
      let remaining = 0;
      for (const object of [...collection.in(cluster)]) if (!beginDeletion(collection, cluster, object, this.state.clock.timestamp())) remaining += 1;
      if (remaining > 0) return;
      this.state.catalog.withdraw(cluster, subject.group, subject.plural);
      this.withdrawn(cluster, type);
    }
    this.owners.release(cluster, ownerName(definition));
    this.#served.delete(`${cluster}/${definition.metadata.name}`);
    dropFinalizer(this.collection(), cluster, definition, FINALIZER);
  }

  private collection(): ReturnType<KcpState['collection']> {
    return this.state.collection('apiextensions.k8s.io', 'customresourcedefinitions');
  }
}

function nameConditions(rival: string | undefined): Condition[] {
  if (rival === undefined) {
    return [
      { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' },
      { type: 'Established', status: 'True', reason: 'InitialNamesAccepted', message: 'the initial names have been accepted' },
    ];
  }
  return [
    { type: 'NamesAccepted', status: 'False', reason: 'NameConflict', message: `already served by ${rival}` },
    { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' },
  ];
}

function ownerName(definition: KubeObject): string {
  return `definition ${definition.metadata.name}`;
}
