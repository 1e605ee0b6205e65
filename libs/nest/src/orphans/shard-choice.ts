/** Up to so many entries a shard is filled before the next one is begun: a write carries the whole shard through the server. */
const COMFORTABLE = 32;
/** So many new entries of a batch go into one shard: each further shard is one more write that an order waits for. */
const TOGETHER = 64;

/** Says for one new entry after the other where it goes, so that a batch is spread over as few shards as fit. */
export function fillingShards(standing: readonly number[]): () => number {
  const sizes = [...standing];
  let shard = 0;
  let left = 0;
  return () => {
    if (left === 0) [shard, left] = [roomiest(sizes), TOGETHER];
    left -= 1;
    sizes[shard] = (sizes[shard] ?? 0) + 1;
    return shard;
  };
}

/** The first shard with room; where none has, the emptiest. */
function roomiest(sizes: readonly number[]): number {
  const comfortable = sizes.findIndex((size) => size < COMFORTABLE);
  return comfortable >= 0 ? comfortable : sizes.indexOf(Math.min(...sizes));
}
