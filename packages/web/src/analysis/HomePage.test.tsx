import type { AllCalls, CallData, HomeFigures, RankedProject } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, click, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { HomePage } from './HomePage.tsx';

pagesInEnglish();

const figures: HomeFigures = {
  ...{ Alarms: 12, Urgent: 3, Devices: 4, PerDeviceMonth: 1.5, AckMedian: 60, AckP90: 600, Unconfirmed: 2 },
  ...{ BackMedian: 120, BackP90: 900, ExcursionSeconds: 7200, DegreeHours: 4.5, DeviceAvailability: 99.1 },
  ...{
    DataAvailability: 98.5,
    OfflineShare: 1,
    SilentShare: 0.5,
    BadShare: 0,
    Kwh: 5000,
    SquareMetres: 400,
    KwhPerM2: 12.5,
  },
};
const project = (ProjectId: number, more: Partial<RankedProject> = {}): RankedProject => ({
  ...figures,
  ...{ ProjectId, ProjectName: `Store ${ProjectId}`, Expected: 2, Standing: 'usual' },
  ...more,
});
const home: CallData<AllCalls['getHomeAnalysis']> = {
  Now: figures,
  Before: figures,
  ProjectList: [project(1), project(2, { Standing: 'few' }), project(3), project(4)],
  DayList: [{ Day: '2026-11-03', Alarms: 5, Urgent: 1, ExcursionSeconds: 3600, DegreeHours: 2 }],
  MondayList: [
    {
      Kind: 'gatewayAway',
      ProjectId: 1,
      ProjectName: 'Store 1',
      Name: 'DTU-1',
      Id: 9,
      SinceEpoch: Date.now() - 7_200_000,
      ExpectedEpoch: null,
    },
  ],
};
const show = (held: ('companyAnalysis' | 'alarmManage')[] = ['companyAnalysis', 'alarmManage']) =>
  showPage(<HomePage />, {
    at: '/?from=2026-11-01&to=2026-11-10',
    held,
    answers: { getHomeAnalysis: () => home, getAnalysisAlarms: () => ({ Data: [], TotalCount: 0 }) },
  });
const button = (label: string) =>
  document.querySelector<HTMLElement>(`[aria-label="${label}"]`) ?? expect.fail(`no ${label}`);
/** A shape of a drawing has no click of its own. */
const clickShape = (label: string) =>
  act(async () => void button(label).dispatchEvent(new MouseEvent('click', { bubbles: true })));

it('says what a figure means, and which projects are too few to tell', async () => {
  await show();
  await until(() => said().includes('4.5 K·h'));
  expect(said()).toContain('too few to tell');
  expect(said()).toContain('Check power and network');
  expect(said()).not.toContain('from the readings during alarms');
  await click(button('What is meant by Degree-hours beyond limits'));
  await until(() => said().includes('from the readings during alarms'));
});

it('opens the alarms of a figure, of a day and of a project', async () => {
  const page = await show();
  await until(() => said().includes('98.50 %'));
  await click(button('Show: Equipment availability 99.10 %'));
  await until(() => JSON.stringify(page.bodyOf('getAnalysisAlarms') ?? {}).includes('"Figure":"fault"'));
  await click(button('2026-11-03: 1 h beyond limits, 5 alarms'));
  await until(() => JSON.stringify(page.bodyOf('getAnalysisAlarms')).includes('"Start":"2026-11-03"'));
  expect(page.bodyOf('getAnalysisAlarms')).toMatchObject({ Figure: 'excursion', End: '2026-11-03' });
  await clickShape('Store 3: 0.5 h beyond limits a device, 12.5 kWh/m²');
  await until(() => JSON.stringify(page.bodyOf('getAnalysisAlarms')).includes('"ProjectIdList":[3]'));
});

it('names the months of a period alone, and days and projects are no buttons for people who may not see alarms', async () => {
  await show(['companyAnalysis']);
  await until(() => said().includes('98.50 %'));
  // 1 November 2026 is a Sunday: its week began in October.
  const named = [...document.querySelectorAll('.analysis-calendar thead th')].map(({ textContent }) => textContent);
  expect(named).toEqual(['Month', '11', '2026-11-02', '2026-11-09']);
  expect(document.querySelectorAll('.analysis-calendar button, .analysis-scatter [role=button]')).toHaveLength(0);
  expect(button('2026-11-03: 1 h beyond limits, 5 alarms').getAttribute('role')).toBe('img');
  expect(said()).not.toContain('Select a day');
});
