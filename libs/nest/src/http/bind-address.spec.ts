import { describe, expect, it } from '@jest/globals';
import { BindAddressRefused, readBindAddress } from './bind-address.js';

const read = (text: string) => readBindAddress('health-probe-bind-address', text);

describe('an address to serve at', () => {
  it.each([
    [':8081', { kind: 'at', host: undefined, port: 8081 }],
    ['127.0.0.1:0', { kind: 'at', host: '127.0.0.1', port: 0 }],
    ['localhost:8081', { kind: 'at', host: 'localhost', port: 8081 }],
    ['[::1]:8081', { kind: 'at', host: '::1', port: 8081 }],
    ['0', { kind: 'nowhere' }],
    ['', { kind: 'nowhere' }],
  ])('is understood as Go writes it: %j', (text, address) => {
    expect(read(text)).toEqual(address);
  });

  it.each(['8081', 'localhost', ':65536', ':-1', '::1:8081', 'http://localhost:8081', ':80 81'])('is refused where it is none: %j', (text) => {
    expect(() => read(text)).toThrow(BindAddressRefused);
  });
});
