import type { ObjectShape, ValueNode } from './property-tree.js';

/** Rules of class-validator on one property that no schema can say. */
export interface RuntimeOnlyRules {
  /** `Class.property`. */
  readonly where: string;
  readonly rules: readonly string[];
}

/**
 * What the server will accept and the validation of an order refuse: the rules without an equal in a
 * schema. For `doctor` and the printed manifests, so that nobody is surprised.
 */
export function runtimeOnlyRules(shape: ObjectShape): RuntimeOnlyRules[] {
  return shape.properties.flatMap(({ name, runtimeOnly, value }) => [
    ...(runtimeOnly.length === 0 ? [] : [{ where: `${shape.ctor.name}.${name}`, rules: runtimeOnly }]),
    ...below(value),
  ]);
}

function below({ shape }: ValueNode): RuntimeOnlyRules[] {
  switch (shape.kind) {
    case 'object':
      return runtimeOnlyRules(shape);
    case 'list':
      return below(shape.items);
    case 'map':
      return below(shape.values);
    default:
      return [];
  }
}
