/** Writes numbers of any width into bytes, lowest bit first. Reused from segment to segment: `reset`, write, `bytes`. */
export class BitWriter {
  #buffer = new Uint8Array(1024);
  #length = 0;
  #pending = 0;
  #pendingBits = 0;

  reset(): void {
    this.#length = 0;
    this.#pending = 0;
    this.#pendingBits = 0;
  }

  /** The lowest `width` (0–24) bits of `value`. */
  write(value: number, width: number): void {
    let pending = this.#pending | (value << this.#pendingBits);
    let bits = this.#pendingBits + width;
    if (bits >= 8) {
      if (this.#length + 4 > this.#buffer.length) this.#grow();
      do {
        this.#buffer[this.#length++] = pending & 0xff;
        pending >>>= 8;
        bits -= 8;
      } while (bits >= 8);
    }
    this.#pending = pending;
    this.#pendingBits = bits;
  }

  /** A whole number of `width` (0–53) bits, which must be enough for it. */
  writeWide(value: number, width: number): void {
    let rest = value;
    for (let left = width; left > 0; left -= 24) {
      const take = Math.min(24, left);
      write24(this, rest, take);
      rest = Math.floor(rest / 0x1000000);
    }
  }

  /** A count or size of up to 53 bits: 6 bits of width, then the number. Small numbers are short. */
  writeNumber(value: number): void {
    const width = bitLength(value);
    this.write(width, 6);
    this.writeWide(value, width);
  }

  /** A copy of everything written, the last byte filled up with zeros. */
  bytes(): Uint8Array {
    if (this.#pendingBits > 0) this.write(0, 8 - this.#pendingBits);
    return this.#buffer.slice(0, this.#length);
  }

  #grow(): void {
    const larger = new Uint8Array(this.#buffer.length * 2);
    larger.set(this.#buffer);
    this.#buffer = larger;
  }
}

function write24(writer: BitWriter, value: number, width: number): void {
  writer.write((value % 0x1000000) & ((1 << width) - 1), width);
}

/** Reads what `BitWriter` wrote. */
export class BitReader {
  readonly #buffer: Uint8Array;
  readonly #view: DataView;
  #position: number;
  #pending = 0;
  #pendingBits = 0;

  constructor(buffer: Uint8Array, start: number) {
    this.#buffer = buffer;
    this.#view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    this.#position = start;
  }

  /** @throws RangeError when more is read than was written */
  read(width: number): number {
    if (this.#pendingBits < width) this.#fill();
    const value = this.#pending & ((1 << width) - 1);
    this.#pending >>>= width;
    this.#pendingBits -= width;
    if (this.#pendingBits < 0) throw new RangeError('History segment is cut short.');
    return value;
  }

  readWide(width: number): number {
    let value = 0;
    let scale = 1;
    for (let left = width; left > 0; left -= 24) {
      const take = Math.min(24, left);
      value += this.read(take) * scale;
      scale *= 0x1000000;
    }
    return value;
  }

  readNumber(): number {
    return this.readWide(this.read(6));
  }

  /** The number of one-bits before the next zero-bit, at most `limit` (≤ 23); the zero is consumed, after `limit` ones there is none. */
  readUnary(limit: number): number {
    if (this.#pendingBits <= limit) this.#fill();
    const zeros = ~this.#pending;
    const ones = zeros === 0 ? 32 : 31 - Math.clz32(zeros & -zeros);
    const used = ones >= limit ? limit : ones + 1;
    this.#pending >>>= used;
    this.#pendingBits -= used;
    if (this.#pendingBits < 0) throw new RangeError('History segment is cut short.');
    return Math.min(ones, limit);
  }

  /**
   * Rice-coded whole numbers into `into` from `start` to `end`: as `readUnary(escapeAfter)` and `read(k)` for each, after
   * `escapeAfter` ones `readNumber`. In one loop over local variables, because every read of history spends its time here.
   */
  readRice(k: number, escapeAfter: number, into: Float64Array, start: number, end: number): void {
    const mask = (1 << k) - 1;
    const view = this.#view;
    const lastWord = view.byteLength - 4;
    let position = this.#position;
    let pending = this.#pending;
    let bits = this.#pendingBits;
    for (let i = start; i < end; i++) {
      if (position <= lastWord) {
        // Whole words, of which only the bytes that fit are counted as taken: the rest is put there again, the same.
        pending |= view.getInt32(position, true) << bits;
        position += (31 - bits) >> 3;
        bits |= 24;
        const zeros = ~pending;
        const ones = 31 - Math.clz32(zeros & -zeros);
        const used = ones + 1 + k;
        if (ones >= 0 && ones < escapeAfter && used <= 24) {
          into[i] = (ones << k) | ((pending >>> (ones + 1)) & mask);
          pending = (pending >>> used) | 0;
          bits -= used;
          continue;
        }
      }
      this.#position = position;
      this.#pending = pending;
      this.#pendingBits = bits;
      const ones = this.readUnary(escapeAfter);
      into[i] = ones < escapeAfter ? ones * 2 ** k + this.read(k) : this.readNumber();
      position = this.#position;
      pending = this.#pending;
      bits = this.#pendingBits;
    }
    this.#position = position;
    this.#pending = pending;
    this.#pendingBits = bits;
  }

  #fill(): void {
    while (this.#pendingBits <= 24 && this.#position < this.#buffer.length) {
      this.#pending |= this.#buffer[this.#position++]! << this.#pendingBits;
      this.#pendingBits += 8;
    }
  }
}

/** How many bits a whole number from 0 to 2^53 needs; 0 needs none. */
export function bitLength(value: number): number {
  return value < 0x100000000 ? 32 - Math.clz32(value) : 64 - Math.clz32(Math.floor(value / 0x100000000));
}
