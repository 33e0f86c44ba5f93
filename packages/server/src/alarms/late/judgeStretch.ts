import { hourMs } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import type { History, RawChunk, RawHistory } from '../../history/index.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ProjectFacts } from '../../projects/index.ts';
import { newestBefore } from '../backTest/newestBefore.ts';
import { openPast } from '../backTest/openPast.ts';
import { createReplay, type ReplayedPoint } from '../backTest/replay.ts';
import {
  type AlarmEvent,
  type AlarmRule,
  type Band,
  bandSetsOf,
  bandsAt,
  endOccurrence,
  followGates,
  isOpen,
  judgesValues,
  normalState,
  type RuleLook,
  type RuleState,
  type Severity,
  type Span,
  stateKey,
  wantsMs,
} from '../engine/index.ts';
import { ruleHash } from '../ruleDefinition.ts';
import { type RuleVersionRow, ruleVersionsOf } from '../ruleVersions/ruleVersions.store.ts';
import type { JudgedOccurrence } from './differences.ts';
import { beforeFirstUp, type RecordedAlarm, recordedAlarms } from './late.store.ts';

export interface StretchDeps {
  readonly db: Db;
  readonly history: Pick<History, 'rawChunks' | 'knownBefore' | 'newest'>;
}

export interface LateStretch {
  readonly project: Pick<ProjectFacts, 'id' | 'time_zone'>;
  readonly pointIds: readonly number[];
  /** The earliest late sample, and up to where the points are judged; epoch ms. */
  readonly from: number;
  readonly until: number;
  /** Up to when it is known of a point that nothing else came. */
  readonly knownUntil: (pointId: number) => number;
}

/** What history tells of one rule on one point. */
export interface JudgedRule {
  readonly ruleId: number;
  readonly pointId: number;
  /** Since when its rule is known, where that is later than the stretch begins. */
  readonly from: number;
  /** Up to here nothing of the stretch has a say: its point's sample before was judged; epoch ms. */
  readonly changesFrom: number;
  readonly occurrences: readonly JudgedOccurrence[];
  /** When the states of other points suppressed it; those of several overlap. */
  readonly suppressed: readonly Span[];
  /** It judged the point at some time of the stretch. */
  readonly wasInForce: boolean;
  /** Of the rule as it stands now; null: none does, or it does not judge this point. */
  readonly now: { readonly hash: string; readonly look: RuleLook } | null;
}

export interface JudgedStretch {
  readonly rules: readonly JudgedRule[];
  readonly recorded: readonly RecordedAlarm[];
}

/** A rule, unchanged for a time. */
interface Piece {
  readonly ruleId: number;
  readonly pointId: number;
  readonly strategyId: number;
  readonly from: number;
  readonly until: number;
  /** Null: closed, deleted, or it did not judge the point. */
  readonly rule: AlarmRule | null;
  readonly isDeleted: boolean;
}

/** How far before a stretch its replay begins; and how much farther while it is not known how a rule stood then. */
const minLookBackMs = 2 * hourMs;
const longerLookBacksMs = [12 * hourMs, 72 * hourMs, 168 * hourMs];
/** Whether that is known is looked at once a minute of the look-back, and 200 times at most. */
const minSliceMs = 60_000;
const slicesAtMost = 200;

/**
 * Judges a stretch of the past of some points of a project once more, by the rules as they stood then. Between two parts of it others
 * have their turn.
 */
export async function* judgeStretch(
  { db, history }: StretchDeps,
  { project, pointIds, from, until, knownUntil }: LateStretch,
  signal: AbortSignal,
): AsyncGenerator<void, JudgedStretch> {
  const versions = await ruleVersionsOf(system, db, pointIds, { from: new Date(from), until: new Date(until) });
  const definitions = versions.flatMap(({ definition }) => definition ?? []);
  const past = await openPast({ db, history }, system, project, { pointIds, definitions });
  const pieces = piecesOf(versions, until, past.ruleOn);
  // A delay that ran out since the sample before was waiting for this one.
  const heardBefore = await newestBefore(history, pointIds, from);
  const changesFrom = (pointId: number) => Math.min(from, (heardBefore.get(pointId)?.measuredAt ?? from) + 1);
  const recorded = await recordedAlarms(system, db, pointIds, new Date(Math.min(from, ...pointIds.map(changesFrom))));
  const lost = await beforeFirstUp(
    system,
    db,
    past.rows.map(({ id }) => id),
  );

  const starts = [from, ...pieces.map((piece) => piece.from), ...(await past.cycleChanges(from, until))];
  const bounds = [...new Set(starts.map((at) => Math.max(at, from)))].sort((a, b) => a - b).filter((at) => at < until);
  const judged = new Map<string, JudgedOccurrence[]>();
  const suppressed = new Map<string, Span[]>();
  let looks = new Map<string, RuleLook>();
  for (const [place, start] of bounds.entries()) {
    const end = bounds[place + 1] ?? until;
    const inForce = pieces.filter((piece) => piece.rule !== null && piece.from <= start && piece.until > start);
    looks = new Map();
    const occurrences = new Map<string, JudgedOccurrence[]>();
    const widths = lookBacksMs(inForce);
    let left: ReadonlySet<number> = new Set(inForce.map(({ pointId }) => pointId));
    for (let round = 0; left.size > 0; round++) {
      const begin = start - widths[round]!;
      const ofRound = inForce.filter(({ pointId }) => left.has(pointId));
      const rules = new Map<number, AlarmRule[]>();
      for (const { pointId, rule } of ofRound) rules.set(pointId, [...(rules.get(pointId) ?? []), rule!]);
      const openThen = place === 0 ? openOnRecord(recorded, begin) : openAt(judged, begin);
      const states = new Map([...openThen].filter(([key]) => ofRound.some((piece) => keyOf(piece) === key)));

      const opened = await past.from(begin, start);
      const points = (await opened.replayed(rules)).map((point): ReplayedPoint => {
        const loss = lost.get(point.pointId);
        return loss ? { ...point, losses: [loss, ...point.losses] } : point;
      });
      const events: AlarmEvent[] = [];
      const options = { states, knownUntil, onEvent: (event: AlarmEvent) => void events.push(event) };
      const replay = createReplay(points, begin, options);
      const ids = points.map(({ pointId }) => pointId);
      const gates = ofRound.flatMap((piece) => {
        const followed = followGates(piece.rule!);
        return followed === null ? [] : [{ key: keyOf(piece), pointId: piece.pointId, ...followed }];
      });

      // Each rule goes on from a moment at which its state follows from what was replayed alone.
      let open = ofRound.filter((piece) => states.has(keyOf(piece)) || opened.knownBefore.has(piece.pointId));
      for await (const chunk of history.rawChunks(ids, begin, start, signal)) {
        for (const raw of chunk.points) for (const gate of gates) gate.take(raw);
        for (const slice of slicesOf(chunk, Math.max(minSliceMs, widths[round]! / slicesAtMost))) {
          await replay.take(slice.points, slice.to, signal);
          open = open.filter((piece) => {
            const look = replay.look(piece.ruleId, piece.pointId, slice.to - 1);
            const isKnown = look?.isSettled === true && (look.lastGoodAt ?? 0) >= begin + traceMs(piece.rule!);
            return !isKnown || (states.has(keyOf(piece)) && hasSeveralBands(piece.rule!));
          });
        }
        yield;
      }
      const unsettled = new Set(open.map(({ pointId }) => pointId));
      const isLast = round === widths.length - 1;
      const settled = ofRound.filter(({ pointId }) => isLast || !unsettled.has(pointId));
      left = isLast ? new Set() : unsettled;
      if (settled.length === 0) continue;

      for await (const chunk of history.rawChunks(ids, start, end, signal)) {
        for (const raw of chunk.points) for (const gate of gates) gate.take(raw);
        await replay.take(chunk.points, chunk.to, signal);
        yield;
      }
      for (const { key, pointId, until: spansUntil } of gates) {
        if (left.has(pointId)) continue;
        const within = spansUntil(end).map(([since, over]) => [Math.max(since, start), Math.min(over, end)] as const);
        suppressed.set(key, [...(suppressed.get(key) ?? []), ...within.filter(([since, over]) => over > since)]);
      }
      for (const piece of settled) {
        const look = replay.look(piece.ruleId, piece.pointId, end - 1);
        if (look) looks.set(keyOf(piece), look);
      }
      const judgedNow = occurrencesOf(events, states, ofRound);
      for (const piece of settled) occurrences.set(keyOf(piece), judgedNow.get(keyOf(piece)) ?? []);
    }
    for (const key of new Set(pieces.map(keyOf))) {
      const before = judged.get(key) ?? [];
      const now = occurrences.get(key) ?? [];
      const piece = inForce.find((each) => keyOf(each) === key);
      judged.set(key, place === 0 ? now : joined(before, now, start, endingOf(pieces, key, start, piece)));
    }
    for (const [key, look] of looks) {
      const last = judged.get(key)?.at(-1);
      if (last && last.returnedAt === null && isOpen(look.state)) last.standing = look.state;
    }
  }

  const byKey = Map.groupBy(pieces, keyOf);
  return {
    recorded,
    rules: [...byKey].map(([key, ofKey]) => {
      const first = ofKey[0]!;
      const look = looks.get(key);
      return {
        ruleId: first.ruleId,
        pointId: first.pointId,
        from: Math.max(from, first.from),
        changesFrom: Math.max(changesFrom(first.pointId), first.from),
        occurrences: judged.get(key) ?? [],
        suppressed: suppressed.get(key) ?? [],
        wasInForce: ofKey.some(({ rule }) => rule !== null),
        now: look ? { hash: ruleHash(ofKey.at(-1)!.rule!), look } : null,
      };
    }),
  };
}

const keyOf = ({ ruleId, pointId }: Pick<Piece, 'ruleId' | 'pointId'>): string =>
  stateKey(ruleId, { type: 'point', id: pointId });

/**
 * The rules of the stretch, each unchanged for a time. Left out are those that are not about values: silence, bad quality and lost lines
 * are judged when they are heard of, and not taken back; and those of which a point that they look at is not there any more.
 */
function piecesOf(
  versions: readonly RuleVersionRow[],
  until: number,
  ruleOn: (pointId: number, ruleId: number, definition: unknown) => AlarmRule | null,
): Piece[] {
  const pieces: Piece[] = [];
  const leftOut = new Set<string>();
  for (const { rule_id, point_id, strategy_id, valid_from, valid_until, definition, enabled, is_judged } of versions) {
    const isOn = definition !== null && enabled && is_judged;
    const rule = isOn ? ruleOn(point_id, rule_id, definition) : null;
    const piece: Piece = {
      ruleId: rule_id,
      pointId: point_id,
      strategyId: strategy_id,
      from: valid_from.getTime(),
      until: valid_until?.getTime() ?? until,
      rule,
      isDeleted: definition === null,
    };
    if (isOn && (rule === null || !judgesValues(rule))) leftOut.add(keyOf(piece));
    const before = pieces.at(-1);
    const goesOn =
      before?.ruleId === rule_id &&
      before.pointId === point_id &&
      (before.rule === null ? rule === null : rule !== null && ruleHash(before.rule) === ruleHash(rule));
    if (goesOn) pieces.splice(-1, 1, { ...before, until: piece.until });
    else pieces.push(piece);
  }
  return pieces.filter((piece) => !leftOut.has(keyOf(piece)));
}

/** How far back a rule looks besides its delays, in ms. */
function traceMs(rule: AlarmRule): number {
  const { own, gates } = wantsMs(rule);
  return Math.max(own, ...gates.map(({ ms }) => ms));
}

/** How far before a stretch to begin, in ms: from one to the next as long as it is not known how a rule stands. */
function lookBacksMs(pieces: readonly Piece[]): number[] {
  const delaysMs = (rule: AlarmRule) =>
    'onDelaySeconds' in rule ? (rule.onDelaySeconds + rule.offDelaySeconds) * 1000 : 0;
  const first = Math.max(minLookBackMs, ...pieces.map(({ rule }) => 2 * (traceMs(rule!) + delaysMs(rule!))));
  return [first, ...longerLookBacksMs.filter((ms) => ms > first)];
}

/** The record says at which limit an alarm stands now, not at which it stood then. */
const hasSeveralBands = (rule: AlarmRule): boolean =>
  rule.kind === 'limit' && new Set(bandSetsOf(rule).flatMap((bands) => Object.keys(bands))).size > 1;

/** What was read of a stretch, by parts of it that are judged one after the other. */
function* slicesOf({ points, from, to }: RawChunk, sliceMs: number): Generator<{ points: RawHistory[]; to: number }> {
  const next = points.map(() => 0);
  for (let until = from; until < to; ) {
    until = Math.min(to, until + sliceMs);
    const slice = points.map(({ pointId, length, measuredAt, values, quality }, place): RawHistory => {
      const first = next[place]!;
      let end = first;
      while (end < length && measuredAt[end]! < until) end++;
      next[place] = end;
      return {
        ...{ pointId, length: end - first, measuredAt: measuredAt.subarray(first, end) },
        ...{ values: values.subarray(first, end), quality: quality.subarray(first, end) },
      };
    });
    yield { points: slice, to: until };
  }
}

const openState = (raisedAt: number, { severity, band, limit, extreme }: JudgedOccurrence['standing']): RuleState => ({
  ...normalState,
  phase: 'active',
  since: raisedAt,
  timerFrom: raisedAt,
  raisedAt,
  changedAt: raisedAt,
  announced: true,
  severity,
  band,
  bands: bandsAt(band, limit, severity),
  limit,
  extreme,
});

function openOnRecord(recorded: readonly RecordedAlarm[], at: number): Map<string, RuleState> {
  return new Map(
    recorded
      .filter(({ raised_at, returned_at }) => raised_at.getTime() < at && (returned_at?.getTime() ?? at + 1) > at)
      .map((row) => [
        keyOf({ ruleId: row.rule_id, pointId: row.point_id }),
        openState(row.raised_at.getTime(), {
          severity: row.severity as Severity,
          band: row.band as Band | null,
          limit: row.limit_value,
          extreme: row.extreme,
        }),
      ]),
  );
}

function openAt(judged: ReadonlyMap<string, readonly JudgedOccurrence[]>, at: number): Map<string, RuleState> {
  return new Map(
    [...judged].flatMap(([key, occurrences]) => {
      const open = occurrences.find((each) => each.raisedAt < at && (each.returnedAt === null || each.returnedAt > at));
      return open ? [[key, openState(open.raisedAt, open.standing)] as const] : [];
    }),
  );
}

function occurrencesOf(
  events: readonly AlarmEvent[],
  states: ReadonlyMap<string, RuleState>,
  pieces: readonly Piece[],
): Map<string, JudgedOccurrence[]> {
  const pieceOf = new Map(pieces.map((piece) => [keyOf(piece), piece]));
  const found = new Map<string, JudgedOccurrence[]>();
  const begin = (key: string, raisedAt: number, standing: JudgedOccurrence['standing']): void => {
    const { ruleId, pointId, strategyId, rule } = pieceOf.get(key)!;
    const one: JudgedOccurrence = {
      ruleId,
      pointId,
      strategyId,
      rule: rule!,
      raisedAt,
      returnedAt: null,
      endReason: null,
      events: [],
      standing,
    };
    found.set(key, [...(found.get(key) ?? []), one]);
  };
  for (const [key, state] of states) begin(key, state.raisedAt!, state);
  for (const event of events) {
    const key = stateKey(event.ruleId, event.subject);
    if (!pieceOf.has(key)) continue;
    const { severity, band, limit, extreme } = event;
    if (event.type === 'raised') begin(key, event.raisedAt, { severity, band, limit, extreme });
    const open = found.get(key)?.at(-1);
    if (!open || open.returnedAt !== null) continue;
    open.events.push(event);
    open.standing = { severity, band, limit, extreme };
    if (event.type !== 'returnedToNormal') continue;
    open.returnedAt = event.at;
    open.endReason = event.reason === 'conditionOver' ? null : event.reason;
  }
  return found;
}

type EndReason = 'ruleEdited' | 'ruleClosed' | 'ruleDeleted';

/** Why what was on at a moment ends there, when the rule that begins then does not go on with it. */
function endingOf(pieces: readonly Piece[], key: string, at: number, inForce: Piece | undefined): EndReason {
  if (inForce) return 'ruleEdited';
  const next = pieces.find((piece) => keyOf(piece) === key && piece.from <= at && piece.until > at);
  return next?.isDeleted ? 'ruleDeleted' : 'ruleClosed';
}

/** What a rule raised until it was changed, and what the changed rule goes on with. */
function joined(
  before: readonly JudgedOccurrence[],
  after: readonly JudgedOccurrence[],
  at: number,
  reason: EndReason,
): JudgedOccurrence[] {
  const isOnAt = (each: JudgedOccurrence) => each.raisedAt <= at && (each.returnedAt === null || each.returnedAt > at);
  const open = before.find((each) => each.returnedAt === null);
  const goesOn = after.find(isOnAt);
  const later = after.filter(({ raisedAt }) => raisedAt > at);
  if (!open) return [...before, ...(goesOn ? [goesOn] : []), ...later];
  if (goesOn) {
    open.returnedAt = goesOn.returnedAt;
    open.endReason = goesOn.endReason;
    open.standing = goesOn.standing;
    open.events.push(...goesOn.events.filter((event) => event.type !== 'raised' && event.at > at));
    return [...before, ...later];
  }
  const state: RuleState = openState(open.raisedAt, open.standing);
  const subject = { type: 'point', id: open.pointId } as const;
  const end = endOccurrence(open.rule, state, reason, { subject, now: at, lateAfterMs: Number.MAX_SAFE_INTEGER });
  if (end) open.events.push(end);
  open.returnedAt = at;
  open.endReason = reason;
  return [...before, ...later];
}
