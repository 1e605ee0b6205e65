import type { FlagName } from '../cli/flags.js';

/** Where something is served, as Go writes it: `:8081` on all interfaces, `127.0.0.1:8081` on one, `0` nowhere. */
export type BindAddress = { readonly kind: 'nowhere' } | { readonly kind: 'at'; readonly host?: string; readonly port: number };

/** An address that is none. */
export class BindAddressRefused extends Error {
  override readonly name = 'BindAddressRefused';
  constructor(flag: FlagName, text: string) {
    super(`--${flag}=${text} is no address. Use host:port, :port for all interfaces, or 0 to serve nothing.`);
  }
}

const HIGHEST_PORT = 65_535;

/** Reads the address that a flag names. @throws BindAddressRefused */
export function readBindAddress(flag: FlagName, text: string): BindAddress {
  if (text === '' || text === '0') return { kind: 'nowhere' };
  const [, v6, host, digits] = /^(?:\[([\da-f:.]+)\]|([^[\]:]*)):(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > HIGHEST_PORT) throw new BindAddressRefused(flag, text);
  return { kind: 'at', host: v6 ?? (host === '' ? undefined : host), port };
}
