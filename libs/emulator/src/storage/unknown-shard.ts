/** A shard was named that this emulator does not have. */
export class UnknownShard extends Error {
  override readonly name = 'UnknownShard';

  constructor(shard: string, known: readonly string[]) {
    super(`There is no shard ${JSON.stringify(shard)} here: name one of ${known.join(', ')}, or start the emulator with it in \`shards\`.`);
  }
}
