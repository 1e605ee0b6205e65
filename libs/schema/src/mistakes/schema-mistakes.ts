/** One thing in an author's class that no server could serve, or that would not mean what it says. */
export interface SchemaMistake {
  /** Where: `DatabaseSpec.connections`, or the class alone. */
  readonly where: string;
  /** What is wrong and what to write instead. */
  readonly message: string;
}

/**
 * All mistakes of the classes that were read, at once: an author should not have to start his
 * program once for each of them.
 */
export class SchemaMistakes extends Error {
  override readonly name = 'SchemaMistakes';

  constructor(readonly mistakes: readonly SchemaMistake[]) {
    const lines = mistakes.map(({ where, message }) => `  ${where}: ${message}`);
    super(`${mistakes.length === 1 ? 'A class' : 'Classes'} cannot become a schema:\n${lines.join('\n')}`);
  }
}
