/** Something in the author's code that can be known before anything runs. */
export interface BootMistake {
  /** The class, property, method or offer: `DatabaseHandler.provide`, `offer Database`. */
  readonly where: string;
  /** What is wrong, and what to write instead. */
  readonly message: string;
}

/** All mistakes of a provider at once: nobody should have to start his program once for each of them. */
export class BootMistakes extends Error {
  override readonly name = 'BootMistakes';

  constructor(readonly mistakes: readonly BootMistake[]) {
    const lines = mistakes.map(({ where, message }) => `  ${where}: ${message}`);
    super(`The provider can't start, ${mistakes.length === 1 ? 'one thing is' : `${mistakes.length} things are`} to be mended:\n${lines.join('\n')}`);
  }
}
