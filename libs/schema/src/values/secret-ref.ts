import { IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';

import { Describe } from '../decorators/documentation.js';
import { Nested } from '../decorators/shape.js';

/** Pattern of a DNS-1123 subdomain: the name of a Secret. */
export const dnsSubdomainPattern = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
/** Pattern of a DNS-1123 label: the name of a namespace. */
export const dnsLabelPattern = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/**
 * Where a Secret stands. Without `namespace` it is the namespace of the object that refers to it, for a
 * ProviderConfig the provider's own; without `key` the reader's usual key.
 */
export class SecretReference {
  @Describe('Name of the Secret.')
  @IsString() @MinLength(1) @MaxLength(253) @Matches(dnsSubdomainPattern)
  name!: string;

  @Describe('Namespace of the Secret.')
  @IsOptional() @IsString() @MinLength(1) @MaxLength(63) @Matches(dnsLabelPattern)
  namespace?: string;

  @Describe('Key inside the Secret.')
  @IsOptional() @IsString() @MinLength(1) @MaxLength(253) @Matches(/^[-._a-zA-Z0-9]+$/)
  key?: string;
}

/**
 * A reference to a Secret, never the secret itself. In an order's spec the namespace comes from a
 * tenant: a handler that reads the Secret with the provider's rights must refuse a foreign one.
 */
export function SecretRef(): PropertyDecorator {
  return Nested(() => SecretReference);
}
