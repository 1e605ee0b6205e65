import { describe, expect, it } from '@jest/globals';
import { ManualClock } from '@kcp-runtime/kube';
import { LineLogger } from './line.logger.js';
import type { LogStyle, Verbosity } from './line.logger.js';

function logger(verbosity: Verbosity = 'info', style: Partial<LogStyle> = {}) {
  const lines: string[] = [];
  const log = new LineLogger({ verbosity, ...style, clock: new ManualClock(), write: (line) => lines.push(line) });
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
    expect(read()).toEqual([expect.objectContaining({ level: 'error', logger: 'Boot', msg: 'lost', stacktrace: expect.stringContaining('line.logger.spec') })]);
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

  it('bears no time where the time is put on elsewhere', () => {
    const { log, read } = logger('info', { without: ['timestamp'] });
    log.log('Order is ready', 'Loop');
    expect(read()).toEqual([{ level: 'info', logger: 'Loop', msg: 'Order is ready' }]);
  });

  it.each([
    ['as the message', (log: LineLogger): void => log.error(new Error('lost'))],
    ['beside the message', (log: LineLogger): void => log.error('Backup failed', new Error('lost'))],
  ])('of an error %s has no stack where stacks are not wanted', (_where, say) => {
    const { log, lines } = logger('info', { without: ['stacktrace'] });
    say(log);
    expect(lines.join('')).not.toContain('line.logger.spec');
    expect(lines.join('')).toContain('lost');
  });
});

describe('a log line for a person', () => {
  it('says when, how grave, who and what, and then what stood beside it', () => {
    const { log, lines } = logger('info', { format: 'text' });
    log.warn('Order waits', { tenant: '3x1', why: 'no cluster', attempt: 2, left: undefined }, 'Loop');
    expect(lines.join('')).toMatch(/^\d{4}-\S+Z {2}WARN {3}Loop {2}Order waits {2}tenant=3x1 {2}why="no cluster" {2}attempt=2\n$/);
  });

  it('has the stack of an error below it', () => {
    const { log, lines } = logger('info', { format: 'text', without: ['timestamp'] });
    log.error(new Error('lost'), 'Boot');
    expect(lines.join('')).toMatch(/^ERROR {2}Boot {2}lost\nError: lost\n {4}at /);
  });

  it('hides what looks like a secret, wherever it stands', () => {
    const { log, lines } = logger('info', { format: 'text' });
    log.error(new Error('login with password=hunter2 failed'));
    log.log('login', { password: 'hunter2', nested: { token: 'hunter2' }, url: 'postgres://admin:hunter2@db/x' });
    expect(lines.join('')).not.toContain('hunter2');
  });
});
