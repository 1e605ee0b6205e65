import type { ResourceType, ServedResource } from './resource-type.js';
import { versionOf } from './resource-type.js';

/**
 * Which resources each logical cluster serves: the built-in ones everywhere, and what
 * CustomResourceDefinitions and APIBindings add to one cluster.
 */
export class Catalog {
  readonly #builtin = new Map<string, ResourceType>();
  readonly #custom = new Map<string, Map<string, ResourceType>>();

  constructor(builtin: readonly ResourceType[]) {
    for (const type of builtin) this.#builtin.set(resourceKey(type.group, type.plural), type);
  }

  /** The type as this cluster serves it; undefined when it does not. */
  type(cluster: string, group: string, plural: string): ResourceType | undefined {
    const key = resourceKey(group, plural);
    return this.#builtin.get(key) ?? this.#custom.get(cluster)?.get(key);
  }

  builtin(group: string, plural: string): ResourceType | undefined {
    return this.#builtin.get(resourceKey(group, plural));
  }

  /** The type and version of a request; undefined when either is not served. */
  find(cluster: string, group: string, version: string, plural: string): ServedResource | undefined {
    return served(this.type(cluster, group, plural), version);
  }

  /** The type of a kind, as owner references and applied objects name it. */
  byKind(cluster: string, group: string, kind: string): ResourceType | undefined {
    for (const type of this.types(cluster)) if (type.group === group && type.kind === kind) return type;
    return undefined;
  }

  /** Everything that the cluster serves. */
  *types(cluster: string): Iterable<ResourceType> {
    yield* this.#builtin.values();
    yield* this.custom(cluster);
  }

  /** What CustomResourceDefinitions and APIBindings add to the cluster. */
  custom(cluster: string): Iterable<ResourceType> {
    return this.#custom.get(cluster)?.values() ?? [];
  }

  serve(cluster: string, type: ResourceType): void {
    let types = this.#custom.get(cluster);
    if (types === undefined) {
      types = new Map();
      this.#custom.set(cluster, types);
    }
    types.set(resourceKey(type.group, type.plural), type);
  }

  withdraw(cluster: string, group: string, plural: string): void {
    this.#custom.get(cluster)?.delete(resourceKey(group, plural));
  }

  /** Forgets a logical cluster that is gone. */
  drop(cluster: string): void {
    this.#custom.delete(cluster);
  }
}

/** `group/plural`, the key of a resource inside one cluster. */
export function resourceKey(group: string, plural: string): string {
  return `${group}/${plural}`;
}

/** A type with one of its served versions. */
export function served(type: ResourceType | undefined, version: string): ServedResource | undefined {
  const found = type === undefined ? undefined : versionOf(type, version);
  return type === undefined || found === undefined ? undefined : { type, version: found };
}
