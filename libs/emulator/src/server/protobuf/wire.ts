/** One field of a protobuf message as it lies on the wire: a number, or bytes that a schema has to explain. */
export interface WireField {
  readonly number: number;
  readonly value: bigint | Buffer;
}

/**
 * The fields of a message in their order.
 * @throws RangeError when the bytes end too early or are no protobuf
 */
export function wireFields(bytes: Buffer): WireField[] {
  const fields: WireField[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
    throw new RangeError('a number is longer than 64 bits');
  };
  const take = (length: number): Buffer => {
    if (length < 0 || at + length > bytes.length) throw new RangeError('a field is longer than its message');
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    fields.push({ number: tag >>> 3, value: readByWireType(tag & 7, varint, take) });
  }
  return fields;
}

function readByWireType(type: number, varint: () => bigint, take: (length: number) => Buffer): bigint | Buffer {
  switch (type) {
    case 0:
      return varint();
    case 1:
      return take(8);
    case 2:
      return take(Number(varint()));
    case 5:
      return take(4);
    default:
      throw new RangeError(`wire type ${type} is not used by Kubernetes`);
  }
}
