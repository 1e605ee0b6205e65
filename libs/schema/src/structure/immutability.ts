/**
 * Where the rule of an immutable property stands. The server asks a rule about the old value only when
 * its place existed before and exists after. A rule on an optional property would therefore miss that
 * the property is added or removed, and one on a required property of an optional object that the whole
 * object goes and comes back. So the rule stands on the nearest place that is always there.
 */
import type { CelRule } from '../decorators/marks.js';
import type { PropertyNode } from '../reader/property-tree.js';
import { celName } from './cel-names.js';

interface Step {
  readonly name: string;
  readonly isAlwaysThere: boolean;
}

/** An immutable property that still looks for its place; `steps` lead to it from where the search stands. */
export interface Pending {
  readonly steps: readonly Step[];
}

/** Once its parent is there, is the property? */
export function isAlwaysThere({ presence }: PropertyNode): boolean {
  return presence.kind !== 'optional';
}

/** The rule of a property that is always there: it stands on the property itself. */
export function unchanged({ name }: PropertyNode): CelRule {
  return { rule: 'self == oldSelf', message: `${name} cannot be changed after creation` };
}

/** What still looks for a place after this property: those from below, one step longer, and itself. */
export function pendingOf(property: PropertyNode, own: 'anchored' | 'pending', below: readonly Pending[]): readonly Pending[] {
  const step: Step = { name: property.name, isAlwaysThere: isAlwaysThere(property) };
  const self = property.isImmutable && own === 'pending' ? [{ steps: [step] }] : [];
  return [...self, ...below.map(({ steps }) => ({ steps: [step, ...steps] }))];
}

function path(of: 'self' | 'oldSelf', steps: readonly Step[]): string {
  return [of, ...steps.map(({ name }) => celName(name) ?? name)].join('.');
}

/** Is everything on the way there? A step that comes with its parent needs no question. */
function isThere(of: 'self' | 'oldSelf', steps: readonly Step[]): string {
  return steps.flatMap((step, index) => (step.isAlwaysThere ? [] : [`has(${path(of, steps.slice(0, index + 1))})`])).join(' && ');
}

/** The rule of a pending property, for the place where the search has ended. */
export function anchored({ steps }: Pending): CelRule {
  const dotted = steps.map(({ name }) => name).join('.');
  const [now, before] = [isThere('self', steps), isThere('oldSelf', steps)];
  return {
    rule: `${now} ? ${before} && ${path('self', steps)} == ${path('oldSelf', steps)} : !(${before})`,
    message: `${dotted} cannot be added, removed or changed after creation`,
    fieldPath: fieldPath(steps),
  };
}

/** Kubernetes reads plain names after a dot and any other in brackets. */
function fieldPath(steps: readonly Step[]): string {
  return steps.map(({ name }) => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `.${name}` : `['${name}']`)).join('');
}
