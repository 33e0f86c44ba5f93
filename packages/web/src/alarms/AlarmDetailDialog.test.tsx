import { permissions } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { newQueryClient } from '../lib/useCall.ts';
import { type FakeCalls, fakeApi, Refusal } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, byRole, click, render, type, unmountAll, until } from '../testing/render.tsx';
import { testSession } from '../testing/session.ts';
import { AlarmDetailDialog } from './AlarmDetailDialog.tsx';
import { alarmPermissions, testAlarm, testDetail } from './testAlarm.ts';
import { refreshAlarms } from './useAlarmChanges.ts';

pagesInEnglish();

const show = async (answers: FakeCalls, held?: number[], queryClient = newQueryClient()) => {
  const api = fakeApi(answers);
  await render(
    <InTestShell session={testSession({ held: held ?? alarmPermissions })} queryClient={queryClient}>
      <AlarmDetailDialog alarmId={901} onClose={() => {}} />
    </InTestShell>,
  );
  await until(() => document.querySelector('.alarm-sentence'));
  return api;
};
const hasButton = (name: string) => [...document.querySelectorAll('button')].some((each) => each.textContent === name);

it('acknowledges an unacknowledged alarm and then asks to handle it promptly', async () => {
  let status = 0;
  await show({
    getAlarmDetail: () => testDetail({ Status: status, AckedName: status ? 'Lin' : null }),
    updateStatus: () => {
      status = 1;
      return testAlarm({ Status: 1, AckedName: 'Lin' });
    },
  });
  expect(document.body.textContent).toContain('Acknowledge the alarm first');
  await click(byRole(document, 'button', 'Acknowledge alarm'));
  await until(() => document.body.textContent?.includes('Please handle it promptly'));
  expect(hasButton('Acknowledge alarm')).toBe(false);
  expect(hasButton('Save follow-up')).toBe(true);
  // What comes next is ready for keys.
  expect(document.activeElement?.getAttribute('type')).toBe('radio');
});

it('draws what explains the alarm with its curve, and asks for all of it at once', async () => {
  const { requests, received } = await show({
    getAlarmDetail: () => testDetail({ PointId: 4, PointList: [{ PointId: 9, PointName: 'Door' }] }),
    getPointData: () => [],
  });
  await until(() => received.includes('getPointData'));
  expect(requests.at(received.indexOf('getPointData'))?.query.pointIdList).toBe('4,9');
});

it('says who was faster when someone else has acknowledged it, and shows the alarm as it is now', async () => {
  let asked = 0;
  await show({
    getAlarmDetail: () => {
      asked += 1;
      return testDetail(asked > 1 ? { Status: 1, AckedName: 'Wang Qiang' } : {});
    },
    updateStatus: () => new Refusal(409, 'Do not process an alarm repeatedly: Wang Qiang has already acknowledged it.'),
  });
  await click(byRole(document, 'button', 'Acknowledge alarm'));
  await until(() =>
    document.querySelector('[role=alert]')?.textContent?.includes('Wang Qiang has already acknowledged it'),
  );
  await until(() => !hasButton('Acknowledge alarm'));
  expect(document.body.textContent).not.toContain('Please handle it promptly');
});

it('asks again, with the new level, when the alarm became more severe while it was looked at', async () => {
  let level = 2;
  const sent: string[] = [];
  await show({
    getAlarmDetail: () => testDetail({ Level: level, Status: sent.length > 1 ? 1 : 0 }),
    updateStatus: ({ query }) => {
      sent.push(query.level ?? '');
      if (sent.length > 1) return testAlarm({ Level: 1, Status: 1, AckedName: 'Lin' });
      level = 1;
      return new Refusal(409, 'This alarm has become more severe: it is now urgent.');
    },
  });
  expect(document.querySelector('.alarm-heading')?.textContent).toContain('Important');
  await click(byRole(document, 'button', 'Acknowledge alarm'));
  await until(() => document.querySelector('[role=alert]')?.textContent?.includes('it is now urgent'));
  await until(() => document.querySelector('.alarm-heading')?.textContent?.includes('Urgent'));
  await click(byRole(document, 'button', 'Acknowledge alarm'));
  await until(() => document.body.textContent?.includes('Please handle it promptly'));
  expect(sent).toEqual(['2', '1']);
});

it('an alarm that rises again after it was acknowledged here can be acknowledged again', async () => {
  const queryClient = newQueryClient();
  let detail = testDetail({ Level: 2 });
  await show(
    {
      getAlarmDetail: () => detail,
      updateStatus: () => {
        detail = testDetail({ Level: 2, Status: 1, AckedName: 'Lin' });
        return testAlarm({ Level: 2, Status: 1, AckedName: 'Lin' });
      },
    },
    undefined,
    queryClient,
  );
  await click(byRole(document, 'button', 'Acknowledge alarm'));
  await until(() => !hasButton('Acknowledge alarm'));
  detail = testDetail({ Level: 1, Status: 0, AckedName: null });
  await act(() => refreshAlarms(queryClient));
  await until(() => hasButton('Acknowledge alarm'));
  expect(document.body.textContent).not.toContain('Please handle it promptly');
});

it('says how many were told to someone who may not know whom, and never that nobody was', async () => {
  await show({ getAlarmDetail: () => testDetail({ Notified: null, NotifiedCount: 3 }) }, [permissions.monitorView.id]);
  expect(document.body.textContent).toContain('3 people notified');
  expect(document.body.textContent).not.toContain('Nobody has been notified');
});

it('offers no acknowledgement of an alarm that is acknowledged, nor to someone who may only look', async () => {
  await show({ getAlarmDetail: () => testDetail({ Status: 1, AckedName: 'Lin' }) });
  expect(hasButton('Acknowledge alarm')).toBe(false);
  await unmountAll();
  await show({ getAlarmDetail: () => testDetail() }, [permissions.alarmManage.id]);
  expect(hasButton('Acknowledge alarm')).toBe(false);
  expect(hasButton('Save follow-up')).toBe(false);
});

it('sends the follow-up with its comment, and not without a choice', async () => {
  const { received, requests } = await show({
    getAlarmDetail: () => testDetail({ Status: 1, AckedName: 'Lin' }),
    upDetail: () => testAlarm({ Status: 1, FollowUp: 'observing' }),
  });
  await click(byRole(document, 'button', 'Save follow-up'));
  await until(() => document.body.textContent?.includes('Choose a follow-up'));
  expect(received).not.toContain('upDetail');
  await click(document.querySelector<HTMLElement>('input[type=radio][value=observing]')!);
  await type(document.querySelector<HTMLElement>('textarea:not([aria-hidden])')!, 'Goods just arrived');
  await click(byRole(document, 'button', 'Save follow-up'));
  await until(() => received.includes('upDetail'));
  expect(requests.at(received.indexOf('upDetail'))?.body).toEqual({
    Id: 901,
    FollowUp: 'observing',
    Comment: 'Goods just arrived',
    Measures: '',
    AnalysisResult: '',
    SeenEPOCH: null,
  });
});

it('what a colleague decides while one writes is shown beside what was written, and replaced only on purpose', async () => {
  const queryClient = newQueryClient();
  const handledAt = Date.UTC(2026, 10, 21, 2);
  let detail = testDetail({ Status: 1, AckedName: 'Lin' });
  const { received, requests } = await show(
    { getAlarmDetail: () => detail, upDetail: () => testAlarm({ Status: 1, FollowUp: 'observing' }) },
    undefined,
    queryClient,
  );
  await click(document.querySelector<HTMLElement>('input[type=radio][value=observing]')!);
  await type(document.querySelector<HTMLElement>('textarea:not([aria-hidden])')!, 'Goods just arrived');
  detail = testDetail({
    ...{ Status: 1, AckedName: 'Lin', FollowUp: 'humanIntervention', Comment: 'Fan stands still' },
    ...{ CommentName: 'Zhao Lei', COMMENT_TIME: handledAt },
  });
  await act(() => refreshAlarms(queryClient));
  await until(() => document.querySelector('[role=alert]')?.textContent?.includes('Fan stands still'));
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Needs someone on site Zhao Lei');
  expect(document.querySelector<HTMLTextAreaElement>('textarea:not([aria-hidden])')?.value).toBe('Goods just arrived');
  await click(byRole(document, 'button', 'Replace with mine'));
  await until(() => received.includes('upDetail'));
  expect(requests.at(received.indexOf('upDetail'))?.body).toMatchObject({
    FollowUp: 'observing',
    Comment: 'Goods just arrived',
    SeenEPOCH: handledAt,
  });
});

it('a form in which nothing was written shows what a colleague has saved', async () => {
  const queryClient = newQueryClient();
  let detail = testDetail({ Status: 1, AckedName: 'Lin' });
  await show({ getAlarmDetail: () => detail }, undefined, queryClient);
  detail = testDetail({
    ...{ Status: 1, AckedName: 'Lin', FollowUp: 'humanIntervention', Comment: 'Fan stands still' },
    ...{ CommentName: 'Zhao Lei', COMMENT_TIME: Date.UTC(2026, 10, 21, 2) },
  });
  await act(() => refreshAlarms(queryClient));
  await until(
    () =>
      document.querySelector<HTMLTextAreaElement>('textarea:not([aria-hidden])')?.value === 'Fan stands still' &&
      document.querySelector<HTMLInputElement>('input[value=humanIntervention]')?.checked,
  );
});

it('asks before a comment that was not sent is thrown away', async () => {
  await show({ getAlarmDetail: () => testDetail() });
  await type(document.querySelector<HTMLElement>('input[aria-label=Comments]')!, 'Door is open');
  await click(byRole(document, 'button', 'Close'));
  await until(() => document.body.textContent?.includes('Leave without saving?'));
});

it('that the alarm is off can only be said once it is over', async () => {
  await show({ getAlarmDetail: () => testDetail({ Status: 1 }) });
  expect(document.querySelector('input[value=observing]')).not.toBeNull();
  expect(document.querySelector('input[value=alarmOff]')).toBeNull();
  await unmountAll();
  await show({ getAlarmDetail: () => testDetail({ Status: 2, Active: false }) });
  expect(document.querySelector('input[value=alarmOff]')).not.toBeNull();
});

it('the key a acknowledges the alarm that is open', async () => {
  const { received } = await show({
    getAlarmDetail: () => testDetail(),
    updateStatus: () => testAlarm({ Status: 1, AckedName: 'Lin' }),
  });
  await act(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
  });
  await until(() => received.includes('updateStatus'));
});

it('says that an alarm that is over was worse than at its end, and one that is active than it is now', async () => {
  const over = { Active: false, Status: 2, ALARM_EPOCH_CLEARED: Date.UTC(2026, 10, 21, 2) };
  await show({ getAlarmDetail: () => testDetail({ ...over, Level: 1, WorstLevel: 1, LastLevel: 2 }) });
  expect(document.querySelector('.alarm-heading')?.textContent).toContain('Urgent, at the end Important · Cleared');
  await unmountAll();
  document.body.innerHTML = '';
  await show({ getAlarmDetail: () => testDetail({ Level: 2, WorstLevel: 1, LastLevel: 2 }) });
  expect(document.querySelector('.alarm-heading')?.textContent).toContain('Important, was Urgent · Unacknowledged');
});

it('says first what raised an alarm that became milder since', async () => {
  const at = Date.UTC(2026, 10, 21, 1);
  await show({
    getAlarmDetail: () =>
      testDetail({
        ALARM_DESCRIBE: '−12.4 °C, below −10.0 °C again',
        Journal: [
          { At: at, Kind: 'raised', Level: 1, Text: '−9.2 °C above high-high limit −10.0 °C', UserName: null },
          {
            At: at + 60_000,
            Kind: 'severityChanged',
            Level: 2,
            Text: '−12.4 °C, below −10.0 °C again',
            UserName: null,
          },
        ],
      }),
  });
  expect(document.querySelector('.alarm-sentence')?.textContent).toBe('−9.2 °C above high-high limit −10.0 °C');
  expect(document.body.textContent).toContain('Since then: −12.4 °C, below −10.0 °C again');
});

it('the alarm of a slave says where it is, on which gateway, and whose data is missing', async () => {
  const DeviceList = [{ Mtid: 3, MName: 'Freezer 3', Area: 'Cold hall' }];
  const Source = { Type: 'slave', Id: 7, GatewayId: 2, GatewayName: 'Hall gateway', DeviceList } as const;
  await show(
    {
      getAlarmDetail: () =>
        testDetail({ Mtid: null, MName: '', PointName: 'Rack 1', AlarmType: 'communicationLoss', Source }),
    },
    [...alarmPermissions, permissions.terminals.id],
  );
  expect(document.querySelector('.alarm-heading')?.textContent).toContain('Store · Cold hall');
  expect(document.body.textContent).toContain('On gateway Hall gateway');
  expect(byRole(document, 'link', 'Freezer 3').getAttribute('href')).toContain('/monitor/unit?id=3');
  expect(byRole(document, 'link', 'Open slave').getAttribute('href')).toContain(
    '/terminalManage/slaveStationDetail?id=7',
  );
});

it('says of an alarm that ended because its rule was changed that it ended so, never that it returned, and by which deleted policy it came', async () => {
  await show({
    getAlarmDetail: () =>
      testDetail({
        ...{ Status: 1, Active: false, ALARM_EPOCH_CLEARED: Date.now(), EndReason: 'ruleEdited' },
        ...{ StrategyName: 'Freezers', StrategyDeleted: true },
      }),
  });
  const facts = Object.fromEntries(
    [...document.querySelectorAll('.alarm-facts > div')].map((fact) => [
      fact.querySelector('dt')!.textContent,
      fact.querySelector('dd')!.textContent,
    ]),
  );
  expect(document.querySelector('.alarm-heading')!.textContent).toContain('Ended: rule changed');
  expect(Object.keys(facts)).toContain('Ended');
  expect(Object.keys(facts)).not.toContain('Returned');
  expect(facts.Policy).toBe('Freezers (deleted)');
  expect(document.body.textContent).toContain('Whether its condition was over by then is not known');
});

it('leads to the plan of another project by the rights in that project', async () => {
  const showIn = async (there: number[]) => {
    const { received } = await show(
      {
        getAlarmDetail: () => testDetail({ ProjectId: 2, Mtid: 3 }),
        getUserFuncNewList: ({ query }) =>
          ({ FuncS: query.type === '2' ? there : [], LimitedProjectIdList: [] }) as never,
        getPlanList: () => [
          {
            PlanId: 5,
            PlanName: 'Hall',
            ProjectId: 2,
            LocationId: 2,
            LocationName: 'Store',
            DeviceCount: 1,
            UpdateEpoch: 0,
          },
        ],
      },
      // In the project that is open there is no right to see devices.
      [permissions.alarmManage.id],
    );
    await until(() => received.filter((name) => name === 'getUserFuncNewList').length === 2);
    return received;
  };
  await showIn([permissions.monitorView.id]);
  await until(() =>
    [...document.querySelectorAll('a')].some(({ textContent }) => textContent === 'Replay on the floor plan'),
  );
  unmountAll();
  expect(await showIn([])).not.toContain('getPlanList');
});

it('shows first what the policy says that has to be done', async () => {
  await show({ getAlarmDetail: () => testDetail({ Instruction: 'Move the goods to room 2' }) });
  const reasons = document.querySelector('.alarm-dialog-reasons')!;
  expect(reasons.firstElementChild?.textContent).toBe('InstructionMove the goods to room 2');
});

it('leads to the circuit a little before the alarm where the device stands on no plan', async () => {
  const made = { Kind: 'circuit' as const, Mtid: 8, DiagramName: 'Rack: circuit', ProjectId: 1 };
  await show(
    {
      getAlarmDetail: () => testDetail(),
      getPlanList: () => [],
      getDiagramList: () => [],
      getGeneratedDiagramList: () => [{ ...made, DeviceCount: 2, IsAssumed: false }],
    },
    [...alarmPermissions, permissions.monitorView.id],
  );
  const link = await until(() =>
    [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Replay on the diagram'),
  );
  expect(link.getAttribute('href')).toMatch(/^\/monitor\/configuration\?made=circuit&of=8&at=\d+&project=1$/);
});
