import type { LineFrame } from '@watchpost/protocols';

/** One poll may get lost on a mobile network; two in a row, and none answered between them, are a line that is gone. */
const missesUntilLost = 2;

/**
 * Whether an open line still answers polls. A DTU has no secret, so whoever knows its registration text could take its place: a
 * line that answers keeps it, and a newcomer waits.
 */
export class LineGuard {
  /** Slaves that answered on this line. */
  readonly #answering = new Set<number>();
  /** Those that were asked in vain since the last answer of any. */
  readonly #missed = new Set<number>();
  #misses = 0;

  /** To be told of every frame of the line. */
  note({ kind, bytes }: Pick<LineFrame, 'kind' | 'bytes'>): void {
    const slave = bytes[0]!;
    if (kind === 'answer') {
      this.#answering.add(slave);
      this.#missed.clear();
      this.#misses = 0;
    } else if ((kind === 'timeout' || kind === 'badCrc') && this.#answering.has(slave)) {
      this.#missed.add(slave);
      this.#misses++;
    }
  }

  /** False of a line on which nothing was answered yet: it has shown nothing that a newcomer could not. */
  get holds(): boolean {
    const isLost = this.#misses >= missesUntilLost && this.#missed.size === this.#answering.size;
    return this.#answering.size > 0 && !isLost;
  }
}
