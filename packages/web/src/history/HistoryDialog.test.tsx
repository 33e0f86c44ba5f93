import { permissions } from '@watchpost/contract';
import dayjs from 'dayjs';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setAccessToken } from '../lib/accessToken.ts';
import { switchLanguage } from '../lib/language.ts';
import { fakeApi, Refusal } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { act, byRole, click, render, type, until } from '../testing/render.tsx';
import { testProject, testSession } from '../testing/session.ts';
import { Curve } from './Curve.tsx';
import type { CurveView } from './curveView.ts';
import { HistoryDialog } from './HistoryDialog.tsx';
import { PeriodField } from './PeriodField.tsx';
import { PointDialog } from './PointDialog.tsx';

const session = testSession({
  projects: [testProject(1, { TimeZone: 'UTC' })],
  permissions: new Set([permissions.monitorView.id, permissions.historyExcel.id, permissions.historyPdf.id]),
});

let shown: Awaited<ReturnType<typeof render>> | null = null;
const show = async (node: React.ReactNode) => {
  shown = await render(<InTestShell session={session}>{node}</InTestShell>);
};
beforeEach(() => {
  setAccessToken({ token: 't', expiresAt: Date.now() + 900_000 });
  switchLanguage('en');
});
afterEach(async () => {
  await shown?.unmount();
  shown = null;
  document.body.innerHTML = '';
});
const limits = () =>
  [...document.querySelectorAll<HTMLElement>('.curve-tools label')]
    .find((label) => label.textContent === 'Limits')
    ?.querySelector<HTMLInputElement>('input')?.checked;

it('an enlarged curve opens with the points, the range and the limits of the one it enlarges', async () => {
  const { requests, received } = fakeApi({ getPointData: () => [] });
  const views: CurveView[] = [];
  const noon = Date.UTC(2026, 9, 1, 12);
  const from = { range: 'custom', custom: { from: noon - 7_200_000, to: noon }, limits: true } as const;
  await show(<Curve pointIds={[4, 5]} projectId={1} view={from} onView={(view) => views.push(view)} />);
  await until(() => received.includes('getPointData'));
  const small = requests[received.indexOf('getPointData')];
  await shown?.unmount();

  const large = fakeApi({ getPointData: () => [] });
  const points = [4, 5].map((PointId) => ({ PointId, PointName: `P${PointId}` }));
  await show(
    <HistoryDialog open onClose={() => {}} points={points} name="Freezer" projectId={1} view={views.at(-1)!} />,
  );
  await until(() => large.received.includes('getPointData'));
  expect(large.requests[large.received.indexOf('getPointData')]?.query).toEqual(small?.query);
  expect(small?.query).toMatchObject({ start: '2026-10-01 10:00:00', end: '2026-10-01 12:00:00' });
  await until(() => limits() !== undefined);
  expect(limits()).toBe(true);
});

it('a curve that is opened by itself starts as usual: without limits', async () => {
  fakeApi({ getPointData: () => [] });
  await show(
    <HistoryDialog open onClose={() => {}} points={[{ PointId: 4, PointName: 'P' }]} name="Freezer" projectId={1} />,
  );
  await until(() => limits() !== undefined);
  expect(limits()).toBe(false);
});

it('adds the related points of those on the curve, and says when there are none or they cannot be asked for', async () => {
  const beside = {
    PointIdB: 9,
    PointName: 'Coil',
    PointType: 0,
    Unit: '°C',
    ModelTreeIdB: 3,
    ModelTreeName: 'Freezer',
  };
  let answer: () => (typeof beside)[] | Refusal = () => [];
  const { requests, received } = fakeApi({ getPointData: () => [], getPointRelevance: () => answer() });
  await show(
    <HistoryDialog open onClose={() => {}} points={[{ PointId: 4, PointName: 'P' }]} name="Freezer" projectId={1} />,
  );
  const ask = async () => click(await until(() => byRole(document, 'button', 'Related points')));
  await ask();
  await until(() => document.body.textContent?.includes('The current point has no associated point'));
  expect(requests[received.indexOf('getPointRelevance')]?.query).toEqual({ pointId: '4' });
  answer = () => new Refusal(500, 'Server error.');
  await ask();
  await until(() => document.body.textContent?.includes('The associated point query failed'));
  answer = () => [beside];
  await ask();
  await until(() => requests[received.lastIndexOf('getPointData')]?.query.pointIdList === '4,9');
});

const noon = Date.UTC(2026, 9, 1, 12);
const hour = 3_600_000;
/** Two buckets an hour, as warm as the point's number; a week earlier a degree colder. */
const curveOf = (PointId: number, from: number, changes: object = {}) => ({
  PointId,
  PointName: `Temperature ${PointId}`,
  DeviceName: 'Freezer',
  PointType: 0,
  PointTypeName: 'Temperature',
  Unit: '°C',
  UnitMap: [],
  Decimals: 1,
  DataList: [0, 1, 2, 3].map((i) => {
    const Value = -PointId - (from < noon - 24 * hour ? 1 : 0);
    return { Time: from + i * 1_800_000, Value, Min: Value, Max: Value };
  }),
  Max: -PointId,
  Min: -PointId,
  Avg: -PointId,
  KnownMs: 2 * hour,
  BeyondMs: null,
  UpperLimit: null,
  LowerLimit: null,
  SuperUpperLimit: null,
  SuperLowerLimit: null,
  ...changes,
});
const view = { range: 'custom', custom: { from: noon - 2 * hour, to: noon }, interval: 30 } as const;
const answersOfHistory = {
  getTableListRead: () => ({ Data: [], TotalCount: 0 }),
  getPointData: ({ query }: { query: Readonly<Record<string, string>> }) =>
    query.pointIdList!.split(',').map((id) => curveOf(Number(id), Date.parse(`${query.start!.replace(' ', 'T')}Z`))),
};
const openDialog = (ids: number[]) =>
  show(
    <HistoryDialog
      open
      onClose={() => {}}
      points={ids.map((PointId) => ({ PointId, PointName: `P${PointId}` }))}
      name="Freezer"
      projectId={1}
      view={view}
    />,
  );

it('says how often and for how long nothing was measured, and on request when', async () => {
  fakeApi({
    ...answersOfHistory,
    getPointData: ({ query }) => {
      const whole = curveOf(4, Date.parse(`${query.start!.replace(' ', 'T')}Z`));
      return [{ ...whole, DataList: whole.DataList.filter((_, i) => i !== 1) }];
    },
  });
  await openDialog([4]);
  await click(await until(() => byRole(document, 'button', 'No data once, 1 h in all')));
  await until(() => document.querySelector('.curve-gaps li'));
  expect([...document.querySelectorAll('.curve-gaps li')].map((gap) => gap.textContent)).toEqual([
    '2026-10-01 10:00 – 2026-10-01 11:00 · 1 h',
  ]);
});

it('an export takes the points and the range of the curve, and its interval where a download may be as fine', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { received, requests } = fakeApi({
    ...answersOfHistory,
    downHistoryDataToExcelOrPdf: () => ({ name: 'data.pdf', content: new Blob(['%PDF']) }),
  });
  await openDialog([4, 5]);
  await until(() => received.includes('getPointData'));
  await until(() => !byRole(document, 'button', 'Export').hasAttribute('disabled'));
  await click(byRole(document, 'button', 'Export'));
  await until(() => document.querySelector('[role=menuitem]'));
  expect(document.querySelector('[role=menu]')?.textContent).not.toContain('finest');
  await click(byRole(document, 'menuitem', 'PDF'));
  await until(() => received.includes('downHistoryDataToExcelOrPdf'));
  expect(requests[received.indexOf('downHistoryDataToExcelOrPdf')]?.body).toMatchObject({
    start: '2026-10-01 10:00:00',
    end: '2026-10-01 12:00:00',
    pointIdList: [4, 5],
    tmes: 30,
    fileType: 'pdf',
    isMerge: true,
    isAlarmLacy: true,
    isAlarmList: false,
  });
  await until(() => saved.length === 1);
  expect(saved).toEqual(['data.pdf']);
  vi.restoreAllMocks();
});

it('an export of a temperature and a door asks for their alarms in words: marks are for points of one type', async () => {
  const door = { PointType: 1, PointTypeName: 'Door', Unit: '' };
  const { received, requests } = fakeApi({
    ...answersOfHistory,
    getPointData: ({ query }) =>
      answersOfHistory.getPointData({ query }).map((curve) => (curve.PointId === 5 ? { ...curve, ...door } : curve)),
    downHistoryDataToExcelOrPdf: () => ({ name: 'data.pdf', content: new Blob(['%PDF']) }),
  });
  await openDialog([4, 5]);
  await until(() => received.includes('getPointData'));
  await until(() => !byRole(document, 'button', 'Export').hasAttribute('disabled'));
  await click(byRole(document, 'button', 'Export'));
  await until(() => document.querySelector('[role=menuitem]'));
  await click(byRole(document, 'menuitem', 'PDF'));
  await until(() => received.includes('downHistoryDataToExcelOrPdf'));
  const body = requests[received.indexOf('downHistoryDataToExcelOrPdf')]?.body;
  expect(body).toMatchObject({ pointIdList: [4, 5], isAlarmLacy: false, isAlarmList: true });
});

it('an export that is coarser than the curve says so before it is made', async () => {
  const { received } = fakeApi(answersOfHistory);
  await show(<Curve pointIds={[4]} projectId={1} view={{ ...view, interval: 2 }} />);
  await until(() => received.includes('getPointData'));
  await until(() => !byRole(document, 'button', 'Export').hasAttribute('disabled'));
  await click(byRole(document, 'button', 'Export'));
  const menu = await until(() => document.querySelector('[role=menu]'));
  expect(menu.textContent).toMatch(/^A value every 10 min, .* the finest a download of this range has\./);
});

it('a period that cannot be shown stays in its field with what to do; what is shown stays as it was', async () => {
  const heard: object[] = [];
  const at = (daysAgo: number) => dayjs('2026-10-01 12:00:00').subtract(daysAgo * 24, 'hour');
  const span = { from: noon - hour, to: noon };
  const field = (
    <PeriodField
      label="Range"
      span={span}
      now={noon}
      timeZone="UTC"
      presets={[
        { label: 'Too long', value: [at(732), at(0)] },
        { label: 'To come', value: [at(-0.1), at(-0.2)] },
        { label: 'Into the future', value: [at(1), at(-0.1)] },
      ]}
      onChange={(picked) => heard.push(picked)}
    />
  );
  await show(field);
  const pick = async (name: string) => {
    const input = byRole(document, 'textbox', 'Range');
    await act(async () => {
      input.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
      input.click();
    });
    const choice = await until(() =>
      [...document.querySelectorAll<HTMLElement>('.ant-picker-presets li')].find((li) => li.textContent === name),
    );
    await click(choice);
  };
  const said = () => document.querySelector('[role=alert]')?.textContent;
  await pick('Too long');
  expect(said()).toBe(
    'The maximum query range is two years. Choose a later start or an earlier end. Below is still 2026-10-01 11:00 – 2026-10-01 12:00.',
  );
  expect(byRole(document, 'textbox', 'Range').getAttribute('value')).toContain('2024-09-29');
  await pick('To come');
  expect(said()).toMatch(/^Future dates cannot be queried\. Choose an earlier start\. Below is still/);
  expect(heard).toEqual([]);
  await pick('Into the future');
  expect(heard).toEqual([{ from: noon - 24 * hour, to: noon }]);
});

it('a date to come that is typed stays in its field with why it cannot be; mended, nothing of that stands any more', async () => {
  const heard: object[] = [];
  function Field() {
    const [span, setSpan] = useState({ from: noon - hour, to: noon });
    const hear = (picked: { from: number; to: number }) => {
      heard.push(picked);
      setSpan(picked);
    };
    return <PeriodField label="Range" span={span} now={noon} timeZone="UTC" onChange={hear} />;
  }
  await show(<Field />);
  const fields = () => [...document.querySelectorAll<HTMLInputElement>('.ant-picker input')];
  const typeAndLeave = async (index: number, words: string) => {
    await act(async () => fields()[index]!.focus());
    await type(fields()[index]!, words);
    await act(async () => fields()[index]!.blur());
  };
  const said = () => document.querySelector('[role=alert]')?.textContent;
  await typeAndLeave(0, '2027-01-01 00:00');
  await until(() => said() !== undefined);
  expect(said()).toMatch(/^Future dates cannot be queried\. Choose an earlier start\. Below is still 2026-10-01 11:00/);
  expect(fields().map(({ value }) => value)).toEqual(['2027-01-01 00:00', '2026-10-01 12:00']);
  expect(heard).toEqual([]);

  await typeAndLeave(0, '2026-10-01 10:00');
  await until(() => heard.length > 0);
  expect(heard).toEqual([{ from: noon - 2 * hour, to: noon }]);
  expect(said()).toBeUndefined();

  await typeAndLeave(1, '2027-01-01 00:00');
  await until(() => said() !== undefined);
  expect(said()).toBe('The end lies in the future: shown until now');
  expect(fields().map(({ value }) => value)).toEqual(['2026-10-01 10:00', '2026-10-01 12:00']);
});

it('points that serve no device are picked as those of the project', async () => {
  fakeApi({
    ...answersOfHistory,
    getFreePoints: () => [
      { PointId: 9, PointName: 'Outdoors', PointTypeId: 1, PointTypeName: 'T', PointType: 0, Unit: '°C' },
    ],
  });
  const picked: unknown[] = [];
  await show(
    <PointDialog
      open
      title="Points"
      projectId={1}
      chosen={[]}
      most={10}
      onPick={(...all) => picked.push(...all)}
      onClose={() => {}}
    />,
  );
  const box = await until(() =>
    [...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'Outdoors °C'),
  );
  expect(document.querySelectorAll('[aria-pressed=true]')[0]?.textContent).toBe('Points of the project');
  await click(box);
  await click(byRole(document, 'button', 'Take 1'));
  expect(picked).toMatchObject([[9], [{ PointId: 9, MName: '' }]]);
});

it('a comparison asks for periods of equal length and says how far they lie apart', async () => {
  const { received, requests } = fakeApi(answersOfHistory);
  await openDialog([4]);
  await until(() => received.includes('getPointData'));
  await click(byRole(document, 'button', 'Compare'));
  const lines = () => document.querySelector('.comparison-table');
  await until(() => /−1\.0/.test(lines()?.textContent ?? ''));
  const asked = requests.filter((_, index) => received[index] === 'getPointData').map(({ query }) => query);
  expect(asked.slice(-2).map(({ start, end }) => [start, end])).toEqual([
    ['2026-10-01 10:00:00', '2026-10-01 12:00:00'],
    ['2026-09-24 10:00:00', '2026-09-24 12:00:00'],
  ]);
  expect(lines()?.textContent).toContain('09-24 10:00 – 09-24 12:00');
  const [edge, edgeBefore] = asked.slice(-2).map(({ EdgeEpoch }) => Number(EdgeEpoch));
  expect([edge, edge! - edgeBefore!]).toEqual([Date.parse('2026-10-01T00:00:00Z'), 7 * 24 * hour]);
});

/** Opens the comparison of the given points, whose first also stands a week earlier. */
async function openComparison(ids: number[], unitOf: (id: number) => string = () => '°C') {
  const { received } = fakeApi({
    getTableListRead: () => ({ Data: [], TotalCount: 0 }),
    getPointData: ({ query }: { query: Readonly<Record<string, string>> }) =>
      query
        .pointIdList!.split(',')
        .map((id) =>
          curveOf(Number(id), Date.parse(`${query.start!.replace(' ', 'T')}Z`), { Unit: unitOf(Number(id)) }),
        ),
  });
  await openDialog(ids);
  await until(() => received.includes('getPointData'));
  await click(byRole(document, 'button', 'Compare'));
  const dialog = await until(() => document.querySelector<HTMLElement>('.comparison'));
  await until(() => dialog.querySelectorAll('tbody tr').length === ids.length + 1);
  await until(() => !dialog.querySelector('tbody')?.textContent?.includes('…'));
  return dialog;
}

it('a comparison of more than two units stands in several charts, so that each unit has its axis', async () => {
  const units = ['°C', 'bar', '%'];
  const dialog = await openComparison([1, 2, 3], (id) => units[id - 1]!);
  const charts = () =>
    [...dialog.querySelectorAll('.curve-chart')].map((chart) => chart.getAttribute('aria-label')?.split(',')[0]);
  await until(() => charts().length === 3);
  expect(charts()).toEqual(['Freezer · Temperature 1', 'Freezer · Temperature 3', 'Difference']);
});

it('a period of one’s own begins where the line stood until another beginning is said', async () => {
  const dialog = await openComparison([4]);
  const select = byRole(dialog, 'combobox', 'Period of Freezer · Temperature 4');
  await act(async () => select.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));
  const own = await until(() =>
    [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].find(
      ({ textContent }) => textContent === 'From …',
    ),
  );
  await click(own);
  const begin = await until(() => byRole(dialog, 'textbox', 'Begin of Freezer · Temperature 4'));
  expect(begin.getAttribute('value')).toBe('2026-09-24 10:00');
  expect(dialog.querySelector('.comparison-table')?.textContent).toContain('09-24 10:00 – 09-24 12:00');
});

it('a comparison can be taken away: its table as CSV, with what stands in it', async () => {
  const saved: { name: string; href: string }[] = [];
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made.push(blob as Blob);
    return `blob:${made.length}`;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, href: this.href });
  });
  const dialog = await openComparison([4]);
  expect(byRole(dialog, 'button', 'Save as PNG').hasAttribute('disabled')).toBe(false);
  await click(byRole(dialog, 'button', 'CSV'));
  expect(saved[0]?.name).toBe('Compare-2026-10-01-12-00-00.csv');
  const rows = (await made[0]!.text()).split('\r\n');
  expect(rows.slice(1, 3)).toEqual([
    'Freezer · Temperature 4,°C,2026-10-01 10:00,2026-10-01 12:00,UTC,-4,-4,-4,,,',
    'Freezer · Temperature 4,°C,2026-09-24 10:00,2026-09-24 12:00,UTC,-4,-4,-4,-1,-1,2026-10-01 10:00',
  ]);
  vi.restoreAllMocks();
});

it('the first row of a table says the state that held when the range began, also where its interval begins before', async () => {
  const begin = noon - 2 * hour + 60_000;
  const { received } = fakeApi({
    getPointData: () => [
      curveOf(4, begin - 60_000),
      curveOf(5, begin, {
        PointName: 'Door',
        PointType: 1,
        Unit: '',
        UnitMap: [{ Key: 0, Value: 'Closed' }],
        DataList: [{ Time: begin - hour, Value: 0 }],
      }),
    ],
  });
  await show(
    <Curve
      pointIds={[4, 5]}
      projectId={1}
      view={{ range: 'custom', custom: { from: begin, to: noon }, interval: 2, table: true, statistics: false }}
    />,
  );
  await until(() => received.includes('getPointData'));
  const row = await until(() => document.querySelector('.curve-table tbody tr[data-row-key]'));
  expect([...row.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual([
    '2026-10-01 10:00',
    '−4.0',
    'Closed',
  ]);
});

it('without points there is nothing to export or to save, and both say so', async () => {
  fakeApi({ getPointData: () => [] });
  await show(<Curve pointIds={[]} projectId={1} />);
  for (const name of ['Export', 'Save as PNG']) {
    const button = await until(() => byRole(document, 'button', name));
    expect(button.hasAttribute('disabled')).toBe(true);
    expect(button.title).toBe('Choose the points to look at');
  }
});

it('a curve whose points were taken out exports nothing, though it was drawn before', async () => {
  fakeApi(answersOfHistory);
  await show(<Curve pointIds={[4]} projectId={1} view={view} />);
  await until(() => !byRole(document, 'button', 'Export').hasAttribute('disabled'));
  await shown!.again(
    <InTestShell session={session}>
      <Curve pointIds={[]} projectId={1} view={view} />
    </InTestShell>,
  );
  await until(() => byRole(document, 'button', 'Export').hasAttribute('disabled'));
  expect(byRole(document, 'button', 'Save as PNG').hasAttribute('disabled')).toBe(true);
});

it('a curve names the time zone that it uses', async () => {
  fakeApi(answersOfHistory);
  const inShanghai = testSession({ projects: [testProject(1, { TimeZone: 'Asia/Shanghai' })] });
  shown = await render(
    <InTestShell session={inShanghai}>
      <Curve pointIds={[4]} projectId={1} view={view} />
    </InTestShell>,
  );
  await until(() => document.querySelector('.curve-notes')?.textContent?.includes('Time zone: Asia/Shanghai · UTC+8'));
});
