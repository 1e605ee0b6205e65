/** The parameters of a query as Go reads them into its options. */
import { badRequest } from '../answer/api-error.js';

/** A flag: whatever is said but no is yes, nothing behind the name too. */
export function flagIn(query: URLSearchParams, name: string): boolean {
  const text = query.get(name);
  return text !== null && text !== '0' && text.toLowerCase() !== 'false';
}

const INTEGER = /^[+-]?\d+$/;
const LARGEST = 2n ** 63n;

/**
 * A whole number, or undefined where none is said.
 * @throws ApiError 400 for what is none
 */
export function integerIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!INTEGER.test(text)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  const value = BigInt(text.replace('+', ''));
  if (value < -LARGEST || value >= LARGEST) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: value out of range`);
  return Number(value);
}
