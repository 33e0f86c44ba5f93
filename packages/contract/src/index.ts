/**
 * What server and web agree on. One line a domain, alphabetical.
 */

import { accountCalls } from './account/calls.ts';
import { backTestCalls } from './alarms/backTest/calls.ts';
import { alarmCalls } from './alarms/calls.ts';
import { alarmHealthCalls } from './alarms/health/calls.ts';
import { alarmProofCalls } from './alarms/proof/calls.ts';
import { strategyCalls } from './alarms/strategies/calls.ts';
import { strategyTemplateCalls } from './alarms/strategyTemplates/calls.ts';
import { whyCalls } from './alarms/why/calls.ts';
import { analysisCalls } from './analysis/calls.ts';
import { assetCalls } from './assets/calls.ts';
import { assetLabelCalls } from './assets/labelCalls.ts';
import { stocktakeCalls } from './assets/stocktakeCalls.ts';
import { cameraCalls } from './cameras/calls.ts';
import { commissioningCalls } from './commissioning/calls.ts';
import { complianceCalls } from './compliance/calls.ts';
import { documentCalls } from './compliance/documentCalls.ts';
import { profileCalls } from './compliance/profileCalls.ts';
import { customerCalls } from './customers/calls.ts';
import { dashboardCalls } from './dashboards/calls.ts';
import { dataDownloadCalls } from './dataDownload/calls.ts';
import { deviceCalls } from './devices/calls.ts';
import { diagramCalls } from './diagrams/calls.ts';
import { generatedDiagramCalls } from './diagrams/generatedCalls.ts';
import { displayCalls } from './displays/calls.ts';
import { downloadCalls } from './downloads/calls.ts';
import { energyCalls } from './energy/calls.ts';
import { eventNoticeCalls } from './eventNotices/calls.ts';
import { warningCalls } from './faultWarnings/calls.ts';
import { fileCalls } from './files/calls.ts';
import { footfallCalls } from './footfall/calls.ts';
import { gatewayCalls } from './gateways/calls.ts';
import { historyCalls } from './history/calls.ts';
import { listCalls } from './lists/calls.ts';
import { logCalls } from './logs/calls.ts';
import { maintenanceCalls } from './maintenance/calls.ts';
import { mappingCalls } from './mapping/calls.ts';
import { prepaidCalls } from './meters/calls.ts';
import { notificationCalls } from './notifications/calls.ts';
import { peopleCalls } from './people/calls.ts';
import { planCalls } from './plans/calls.ts';
import { pointCalls } from './points/calls.ts';
import { projectCalls } from './projects/calls.ts';
import { remoteBootCalls } from './remoteBoot/calls.ts';
import { repairCalls } from './repair/calls.ts';
import { faultReportCalls, stickerCalls } from './repair/reportCalls.ts';
import { reportCalls } from './reports/calls.ts';
import { schedulingCalls } from './scheduling/calls.ts';
import { securityEventCalls } from './securityEvents/calls.ts';
import { templateCalls } from './templates/calls.ts';
import { transportCalls } from './transport/calls.ts';
import { weatherCalls } from './weather/calls.ts';
import { workMessageCalls } from './work/messageCalls.ts';
import { workbenchCalls } from './workbench/calls.ts';
import { writingCalls } from './writing/calls.ts';

export const calls = {
  ...peopleCalls,
  ...accountCalls,
  ...alarmCalls,
  ...alarmHealthCalls,
  ...alarmProofCalls,
  ...backTestCalls,
  ...cameraCalls,
  ...dataDownloadCalls,
  ...deviceCalls,
  ...downloadCalls,
  ...energyCalls,
  ...eventNoticeCalls,
  ...fileCalls,
  ...footfallCalls,
  ...gatewayCalls,
  ...historyCalls,
  ...listCalls,
  ...logCalls,
  ...mappingCalls,
  ...notificationCalls,
  ...prepaidCalls,
  ...pointCalls,
  ...diagramCalls,
  ...generatedDiagramCalls,
  ...dashboardCalls,
  ...displayCalls,
  ...planCalls,
  ...projectCalls,
  ...securityEventCalls,
  ...repairCalls,
  ...faultReportCalls,
  ...stickerCalls,
  ...analysisCalls,
  ...assetCalls,
  ...assetLabelCalls,
  ...stocktakeCalls,
  ...commissioningCalls,
  ...complianceCalls,
  ...documentCalls,
  ...profileCalls,
  ...customerCalls,
  ...maintenanceCalls,
  ...remoteBootCalls,
  ...reportCalls,
  ...schedulingCalls,
  ...strategyCalls,
  ...strategyTemplateCalls,
  ...templateCalls,
  ...transportCalls,
  ...warningCalls,
  ...weatherCalls,
  ...workMessageCalls,
  ...whyCalls,
  ...workbenchCalls,
  ...writingCalls,
};
export type AllCalls = typeof calls;
export type CallName = keyof AllCalls;

// Everything of a file, unless it also holds parts that only its neighbours put calls together from: then by name what others use.
export * from './access/permissions.ts';
export * from './account/calls.ts';
export * from './account/codePurposes.ts';
export * from './account/errors.ts';
export { CodeSent } from './account/fields.ts';
export * from './account/installationCalls.ts';
export * from './account/otherAccountCalls.ts';
export * from './account/ownAccountCalls.ts';
export * from './account/phone.ts';
export * from './account/publicPages.ts';
export * from './account/signInCalls.ts';
export * from './alarms/actCalls.ts';
export * from './alarms/backTest/calls.ts';
export * from './alarms/backTest/errors.ts';
export * from './alarms/calls.ts';
export * from './alarms/errors.ts';
export * from './alarms/filter.ts';
export * from './alarms/health/calls.ts';
export * from './alarms/health/proposal.ts';
export * from './alarms/kinds.ts';
export * from './alarms/listCalls.ts';
export * from './alarms/proof/calls.ts';
export * from './alarms/rows.ts';
export * from './alarms/ruleDefinition.ts';
export * from './alarms/shelfCalls.ts';
export * from './alarms/strategies/calls.ts';
export {
  type BandName,
  bandOrder,
  bandWords,
  canRun,
  isTaken,
} from './alarms/strategies/definitionRules.ts';
export * from './alarms/strategies/errors.ts';
export {
  type ContactChannel,
  contactChannelNames,
  contactChannels,
  instructionMax,
  minuteOfDay,
  OverrideForm,
  StrategyContact,
  StrategyForm,
  type StrategyFormInput,
  type StrategyFormValues,
  StrategyRule,
  strategyName,
  strategyPointLimit,
} from './alarms/strategies/fields.ts';
export { alarmKindDescriptions } from './alarms/strategies/kindDescriptions.ts';
export * from './alarms/strategies/rows.ts';
export * from './alarms/strategyTemplates/calls.ts';
export {
  ApplyTemplateForm,
  StrategyTemplateForm,
  type StrategyTemplateFormInput,
  type StrategyTemplateFormValues,
} from './alarms/strategyTemplates/fields.ts';
export * from './alarms/why/calls.ts';
export * from './analysis/calls.ts';
export * from './analysis/errors.ts';
export * from './assets/calls.ts';
export * from './assets/errors.ts';
export * from './assets/kinds.ts';
export * from './assets/labelCalls.ts';
export * from './assets/stocktakeCalls.ts';
export * from './call.ts';
export * from './cameras/calls.ts';
export * from './cameras/errors.ts';
export { CameraChange, cameraName, fitsKind, NewCamera, videoAddress } from './cameras/fields.ts';
export * from './cameras/kinds.ts';
export { clearing } from './clearing.ts';
export * from './commissioning/calls.ts';
export * from './commissioning/errors.ts';
export * from './commissioning/kinds.ts';
export * from './commissioning/storeTemplateCalls.ts';
export * from './compliance/calls.ts';
export * from './compliance/documentCalls.ts';
export * from './compliance/errors.ts';
export * from './compliance/kinds.ts';
export * from './compliance/profileCalls.ts';
export * from './customers/calls.ts';
export * from './customers/errors.ts';
export * from './customers/kinds.ts';
export * from './dashboards/calls.ts';
export * from './dashboards/parts.ts';
export * from './dataDownload/calls.ts';
export * from './dataDownload/errors.ts';
export * from './dataDownload/formats.ts';
export * from './dataDownload/lastMonth.ts';
export * from './dataDownload/sizes.ts';
export * from './devices/boardCalls.ts';
export * from './devices/calls.ts';
export * from './devices/dataState.ts';
export * from './devices/deviceEditCalls.ts';
export * from './devices/deviceListCalls.ts';
export * from './devices/devicePointCalls.ts';
export * from './devices/errors.ts';
export {
  deviceName,
  maxPropertyLength,
  propertyName,
  propertyOption,
  subItemName,
} from './devices/fields.ts';
export * from './devices/pastCalls.ts';
export * from './devices/pointRoleCalls.ts';
export * from './devices/propertyCalls.ts';
export * from './devices/roles.ts';
export * from './devices/rows.ts';
export * from './devices/subItemCalls.ts';
export * from './diagrams/calls.ts';
export * from './diagrams/classDocument.ts';
export * from './diagrams/document.ts';
export * from './diagrams/errors.ts';
export * from './diagrams/generatedCalls.ts';
export * from './diagrams/layOut.ts';
export * from './diagrams/symbols.ts';
export * from './displays/calls.ts';
export * from './displays/errors.ts';
export * from './displays/stations.ts';
export * from './downloads/calls.ts';
export * from './downloads/errors.ts';
export * from './downloads/exportKinds.ts';
export * from './durations.ts';
export * from './energy/baseline.ts';
export * from './energy/baselineCalls.ts';
export * from './energy/bill.ts';
export * from './energy/billCalls.ts';
export * from './energy/calls.ts';
export * from './energy/closingCalls.ts';
export * from './energy/errors.ts';
export {
  accuracyClasses,
  CalculatedMeterTerms,
  EnergyInstallationChange,
  EnergyMeterChange,
  NewCalculatedMeter,
  NewEnergyMeter,
  NewMeterReading,
  ReplaceEnergyMeter,
  SupplyTermsForm,
  TariffVersionForm,
  tariffName,
} from './energy/fields.ts';
export * from './energy/kinds.ts';
export * from './energy/meterCalls.ts';
export * from './energy/tariffCalls.ts';
export { EnergyAmounts } from './energy/wire.ts';
export * from './errors.ts';
export * from './eventNotices/calls.ts';
export * from './eventNotices/errors.ts';
export * from './eventNotices/kinds.ts';
export * from './faultWarnings/calls.ts';
export * from './faultWarnings/kinds.ts';
export * from './files/calls.ts';
export * from './files/errors.ts';
export * from './files/sheetErrors.ts';
export * from './footfall/calls.ts';
export * from './footfall/errors.ts';
export * from './gateways/calls.ts';
export * from './gateways/cardCalls.ts';
export * from './gateways/configurationCalls.ts';
export * from './gateways/errors.ts';
export * from './gateways/fields.ts';
export * from './gateways/listCalls.ts';
export * from './gateways/mqttCalls.ts';
export * from './gateways/setUpCalls.ts';
export * from './gateways/sharingCalls.ts';
export * from './gateways/vpnCalls.ts';
export * from './gateways/vpnFields.ts';
export * from './history/calls.ts';
export * from './history/errors.ts';
export * from './history/intervals.ts';
export * from './inputWords.ts';
export * from './lists/calls.ts';
export * from './lists/errors.ts';
export * from './logs/calls.ts';
export * from './logs/callWords.ts';
export type { NamedKind } from './logs/defineLogWords.ts';
export { logFields, logWordsOfDomains, type SubjectKind, subjectKinds } from './logs/logWords.ts';
export * from './logs/operationWords.ts';
export { sees as maintenanceReaders } from './maintenance/access.ts';
export { ServiceCalendarForm, type ServiceCalendarRow, type ServiceWindow } from './maintenance/calendarCalls.ts';
export { maintenanceCalls } from './maintenance/calls.ts';
export {
  ContractChange,
  type MaintenanceContractRow,
  NewContract,
  type ServiceTarget,
} from './maintenance/contractCalls.ts';
export * from './maintenance/errors.ts';
export * from './maintenance/kinds.ts';
export type {
  MaintenanceOrderDetail,
  MaintenanceOrderRow,
  SheetReading,
  VisitPhoto,
} from './maintenance/orderCalls.ts';
export { type MaintenancePlanRow, NewPlan, PlanChange } from './maintenance/planCalls.ts';
export { type SignPage, signLinkCalls, signLinkHours } from './maintenance/signLinkCalls.ts';
export { NewTeam, TeamChange, type TeamRow } from './maintenance/teamCalls.ts';
export {
  type MaintenanceTemplateDetail,
  type MaintenanceTemplateRow,
  NewTemplate,
} from './maintenance/templateCalls.ts';
export * from './maintenance/templateItems.ts';
export * from './mapping/calls.ts';
export * from './mapping/errors.ts';
export * from './mapping/fields.ts';
export * from './meters/calls.ts';
export * from './meters/errors.ts';
export * from './meters/kinds.ts';
export * from './notifications/calls.ts';
export * from './notifications/channels.ts';
export * from './notifications/deliveryPreviewCalls.ts';
export * from './notifications/dutyCalls.ts';
export * from './notifications/dutyShift.ts';
export * from './notifications/errors.ts';
export * from './notifications/popupCalls.ts';
export * from './notifications/pushLogCalls.ts';
export * from './notifications/pushStatisticsCalls.ts';
export * from './notifications/webhookCalls.ts';
export * from './people/calls.ts';
export * from './people/companyCalls.ts';
export * from './people/companyFlags.ts';
export * from './people/errors.ts';
export * from './people/explainCalls.ts';
export { companyWide, deviceModes, deviceRights, RoleOfMember } from './people/fields.ts';
export { invitationCalls } from './people/invitationCalls.ts';
export * from './people/invitingCalls.ts';
export * from './people/memberCalls.ts';
export * from './people/memberImportCalls.ts';
export * from './people/ownRightCalls.ts';
export * from './people/roleCalls.ts';
export * from './people/roleHolderCalls.ts';
export * from './plans/calls.ts';
export * from './plans/errors.ts';
export * from './plans/inside.ts';
export * from './points/calls.ts';
export * from './points/errors.ts';
export {
  kindWords,
  NewPoint,
  PointForm,
  type PointKind,
  pointKinds,
  pointName,
  pointTypeName,
  registerAddress,
  SlavePoint,
  slaveAddress,
} from './points/fields.ts';
export * from './points/formula.ts';
export { unitsGoTogether } from './points/formulaUnits.ts';
export { formulaWords } from './points/formulaWords.ts';
export * from './points/freshness.ts';
export * from './points/modbusRules.ts';
export * from './points/pointImportCalls.ts';
export * from './points/pointListCalls.ts';
export * from './points/pointSetupCalls.ts';
export * from './points/pointTypeCalls.ts';
export * from './points/quality.ts';
export { DeviceSheetRow, PointSheetRow } from './points/sheetRows.ts';
export * from './points/wire.ts';
export * from './projects/calls.ts';
export * from './projects/errors.ts';
export {
  maxLabels,
  NewProject,
  NewSubarea,
  ProjectChange,
  ProjectSettings,
  SubareaChange,
} from './projects/fields.ts';
export * from './projects/ownProjectCalls.ts';
export * from './projects/projectEndCalls.ts';
export * from './projects/projectManageCalls.ts';
export { ProjectRow, ProjectState, projectStates, WhatGoesWith } from './projects/rows.ts';
export * from './projects/subareaCalls.ts';
export * from './realtime/topics.ts';
export * from './remoteBoot/calls.ts';
export * from './remoteBoot/errors.ts';
export * from './remoteBoot/fields.ts';
export * from './remoteBoot/kinds.ts';
export * from './repair/calls.ts';
export * from './repair/errors.ts';
export {
  AssessForm,
  ComplementForm,
  DispatchForm,
  FailForm,
  FaultCodeChange,
  FinishForm,
  NewFaultCode,
  PassForm,
  PauseForm,
  ReassignForm,
  RejectForm,
  RepairForm,
  RevokeForm,
  ReworkForm,
  repairPhotosMax,
  SettleForm,
  SignInForm,
} from './repair/fields.ts';
export * from './repair/kinds.ts';
export * from './repair/reportCalls.ts';
export * from './repair/rows.ts';
export * from './repair/transitions.ts';
export * from './reports/calls.ts';
export * from './reports/errors.ts';
export * from './reports/kinds.ts';
export * from './scalars.ts';
export * from './scheduling/calls.ts';
export * from './scheduling/errors.ts';
export * from './scheduling/kinds.ts';
export * from './scheduling/plan.ts';
export * from './scheduling/sun.ts';
export * from './securityEvents/calls.ts';
export * from './securityEvents/kinds.ts';
export * from './templates/calls.ts';
export * from './templates/errors.ts';
export {
  TemplateKey,
  type TemplateKind,
  TemplateRegister,
  templateKinds,
  templateSources,
} from './templates/fields.ts';
export * from './transport/calls.ts';
export * from './transport/carCalls.ts';
export * from './transport/certificate.ts';
export * from './transport/errors.ts';
export * from './transport/fenceCalls.ts';
export * from './transport/goodsCalls.ts';
export * from './transport/handover.ts';
export * from './transport/kinds.ts';
export * from './transport/tagCalls.ts';
export * from './transport/waybillCalls.ts';
export { onlyVisible } from './visibleText.ts';
export * from './weather/calls.ts';
export * from './weather/errors.ts';
export * from './work/clocks.ts';
export * from './work/errors.ts';
export * from './work/messageCalls.ts';
export * from './work/signature.ts';
export * from './workbench/calls.ts';
export * from './workbench/errors.ts';
export {
  type ExplainedFrame,
  type FormReasonName,
  type FrameFieldName,
  type FrameOutcome,
  type FrameProblemName,
  type FrameRoleName,
  frameOutcomes,
  type LiveRead,
  type LoggedFrame,
  maxAtOnce,
  maxReadsInARow,
  type PlannedRead,
  ReadOrder,
  type ReadOutcome,
  type RegisterReading,
  TriedPoint,
} from './workbench/fields.ts';
export * from './writing/batchCalls.ts';
export * from './writing/calls.ts';
export * from './writing/errors.ts';
export {
  batchStates,
  maxBatchPoints,
  maxReturnMinutes,
  PointToWrite,
  ReturnAhead,
  WritablePoint,
  WriteBatch,
  WriteForm,
  WriteLimit,
  WriteLimitForm,
  WriteRecord,
  writeReason,
  writeValue,
} from './writing/fields.ts';
export * from './writing/limitCalls.ts';
export * from './writing/outcomes.ts';
export * from './writing/writeCalls.ts';
