/** What a chart needs beside its plot, or has there, CSS pixels. */
export interface Margins {
  readonly left: number;
  readonly right: number;
}

/** One chart among others: it says what it needs, and gets what the widest of them needs. */
export interface ChartMargins {
  need(own: Partial<Margins>): void;
  all(): Margins;
  leave(): void;
}

/**
 * Margins of charts that stand under each other: as wide as the widest axis among them, so that a moment has one place in all
 * and the cursor is one line. Make one for each group of charts and keep it between renders.
 */
export class CurveMargins {
  readonly #needs = new Map<object, Margins>();
  readonly #redraws = new Map<object, () => void>();
  #told: Margins = { left: 0, right: 0 };
  #isToldSoon = false;

  /** @param redraw hears when the margins of all have become others */
  join(redraw: () => void): ChartMargins {
    const chart = {};
    this.#redraws.set(chart, redraw);
    return {
      need: (own) => {
        const before = this.#needs.get(chart) ?? { left: 0, right: 0 };
        this.#needs.set(chart, { ...before, ...own });
        this.#tellSoon();
      },
      all: () => this.#all(),
      leave: () => {
        this.#needs.delete(chart);
        this.#redraws.delete(chart);
        this.#tellSoon();
      },
    };
  }

  #all(): Margins {
    const needs = [...this.#needs.values()];
    return {
      left: Math.max(0, ...needs.map(({ left }) => left)),
      right: Math.max(0, ...needs.map(({ right }) => right)),
    };
  }

  /** Once for all that change together: a chart says its needs several times while it finds its size. */
  #tellSoon(): void {
    if (this.#isToldSoon) return;
    this.#isToldSoon = true;
    queueMicrotask(() => {
      this.#isToldSoon = false;
      const { left, right } = this.#all();
      if (left === this.#told.left && right === this.#told.right) return;
      this.#told = { left, right };
      for (const redraw of [...this.#redraws.values()]) redraw();
    });
  }
}
