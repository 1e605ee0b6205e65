import { NotFound } from '@kcp-runtime/kube';
import type { Ended } from '../ended.js';
import type { Pass } from '../pass.js';
import { holdsOrders } from '../served-offer.js';

/**
 * Step 6: holds the order before anything outside is touched. The patch names the version that it was made from,
 * since it replaces the whole list: another controller's finalizer must not get lost. Conflict ends the pass,
 * and the newer frame starts the next one.
 */
export async function hold(pass: Pass): Promise<void> {
  if (pass.frame.fields.isHeld || !holdsOrders(pass.served, pass.home.mode)) return;
  await writeFinalizers(pass, [...finalizersOf(pass), pass.served.finalizer]);
}

/** An order that is being deleted and not held by us is nobody's business of ours, least of all its status. */
export function isLetGo(pass: Pass): boolean {
  return pass.isDeleting && !pass.frame.fields.isHeld;
}

/** Last step of a deletion: lets the order go. An order that is gone already is let go too. */
export async function release(pass: Pass): Promise<Ended> {
  try {
    await writeFinalizers(pass, finalizersOf(pass).filter((name) => name !== pass.served.finalizer));
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
  return { ended: 'released' };
}

async function writeFinalizers(pass: Pass, finalizers: readonly string[]): Promise<void> {
  const patch = { resourceVersion: pass.frame.fields.resourceVersion, finalizers };
  pass.goOnWith(await pass.home.patchMetadata(pass.key, patch, pass.order, pass.signal));
}

function finalizersOf(pass: Pass): readonly string[] {
  return pass.order.metadata.finalizers ?? [];
}
