import type { Ref } from '../follow/object-writes.js';

/** What becomes of an AccessRequest: granted where nothing is said. */
export type Decision = { readonly kind: 'grant' } | { readonly kind: 'deny'; readonly message: string } | { readonly kind: 'hold' };

/** What a test wants to become of AccessRequests, by name, also of such that do not exist yet. */
export class Decisions {
  private readonly said = new Map<string, Decision>();

  constructor(private readonly onChange: () => void) {}

  of({ namespace, name }: Ref): Decision {
    return this.said.get(`${namespace}/${name}`) ?? { kind: 'grant' };
  }

  say({ namespace, name }: Ref, decision: Decision): void {
    this.said.set(`${namespace}/${name}`, decision);
    this.onChange();
  }
}
