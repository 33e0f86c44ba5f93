/** A packet that is larger than it may be, as its header announces it. */
export interface OversizedPacket {
  /** Header included. */
  byteCount: number;
  /** Where the packet begins in the chunk that completed its header; 0 when it began in an earlier one. */
  offset: number;
}

/** A length has at most four bytes of seven bits each (MQTT 3.1.1 §2.2.3): 256 MB. */
const maxLengthBytes = 4;

/**
 * Finds the packet that is too large by its header, before its bytes are collected. Follows a connection's bytes from the
 * first one on and keeps none of them.
 *
 * Example: `30 ff ff ff 7f` announces a PUBLISH of 268,435,455 bytes.
 */
export class PacketLimit {
  #limit: number;
  readonly #laterLimit: number;
  /** Bytes of the present packet that are still to come, its header being complete. */
  #rest = 0;
  /** Of the present header. */
  #headerBytes = 0;
  #length = 0;

  /**
   * @param firstBytes the largest first packet, which comes from somebody who has not signed in yet
   * @param laterBytes the largest of the others; both with header
   */
  constructor(firstBytes: number, laterBytes: number) {
    this.#limit = firstBytes;
    this.#laterLimit = laterBytes;
  }

  /** To be told every chunk in turn. Null: nothing in it is too large. After a packet that is, nothing more is to be told. */
  push(chunk: Uint8Array): OversizedPacket | null {
    let offset = 0;
    let place = 0;
    while (place < chunk.length) {
      if (this.#rest > 0) {
        const step = Math.min(this.#rest, chunk.length - place);
        this.#rest -= step;
        place += step;
        continue;
      }
      if (this.#headerBytes === 0) {
        offset = place++;
        this.#headerBytes = 1;
        continue;
      }
      const byte = chunk[place++]!;
      this.#length += (byte & 0x7f) << (7 * (this.#headerBytes - 1));
      this.#headerBytes++;
      // A fifth byte is no MQTT: the reader of the packet reports it.
      if ((byte & 0x80) !== 0 && this.#headerBytes <= maxLengthBytes) continue;
      const byteCount = this.#headerBytes + this.#length;
      if (byteCount > this.#limit) return { byteCount, offset };
      this.#rest = this.#length;
      this.#length = 0;
      this.#headerBytes = 0;
      this.#limit = this.#laterLimit;
    }
    return null;
  }
}
