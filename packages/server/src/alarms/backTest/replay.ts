import type { RawHistory } from '../../history/index.ts';
import {
  type AlarmEvent,
  type AlarmRule,
  type Calendar,
  commit,
  createMemory,
  evaluateBatch,
  lookAtRule,
  type Readings,
  type RuleLook,
  watchPoint,
} from '../engine/index.ts';

/** A point whose past is gone through; without rules when others only look at it. */
export interface ReplayedPoint {
  readonly pointId: number;
  readonly maxGapSeconds: number;
  readonly calendar: Calendar;
  /** Its values are vouched for until they change: a door that reports once. */
  readonly reportsChanges: boolean;
  /** Ids are one's own to choose; no two of one point may be the same. */
  readonly rules: readonly AlarmRule[];
}

export interface ReplayedAlarm {
  readonly ruleId: number;
  readonly pointId: number;
  readonly raisedAt: number;
  /** Null: it was still active at the end. */
  returnedAt: number | null;
  /** The most severe it reached: the smallest number. */
  severity: number;
  extreme: number | null;
  rises: number;
}

/** Silence is noticed by the clock, not by a sample: how often it is asked, in ms. */
const silenceStepMs = 60_000;

/**
 * The engine on the past: what rules would have raised, by the samples as history has them. Links of the past are not known:
 * time between samples counts as the samples themselves vouch for it, except for points that report changes.
 */
export function createReplay(points: readonly ReplayedPoint[], from: number) {
  const memory = createMemory();
  const live = new Map<number, { since: number; watermark: number }>();
  let needsClock = false;
  points.forEach((point, index) => {
    // A gateway of its own each, so that whether its link counts as live is a matter of the point.
    const gatewayId = index + 1;
    const asksSilence = point.rules.some(({ kind }) => kind === 'noData');
    if (point.reportsChanges || asksSilence || point.rules.length === 0)
      live.set(gatewayId, { since: from, watermark: from });
    needsClock ||= asksSilence;
    watchPoint(
      memory,
      { pointId: point.pointId, gatewayId, maxGapSeconds: point.maxGapSeconds, calendar: point.calendar },
      point.rules,
      { now: from },
    );
  });
  const alarms: ReplayedAlarm[] = [];
  const open = new Map<string, ReplayedAlarm>();

  function note(event: AlarmEvent): void {
    const key = `${event.ruleId}:${event.subject.id}`;
    if (event.type === 'raised') {
      const alarm: ReplayedAlarm = {
        ruleId: event.ruleId,
        pointId: event.subject.id,
        raisedAt: event.at,
        returnedAt: null,
        severity: event.severity,
        extreme: event.extreme,
        rises: 0,
      };
      open.set(key, alarm);
      alarms.push(alarm);
      return;
    }
    const alarm = open.get(key);
    if (alarm === undefined) return;
    alarm.extreme = event.extreme;
    if (event.type === 'severityChanged' && event.direction === 'rise') alarm.rises++;
    alarm.severity = Math.min(alarm.severity, event.severity);
    if (event.type === 'returnedToNormal') {
      alarm.returnedAt = event.at;
      open.delete(key);
    }
  }

  /** Time has come close to `until`: what was measured just then is still to come, and has a say in what is due. */
  function evaluate(readings: Readings, end: number): void {
    const until = end - 1;
    for (const [gatewayId, stretch] of live) live.set(gatewayId, { ...stretch, watermark: until });
    const evaluation = evaluateBatch(memory, {
      now: until,
      readings,
      live,
      links: [],
      sourceOf: () => null,
      lateAfterMs: Number.MAX_SAFE_INTEGER,
    });
    commit(memory, evaluation);
    for (const event of evaluation.events) note(event);
  }

  return {
    /** In the order they were raised, as far as the past was gone through. */
    alarms,

    /** What the engine sees of a rule at the end of what was gone through. */
    look: (ruleId: number, pointId: number, at: number): RuleLook | null =>
      lookAtRule(memory, ruleId, { type: 'point', id: pointId }, at),

    /** The next stretch of the past, up to `until`. */
    take(histories: readonly RawHistory[], until: number): void {
      const columns = inOrderOfTime(histories);
      if (!needsClock) {
        evaluate(columns, until);
        return;
      }
      for (let start = 0; ; ) {
        const first = start < columns.length ? columns.measuredAt[start]! : until;
        const stop = Math.min(until, (Math.floor(first / silenceStepMs) + 1) * silenceStepMs);
        let end = start;
        while (end < columns.length && columns.measuredAt[end]! < stop) end++;
        // Silence that ended with this sample is noticed before it.
        if (start < columns.length) evaluate(slice(columns, start, start), first);
        evaluate(slice(columns, start, end), stop);
        if (end >= columns.length) {
          if (stop < until) evaluate(slice(columns, end, end), until);
          return;
        }
        start = end;
      }
    },
  };
}

function inOrderOfTime(histories: readonly RawHistory[]): Readings {
  const length = histories.reduce((sum, each) => sum + each.length, 0);
  const columns = {
    length,
    pointIds: new Int32Array(length),
    measuredAt: new Float64Array(length),
    values: new Float64Array(length),
    quality: new Uint8Array(length),
  };
  // Each is in order already: the earliest of their heads comes next.
  const next = histories.map(() => 0);
  for (let i = 0; i < length; i++) {
    let from = -1;
    let at = Number.POSITIVE_INFINITY;
    for (let h = 0; h < histories.length; h++) {
      const place = next[h]!;
      if (place < histories[h]!.length && histories[h]!.measuredAt[place]! < at) {
        at = histories[h]!.measuredAt[place]!;
        from = h;
      }
    }
    const history = histories[from]!;
    const place = next[from]!++;
    columns.pointIds[i] = history.pointId;
    columns.measuredAt[i] = at;
    columns.values[i] = history.values[place]!;
    columns.quality[i] = history.quality[place]!;
  }
  return columns;
}

const slice = (columns: Readings, start: number, end: number): Readings => ({
  length: end - start,
  pointIds: columns.pointIds.subarray(start, end),
  measuredAt: columns.measuredAt.subarray(start, end),
  values: columns.values.subarray(start, end),
  quality: columns.quality.subarray(start, end),
});
