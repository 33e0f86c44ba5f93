import { permissions } from '@watchpost/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setAccessToken } from '../lib/accessToken.ts';
import { switchLanguage } from '../lib/language.ts';
import { fakeApi } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { act, byRole, click, render, type, unmountAll, until } from '../testing/render.tsx';
import { testProject, testSession } from '../testing/session.ts';
import { DataDownloadPage } from './DataDownloadPage.tsx';

const session = testSession({
  projects: [testProject(1, { TimeZone: 'UTC' })],
  permissions: new Set([permissions.historyExcel.id, permissions.historyPdf.id]),
});
const pointOf = (PointId: number) => ({
  PointId,
  PointName: `Point ${PointId}`,
  PointTypeId: PointId % 2,
  PointTypeName: PointId % 2 === 0 ? 'Temperature' : 'Humidity',
  PointType: 0,
  Unit: '°C',
});
const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const day = 86_400_000;
const local = (daysAgo: number) => new Date(Date.now() - daysAgo * day).toISOString().slice(0, 19).replace('T', ' ');
const custom = (from: number, to: number) => ({ r: 'custom', s: local(from), e: local(to) });
const kept = (wish: Record<string, string>) =>
  new URLSearchParams({ p: '1', r: '24h', f: 'excel', ...wish }).toString();

beforeEach(() => setAccessToken({ token: 't', expiresAt: Date.now() + 900_000 }));
afterEach(unmountAll);

/** What stands at the fields that cannot stay so, when a kept selection is opened. */
async function saidAt(wish: Record<string, string>): Promise<{ field: string; said: string }[]> {
  fakeApi({
    getDownloadPoints: () => [
      {
        BigTypeId: 1,
        BigTypeName: 'Refrigeration',
        Devices: [{ ModelTreeId: 1, ModelTreeName: 'Freezer', Points: ids(101).map(pointOf) }],
      },
    ],
    getTableViews: () => [{ ViewId: 1, ViewName: 'Mine', Query: kept(wish), Field: null }] as never,
  });
  const { container } = await render(
    <InTestShell session={session}>
      <DataDownloadPage />
    </InTestShell>,
  );
  await click(await until(() => byRole(container, 'button', 'Mine')));
  const nowButton = [...container.querySelectorAll<HTMLButtonElement>('footer button')][0]!;
  const alerts = [...container.querySelectorAll('[role=alert]')];
  expect(nowButton.disabled).toBe(alerts.length > 0);
  const said = alerts.map((alert) => ({
    field:
      alert.closest('fieldset')?.querySelector('legend')?.textContent ??
      alert.closest('section')?.getAttribute('aria-label') ??
      '',
    said: alert.textContent ?? '',
  }));
  await unmountAll();
  return said;
}

it('what a download cannot be is said at its field, with what to do, in both languages', async () => {
  const twoYears = 'The maximum query range is two years. Choose a later start or an earlier end.';
  const wishes: [wish: Record<string, string>, zh: object[], en: object[]][] = [
    [{}, [], []],
    [
      custom(733, 0),
      [{ field: '时间范围', said: '最大查询范围为两年，请缩短时间范围' }],
      [{ field: 'Range', said: twoYears }],
    ],
    [
      custom(1, -1),
      [{ field: '时间范围', said: '不能查询未来的时间，结束时间最晚为现在' }],
      [{ field: 'Range', said: 'Future dates cannot be queried. End it now or earlier.' }],
    ],
    [
      custom(1, 2),
      [{ field: '时间范围', said: '开始时间必须早于结束时间' }],
      [{ field: 'Range', said: 'The start must be before the end.' }],
    ],
    [
      { p: ids(101).join('.') },
      [{ field: '点位', said: '最多选择 100 个点位，请取消一部分' }],
      [{ field: 'Points', said: 'A download takes at most 100 points. Take some out.' }],
    ],
    [
      { p: '1.2', a: '1' },
      [{ field: '选项', said: expect.stringMatching(/同一种点类型.*Humidity、Temperature.*取消标注/) }],
      [{ field: 'Options', said: expect.stringMatching(/one point type.*Humidity, Temperature.*leave alarms out/) }],
    ],
    [
      { ...custom(180, 0), p: ids(30).join('.'), f: 'pdf' },
      [{ field: '格式', said: expect.stringMatching(/最多容纳 60,000 个数值，请/) }],
      [{ field: 'Format', said: expect.stringMatching(/at most 60,000 values\. Choose fewer points/) }],
    ],
  ];
  for (const [wish, zh, en] of wishes) {
    switchLanguage('zh');
    expect(await saidAt(wish)).toEqual(zh);
    switchLanguage('en');
    expect(await saidAt(wish)).toEqual(en);
  }
});

it('a date to come that is typed into the range is refused where it stands, and stays to be mended', async () => {
  switchLanguage('en');
  fakeApi({
    getDownloadPoints: () => [
      {
        BigTypeId: 1,
        BigTypeName: 'Refrigeration',
        Devices: [{ ModelTreeId: 1, ModelTreeName: 'Freezer', Points: [pointOf(1)] }],
      },
    ],
    getTableViews: () => [],
  });
  const { container } = await render(
    <InTestShell session={session}>
      <DataDownloadPage />
    </InTestShell>,
  );
  await click(await until(() => [...container.querySelectorAll('label')].find((one) => one.textContent === 'Custom')));
  const fields = () => [...container.querySelectorAll<HTMLInputElement>('.ant-picker input')];
  const typeAndLeave = async (words: string) => {
    await act(async () => fields()[1]!.focus());
    await type(fields()[1]!, words);
    await act(async () => fields()[1]!.blur());
  };
  const toCome = `${new Date(Date.now() + 40 * day).toISOString().slice(0, 10)} 00:00`;
  await typeAndLeave(toCome);
  await until(() => container.querySelector('[role=alert]'));
  expect(container.querySelector('[role=alert]')?.textContent).toMatch(/^Future dates cannot be queried/);
  expect(fields()[1]!.value).toBe(toCome);
  await typeAndLeave(local(1).slice(0, 16));
  await until(() => container.querySelector('[role=alert]') === null);
});

/** The part with the kept selections, one of them called `Mine`. */
async function openKept() {
  switchLanguage('en');
  const api = fakeApi({
    getDownloadPoints: () => [
      {
        BigTypeId: 1,
        BigTypeName: 'Refrigeration',
        Devices: [{ ModelTreeId: 1, ModelTreeName: 'Freezer', Points: [pointOf(1)] }],
      },
    ],
    getTableViews: () => [{ ViewId: 1, ViewName: 'Mine', Query: kept({}), Field: null }] as never,
    saveTableView: ({ body }) => ({ ViewId: 1, ...(body as object), Field: null }) as never,
  });
  const { container } = await render(
    <InTestShell session={session}>
      <DataDownloadPage />
    </InTestShell>,
  );
  await click(await until(() => byRole(container, 'button', 'Mine')));
  const name = byRole(container, 'textbox', 'Name of the selection') as HTMLInputElement;
  const saved = () => api.requests.filter((_, index) => api.received[index] === 'saveTableView');
  return { container, name, saved };
}

it('a selection of a name that exists is put in its place only when that is said', async () => {
  const { container, name, saved } = await openKept();
  await click(await until(() => [...container.querySelectorAll('label')].find((one) => one.textContent === '30 d')));
  await type(name, ' Mine');
  await click(byRole(container, 'button', 'Save'));
  const dialog = await until(() => document.querySelector('.ant-modal-confirm'));
  expect(dialog.textContent).toContain('Replace the selection “Mine”?');
  await click(byRole(dialog, 'button', 'Another name'));
  expect(saved()).toEqual([]);
  expect(name.value).toBe(' Mine');

  await click(byRole(container, 'button', 'Save'));
  await click(await until(() => byRole(document, 'button', 'Replace')));
  await until(() => saved().length === 1);
  expect(saved()[0]?.body).toMatchObject({ ViewName: 'Mine' });
});

it('a name that is too long is not cut: how long it may be is said', async () => {
  const { container, name, saved } = await openKept();
  await type(name, 'x'.repeat(31));
  expect(name.value).toHaveLength(31);
  expect(container.querySelector('.data-download-kept [role=alert]')?.textContent).toBe(
    'A name has at most 30 characters; this one has 31.',
  );
  expect(byRole(container, 'button', 'Save').hasAttribute('disabled')).toBe(true);
  expect(saved()).toEqual([]);
});
