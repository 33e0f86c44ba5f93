/** A reading as it stands now. */
export interface LiveReading {
  /** Null when there is no number; never a substitute. */
  value: number | null;
  /** One byte, see the contract's quality codes. */
  quality: number;
  /** Epoch milliseconds. */
  measuredAt: number;
}

interface Columns {
  length: number;
  pointIds: Int32Array;
  measuredAt: Float64Array;
  values: Float64Array;
  quality: Uint8Array;
}

/**
 * The latest reading of each point. Only committed readings enter, and an older one never replaces a newer one, so that a
 * gateway's late buffer does not turn the display back. Unless the newer one lies in the future: a clock was set back since.
 */
export class LiveValues {
  readonly #slots = new Map<number, number>();
  #values = new Float64Array(1024);
  #measuredAt = new Float64Array(1024);
  #quality = new Uint8Array(1024);

  /**
   * Returns the rows that are news: the others were late.
   *
   * @param believableUntil epoch ms; what is remembered of a later time no longer stands in front of anything. Default: no
   *   time is too late
   */
  apply(columns: Columns, believableUntil = Number.POSITIVE_INFINITY): number[] {
    const fresh: number[] = [];
    for (let row = 0; row < columns.length; row++) {
      const slot = this.#slotOf(columns.pointIds[row]!);
      const measuredAt = columns.measuredAt[row]!;
      const rememberedAt = this.#measuredAt[slot]!;
      if (measuredAt < rememberedAt && rememberedAt <= believableUntil) continue;
      this.#measuredAt[slot] = measuredAt;
      this.#values[slot] = columns.values[row]!;
      this.#quality[slot] = columns.quality[row]!;
      fresh.push(row);
    }
    return fresh;
  }

  get(pointId: number): LiveReading | null {
    const slot = this.#slots.get(pointId);
    if (slot === undefined) return null;
    const value = this.#values[slot]!;
    return {
      value: Number.isNaN(value) ? null : value,
      quality: this.#quality[slot]!,
      measuredAt: this.#measuredAt[slot]!,
    };
  }

  get size(): number {
    return this.#slots.size;
  }

  #slotOf(pointId: number): number {
    const known = this.#slots.get(pointId);
    if (known !== undefined) return known;
    const slot = this.#slots.size;
    if (slot === this.#values.length) this.#grow();
    this.#measuredAt[slot] = Number.NEGATIVE_INFINITY;
    this.#slots.set(pointId, slot);
    return slot;
  }

  #grow(): void {
    const values = new Float64Array(this.#values.length * 2);
    values.set(this.#values);
    this.#values = values;
    const measuredAt = new Float64Array(this.#measuredAt.length * 2);
    measuredAt.set(this.#measuredAt);
    this.#measuredAt = measuredAt;
    const quality = new Uint8Array(this.#quality.length * 2);
    quality.set(this.#quality);
    this.#quality = quality;
  }
}
