import { type LiveValue, type PointValue, qualityOf, reasonOf } from '@watchpost/contract';

/**
 * The point as it stands after a live value: the word of a state point and the quality follow the number. An older value than
 * the one shown changes nothing and gives the same object back.
 */
export function withLiveValue(point: PointValue, [, value, quality, measuredAt]: LiveValue): PointValue {
  if (point.Time !== null && measuredAt < point.Time) return point;
  const reason = reasonOf(quality);
  return {
    ...point,
    Value: value,
    ValueText: value === null ? null : (point.UnitMap.find(({ Key }) => Key === value)?.Value ?? null),
    Time: measuredAt,
    Quality: qualityOf(quality),
    QualityReason: reason?.reason ?? null,
    ExceptionCode: reason?.exceptionCode ?? null,
  };
}

/** The points with the newest of several live values each; the same array when none of them is concerned. */
export function withLiveValues(points: PointValue[], live: ReadonlyMap<number, LiveValue>): PointValue[] {
  let changed = false;
  const next = points.map((point) => {
    const value = live.get(point.PointId);
    if (!value) return point;
    const updated = withLiveValue(point, value);
    if (updated !== point) changed = true;
    return updated;
  });
  return changed ? next : points;
}

/** The newest value of each point in a batch of messages. */
export function newestOf(messages: readonly { values: LiveValue[] }[]): Map<number, LiveValue> {
  const newest = new Map<number, LiveValue>();
  for (const { values } of messages) {
    for (const value of values) {
      const known = newest.get(value[0]);
      if (!known || value[3] >= known[3]) newest.set(value[0], value);
    }
  }
  return newest;
}

/**
 * A fresh answer of a poll, except where the screen already shows something newer: an answer that was under way while a live
 * value arrived must not turn the display back.
 */
export const keepNewer = (before: PointValue | undefined, polled: PointValue): PointValue =>
  before && before.Time !== null && (polled.Time === null || before.Time > polled.Time)
    ? {
        ...polled,
        Value: before.Value,
        ValueText: before.ValueText,
        Time: before.Time,
        Quality: before.Quality,
        QualityReason: before.QualityReason,
        ExceptionCode: before.ExceptionCode,
      }
    : polled;
