import type { AlarmRow } from '@watchpost/contract';
import { describe, expect, it } from 'vitest';
import { textIn } from '../lib/defineText.ts';
import { limitText } from '../points/index.ts';
import { activityOf, alarmInWords, cardValueOf, countsOf, isOffline, notShownOf, statusOf } from './deviceState.ts';
import { filtered, grouped, worstByDevice } from './MonitorBoardPage.tsx';
import { testDevice, testPoint, testState } from './testDevice.ts';
import { text } from './text.ts';

const measuredAt = 1_000_000;
const soon = measuredAt + 10_000;
const words = textIn(text, 'en');
const names = textIn(limitText, 'en');
const alarm = (changes: Partial<AlarmRow>) =>
  ({
    Id: 1,
    Mtid: 3,
    PointId: 11,
    PointName: 'Room temperature',
    AlarmType: 'limit',
    Level: 1,
    Active: true,
    ALARM_EPOCH: 0,
    MaxValue: -12,
    LimitValue: -15,
    Decimals: 1,
    ...changes,
  }) as AlarmRow;

describe('the big number', () => {
  it('is good while it is fresh', () => {
    expect(cardValueOf(testDevice(), soon)).toBe('good');
  });

  it('is stale after three missed samples, without any message', () => {
    const freezer = testDevice({
      Points: [testPoint(), testState('doorState', 0, 'Closed', { SamplingSeconds: 600 })],
    });
    expect(cardValueOf(freezer, measuredAt + 120_000)).toBe('good');
    expect(cardValueOf(freezer, measuredAt + 120_001)).toBe('stale');
  });

  it('is bad when the sensor is broken, and never a fresh-looking old number', () => {
    expect(
      cardValueOf(testDevice({ Points: [testPoint({ Quality: 'bad', QualityReason: 'sensorFault' })] }), soon),
    ).toBe('bad');
    expect(cardValueOf(testDevice({ Points: [testPoint({ Value: null })] }), soon)).toBe('bad');
  });

  it('is offline before it is stale when its gateway is silent, also while an alarm says so', () => {
    const silent = testDevice({ AlarmLevel: 2, Points: [testPoint({ SilentSinceEPOCH: measuredAt })] });
    expect(isOffline(silent, soon)).toBe(true);
    expect(cardValueOf(silent, soon)).toBe('offline');
    expect(statusOf(silent, soon)).toEqual(['alarm', 'offline']);
  });

  it('is nothing when nothing was ever measured', () => {
    const door = testState('doorState', 0, 'Closed');
    const never = testPoint({ Time: null, Value: null, Quality: null });
    expect(cardValueOf(testDevice({ Points: [never, door] }), soon)).toBe('none');
    expect(cardValueOf(testDevice({ Points: [never] }), soon)).toBe('offline');
    expect(cardValueOf(testDevice({ MainPointId: null }), soon)).toBe('none');
  });
});

describe('the tag', () => {
  it('says what is wrong in a few words', () => {
    expect(alarmInWords(testDevice(), alarm({}), words, names)).toBe('Above high −15.0');
    expect(
      alarmInWords(
        testDevice(),
        alarm({ MaxValue: 0.4, LimitValue: 0.6, PointId: 99, PointName: 'Suction pressure' }),
        words,
        names,
      ),
    ).toBe('Suction pressure low');
    const open = testDevice({ Points: [testPoint(), testState('doorState', 1, 'Open')] });
    expect(alarmInWords(open, alarm({ AlarmType: 'state', PointId: 12, PointName: 'Door' }), words, names)).toBe(
      'Door open',
    );
    expect(alarmInWords(testDevice(), alarm({ AlarmType: 'communicationLoss', PointId: null }), words, names)).toBe(
      'Communication lost',
    );
  });

  it('says it from the points alone to someone who may not list alarms', () => {
    const warm = testDevice({ AlarmLevel: 2, Points: [testPoint({ Value: -12, AlarmLevel: 2 })] });
    expect(alarmInWords(warm, undefined, words, names)).toBe('Room temperature high');
  });

  it('says otherwise what the device is doing, and nothing of what is at rest or old', () => {
    const doing = (...points: Parameters<typeof testState>[]) =>
      activityOf(testDevice({ Points: points.map((each) => testState(...each)) }), soon, words);
    expect(doing(['runState', 1, 'Running'], ['controllerState', 2, 'Defrost'])).toBe('Defrost');
    expect(doing(['runState', 1, 'Running', { PointName: 'Fan' }], ['doorState', 1, 'Open'])).toBe('Open');
    expect(doing(['runState', 1, 'Running', { PointName: 'Fan' }])).toBe('Fan running');
    expect(doing(['runState', 1, 'Running', { PointName: 'Cooling' }])).toBe('Cooling');
    expect(doing(['runState', 0, 'Off', { PointName: 'Fan' }])).toBeNull();
    expect(doing(['doorState', 0, 'Closed'])).toBeNull();
    expect(doing(['doorState', 1, 'Open', { Time: 0 }])).toBeNull();
  });
});

describe('the board', () => {
  const calm = testDevice({ Mtid: 1, MName: 'Freezer 1' });
  const silent = testDevice({ Mtid: 2, MName: 'Truck', Points: [testPoint({ SilentSinceEPOCH: 5 })] });
  const blind = testDevice({ Mtid: 5, Points: [testPoint(), testState('doorState', 0, 'Closed', { Quality: 'bad' })] });
  const beyond = testDevice({
    Mtid: 6,
    Points: [testPoint({ Pending: [{ Kind: 'limit', Level: 2, SinceEPOCH: measuredAt, DueEPOCH: soon }] })],
  });
  const urgent = testDevice({ Mtid: 3, AlarmLevel: 1 });
  const all = { text: '', status: null, classId: null };

  it('puts the worst first and leaves equal ones in their places', () => {
    const order = filtered([calm, blind, silent, testDevice({ Mtid: 4 }), beyond, urgent], all, soon).map(
      ({ Mtid }) => Mtid,
    );
    expect(order).toEqual([3, 6, 2, 5, 1, 4]);
  });

  it('finds devices by name, status and class', () => {
    const every = [calm, silent, blind, urgent];
    expect(filtered(every, { ...all, text: 'TRUCK' }, soon)).toEqual([silent]);
    expect(filtered(every, { ...all, status: 'alarm' }, soon)).toEqual([urgent]);
    expect(filtered(every, { ...all, status: 'offline' }, soon)).toEqual([silent]);
    expect(filtered(every, { ...all, status: 'noData' }, soon)).toEqual([blind]);
    expect(filtered([calm], { ...all, classId: 9 }, soon)).toEqual([]);
  });

  it('counts a device as normal only while all of it is known', () => {
    expect(filtered([calm, silent, blind], { ...all, status: 'normal' }, soon)).toEqual([calm]);
    // Nothing arrives any more, and no message says so.
    expect(filtered([calm], { ...all, status: 'normal' }, measuredAt + 600_000)).toEqual([]);
  });

  it('counts a warm freezer as beyond its limits, never as normal, while an open door suppresses its alarm', () => {
    const HeldBy = { Zh: '库门（打开）', En: 'Door (Open)', UntilEPOCH: soon + 60_000, IsSettling: false };
    const Pending = [{ Kind: 'limit' as const, Level: 2, SinceEPOCH: measuredAt, DueEPOCH: null, HeldBy }];
    const warm = testDevice({
      Mtid: 7,
      Points: [testPoint({ Value: -4, Band: 'highHigh', IsJudged: false, Pending })],
    });
    expect(statusOf(warm, soon)).toEqual(['beyond']);
    expect(filtered([calm, blind, warm], all, soon).map(({ Mtid }) => Mtid)).toEqual([7, 5, 1]);
    // A value that is no longer known says nothing about its limits.
    expect(statusOf(warm, measuredAt + 600_000)).toEqual(['offline']);
  });

  it('calls a device normal only where it has limits to be within, and counts the others apart', () => {
    const meter = testDevice({
      Mtid: 10,
      Points: [testPoint({ Band: null, UpperLimit: null, SuperUpperLimit: null })],
    });
    expect(statusOf(meter, soon)).toEqual(['noLimits']);
    // One point with limits is enough, beside others without.
    const both = testDevice({ Mtid: 11, Points: [testPoint(), testState('doorState', 0, 'Closed')] });
    expect(statusOf(both, soon)).toEqual(['normal']);
    expect(countsOf([meter, both, calm, silent, blind, urgent], soon)).toEqual({
      ...{ alarm: 1, beyond: 0, notShown: 0, offline: 1, noData: 1, noLimits: 1, normal: 2 },
    });
    expect(filtered([meter, calm], { ...all, status: 'noLimits' }, soon)).toEqual([meter]);
  });

  it('never calls a device normal whose alarm is not shown, and says why it is not', () => {
    const shelf = { PointId: 12, Level: 2, Kind: 'shelved' as const, UntilEPOCH: soon + 60_000 };
    const door = testDevice({ Mtid: 12, HiddenList: [shelf] });
    expect(statusOf(door, soon)).toEqual(['notShown']);
    expect(notShownOf(door, soon)).toMatchObject({ level: 2, why: { en: 'Shelved' }, until: soon + 60_000 });
    const maintained = testDevice({ Mtid: 13, Maintenance: { UntilEPOCH: null } });
    expect(notShownOf(maintained, soon)).toMatchObject({ level: null, until: null });
    const HeldBy = { Zh: '库门（打开）', En: 'Door (Open)', UntilEPOCH: soon + 60_000, IsSettling: false };
    const Pending = [{ Kind: 'limit' as const, Level: 1, SinceEPOCH: measuredAt, DueEPOCH: null, HeldBy }];
    const open = testDevice({ Mtid: 14, Points: [testPoint({ Pending })] });
    expect(notShownOf(open, soon)).toMatchObject({ level: 1, why: { en: 'Suppressed by Door (Open)' } });
    expect(notShownOf(open, soon + 60_000)).toBeNull();
    expect(notShownOf(calm, soon)).toBeNull();
  });

  it('puts the groups in alarm first and keeps the others where people look for them', () => {
    const dock = testDevice({ Mtid: 8, SmallTypeId: 1, SmallTypeName: 'Dock' });
    const cooler = testDevice({
      Mtid: 9,
      SmallTypeId: 2,
      SmallTypeName: 'Cooler',
      Points: [testPoint({ Band: 'high' })],
    });
    const freezer = testDevice({ Mtid: 3, SmallTypeId: 3, AlarmLevel: 1 });
    const order = grouped([dock, cooler, freezer], 'class', 'No area', soon).map(({ devices }) => devices[0]?.Mtid);
    expect(order).toEqual([3, 8, 9]);
  });

  it('shows the most pressing alarm of a device: active before returned, then by severity', () => {
    const worst = worstByDevice([
      alarm({ Id: 1, Level: 1, Active: false }),
      alarm({ Id: 2, Level: 3 }),
      alarm({ Id: 3, Level: 2 }),
      alarm({ Id: 4, Mtid: null }),
    ]);
    expect([...worst.values()].map(({ Id }) => Id)).toEqual([3]);
  });
});
