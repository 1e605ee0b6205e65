import { describe, expect, it } from '@jest/globals';
import { readCommandLine } from './flags.js';
import { remarks } from './remarks.js';

const remarksOn = (...argv: string[]) => remarks(readCommandLine(argv));

describe('what is said about a command line', () => {
  it('is nothing where openMCP calls a provider', () => {
    const argv = ['run', '--environment=test', '--verbosity=INFO', '--provider-name=postgres', '--leader-elect=true', '--metrics-bind-address=:8080', '--metrics-secure=false'];
    expect(remarksOn(...argv)).toEqual([]);
  });

  it('names what a newer operator has added', () => {
    expect(remarksOn('run', '--region=eu', '--tier', 'gold')).toEqual([
      '--region is not known here and is ignored',
      '--tier is not known here and is ignored',
      'gold is not known here and is ignored',
    ]);
  });

  it.each([
    ['--webhook-cert-path=/certs', 'webhooks'],
    ['--enable-http2', 'HTTP/1.1'],
    ['--pprof-bind-address=:6060', '--inspect'],
    ['--leader-elect=false', 'a lease is always held'],
  ])('tells why %s changes nothing', (flag, why) => {
    expect(remarksOn('run', flag)).toEqual([expect.stringContaining(why)]);
  });

  it.each(['--enable-http2=false', '--pprof-bind-address=0', '--leader-elect'])('is nothing for %s, which asks for nothing else', (flag) => {
    expect(remarksOn('run', flag)).toEqual([]);
  });
});
