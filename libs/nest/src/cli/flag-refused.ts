import type { CommandLine, FlagName } from './flags.js';

/** A flag's value that nobody understands; doing something else in its place would be worse than doing nothing. */
export class FlagRefused extends Error {
  override readonly name = 'FlagRefused';
  constructor(flag: FlagName, value: string, allowed: readonly string[]) {
    super(`--${flag}=${value} is not understood. Use one of ${allowed.join(', ')}.`);
  }
}

/** The flag's value, which must be one of these words. @throws FlagRefused */
export function oneOf<T extends string>(flags: CommandLine['flags'], name: FlagName, allowed: readonly T[]): T | undefined {
  const value = flags.get(name);
  const found = allowed.find((each) => each === value);
  if (value !== undefined && found === undefined) throw new FlagRefused(name, value, allowed);
  return found;
}
