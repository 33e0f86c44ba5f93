import { z } from 'zod';
import { say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { orNone } from '../points/fields.ts';
import {
  bigId,
  bigIdList,
  clientKey,
  flag,
  freeText,
  id,
  idList,
  integer,
  localTime,
  mobile,
  nameOf,
  orEmpty,
} from '../scalars.ts';
import { costKindNames, pauseReasonNames } from '../work/clocks.ts';
import {
  attachmentStepNames,
  faultCodeKindNames,
  freeReasonNames,
  rejectReasonNames,
  serviceTypeNames,
  settlementNames,
} from './kinds.ts';

/** Text of several lines, trimmed. */
const longText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cs}]*$/u);

/** Spec §5.3: reasons and remarks have at least 10 characters. */
const minReason = 10;
const reasonOf = (zh: string, en: string) =>
  longText(500).refine((text) => [...text].length >= minReason, { error: say({ zh, en }) });

/** What every step of an order carries. */
export const stepFields = {
  Id: id.describe('the order'),
  Revision: integer
    .pipe(z.number().min(1).max(2_147_483_647))
    .describe('as it was read; another one is refused, because somebody else acted meanwhile'),
  ClientKey: clientKey,
};

/** Of one step. */
export const repairPhotosMax = 9;
const photos = z
  .array(z.object({ Url: z.string().trim().min(1).max(2000), Step: z.enum(attachmentStepNames) }))
  .max(repairPhotosMax)
  .optional()
  .describe('pictures that were uploaded');

const reworkOf = id.optional().describe('the accepted order of the device whose fault came back');

/** A report. */
export const RepairForm = z
  .object({
    ProjectId: id,
    EquipmentId: id.optional().describe('the device'),
    AreaId: id.optional(),
    Level: integer.pipe(z.number().min(1).max(3)).default(2),
    SymptomId: id.optional().describe('of the fault catalogue'),
    FaultContent: longText(500).default('').describe('may be empty where a symptom is chosen'),
    Remark: longText(500).default(''),
    ServiceType: z.enum(serviceTypeNames).default('onSite'),
    ContactPhone: orEmpty(mobile).describe('whom the engineer calls'),
    ExpectedTime: orEmpty(localTime).describe('when it should be done'),
    PhotoList: photos,
    AlarmIdList: bigIdList.optional().describe('alarms it is about; of the same device'),
    PreAlarmId: bigId.optional().describe('the fault warning it is about; of the same device'),
    PointIdList: idList
      .optional()
      .describe('points watched for recovery; none: those of the alarms, else all with limits'),
    IsApp: flag.default(false).describe('made on a phone'),
    Submit: flag.default(true).describe('false: kept as a draft'),
    IgnoreDuplicate: flag
      .default(false)
      .describe('although the device has an open order, or one that was accepted within the last 72 h'),
    ReworkOf: reworkOf,
    ClientKey: clientKey,
  })
  .refine(({ EquipmentId, AreaId }) => EquipmentId !== undefined || AreaId !== undefined, {
    path: ['EquipmentId'],
    error: say({ zh: '请选择报修设备或区域', en: 'Choose a device or an area.' }),
  })
  .refine(({ SymptomId, FaultContent }) => SymptomId !== undefined || FaultContent !== '', {
    path: ['FaultContent'],
    error: say({ zh: '请选择或填写故障现象', en: 'Choose a symptom, or say what is wrong.' }),
  });

/** What a draft is asked when it is submitted; a draft that was saved as rework needs no answer. */
export const SubmitForm = z.object({
  ...stepFields,
  IgnoreDuplicate: flag.default(false).describe('although an order of the device was accepted within the last 72 h'),
  ReworkOf: reworkOf,
});

/** To whom an order goes: a person, a team whose first member to accept repairs it, or a person of a team. */
const repairerFields = {
  RepairUserId: id.optional().describe('who repairs it; left out: the first of the team who accepts'),
  MaintenanceUnitId: id.optional().describe('maintenance team'),
};
const isForSomebody = ({ RepairUserId, MaintenanceUnitId }: { RepairUserId?: unknown; MaintenanceUnitId?: unknown }) =>
  RepairUserId !== undefined || MaintenanceUnitId !== undefined;
const nobodyChosen = {
  path: ['RepairUserId'],
  error: say({ zh: '请选择维修单位或维修人员', en: 'Choose a team or an engineer.' }),
};

export const DispatchForm = z
  .object({
    ...stepFields,
    ...repairerFields,
    ServiceType: z.enum(serviceTypeNames).optional(),
    ExpectedTime: orEmpty(localTime),
    Remark: orEmpty(longText(500)).describe('needed where the team does not cover the area or service type'),
  })
  .refine(isForSomebody, nobodyChosen);

export const ReassignForm = z
  .object({
    ...stepFields,
    ...repairerFields,
    Reason: longText(500)
      .default('')
      .describe('from “signed in”: at least 10 characters; any where the team does not cover the area'),
  })
  .refine(isForSomebody, nobodyChosen);

export const RejectForm = z.object({
  ...stepFields,
  Type: z.enum(rejectReasonNames),
  Reason: reasonOf('拒单原因不少于10个字', 'Give a reason of at least 10 characters.'),
});

export const RevokeForm = z.object({
  ...stepFields,
  Reason: longText(500).default('').describe('once it is accepted: at least 10 characters'),
});

const latitude = z.coerce.number<unknown>().min(-90).max(90);
const longitude = z.coerce.number<unknown>().min(-180).max(180);

export const SignInForm = z.object({
  ...stepFields,
  Latitude: orEmpty(latitude),
  Longitude: orEmpty(longitude),
  Reason: longText(500).default('').describe('where the phone is far away or says no position'),
  HideAlarms: flag
    .default(true)
    .describe('a maintenance window of the device until the work pauses or ends, 8 hours at most; false: none'),
  PhotoList: photos,
});

export const PauseForm = z.object({
  ...stepFields,
  Type: z.enum(pauseReasonNames),
  Reason: reasonOf('暂停原因不少于10个字', 'Say in at least 10 characters why it is paused.'),
});

export const VoidPauseForm = z.object({
  ...stepFields,
  PauseId: bigId.describe('a pause that is over'),
  Reason: reasonOf('作废原因不少于10个字', 'Say in at least 10 characters why the pause does not count.'),
});

/** What was wrong and what was done: of the catalogue each, or unknown and said in words. */
export const FinishForm = z
  .object({
    ...stepFields,
    MechanismId: id.optional(),
    CauseId: id.optional(),
    RemedyId: id.optional(),
    Cause: freeText(200).default('').describe('at least 10 characters where none is chosen'),
    Remedy: freeText(200).default('').describe('at least 10 characters where none is chosen'),
    Remark: longText(500)
      .refine((text) => text === '' || [...text].length >= minReason, {
        error: say({ zh: '维修备注不少于10个字', en: 'A remark of at least 10 characters, or none.' }),
      })
      .default(''),
    ReadingList: z
      .array(z.object({ PointId: id, Value: z.number().min(-1_000_000).max(1_000_000) }))
      .max(20)
      .refine((readings) => new Set(readings.map(({ PointId }) => PointId)).size === readings.length, {
        error: say({ zh: '每个点位只能填写一个测量值', en: 'One reading a point.' }),
      })
      .optional()
      .describe(
        'measured by hand at points that the order watches; confirms a probe that is read differently than at the report',
      ),
    PhotoList: photos,
  })
  .refine(({ CauseId, Cause }) => CauseId !== undefined || [...Cause].length >= minReason, {
    path: ['Cause'],
    error: say({
      zh: '请选择故障原因，或用不少于10个字说明',
      en: 'Choose a cause, or describe it in at least 10 characters.',
    }),
  })
  .refine(({ RemedyId, Remedy }) => RemedyId !== undefined || [...Remedy].length >= minReason, {
    path: ['Remedy'],
    error: say({
      zh: '请选择处理措施，或用不少于10个字说明',
      en: 'Choose a remedy, or describe it in at least 10 characters.',
    }),
  });

const faultName = (zh: string, en: string) => nameOf({ zh, en }, 1, 50);
export const faultCodeFields = {
  Kind: z.enum(faultCodeKindNames),
  Code: z
    .string()
    .trim()
    .regex(/^[\p{L}\p{N}._-]{1,20}$/u, {
      error: say({
        zh: '代码为1至20个字母、数字或 . _ -',
        en: 'A code has 1 to 20 letters, digits or . _ -',
      }),
    }),
  NameZh: faultName('中文名称', 'A Chinese name'),
  NameEn: faultName('英文名称', 'An English name'),
  Iso14224: freeText(10).default('').describe('the code of ISO 14224 that it is a kind of'),
  SmallTypeId: orNone(id).describe('class of devices; null: of every class'),
};
/** A code that a company adds. */
export const NewFaultCode = z.object(faultCodeFields);
/** Of one of the product's own only `Active` changes. */
export const FaultCodeChange = z.object({
  FaultCodeId: id,
  ...partsOf({
    NameZh: faultCodeFields.NameZh,
    NameEn: faultCodeFields.NameEn,
    Iso14224: faultCodeFields.Iso14224,
    Active: flag,
  }),
});

export const PassForm = z.object({
  ...stepFields,
  Text: longText(500).default('').describe('at least 10 characters where recovery is not verified'),
});

export const FailForm = z.object({
  ...stepFields,
  Reason: reasonOf('不通过原因不少于10个字', 'Say in at least 10 characters why it fails.'),
});

export const ComplementForm = z
  .object({ ...stepFields, Text: longText(500).default(''), PhotoList: photos })
  .refine(({ Text, PhotoList }) => [...Text].length >= minReason || (PhotoList?.length ?? 0) > 0, {
    path: ['Text'],
    error: say({ zh: '补充说明不少于10个字', en: 'Write at least 10 characters.' }),
  });

export const MergeForm = z.object({
  ...stepFields,
  TargetId: id.describe('the open order of the project that takes text and photos of the draft'),
});

export const AssessForm = z.object({
  ...stepFields,
  Score: integer.pipe(z.number().min(1).max(5)),
  Text: longText(500).default(''),
});

/** At most a hundred million yuan. */
const fen = integer.pipe(z.number().min(0).max(10_000_000_000));

/** How an order is proposed to be settled. */
export const SettlementProposal = z.object({
  Type: z.enum(settlementNames),
  Why: z
    .enum(freeReasonNames)
    .nullable()
    .describe(
      '`warranty`: of the asset that its device is, as the fault was reported; `rework`; `sameCause`: an accepted repair of the device had this cause of the catalogue within 90 days; `contract`: by which it was measured; null: it is paid',
    ),
  Of: z.string().nullable().describe('number of that earlier order, or of the contract'),
  WarrantyUntil: z.string().nullable().describe('YYYY-MM-DD'),
});

export const SettleForm = z.object({
  ...stepFields,
  Type: z.enum(settlementNames),
  CostList: z
    .array(
      z.object({
        Kind: z.enum(costKindNames),
        Description: freeText(100),
        QuantityMilli: integer.pipe(z.number().min(1).max(1_000_000_000)).describe('thousandths of the unit'),
        Unit: freeText(10),
        PriceFen: fen.describe('of one unit'),
      }),
    )
    .max(100)
    .default([]),
});

export const ReworkForm = z.object({
  ...stepFields,
  Reason: reasonOf('二次维修原因不少于10个字', 'Say in at least 10 characters why rework is needed.'),
});
