/** As the poller of a line waits: before each probe of a slave that does not answer; the last repeats. */
const probeDelaysMs = [30_000, 60_000, 120_000, 300_000] as const;
/** On a line that just came up every slave is asked at once; two cycles without an answer pass before it counts as lost. */
const untilLostMs = 20_000;

/**
 * About when a silent slave is asked again, epoch ms: a little later when its line is busy.
 *
 * @param silentSince when it counted as lost
 * @param lineUpAt when its line came up; after that, a silence of before is found out anew
 */
export function nextTry(silentSince: number, lineUpAt: number | null, now: number): number {
  let at = lineUpAt !== null && lineUpAt > silentSince ? lineUpAt + untilLostMs : silentSince;
  for (let turn = 0; at <= now; turn++) {
    const delay = probeDelaysMs[turn];
    // The rest of a long silence is one step long.
    if (delay === undefined) {
      const last = probeDelaysMs.at(-1)!;
      return at + Math.ceil((now - at + 1) / last) * last;
    }
    at += delay;
  }
  return at;
}
