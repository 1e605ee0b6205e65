/** One real kcp for all stories, since its start takes half a minute; the emulator starts once a story. Uses the built testing package. */
import { shareKcp } from '../../tools/dev/shared-kcp.mjs';

export default async function setUp(_global, { testPathIgnorePatterns: [left] }) {
  if (left !== undefined) console.log(`Not played: ${left}, since an emulator in a container loses with its process all that it has.`);
  const driver = process.env.KCP_DRIVER ?? 'emulator';
  if (driver !== 'binary' || process.env.KCP_SHARED_KUBECONFIG !== undefined) return;
  const kcp = await shareKcp();
  Object.assign(process.env, kcp.env);
  globalThis.kcpOfTheRun = kcp;
}

export async function tearDown() {
  await globalThis.kcpOfTheRun?.stop();
}
