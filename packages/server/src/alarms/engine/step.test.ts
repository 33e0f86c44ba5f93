import { qualityOf } from '@watchpost/contract';
import { describe, expect, it } from 'vitest';
import {
  type AlarmEvent,
  type AlarmRule,
  endOccurrence,
  type Inputs,
  type LimitRule,
  normalState,
  type RuleState,
  type StepInput,
  step,
} from './index.ts';
import { firstBadQuality } from './step.ts';
import { noTrace } from './trace.ts';

const t0 = 1_800_000_000_000;
const at = (seconds: number) => t0 + seconds * 1000;
const good = (seconds: number, value: number): StepInput => ({ type: 'sample', at: at(seconds), value, quality: 0 });
const uncertain = (seconds: number, value: number): StepInput =>
  ({ ...(good(seconds, value) as object), quality: 1 }) as StepInput;
const bad = (seconds: number): StepInput => ({ type: 'sample', at: at(seconds), value: Number.NaN, quality: 66 });
const tick = (seconds: number): StepInput => ({ type: 'tick', at: at(seconds) });
const down = (seconds: number): StepInput => ({ type: 'link', at: at(seconds), up: false });
const up = (seconds: number): StepInput => ({ type: 'link', at: at(seconds), up: true });

const freezer: LimitRule = {
  id: 1,
  kind: 'limit',
  bands: { highHigh: { limit: -10, severity: 1 }, high: { limit: -15, severity: 2 }, low: { limit: -25, severity: 3 } },
  deadband: 2,
  onDelaySeconds: 600,
  offDelaySeconds: 300,
};
const atOnce: LimitRule = { ...freezer, onDelaySeconds: 0, offDelaySeconds: 0 };

const point = { type: 'point', id: 12 } as const;
const base: Inputs = {
  subject: point,
  now: at(0),
  lateAfterMs: Number.MAX_SAFE_INTEGER,
  lastSampleAt: null,
  lastGoodAt: null,
  heldValue: null,
  maxGapMs: 900_000,
  live: { since: 0, watermark: t0 },
  sourceDown: null,
  sourceSince: 0,
  watchedSince: at(0),
  trace: noTrace,
  otherValue: () => null,
};

/** Feeds inputs one after the other, keeping the point's cursor as the batch does. */
function play(rule: AlarmRule, inputs: readonly StepInput[], world: Partial<Inputs> = {}) {
  let state: RuleState = normalState;
  const events: AlarmEvent[] = [];
  const cursor: { lastSampleAt: number | null; lastGoodAt: number | null; heldValue: number | null } = {
    lastSampleAt: null,
    lastGoodAt: null,
    heldValue: null,
  };
  for (const input of inputs) {
    state = step(rule, state, input, { ...base, ...world, ...cursor }, events);
    if (input.type !== 'sample') continue;
    cursor.lastSampleAt = input.at;
    if (input.quality < firstBadQuality) {
      cursor.lastGoodAt = input.at;
      cursor.heldValue = input.value;
    }
  }
  const said = events.map((event) => `${event.type} ${(event.at - t0) / 1000}`);
  return { state, events, said };
}

describe('the phases of a limit alarm', () => {
  const table: [string, StepInput[], string, string[]][] = [
    ['a value inside the limits stays normal', [good(0, -18), good(60, -20)], 'normal', []],
    ['a value exactly on the limit is inside', [good(0, -15)], 'normal', []],
    ['a value beyond the limit waits out the on-delay', [good(0, -12)], 'pendingOn', []],
    ['coming back before the on-delay leaves no trace', [good(0, -12), good(599, -18)], 'normal', []],
    ['coming back inside the deadband is coming back, before the alarm', [good(0, -12), good(60, -16)], 'normal', []],
    ['the on-delay completes at a sample', [good(0, -12), good(300, -13), good(600, -12)], 'active', ['raised 600']],
    ['a value back exactly when the delay ends is back in time', [good(0, -12), good(600, -18)], 'normal', []],
    [
      'the alarm carries the time the delay ended, not the time of the sample',
      [good(0, -12), good(700, -12)],
      'active',
      ['raised 600'],
    ],
    [
      'the watermark completes the delay of a held value',
      [good(0, -12), tick(599), tick(601)],
      'active',
      ['raised 600'],
    ],
    [
      'a short excursion that lasted the delay is raised though it is over',
      [good(0, -12), good(610, -18)],
      'pendingOff',
      ['raised 600'],
    ],
    ['the alarm waits out the off-delay', [good(0, -12), tick(600), good(700, -18)], 'pendingOff', ['raised 600']],
    [
      'it returns by the watermark',
      [good(0, -12), tick(600), good(700, -18), tick(1000)],
      'normal',
      ['raised 600', 'returnedToNormal 1000'],
    ],
    [
      'it returns by a sample',
      [good(0, -12), tick(600), good(700, -18), good(1010, -18)],
      'normal',
      ['raised 600', 'returnedToNormal 1000'],
    ],
    [
      'it becomes active again as the same occurrence',
      [good(0, -12), tick(600), good(700, -18), good(800, -12)],
      'active',
      ['raised 600'],
    ],
    [
      'after normal a new occurrence begins',
      [good(0, -12), tick(600), good(700, -18), tick(1000), good(1100, -12), tick(1700)],
      'active',
      ['raised 600', 'returnedToNormal 1000', 'raised 1700'],
    ],
    ['an uncertain value counts', [uncertain(0, -12), tick(600)], 'active', ['raised 600']],
  ];
  it.each(table)('%s', (_name, inputs, phase, said) => {
    const result = play(freezer, inputs);
    expect(result.state.phase).toBe(phase);
    expect(result.said).toEqual(said);
  });

  it('carries the numbers behind a transition', () => {
    const { events } = play(freezer, [
      good(0, -14),
      good(300, -11.5),
      good(500, -12.4),
      tick(600),
      good(700, -18),
      tick(1000),
    ]);
    expect(events[0]).toMatchObject({
      type: 'raised',
      band: 'high',
      limit: -15,
      severity: 2,
      value: -12.4,
      extreme: -11.5,
      since: at(0),
      at: at(600),
      raisedAt: at(600),
      durationSeconds: 600,
      detectedLate: false,
      notify: true,
    });
    expect(events[1]).toMatchObject({
      type: 'returnedToNormal',
      reason: 'conditionOver',
      value: -18,
      extreme: -11.5,
      raisedAt: at(600),
      backSince: at(700),
      at: at(1000),
      durationSeconds: 400,
      notify: true,
    });
  });

  it('returns the same object when nothing changed', () => {
    for (const inputs of [
      [good(0, -18)],
      [good(0, -12), good(60, -12)],
      [good(0, -12), tick(600), good(660, -12)],
      [good(0, -12), tick(600), good(700, -18), good(760, -19)],
      [good(0, -12), bad(5), bad(6)],
    ]) {
      const before = play(freezer, inputs.slice(0, -1)).state;
      const last = inputs.at(-1)! as StepInput & { type: 'sample' };
      const after = step(
        freezer,
        before,
        last,
        { ...base, lastSampleAt: at(0), lastGoodAt: at(0), heldValue: -12 },
        [],
      );
      expect(after).toBe(before);
    }
    expect(step(freezer, normalState, tick(5), base, [])).toBe(normalState);
  });
});

describe('deadband', () => {
  it('acts only on the way back', () => {
    expect(play(atOnce, [good(0, -14.9)]).said).toEqual(['raised 0']);
    expect(play(atOnce, [good(0, -14.9), good(60, -16.9)]).said).toEqual(['raised 0']);
    expect(play(atOnce, [good(0, -14.9), good(60, -17)]).said).toEqual(['raised 0', 'returnedToNormal 60']);
    expect(play(atOnce, [good(0, -16.9)]).said).toEqual([]);
  });

  it('works upward for a low limit', () => {
    expect(play(atOnce, [good(0, -26), good(60, -23.1)]).said).toEqual(['raised 0']);
    expect(play(atOnce, [good(0, -26), good(60, -23)]).said).toEqual(['raised 0', 'returnedToNormal 60']);
  });

  it('keeps a value dancing on the high-high limit from flapping', () => {
    const { said } = play(atOnce, [good(0, -9.9), good(60, -10.1), good(120, -9.9), good(180, -11.9)]);
    expect(said).toEqual(['raised 0']);
  });
});

describe('severity inside an occurrence', () => {
  it('rises at once and falls past the deadband, as one occurrence', () => {
    const { events } = play(atOnce, [good(0, -14), good(60, -9), good(120, -11), good(180, -12), good(240, -18)]);
    expect(events.map(({ type, at: time, raisedAt }) => [type, (time - t0) / 1000, raisedAt])).toEqual([
      ['raised', 0, at(0)],
      ['severityChanged', 60, at(0)],
      ['severityChanged', 180, at(0)],
      ['returnedToNormal', 240, at(0)],
    ]);
    expect(events[1]).toMatchObject({
      direction: 'rise',
      previousBand: 'high',
      band: 'highHigh',
      previousSeverity: 2,
      severity: 1,
      limit: -10,
      notify: true,
    });
    expect(events[2]).toMatchObject({
      direction: 'fall',
      previousBand: 'highHigh',
      band: 'high',
      severity: 2,
      extreme: -9,
      notify: false,
    });
  });

  it('follows a value that jumps from too warm to too cold without passing normal', () => {
    const { events } = play(atOnce, [good(0, -9), good(60, -27)]);
    expect(events[1]).toMatchObject({ type: 'severityChanged', direction: 'fall', band: 'low', extreme: -27 });
  });

  it('is raised by the limit whose delay runs out first, and rises when that of the outer one has run out', () => {
    const { said, events } = play(freezer, [good(0, -14), good(500, -9), tick(600), tick(1100)]);
    expect(said).toEqual(['raised 600', 'severityChanged 1100']);
    expect(events).toMatchObject([
      { band: 'high', severity: 2 },
      { band: 'highHigh', severity: 1, direction: 'rise', value: -9, since: at(0) },
    ]);
  });

  it('falls after the off-delay, also while the value is on its way back to normal', () => {
    const { said, events } = play(freezer, [good(0, -5), tick(600), good(700, -14), good(800, -18), tick(1100)]);
    expect(said).toEqual(['raised 600', 'severityChanged 1000', 'returnedToNormal 1100']);
    expect(events).toMatchObject([{ band: 'highHigh' }, { band: 'high', direction: 'fall', notify: false }, {}]);
  });

  it('stands at the limit it was raised by while the other side has yet to last', () => {
    const { said, events } = play(freezer, [good(0, -14), tick(600), good(700, -30), tick(1000), tick(1300)]);
    expect(said).toEqual(['raised 600', 'severityChanged 1300']);
    expect(events[1]).toMatchObject({ band: 'low', severity: 3, direction: 'fall', extreme: -30 });
    const back = play(freezer, [good(0, -14), tick(600), good(700, -30), good(1200, -20), tick(1500)]);
    expect(back.said).toEqual(['raised 600', 'returnedToNormal 1500']);
    expect(back.events[1]).toMatchObject({ band: 'high', extreme: -14 });
  });

  it('forgets what was coldest before, when being too cold ends in the moment the severity falls', () => {
    const rule: LimitRule = { ...atOnce, offDelaySeconds: 1 };
    const afterGap = [good(0, -9), good(1, -30), good(17, -12), good(20, -26)];
    const { events } = play(rule, [...afterGap, good(23, -26)], { live: null, maxGapMs: 15_000 });
    expect(events.map(({ band, extreme }) => [band, extreme])).toEqual([
      ['highHigh', -9],
      ['high', -9],
      ['low', -26],
    ]);
  });

  it('waits with the outer limit through unreadable time, without beginning anew', () => {
    const inputs = [good(0, -14), tick(600), good(700, -9), bad(900), good(1000, -9), tick(1399), tick(1400)];
    expect(play(freezer, inputs).said).toEqual(['raised 600', 'severityChanged 1400']);
  });
});

describe('bad samples', () => {
  it('neither raise nor clear', () => {
    expect(play(atOnce, [bad(0)]).state).toBe(normalState);
    expect(play(atOnce, [good(0, -12), bad(60)]).state.phase).toBe('active');
  });

  it('stop the delay, and the bad time does not count', () => {
    const { said } = play(freezer, [good(0, -12), bad(100), tick(650), good(700, -12), good(1199, -12)]);
    expect(said).toEqual([]);
    expect(play(freezer, [good(0, -12), bad(100), good(400, -12), good(900, -12)]).said).toEqual(['raised 900']);
  });

  it('do not restart the delay, however long they last', () => {
    const { events } = play(freezer, [good(0, -12), bad(500), bad(1300), good(2000, -12), good(2099, -12), tick(2100)]);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ at: at(2100), since: at(0) });
  });

  it('do not restart the delay after a start that knows of no good one before them', () => {
    const { state } = play(freezer, [good(0, -12), bad(100)]);
    const inputs = { ...base, lastSampleAt: at(100), lastGoodAt: null, heldValue: null };
    expect(step(freezer, state, good(200, -12), inputs, [])).toMatchObject({ since: at(0), timerFrom: at(100) });
  });

  it('do not take away a delay that was over before them', () => {
    expect(play(freezer, [good(0, -12), bad(601)]).said).toEqual(['raised 600']);
  });

  it('are what the contract calls bad', () => {
    for (let code = 0; code < 256; code++) expect(qualityOf(code) === 'bad').toBe(code >= firstBadQuality);
  });

  it('include infinities and missing numbers that claim to be good', () => {
    expect(play(atOnce, [good(0, Number.POSITIVE_INFINITY), good(1, Number.NaN)]).said).toEqual([]);
  });
});

describe('gaps and late buffers', () => {
  const offline = { live: null };
  it('does not make one long excursion of two spikes with silence between', () => {
    expect(play(freezer, [good(0, -12), good(18_000, -12)], offline).said).toEqual([]);
    expect(play(freezer, [good(0, -12), good(18_000, -12), good(18_600, -12)], offline).events[0]).toMatchObject({
      at: at(18_600),
      since: at(18_000),
    });
  });

  it('cannot satisfy a delay by arriving late', () => {
    expect(play(freezer, [good(0, -12), good(60, -12), good(120, -18)], { ...offline, now: at(7200) }).said).toEqual(
      [],
    );
  });

  it('lets a door that reported before an outage complete its delay once the link is back', () => {
    const world = { live: { since: at(5000), watermark: at(9000) } };
    const { events } = play(freezer, [good(0, -12), tick(5100), tick(5600)], world);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ at: at(5600), since: at(5000) });
  });

  it('trusts a live link across a long quiet time', () => {
    const world = { live: { since: at(-60), watermark: at(9000) }, maxGapMs: 60_000 };
    expect(play(freezer, [good(0, -12), good(3000, -11)], world).events[0]).toMatchObject({
      at: at(600),
      since: at(0),
    });
  });

  it('tells nobody of an alarm that began and ended in a buffer', () => {
    const { events } = play(atOnce, [good(0, -12), good(600, -18)], { ...offline, now: at(7200), lateAfterMs: 60_000 });
    expect(events.map(({ type, detectedLate, notify }) => [type, detectedLate, notify])).toEqual([
      ['raised', true, false],
      ['returnedToNormal', true, false],
    ]);
  });

  it('tells once of one that is still active at the newest sample', () => {
    const { events } = play(atOnce, [good(0, -12), good(600, -13), good(7190, -12), good(7195, -12)], {
      ...offline,
      now: at(7200),
      lateAfterMs: 60_000,
    });
    expect(events.map(({ type, detectedLate, notify }) => [type, detectedLate, notify])).toEqual([
      ['raised', true, false],
      ['stillActive', true, true],
    ]);
  });

  it('counts the end of a backlog as the newest sample of a door that does not report again', () => {
    const { said } = play(atOnce, [good(0, -12), tick(7195)], { now: at(7200), lateAfterMs: 60_000 });
    expect(said).toEqual(['raised 0', 'stillActive 7195']);
  });

  it('never dates a transition before the one the watermark already made', () => {
    const { said, events } = play({ ...freezer, offDelaySeconds: 0 }, [good(0, -12), tick(600), good(590, -18)]);
    expect(said).toEqual(['raised 600', 'returnedToNormal 600']);
    expect(events[1]!.durationSeconds).toBe(0);
  });
});

describe('a sample older than the watermark', () => {
  it('begins the delay of an outer limit at the time the alarm was raised', () => {
    const { said } = play(freezer, [good(0, -12), tick(600), good(590, -9), tick(1200)]);
    expect(said).toEqual(['raised 600', 'severityChanged 1200']);
    expect(play(atOnce, [good(0, -12), tick(600), good(590, -9)]).said).toEqual(['raised 0', 'severityChanged 590']);
  });
});

describe('state alarms', () => {
  const door: AlarmRule = {
    id: 2,
    kind: 'state',
    values: [1, 3],
    severity: 2,
    onDelaySeconds: 300,
    offDelaySeconds: 0,
  };
  it('alarm on a door left open, which reported once', () => {
    const { said, state } = play(door, [good(0, 1), tick(200), tick(300), good(900, 0)]);
    expect(said).toEqual(['raised 300', 'returnedToNormal 900']);
    expect(state).toBe(normalState);
  });
  it('see two alarming values as one occurrence', () => {
    expect(play(door, [good(0, 1), tick(300), good(400, 3)]).said).toEqual(['raised 300']);
  });
});

describe('no data', () => {
  const silence: AlarmRule = { id: 3, kind: 'noData', afterSeconds: 600, severity: 3 };
  it('is raised after silence and returns with the first usable value', () => {
    const { said, events } = play(silence, [good(0, 5), tick(599), tick(600), bad(650), good(700, 5)]);
    expect(said).toEqual(['raised 600', 'returnedToNormal 700']);
    expect(events[0]).toMatchObject({ since: at(0), durationSeconds: 600, value: null });
  });
  it('counts from when we began to watch, so a start pages nobody', () => {
    const longAgo = [good(-90_000, 5)];
    expect(play(silence, [...longAgo, tick(0), tick(599)]).said).toEqual([]);
    expect(play(silence, [...longAgo, tick(600)]).said).toEqual(['raised 600']);
  });
  it('counts from when the link or the slave came back', () => {
    expect(play(silence, [good(0, 5), tick(5599)], { live: { since: at(5000), watermark: 0 } }).said).toEqual([]);
    expect(play(silence, [good(0, 5), tick(5599)], { sourceSince: at(5000) }).said).toEqual([]);
    expect(play(silence, [good(0, 5), tick(5600)], { sourceSince: at(5000) }).said).toEqual(['raised 5600']);
  });
  it('is not ended by a straggler measured before the silence was called', () => {
    expect(play(silence, [good(0, 5), tick(600), good(300, 5)]).state.phase).toBe('active');
  });
});

describe('bad quality', () => {
  const quality: AlarmRule = { id: 4, kind: 'badQuality', severity: 3, onDelaySeconds: 60, offDelaySeconds: 0 };
  it('is raised when it lasts and returns with a usable value', () => {
    const { said, events } = play(quality, [bad(0), bad(30), bad(60), uncertain(90, 5)]);
    expect(said).toEqual(['raised 60', 'returnedToNormal 90']);
    expect(events[0]).toMatchObject({ quality: 66, value: null });
  });
});

describe('communication loss', () => {
  const loss: AlarmRule = { id: 5, kind: 'communicationLoss', severity: 1, onDelaySeconds: 120, offDelaySeconds: 0 };
  const gateway = { subject: { type: 'gateway', id: 9 } as const, maxGapMs: Number.POSITIVE_INFINITY, live: null };
  it('is raised when the link stays down and returns when it is up', () => {
    expect(play(loss, [down(0), tick(60), tick(120), up(500)], gateway).said).toEqual([
      'raised 120',
      'returnedToNormal 500',
    ]);
    expect(play(loss, [down(0), up(119), tick(200)], gateway).said).toEqual([]);
  });
});

describe('what is above explains what is below', () => {
  const kinds: AlarmRule[] = [
    { id: 3, kind: 'noData', afterSeconds: 600, severity: 3 },
    { id: 4, kind: 'badQuality', severity: 3, onDelaySeconds: 0, offDelaySeconds: 0 },
    { id: 5, kind: 'communicationLoss', severity: 1, onDelaySeconds: 0, offDelaySeconds: 0 },
  ];
  it.each(kinds)('$kind stays normal while its source is down', (rule) => {
    expect(play(rule, [good(0, 5), down(1), bad(2), tick(700)], { sourceDown: 'gateway' }).said).toEqual([]);
  });
  it.each(kinds)('$kind returns when its source goes down', (rule) => {
    const trigger: StepInput[] = { noData: [tick(700)], badQuality: [bad(700)], communicationLoss: [down(700)] }[
      rule.kind as 'noData'
    ];
    const active = play(rule, trigger).state;
    expect(active.phase).toBe('active');
    const events: AlarmEvent[] = [];
    expect(step(rule, active, tick(800), { ...base, sourceDown: 'slave' }, events)).toBe(normalState);
    expect(events).toMatchObject([{ type: 'returnedToNormal', reason: 'suppressedBySource', at: at(800) }]);
  });
  it('does not touch limits: a freezer that was too warm still is', () => {
    expect(play(atOnce, [good(0, -12)], { sourceDown: 'gateway' }).said).toEqual(['raised 0']);
  });
});

describe('ending an occurrence from outside', () => {
  it('says why', () => {
    const { state } = play(atOnce, [good(0, -12)]);
    const event = endOccurrence(atOnce, state, 'ruleClosed', { subject: point, now: at(90), lateAfterMs: 60_000 });
    expect(event).toMatchObject({ type: 'returnedToNormal', reason: 'ruleClosed', at: at(90), durationSeconds: 90 });
  });
  it('says nothing when no occurrence was open', () => {
    const { state } = play(freezer, [good(0, -12)]);
    expect(
      endOccurrence(freezer, state, 'subjectDeleted', { subject: point, now: at(90), lateAfterMs: 60_000 }),
    ).toBeNull();
  });
});
