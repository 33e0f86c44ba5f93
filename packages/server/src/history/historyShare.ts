import { FairShare } from '../platform/FairShare.ts';
import { widestWithin } from './codec/RollupBlock.ts';
import type { CurveRange } from './read/curveRange.ts';
import type { HistoryPoint } from './read/readHistory.ts';

/** Reads of history take turns by person in two rows, so that what takes milliseconds never stands behind what takes seconds. */
export interface HistoryShare {
  readonly short: FairShare;
  /** Raw weeks and files. */
  readonly long: FairShare;
}

/** Of each row: one read computes while another waits for PostgreSQL. */
const readsAtOnce = 2;

export const createHistoryShare = (): HistoryShare => ({
  short: new FairShare(readsAtOnce),
  long: new FairShare(readsAtOnce),
});

/** Ten points sampled every minute for a day and a half: read, told and written down within some 20 ms. */
const mostSamplesOfShort = 20_000;

/** The row that a curve stands in. Points that send more often than they are set up to are taken for what they are set up to. */
export function rowForCurve(
  { short, long }: HistoryShare,
  points: readonly Pick<HistoryPoint, 'samplingIntervalMs'>[],
  { from, to, intervalMinutes }: CurveRange,
): FairShare {
  if (intervalMinutes > 0 && widestWithin(intervalMinutes, 0) !== null) return short;
  const samples = points.reduce((sum, { samplingIntervalMs }) => sum + (to - from) / samplingIntervalMs, 0);
  return samples > mostSamplesOfShort ? long : short;
}
