import { isIP } from 'node:net';
import { hasLuhnDigit, isIsbn10, isIsbn13 } from './check-digits.js';

const DURATION = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h)(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))*$|^0$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[-+]\d{2}:\d{2})$/;
const EMAIL = /^[^@\s]+@[^@\s]+$/;
const UUID = /^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$/;
const HOSTNAME = /^(?=.{1,253}$)[a-zA-Z0-9](?:[-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?)*$/;
const MAC = /^[0-9a-fA-F]{2}([:-])[0-9a-fA-F]{2}(?:\1[0-9a-fA-F]{2}){4}$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const CIDR = /^(.+)\/(\d{1,3})$/;

/** A UUID of one version; the variant counts from version 4 on. */
function isUuidOf(version: 3 | 4 | 5): (text: string) => boolean {
  const variant = version === 3 ? '[0-9a-f]' : '[89ab]';
  const pattern = new RegExp(`^[0-9a-f]{8}-?[0-9a-f]{4}-?${version}[0-9a-f]{3}-?${variant}[0-9a-f]{3}-?[0-9a-f]{12}$`, 'i');
  return (text) => pattern.test(text);
}

const CARD = /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;
const RGB = /^rgb\(\s*(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5])\s*,\s*(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5])\s*,\s*(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5])\s*\)$/;

function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  return CARD.test(digits) && hasLuhnDigit(digits);
}

function isCidr(text: string): boolean {
  const match = CIDR.exec(text);
  if (match === null) return false;
  const family = isIP(match[1] ?? '');
  return family !== 0 && Number(match[2]) <= (family === 4 ? 32 : 128);
}

function isUri(text: string): boolean {
  return URL.canParse(text) || /^\/[^\s]*$/.test(text);
}

/** The string formats that an API server checks; all other names are ignored, as there. */
export const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date-time', (text) => DATE_TIME.test(text) && !Number.isNaN(Date.parse(text))],
  ['datetime', (text) => DATE_TIME.test(text) && !Number.isNaN(Date.parse(text))],
  ['date', (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))],
  ['duration', (text) => DURATION.test(text)],
  ['email', (text) => EMAIL.test(text)],
  ['hostname', (text) => HOSTNAME.test(text)],
  ['ipv4', (text) => isIP(text) === 4],
  ['ipv6', (text) => isIP(text) === 6],
  ['cidr', isCidr],
  ['mac', (text) => MAC.test(text)],
  ['uri', isUri],
  ['uuid', (text) => UUID.test(text)],
  ['uuid3', isUuidOf(3)],
  ['uuid4', isUuidOf(4)],
  ['uuid5', isUuidOf(5)],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['creditcard', isCard],
  ['ssn', (text) => /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text)],
  ['hexcolor', (text) => /^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(text)],
  ['rgbcolor', (text) => RGB.test(text)],
  ['bsonobjectid', (text) => /^[0-9a-fA-F]{24}$/.test(text)],
  ['byte', (text) => BASE64.test(text)],
]);
