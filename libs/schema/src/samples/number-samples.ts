import { IsBoolean, IsDivisibleBy, IsInt, IsNegative, IsNumber, IsPositive, Max, Min } from 'class-validator';

import type { DecoratorSample } from './decorator-sample.js';
import { values } from './sample-api.js';

/** Rules about numbers and truth values. */
export const numberSamples: readonly DecoratorSample[] = [
  values('IsInt', [IsInt()], { accepts: [0, -7, 9007199254740991], refuses: [1.5, '1', true] }),
  values('IsNumber', [IsNumber()], { accepts: [0, 1.5, -2], refuses: ['1', false] }),
  values('IsNumber with two places', [IsNumber({ maxDecimalPlaces: 2 })], { accepts: [1.25], refuses: [1.125], checkedBy: 'class' }),
  values('IsBoolean', [IsBoolean()], { accepts: [true, false], refuses: ['true', 0] }),
  values('Min 1', [IsInt(), Min(1)], { accepts: [1, 2], refuses: [0, -1] }),
  values('Max 500', [IsInt(), Max(500)], { accepts: [500, 0], refuses: [501] }),
  values('Min and Max of any number', [Min(0.5), Max(1.5)], { accepts: [0.5, 1, 1.5], refuses: [0.4, 1.6] }),
  values('IsPositive', [IsPositive()], { accepts: [0.1], refuses: [0, -1] }),
  values('IsNegative', [IsNegative()], { accepts: [-0.1], refuses: [0, 1] }),
  values('IsPositive and Min 5', [IsInt(), IsPositive(), Min(5)], { accepts: [5], refuses: [4, 0] }),
  values('IsDivisibleBy 5', [IsInt(), IsDivisibleBy(5)], { accepts: [0, 10], refuses: [7] }),
];
