/** Writes bits, the highest of a byte first. */
export class BitWriter {
  #bytes = Buffer.alloc(4096);
  #length = 0;
  #partial = 0;
  #used = 0;

  bits(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit -= 1) {
      this.#partial = (this.#partial << 1) | ((value >>> bit) & 1);
      this.#used += 1;
      if (this.#used === 8) this.#flush();
    }
  }

  /** Exp-Golomb code of a number that is not negative: `ue(v)` of H.264 §9.1. */
  ue(value: number): void {
    const length = 32 - Math.clz32(value + 1);
    this.bits(0, length - 1);
    this.bits(value + 1, length);
  }

  /** Exp-Golomb code of a signed number: `se(v)`. */
  se(value: number): void {
    this.ue(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** Zeros up to the next whole byte. */
  align(): void {
    while (this.#used !== 0) this.bits(0, 1);
  }

  /** Whole bytes; only after `align`. */
  byte(value: number): void {
    if (this.#length === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#length)]);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  /** A one, then zeros up to the next whole byte: how every payload of H.264 ends. */
  finish(): Buffer {
    this.bits(1, 1);
    this.align();
    return this.#bytes.subarray(0, this.#length);
  }

  #flush(): void {
    const value = this.#partial;
    this.#partial = 0;
    this.#used = 0;
    this.byte(value);
  }
}
