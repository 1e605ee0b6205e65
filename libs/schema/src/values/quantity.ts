import { ValidateBy } from 'class-validator';

import { markShape } from '../decorators/shape.js';

/** Kubernetes' own pattern of a resource.Quantity, as controller-gen writes it. */
export const quantityPattern =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

const quantity = new RegExp(quantityPattern);

/** Is this a resource quantity, `500m` or `2Gi` or a bare whole number? */
export function isQuantity(value: unknown): boolean {
  return (typeof value === 'string' && quantity.test(value)) || Number.isInteger(value);
}

/**
 * A resource quantity such as `500m` or `2Gi`. YAML writes whole numbers without quotes, so the
 * server takes both; the handler always gets the text.
 */
export function Quantity(): PropertyDecorator {
  return (prototype, property) => {
    markShape(prototype, property, { kind: 'quantity' });
    ValidateBy({
      name: 'quantity',
      validator: { validate: isQuantity, defaultMessage: () => '$property must be a quantity such as 500m or 2Gi' },
    })(prototype, property);
  };
}
