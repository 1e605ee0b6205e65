import { customResource, readVersions } from '../../registry/type/custom-resource.js';
import { resourceKey } from '../../registry/type/catalog.js';
import type { SchemaSuccession } from '../../registry/type/custom-resource.js';
import type { ResourceType } from '../../registry/type/resource-type.js';
import { objectAt, textAt, type KubeObject } from '../../storage/kube-object.js';

/** Types made of APIResourceSchemas. Schemas are immutable, so each is compiled once for each identity. */
export class SchemaTypes {
  readonly #types = new Map<string, ResourceType>();
  /** How many schemas have served a collection, by its key. */
  readonly #served = new Map<string, number>();

  /** The type that an export with this identity serves by the schema. */
  of(schema: KubeObject, identity: string): ResourceType {
    const key = `${schema.metadata.uid ?? ''}#${identity}`;
    let type = this.#types.get(key);
    if (type === undefined) {
      type = this.#compile(schema, identity);
      this.#types.set(key, type);
    }
    return type;
  }

  #compile(schema: KubeObject, identity: string): ResourceType {
    const collectionKey = collectionKeyOf(schema, identity);
    const position = this.#served.get(collectionKey) ?? 0;
    this.#served.set(collectionKey, position + 1);
    return typeOf(schema, identity, { position, hasSeveral: () => (this.#served.get(collectionKey) ?? 0) > 1 });
  }
}

function collectionKeyOf({ spec }: KubeObject, identity: string): string {
  const { group, names } = objectAt(spec);
  return `${resourceKey(textAt(group) ?? '', textAt(objectAt(names).plural) ?? '')}#${identity}`;
}

/**
 * Compiles an APIResourceSchema.
 * @throws SchemaProblem when a schema in it cannot be served
 */
export function typeOf(schema: KubeObject, identity: string, succession?: SchemaSuccession): ResourceType {
  const spec = objectAt(schema.spec);
  return customResource({
    group: textAt(spec.group) ?? '',
    names: objectAt(spec.names),
    scope: spec.scope === 'Namespaced' ? 'Namespaced' : 'Cluster',
    versions: readVersions(spec.versions, (version) => objectAt(version.schema)),
    collectionKey: collectionKeyOf(schema, identity),
    ...(succession === undefined ? {} : { succession }),
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
