/** How an end is asked for, in three stages; each begins only after the one before. */
export interface StagesOfStop {
  /** Nothing new is begun; what was begun ends in its own time. */
  readonly stop: AbortSignal;
  /** Handlers are told to end. */
  readonly force: AbortSignal;
  /** Nobody waits for handlers any more that have not listened. */
  readonly abandon: AbortSignal;
}

/** The same for a run, which may end before its mode does. */
export interface RunSignals {
  /** Takes nothing new in. */
  readonly intake: AbortSignal;
  /** Aborts handlers. */
  readonly work: AbortSignal;
  /** Leaves handlers behind that have not listened. */
  readonly abandon: AbortSignal;
}

/** Resolves when the signal aborts. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return untilAborted(new Promise<void>(() => undefined), signal);
}

/** Resolves with the work, or as soon as the signal aborts: then nobody waits for the work any more. */
export async function untilAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  let leave = (): void => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    await Promise.race([work, left]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
