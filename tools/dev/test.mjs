/**
 * `npm test`: everything that this machine can run. What cannot run is named with the reason; with
 * `REQUIRE=kcp,docker,platform` a missing one is a failure. The last line counts over all of it.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';
import { run } from './run.mjs';
import { EMULATOR_IMAGE, availability } from './availability.mjs';
import { kcpImage } from './kcp-image.mjs';
import { runSuite } from './suite.mjs';
import { shareKcp } from './shared-kcp.mjs';
import { GoPeerMissing, goPeer } from '../bench/peers/build.mjs';
import { SourcesMissing, platformBinaries } from '../control-plane/build.mjs';

await bootstrap(import.meta.url);

const results = join(root, 'tmp', 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const total = { passed: 0, failed: 0, skipped: 0 };
const notRun = [];
const unsteady = [];

await check('workspace in sync', 'nx', ['sync:check']);
await check('lint', 'nx', ['run-many', '-t', 'lint', '--output-style=static']);
await check('types and build', 'nx', ['run-many', '-t', 'build', 'typecheck', '--output-style=static']);
await whatIsHandedOut();

const can = await availability();
const required = new Set((process.env.REQUIRE ?? '').split(',').map((name) => name.trim()).filter(Boolean));
const conformance = 'tools/conformance/jest.config.cjs';
const stories = 'apps/postgres-provider-e2e/jest.e2e.config.cjs';
const kubernetes = await kubernetesServers();
const besideKubernetes = kubernetes.kind === 'built' ? kubernetes.env : {};
await suite('unit', { config: 'jest.config.cjs', env: besideKubernetes });
await suite('conformance, how it compares', { config: conformance, pattern: 'recording/[^/]+' });
await suite('conformance, emulator', { config: conformance, pattern: 'emulator', env: besideKubernetes });
await suite('requests that chance made', { config: conformance, pattern: 'fuzz', env: besideKubernetes });
const besideGo = await goNeighbour();
await suite('end to end, emulator', { config: stories, env: { ...besideGo, KCP_DRIVER: 'emulator' } });
await onRealKcp();
await inContainer();
await onPlatform();

for (const line of unsteady) console.log(`Passed only when run alone: ${line}`);
for (const line of notRun) console.log(`Not run: ${line}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** The steps of the workflows, as far as they reach no registry. What they make is looked at by the unit tests. */
async function whatIsHandedOut() {
  const image = `--image=example.org/postgres-provider@sha256:${'0'.repeat(64)}`;
  const steps = [['packages'], ['docs'], ['kustomization', image], ['component', image], ['push-image', '--dry-run'], ['transfer-component', '--dry-run']];
  for (const [script, ...args] of steps) await check(`npm run ${script}`, 'npm', ['run', script, '--', ...args]);
}

/** The provider in Go that a story runs beside ours; a story that does not run says why. */
async function goNeighbour() {
  try {
    return { GO_PEER: await goPeer() };
  } catch (error) {
    if (!(error instanceof GoPeerMissing)) count({ passed: 0, failed: 1, skipped: 0 });
    return { GO_PEER_MISSING: error.message };
  }
}

async function onRealKcp() {
  if (can.binary !== undefined) {
    unavailable('kcp', `conformance on a real kcp: ${can.binary}`);
    return unavailable('kcp', `end to end on a real kcp: ${can.binary}`);
  }
  const kcp = await shareKcp().catch((error) => void console.error(error.message));
  if (kcp === undefined) return count({ passed: 0, failed: 1, skipped: 0 });
  try {
    await suite('conformance, kcp', { config: conformance, pattern: 'kcp', env: kcp.env });
    await suite('end to end, kcp', { config: stories, env: { ...besideGo, ...kcp.env, KCP_DRIVER: 'binary' } });
  } finally {
    await kcp.stop();
  }
}

/** An image of the emulator, which the suite of tools/ship has made, and one of a kcp: the one named, or one of the kcp that is here. */
async function inContainer() {
  if (can.engine !== undefined) return unavailable('docker', `end to end in containers: ${can.engine}`);
  const inside = (image) => ({ ...besideGo, KCP_DRIVER: 'container', KCP_IMAGE: image });
  await suite('container driver', { config: 'libs/testing/jest.config.cjs', pattern: 'drivers/container.driver', env: inside(EMULATOR_IMAGE) });
  await suite('end to end, emulator in a container', { config: stories, pattern: 'stories/order', env: inside(EMULATOR_IMAGE) });
  if (process.env.KCP_IMAGE) return suite('end to end, kcp in a container', { config: stories, env: inside(process.env.KCP_IMAGE) });
  if (can.binary !== undefined) return unavailable('kcp', `end to end on a kcp in a container: KCP_IMAGE is not set, and an image cannot be made: ${can.binary}`);
  await suite('end to end, kcp in a container', { config: stories, pattern: 'stories/order', env: inside(await kcpImage()) });
}

async function onPlatform() {
  switch (kubernetes.kind) {
    case 'missing':
      unavailable('platform', `conformance on a real kube-apiserver: ${kubernetes.reason}`);
      return unavailable('platform', `end to end on a real openMCP platform: ${kubernetes.reason}`);
    case 'broken':
      console.error(kubernetes.reason);
      return count({ passed: 0, failed: 1, skipped: 0 });
    case 'built':
      await suite('conformance, kube-apiserver', { config: conformance, pattern: 'kube-apiserver', env: kubernetes.env });
      await suite('end to end, platform', { config: 'apps/postgres-provider-e2e/jest.platform.config.cjs', env: kubernetes.env });
  }
}

/** The servers of a real Kubernetes, and the kubectl that both conformance suites run. */
async function kubernetesServers() {
  if (can.platform !== undefined) return { kind: 'missing', reason: can.platform };
  try {
    return { kind: 'built', env: { PLATFORM_BINARIES: await platformBinaries() } };
  } catch (error) {
    return { kind: error instanceof SourcesMissing ? 'missing' : 'broken', reason: error.message };
  }
}

async function check(name, command, args) {
  console.log(`\n== ${name}`);
  const code = await run(command, args, { output: 'onFailure' });
  count({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 });
  console.log(code === 0 ? 'ok' : `failed (exit code ${code})`);
}

async function suite(name, settings) {
  console.log(`\n== ${name}`);
  const { passed, failed, notRun: left, unsteady: again } = await runSuite({ name, results, ...settings });
  notRun.push(...left);
  unsteady.push(...again);
  count({ passed, failed, skipped: left.length });
}

function unavailable(need, reason) {
  notRun.push(reason);
  count(required.has(need) ? { passed: 0, failed: 1, skipped: 0 } : { passed: 0, failed: 0, skipped: 1 });
}

function count({ passed, failed, skipped }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}
