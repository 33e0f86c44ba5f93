/** What a tag's clock said at a contact, both epoch ms. */
export interface ClockSync {
  readonly gatewayTime: number;
  readonly tagTime: number;
}

/** Within this a clock is left alone, ms. */
const rightMs = 2_000;
/** A 32 kHz quartz in the cold loses up to 150 ppm; what is more was set, not lost. */
const driftShare = 150e-6;

const offsetOf = ({ gatewayTime, tagTime }: ClockSync): number => tagTime - gatewayTime;

/** By how much the clock was ahead at the end of a time between two contacts of which `share` had gone by. */
function offsetBetween(before: ClockSync, after: ClockSync, share: number): number {
  const [first, last] = [offsetOf(before), offsetOf(after)];
  const lasted = after.gatewayTime - before.gatewayTime;
  // It was set meanwhile: only what it says since is known.
  if (Math.abs(last - first) > Math.max(rightMs, driftShare * lasted)) return last;
  return first + (last - first) * share;
}

const corrected = (offset: number): number => (Math.abs(offset) <= rightMs ? 0 : offset);

/**
 * When a sample was measured that a tag dates by its own clock: what the clock drifted between two contacts is spread evenly, and a
 * clock that was set counts as it is since.
 *
 * @param syncs in ascending order of `gatewayTime`
 * @returns epoch ms by our clock; without a contact the tag's own time
 */
export function timeOfSample(syncs: readonly ClockSync[], tagTime: number): number {
  // The newest stretch of which it can be: an older one says the same of a clock that was set back.
  for (let i = syncs.length - 1; i > 0; i--) {
    const [before, after] = [syncs[i - 1]!, syncs[i]!];
    const lasted = after.tagTime - before.tagTime;
    const share = lasted <= 0 ? 1 : (tagTime - before.tagTime) / lasted;
    const at = tagTime - corrected(offsetBetween(before, after, Math.min(1, Math.max(0, share))));
    if (at > before.gatewayTime && at <= after.gatewayTime) return at;
  }
  const [first] = syncs;
  const last = syncs.at(-1);
  if (!first || !last) return tagTime;
  const byFirst = tagTime - corrected(offsetOf(first));
  return byFirst <= first.gatewayTime ? byFirst : tagTime - corrected(offsetOf(last));
}

/** What the tag's clock said when something was measured: the other way round. @returns null: it was never compared */
export function tagTimeAt(syncs: readonly ClockSync[], at: number): number | null {
  const next = syncs.findIndex(({ gatewayTime }) => gatewayTime >= at);
  if (syncs.length === 0) return null;
  if (next === -1) return at + corrected(offsetOf(syncs.at(-1)!));
  if (next === 0) return at + corrected(offsetOf(syncs[0]!));
  const [before, after] = [syncs[next - 1]!, syncs[next]!];
  const share = (at - before.gatewayTime) / (after.gatewayTime - before.gatewayTime);
  return at + corrected(offsetBetween(before, after, share));
}
