import {
  type LineChanged,
  type LiveValue,
  type PendingChanged,
  type PointValue,
  qualityOf,
  reasonOf,
} from '@watchpost/contract';

/**
 * The point as it stands after a live value: the word of a state point and the quality follow the number. An older value than
 * the one shown changes nothing and gives the same object back.
 */
export function withLiveValue(point: PointValue, [, value, quality, measuredAt, band]: LiveValue): PointValue {
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
    Band: band,
  };
}

/** The points with their news; the same array when none of them is concerned. */
function withNews(points: PointValue[], news: (point: PointValue) => PointValue): PointValue[] {
  const next = points.map(news);
  return next.every((point, index) => point === points[index]) ? points : next;
}

/** The points with the newest of several live values each; the same array when none of them is concerned. */
export const withLiveValues = (points: PointValue[], live: ReadonlyMap<number, LiveValue>): PointValue[] =>
  withNews(points, (point) => {
    const value = live.get(point.PointId);
    return value ? withLiveValue(point, value) : point;
  });

/** The points after their gateway or slave fell silent or answered again, the newest message last. */
export function withLineChanges(points: PointValue[], messages: readonly LineChanged[]): PointValue[] {
  const since = new Map(messages.flatMap(({ points: changed }) => changed));
  return withNews(points, (point) => {
    const SilentSinceEPOCH = since.get(point.PointId);
    return SilentSinceEPOCH === undefined || SilentSinceEPOCH === point.SilentSinceEPOCH
      ? point
      : { ...point, SilentSinceEPOCH };
  });
}

/** The points after alarms began or ceased to be pending; a message tells all of its level, the newest comes last. */
export const withPendingChanges = (points: PointValue[], messages: readonly PendingChanged[]): PointValue[] =>
  withNews(points, (point) => {
    let news = point;
    for (const { pointId, level, pending } of messages) {
      if (pointId !== point.PointId) continue;
      news = { ...news, Pending: [...news.Pending.filter(({ Level }) => Level !== level), ...pending] };
    }
    return news;
  });

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
        Band: before.Band,
      }
    : polled;
