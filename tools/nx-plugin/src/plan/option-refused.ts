/** An option that the generator cannot make anything of. */
export class OptionRefused extends Error {
  override readonly name = 'OptionRefused';
  constructor(option: string, given: string, wanted: string) {
    super(`--${option}=${given} is not understood. Say ${wanted}.`);
  }
}
