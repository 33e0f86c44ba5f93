import { setImmediate as nextTurn } from 'node:timers/promises';
import { qualityCode } from '@watchpost/contract';
import type { NewestSample, RawHistory } from '../../history/index.ts';
import { isNotified } from '../../notifications/index.ts';
import {
  type AlarmEvent,
  type AlarmRule,
  type Calendar,
  commit,
  createMemory,
  evaluateBatch,
  isAboutTheSource,
  isBad,
  lookAtRule,
  type PointCursor,
  type Readings,
  type RuleLook,
  type RuleState,
  type SourceStatus,
  type Subject,
  watchPoint,
} from '../engine/index.ts';
import { followLinks, type LinkOfPoint, type LiveStretches, type Loss, lossesInOrder } from './followLinks.ts';

/** A point whose past is replayed; without rules when others only look at it. */
export interface ReplayedPoint {
  readonly pointId: number;
  readonly maxGapSeconds: number;
  readonly calendar: Calendar;
  /** Something of it was measured before the replay. Else it began with its first sample: before that nothing was silent. */
  readonly isKnownBefore: boolean;
  /** Its newest sample before the replay, however old: it stands as long as its link vouches for it. */
  readonly before?: NewestSample | undefined;
  /** The same, where that is bad the good one before it: the state of a door counts until it says another. */
  readonly goodBefore?: NewestSample | undefined;
  /** Its gateway or slave alarms about its own loss, and so explains the silence below it. */
  readonly isExplained: boolean;
  /** When its gateway or slave is on record as lost, by time; epoch ms. */
  readonly losses: readonly Loss[];
  /** Ids are one's own to choose; no two of one point may be the same. */
  readonly rules: readonly AlarmRule[];
}

export interface ReplayedAlarm {
  readonly ruleId: number;
  readonly pointId: number;
  readonly raisedAt: number;
  /** Null: it was still active at the end. */
  returnedAt: number | null;
  /** Its condition ended, instead of its period or what it watched. */
  hasReturned: boolean;
  /** The most severe it reached: the smallest number. */
  severity: number;
  extreme: number | null;
  /** Stretches that begin with a notification, and in which reminders go: until it becomes worse, is for the record only, or ends. */
  readonly ringing: { readonly from: number; until: number | null }[];
}

const goodBefore = ({ goodBefore: sample }: ReplayedPoint): { at: number; value: number } | null =>
  sample === undefined || isBad(sample.value, sample.quality) ? null : { at: sample.measuredAt, value: sample.value };

function cursorBefore(point: ReplayedPoint): PointCursor | null {
  if (point.before === undefined) return null;
  const good = goodBefore(point);
  return { lastSampleAt: point.before.measuredAt, lastGoodAt: good?.at ?? null, heldValue: good?.value ?? null };
}

const turnsOf = ({ from, to }: Loss): number[] => (to === null ? [from] : [from, to]);

/** Silence is noticed by the clock, not by a sample: how often it is asked, in ms. */
const silenceStepMs = 60_000;

/** How much is gone through before others have their turn: samples, and links looked at. */
const workPerTurn = 10_000;
/** The same of samples that are judged without the clock: some milliseconds. */
const samplesPerTurn = 4_000;
/** The same of samples that are put in order. */
const sortedPerTurn = 16_000;

export interface ReplayOptions {
  /** How rules stood at the beginning, by key; others were normal. */
  readonly states?: ReadonlyMap<string, RuleState>;
  /** Up to when it is known of a point that nothing else came, epoch ms; absent: all of what is gone through. */
  readonly knownUntil?: (pointId: number) => number;
  readonly onEvent?: (event: AlarmEvent) => void;
}

/**
 * The engine on the past: what rules would have raised, by the samples as history has them. A link of the past was live from its
 * first sample on, whether or not it has rules, except where it is on record as lost: in the log of lines, as an alarm, or as a
 * sample of quality "no communication".
 */
export function createReplay(
  points: readonly ReplayedPoint[],
  from: number,
  { states, knownUntil, onEvent }: ReplayOptions = {},
) {
  const memory = createMemory();
  const live: LiveStretches = new Map();
  const gone: LiveStretches = new Map();
  const links = new Map<number, LinkOfPoint & { readonly point: ReplayedPoint }>();
  /** Silence is noticed by the clock; values are judged when they come, and when links turn. */
  const needsClock = points.some(({ rules }) => rules.some(({ kind }) => isAboutTheSource(kind)));
  const goodOf = new Map(points.map((point) => [point.pointId, goodBefore(point)]));
  const recentOf = (pointId: number) => {
    const good = goodOf.get(pointId);
    return good ? [good] : [];
  };
  points.forEach((point, index) => {
    // A gateway of its own each, so that whether its link is live is a matter of the point.
    const gatewayId = index + 1;
    const cursor = cursorBefore(point);
    // What was heard before the last loss is not vouched for.
    const since = Math.max(
      Number.NEGATIVE_INFINITY,
      ...point.losses.flatMap(({ to }) => (to !== null && to <= from ? to : [])),
    );
    links.set(point.pointId, {
      point,
      gatewayId,
      isLostAt: lossesInOrder(point.losses),
      hasBegun: point.isKnownBefore,
      isSilenced: point.before?.quality === qualityCode.noCommunication,
      isDown: false,
      since,
    });
    if (point.isKnownBefore) live.set(gatewayId, { since, watermark: from });
    watchPoint(
      memory,
      { pointId: point.pointId, gatewayId, maxGapSeconds: point.maxGapSeconds, calendar: point.calendar },
      point.rules,
      { now: from, recentOf, ...(states && { states }), ...(cursor && { cursor }) },
    );
  });

  function sourceOf({ id }: Subject): SourceStatus | null {
    const link = links.get(id);
    return link?.point.isExplained && link.since > from
      ? { down: link.isDown ? 'gateway' : null, since: link.since }
      : null;
  }

  /** When a link was lost or came back, still to come. */
  const turns = [...new Set(points.flatMap(({ losses }) => losses.flatMap(turnsOf)))]
    .filter((at) => at > from)
    .sort((a, b) => a - b);
  let nextTurnAt = 0;
  let reached = from;

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
        hasReturned: false,
        severity: event.severity,
        extreme: event.extreme,
        ringing: isNotified(event.severity) ? [{ from: event.at, until: null }] : [],
      };
      open.set(key, alarm);
      alarms.push(alarm);
      return;
    }
    const alarm = open.get(key);
    if (alarm === undefined) return;
    alarm.extreme = event.extreme;
    const isWorse = event.type === 'severityChanged' && event.direction === 'rise';
    const rings = alarm.ringing.at(-1);
    if (rings && (isWorse || event.type === 'returnedToNormal' || !isNotified(event.severity)))
      rings.until ??= event.at;
    if (isWorse && isNotified(event.severity)) alarm.ringing.push({ from: event.at, until: null });
    alarm.severity = Math.min(alarm.severity, event.severity);
    if (event.type === 'returnedToNormal') {
      alarm.returnedAt = event.at;
      alarm.hasReturned = event.reason === 'conditionOver';
      open.delete(key);
    }
  }

  /** Time has come close to `until`: what was measured just then is still to come, and has a say in what is due. */
  function evaluate(readings: Readings, end: number): void {
    reached = end;
    const until = end - 1;
    followLinks(links, { live, gone }, readings, until);
    if (knownUntil) keepWithin(knownUntil);
    const evaluation = evaluateBatch(memory, {
      now: until,
      readings,
      live,
      gone,
      links: [],
      sourceOf,
      lateAfterMs: Number.MAX_SAFE_INTEGER,
    });
    commit(memory, evaluation);
    for (const event of evaluation.events) {
      onEvent?.(event);
      note(event);
    }
  }

  function keepWithin(limitOf: (pointId: number) => number): void {
    for (const { gatewayId, point } of links.values()) {
      for (const stretches of [live, gone]) {
        const stretch = stretches.get(gatewayId);
        if (stretch) stretch.watermark = Math.min(stretch.watermark, limitOf(point.pointId));
      }
    }
  }

  /** What links do between two samples counts from when they did it. */
  function passTurns(readings: Readings, until: number): void {
    for (; nextTurnAt < turns.length && turns[nextTurnAt]! < until; nextTurnAt++) {
      const at = turns[nextTurnAt]!;
      if (at < reached) continue;
      evaluate(readings, at);
      evaluate(readings, at + 1);
    }
  }

  /** Samples of rules about values, in parts, so that others have their turn. A sample may silence its link, or bring it back. */
  async function takeValues(
    columns: Readings,
    { start, end, until: last }: { start: number; end: number; until: number },
    signal?: AbortSignal,
  ): Promise<void> {
    let from = start;
    for (let i = start; i < end; i++) {
      const isSilenced = columns.quality[i] === qualityCode.noCommunication;
      const turns = isSilenced !== links.get(columns.pointIds[i]!)!.isSilenced;
      const isFull = i - from >= samplesPerTurn && columns.measuredAt[i] !== columns.measuredAt[i - 1];
      if (!turns && !isFull) continue;
      if (i > from) evaluate(slice(columns, from, i), columns.measuredAt[i]!);
      if (turns) evaluate(slice(columns, i, i + 1), columns.measuredAt[i]! + 1);
      from = turns ? i + 1 : i;
      if (!isFull) continue;
      await nextTurn();
      signal?.throwIfAborted();
    }
    evaluate(slice(columns, from, end), last);
  }

  return {
    /** In the order they were raised, as far as the past was gone through. */
    alarms,

    /** What the engine sees of a rule at the end of what was gone through. */
    look: (ruleId: number, pointId: number, at: number): RuleLook | null =>
      lookAtRule(memory, ruleId, { type: 'point', id: pointId }, at),

    /** The next stretch of the past, up to `until`. The one before must be through. */
    async take(histories: readonly RawHistory[], until: number, signal?: AbortSignal): Promise<void> {
      const columns = await inOrderOfTime(histories, signal);
      if (!needsClock) {
        let start = 0;
        for (; nextTurnAt < turns.length && turns[nextTurnAt]! < until; ) {
          const at = turns[nextTurnAt]!;
          const end = firstFrom(columns, start, at);
          await takeValues(columns, { start, end, until: at }, signal);
          passTurns(slice(columns, end, end), at + 1);
          start = end;
        }
        await takeValues(columns, { start, end: columns.length, until }, signal);
        return;
      }
      let work = 0;
      for (let start = 0; ; ) {
        const first = start < columns.length ? columns.measuredAt[start]! : until;
        const stop = Math.min(until, (Math.floor(first / silenceStepMs) + 1) * silenceStepMs);
        let end = start;
        while (end < columns.length && columns.measuredAt[end]! < stop) end++;
        passTurns(slice(columns, start, start), first);
        // Silence that ended with this sample is noticed before it.
        if (start < columns.length) evaluate(slice(columns, start, start), first);
        evaluate(slice(columns, start, end), stop);
        if (end >= columns.length) {
          passTurns(slice(columns, end, end), until);
          if (stop < until) evaluate(slice(columns, end, end), until);
          return;
        }
        work += 2 * links.size + end - start;
        start = end;
        if (work < workPerTurn) continue;
        work = 0;
        await nextTurn();
        signal?.throwIfAborted();
      }
    },
  };
}

async function inOrderOfTime(histories: readonly RawHistory[], signal?: AbortSignal): Promise<Readings> {
  const length = histories.reduce((sum, each) => sum + each.length, 0);
  const columns = {
    length,
    pointIds: new Int32Array(length),
    measuredAt: new Float64Array(length),
    values: new Float64Array(length),
    quality: new Uint8Array(length),
  };
  // Each is in order already: the earliest of their heads comes next, of those of one moment the first in the list.
  const next = new Uint32Array(histories.length);
  const headAt = Float64Array.from(histories, ({ measuredAt }) => measuredAt[0] ?? 0);
  const isBefore = (a: number, b: number) => headAt[a]! < headAt[b]! || (headAt[a] === headAt[b] && a < b);
  const heads = [...histories.keys()].filter((h) => histories[h]!.length > 0).sort((a, b) => (isBefore(a, b) ? -1 : 1));
  for (let i = 0; i < length; i++) {
    const from = heads[0]!;
    const history = histories[from]!;
    const place = next[from]!++;
    columns.pointIds[i] = history.pointId;
    columns.measuredAt[i] = headAt[from]!;
    columns.values[i] = history.values[place]!;
    columns.quality[i] = history.quality[place]!;
    if (place + 1 < history.length) {
      headAt[from] = history.measuredAt[place + 1]!;
    } else {
      const last = heads.pop()!;
      if (heads.length === 0) break;
      heads[0] = last;
    }
    sinkFirst(heads, isBefore);
    if (i % sortedPerTurn !== sortedPerTurn - 1) continue;
    await nextTurn();
    signal?.throwIfAborted();
  }
  return columns;
}

/** Puts the first of a heap where it belongs. */
function sinkFirst(heap: number[], isBefore: (a: number, b: number) => boolean): void {
  const moved = heap[0]!;
  let place = 0;
  for (;;) {
    let child = 2 * place + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
    if (!isBefore(heap[child]!, moved)) break;
    heap[place] = heap[child]!;
    place = child;
  }
  heap[place] = moved;
}

/** The index of the first sample at or after a time; the length when there is none. */
function firstFrom({ length, measuredAt }: Readings, start: number, at: number): number {
  let index = start;
  while (index < length && measuredAt[index]! < at) index++;
  return index;
}

const slice = (columns: Readings, start: number, end: number): Readings => ({
  length: end - start,
  pointIds: columns.pointIds.subarray(start, end),
  measuredAt: columns.measuredAt.subarray(start, end),
  values: columns.values.subarray(start, end),
  quality: columns.quality.subarray(start, end),
});
