import type { HistoryShare } from '../history/index.ts';
import { FairShare } from '../platform/FairShare.ts';

/** Turns that say whether one is being taken: a read of history that is nobody's turn stands before those who wait. */
export function watchedTurns(): { share: HistoryShare; areTaken(): boolean } {
  let taken = 0;
  class WatchedTurns extends FairShare {
    override run<T>(userId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      return super.run(userId, signal, async () => {
        taken++;
        try {
          return await work();
        } finally {
          taken--;
        }
      });
    }
  }
  return { share: { short: new WatchedTurns(2), long: new WatchedTurns(2) }, areTaken: () => taken > 0 };
}
