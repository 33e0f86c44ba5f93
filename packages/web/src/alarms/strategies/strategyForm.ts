import type { StrategyDetail, StrategyFormInput, StrategyPoint } from '@watchpost/contract';
import type { changesOf } from './changesOf.ts';
import { usualDraft } from './drafts.ts';

/** A saved policy as its form shows it. */
export const formOf = (strategy: StrategyDetail): StrategyFormInput => ({
  StrategyId: strategy.StrategyId,
  ProjectId: strategy.ProjectId,
  StrategyName: strategy.Name,
  StrategyNameEn: strategy.NameEn,
  Remarks: strategy.OwnRemarks,
  RemarksEn: strategy.RemarksEn,
  Instruction: strategy.Instruction,
  InstructionEn: strategy.InstructionEn,
  SmallTypeId: strategy.SmallTypeId,
  PointTypeId: strategy.PointTypeId,
  Enabled: strategy.Enabled,
  EscalateMinutes: strategy.EscalateMinutes,
  RepeatMinutes: strategy.RepeatMinutes,
  NotifyOnClear: strategy.NotifyOnClear,
  RuleList: strategy.RuleList.map(({ RuleId, Definition }) => ({ RuleId, Definition })),
  PointIdList: strategy.PointList.map(({ PointId }) => PointId),
  GatewayIdList: strategy.SourceList.filter(({ Type }) => Type === 'gateway').map(({ Id }) => Id),
  SlaveIdList: strategy.SourceList.filter(({ Type }) => Type === 'slave').map(({ Id }) => Id),
  ContactList: strategy.ContactList.map(({ UserName: _, LackList: __, ...contact }) => contact),
});

/** Contacts there are, and none of them reads of alarms that came and went while a gateway was offline. */
export const saysNothingOfOffline = (contacts: readonly { TellsOffline?: unknown }[]): boolean =>
  contacts.length > 0 && contacts.every(({ TellsOffline }) => TellsOffline === false);

/** A policy that somebody begins: one limit, nobody to notify. */
export const emptyForm = (projectId: number): Partial<StrategyFormInput> => ({
  ProjectId: projectId,
  StrategyName: '',
  StrategyNameEn: null,
  Remarks: '',
  RemarksEn: null,
  Instruction: '',
  InstructionEn: null,
  SmallTypeId: null,
  PointTypeId: null,
  Enabled: true,
  EscalateMinutes: null,
  RepeatMinutes: null,
  NotifyOnClear: true,
  RuleList: [{ Definition: usualDraft('limit') as never }],
  PointIdList: [],
  GatewayIdList: [],
  SlaveIdList: [],
  ContactList: [],
});

/** A policy called like the first of its points, and for the class and type of that one: so it is proposed for others of these. */
export const ofPoints = ([first, ...more]: readonly StrategyPoint[]): Partial<StrategyFormInput> =>
  first
    ? {
        StrategyName: [first.ModelTreeName, first.PointName].filter(Boolean).join(' ').slice(0, 25),
        SmallTypeId: first.SmallTypeId,
        PointTypeId: first.PointTypeId,
        PointIdList: [first, ...more].map(({ PointId }) => PointId),
      }
    : {};

/** What a policy of another project says, for points of this one: without its contacts, who are people of that project. */
export const likeIn = (
  strategy: StrategyDetail,
  projectId: number,
  pointIds: readonly number[],
): StrategyFormInput => ({
  ...formOf(strategy),
  StrategyId: undefined,
  ProjectId: projectId,
  EscalateMinutes: null,
  Enabled: true,
  RuleList: strategy.RuleList.filter(({ Definition }) => Definition.kind !== 'communicationLoss').map(
    ({ Definition }) => ({ Definition }),
  ),
  PointIdList: [...pointIds],
  GatewayIdList: [],
  SlaveIdList: [],
  ContactList: [],
});

/** Those that one policy can judge together: measured, and of the type of the first. */
export const likeFirst = (points: readonly StrategyPoint[]): readonly StrategyPoint[] => {
  const measured = points.filter(({ PointType }) => PointType === 0);
  return measured.filter(({ PointTypeId }) => PointTypeId === measured[0]?.PointTypeId);
};

/** Whether limits, points or state change, and so what is in alarm. */
export const touchesAlarms = (change: ReturnType<typeof changesOf>): boolean =>
  change.Enabled !== undefined ||
  [
    change.RuleList,
    change.RemoveRuleIdList,
    change.AddPointIdList,
    change.RemovePointIdList,
    change.RemoveGatewayIdList,
    change.RemoveSlaveIdList,
  ].some((each) => each?.length);

/** A point with its device, as a person says it. */
export const pointName = (point: StrategyPoint | undefined): string | null =>
  point === undefined ? null : [point.ModelTreeName, point.PointName].filter(Boolean).join(' · ');
