import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AlarmEvent,
  type AlarmRule,
  type Calendar,
  commit,
  createMemory,
  type EngineMemory,
  evaluateBatch,
  type PointCursor,
  type RuleState,
  stateKey,
  stateOf,
  unwatch,
  type ValueRule,
  watchPoint,
} from './index.ts';
import { readingsOf, type Sample } from './testing/readingsOf.ts';
import { type ReferenceEvent, type ReferenceSample, referenceEvents } from './testing/reference.ts';
import { minuteOf, other, own, ruleWithin, start, third } from './testing/testRules.ts';

/** Hours by either of the two clocks that the project may use: an hour apart. */
const minute = fc.oneof(fc.integer({ min: 480, max: 505 }), fc.integer({ min: 540, max: 565 }));
const anyRule = ruleWithin(minute);
const zones = { UTC: 0, 'Etc/GMT-1': 60 } as const;
type Zone = keyof typeof zones;

const edits = [
  'close',
  'open',
  'clocks',
  // Those that change nothing for the rule.
  'holiday',
  'ruleBeside',
  'noRuleBeside',
  'again',
] as const;
type Edit = (typeof edits)[number];

interface Arrival {
  readonly step: number;
  readonly of: 'own' | 'other' | 'third';
  readonly value: number;
  readonly otherValue: number;
  readonly isBad: boolean;
  readonly endsBatch: boolean;
  readonly tick: number;
  /** Made after the batch, in order. */
  readonly edits: readonly Edit[];
  /** Time then passes before anything else comes. */
  readonly ticksAfter: boolean;
  readonly restartsAfter: boolean;
}
const arrivals = fc.array(
  fc.record({
    // 0: at the same moment as the one before.
    step: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 5, max: 45 }) }, fc.constant(0)),
    of: fc.constantFrom('own' as const, 'own' as const, 'own' as const, 'other' as const, 'third' as const),
    value: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(-9, -12, -20, -27) },
      { weight: 1, arbitrary: fc.integer({ min: -32, max: -7 }) },
    ),
    otherValue: fc.constantFrom(0, 0, 5, -5),
    isBad: fc.oneof({ weight: 7, arbitrary: fc.constant(false) }, fc.constant(true)),
    endsBatch: fc.boolean(),
    tick: fc.constantFrom(0, 0.3, 1),
    edits: fc.array(fc.constantFrom(...edits), { maxLength: 2 }),
    ticksAfter: fc.boolean(),
    restartsAfter: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
  }),
  { minLength: 1, maxLength: 40, size: 'max' },
);

const beside: AlarmRule = {
  id: 99,
  kind: 'limit',
  bands: { high: { limit: -14, severity: 3 } },
  deadband: 0,
  onDelaySeconds: 20,
  offDelaySeconds: 0,
};
const ownPoint = { type: 'point', id: own } as const;
const idOf = { own, other, third };

/** A run of the engine in which people change rules and calendars, with what the reference has to know of it. */
function runEdited(rule: ValueRule, list: readonly Arrival[], maxGapSeconds: number) {
  const accepted: Record<Arrival['of'], ReferenceSample[]> = { own: [], other: [], third: [] };
  const events: AlarmEvent[] = [];
  const clocks: { from: number; zone: Zone }[] = [{ from: 0, zone: 'UTC' }];
  const stretches: { from: number; open: boolean }[] = [{ from: 0, open: true }];
  let holiday = false;
  let hasBeside = false;
  let memory = createMemory();

  const at = (second: number) => start + second * 1000;
  const calendar = (): Calendar => ({
    timeZone: clocks.at(-1)!.zone,
    // No rule here has a word for holidays, so that one is a day like any other.
    dayKinds: new Map(holiday ? [['2027-01-15', 8]] : []),
  });
  const good = (of: Arrival['of']) => accepted[of].filter(({ isBad }) => !isBad);
  const recentOf = (pointId: number) =>
    good(pointId === own ? 'own' : pointId === other ? 'other' : 'third').map(({ second, value }) => ({
      at: at(second),
      value,
    }));
  /** As it is found after a start: the latest sample, and the good one before it as far back as it matters. */
  function cursorOf(of: Arrival['of']): PointCursor | undefined {
    const latest = accepted[of].at(-1);
    if (latest === undefined) return undefined;
    const usable = good(of).at(-1);
    const isNear = usable !== undefined && latest.second - usable.second <= maxGapSeconds;
    return {
      lastSampleAt: at(latest.second),
      lastGoodAt: isNear ? at(usable.second) : null,
      heldValue: isNear ? usable.value : null,
    };
  }
  function watch(second: number, states?: ReadonlyMap<string, RuleState>): void {
    const rules = [...(hasBeside ? [beside] : []), ...(stretches.at(-1)!.open ? [rule] : [])];
    const cursor = cursorOf('own');
    if (rules.length === 0) {
      unwatch(memory, ownPoint);
      return;
    }
    watchPoint(memory, { pointId: own, gatewayId: 3, maxGapSeconds, calendar: calendar() }, rules, {
      now: at(second),
      recentOf,
      ...(states && { states }),
      ...(cursor && { cursor }),
    });
  }
  function watchOthers(second: number, states?: ReadonlyMap<string, RuleState>): void {
    for (const of of ['other', 'third'] as const) {
      const cursor = cursorOf(of);
      const options = { now: at(second), ...(states && { states }), ...(cursor && { cursor }) };
      watchPoint(memory, { pointId: idOf[of], gatewayId: 3, maxGapSeconds: 1e6 }, [], options);
    }
  }
  function saved(of: EngineMemory): Map<string, RuleState> {
    const all = [rule.id, beside.id].map((id) => [stateKey(id, ownPoint), stateOf(of, id, ownPoint)] as const);
    const kept = all.filter(([, { phase }]) => phase !== 'normal');
    return new Map(JSON.parse(JSON.stringify(kept)) as [string, RuleState][]);
  }
  function edit(what: Edit, second: number): void {
    const { from, open: isOpen } = stretches.at(-1)!;
    // Closed and opened at one moment: neither happened.
    if (what === 'close' && isOpen && from < second) stretches.push({ from: second, open: false });
    if (what === 'open' && !isOpen && from < second) stretches.push({ from: second, open: true });
    if (what === 'clocks') clocks.push({ from: second, zone: clocks.at(-1)!.zone === 'UTC' ? 'Etc/GMT-1' : 'UTC' });
    if (what === 'holiday') holiday = !holiday;
    if (what === 'ruleBeside') hasBeside = true;
    if (what === 'noRuleBeside') hasBeside = false;
    watch(second);
  }
  function restart(second: number): void {
    // A start passes the time since the last sample by the rules and clocks of now: it does not know of earlier ones, nor of an alarm
    // that ended in between.
    const sampledAt = accepted.own.at(-1)?.second ?? 0;
    const overAt = events.findLast(({ type }) => type === 'returnedToNormal')?.at ?? 0;
    if (Math.max(clocks.at(-1)!.from, stretches.at(-1)!.from) > sampledAt || overAt > at(sampledAt)) return;
    const states = saved(memory);
    memory = createMemory();
    watchOthers(second, states);
    watch(second, states);
  }
  function evaluate(watermark: number, samples: readonly Sample[]): void {
    const evaluation = evaluateBatch(memory, {
      now: at(watermark),
      readings: readingsOf(samples),
      live: new Map([[3, { since: 0, watermark: at(watermark) }]]),
      gone: new Map(),
      links: [],
      sourceOf: () => null,
      lateAfterMs: Number.MAX_SAFE_INTEGER,
    });
    commit(memory, evaluation);
    events.push(...evaluation.events.filter(({ ruleId }) => ruleId === rule.id));
  }

  watchOthers(0, new Map());
  watch(0, new Map());
  let second = 100;
  let watermark = 0;
  let isClosed = false;
  let open: (Arrival & { second: number })[] = [];
  list.forEach((each, i) => {
    second += isClosed ? Math.max(5, each.step) : each.step;
    isClosed = each.endsBatch || i === list.length - 1;
    open.push({ ...each, second });
    if (!isClosed) return;
    for (const of of ['own', 'other', 'third'] as const) {
      const lastOfEach = new Map(open.filter((sample) => sample.of === of).map((sample) => [sample.second, sample]));
      for (const sample of lastOfEach.values()) {
        const value = of === 'own' ? sample.value : sample.otherValue;
        accepted[of].push({ second: sample.second, value, isBad: sample.isBad });
      }
    }
    const room = Math.max(5, list[i + 1]?.step ?? 30);
    watermark = second + Math.max(1, Math.floor((room - 3) * each.tick));
    const samples = open.map(({ of, second, value, otherValue, isBad }) => ({
      pointId: idOf[of],
      at: at(second),
      value: of === 'own' ? value : otherValue,
      quality: isBad ? 66 : 0,
    }));
    evaluate(watermark, samples);
    open = [];
    // After all that was judged, before all that comes.
    for (const what of each.edits) edit(what, watermark + 1);
    if (each.ticksAfter || each.restartsAfter) evaluate(++watermark, []);
    if (each.restartsAfter) restart(watermark);
  });

  const lastBefore = <T extends { from: number }>(all: readonly T[], moment: number): T =>
    all.findLast(({ from }) => from <= moment)!;
  return {
    events,
    history: {
      samples: accepted.own,
      other: accepted.other,
      third: accepted.third,
      thirdId: third,
      maxGapSeconds,
      watermark,
      minuteOf: (moment: number) => minuteOf(moment) + zones[lastBefore(clocks, moment).zone],
      isInForce: (moment: number) => lastBefore(stretches, moment).open,
    },
  };
}

const seconds = (time: number) => (time - start) / 1000;
const inSeconds = (event: AlarmEvent): ReferenceEvent => ({
  type: event.type === 'stillActive' ? 'raised' : event.type,
  second: seconds(event.at),
  since: seconds(event.since),
  raisedAt: seconds(event.raisedAt),
  band: event.band,
  severity: event.severity,
  extreme: event.extreme,
  value: event.value,
});

describe('while people open and close strategies, change calendars and rules beside, and the server is started again', () => {
  it('a rule says what a slow recomputation of the whole history says', () => {
    fc.assert(
      fc.property(anyRule, arrivals, fc.constantFrom(45, 1000), (rule, list, maxGapSeconds) => {
        const { events, history } = runEdited(rule, list, maxGapSeconds);
        expect(events.map(inSeconds)).toEqual(referenceEvents(rule, history));
      }),
      { numRuns: 1000 },
    );
  });
});
