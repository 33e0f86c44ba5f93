import type { ReplacePart } from '@watchpost/contract';
import { weighKnown } from '../../platform/weighKnown.ts';

/**
 * How much speaks for replacing an asset. Each part runs from 0 to 100 between two ratios; weights are our choice. Age weighs least
 * of the four, because it explains few failures.
 */
const parts = {
  /** Repair cost of twelve months ÷ replacement cost, or else the price. */
  cost: { zeroAt: 0, fullAt: 0.5, weight: 40 },
  /** Failures of twelve months ÷ median of its class. */
  failures: { zeroAt: 1, fullAt: 3, weight: 25 },
  /** Months since installation ÷ months of life. */
  age: { zeroAt: 0.5, fullAt: 1.25, weight: 15 },
  /** Energy a day ÷ median of its peers. */
  energy: { zeroAt: 1.05, fullAt: 1.4, weight: 20 },
} as const satisfies Record<ReplacePart, { zeroAt: number; fullAt: number; weight: number }>;

/** What is found and what it is held against, in the same unit; null: one of them is not known. */
export type ReplaceFigures = Readonly<Record<ReplacePart, { readonly found: number; readonly against: number } | null>>;

export interface ReplaceScore {
  readonly parts: readonly { readonly part: ReplacePart; readonly score: number | null; readonly weight: number }[];
  /** Of the known parts by their weights, 0 to 100; null: none is known. */
  readonly total: number | null;
}

/** Scores an asset by the parts that are known; the others are left out and the weights stretched over the rest. */
export function replaceScore(figures: ReplaceFigures): ReplaceScore {
  const scored = (Object.keys(parts) as ReplacePart[]).map((part) => {
    const { zeroAt, fullAt, weight } = parts[part];
    const figure = figures[part];
    if (figure === null || figure.against <= 0) return { part, score: null, weight };
    const ratio = figure.found / figure.against;
    return { part, score: 100 * Math.min(1, Math.max(0, (ratio - zeroAt) / (fullAt - zeroAt))), weight };
  });
  return { parts: scored, total: weighKnown(scored) };
}
