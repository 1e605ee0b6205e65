/** Something that is stopped. */
export type Stop = () => Promise<unknown>;

/**
 * Stops one after the other, the last first, and each whatever became of those before it.
 * @throws what went wrong, when all are done
 */
export async function stopAll(stops: readonly Stop[]): Promise<void> {
  const failures: unknown[] = [];
  for (const stop of stops.toReversed()) await stop().catch((error: unknown) => failures.push(error));
  tell(failures);
}

/** The same, all at once. */
export async function stopTogether(stops: readonly Stop[]): Promise<void> {
  const ends = await Promise.allSettled(stops.map((stop) => stop()));
  tell(ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : [])));
}

function tell(failures: readonly unknown[]): void {
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, 'Several parts of the platform did not stop.');
}
