import { ProtocolError } from '../../ProtocolError.ts';

/** One field of a protobuf message as it stands on the wire. */
export type WireField =
  | { number: number; type: 'varint'; value: bigint }
  | { number: number; type: 'fixed64'; bytes: Uint8Array }
  | { number: number; type: 'bytes'; bytes: Uint8Array }
  | { number: number; type: 'fixed32'; bytes: Uint8Array };

const wrong = (why: string): ProtocolError => new ProtocolError('wrongShape', why);

/** A varint has at most ten bytes of seven bits each. */
const maxVarintBytes = 10;

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isDone(): boolean {
    return this.#at >= this.#bytes.length;
  }

  varint(): bigint {
    let value = 0n;
    for (let index = 0; index < maxVarintBytes; index++) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw wrong('varint cut off');
      value |= BigInt(byte & 0x7f) << BigInt(7 * index);
      if ((byte & 0x80) === 0) return BigInt.asUintN(64, value);
    }
    throw wrong('varint too long');
  }

  take(length: number): Uint8Array {
    if (length > this.#bytes.length - this.#at) throw wrong('field cut off');
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return taken;
  }
}

/**
 * The fields of a protobuf message in their order, none of them interpreted. Groups, which proto2 has left behind, are refused.
 *
 * Example: `08 96 01` is field 1 with the varint 150.
 *
 * @throws ProtocolError `wrongShape`
 */
export function* wireFields(bytes: Uint8Array): Generator<WireField> {
  const reader = new Reader(bytes);
  while (!reader.isDone) {
    const tag = Number(reader.varint() & 0xffff_ffffn);
    const number = tag >>> 3;
    if (number === 0) throw wrong('field number 0');
    switch (tag & 7) {
      case 0:
        yield { number, type: 'varint', value: reader.varint() };
        break;
      case 1:
        yield { number, type: 'fixed64', bytes: reader.take(8) };
        break;
      case 2: {
        const length = reader.varint();
        if (length > 0x7fff_ffffn) throw wrong('field too long');
        yield { number, type: 'bytes', bytes: reader.take(Number(length)) };
        break;
      }
      case 5:
        yield { number, type: 'fixed32', bytes: reader.take(4) };
        break;
      default:
        throw wrong('group');
    }
  }
}

function varintBytes(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(bytes);
}

const tagged = (number: number, wireType: number, ...parts: Buffer[]): Buffer =>
  Buffer.concat([varintBytes(BigInt((number << 3) | wireType)), ...parts]);

export const varintField = (number: number, value: bigint): Buffer => tagged(number, 0, varintBytes(value));

export const bytesField = (number: number, bytes: Buffer): Buffer =>
  tagged(number, 2, varintBytes(BigInt(bytes.length)), bytes);

export const textField = (number: number, text: string): Buffer => bytesField(number, Buffer.from(text));

export function floatField(number: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return tagged(number, 5, bytes);
}

export function doubleField(number: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return tagged(number, 1, bytes);
}
