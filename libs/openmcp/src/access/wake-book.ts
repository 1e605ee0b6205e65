interface Sleeper {
  readonly objects: readonly string[];
  readonly wake: () => void;
}

/** Who wants to hear of which object on the platform. */
export class WakeBook {
  readonly #sleepers = new Map<string, Sleeper>();
  readonly #byObject = new Map<string, Set<string>>();

  /** From now on `who` hears of these objects, and of no others. */
  note(who: string, objects: readonly string[], wake: () => void): void {
    const before = this.#sleepers.get(who)?.objects ?? [];
    this.#leave(who, before.filter((object) => !objects.includes(object)));
    for (const object of objects) this.#listeners(object).add(who);
    this.#sleepers.set(who, { objects, wake });
  }

  forget(who: string): void {
    this.#leave(who, this.#sleepers.get(who)?.objects ?? []);
    this.#sleepers.delete(who);
  }

  /** An object has changed. */
  tell(object: string): void {
    for (const who of [...(this.#byObject.get(object) ?? [])]) this.#sleepers.get(who)?.wake();
  }

  /** Something has changed for all. */
  tellAll(): void {
    for (const { wake } of [...this.#sleepers.values()]) wake();
  }

  #listeners(object: string): Set<string> {
    const listeners = this.#byObject.get(object) ?? new Set<string>();
    this.#byObject.set(object, listeners);
    return listeners;
  }

  #leave(who: string, objects: readonly string[]): void {
    for (const object of objects) {
      const listeners = this.#byObject.get(object);
      listeners?.delete(who);
      if (listeners?.size === 0) this.#byObject.delete(object);
    }
  }
}
