import { IsInt, IsString } from 'class-validator';

import { Format } from '../decorators/format.js';
import { Rule } from '../decorators/rule.js';
import { ItemsOf, Verbatim } from '../decorators/shape.js';
import type { DecoratorSample } from './decorator-sample.js';
import { values } from './sample-api.js';

/** What stands in the schema by the server's own words, and is checked by the server alone. */
export const verbatimSamples: readonly DecoratorSample[] = [
  values('Format int32', [IsInt(), Format('int32')], { accepts: [0, 2147483647], refuses: [2147483648], checkedBy: 'server' }),
  values('Format of each item', [ItemsOf(() => Number), IsInt({ each: true }), Format('int32', { each: true })], { accepts: [[1, 2]], refuses: [[1, 2147483648]], checkedBy: 'server' }),
  values('Format byte', [IsString(), Format('byte')], { accepts: ['aGk='], refuses: ['not base64'], checkedBy: 'server' }),
  values('no Format', [IsInt(), Format('none')], { accepts: [1, 9007199254740991], refuses: [1.5, '1'] }),
  values('Verbatim', [Verbatim({ type: 'array', items: { type: 'array', items: { type: 'integer' } } })], { accepts: [[], [[1], []]], refuses: [[1], [['a']], 'a'], checkedBy: 'server' }),
  values('Verbatim or null', [Verbatim({ type: 'string', nullable: true })], { accepts: ['a', null], refuses: [1], checkedBy: 'server' }),
  values('Rule that makes its message', [IsInt(), Rule('self > 0', 'must be more than 0', { messageExpression: "self == 0 ? 'must not be 0' : 'must not be below 0'" })], { accepts: [1], refuses: [0], checkedBy: 'server' }),
];
