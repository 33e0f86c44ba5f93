import { z } from 'zod';
import { say } from '../../inputWords.ts';
import { channels } from '../../notifications/channels.ts';
import { orNone } from '../../points/fields.ts';
import { flag, id, integer, nameOf } from '../../scalars.ts';
import { notifiedLevels } from '../kinds.ts';
import { notifiedLevel } from '../notifiedLevel.ts';
import { RuleDefinition } from '../ruleDefinition.ts';
import { definitionRules } from './definitionRules.ts';

/** Spec §5.2. */
export const strategyName = nameOf({ zh: '策略名称', en: 'A policy name' }, 2, 25);
export const strategyNameEn = nameOf({ zh: '英文名称', en: 'An English name' }, 2, 25);

/** How somebody is told besides the popups of those who look at alarms. */
const { app, sms, voice, email } = channels;
export const contactChannels = { app, sms, voice, email } as const;
export type ContactChannel = keyof typeof contactChannels;
export const contactChannelNames = Object.keys(contactChannels) as [ContactChannel, ...ContactChannel[]];

const weekday = integer.pipe(z.number().min(1).max(7));

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const timeOfDay = z
  .string()
  .trim()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/);

/** Minutes since midnight of `HH:mm`; `24:00` is the end of the day. */
export const minuteOfDay = minutesOf;

/** Spec §5.2: the start must not be after the end; that it ends on the next day is said, not guessed. */
const inOrder = (period: {
  From?: string | null | undefined;
  Until?: string | null | undefined;
  EndsNextDay: boolean;
}) =>
  period.From == null ||
  period.Until == null ||
  (period.EndsNextDay
    ? minutesOf(period.Until) <= minutesOf(period.From)
    : minutesOf(period.Until) > minutesOf(period.From));

/** Somebody who is told of an alarm: of which levels, by what, when. */
export const StrategyContact = z
  .object({
    UserId: id,
    Step: integer.pipe(z.number().min(0).max(9)).default(0).describe('0 at once; n: after n escalation intervals'),
    LevelList: z
      .array(notifiedLevel)
      .min(1, { error: say({ zh: '请选择接收级别', en: 'Choose which levels they receive' }) })
      .max(notifiedLevels.length)
      .describe('receive level: 1 urgent, 2 important, 3 general'),
    ChannelList: z
      .array(z.enum(contactChannelNames))
      .min(1, { error: say({ zh: '请选择通知方式', en: 'Choose how they are notified' }) })
      .max(4),
    WeekdayList: z.array(weekday).min(1).max(7).default([1, 2, 3, 4, 5, 6, 7]).describe('1 Monday'),
    From: orNone(timeOfDay).describe('receive period, HH:mm in the project’s time zone; none: the whole day'),
    Until: orNone(timeOfDay),
    EndsNextDay: flag.default(false),
    TellsOffline: flag
      .default(true)
      .describe(
        'of alarms that came and went while their gateway was offline: in the app, and by mail if they get mail',
      ),
  })
  .refine(({ From, Until }) => (From == null) === (Until == null), {
    path: ['Until'],
    error: say({ zh: '请填写接收时段的起止时间', en: 'Give both ends of the period' }),
  })
  .refine(inOrder, {
    path: ['Until'],
    error: say({
      zh: '开始时间不能晚于结束时间；跨零点请勾选“次日结束”',
      en: 'The start must not be after the end; across midnight, tick “ends next day”',
    }),
  });

const isObject = ({ value }: { value: unknown }): boolean =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { Definition?: unknown }).Definition === 'object' &&
  (value as { Definition?: unknown }).Definition !== null;

/** A form says all that is wrong at once: the rules are asked of what is there, too. */
const withDefinitionRules = <Schema extends z.ZodType>(schema: Schema): Schema =>
  definitionRules.reduce(
    (checked: Schema, { path, words, holds }) =>
      checked.refine((rule) => holds((rule as { Definition: Parameters<typeof holds>[0] }).Definition), {
        path: ['Definition', ...path],
        error: say(words),
        when: isObject,
      }) as Schema,
    schema,
  );

/** One condition of a strategy. Its number stays when it is changed: what is open under it then ends as “rule changed”. */
export const StrategyRule = withDefinitionRules(
  z.object({ RuleId: id.optional().describe('none: a new one'), Definition: RuleDefinition }),
);

/** Limits of a device's own under one condition. */
export const OverrideForm = withDefinitionRules(
  z.object({
    StrategyId: id,
    RuleId: id,
    ModelTreeId: id.optional().describe('all of its points that the condition watches'),
    PointIdList: z.array(id).max(1000).optional(),
    Definition: RuleDefinition.nullable().describe('none: the condition’s again'),
  }),
);

const atLeastFive = {
  error: say({ zh: '间隔至少 5 分钟', en: 'The interval is at least 5 minutes' }),
};
const interval = integer.pipe(z.number().min(5, atLeastFive).max(1440));

/** At most so many points under one strategy; a chain has several strategies rather. */
export const strategyPointLimit = 5000;
const subjects = z.array(id).max(strategyPointLimit);

/** Characters: what fits beside an alarm, and can be read at 3 a.m. Our choice. */
export const instructionMax = 200;

export const strategyShape = {
  StrategyName: strategyName,
  StrategyNameEn: orNone(strategyNameEn).describe('shown in English; none: the name itself'),
  Remarks: z.string().trim().max(200).default(''),
  RemarksEn: orNone(z.string().trim().max(200)).describe('shown in English; none: the remarks themselves'),
  Instruction: z
    .string()
    .trim()
    .max(instructionMax)
    .default('')
    .describe('what somebody has to do when an alarm of it comes'),
  InstructionEn: orNone(z.string().trim().max(instructionMax)).describe('in English; none: the same'),
  SmallTypeId: orNone(id).describe('device class it is meant for'),
  PointTypeId: orNone(id).describe('type of its points'),
  Enabled: flag.default(true),
  EscalateMinutes: orNone(interval).describe('after which the next step is told; none: no escalation'),
  RepeatMinutes: orNone(interval).describe('none: told once'),
  NotifyOnClear: flag.default(true),
};

export const rulesOfStrategy = z
  .array(StrategyRule)
  .min(1, { error: say({ zh: '请至少设置一个触发条件', en: 'Set at least one trigger condition' }) })
  .max(20);
export const contactsOfStrategy = z.array(StrategyContact).max(100);

/** Communication is watched at gateways and slaves, everything else at points. */
const isOfSource = ({ Definition }: { Definition?: RuleDefinition }) => Definition?.kind === 'communicationLoss';

/** A form says all that is wrong at once: what stands in several fields is asked as soon as these are lists at all. */
const withLists =
  (...fields: readonly string[]) =>
  ({ value }: { value: unknown }): boolean =>
    typeof value === 'object' &&
    value !== null &&
    fields.every((field) => {
      const list = (value as Record<string, unknown>)[field];
      return Array.isArray(list) && list.every((each) => typeof each !== 'object' || (each !== null && isFilled(each)));
    });
/** A condition has said of what kind it is. */
const isFilled = (item: object): boolean =>
  !('Definition' in item) || (typeof item.Definition === 'object' && item.Definition !== null);

/** A strategy as its form has it, and all of its rules. Spec §5.2. */
export const StrategyForm = z
  .object({
    StrategyId: id.optional(),
    ProjectId: id,
    ...strategyShape,
    RuleList: rulesOfStrategy,
    PointIdList: subjects.default([]),
    GatewayIdList: subjects.default([]),
    SlaveIdList: subjects.default([]),
    ContactList: contactsOfStrategy.default([]),
  })
  .refine(({ RuleList, PointIdList }) => PointIdList.length > 0 || RuleList.every(isOfSource), {
    path: ['PointIdList'],
    error: say({ zh: '请至少选择一个报警点位', en: 'Choose at least one alarm point' }),
    when: withLists('RuleList', 'PointIdList'),
  })
  .refine(
    ({ RuleList, GatewayIdList, SlaveIdList }) =>
      GatewayIdList.length + SlaveIdList.length > 0 || !RuleList.some(isOfSource),
    {
      path: ['GatewayIdList'],
      error: say({ zh: '请至少选择一个网关或从站', en: 'Choose at least one gateway or slave' }),
      when: withLists('RuleList', 'GatewayIdList', 'SlaveIdList'),
    },
  )
  .refine(
    ({ EscalateMinutes, ContactList }) => EscalateMinutes != null || ContactList.every(({ Step }) => Step === 0),
    {
      path: ['EscalateMinutes'],
      error: say({
        zh: '有升级联系人时须填写升级间隔',
        en: 'With people of a later step, give the interval of escalation',
      }),
      when: withLists('ContactList'),
    },
  )
  .refine(
    ({ ContactList }) =>
      new Set(ContactList.map(({ UserId, Step }) => `${UserId} ${Step}`)).size === ContactList.length,
    {
      path: ['ContactList'],
      error: say({ zh: '同一联系人在同一步骤中只能出现一次', en: 'Each person only once in a step' }),
      when: withLists('ContactList'),
    },
  );
export type StrategyFormInput = z.input<typeof StrategyForm>;
export type StrategyFormValues = z.output<typeof StrategyForm>;
