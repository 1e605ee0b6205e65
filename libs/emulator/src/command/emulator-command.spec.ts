import { describe, expect, it } from '@jest/globals';
import { KCP_DELAYS } from '../faults/delays.js';
import { CommandRefused, readCommand } from './emulator-command.js';

describe('the command line of the emulator', () => {
  it('starts on loopback alone where nothing is said', () => {
    expect(readCommand([])).toMatchObject({ kind: 'run', options: { port: 0, address: '127.0.0.1', host: '127.0.0.1', shards: ['root'] }, kubeconfig: { kind: 'temporary' } });
  });

  it('takes every flag', () => {
    const args = ['--port=7443', '--address=192.0.2.1', '--kubeconfig=a/b', '--shards=root,amber', '--delays=kcp'];
    expect(readCommand(args)).toEqual({
      kind: 'run',
      options: { port: 7443, address: '192.0.2.1', host: '192.0.2.1', shards: ['root', 'amber'], delays: KCP_DELAYS },
      kubeconfig: { kind: 'file', path: 'a/b' },
    });
  });

  it('gives clients an address that they can reach when it listens on all', () => {
    expect(readCommand(['--address=0.0.0.0'])).toMatchObject({ options: { address: '0.0.0.0', host: '127.0.0.1' } });
  });

  it('understands how a kcp is started', () => {
    expect(readCommand(['start', '--root-directory=/data', '--secure-port=7443', '--shard-base-url=https://localhost:7443'])).toEqual({
      kind: 'run',
      options: { port: 7443, address: '0.0.0.0', host: 'localhost' },
      kubeconfig: { kind: 'file', path: '/data/admin.kubeconfig' },
    });
  });

  it.each([['--port=many'], ['--port=70000'], ['--prot=1'], ['--shards=a,a'], ['--shards='], ['--delays=some'], ['start'], ['serve']])('refuses %s, and says where help is', (arg) => {
    expect(() => readCommand([arg])).toThrow(CommandRefused);
    expect(() => readCommand([arg])).toThrow('--help');
  });
});
