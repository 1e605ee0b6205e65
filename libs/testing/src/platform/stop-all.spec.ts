import { describe, expect, it } from '@jest/globals';
import { stopAll } from './stop-all.js';

describe('parts that are stopped together', () => {
  const recorded = (names: string[], name: string, error?: Error) => async (): Promise<void> => {
    names.push(name);
    if (error !== undefined) throw error;
  };

  it('are stopped in the other order than they were started', async () => {
    const stopped: string[] = [];
    await stopAll([recorded(stopped, 'etcd'), recorded(stopped, 'api server')]);
    expect(stopped).toEqual(['api server', 'etcd']);
  });

  it('are all stopped when one fails, and its error is told', async () => {
    const stopped: string[] = [];
    const error = new Error('gate');
    await expect(stopAll([recorded(stopped, 'etcd'), recorded(stopped, 'api server', error)])).rejects.toBe(error);
    expect(stopped).toEqual(['api server', 'etcd']);
  });

  it('tell every error when several fail', async () => {
    const errors = [new Error('one'), new Error('two')];
    await expect(stopAll(errors.map((error) => recorded([], 'part', error)))).rejects.toMatchObject({ errors: errors.toReversed() });
  });
});
