const KEPT = 200;

/** The last faults of the controllers that the tests play, for the message of a failed test: they go on, and would else hide them. */
export class FaultLog {
  private readonly kept: string[] = [];

  add(fault: string): void {
    if (this.kept.at(-1) === fault) return;
    this.kept.push(fault);
    if (this.kept.length > KEPT) this.kept.shift();
  }

  get text(): string {
    return this.kept.join('\n');
  }
}
