import { describe, expect, it } from '@jest/globals';
import { ManualClock } from '@kcp-runtime/kube';
import { JsonLogger } from './json.logger.js';
import type { Verbosity } from './json.logger.js';

function logger(verbosity: Verbosity = 'info') {
  const lines: string[] = [];
  const log = new JsonLogger({ verbosity, clock: new ManualClock(), write: (line) => lines.push(line) });
  return { log, lines, read: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe('a log line', () => {
  it('is one JSON object with the keys of the Go controllers', () => {
    const { log, lines, read } = logger();
    log.log('Order is ready', { tenant: '3x1', attempt: 2 }, 'OrderReconciler');
    expect(lines.join('')).toMatch(/^\{[^\n]*\}\n$/);
    expect(read()).toEqual([{ ts: expect.stringMatching(/^\d{4}-.*Z$/), level: 'info', logger: 'OrderReconciler', msg: 'Order is ready', tenant: '3x1', attempt: 2 }]);
  });

  it('of an error has its stack', () => {
    const { log, read } = logger();
    log.error(new Error('lost'), 'Boot');
    expect(read()).toEqual([expect.objectContaining({ level: 'error', logger: 'Boot', msg: 'lost', stacktrace: expect.stringContaining('json.logger.spec') })]);
  });

  it('keeps its own keys, whatever an object beside the message holds', () => {
    const { log, read } = logger();
    log.warn('late', { level: 'debug', msg: 'x', ts: 0, order: 'main' }, 'Loop');
    expect(read()).toEqual([expect.objectContaining({ level: 'warn', logger: 'Loop', msg: 'late', order: 'main', ts: expect.any(String) })]);
  });

  it('of an error beside the message says what it says', () => {
    const { log, read } = logger();
    log.error('Backup failed', Object.assign(new Error('disk is full'), { code: 'ENOSPC' }), 'Backup');
    expect(read()).toEqual([expect.objectContaining({ msg: 'Backup failed', error: 'disk is full', code: 'ENOSPC', stacktrace: expect.stringContaining('disk is full') })]);
  });

  it('is written even of an object that holds itself', () => {
    const { log, read } = logger();
    const socket: Record<string, unknown> = { port: 5432 };
    socket['peer'] = socket;
    log.error('broken', { socket });
    expect(read()).toEqual([expect.objectContaining({ msg: 'broken' })]);
  });

  it.each([
    ['error', ['error']],
    ['info', ['error', 'warn', 'info']],
    ['debug', ['error', 'warn', 'info', 'debug', 'debug']],
  ] as const)('is written at verbosity %s for the levels that belong to it', (verbosity, levels) => {
    const { log, read } = logger(verbosity);
    log.error('e');
    log.warn('w');
    log.log('i');
    log.debug('d');
    log.verbose('v');
    expect(read().map(({ level }) => level)).toEqual(levels);
  });

  it('hides what looks like a secret, wherever it stands', () => {
    const { log, lines } = logger();
    log.log('login with password=hunter2 failed', { url: 'postgres://admin:hunter2@db/x', cause: new Error('Bearer hunter2hunter2') });
    log.log('login', { password: 'hunter2', secret: { stringData: { uri: 'hunter2' } } });
    log.log('login', { adminPassword: 'hunter2', access_token: 'hunter2', 'client-key-data': 'hunter2', apiKey: 'hunter2' });
    expect(lines.join('')).not.toContain('hunter2');
  });
});
