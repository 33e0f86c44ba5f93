import type { PolicyProposal } from '@watchpost/contract';
import { expect, it } from 'vitest';
import type { FakeCalls } from '../../testing/fakeApi.ts';
import { pagesInEnglish } from '../../testing/pagesInEnglish.ts';
import { byRole, click, until } from '../../testing/render.tsx';
import { said, showPage } from '../../testing/showPage.tsx';
import { StrategyPage } from './StrategyPage.tsx';

pagesInEnglish();

type Offer = PolicyProposal['OfferList'][number];

const held = ['alarmManage', 'alarmStrategyEdit'] as const;
const offer = (more: Partial<Offer>): Offer => ({
  ...{ Source: 'template', Id: 7, Name: 'Frozen food', ProjectName: null, ExtendsName: null },
  ...{ RuleTextList: ['Above -15 °C for 10 min'], PointIdList: [21, 22], ModelTreeIdList: [3, 4], ContactNameList: [] },
  ...more,
});
const door = offer({
  ...{ Source: 'project', Id: 9, Name: 'Doors', ExtendsName: 'Doors', ContactNameList: ['Wang Qiang'] },
  ...{ RuleTextList: ['Open for 5 min'], PointIdList: [31], ModelTreeIdList: [3] },
});
const proposal = (PointTypeId: number, PointTypeName: string, ...OfferList: Offer[]): PolicyProposal => ({
  ...{ SmallTypeId: 4, SmallTypeName: 'Freezer room', PointTypeId, PointTypeName, OfferList },
});
const page = async (ProposalList: PolicyProposal[], answers: FakeCalls = {}, devices = '3,4') =>
  showPage(<StrategyPage />, {
    held,
    at: `/alarmManage/thresholdAlarmEdit?devices=${devices}`,
    answers: {
      getPolicyProposals: () => ({ DeviceCount: 2, DeviceNameList: ['Freezer 1', 'Freezer 2'], ProposalList }),
      getAlarmStrategyPoints: () => ({ Data: [], TotalCount: 0 }),
      getAlarmStrategyChoices: () => ({
        ...{ ProjectName: 'Project 1', SmallTypeList: [], PointTypeList: [], LocationList: [], ModelTreeList: [] },
        ...{ SourceList: [], PersonList: [] },
      }),
      checkAlarmReferences: () => [],
      checkAlarmDelays: () => [],
      getAlarmStrategyPage: () => ({ Data: [], TotalCount: 0 }),
      getStrategyTemplatePage: () => ({ Data: [], TotalCount: 0 }),
      getStrategyTemplateChoices: () => ({ SmallTypeList: [], PointTypeList: [] }),
      ...answers,
    },
  });
const pick = (words: string) =>
  click(
    [...document.querySelectorAll<HTMLElement>('.ant-radio-wrapper')]
      .find(({ textContent }) => textContent?.startsWith(words))!
      .querySelector('input')!,
  );
const given = (StrategyId: number) => [
  {
    ...{ ProjectId: 1, ProjectName: 'Project 1', DeviceCount: 2, PointCount: 2, WatchedCount: 0, NewCount: 1 },
    ...{ StrategyIdList: [StrategyId], ExtendedName: null, LackingCount: 0, LackingList: [] },
  },
];

it('proposes for devices that were just made what a template says, says that it notifies nobody, and saves it only with a click', async () => {
  const { received, bodyOf } = await page([proposal(2, 'Temperature', offer({}))], {
    applyStrategyTemplate: () => given(15),
  });
  const save = await until(() => byRole(document, 'button', 'Save this policy'));
  expect(said()).toContain('Alarm policies for these 2 devices');
  expect(said()).toContain('Freezer 1, Freezer 2');
  expect(said()).toContain('Above -15 °C for 10 min');
  expect(said()).toContain('No contacts: only people on duty');
  expect(received).not.toContain('applyStrategyTemplate');
  await click(save);
  await until(() => said().includes('This policy has no contacts'));
  expect(bodyOf('applyStrategyTemplate')).toEqual({ TemplateId: 7, ProjectIdList: [1], ModelTreeIdList: [3, 4] });
});

it('takes one offer for each type of point; points go under a policy of the project, and what is not wanted is not saved', async () => {
  const { received, bodyOf } = await page(
    [proposal(2, 'Temperature', offer({}), offer({ Id: 8, Name: 'Ice cream' })), proposal(5, 'Door', door)],
    {
      applyStrategyTemplate: () => given(15),
      assignAlarmStrategy: () => ({ Matched: 1, Changed: 1, UnclearList: [] }),
    },
  );
  await until(() => byRole(document, 'button', 'Save 2 policies'));
  expect(said()).toContain('Added to the policy “Doors”');
  expect(said()).toContain('Notifies: Wang Qiang');
  await pick('Ice cream');
  await click(byRole(document, 'button', 'Save 2 policies'));
  await until(() => received.includes('assignAlarmStrategy'));
  expect(bodyOf('applyStrategyTemplate')).toMatchObject({ TemplateId: 8 });
  expect(bodyOf('assignAlarmStrategy')).toEqual({ StrategyId: 9, PointIdList: [31] });
});

it('makes what devices of the same class have in another project again here, for nobody of there', async () => {
  const elsewhere = offer({ Source: 'company', Id: 12, Name: 'Frozen food', ProjectName: 'Harbour' });
  const { bodyOf, requests, received } = await page([proposal(2, 'Temperature', elsewhere)], {
    addAlarmStrategy: () => ({ StrategyId: 16 }),
    getAlarmStrategy: () => other,
  });
  await until(() => said().includes('Same class · Harbour'));
  await click(byRole(document, 'button', 'Save this policy'));
  await until(() => received.includes('addAlarmStrategy'));
  expect(requests[received.indexOf('getAlarmStrategy')]?.query).toMatchObject({ strategyId: '12' });
  expect(bodyOf('addAlarmStrategy')).toMatchObject({
    ...{ ProjectId: 1, StrategyName: '冷冻', PointIdList: [21, 22], ContactList: [], GatewayIdList: [] },
    RuleList: [{ Definition: { kind: 'limit', bands: { high: { limit: -15 } } } }],
  });
  expect(JSON.stringify(bodyOf('addAlarmStrategy'))).not.toContain('RuleId');
});

it('leaves it to the person to take none, or to set up another', async () => {
  const { received } = await page([proposal(2, 'Temperature', offer({}))]);
  await until(() => said().includes('None for now'));
  await pick('None for now');
  expect(byRole(document, 'button', 'Save this policy')).toHaveProperty('disabled', true);
  await click(byRole(document, 'button', 'Set up another'));
  await until(() => said().includes('Policy name'));
  expect(received).not.toContain('applyStrategyTemplate');
});

it('goes to the policy itself where nothing fits, and asks for every device of the project where it is not said which', async () => {
  const { bodyOf } = await page([], {}, 'all');
  await until(() => byRole(document, 'textbox', 'Policy name'));
  expect(bodyOf('getPolicyProposals')).toEqual({ ProjectId: 1 });
});

const other = {
  ...{ StrategyId: 12, ProjectId: 2, ProjectName: 'Harbour', StrategyName: 'Frozen food', Remarks: '' },
  ...{ SmallTypeId: 4, SmallTypeName: 'Freezer room', PointTypeId: 2, PointTypeName: 'Temperature', Enabled: true },
  ...{ AlarmClassList: ['limit'], Level: 2, PointCount: 1, SourceCount: 1, OverrideCount: 0, ContactNameList: ['Li'] },
  ...{ OpenCount: 0, CreateName: null, ChangedEPOCH: 1_790_000_000_000, MayEdit: false, Name: '冷冻', NameEn: null },
  ...{ OwnRemarks: '', RemarksEn: null, Instruction: '', InstructionEn: null, TimeZone: 'Asia/Shanghai' },
  ...{ EscalateMinutes: 15, RepeatMinutes: 30, NotifyOnClear: true, PointList: [], HiddenPointCount: 0 },
  RuleList: [
    {
      RuleId: 11,
      Definition: {
        ...{ kind: 'limit' as const, bands: { high: { limit: -15, severity: 2 as const } } },
        ...{ deadband: 1, onDelaySeconds: 600, offDelaySeconds: 120 },
      },
      Text: 'Above high limit',
    },
    {
      RuleId: 13,
      Definition: {
        ...{ kind: 'communicationLoss' as const, severity: 2 as const, onDelaySeconds: 120, offDelaySeconds: 30 },
      },
      Text: 'Offline',
    },
  ],
  SourceList: [{ Type: 'gateway' as const, Id: 77, Name: 'Harbour gateway', GatewayName: null }],
  OverrideList: [],
  ContactList: [
    {
      ...{ UserId: 7, UserName: 'Li', Step: 0, LevelList: [1], ChannelList: ['sms' as const], WeekdayList: [1] },
      ...{ From: null, Until: null, EndsNextDay: false, TellsOffline: true, LackList: [] },
    },
  ],
};
