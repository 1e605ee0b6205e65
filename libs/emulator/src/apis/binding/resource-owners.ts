/** Who serves a resource name in a logical cluster: the first one keeps it until it is gone. */
export class ResourceOwners {
  readonly #owners = new Map<string, string>();

  /** Takes the name for this owner. Gives the rival that has it already, or undefined when it is taken. */
  take(cluster: string, group: string, plural: string, owner: string): string | undefined {
    const key = `${cluster}/${plural}.${group}`;
    const current = this.#owners.get(key);
    if (current !== undefined && current !== owner) return current;
    this.#owners.set(key, owner);
    return undefined;
  }

  /** Gives back all names of an owner. */
  release(cluster: string, owner: string): void {
    for (const [key, current] of this.#owners) if (current === owner && key.startsWith(`${cluster}/`)) this.#owners.delete(key);
  }
}
