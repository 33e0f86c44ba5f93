import type { Ids } from '../equippedCompany.ts';
import type { Samples } from '../sampleValues.ts';

/** Every filter of the repair orders. */
const repairQuestion = ({ companyId, projectId, userId, subsystemId, classId, deviceId }: Ids) => ({
  CompanyId: companyId,
  ProjectId: projectId,
  Status: [-1, 0, 1, 2, 3, 4, 6, 7],
  StartCreateTime: '2026-01-01 00:00',
  EndCreateTime: '2027-12-31 23:59',
  ProjectIdList: [projectId],
  ApplicantIdList: [userId],
  BigTypeIdList: [subsystemId],
  SmallTypeId: classId,
  EquipmentId: deviceId,
  RepairUserIdList: [userId],
  // One subsystem, no alarm: the order came in by hand.
  ...{ BigTypeId: undefined, AlarmId: undefined, ProjectName: undefined, FaultCodeIdList: undefined },
  ApplicantNameOrPhone: 'Person',
  FaultContentOrOrder: 'warm',
  Figure: 'submitted' as const,
  LevelList: [1, 2, 3],
  IsApp: false,
  IsMy: true,
  SortType: 'due' as const,
  IsAsc: true,
  FieldList: ['RepairOrder', 'Status'],
});

const longReason = 'A reason of more than ten characters';

const stepOf = (Id: number, { clientKey }: Ids) => ({ Id, Revision: 1, ClientKey: clientKey });

export const samplesOfRepair: Samples = {
  queryRepairAcitve: ({ awaitingRepairId }) => ({ query: { id: awaitingRepairId } }),
  getRepairSchedule: ({ awaitingRepairId }) => ({ query: { id: awaitingRepairId } }),
  getNewRepairActivePage: (ids) => ({ body: repairQuestion(ids) }),
  getNewRepairActivePageQueryParameter: ({ projectId }) => ({ body: [projectId] }),
  exportNewRepairActivePage: (ids) => ({ body: repairQuestion(ids) }),
  getRepairUserList: ({ awaitingRepairId }) => ({ query: { id: awaitingRepairId } }),
  saveFaultCode: ({ clientKey, classId }) => ({
    body: { Kind: 'cause' as const, Code: `C${clientKey.slice(0, 8)}`, Iso14224: '3.2', SmallTypeId: classId },
  }),
  changeFaultCode: ({ clientKey }) => ({ body: { NameEn: `Too warm ${clientKey.slice(0, 8)}`, Active: true } }),
  getSettlementProposal: ({ awaitingRepairId }) => ({ query: { id: awaitingRepairId } }),
  getDispatchProposal: ({ awaitingRepairId }) => ({ query: { id: awaitingRepairId } }),
  getReportForm: ({ stickerId }) => ({ query: { Sticker: stickerId } }),
  sendReport: ({ stickerId }) => ({
    query: { Sticker: stickerId },
    body: { FaultContent: 'Freezer is too warm', Phone: '13900000000', Consent: true },
    files: [],
  }),
  getReportState: ({ reportReceipt }) => ({ query: { Receipt: reportReceipt } }),
  makeStickers: () => ({ body: { Address: 'https://watchpost.example' } }),
  addRepairActive: ({ deviceId, fileUrl, alarmId, faultCodeId, warningId }) => ({
    body: {
      EquipmentId: deviceId,
      Level: 1,
      SymptomId: faultCodeId,
      FaultContent: 'Freezer is too warm',
      Remark: 'Door closes',
      ServiceType: 'onSite' as const,
      ContactPhone: '13900000000',
      ExpectedTime: '2099-01-01 12:00',
      PhotoList: [{ Url: fileUrl, Step: 'before' as const }],
      AlarmIdList: [alarmId],
      PreAlarmId: warningId,
      IsApp: false,
      Submit: true,
      IgnoreDuplicate: true,
    },
  }),
  submitRepairActive: (ids) => ({ body: { ...stepOf(ids.draftRepairId, ids), IgnoreDuplicate: true } }),
  deleteRepairActive: (ids) => ({ body: stepOf(ids.draftRepairId, ids) }),
  mergeRepairActive: (ids) => ({ body: { ...stepOf(ids.draftRepairId, ids), TargetId: ids.acceptedRepairId } }),
  dispatchRepairActive: (ids) => ({ body: { ...stepOf(ids.awaitingRepairId, ids), RepairUserId: ids.userId } }),
  acceptRepairActive: (ids) => ({ body: stepOf(ids.awaitingRepairId, ids) }),
  rejectRepairActive: (ids) => ({ body: { ...stepOf(ids.awaitingRepairId, ids), Type: 'timeConflict' as const } }),
  reassignRepairActive: (ids) => ({
    body: { ...stepOf(ids.awaitingRepairId, ids), RepairUserId: ids.userId, Reason: longReason },
  }),
  revokeRepairActive: (ids) => ({ body: { ...stepOf(ids.awaitingRepairId, ids), Reason: longReason } }),
  signInRepairActive: (ids) => ({
    body: {
      ...stepOf(ids.acceptedRepairId, ids),
      Latitude: 31.2,
      Longitude: 121.4,
      Reason: longReason,
      HideAlarms: true,
    },
  }),
  pauseRepairActive: (ids) => ({ body: { ...stepOf(ids.acceptedRepairId, ids), Type: 'waitingParts' as const } }),
  resumeRepairActive: (ids) => ({ body: stepOf(ids.pausedRepairId, ids) }),
  voidPauseRepairActive: (ids) => ({ body: { ...stepOf(ids.acceptedRepairId, ids), PauseId: ids.overPauseId } }),
  startRemoteRepairActive: (ids) => ({ body: stepOf(ids.acceptedRepairId, ids) }),
  remoteRepairActive: (ids) => ({
    body: {
      ...stepOf(ids.acceptedRepairId, ids),
      Cause: 'Ice on the evaporator',
      Remedy: 'Defrosted by hand',
    },
  }),
  finishRepairActive: (ids) => ({
    body: {
      ...stepOf(ids.signedInRepairId, ids),
      Cause: 'Ice on the evaporator',
      Remedy: 'Defrosted by hand',
      PhotoList: [{ Url: ids.fileUrl, Step: 'after' as const }],
    },
  }),
  passRepairActive: (ids) => ({ body: { ...stepOf(ids.finishedRepairId, ids), Text: longReason } }),
  failRepairActive: (ids) => ({ body: { ...stepOf(ids.finishedRepairId, ids) } }),
  complementRepairActive: (ids) => ({ body: { ...stepOf(ids.acceptedRepairId, ids), Text: longReason } }),
  assessRepairActive: (ids) => ({ body: { ...stepOf(ids.completedRepairId, ids), Score: 5, Text: 'Quick' } }),
  settleRepairActive: (ids) => ({
    body: {
      ...stepOf(ids.completedRepairId, ids),
      Type: 'paid' as const,
      CostList: [{ Kind: 'part' as const, Description: 'Motor', QuantityMilli: 1000, Unit: 'pc', PriceFen: 126_000 }],
    },
  }),
  secondMaintenanceRepairActive: (ids) => ({ body: { ...stepOf(ids.completedRepairId, ids) } }),
};
