import type { PrinterColumnSettings } from './marks.js';
import { markEither } from './rule.js';

/** The description of a property or a class, as `kubectl explain` shows it. A doc comment is gone at run time. */
export function Describe(text: string): PropertyDecorator & ClassDecorator {
  return markEither({ kind: 'description', text });
}

/**
 * A column of `kubectl get`. On a property of spec or status its place and type are known; on an
 * API class (or spec or status class) `name`, `type` and `jsonPath` say them.
 */
export function PrinterColumn(column: PrinterColumnSettings = {}): PropertyDecorator & ClassDecorator {
  return markEither({ kind: 'column', column });
}
