import type { HealthPart } from '@watchpost/contract';
import { weighKnown } from '../../platform/weighKnown.ts';

/** A figure and what it is compared with: for a share the number it is a share of, else a median, or how many are enough. Null: not known. */
export type HealthFigures = Readonly<Record<HealthPart, { readonly found: number; readonly against: number } | null>>;

export interface HealthScore {
  readonly parts: readonly { readonly part: HealthPart; readonly score: number | null; readonly weight: number }[];
  /** Of the known parts by their weights, 0 to 100; null: none is known. */
  readonly total: number | null;
}

const asShare = ({ found }: { found: number }): number => found;
/** No alarm is worth all of it, twice the median and more nothing. */
const belowPeers = ({ found, against }: { found: number; against: number }): number =>
  against > 0 ? 1 - found / (2 * against) : found > 0 ? 0 : 1;

/** Weights are our choice: data weigh most, because without them there is no service; then acknowledged alarms. */
const parts = {
  connected: { weight: 30, worth: asShare },
  acknowledged: { weight: 20, worth: asShare },
  alarms: { weight: 15, worth: belowPeers },
  users: { weight: 15, worth: ({ found, against }) => found / against },
  orders: { weight: 10, worth: asShare },
  maintenance: { weight: 10, worth: asShare },
} as const satisfies Record<
  HealthPart,
  { weight: number; worth: (figure: { found: number; against: number }) => number }
>;

export const partsOfAlarms: readonly HealthPart[] = ['acknowledged', 'alarms'];

/** Scores a customer by the figures that are known; the weights of the others are spread over them. */
export function healthScore(figures: HealthFigures): HealthScore {
  const scored = (Object.keys(parts) as HealthPart[]).map((part) => {
    const { weight, worth } = parts[part];
    const figure = figures[part];
    return { part, weight, score: figure === null ? null : 100 * Math.min(1, Math.max(0, worth(figure))) };
  });
  return { parts: scored, total: weighKnown(scored) };
}
