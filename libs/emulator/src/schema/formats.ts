import { isIP } from 'node:net';

const DURATION = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h)(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))*$|^0$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[-+]\d{2}:\d{2})$/;
const EMAIL = /^[^@\s]+@[^@\s]+$/;
const UUID = /^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$/;
const HOSTNAME = /^(?=.{1,253}$)[a-zA-Z0-9](?:[-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?)*$/;
const MAC = /^[0-9a-fA-F]{2}([:-])[0-9a-fA-F]{2}(?:\1[0-9a-fA-F]{2}){4}$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const CIDR = /^(.+)\/(\d{1,3})$/;

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
  ['byte', (text) => BASE64.test(text)],
]);
