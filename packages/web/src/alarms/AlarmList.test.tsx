import { type PreAlarm, permissions } from '@watchpost/contract';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { switchLanguage } from '../lib/language.ts';
import { type FakeCalls, fakeApi, Refusal } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, byRole, click, render, type, unmountAll, until } from '../testing/render.tsx';
import { testSession } from '../testing/session.ts';
import { AlarmTabs } from './AlarmTabs.tsx';
import { alarmPermissions, testAlarm, testDetail } from './testAlarm.ts';

pagesInEnglish();

const show = async (
  answers: FakeCalls,
  at = '/alarmManage/index',
  projectId: number | null = 1,
  held: readonly number[] = alarmPermissions,
) => {
  const api = fakeApi(answers);
  await render(
    <InTestShell at={at} session={testSession({ held })}>
      <AlarmTabs projectId={projectId} />
    </InTestShell>,
  );
  return api;
};
const address = () => document.querySelector('[data-testid=address]')?.textContent ?? '';
const rows = () => [...document.querySelectorAll<HTMLElement>('tr.list-row')];
const boxOf = (name: string) => document.querySelector<HTMLElement>(`input[aria-label="Select ${name}"]`)!;
const press = (key: string) =>
  act(async () => {
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
const page = (...alarms: ReturnType<typeof testAlarm>[]) => ({ Data: alarms, TotalCount: alarms.length });

afterEach(() => {
  sessionStorage.clear();
});

it('asks for what the address says', async () => {
  const { requests, received } = await show(
    { getAlarmAct: () => page(testAlarm()) },
    '/alarmManage/index?tab=confirmed&level=1,2&q=freezer&sort=duration&page=2&size=50',
  );
  await until(() => rows().length === 1);
  const request = requests[received.indexOf('getAlarmAct')];
  expect(request?.query).toMatchObject({ status: '1' });
  expect(request?.body).toMatchObject({
    ProjectId: 1,
    Level: [1, 2],
    Acontent: 'freezer',
    SortType: 'duration',
    PageIndex: 2,
    PageSize: 50,
  });
});

it('opens the tab the user was last on in this window, each with its own filters; a link with filters means the current alarms', async () => {
  const answers = { getAlarmAct: () => page(testAlarm()) };
  const tabNow = () => document.querySelector('[role=tab][aria-selected=true]')?.textContent;
  await show(answers, '/alarmManage/index?level=1');
  await until(() => rows().length === 1);
  await click(byRole(document, 'tab', 'Acknowledged'));
  await until(() => address() === '?tab=confirmed');
  await click(byRole(document, 'tab', 'Current'));
  await until(() => address() === '?level=1&tab=current');
  await click(byRole(document, 'tab', 'Acknowledged'));
  await unmountAll();

  await show(answers);
  await until(() => address() === '?tab=confirmed');
  expect(tabNow()).toBe('Acknowledged');
  await unmountAll();
  // Another window, another day: what is wrong now.
  sessionStorage.clear();
  await show(answers);
  await until(() => rows().length === 1);
  expect([tabNow(), address()]).toEqual(['Current', '']);
  await unmountAll();
  await show(answers, '/alarmManage/index?level=1');
  await until(() => rows().length === 1);
  expect(tabNow()).toBe('Current');
  expect(address()).toBe('?level=1');
});

it('writes what is typed into the address and starts again at the first page', async () => {
  await show({ getAlarmAct: () => page(testAlarm()) }, '/alarmManage/index?page=3');
  await until(() => rows().length === 1);
  await type(byRole(document, 'textbox', 'Search device, point or reason'), 'door');
  await until(() => address() === '?q=door');
  await click(byRole(document, 'button', 'Clear filters'));
  await until(() => address() === '');
});

it('opens the alarm of a row by Enter and puts it into the address', async () => {
  await show(
    { getAlarmAct: () => page(testAlarm()), getAlarmDetail: () => testDetail() },
    '/alarmManage/index?level=1',
  );
  await until(() => rows().length === 1);
  await press('j');
  expect(document.activeElement).toBe(rows()[0]);
  await press('Enter');
  await until(() => document.querySelector('.alarm-sentence'));
  expect(address()).toBe('?level=1&alarm=901');
});

it('acknowledges the alarm of the row with the key a, and says in the server’s words why it could not', async () => {
  const { received } = await show({
    getAlarmAct: () => page(testAlarm({ Id: 1, Status: 1 }), testAlarm({ Id: 2 })),
    updateStatus: () => new Refusal(409, 'Do not process an alarm repeatedly: Wang Qiang has already acknowledged it.'),
  });
  await until(() => rows().length === 2);
  await press('j');
  await press('a');
  expect(received).not.toContain('updateStatus');
  await press('j');
  await press('a');
  await until(() => document.body.textContent?.includes('Wang Qiang has already acknowledged it'));
});

it('goes on by key with the alarm that takes the place of one that leaves the list', async () => {
  let open = [1, 2, 3, 4].map((Id) => testAlarm({ Id, MName: `Freezer ${Id}` }));
  await show({
    getAlarmAct: () => page(...open),
    updateStatus: () => {
      open = open.filter(({ Id }) => Id !== 2);
      return testAlarm({ Id: 2, Status: 1 });
    },
  });
  await until(() => rows().length === 4);
  await press('j');
  await press('j');
  await press('a');
  await until(() => rows().length === 3);
  await press('j');
  expect([document.activeElement === rows()[1], rows()[1]?.textContent?.includes('Freezer 3')]).toEqual([true, true]);
});

it('lets every alarm be selected, by its name: several are acknowledged, handled or shelved at once', async () => {
  await show({ getAlarmAct: () => page(testAlarm({ Id: 1, Status: 1 }), testAlarm({ Id: 2 })) });
  await until(() => rows().length === 2);
  const boxes = rows().map((row) => row.querySelector<HTMLInputElement>('input[type=checkbox]'));
  expect(boxes.map((box) => box?.disabled)).toEqual([false, false]);
  expect(boxes[1]?.getAttribute('aria-label')).toBe('Select Freezer 3 · Room temperature');
});

it('goes on without those of several that a colleague did first, and keeps what was written', async () => {
  const three = [1, 2, 3].map((Id) => testAlarm({ Id, MName: `Freezer ${Id}`, Status: 1 }));
  const { requests, received } = await show({
    getAlarmAct: () => page(...three),
    batchHandleAlarm: ({ body }) =>
      (body as { IdList: number[] }).IdList.includes(2)
        ? new Refusal(409, 'Do not select alarms that were processed already: Freezer 2.', { RefusedIds: [2] })
        : { Count: 2 },
  });
  await until(() => rows().length === 3);
  for (const { MName } of three) await click(boxOf(`${MName} · Room temperature`));
  await click(await until(() => byRole(document, 'button', 'Handle 3')));
  await until(() => document.querySelector('[role=dialog] textarea'));
  await click(document.querySelector<HTMLElement>('input[type=radio][value=observing]')!);
  await type(document.querySelector<HTMLElement>('textarea:not([aria-hidden])')!, 'Goods just arrived');
  await click(byRole(document, 'button', 'Save'));
  await until(() => document.body.textContent?.includes('processed already: Freezer 2'));
  await click(await until(() => byRole(document, 'button', 'Go on without them: 2 left')));
  await click(byRole(document, 'button', 'Save'));
  await until(() => received.filter((name) => name === 'batchHandleAlarm').length === 2);
  expect(requests[received.lastIndexOf('batchHandleAlarm')]?.body).toMatchObject({
    IdList: [1, 3],
    Comment: 'Goods just arrived',
  });
  await until(() => !document.body.textContent?.includes('selected'));
});

it('what was written about an alarm is not lost by Escape without a question', async () => {
  await show({ getAlarmAct: () => page(testAlarm({ Status: 1 })) });
  await until(() => rows().length === 1);
  await press('j');
  await press('h');
  await until(() => document.querySelector('[role=dialog] textarea'));
  await type(document.querySelector<HTMLElement>('textarea:not([aria-hidden])')!, 'Goods just arrived');
  await press('Escape');
  await until(() => document.body.textContent?.includes('Leave without saving?'));
});

it('says that all is well when nothing is open, and something else when the filters hide it', async () => {
  await show({ getAlarmAct: () => page() });
  await until(() => document.body.textContent?.includes('All is well'));
  await unmountAll();
  await show({ getAlarmAct: () => page() }, '/alarmManage/index?level=1');
  await until(() => document.body.textContent?.includes('Nothing matches these filters'));
  expect(document.body.textContent).not.toContain('All is well');
  await click(byRole(document.querySelector('.list-body')!, 'button', 'Clear filters'));
  await until(() => document.body.textContent?.includes('All is well'));
  expect(address()).toBe('');
});

it('the key h on an unacknowledged alarm says that this comes first', async () => {
  await show({ getAlarmAct: () => page(testAlarm()) });
  await until(() => rows().length === 1);
  await press('j');
  await press('h');
  await until(() => document.body.textContent?.includes('Acknowledge the alarm first'));
});

it('says how many are hidden when nothing else is open, and never that all is well', async () => {
  const counts = { Total: 0, Unconfirmed: 0, Levels: [], Hidden: 8 };
  await show({ getAlarmAct: () => page(), getAlarmOverNum: () => counts });
  await until(() => document.querySelector('.list-body')?.textContent?.includes('8 alarms are hidden now'));
  expect(document.body.textContent).not.toContain('All is well');
  await click(byRole(document.querySelector('.list-body')!, 'link', 'Show hidden alarms'));
  await until(() => address() === '?tab=hidden');
});

it('a reader without further rights sees how many are hidden, without a way that leads nowhere, and neither exports nor tabs of others', async () => {
  const counts = { Total: 1, Unconfirmed: 1, Levels: [], Hidden: 2 };
  await show(
    { getAlarmAct: () => page(testAlarm()), getAlarmOverNum: () => counts },
    '/alarmManageWithAllProject/index',
    null,
    [permissions.monitorView.id],
  );
  await until(() => rows().length === 1);
  await until(() => document.body.textContent?.includes('2 hidden'));
  expect(document.querySelector('.alarm-hidden-count')?.tagName).toBe('SPAN');
  expect([...document.querySelectorAll('[role=tab]')].map((tab) => tab.textContent)).toEqual([
    'Current',
    'Acknowledged',
    'Open follow-ups',
    'History',
  ]);
  expect([...document.querySelectorAll('button')].some((button) => button.textContent === 'Export')).toBe(false);
});

it('finds alarms by number, place, device class and what they are of, from the address', async () => {
  const { requests, received } = await show(
    { getAlarmAct: () => page(testAlarm()) },
    '/alarmManage/index?no=4711&area=12,13&device=3&class=5&of=slave',
  );
  await until(() => rows().length === 1);
  expect(requests[received.indexOf('getAlarmAct')]?.body).toMatchObject({
    Id: 4711,
    Area: [12, 13],
    Mtid: 3,
    Child: [5],
    Type: 'slave',
  });
});

it('a page beyond the end leads to the last page, and never says that all is well', async () => {
  const said: string[] = [];
  await show(
    {
      getAlarmAct: ({ body }) => {
        said.push(document.body.textContent ?? '');
        return (body as { PageIndex: number }).PageIndex > 3
          ? { Data: [], TotalCount: 41 }
          : { Data: [testAlarm()], TotalCount: 41 };
      },
    },
    '/alarmManage/index?page=99999&level=1',
  );
  await until(() => rows().length === 1);
  expect(address()).toBe('?page=3&level=1');
  expect(said.join()).not.toMatch(/All is well|Nothing matches/);
});

it('sends the level that is on the screen with every acknowledgement', async () => {
  const { requests, received } = await show({
    getAlarmAct: () => page(testAlarm({ Id: 2, Level: 3 })),
    updateStatus: () => testAlarm({ Id: 2, Status: 1 }),
  });
  await until(() => rows().length === 1);
  await click(byRole(document, 'button', 'Acknowledge alarm: Freezer 3 · Room temperature'));
  await until(() => received.includes('updateStatus'));
  expect(requests.at(received.indexOf('updateStatus'))?.query).toEqual({ id: '2', level: '3' });
});

it('shows the server’s words and a way to try again when the list cannot be had', async () => {
  let fails = true;
  await show({
    getAlarmAct: () => (fails ? new Refusal(500, 'Server error. Please try again later.') : page(testAlarm())),
  });
  await until(() => document.body.textContent?.includes('Server error. Please try again later.'));
  fails = false;
  await click(byRole(document, 'button', 'Try again'));
  await until(() => rows().length === 1);
});

it('asks over all projects without naming one', async () => {
  const { requests, received } = await show(
    { getAlarmAct: () => page(testAlarm()) },
    '/alarmManageWithAllProject/index',
    null,
  );
  await until(() => rows().length === 1);
  expect(requests[received.indexOf('getAlarmAct')]?.body).not.toHaveProperty('ProjectId');
});

it('says when an active alarm becomes worse or is over, in both languages', async () => {
  // No minute turns while it runs.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T08:00:10Z') });
  onTestFinished(() => void vi.useRealTimers());
  const ahead = (minutes: number, rest: object) => ({
    Ahead: {
      Limit: null,
      Level: null,
      ...rest,
      ExpectedEPOCH: Date.now() + minutes * 60_000,
      ExpectedFromEPOCH: Date.now() + minutes * 50_000,
      ExpectedToEPOCH: Date.now() + minutes * 80_000,
    } as never,
  });
  await show({
    getAlarmAct: () =>
      page(
        testAlarm({ Id: 1, ...ahead(26, { Kind: 'worse', Limit: -10, Level: 1 }) }),
        testAlarm({ Id: 2, ...ahead(41, { Kind: 'back', Limit: -16 }) }),
        testAlarm({ Id: 3, ...ahead(4, { Kind: 'over' }) }),
        testAlarm({ Id: 4 }),
      ),
  });
  await until(() => rows().length === 4);
  const said = () => rows().map((row) => row.querySelector('.alarm-ahead')?.textContent?.replaceAll('\u202f', ' '));
  expect(said()).toEqual([
    'Reaches −10.0 °C (urgent) in about 25 min',
    'Back within −16.0 °C in about 40 min',
    'Condition over, back to normal in 4 min',
    undefined,
  ]);
  await act(async () => switchLanguage('zh'));
  expect(said()[0]).toBe('约 25 分钟后到达 −10.0 °C（紧急）');
});

it('lists fault warnings, takes what the service department says of one, and exports what is filtered', async () => {
  const warning: PreAlarm = {
    ...{ ID: 7, ProjectId: 1, ProjectName: 'Store', Area: null, Mtid: 3, MName: 'Freezer 2', PointId: 9 },
    ...{ PointName: 'Compressor', Content: 'Cooled 74% of the day, before 47%', Level: 2 },
    Type: 'dutyCycle',
    ...{ StartEPOCH: 0, SeenEPOCH: 0, EndEPOCH: null, EndReason: null, Value: 74, LikeValue: 48, LikeCount: 4 },
    ...{ PastValue: 47, Unit: '%', LimitValue: null, ExpectedEPOCH: null, ExpectedFromEPOCH: null },
    ...{ ExpectedToEPOCH: null, EvidenceFromEPOCH: 0, EvidenceToEPOCH: 1, Feedback: null, FeedbackRemark: null },
    ...{ FeedbackName: null, FeedbackEPOCH: null },
  };
  const { requests, received } = await show(
    {
      preAlarmPage: () => ({ Data: [warning], TotalCount: 1 }),
      updatePraAlarmFeedback: () => ({ ...warning, Feedback: 'confirmed' as const }),
      requestExport: () => ({ DownloadId: 1 }),
      getSubareaTree: () => [],
    },
    '/alarmManage/index?tab=warnings&kind=dutyCycle&feedback=none',
  );
  await until(() => rows().length === 1);
  expect(rows()[0]!.textContent).toContain('Cooled 74% of the day');
  const last = (name: string) => requests[received.lastIndexOf(name as never)];
  expect(last('preAlarmPage')?.body).toMatchObject({ ProjectId: 1, TypeList: ['dutyCycle'], FeedbackList: ['none'] });
  await click(byRole(document, 'button', 'Feedback: Freezer 2 · Compressor'));
  await until(() => document.querySelector('[role=dialog]'));
  const confirmed = [...document.querySelectorAll<HTMLElement>('.warning-feedbacks label')][1]!;
  await click(confirmed);
  await click(byRole(document, 'button', 'Save'));
  await until(() => received.includes('updatePraAlarmFeedback'));
  expect(last('updatePraAlarmFeedback')?.query).toMatchObject({ ID: '7', feedback: 'confirmed' });
  await click(byRole(document, 'button', 'Export'));
  await until(() => received.includes('requestExport'));
  expect(last('requestExport')?.body).toMatchObject({
    Kind: 'faultWarnings',
    Input: { body: { TypeList: ['dutyCycle'] } },
  });
});

it('tells the types of alarms, with the way to their policies and to what is active', async () => {
  await show(
    {
      getAlarmStrategyPage: () => ({ Data: [], TotalCount: 0 }),
      getAlarmStrategyChoices: () => new Refusal(404, 'none'),
      getAlarmTypeList: () => [
        {
          AlarmClass: 'limit',
          AlarmClassName: 'Limit alarm',
          Describe: 'Beyond a limit',
          StrategyCount: 3,
          OpenCount: 2,
        },
        {
          AlarmClass: 'frozen',
          AlarmClassName: 'Frozen',
          Describe: 'It does not move',
          StrategyCount: 0,
          OpenCount: 0,
        },
      ],
    },
    '/alarmManage/index?tab=strategy',
  );
  await click(await until(() => byRole(document, 'button', 'Alarm types')));
  await until(() => document.querySelectorAll('.strategy-type').length === 2);
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[role=dialog] a')].map((a) => a.getAttribute('href'));
  expect(links.map((href) => href?.split('?')[1])).toEqual([
    'tab=strategy&kind=limit&state=open',
    'tab=current&kind=limit',
  ]);
});

it('says beside the value of the raise what it is now, of what was measured and while somebody has to act', async () => {
  const warmer = testAlarm({ Id: 1, Value: -9.1 });
  const unknown = testAlarm({ Id: 2, Value: null });
  const door = testAlarm({ Id: 3, AlarmType: 'state', ALARM_DESCRIBE: 'Door open', Value: 1 });
  const over = testAlarm({ Id: 4, Active: false, ALARM_EPOCH_ACKED: 1, Status: 2, Value: -18 });
  await show({ getAlarmAct: () => page(warmer, unknown, door, over) });
  await until(() => rows().length === 4);
  const values = rows().map((row) => row.querySelector('.alarm-present')?.textContent?.replaceAll(/\s/g, ' '));
  expect(values).toEqual(['now −9.1 °C', undefined, undefined, undefined]);
});

it('marks in the list what was worse than it is listed by now, or milder at its end', async () => {
  const fell = testAlarm({ Id: 1, Level: 2, WorstLevel: 1, LastLevel: 2 });
  const ended = testAlarm({ Id: 2, Level: 1, WorstLevel: 1, LastLevel: 2, Active: false });
  await show({ getAlarmAct: () => page(fell, ended, testAlarm({ Id: 3, Level: 1 })) });
  await until(() => rows().length === 3);
  const marks = rows().map((row) => [
    row.querySelector('.severity')?.textContent,
    row.querySelector('.alarm-other-level')?.textContent,
  ]);
  expect(marks).toEqual([
    ['Important', 'was Urgent'],
    ['Urgent', 'at the end Important'],
    ['Urgent', undefined],
  ]);
});
