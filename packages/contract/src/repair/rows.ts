import { z } from 'zod';
import { warningKindNames } from '../faultWarnings/kinds.ts';
import { epochMs } from '../scalars.ts';
import { clockKindNames, clockStates, costKindNames, pauseReasonNames } from '../work/clocks.ts';
import {
  attachmentStepNames,
  faultCodeKindNames,
  type RepairStatus,
  recoveryStateNames,
  rejectReasonNames,
  repairSourceNames,
  repairStatuses,
  serviceTypeNames,
  settlementNames,
} from './kinds.ts';
import { repairActionNames } from './transitions.ts';

const Status = z.union(
  repairStatuses.map((status) => z.literal(status)) as unknown as [
    z.ZodLiteral<RepairStatus>,
    z.ZodLiteral<RepairStatus>,
  ],
);

/** How an order stands against one of its targets. */
export const WorkClock = z.object({
  Kind: z.enum(clockKindNames),
  State: z.enum(clockStates),
  StartEPOCH: epochMs,
  TargetSeconds: z.number().int().describe('in the hours of its calendar'),
  /** Null: it stands still, or is cancelled. */
  DueEPOCH: epochMs.nullable(),
  UsedSeconds: z.number().int().describe('until now, or until it was met; pauses left out'),
  MetEPOCH: epochMs.nullable(),
  BreachedEPOCH: epochMs.nullable().describe('when the target was missed; it stays so'),
});
export type WorkClock = z.infer<typeof WorkClock>;

export const RepairOrder = z.object({
  RepairId: z.number().int(),
  RepairOrder: z.string().nullable().describe('its number; null: a draft'),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  EquipmentId: z.number().int().nullable().describe('null: an area, or a device that was deleted'),
  EquipmentName: z.string().describe('as it is called, or was; empty: an area'),
  Area: z.string().nullable(),
  BigTypeName: z.string().nullable(),
  SmallTypeName: z.string().nullable(),
  Level: z.number().int().describe('1 urgent, 2 important, 3 general'),
  Source: z.enum(repairSourceNames),
  Status,
  FaultContent: z.string(),
  ApplicantId: z.number().int().nullable(),
  ApplicantName: z.string(),
  RepairUserId: z.number().int().nullable(),
  RepairUserName: z.string().nullable(),
  MaintenanceUnitId: z.number().int().nullable(),
  MaintenanceUnitName: z.string().nullable().describe('the team it was given to, as it was called then'),
  ServiceType: z.enum(serviceTypeNames),
  CreateTime: epochMs.describe('when it was submitted; of a draft, when it was made'),
  ExpectedTime: epochMs.nullable(),
  FinishTime: epochMs.nullable(),
  AcceptanceTime: epochMs.nullable().describe('when the applicant accepted the repair'),
  IsApp: z.boolean(),
  IsMy: z.boolean().describe('the caller reported it or repairs it'),
  IsOffer: z
    .boolean()
    .describe('offered to the caller’s team: who and which device it is about shows once they accept'),
  IsOverdue: z.boolean().describe('open, and one of its targets is missed'),
  IsPaused: z.boolean(),
  Score: z.number().int().nullable(),
  Settlement: z.enum(settlementNames).nullable(),
  Recovery: z.enum(recoveryStateNames).nullable(),
  /** The running clock that is due first, or the last that ran. */
  Clock: WorkClock.nullable(),
  Revision: z.number().int(),
  /** What the caller can do now, in the order in which it is offered. */
  ActionList: z.array(z.enum(repairActionNames)),
});
export type RepairOrder = z.infer<typeof RepairOrder>;

export const WatchedPoint = z.object({
  PointId: z.number().int(),
  PointName: z.string(),
  Unit: z.string(),
  Decimals: z.number().int(),
  High: z.number().nullable().describe('the stricter of the limits at the report and now'),
  Low: z.number().nullable(),
  State: z.enum(recoveryStateNames),
  SinceEPOCH: epochMs.nullable().describe('within its limits without a break since then'),
  WorstValue: z.number().nullable().describe('farthest beyond its limit since the trouble began'),
  WorstEPOCH: epochMs.nullable(),
  IsReadDifferently: z
    .boolean()
    .describe('its register, scaling, origin or serial number is another one than at the report'),
  HandValue: z.number().nullable().describe('measured by hand at the finish'),
});
export type WatchedPoint = z.infer<typeof WatchedPoint>;

export const RepairRecovery = z.object({
  State: z.enum(recoveryStateNames),
  /** In the caller's language: what was found, or what is missing. */
  Text: z.string(),
  NeededSeconds: z.number().int(),
  ObservedSeconds: z.number().int(),
  SinceEPOCH: epochMs.nullable(),
  VerifiedEPOCH: epochMs.nullable(),
  NoteList: z
    .array(z.string())
    .describe('in the caller’s language: what was changed meanwhile, as a probe, a limit or the setpoint'),
});
export type RepairRecovery = z.infer<typeof RepairRecovery>;

export const CostLine = z.object({
  Kind: z.enum(costKindNames),
  Description: z.string(),
  QuantityMilli: z.number().int(),
  Unit: z.string(),
  PriceFen: z.number().int(),
  AmountFen: z.number().int(),
});
export type CostLine = z.infer<typeof CostLine>;

export const RepairDetail = RepairOrder.extend({
  Remark: z.string(),
  ContactPhone: z.string().nullable().describe('of the applicant; to those who report, repair or dispatch, else null'),
  SymptomId: z.number().int().nullable(),
  /** By the fault catalogue: what was found and done, in the caller's language. */
  CodeList: z.array(
    z.object({
      Kind: z.enum(faultCodeKindNames),
      FaultCodeId: z.number().int(),
      Code: z.string(),
      Name: z.string(),
      Iso14224: z.string(),
    }),
  ),
  Cause: z.string().nullable().describe('in words'),
  Remedy: z.string().nullable(),
  RejectType: z.enum(rejectReasonNames).nullable(),
  RejectReason: z.string().nullable(),
  AcceptanceText: z.string().nullable(),
  AssessText: z.string().nullable(),
  Pause: z.object({ Type: z.enum(pauseReasonNames), Reason: z.string(), FromEPOCH: epochMs }).nullable(),
  ContractNumber: z
    .string()
    .nullable()
    .describe('of the contract by whose targets the clocks run; null: the usual ones'),
  PauseList: z.array(
    z.object({
      PauseId: z.number().int(),
      Type: z.enum(pauseReasonNames),
      Reason: z.string(),
      FromEPOCH: epochMs,
      UntilEPOCH: epochMs.nullable().describe('null: it lasts'),
      VoidName: z
        .string()
        .nullable()
        .describe('who voided the pause, so that it no longer stops the clocks; null: it was not voided'),
      VoidReason: z.string().nullable(),
    }),
  ),
  ClockList: z.array(WorkClock),
  /** From the alarm, else the report, until recovery; null: not known. */
  DowntimeSeconds: z.number().int().nullable(),
  TroubleEPOCH: epochMs.describe('the first of its alarms, else the report'),
  AlarmList: z.array(
    z.object({
      AlarmId: z.number().int(),
      PointName: z.string(),
      Content: z.string(),
      Level: z.number().int(),
      ALARM_EPOCH: epochMs,
      ALARM_EPOCH_CLEARED: epochMs.nullable(),
      AckedEPOCH: epochMs.nullable(),
    }),
  ),
  /** Null: not from a fault warning, or one that the caller does not see. */
  PreAlarm: z
    .object({
      PreAlarmId: z.number().int(),
      Type: z.enum(warningKindNames),
      PointName: z.string(),
      Content: z.string(),
      Level: z.number().int(),
      StartEPOCH: epochMs,
      EndEPOCH: epochMs.nullable(),
    })
    .nullable(),
  /** The maintenance window of the device that came with the last sign-in; null: none. */
  Maintenance: z
    .object({
      FromEPOCH: epochMs,
      UntilEPOCH: epochMs.describe('by then it ends in any case'),
      EndEPOCH: epochMs.nullable().describe('null: it is in force'),
    })
    .nullable(),
  PhotoList: z.array(
    z.object({ Url: z.string(), Step: z.enum(attachmentStepNames), EPOCH: epochMs, UserName: z.string() }),
  ),
  /** Null: the caller may not see costs. */
  CostList: z.array(CostLine).nullable(),
  TotalFen: z.number().int().nullable(),
  Parent: z.object({ RepairId: z.number().int(), RepairOrder: z.string() }).nullable(),
  ReworkList: z.array(z.object({ RepairId: z.number().int(), RepairOrder: z.string(), Status })),
  /** The alarm by which the fault came back within 72 h of the acceptance; null: none, or one that the caller does not see. */
  Returned: z
    .object({ AlarmId: z.number().int(), AlarmEPOCH: epochMs, PointName: z.string(), Content: z.string() })
    .nullable(),
  /** Null: not finished yet. */
  RecoveryDetail: RepairRecovery.nullable(),
  PointList: z.array(WatchedPoint).describe('whose readings show whether the trouble is over'),
  Site: z.object({
    Address: z.string(),
    Latitude: z.number().nullable(),
    Longitude: z.number().nullable(),
  }),
});
export type RepairDetail = z.infer<typeof RepairDetail>;

export const FaultCode = z.object({
  FaultCodeId: z.number().int(),
  Kind: z.enum(faultCodeKindNames),
  Code: z.string(),
  NameZh: z.string(),
  NameEn: z.string(),
  Iso14224: z.string(),
  SmallTypeId: z.number().int().nullable().describe('null: of every class'),
  SmallTypeName: z.string().nullable(),
  Active: z.boolean().describe('false: offered no more, and stays on old orders'),
  IsOwn: z.boolean().describe('added by the company'),
});
export type FaultCode = z.infer<typeof FaultCode>;

/** Who could repair an order, best first, and why: the parts add up to the score. */
export const DispatchProposal = z.object({
  MaintenanceUnitId: z.number().int(),
  MaintenanceUnitName: z.string(),
  Fits: z.boolean().describe('false: not for this area or kind of service; a reason is needed'),
  Score: z.number().describe('of 100, one decimal'),
  ContractPart: z.number().describe('of 40'),
  LoadPart: z.number().describe('of 20'),
  DistancePart: z.number().describe('of 15'),
  ExperiencePart: z.number().describe('of 15'),
  InTimePart: z.number().describe('of 10'),
  HasContract: z.boolean(),
  OpenCount: z.number().int(),
  MemberCount: z.number().int(),
  Km: z.number().nullable().describe('null: nobody signed in during the last four hours'),
  ClassCount: z.number().int().describe('orders of the class finished in 365 days'),
  FirstTimeRate: z.number().nullable().describe('of these, 0 to 1'),
  InTargetCount: z.number().int(),
  TargetCount: z.number().int().describe('orders of 90 days with a target'),
});
export type DispatchProposal = z.infer<typeof DispatchProposal>;

export const RepairScheduleRow = z.object({
  At: epochMs,
  Kind: z.enum(['person', 'plant', 'system']).describe('what people did, what readings say, what the platform found'),
  Action: z.string(),
  Text: z.string(),
  UserName: z.string().nullable(),
  FromStatus: Status.nullable(),
  ToStatus: Status.nullable(),
});
export type RepairScheduleRow = z.infer<typeof RepairScheduleRow>;

export const RepairMessage = z.object({
  MessageId: z.number().int(),
  RepairId: z.number().int(),
  RepairOrder: z.string().nullable().describe('null: a report that nobody has submitted yet'),
  ProjectID: z.number().int(),
  ProjectName: z.string(),
  Level: z.number().int(),
  Status,
  CreateTime: epochMs,
  RepairMessageContent: z.string(),
});
export type RepairMessage = z.infer<typeof RepairMessage>;
