import type { DecoratorSample } from './decorator-sample.js';

/** The table of decorators. Loaded when asked for, since an app has no use for it. */
export function decoratorSamples(): Promise<readonly DecoratorSample[]> {
  return Promise.reject(new Error('not there yet'));
}
