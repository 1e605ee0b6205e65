import type { DecoratorSample } from './decorator-sample.js';

/**
 * The table of decorators with samples from both sides of their limits. Whoever judges specs can be held
 * to it: class-validator, the emulator, a real server. Loaded when asked for, since an app has no use for it.
 */
export async function decoratorSamples(): Promise<readonly DecoratorSample[]> {
  const [choices, immutables, lists, numbers, shapes, texts, verbatims] = await Promise.all([
    import('./choice-samples.js'),
    import('./immutable-samples.js'),
    import('./list-samples.js'),
    import('./number-samples.js'),
    import('./shape-samples.js'),
    import('./text-samples.js'),
    import('./verbatim-samples.js'),
  ]);
  return [
    ...texts.textSamples,
    ...numbers.numberSamples,
    ...choices.choiceSamples,
    ...lists.listSamples,
    ...shapes.shapeSamples,
    ...immutables.immutableSamples,
    ...verbatims.verbatimSamples,
  ];
}
