/** Purposes that a test holds back, so that what waits for such a cluster goes on waiting. */
export class Purposes {
  private readonly names = new Set<string>();

  add(purpose: string): void {
    this.names.add(purpose);
  }

  delete(purpose: string): void {
    this.names.delete(purpose);
  }

  include(purposes: readonly string[]): boolean {
    return purposes.some((purpose) => this.names.has(purpose));
  }
}
