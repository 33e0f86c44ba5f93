import { randomUUID } from 'node:crypto';
import { maintenanceErrors, type ServiceWindow } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayAfter, epochOfLocal, localOfEpoch, weekdayOf } from '../../platform/zonedTime.ts';
import { startTestApplication, type TestApplication } from '../../testing/application.ts';
import { type AskAs, askAs } from '../../testing/askAs.ts';
import { aCompany, aDevice, aMember, aProject } from '../../testing/factories.ts';
import { aTeam } from '../../testing/teamFactory.ts';

let app: TestApplication;
let ask: AskAs;
let keeper: number;
let partner: number;
let reader: number;
let engineer: number;
let stranger: number;
let projectId: number;
let deviceId: number;
let teamId: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      deviceId = await aDevice(db, projectId);
      const permissions = ['maintenanceTemplates', 'maintenanceContracts', 'contractSign', 'allProjects'] as const;
      keeper = await aMember(db, companyId, -1, { permissions });
      partner = await aMember(db, companyId, -1, { permissions });
      reader = await aMember(db, companyId, -1, { permissions: ['maintenanceView'] });
      engineer = await aMember(db, companyId, projectId, { permissions: ['repairWork'] });
      stranger = await aMember(db, await aCompany(db), -1, { permissions });
      teamId = await aTeam(db, companyId, [engineer]);
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

const today = () => localOfEpoch(Date.now(), 'Asia/Shanghai').slice(0, 10);
const calendars = async (who = keeper) => (await ask(who, 'getServiceCalendars', { query: {} })).data;
const window = (Weekday: number, From: string, To: string): ServiceWindow => ({ Weekday, From, To });
const save = (body: object, language: 'zh' | 'en' = 'en') =>
  ask(
    keeper,
    'saveServiceCalendar',
    { body: { CalendarName: 'Shops', WindowList: [window(1, '08:00', '18:00')], HolidayList: [], ...body } },
    { language },
  );

test('a calendar has hours of each weekday, apart and not empty, and holidays of its own', async () => {
  const wrong: [object, string, string][] = [
    [{ WindowList: [] }, 'Set hours of at least one weekday.', '至少设置一个工作日的服务时段'],
    [
      { WindowList: [window(8, '08:00', '18:00')] },
      'Set hours of at least one weekday.',
      '至少设置一个工作日的服务时段',
    ],
    [{ WindowList: [window(1, '18:00', '08:00')] }, 'Hours end after they begin.', '服务时段的结束须晚于开始'],
    [{ WindowList: [window(1, '08:00', '08:00')] }, 'Hours end after they begin.', '服务时段的结束须晚于开始'],
    [
      { WindowList: [window(1, '08:00', '12:30'), window(1, '12:00', '18:00')] },
      'Hours of one day must not overlap.',
      '同一天的服务时段不能重叠',
    ],
    [{ WindowList: [window(1, '8 am', '18:00')] }, 'Times are written 08:00', '时间格式为 08:00'],
    [{ WindowList: [window(9, '08:00', '18:00')] }, 'WindowList', 'WindowList'],
    [{ HolidayList: ['2027-02-30'] }, 'HolidayList', 'HolidayList'],
  ];
  for (const [body, en, zh] of wrong)
    for (const [language, sentence] of [['en', en] as const, ['zh', zh] as const]) {
      const { status, message } = await save(body, language);
      expect([status, message]).toEqual([400, expect.stringContaining(sentence)]);
    }
  expect(await calendars()).toEqual([]);

  const hours = [window(2, '13:00', '24:00'), window(2, '08:00', '12:00'), window(8, '10:00', '12:00')];
  const { CalendarId } = (await save({ WindowList: hours, HolidayList: ['2027-02-06', '2027-01-01', '2027-01-01'] }))
    .data;
  expect(await calendars(reader)).toMatchObject([
    {
      CalendarName: 'Shops',
      WindowList: [hours[1], hours[0], hours[2]],
      HolidayList: ['2027-01-01', '2027-02-06'],
    },
  ]);
  const taken = await save({});
  expect([taken.status, taken.message]).toEqual([409, maintenanceErrors.calendarNameTaken.en]);
  expect((await save({ CalendarId, CalendarName: 'Big shops' })).status).toBe(200);
  // Another company neither sees nor changes it.
  expect(await calendars(stranger)).toEqual([]);
  const foreign = { CalendarId, CalendarName: 'Mine', WindowList: [window(1, '08:00', '18:00')] };
  expect((await ask(stranger, 'saveServiceCalendar', { body: foreign })).status).toBe(404);
  expect((await ask(stranger, 'deleteServiceCalendar', { body: { CalendarId } })).status).toBe(404);
  expect((await ask(reader, 'deleteServiceCalendar', { body: { CalendarId } })).status).toBe(403);
  expect((await calendars()).map(({ CalendarName }) => CalendarName)).toEqual(['Big shops']);
  expect((await ask(keeper, 'deleteServiceCalendar', { body: { CalendarId } })).status).toBe(200);
  expect(await calendars()).toEqual([]);
});

test('targets of a contract count in the hours of its calendar as they were agreed, also when it is changed and deleted', async () => {
  const openOn = dayAfter(today(), 2);
  const day = weekdayOf(openOn);
  const { CalendarId } = (await save({ CalendarName: 'One hour', WindowList: [window(day, '10:00', '11:00')] })).data;
  const { TemplateId } = (await ask(keeper, 'addMaintenanceTemplate', { body: { TemplateName: 'Monthly' } })).data;
  await ask(keeper, 'editMaintenanceTemplate', {
    body: { TemplateId, GroupList: [{ GroupName: 'Room', ItemList: [{ Name: 'Clean', Content: 'yesNo' }] }] } as never,
  });
  await ask(keeper, 'publishMaintenanceTemplate', { body: { TemplateId } });
  const target = { Level: 1, ResponseMinutes: 5, ArrivalMinutes: 30, ResolutionMinutes: 90, CalendarId };
  const contract = (TargetList: object[], language: 'zh' | 'en' = 'en') =>
    ask(
      keeper,
      'addContract',
      {
        body: {
          ...{ ContractName: 'Service', ContractNumber: 'K-9', PartyA: 'Store', TeamId: teamId },
          ...{ StartDate: today(), EndDate: dayAfter(today(), 300), FirstDate: dayAfter(today(), 30), Cycle: 'month' },
          ...{ ProjectIdList: [projectId], TemplateIdList: [TemplateId], TargetList },
        } as never,
      },
      { language },
    );
  for (const [wrong, refusal] of [
    [{ ...target, CalendarId: 999_999_999 }, maintenanceErrors.calendarGone],
    [{ ...target, ResolutionMinutes: 60 * 105 }, maintenanceErrors.targetTooLong],
  ] as const)
    for (const language of ['en', 'zh'] as const) {
      const { status, message } = await contract([wrong], language);
      expect([status, message]).toEqual([400, refusal[language]]);
    }
  const { ContractId } = (await contract([target])).data;
  const read = async () => (await ask(keeper, 'getContractPage', { body: {} })).data.Data[0]!;
  const { Hash } = await read();
  for (const [who, Party] of [
    [keeper, 'a'],
    [partner, 'b'],
  ] as const)
    expect((await ask(who, 'signContract', { body: { ContractId, Party, Hash } })).status).toBe(200);

  // The contract keeps its hours: neither this nor a change of its own that says the same makes the signatures void.
  await save({ CalendarId, CalendarName: 'Two hours', WindowList: [window(day, '10:00', '12:00')] });
  await ask(keeper, 'editContract', { body: { ContractId, TargetList: [target] } as never });
  expect(await read()).toMatchObject({
    Hash,
    TargetList: [{ CalendarId, CalendarName: 'One hour', CalendarHours: expect.stringContaining('10:00–11:00') }],
  });
  await ask(keeper, 'deleteServiceCalendar', { body: { CalendarId } });
  await ask(keeper, 'editContract', { body: { ContractId, TargetList: [target] } as never });
  expect(await read()).toMatchObject({ Hash, State: 'inEffect', TargetList: [{ CalendarName: 'One hour' }] });

  const { data: order } = await ask(engineer, 'addRepairActive', {
    body: {
      ...{ ProjectId: projectId, EquipmentId: deviceId, FaultContent: 'Warm', Level: 1 },
      ClientKey: randomUUID(),
    },
  });
  const at = (clock: string, weeks = 0) => epochOfLocal(`${dayAfter(openOn, 7 * weeks)} ${clock}`, 'Asia/Shanghai');
  expect(order.ClockList.map(({ Kind, DueEPOCH, UsedSeconds }) => [Kind, DueEPOCH, UsedSeconds])).toEqual([
    ['response', at('10:05'), 0],
    ['arrival', at('10:30'), 0],
    ['resolution', at('10:30', 1), 0],
  ]);
});
