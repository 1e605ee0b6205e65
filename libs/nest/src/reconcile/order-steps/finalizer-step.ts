import { NotFound } from '@kcp-runtime/kube';
import type { Ended } from '../ended.js';
import type { LoopParts } from '../loop-parts.js';
import type { Pass } from '../pass.js';
import { holdsOrders } from '../served-offer.js';

/**
 * Step 6: holds the order, and notes it in the record, before anything outside is touched. The patch names the version that
 * it was made from, since it replaces the whole list: another controller's finalizer must not get lost. Conflict ends the
 * pass, and the newer frame starts the next one.
 */
export async function hold(pass: Pass, { record }: Pick<LoopParts, 'record'>): Promise<void> {
  const noted = pass.served.handlers.onDelete === undefined ? undefined : record?.note(pass.key, { uid: pass.owner.uid, generation: pass.frame.fields.generation, spec: pass.order.spec });
  if (wasServed(pass)) return leaveAlone(noted);
  // Both at once: they go to two clusters, and somebody waits.
  const [held, written] = await Promise.allSettled([holdByFinalizer(pass), noted]);
  if (written.status === 'rejected') throw written.reason;
  if (held.status === 'fulfilled') return;
  // Nothing was made for it yet: were it noted when it goes, it would look like an orphan.
  if (noted !== undefined && !pass.frame.fields.isHeld) await record?.drop(pass.owner.uid);
  throw held.reason;
}

/** A handler has had the order before, so it gains nothing by waiting. Ten thousand such orders may come at once: of an endpoint whose URL is new, or of a version without a record. */
function wasServed({ frame }: Pass): boolean {
  return frame.fields.isHeld && frame.fields.observedGeneration !== undefined;
}

/** The record logs what fails, and the next pass notes the order again. */
function leaveAlone(noted: Promise<void> | undefined): void {
  noted?.catch(() => undefined);
}

async function holdByFinalizer(pass: Pass): Promise<void> {
  if (pass.frame.fields.isHeld || !holdsOrders(pass.served, pass.home.mode)) return;
  await writeFinalizers(pass, [...finalizersOf(pass), pass.served.finalizer]);
}

/** An order that is being deleted and not held by us is nobody's business of ours, least of all its status. */
export function isLetGo(pass: Pass): boolean {
  return pass.isDeleting && !pass.frame.fields.isHeld;
}

/**
 * Last step of a deletion: lets the order go. An order that is gone already is let go too. It leaves the record first: should the
 * process end in between, it is still held, and the next one cleans up once more.
 */
export async function release(pass: Pass, { record }: Pick<LoopParts, 'record'>): Promise<Ended> {
  await record?.drop(pass.owner.uid);
  try {
    await writeFinalizers(pass, finalizersOf(pass).filter((name) => name !== pass.served.finalizer));
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
  return { ended: 'released' };
}

async function writeFinalizers(pass: Pass, finalizers: readonly string[]): Promise<void> {
  const patch = { resourceVersion: pass.frame.fields.resourceVersion, finalizers };
  await pass.write((home) => home.patchMetadata(pass.key, patch, pass.order, pass.signal));
}

function finalizersOf(pass: Pass): readonly string[] {
  return pass.order.metadata.finalizers ?? [];
}
