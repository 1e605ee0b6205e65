import { customResource, readVersions } from '../../registry/type/custom-resource.js';
import { resourceKey } from '../../registry/type/catalog.js';
import type { ResourceType } from '../../registry/type/resource-type.js';
import { objectAt, textAt, type KubeObject } from '../../storage/kube-object.js';

/** Types made of APIResourceSchemas. Schemas are immutable, so each is compiled once for each identity. */
export class SchemaTypes {
  readonly #types = new Map<string, ResourceType>();

  /** The type that an export with this identity serves by the schema. */
  of(schema: KubeObject, identity: string): ResourceType {
    const key = `${schema.metadata.uid ?? ''}#${identity}`;
    let type = this.#types.get(key);
    if (type === undefined) {
      type = typeOf(schema, identity);
      this.#types.set(key, type);
    }
    return type;
  }
}

/**
 * Compiles an APIResourceSchema.
 * @throws SchemaProblem when a schema in it cannot be served
 */
export function typeOf(schema: KubeObject, identity: string): ResourceType {
  const spec = objectAt(schema.spec);
  const group = textAt(spec.group) ?? '';
  const names = objectAt(spec.names);
  return customResource({
    group,
    names,
    scope: spec.scope === 'Namespaced' ? 'Namespaced' : 'Cluster',
    versions: readVersions(spec.versions, (version) => objectAt(version.schema)),
    collectionKey: `${resourceKey(group, textAt(names.plural) ?? '')}#${identity}`,
    isBound: true,
    pathNames: spec.nameValidation === 'PathSegmentName',
    admission: {},
  });
}

/** The type while its binding or definition is being deleted: what is there may be finished, nothing new comes. */
export function terminating(type: ResourceType, refuse: (name: string) => Error): ResourceType {
  return {
    ...type,
    verbs: type.verbs.filter((verb) => !['create', 'update', 'patch'].includes(verb)),
    admission: {
      ...type.admission,
      admit(object, old) {
        if (old === undefined) throw refuse(object.metadata.name);
      },
    },
  };
}
