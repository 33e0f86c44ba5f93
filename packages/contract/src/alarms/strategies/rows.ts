import { z } from 'zod';
import { epochMs } from '../../scalars.ts';
import { RuleDefinition } from '../ruleDefinition.ts';
import { contactChannelNames } from './fields.ts';

/** Why a contact would not hear of an alarm: no longer a member, may not see it, or no number or address for a channel. */
export const contactLacks = ['member', 'project', 'mobile', 'email'] as const;
export type ContactLack = (typeof contactLacks)[number];

export const StrategyRow = z.object({
  StrategyId: z.number().int(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  StrategyName: z.string().describe('in the caller’s language'),
  Remarks: z.string().describe('in the caller’s language'),
  SmallTypeId: z.number().int().nullable(),
  SmallTypeName: z.string().nullable(),
  PointTypeId: z.number().int().nullable(),
  PointTypeName: z.string().nullable(),
  Enabled: z.boolean(),
  /** What it watches for, of `alarmKinds`. */
  AlarmClassList: z.array(z.string()),
  Level: z.number().int().describe('the most severe of its conditions'),
  PointCount: z.number().int(),
  SourceCount: z.number().int().describe('gateways and slaves'),
  OverrideCount: z.number().int().describe('points with limits of their own'),
  ContactNameList: z.array(z.string()),
  OpenCount: z.number().int().describe('alarms of it that are active now and the caller may see'),
  CreateName: z.string().nullable(),
  ChangedEPOCH: epochMs,
  MayEdit: z.boolean(),
});
export type StrategyRow = z.infer<typeof StrategyRow>;

export const StrategyPoint = z.object({
  PointId: z.number().int(),
  PointName: z.string(),
  OwnName: z.string().describe('as entered, in any language: a condition names a point by it'),
  PointTypeId: z.number().int(),
  PointTypeName: z.string(),
  PointType: z.number().int().describe('0 analog, 1 status'),
  Unit: z.string(),
  Decimals: z.number().int(),
  UnitMap: z.array(z.object({ Key: z.number(), Value: z.string() })).describe('states of a status point'),
  ModelTreeId: z.number().int().nullable(),
  ModelTreeName: z.string().nullable(),
  SmallTypeId: z.number().int().nullable(),
  SmallTypeName: z.string().nullable(),
  Area: z.string().nullable(),
});
export type StrategyPoint = z.infer<typeof StrategyPoint>;

export const StrategySource = z.object({
  Type: z.enum(['gateway', 'slave']),
  Id: z.number().int(),
  Name: z.string(),
  GatewayName: z.string().nullable().describe('of a slave'),
});
export type StrategySource = z.infer<typeof StrategySource>;

export const StrategyPerson = z.object({
  UserId: z.number().int(),
  UserName: z.string(),
  Department: z.string().nullable(),
  HasMobile: z.boolean(),
  HasEmail: z.boolean(),
  SeesEvents: z.boolean().describe('may open the events of the project, and thus be told of them'),
});
export type StrategyPerson = z.infer<typeof StrategyPerson>;

/** That a condition looks at a point which some of the devices have not, or have several of. */
export const ReferenceProblemRow = z.object({
  RuleIndex: z.number().int().describe('which of the RuleList, from 0'),
  Kind: z.enum(['missing', 'ambiguous']),
  What: z.string().describe('what it looks at, in the caller’s language'),
  IsJudged: z.boolean().describe('false: the condition judges nothing on these devices'),
  DeviceCount: z.number().int(),
  DeviceNameList: z.array(z.string()).describe('the first of them'),
  CandidateList: z.array(z.string()).describe('of several: their names'),
});
export type ReferenceProblemRow = z.infer<typeof ReferenceProblemRow>;

/** That the delay of a condition never completes in stored data of some points: their readings are too far apart for their cycle. */
export const DelayProblemRow = z.object({
  RuleIndex: z.number().int().describe('which of the RuleList, from 0'),
  DelaySeconds: z.number(),
  Cycle: z.number().int().describe('as it is set up, in seconds'),
  NeededCycle: z.number().int().describe('what it would have to be, by how the points report'),
  PointCount: z.number().int(),
  PointNameList: z.array(z.string()).describe('the first of them, with their device, in the caller’s language'),
});
export type DelayProblemRow = z.infer<typeof DelayProblemRow>;

export const StrategyDetail = StrategyRow.extend({
  /** As entered, independent of the caller's language. */
  Name: z.string(),
  NameEn: z.string().nullable(),
  OwnRemarks: z.string(),
  RemarksEn: z.string().nullable(),
  Instruction: z.string(),
  InstructionEn: z.string().nullable(),
  TimeZone: z.string().describe('of the project, in which periods are meant'),
  EscalateMinutes: z.number().int().nullable(),
  RepeatMinutes: z.number().int().nullable(),
  NotifyOnClear: z.boolean(),
  RuleList: z.array(
    z.object({
      RuleId: z.number().int(),
      Definition: RuleDefinition,
      Text: z.string().describe('in words, in the caller’s language'),
    }),
  ),
  /** Those the caller may see. */
  PointList: z.array(StrategyPoint),
  HiddenPointCount: z.number().int(),
  SourceList: z.array(StrategySource),
  OverrideList: z.array(
    z.object({
      RuleId: z.number().int(),
      PointId: z.number().int(),
      Definition: RuleDefinition,
      Text: z.string(),
    }),
  ),
  ContactList: z.array(
    z.object({
      UserId: z.number().int(),
      UserName: z.string(),
      Step: z.number().int(),
      LevelList: z.array(z.number().int()),
      ChannelList: z.array(z.enum(contactChannelNames)),
      WeekdayList: z.array(z.number().int()),
      From: z.string().nullable(),
      Until: z.string().nullable(),
      EndsNextDay: z.boolean(),
      TellsOffline: z.boolean(),
      LackList: z.array(z.enum(contactLacks)).describe('why this contact would not hear of it'),
    }),
  ),
});
export type StrategyDetail = z.infer<typeof StrategyDetail>;
