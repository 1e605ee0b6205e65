import { describe, expect, it } from '@jest/globals';
import { eventually } from '../wait/eventually.js';
import { Child } from './child.js';

function node(script: string): Child {
  return Child.start({ file: process.execPath, args: ['-e', script], env: {} });
}

async function running(script: string): Promise<Child> {
  const child = node(`${script}; console.log('up'); setInterval(() => {}, 1000)`);
  await eventually(() => (child.output().includes('up') ? true : undefined), { what: 'the child to be up' });
  return child;
}

describe('a child process', () => {
  it('keeps what it wrote to both outputs', async () => {
    const child = node("console.log('out'); console.error('err')");
    await child.ended;
    expect([child.output().includes('out'), child.output().includes('err')]).toEqual([true, true]);
  });

  it('tells with which code it ended', async () => {
    expect(await node('process.exitCode = 7').ended).toEqual({ kind: 'exit', code: 7 });
  });

  it('tells why it could not be started', async () => {
    const child = Child.start({ file: '/nowhere/program', args: [], env: {} });
    expect(await child.ended).toMatchObject({ kind: 'error' });
  });

  it('ends when it is asked to', async () => {
    expect(await (await running('0')).stop('SIGTERM', 10_000)).toEqual({ kind: 'signal', signal: 'SIGTERM' });
  });

  it('is killed when it does not listen', async () => {
    expect(await (await running("process.on('SIGTERM', () => {})")).stop('SIGTERM', 100)).toEqual({ kind: 'signal', signal: 'SIGKILL' });
  });
});
