import { z } from 'zod';
import { say } from '../inputWords.ts';
import { bigIdList, flag, freeText, id, idList, integer, localTime, mobile, orEmpty } from '../scalars.ts';
import { costKindNames, pauseReasonNames } from '../work/clocks.ts';
import { attachmentStepNames, rejectReasonNames, serviceTypeNames, settlementNames } from './kinds.ts';

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

/** Sent twice, done once: the client makes one for each intention and sends it again with each try. */
const clientKey = z.uuid();

/** What every step of an order carries. */
export const stepFields = {
  Id: id.describe('the order'),
  Revision: integer
    .pipe(z.number().min(1).max(2_147_483_647))
    .describe('as it was read; another one is refused, because somebody else acted meanwhile'),
  ClientKey: clientKey.describe('one for each intention: sent twice, done once'),
};

const photos = z
  .array(z.object({ Url: z.string().trim().min(1).max(2000), Step: z.enum(attachmentStepNames) }))
  .max(9)
  .optional()
  .describe('pictures that were uploaded');

/** A report. */
export const RepairForm = z
  .object({
    ProjectId: id,
    EquipmentId: id.optional().describe('the device'),
    AreaId: id.optional(),
    Level: integer.pipe(z.number().min(1).max(3)).default(2),
    FaultContent: longText(500).pipe(z.string().min(1)),
    Remark: longText(500).default(''),
    ServiceType: z.enum(serviceTypeNames).default('onSite'),
    ContactPhone: orEmpty(mobile).describe('whom the engineer calls'),
    ExpectedTime: orEmpty(localTime).describe('when it should be done'),
    PhotoList: photos,
    AlarmIdList: bigIdList.optional().describe('alarms it is about; of the same device'),
    PointIdList: idList
      .optional()
      .describe('points watched for recovery; none: those of the alarms, else all with limits'),
    IsApp: flag.default(false).describe('made on a phone'),
    Submit: flag.default(true).describe('false: kept as a draft'),
    IgnoreDuplicate: flag.default(false).describe('although the device has an open order'),
    ClientKey: clientKey,
  })
  .refine(({ EquipmentId, AreaId }) => EquipmentId !== undefined || AreaId !== undefined, {
    path: ['EquipmentId'],
    error: say({ zh: '请选择报修设备或区域', en: 'Choose a device or an area.' }),
  });

export const DispatchForm = z.object({
  ...stepFields,
  RepairUserId: id,
  ServiceType: z.enum(serviceTypeNames).optional(),
  ExpectedTime: orEmpty(localTime),
  Remark: orEmpty(longText(500)),
});

export const ReassignForm = z.object({
  ...stepFields,
  RepairUserId: id,
  Reason: longText(500).default('').describe('from “signed in”: at least 10 characters'),
});

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
  PhotoList: photos,
});

export const PauseForm = z.object({
  ...stepFields,
  Type: z.enum(pauseReasonNames),
  Reason: reasonOf('暂停原因不少于10个字', 'Say in at least 10 characters why it is paused.'),
});

export const FinishForm = z.object({
  ...stepFields,
  Cause: freeText(200).pipe(z.string().min(1, { error: say({ zh: '请填写故障原因', en: 'Fill in the cause.' }) })),
  Remedy: freeText(200).pipe(z.string().min(1, { error: say({ zh: '请填写处理措施', en: 'Fill in the remedy.' }) })),
  Remark: longText(500).default(''),
  PhotoList: photos,
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

export const AssessForm = z.object({
  ...stepFields,
  Score: integer.pipe(z.number().min(1).max(5)),
  Text: longText(500).default(''),
});

/** At most a hundred million yuan. */
const fen = integer.pipe(z.number().min(0).max(10_000_000_000));

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
