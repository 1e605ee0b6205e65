import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './bootstrap.mjs';
import { run } from './run.mjs';

/**
 * Runs one jest suite and counts its tests. A file that failed is run once more, alone, since two cores and real servers can be
 * slower than a deadline; what passes only then is named as unsteady, and what fails again has failed.
 */
export async function runSuite({ name, config, pattern, env = {}, results }) {
  const file = (run) => join(results, `${name.replace(/\W+/g, '-')}-${run}.json`);
  const code = await jest(config, file('first'), pattern === undefined ? [] : [`/src/${pattern}\\.(spec|e2e)\\.`], env);
  const first = readReport(file('first'));
  if (first === undefined) return { ...nothing, failed: 1 };
  const again = first.testResults.filter(({ status }) => status === 'failed').map(({ name: path }) => path);
  const counted = count(first.testResults.filter(({ name: path }) => !again.includes(path)));
  // A run that failed without a failing file (an open handle, a broken set-up) must not look green, nor one that ran nothing.
  if (again.length === 0) return code !== 0 || first.numTotalTests === 0 ? { ...counted, failed: 1 } : counted;
  console.log(`\n-- ${name}: once more, alone: ${again.map(shown).join(', ')}`);
  await jest(config, file('again'), ['--runTestsByPath', ...again], env);
  const second = readReport(file('again'));
  if (second === undefined) return { ...counted, failed: counted.failed + again.length };
  const recounted = count(second.testResults);
  return {
    passed: counted.passed + recounted.passed,
    failed: counted.failed + recounted.failed,
    notRun: [...counted.notRun, ...recounted.notRun],
    unsteady: second.testResults.filter(({ status }) => status === 'passed').map(({ name: path }) => `${shown(path)} (${name})`),
  };
}

const nothing = { passed: 0, failed: 0, notRun: [], unsteady: [] };

function jest(config, outputFile, args, env) {
  return run('jest', ['-c', config, '--json', `--outputFile=${outputFile}`, ...args], { env: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings', ...env } });
}

/** Counts the tests of these files; a file that could not even be loaded is one failure. */
function count(files) {
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const of = (...states) => tests.filter(({ status }) => states.includes(status));
  const broken = files.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'));
  return { ...nothing, passed: of('passed').length, failed: of('failed').length + broken.length, notRun: of('pending', 'skipped', 'todo').map(({ fullName }) => fullName) };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`No report of this suite: ${error.message}`);
    return undefined;
  }
}

function shown(path) {
  return relative(root, path);
}
