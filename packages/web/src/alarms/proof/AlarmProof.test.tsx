import type { AlarmProof as Proof } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { pagesInEnglish } from '../../testing/pagesInEnglish.ts';
import { until } from '../../testing/render.tsx';
import { said, showPage } from '../../testing/showPage.tsx';

import { AlarmProof } from './AlarmProof.tsx';

pagesInEnglish();

const none = { OfflineSeconds: 0, RefusedSeconds: 0, SuppressedSeconds: 0 };
const day = (Day: string, more: Partial<Proof['DayList'][number]> = {}) => ({
  ...{ Day, ProvedEPOCH: 1, Points: 3, Alarms: 1, Differences: 0, GapSeconds: 0, BadSeconds: 0, OverBudget: 0 },
  ...none,
  ...more,
});
const empty: Proof = {
  ...{
    DayList: [],
    WaitingDays: 0,
    BudgetMinutes: 30,
    UnjudgedPoints: 0,
    UnjudgedList: [],
    DifferenceCount: 0,
    DifferenceList: [],
  },
};
const place = { ProjectId: 1, ProjectName: 'Store', Mtid: 3, MName: 'Freezer 3', PointId: 7, PointName: 'Air' };
const show = (proof: Proof) =>
  showPage(<AlarmProof projectId={1} days={{ from: '2026-11-20', to: '2026-11-21' }} />, {
    answers: { getAlarmProof: () => proof },
  });

it('says that nothing was compared yet, and no more than that', async () => {
  await show(empty);
  await until(() => said().includes('No day of this period has been compared yet.'));
  expect(said()).not.toContain('Every minute');
});

it('says that every alarm is as history tells it, and each minute judged', async () => {
  await show({ ...empty, DayList: [day('2026-11-20'), day('2026-11-21')] });
  await until(() => said().includes('2 days compared: the alarms on record are what history tells.'));
  expect(said()).toContain('Every minute was judged.');
});

it('tells an auditor that each minute was judged or is explained, and by what', async () => {
  const lost = {
    GapSeconds: 5400,
    OfflineSeconds: 3600,
    RefusedSeconds: 1800,
    BadSeconds: 600,
    SuppressedSeconds: 7200,
  };
  await show({ ...empty, UnjudgedPoints: 1, DayList: [day('2026-11-20', lost), day('2026-11-21')] });
  await until(() => said().includes('Every minute was judged or is explained'));
  expect(said()).toContain('1 h 40 min not judged (line lost 1 h, refused for their time 30 min, bad quality 10 min).');
  expect(said()).toContain('For 2 h conditions were suppressed by design');
  expect(said()).toContain('Export by point and day');
});

it('says how much of the time that was not judged nobody can explain', async () => {
  const lost = { GapSeconds: 5400, OfflineSeconds: 3600 };
  await show({ ...empty, UnjudgedPoints: 1, DayList: [day('2026-11-20', lost)] });
  await until(() => said().includes('1 h 30 min could not be judged, at 1 point. 30 min of it cannot be explained.'));
  expect(said()).not.toContain('judged or is explained');
});

it('names the point that was not judged, and the alarm that should have been', async () => {
  await show({
    ...{ ...empty, WaitingDays: 1, UnjudgedPoints: 1, DifferenceCount: 1 },
    DayList: [day('2026-11-20', { Differences: 1, GapSeconds: 5880, OverBudget: 1 })],
    UnjudgedList: [{ ...place, ...none, GapSeconds: 5880, BadSeconds: 0, WorstDay: '2026-11-20', WorstSeconds: 5880 }],
    DifferenceList: [
      {
        ...place,
        ...{ Day: '2026-11-20', Kind: 'missing', RuleId: 9, AlarmId: null },
        ...{ RaisedEPOCH: Date.UTC(2026, 10, 20, 4), ReturnedEPOCH: null },
        ...{ RecordedRaisedEPOCH: null, RecordedEndEPOCH: null },
      },
    ],
  });
  await until(() => said().includes('1 day compared: 1 difference.'));
  expect(said()).toContain('1 h 38 min could not be judged, at 1 point.');
  expect(said()).toContain('1 more day was not compared.');
  expect(said()).toContain('Freezer 3 · Air');
  expect(said()).toContain('Alarm that should have been');
  expect(said()).toContain('On record: None');
});
