import { ValidateBy } from 'class-validator';

import { markShape } from '../decorators/shape.js';

/**
 * The part of Go's time.ParseDuration that a service needs: numbers with units, no sign. It stands as a
 * pattern and not as `format: duration`, which Kubernetes reads more freely ("3 days") than Go does.
 */
export const durationPattern = '^([0-9]+(\\.[0-9]+)?(ns|us|ms|s|m|h))+$';

/** Long enough for any duration, and short enough for the server to know what its rules cost. */
export const durationMaxLength = 64;

const duration = new RegExp(durationPattern);
const unitMs = { ns: 1e-6, us: 1e-3, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** Limits of a duration, both inclusive: `{ min: '10s', max: '24h' }`. */
export interface DurationLimits {
  readonly min?: string;
  readonly max?: string;
}

/** Milliseconds of a duration such as `1m30s`; undefined when the text is none. */
export function durationMs(text: string): number | undefined {
  if (!duration.test(text)) return undefined;
  let sum = 0;
  for (const [, amount, unit] of text.matchAll(/([0-9.]+)(ns|us|ms|s|m|h)/g)) {
    sum += Number(amount) * unitMs[unit as keyof typeof unitMs];
  }
  return sum;
}

function isWithin(value: unknown, { min, max }: DurationLimits): boolean {
  const ms = typeof value === 'string' && value.length <= durationMaxLength ? durationMs(value) : undefined;
  if (ms === undefined) return false;
  return ms >= (durationMs(min ?? '0s') ?? 0) && ms <= (durationMs(max ?? '') ?? Infinity);
}

function wording({ min, max }: DurationLimits): string {
  const limits = [min === undefined ? '' : `at least ${min}`, max === undefined ? '' : `at most ${max}`].filter(Boolean);
  return `$property must be a duration such as 90s or 1h30m${limits.length > 0 ? `, ${limits.join(' and ')}` : ''}`;
}

/** A duration as text, `90s` or `1h30m`; `durationMs` reads it. */
export function DurationString(limits: DurationLimits = {}): PropertyDecorator {
  return (prototype, property) => {
    markShape(prototype, property, { kind: 'duration', ...limits });
    ValidateBy({
      name: 'durationString',
      validator: { validate: (value) => isWithin(value, limits), defaultMessage: () => wording(limits) },
    })(prototype, property);
  };
}
