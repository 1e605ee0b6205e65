import { describe, expect, it } from '@jest/globals';
import { readCommandLine } from './flags.js';
import { logStyle } from './log-style.js';

const styleOf = (...flags: string[]) => logStyle(readCommandLine(['run', ...flags]));

describe('the log', () => {
  it('is JSON for info and above where nothing is said', () => {
    expect(styleOf()).toEqual({ verbosity: 'info', format: 'json', without: [] });
  });

  it.each([
    ['--verbosity=DEBUG', 'debug'],
    ['--verbosity=Info', 'info'],
    ['--verbosity=error', 'error'],
    ['-v=debug', 'debug'],
    ['-verbosity=ERROR', 'error'],
    ['--verbosity=loud', 'info'],
  ])('%s has the verbosity %s', (flag, verbosity) => {
    expect(styleOf(flag).verbosity).toBe(verbosity);
  });

  it('takes a verbosity after a space', () => {
    expect(styleOf('-v', 'DEBUG').verbosity).toBe('debug');
  });

  it.each([
    [['-f', 'text'], 'text'],
    [['--format=JSON', '--dev'], 'json'],
    [['--format=xml'], 'json'],
    [['--cli'], 'text'],
    [['--dev'], 'text'],
  ])('%j has the format %s', (flags, format) => {
    expect(styleOf(...flags).format).toBe(format);
  });

  it('of a developer tells everything', () => {
    expect(styleOf('--dev').verbosity).toBe('debug');
  });

  it.each([
    [['--disable-timestamp'], ['timestamp']],
    [['--disable-stacktrace=true'], ['stacktrace']],
    [['--disable-stacktrace=false'], []],
    [['--cli'], ['timestamp']],
    [['--cli', '--disable-timestamp=false'], []],
  ])('%j leaves out %j', (flags, parts) => {
    expect(styleOf(...flags).without).toEqual(parts);
  });
});
