/** In this time so many of a kind are kept. */
const windowMs = 60_000;

export interface Cap {
  key: string;
  max: number;
}

/** How many more came after the one that is kept in this row. */
export interface LeftOut {
  rowId: number;
  count: number;
}

interface Kind {
  /** Of the last that was stored; null: none was yet. */
  rowId: number | null;
  leftOut: number;
  underWay: number;
  waiting: { resolve(): void; reject(error: unknown): void }[];
}

/** Leave to store one. Either of its functions is called once. */
export interface Admission {
  stored(rowId: number): void;
  /** It counts for nothing then. */
  failed(error: unknown): void;
}

/**
 * What somebody repeats without end must not fill a table: the first of a kind are kept in each minute, and of the rest how many
 * they were. What nobody kept anything of is not counted as kept.
 */
export class RepeatCaps {
  readonly #counts = new Map<string, number>();
  #kinds = new Map<string, Kind>();
  /** Of minutes that are over, with a count that was not taken yet. */
  #before: Kind[] = [];
  #since = 0;

  /** Null: it is one too many. The first cap names its kind. */
  admit(now: number, caps: readonly [Cap, ...Cap[]]): Admission | null {
    this.#turn(now);
    if (caps.some(({ key, max }) => (this.#counts.get(key) ?? 0) >= max)) return null;
    const counts = this.#counts;
    const add = (more: number) => {
      for (const { key } of caps) counts.set(key, Math.max(0, (counts.get(key) ?? 0) + more));
    };
    add(1);
    const since = this.#since;
    const kind = this.#kinds.get(caps[0].key) ?? { rowId: null, leftOut: 0, underWay: 0, waiting: [] };
    this.#kinds.set(caps[0].key, kind);
    kind.underWay++;
    return {
      stored: (rowId) => {
        kind.underWay--;
        kind.rowId = Math.max(rowId, kind.rowId ?? rowId);
        for (const { resolve } of kind.waiting.splice(0)) resolve();
      },
      failed: (error) => {
        kind.underWay--;
        if (this.#since === since) add(-1);
        if (kind.underWay > 0 || kind.rowId !== null) return;
        kind.leftOut = 0;
        for (const { reject } of kind.waiting.splice(0)) reject(error);
      },
    };
  }

  /** Counts one that was not admitted. Resolves when one of its kind is stored; rejects when that fails. */
  async leaveOut(key: string): Promise<void> {
    const kind = this.#kinds.get(key);
    // Left out for others' sake: there is none of this kind that it could be counted with.
    if (!kind || (kind.rowId === null && kind.underWay === 0)) return;
    kind.leftOut++;
    if (kind.rowId !== null) return;
    await new Promise<void>((resolve, reject) => kind.waiting.push({ resolve, reject }));
  }

  /** Counts since the last call, to be stored; what cannot be is handed back to `putBack`. */
  takeLeftOut(now: number): LeftOut[] {
    this.#turn(now);
    const taken: LeftOut[] = [];
    for (const kind of [...this.#before, ...this.#kinds.values()]) {
      if (kind.rowId === null || kind.leftOut === 0) continue;
      taken.push({ rowId: kind.rowId, count: kind.leftOut });
      kind.leftOut = 0;
    }
    this.#before = this.#before.filter(({ leftOut }) => leftOut > 0);
    return taken;
  }

  putBack(leftOut: readonly LeftOut[]): void {
    for (const { rowId, count } of leftOut) this.#before.push({ rowId, leftOut: count, underWay: 0, waiting: [] });
  }

  #turn(now: number): void {
    // In either direction: the clock may have been set back.
    if (Math.abs(now - this.#since) <= windowMs) return;
    this.#since = now;
    this.#counts.clear();
    for (const kind of this.#kinds.values()) if (kind.leftOut > 0) this.#before.push(kind);
    this.#kinds = new Map();
  }
}
