import { describe, expect, it } from '@jest/globals';
import { isSet, readCommandLine } from './flags.js';

describe('a command line', () => {
  it.each([
    ['two dashes and a space', ['run', '--kubeconfig', '/etc/kube']],
    ['two dashes and an equals sign', ['run', '--kubeconfig=/etc/kube']],
    ['one dash', ['run', '-kubeconfig=/etc/kube']],
    ['the flag first', ['--kubeconfig=/etc/kube', 'run']],
  ])('is understood with %s', (_form, argv) => {
    const { command, flags } = readCommandLine(argv);
    expect([command, flags.get('kubeconfig')]).toEqual(['run', '/etc/kube']);
  });

  it('is what openMCP puts into a pod', () => {
    const { command, flags, ignored } = readCommandLine([
      'run', '--environment=test', '--verbosity=INFO', '--provider-name=postgres', '--leader-elect=true', '--metrics-bind-address=:8080', '--metrics-secure=false',
    ]);
    expect([command, ignored]).toEqual(['run', []]);
    expect(Object.fromEntries(flags)).toEqual({
      environment: 'test', verbosity: 'INFO', 'provider-name': 'postgres', 'leader-elect': 'true', 'metrics-bind-address': ':8080', 'metrics-secure': 'false',
    });
  });

  it('may hold what a newer operator has added', () => {
    expect(readCommandLine(['run', '--region=eu', '--environment=a']).ignored).toEqual(['--region']);
  });

  it.each([
    [['-v=debug'], 'verbosity', 'debug'],
    [['-v', 'debug'], 'verbosity', 'debug'],
    [['-f', 'text'], 'format', 'text'],
    [['-h'], 'help', 'true'],
  ] as const)('%j means the flag %s with %s', (argv, name, value) => {
    expect(readCommandLine(argv).flags.get(name)).toBe(value);
  });

  it.each([
    [['manifests', '--kcp'], true],
    [['manifests', '--kcp=true'], true],
    [['manifests', '--kcp=false'], false],
    [['manifests'], false],
  ])('%j has the flag kcp set: %j', (argv, set) => {
    expect(isSet(readCommandLine(argv).flags, 'kcp')).toBe(set);
  });

  it('takes the last of two', () => {
    expect(readCommandLine(['run', '--environment=a', '--environment=b']).flags.get('environment')).toBe('b');
  });

  it('may have no command', () => {
    expect(readCommandLine([]).command).toBeUndefined();
  });
});
