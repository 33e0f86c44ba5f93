import type { LineFrame } from '@watchpost/protocols';

/** A mobile network may lose one poll; two lost in a row mean that the line is gone. */
const missesUntilLost = 2;

/**
 * Tracks whether an open line still answers polls. A DTU has no secret: any device with its registration text could take its
 * place. So a line that answers keeps its place, and a newcomer waits.
 */
export class LineGuard {
  /** Slaves that answered on this line. */
  readonly #answering = new Set<number>();
  /** Those that were asked in vain since the last answer of any. */
  readonly #missed = new Set<number>();
  #misses = 0;
  readonly #isPolled: (slave: number) => boolean;

  /** @param isPolled at this moment: others that answered once are asked no more, and would be waited for in vain */
  constructor(isPolled: (slave: number) => boolean) {
    this.#isPolled = isPolled;
  }

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

  /** False of a line on which no slave that is polled has answered yet: it has shown nothing that a newcomer could not. */
  get holds(): boolean {
    const asked = [...this.#answering].filter(this.#isPolled);
    const isLost = this.#misses >= missesUntilLost && asked.every((slave) => this.#missed.has(slave));
    return asked.length > 0 && !isLost;
  }
}
