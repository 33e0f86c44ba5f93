import { permissions, type StrategyDetail, StrategyRow } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { type FakeCalls, fakeApi, Refusal } from '../../testing/fakeApi.ts';
import { InTestShell } from '../../testing/InTestShell.tsx';
import { pagesInEnglish } from '../../testing/pagesInEnglish.ts';
import { act, byRole, click, render, type, unmountAll, until } from '../../testing/render.tsx';
import { testSession } from '../../testing/session.ts';
import { placeOf } from '../backTest/TrialMarks.tsx';
import { StrategyPage } from './StrategyPage.tsx';

pagesInEnglish();

const point = {
  PointId: 5,
  PointName: 'Air',
  OwnName: '库温',
  PointTypeId: 2,
  PointTypeName: 'Temperature',
  PointType: 0,
  Unit: '°C',
  Decimals: 1,
  UnitMap: [],
  ModelTreeId: 3,
  ModelTreeName: 'Freezer 1',
  SmallTypeId: 4,
  SmallTypeName: 'Freezer room',
  Area: null,
};
const strategy: StrategyDetail = {
  StrategyId: 9,
  ProjectId: 1,
  ProjectName: 'Project 1',
  StrategyName: 'Freezer temperature',
  Remarks: '',
  SmallTypeId: 4,
  SmallTypeName: 'Freezer room',
  PointTypeId: 2,
  PointTypeName: 'Temperature',
  Enabled: true,
  AlarmClassList: ['limit'],
  Level: 2,
  PointCount: 1,
  SourceCount: 0,
  OverrideCount: 0,
  ContactNameList: ['Wang Qiang'],
  OpenCount: 0,
  CreateName: null,
  ChangedEPOCH: 1_790_000_000_000,
  MayEdit: true,
  Name: '冷冻间超温',
  NameEn: 'Freezer temperature',
  OwnRemarks: '',
  RemarksEn: null,
  Instruction: '',
  InstructionEn: null,
  TimeZone: 'Asia/Shanghai',
  EscalateMinutes: 15,
  RepeatMinutes: 30,
  NotifyOnClear: true,
  RuleList: [
    {
      RuleId: 11,
      Definition: {
        kind: 'limit',
        bands: { high: { limit: -15, severity: 2 }, highHigh: { limit: -10, severity: 1 } },
        deadband: 1,
        onDelaySeconds: 600,
        offDelaySeconds: 120,
      },
      Text: 'Above high limit',
    },
  ],
  PointList: [point],
  HiddenPointCount: 0,
  SourceList: [],
  OverrideList: [],
  ContactList: [
    {
      UserId: 7,
      UserName: 'Wang Qiang',
      Step: 0,
      LevelList: [1, 2],
      ChannelList: ['sms'],
      WeekdayList: [1, 2, 3, 4, 5, 6, 7],
      From: null,
      Until: null,
      EndsNextDay: false,
      TellsOffline: true,
      LackList: ['mobile'],
    },
  ],
};
const row = Object.fromEntries(
  Object.entries(strategy).filter(([name]) => name in StrategyRow.shape),
) as unknown as StrategyRow;
/** What an edit that changes no alarm is told. */
const touchesNothing = {
  ...{ ContinueCount: 0, EndCount: 0, BeginCount: 0, UnknownCount: 0, NotJudgedCount: 0 },
  PointList: [],
};

const answers = (sent: unknown[]): FakeCalls => ({
  getAlarmStrategy: () => strategy,
  getAlarmStrategyChoices: () => ({
    ProjectName: 'Project 1',
    SmallTypeList: [{ Key: 4, Value: 'Freezer room' }],
    PointTypeList: [
      {
        Key: 2,
        Value: 'Temperature',
        PointType: 0,
        PointNameList: [
          { Name: '库温', Text: 'Air' },
          { Name: '设定温度', Text: 'Setpoint' },
        ],
      },
    ],
    LocationList: [],
    ModelTreeList: [],
    SourceList: [],
    PersonList: [
      { UserId: 7, UserName: 'Wang Qiang', Department: null, HasMobile: false, HasEmail: true, SeesEvents: true },
    ],
  }),
  getPointData: () => [],
  checkAlarmReferences: () => [],
  checkAlarmDelays: () => [],
  getAlarmStrategyPage: () => ({ Data: [], TotalCount: 0 }),
  getAlarmStrategyPoints: () => ({ Data: [], TotalCount: 0 }),
  getPolicyProposals: () => ({ DeviceCount: 0, DeviceNameList: [], ProposalList: [] }),
  getStrategyTemplateChoices: () => ({ SmallTypeList: [], PointTypeList: [] }),
  previewAlarmStrategy: () => touchesNothing,
  updateAlarmStrategy: ({ body }) => {
    sent.push(body);
    return null;
  },
});
const show = async (sent: unknown[], shownStrategy = strategy, others: FakeCalls = {}, more = '') => {
  const api = fakeApi({ ...answers(sent), getAlarmStrategy: () => shownStrategy, ...others });
  await render(
    <InTestShell
      at={`/alarmManage/thresholdAlarmEdit?id=9${more}`}
      session={testSession({ held: [permissions.alarmStrategyEdit.id] })}
    >
      <StrategyPage />
    </InTestShell>,
  );
  await until(() => document.querySelector('input[value="冷冻间超温"]'));
  return api;
};
const field = (label: string) => byRole(document, 'spinbutton', label);
const choose = async (label: string, option: string) => {
  const box = byRole(document, 'combobox', label);
  await act(async () => void box.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));
  const fitting = () =>
    [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].find(
      ({ textContent }) => textContent === option,
    );
  await click(await until(fitting));
};
const save = () => click(byRole(document, 'button', 'Save'));

it('sends of a strategy only what was changed: a condition with its number, the rest as others left it', async () => {
  const sent: unknown[] = [];
  await show(sent);
  await type(field('High limit'), '-16');
  await act(() => field('High limit').blur());
  await save();
  await until(() => sent.length === 1);
  expect(sent[0]).toEqual({
    StrategyId: 9,
    RuleList: [
      {
        RuleId: 11,
        Definition: {
          ...strategy.RuleList[0]!.Definition,
          bands: { high: { limit: -16, severity: 2 }, highHigh: { limit: -10, severity: 1 } },
        },
      },
    ],
    RemoveRuleIdList: [],
  });
});

it('says of a policy without contacts, when it is saved, that it calls only those on duty', async () => {
  const says = (words: string) => document.body.textContent?.includes(words) ?? false;
  await show([], { ...strategy, ContactList: [] });
  await type(field('High limit'), '-14');
  await save();
  await until(() => says('This policy has no contacts'));
  await unmountAll();
  await show([]);
  await type(field('High limit'), '-14');
  await save();
  await until(() => says('Saved'));
});

it('says in the policy and when it is saved that nobody reads of alarms while offline, where every contact switched that off', async () => {
  const says = (words: string) => document.body.textContent?.includes(words) ?? false;
  const contact = { ...strategy.ContactList[0]!, TellsOffline: false };
  await show([], { ...strategy, ContactList: [contact] });
  await until(() => says('No contact reads of alarms'));
  await type(field('High limit'), '-14');
  await save();
  await until(() => says('Saved. No contact reads of alarms'));
  await unmountAll();
  await show([], { ...strategy, ContactList: [contact, { ...contact, UserId: 8, TellsOffline: true }] });
  expect(says('No contact reads of alarms')).toBe(false);
});

it('says beside the condition what does not go together, and sends nothing; what a contact lacks stands beside that contact', async () => {
  const sent: unknown[] = [];
  await show(sent);
  expect(document.body.textContent).toContain('No phone number: neither SMS nor calls');
  await type(field('High-high limit'), '-20');
  await act(() => field('High-high limit').blur());
  await save();
  await until(() => document.body.textContent?.includes('The high-high limit must be above the high limit'));
  expect(sent).toEqual([]);
});

it('says beside a delay how long it may be at most, and sends nothing', async () => {
  const sent: unknown[] = [];
  await show(sent);
  await type(field('For at least (minutes)'), '20000');
  await act(() => field('For at least (minutes)').blur());
  await save();
  await until(() => document.body.textContent?.includes('At most 7 days'));
  expect(sent).toEqual([]);
});

it('says beside each number that is wrong why it is, all at once and before anything is saved', async () => {
  await show([]);
  await type(field('High-high limit'), '-20');
  await type(field('Deadband'), '-1');
  await type(field('For at least (minutes)'), '-5');
  const beside = (label: string) => field(label).closest('.strategy-band, .strategy-labelled')?.textContent;
  expect(beside('High-high limit')).toContain('The high-high limit must be above the high limit');
  expect(beside('Deadband')).toContain('Not less than 0');
  expect(beside('For at least (minutes)')).toContain('Not less than 0');
  expect(beside('High limit')).not.toContain('must');
  await type(field('High-high limit'), '-10');
  expect(document.body.textContent).not.toContain('must be above');
});

it('says of a limit or a delay that is no number that it is none, keeps it in sight, and sends nothing', async () => {
  const sent: unknown[] = [];
  await show(sent);
  for (const [label, typed] of [
    ['High-high limit', '-10,5'],
    ['For at least (minutes)', 'abc'],
  ] as const) {
    await type(field(label), typed);
    await act(() => field(label).dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    await until(() =>
      field(label).closest('.strategy-band, .strategy-labelled')?.textContent?.includes('Must be a number'),
    );
    expect((field(label) as HTMLInputElement).value).toBe(typed);
  }
  await save();
  expect(sent).toEqual([]);
});

it('says that another policy of the project has the name already, and lets it be', async () => {
  await show([], strategy, {
    getAlarmStrategyPage: ({ body }) => {
      const { StrategyName } = body as { StrategyName: string };
      return { Data: [{ ...row, StrategyName, StrategyId: StrategyName === 'Cold room' ? 8 : 9 }], TotalCount: 1 };
    },
  });
  const words = 'Another policy of this project has this name';
  expect(document.body.textContent).not.toContain(words);
  await type(byRole(document, 'textbox', 'Policy name'), 'Cold room');
  await until(() => document.body.textContent?.includes(words));
});

it('says on which devices a condition does not find what it looks at, and sends the name that says which is meant', async () => {
  const sent: { RuleList: { Definition: unknown }[] }[] = [];
  const [rule] = strategy.RuleList;
  const high = { limit: 3, severity: 2, from: { pointTypeId: 2 } };
  const Definition = { ...rule!.Definition, bands: { high } } as never;
  await show(
    sent,
    { ...strategy, RuleList: [{ ...rule!, Definition }] },
    {
      checkAlarmReferences: ({ body }) =>
        JSON.stringify(body).includes('设定温度')
          ? []
          : [
              {
                RuleIndex: 0,
                Kind: 'ambiguous',
                What: 'Temperature',
                IsJudged: true,
                DeviceCount: 21,
                DeviceNameList: ['Freezer 1'],
                CandidateList: ['Coil', 'Setpoint'],
              },
            ],
    },
  );
  const note = 'Several of “Temperature” (Coil, Setpoint) on Freezer 1 and 20 more: choose which by its name.';
  await until(() => document.body.textContent?.includes(note));
  await choose('Point to follow · point name', 'Setpoint');
  await until(() => !document.body.textContent?.includes(note));
  await save();
  await until(() => sent.length === 1);
  expect(sent[0]!.RuleList[0]!.Definition).toMatchObject({
    bands: { high: { limit: 3, from: { pointTypeId: 2, pointName: '设定温度' } } },
  });
});

it('a policy that was deleted meanwhile says so in view, and what was typed can be saved as a new one', async () => {
  const added: unknown[] = [];
  const seen: Element[] = [];
  const { scrollIntoView } = Element.prototype;
  Element.prototype.scrollIntoView = function () {
    seen.push(this);
  };
  await show([], strategy, {
    updateAlarmStrategy: () => new Refusal(404, 'Not found'),
    addAlarmStrategy: ({ body }) => {
      added.push(body);
      return { StrategyId: 10 };
    },
  });
  await type(field('High limit'), '-16');
  await save();
  await until(() => document.body.textContent?.includes('This policy has been deleted meanwhile'));
  expect(seen.some((each) => each.textContent?.includes('This policy has been deleted'))).toBe(true);
  Element.prototype.scrollIntoView = scrollIntoView;
  await click(byRole(document, 'button', 'Save as a new policy'));
  await until(() => added.length === 1);
  expect(added[0]).toMatchObject({
    StrategyName: '冷冻间超温',
    RuleList: [{ Definition: { bands: { high: { limit: -16 } } } }],
  });
  expect(JSON.stringify(added)).not.toContain('RuleId');
});

it('says before it saves which alarms continue, end and begin; who thinks better of it loses nothing', async () => {
  const sent: unknown[] = [];
  await show(sent, strategy, {
    previewAlarmStrategy: () => ({
      ...{ ...touchesNothing, ContinueCount: 2, BeginCount: 1 },
      PointList: [{ PointId: 5, Outcome: 'begins' as const }],
    }),
  });
  await type(field('High limit'), '-16');
  await save();
  await until(() => document.body.textContent?.includes('Freezer 1 · Air: begins'));
  expect(document.body.textContent).toContain('2 continue');
  await click(byRole(document.querySelector('.ant-modal-confirm')!, 'button', 'Cancel'));
  expect(sent).toEqual([]);
  await save();
  await click(await until(() => byRole(document.querySelector('.ant-modal-confirm')!, 'button', 'Save')));
  await until(() => sent.length === 1);
});

it('names points whose readings are too far apart for a delay, and says it once more when it is saved', async () => {
  const sent: unknown[] = [];
  await show(sent, strategy, {
    checkAlarmDelays: () => [
      {
        ...{ RuleIndex: 0, DelaySeconds: 300, Cycle: 60, NeededCycle: 600 },
        ...{ PointCount: 3, PointNameList: ['Freezer 1 · Air', 'Freezer 2 · Air'] },
      },
    ],
  });
  const said =
    'In stored data the delay of 5 min never completes: readings about every 10 min, cycle set to 1 min (Freezer 1 · Air, Freezer 2 · Air and 1 more). Set the cycle to 10 min.';
  await until(() => document.querySelector('.strategy-references')?.textContent === said);
  await type(byRole(document, 'textbox', 'Policy name'), '冷冻间温度');
  await save();
  await until(() => sent.length === 1);
  await until(() => document.querySelector('.ant-message, .ant-notification')?.textContent?.includes(said));
});

it('saves without a question what changes no alarm, such as its name', async () => {
  const sent: unknown[] = [];
  const { received } = await show(sent, { ...strategy, OpenCount: 3 });
  await type(byRole(document, 'textbox', 'Policy name'), '冷冻间温度');
  await save();
  await until(() => sent.length === 1);
  expect(received).not.toContain('previewAlarmStrategy');
  await type(field('High limit'), '-16');
  await save();
  await until(() => sent.length === 2);
  expect(received).toContain('previewAlarmStrategy');
});

it('limits of a single device say beside their number what is wrong, and what the server refuses in words, never as a path', async () => {
  await show([], strategy, {
    setAlarmStrategyOverride: () =>
      new Refusal(400, 'Check: Definition.bands.high.from: There are several points of this type', {
        Fields: [{ Field: 'Definition.bands.high.from', Message: 'There are several points of this type' }],
      }),
  });
  await click(byRole(document, 'button', 'Give a device its own limits'));
  const dialog = await until(() => document.querySelector<HTMLElement>('[role=dialog]'));
  await choose('Points', 'Freezer 1 · Air');
  const high = byRole(dialog, 'spinbutton', 'High limit');
  await type(high, '-5');
  const own = byRole(dialog, 'spinbutton', 'High-high limit').closest('.strategy-band');
  expect(own?.textContent).toContain('The high-high limit must be above the high limit');
  const ok = byRole(dialog, 'button', 'OK') as HTMLButtonElement;
  expect(ok.disabled).toBe(true);
  await type(high, '-16');
  await click(ok);
  await until(() => dialog.textContent?.includes('There are several points of this type'));
  expect(document.body.textContent).not.toContain('Definition.');
});

it('says before limits of a single device are saved what they do to alarms, and saves nothing when that is not wanted', async () => {
  const { received, requests } = await show([], strategy, {
    previewAlarmStrategy: () => ({
      ...touchesNothing,
      BeginCount: 1,
      PointList: [{ PointId: point.PointId, Outcome: 'begins' }],
    }),
  });
  await click(byRole(document, 'button', 'Give a device its own limits'));
  const dialog = await until(() => document.querySelector<HTMLElement>('[role=dialog]'));
  await choose('Points', 'Freezer 1 · Air');
  await type(byRole(dialog, 'spinbutton', 'High limit'), '-16');
  await click(byRole(dialog, 'button', 'OK'));
  const question = await until(() => document.querySelector<HTMLElement>('.ant-modal-confirm'));
  expect(question.textContent).toContain('Freezer 1 · Air');
  await click(byRole(question, 'button', 'Cancel'));
  expect(received).not.toContain('setAlarmStrategyOverride');
  expect(requests[received.lastIndexOf('previewAlarmStrategy')]!.body).toMatchObject({
    OwnLimits: { PointIdList: [point.PointId] },
  });
});

it('waits for several states of other points at once; one of them is taken back, another added, each with its own times', async () => {
  const sent: { RuleList: { Definition: { onlyWhile: object[] } }[] }[] = [];
  const door = { point: { pointTypeId: 8 }, values: [0], settleSeconds: 600, maxHiddenSeconds: 1800 };
  const defrost = { point: { pointTypeId: 9 }, values: [0], settleSeconds: 1500, maxHiddenSeconds: 5400 };
  const [rule] = strategy.RuleList;
  const Definition = { ...rule!.Definition, onlyWhile: [door, defrost] } as never;
  await show(sent, { ...strategy, RuleList: [{ ...rule!, Definition }] });
  const settle = () => [...document.querySelectorAll<HTMLElement>('[aria-label="And for (minutes) after"]')];
  expect(settle().map((each) => (each as HTMLInputElement).value)).toEqual(['10', '25']);
  await click(byRole(document, 'button', 'Remove: State 1'));
  await click(byRole(document, 'button', 'Add another state'));
  expect(settle().map((each) => (each as HTMLInputElement).value)).toEqual(['25', '15']);
  await click(byRole(document, 'button', 'Remove: State 2'));
  await save();
  await until(() => sent.length === 1);
  expect(sent[0]!.RuleList[0]!.Definition.onlyWhile).toEqual([defrost]);
});

it('marks of a trial lie on the scale of the curve, what began before it or still lasts cut at its edges, none too thin to see', () => {
  const span = { from: 1000, to: 2000 };
  const edges = { left: 50, right: 150 };
  const at = (from: number, to: number | null) =>
    placeOf({ from, to, level: 2, what: 'Limit', extreme: null }, span, edges);
  expect(at(1500, 1700)).toEqual({ x: 100, width: 20 });
  expect(at(500, 1100)).toEqual({ x: 50, width: 10 });
  expect(at(1900, null)).toEqual({ x: 140, width: 10 });
  expect(at(1500, 1501)).toEqual({ x: 100, width: 2 });
  expect([at(2000, null), at(100, 1000)]).toEqual([null, null]);
});

it('opens on the curve of the point that the address names, and on the first where it is none of these', async () => {
  const ofTwo = {
    ...strategy,
    PointList: [point, { ...point, PointId: 6, ModelTreeName: 'Freezer 2' }],
    PointCount: 2,
  };
  const drawn = async (more: string) => {
    const { received, requests } = await show([], ofTwo, {}, more);
    await until(() => received.includes('getPointData'));
    const asked = requests[received.indexOf('getPointData')]!.query.pointIdList;
    await unmountAll();
    return asked;
  };
  expect(await drawn('&point=6')).toBe('6');
  expect(await drawn('&point=7')).toBe('5');
  expect(await drawn('')).toBe('5');
});

it('a new policy begins with what the devices measure that it is asked for, and reproaches nobody before something is typed or saved', async () => {
  const point = (PointId: number, PointType: number, PointTypeId: number) => ({
    ...{ PointId, PointName: `Air ${PointId}`, OwnName: '库温', PointTypeId, PointTypeName: 'Temperature', PointType },
    ...{ Unit: '°C', Decimals: 1, UnitMap: [], ModelTreeId: 5, ModelTreeName: 'Freezer 9', SmallTypeId: 4 },
    ...{ SmallTypeName: 'Freezer room', Area: null },
  });
  fakeApi({
    ...answers([]),
    getAlarmStrategyPoints: () => ({ Data: [point(1, 1, 3), point(2, 0, 2), point(3, 0, 2)], TotalCount: 3 }),
  });
  await render(
    <InTestShell
      at="/alarmManage/thresholdAlarmEdit?devices=5"
      session={testSession({ held: [permissions.alarmStrategyEdit.id] })}
    >
      <StrategyPage />
    </InTestShell>,
  );
  await until(() => document.querySelector('input[value="Freezer 9 Air 2"]'));
  const points = [...document.querySelectorAll('.strategy-point-list li')].map(({ textContent }) => textContent);
  expect(points).toEqual(['Freezer 9 · Air 2×', 'Freezer 9 · Air 3×']);
  const reproach = () => document.body.textContent?.includes('Set at least one limit');
  expect(reproach()).toBe(false);
  await save();
  await until(reproach);
});

it('an invitation that is begun while a new policy is being saved stays open when the policy is there', async () => {
  let done: (saved: { StrategyId: number }) => void = () => {};
  fakeApi({
    ...answers([]),
    getAlarmStrategyPoints: () => ({ Data: [point], TotalCount: 1 }),
    addAlarmStrategy: () => new Promise((resolve) => (done = resolve)),
    getCompanyRoleList: () => ({ RoleList: [], Tree: [] }),
    getUserModel: () => ({
      ...{ ProjectId: 1, UserId: 1, DeviceMode: 'all', ReadWrite: 'readWrite', AlarmLevelList: [1, 2, 3, 4] },
      ModelTreeList: [
        { ModelTreeId: 3, ModelTreeName: 'Freezer 1', AreaName: '', ReadWrite: 'readWrite', Listed: false },
      ],
    }),
  });
  await render(
    <InTestShell
      at="/alarmManage/thresholdAlarmEdit?devices=3"
      session={testSession({ held: [permissions.alarmStrategyEdit.id, permissions.projectConfig.id] })}
    >
      <StrategyPage />
    </InTestShell>,
  );
  await until(() => document.querySelector('input[value="Freezer 1 Air"]'));
  await type(field('High limit'), '-15');
  await save();
  await click(byRole(document, 'button', 'Invite people'));
  const proposed = () => document.querySelector('[role=dialog] [title="Freezer 1"]');
  await until(proposed);
  await act(async () => done({ StrategyId: 9 }));
  await until(() => document.querySelector('input[value="冷冻间超温"]'));
  expect(proposed()).toBeTruthy();
});
