import { minuteMs } from '@watchpost/contract';
import { FairShare } from '../platform/FairShare.ts';
import { widestWithin } from './codec/RollupBlock.ts';
import type { BucketStretch } from './read/bucketStretches.ts';
import type { HistoryPoint } from './read/readHistory.ts';

/** Reads of history take turns by person in two rows, so that what takes milliseconds never stands behind what takes seconds. */
export interface HistoryShare {
  readonly short: FairShare;
  /** Raw weeks and files. */
  readonly long: FairShare;
}

/** Among persons: what the server reads for itself takes its turns as one of them. */
export const serverItself = 0;

/** Of each row: one read computes while another waits for PostgreSQL. */
const readsAtOnce = 2;

export const createHistoryShare = (): HistoryShare => ({
  short: new FairShare(readsAtOnce),
  long: new FairShare(readsAtOnce),
});

/**
 * What still counts as short, in samples that are read, told and written down: some 90 ms, of ten points sampled every minute
 * six days.
 */
const maxOfShort = 90_000;
/** What a sample costs that is only read and folded, beside one that is told as it is. */
const costOfFolded = 0.2;

export type ReadPoint = Pick<HistoryPoint, 'samplingIntervalMs' | 'kind' | 'limits'>;

/**
 * The row that a read stands in, by about how many samples it goes through. Roll-ups spare them where the intervals fit one, but
 * not those of state points, of which every change counts, and not those of days on which a value crosses its limits: for a
 * defrosting freezer that may be every day. Points that send more often than they are set up to are taken for what they
 * are set up to.
 *
 * @param stretches of its buckets, none of totals; null: raw
 */
export function rowFor(
  { short, long }: HistoryShare,
  points: readonly ReadPoint[],
  { from, to }: { readonly from: number; readonly to: number },
  stretches: readonly BucketStretch[] | null,
): FairShare {
  const isRolledUp = stretches?.every((stretch) => widestWithin(stretch.widthMs / minuteMs, stretch.from) !== null);
  const cost = points.reduce((sum, { samplingIntervalMs, kind, limits }) => {
    if (isRolledUp && kind === 'analog' && !limits) return sum;
    return sum + ((to - from) / samplingIntervalMs) * (stretches === null ? 1 : costOfFolded);
  }, 0);
  return cost > maxOfShort ? long : short;
}
