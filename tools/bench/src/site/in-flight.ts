/** Runs `work` for each item, at most `limit` at once. The first error ends it. */
export async function inFlight<T>(limit: number, items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: limit }, lane));
}
