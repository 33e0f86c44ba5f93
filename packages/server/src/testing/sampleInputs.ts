import { randomUUID } from 'node:crypto';
import type { AllCalls, CallInput, CallName } from '@watchpost/contract';
import { dashboardParts, emptyDiagram } from '@watchpost/contract';
import { everyDay } from './energyOf.ts';
import { type Ids, picture } from './equippedCompany.ts';

const image = () => new File([picture], 'dot.png', { type: 'image/png' });

const usrMapping = {
  Topic: 'usr/{device}/up',
  Values: ['/{key}'],
  Time: '/ts',
  UtcOffsetMinutes: 480,
  Quality: '/q',
  QualityGood: ['0'],
  Failures: ['ERR'],
  Ignore: ['id'],
  CommandTopic: 'usr/{device}/down',
  CommandPayload: '{"id":"{id}","w_data":[{"name":"{key}","value":"{value}"}]}',
  ReplyTopic: 'usr/{device}/up',
  ReplyId: '/id',
  ReplyResult: '/err',
  ReplyAccepted: ['0'],
};

type SampleInputs = { readonly [Name in CallName]: (ids: Ids) => CallInput<AllCalls[Name]> };

/** `YYYY-MM-DD HH:mm:ss` in Shanghai, where the companies of the factories are. */
const local = (epochMs: number): string => inShanghai.format(epochMs);
/** A day in Shanghai. */
const daysAgo = (days: number): string => local(Date.now() - days * 86_400_000).slice(0, 10);
const inShanghai = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Every filter of the alarm lists, with which the sample alarms are found. */
const alarmsWith = ({ projectId, deviceId, areaId }: Ids) => ({
  ProjectId: projectId,
  Cstime: local(Date.now() - 86_400_000),
  Cetime: local(Date.now() + 60_000),
  Mtid: deviceId,
  Area: [areaId],
  subareaList: [projectId],
  Level: [1, 2],
  AlarmClass: ['limit'] as ['limit'],
  Type: 'point' as const,
  IsRepair: false,
  DurationMin: 0,
  SortType: 'time' as const,
  IsAsc: true,
  PageIndex: 1,
  PageSize: 20,
});
const handlingOf = {
  FollowUp: 'observing' as const,
  Comment: 'Looked at it',
  Measures: 'Fan freed',
  AnalysisResult: 'Ice',
};

/** Point data of the last hour. */
const pointData = ({ pointId, projectId }: Ids) => ({
  body: {
    start: local(Date.now() - 3_600_000),
    end: local(Date.now()),
    pointIdList: [pointId],
    tmes: 10,
    fileType: 'excel' as const,
    isZip: true,
    isMerge: false,
    isAlarmLacy: true,
    zipFileList: [{ FileName: 'Freezer', PointIdList: [pointId] }],
    ProjectId: projectId,
  },
});

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

const gatewayFilter = (companyId: number, projectId: number, slaveId: number) => ({
  CompanyId: companyId,
  ProjectIdList: [projectId],
  QueryAll: false,
  NameOrDESCRIBES: '',
  PROTOCOLList: ['DTU', 'MQTT'] as ('DTU' | 'MQTT')[],
  ConnectStatusList: [0, 1, 2],
  SystemStatusList: [0, 1, 2],
  SimStatus: [0, 1, 2, 3, 4, 5, 6],
  SimFlowStatusList: [0, 1, 2, 3],
  CreateTime: ['2026-01-01', '2099-12-31'],
  IsQueryCreator: false,
  IsQueryLook: false,
  DeviceModuleId: slaveId,
  SortType: 'name' as const,
  IsAsc: true,
});

/** Every filter of the device lists that can be asked together. */
const deviceQuestion = ({ companyId, projectId, areaId, subsystemId, classId }: Ids) => ({
  CompanyId: companyId,
  ProjectId: projectId,
  ProjectIdList: [projectId],
  SubareaIdList: [projectId],
  BigTypeId: subsystemId,
  SmallTypeId: classId,
  SmallTypeIdList: [classId],
  LocationIdList: [areaId],
  ModelTreeName: 'Freezer',
  IsMonitor: true,
  IsSetAlarm: true,
  IsGetStaticProperty: true,
  SortType: 'class' as const,
  IsAsc: true,
});

/** Everything that can be said of a register. */
const aRegister = {
  PointNameEn: null,
  Unit: '°C',
  Decimals: 1,
  Level: 2,
  IsWrite: true,
  Cycle: 60,
  RangeLow: -50,
  RangeHigh: 50,
  ErrorValueList: [-99],
  FrozenMinutes: 60,
  FunctionCode: 3,
  RegisterAddress: 11,
  DataFormat: 's16' as const,
  ByteOrder: 'AB' as const,
  AddressBit: null,
  X1: 0,
  X2: 10,
  Y1: 0,
  Y2: 1,
  RawErrorValueList: [32767],
  StatusRegister: 12,
  StatusFaultValueList: [160],
  WriteFunctionCode: 6,
};

const aTemplate = {
  nameEn: null,
  FLAG: false,
  Brand: 'Acme',
  Model: 'X1',
  Category: 'Controller',
  Description: '',
  Source: 'own' as const,
  SourceName: '',
  FirstAddress: 0,
  MaxRegisters: 15,
  MaxGap: 0,
  BaudRate: 9600,
  DataBits: 8,
  Parity: 'none' as const,
  StopBits: 1,
  RegisterList: [{ ...aRegister, PointName: 'Air', PointTypeName: 'Temperature', ValueType: 0, Note: '' }],
  KeyList: [],
};

/**
 * One good question for every call, naming as much as it can. A new call does not compile until it has one; the access
 * matrix and the test of bad input then ask it of everybody.
 */
/** Messages about alarms of this month. */
const pushStretch = () => ({ startTime: local(Date.now() - 3_600_000), endTime: local(Date.now() + 60_000) });
const pushDays = (projectId: number) => ({ projectId, ...pushStretch() });
const pushPeople = (projectId: number, userId: number) => ({
  ProjectId: projectId,
  StartTime: pushStretch().startTime,
  EndTime: pushStretch().endTime,
  UserIdList: [userId],
});
const pushes = ({ projectId, alarmId, pointId, userId }: Ids) => ({
  ProjectId: projectId,
  AlarmId: alarmId,
  PointId: pointId,
  UserIdList: [userId],
  PushTypeList: [0, 1, 2, 3],
  SendStatus: true,
});

const tagHistory = ({ tagId }: Ids) => ({
  SensorId: tagId,
  start: local(Date.now() - 3_600_000),
  end: local(Date.now()),
});
const carHistory = () => ({ start: local(Date.now() - 3_600_000), end: local(Date.now()) });

const installed = {
  HorizontalLength: 18.5,
  GasClimb: 3,
  LiquidClimb: 0,
  GasDiameter: 22,
  RiserDiameter: 19,
  LiquidDiameter: 12,
  OilType: 'POE',
};

/** Days of an analysis, until today by the companies' own clock. */
/** As many points as a signature needs. */
const strokes = `M10 90${Array.from({ length: 24 }, (_, i) => ` L${20 + i * 10} ${80 + (i % 3) * 10}`).join('')}`;
const aMonth = { Start: daysAgo(20), End: daysAgo(0) };

let arranged = 0;
/** Each time another one: what is kept as it was is no change that anybody is told. */
const anotherPart = () => dashboardParts[arranged++ % dashboardParts.length]!;

const temperatureRoles = ['suctionTemperature', 'dischargeTemperature', 'outdoorTemperature'] as const;
const anotherRole = () => temperatureRoles[arranged++ % temperatureRoles.length]!;
const anotherChoice = ([a, b]: readonly [number, number]): number[] => [[a], [b], [a, b]][arranged++ % 3]!;

export const sampleInputs: SampleInputs = {
  getDiagramList: ({ projectId }) => ({ query: { projectId } }),
  getDiagram: ({ diagramId }) => ({ query: { diagramId } }),
  getGeneratedDiagramList: ({ workshopId }) => ({ query: { projectId: workshopId } }),
  getGeneratedDiagram: ({ workshopId, rackId }) => ({
    query: { projectId: workshopId, kind: 'circuit' as const, mtid: rackId },
  }),
  getPointRoles: ({ workshopId }) => ({ query: { projectId: workshopId } }),
  setPointRoles: ({ workshopId, rackId, rackPointId }) => ({
    body: { ProjectId: workshopId, RoleList: [{ Mtid: rackId, Role: anotherRole(), PointId: rackPointId }] },
  }),
  setDeviceRelations: ({ workshopId, rackId, cooledIds }) => ({
    body: { ProjectId: workshopId, Mtid: rackId, ToMtidList: anotherChoice(cooledIds) },
  }),
  getDiagramVersions: ({ diagramId }) => ({ query: { diagramId } }),
  addDiagram: ({ projectId, deviceId, diagramId }) => ({
    body: {
      ProjectId: projectId,
      DiagramName: `Circuit ${diagramId}`,
      Document: {
        ...emptyDiagram(),
        nodes: [
          {
            id: 'fan',
            symbol: 'fan' as const,
            at: [20, 20],
            size: [60, 60],
            turn: 0 as const,
            device: deviceId,
            bind: {},
          },
        ],
      },
    },
  }),
  copyDiagram: ({ diagramId }) => ({ body: { DiagramId: diagramId, DiagramName: `Copy of ${diagramId}` } }),
  editDiagram: ({ diagramId }) => ({ body: { DiagramId: diagramId, DiagramNameEn: 'Machine room' } }),
  saveDiagram: ({ diagramId, deviceId }) => ({
    body: {
      DiagramId: diagramId,
      BaseVersion: 1,
      Note: 'A text more',
      Document: {
        ...emptyDiagram(),
        nodes: [
          {
            id: 'fan',
            symbol: 'fan' as const,
            at: [40, 20],
            size: [60, 60],
            turn: 90 as const,
            device: deviceId,
            bind: {},
          },
        ],
        texts: [{ id: 'title', at: [0, 0], text: { zh: '机房', en: 'Machine room' }, size: 14 as const }],
      },
    },
  }),
  restoreDiagram: ({ restorableDiagramId }) => ({
    body: { DiagramId: restorableDiagramId, BaseVersion: 2, Version: 1 },
  }),
  deleteDiagram: ({ spareDiagramId }) => ({ body: { DiagramIdList: [spareDiagramId] } }),
  getDataScreens: ({ companyId }) => ({ query: { CompanyId: companyId } }),
  addDataScreen: ({ projectId, freeScreenName }) => ({
    body: {
      Name: freeScreenName,
      AllProjects: false,
      ProjectIdList: [projectId],
      StationList: ['overview' as const, 'alarms' as const],
      StationSeconds: 20,
    },
  }),
  editDataScreen: ({ screenId }) => ({ body: { ScreenId: screenId, StationSeconds: 20 + (arranged++ % 100) + 1 } }),
  deleteDataScreen: ({ spareScreenId }) => ({ body: { ScreenIdList: [spareScreenId] } }),
  getDisplays: ({ companyId }) => ({ query: { CompanyId: companyId } }),
  pairDisplay: ({ projectId, screenId, pairingCode }) => ({
    body: {
      Code: pairingCode,
      Name: 'Control room',
      ScreenId: screenId,
      ProjectId: projectId,
      Language: 'en' as const,
      Sound: false,
      FromHour: 7,
      UntilHour: 20,
    },
  }),
  editDisplay: ({ displayId }) => ({ body: { DisplayId: displayId, FromHour: 1 + (arranged++ % 22) } }),
  revokeDisplay: ({ spareDisplayId }) => ({ body: { DisplayIdList: [spareDisplayId] } }),
  beginPairing: () => ({}),
  takePairing: ({ pairingSecret }) => ({ body: { Secret: pairingSecret } }),
  getWallView: ({ wallToken }) => ({ body: { Token: wallToken } }),
  getWallNews: ({ wallToken }) => ({ body: { Token: wallToken } }),
  getDashboardDefault: ({ projectId }) => ({ query: { projectId } }),
  saveDashboardDefault: ({ projectId }) => ({
    body: { ProjectId: projectId, Layout: { Order: ['plan', 'alarms'], Hidden: [anotherPart()] } },
  }),
  getPlanList: ({ projectId }) => ({ query: { projectId } }),
  getPlan: ({ planId }) => ({ query: { planId } }),
  addPlan: ({ projectId, baseMapId }) => ({
    body: {
      ProjectId: projectId,
      LocationId: projectId,
      PlanName: `Ground floor ${baseMapId}`,
      BaseMap: baseMapId,
      MetresWide: '42.5',
    },
  }),
  editPlan: ({ planId, projectId, baseMapId }) => ({
    body: { PlanId: planId, LocationId: projectId, BaseMap: baseMapId, MetresWide: 12.5 },
  }),
  savePlanContent: ({ planId, deviceId }) => ({
    body: {
      PlanId: planId,
      Revision: 1,
      ItemList: [{ Mtid: deviceId, PointId: null, X: 0.25, Y: 0.75 }],
      ZoneList: [
        {
          ZoneName: 'Dock',
          Corners: [
            [0, 0],
            [0.5, 0],
            [0.5, 1],
          ] as [number, number][],
        },
      ],
    },
  }),
  deletePlan: ({ sparePlanId }) => ({ body: { PlanIdList: [sparePlanId] } }),
  getPipeStandardPage: () => ({ body: { SortType: 'updated' as const, IsAsc: false, PageIndex: 1, PageSize: 20 } }),
  addPipeStandard: ({ freeUnitNumber }) => ({
    body: { Model: freeUnitNumber, MaxPipeLength: '50', GasMaxClimb: 15, LiquidMaxClimb: 10.5, OilType: 'POE' },
  }),
  editPipeStandard: ({ pipeStandardId }) => ({ body: { StandardId: pipeStandardId, MaxPipeLength: 45.25 } }),
  deletePipeStandard: ({ sparePipeStandardId }) => ({ body: { StandardIdList: [sparePipeStandardId] } }),
  getCaliberStandardPage: () => ({ body: { SortType: 'updated' as const, IsAsc: false, PageIndex: 1, PageSize: 20 } }),
  addCaliberStandard: ({ freeUnitNumber }) => ({
    body: {
      Model: freeUnitNumber,
      LengthFrom: 0,
      LengthTo: 25,
      ClimbFrom: 0,
      ClimbTo: 5,
      GasDiameter: 22,
      RiserDiameter: 19.05,
      LiquidDiameter: 12,
    },
  }),
  editCaliberStandard: ({ caliberStandardId }) => ({ body: { StandardId: caliberStandardId, RiserDiameter: 22 } }),
  deleteCaliberStandard: ({ spareCaliberStandardId }) => ({ body: { StandardIdList: [spareCaliberStandardId] } }),
  getRepairAnalysis: ({ projectId }) => ({ body: { ...aMonth, ProjectIdList: [projectId] } }),
  getServiceAlarms: ({ projectId }) => ({
    query: { pageIndex: 1, pageSize: 50 },
    body: { ...aMonth, ProjectIdList: [projectId], Figure: 'raised' as const },
  }),
  getServiceStatistics: ({ projectId }) => ({ body: { ...aMonth, ProjectIdList: [projectId] } }),
  saveServiceLimits: ({ freeReminderDays }) => ({
    body: { ConfirmMin: 90, ProcessMin: 80, AlarmChangeMax: freeReminderDays, RepairChangeMax: 30 },
  }),
  getHomeAnalysis: ({ projectId }) => ({ body: { ...aMonth, ProjectIdList: [projectId] } }),
  getDeviceAnalysis: ({ projectId }) => ({ body: { ...aMonth, ProjectIdList: [projectId] } }),
  getAnalysisComparison: ({ projectId }) => ({
    body: { SideA: { ...aMonth, ProjectIdList: [projectId] }, SideB: { ...aMonth, ProjectIdList: [projectId] } },
  }),
  getAnalysisAlarms: ({ projectId }) => ({
    query: { pageIndex: 1, pageSize: 50 },
    body: { ...aMonth, ProjectIdList: [projectId] },
  }),
  getTeamPage: () => ({ body: {} }),
  getTeamPeople: () => ({ query: {} }),
  addTeam: ({ freeTeamName, userId }) => ({
    body: {
      TeamName: freeTeamName,
      TypeList: ['onSite' as const],
      AreaList: ['East'],
      MemberList: [{ UserId: userId }],
    },
  }),
  editTeam: ({ teamId }) => ({ body: { TeamId: teamId, AreaList: ['East', 'South'] } }),
  setTeamStatus: ({ idleTeamId }) => ({ body: { TeamId: idleTeamId, Enabled: false } }),
  removeTeam: ({ spareTeamId }) => ({ body: { TeamId: spareTeamId } }),
  getMaintenanceTemplatePage: () => ({ body: {} }),
  getMaintenanceTemplate: ({ maintenanceTemplateId }) => ({ query: { templateId: maintenanceTemplateId } }),
  addMaintenanceTemplate: () => ({ body: { TemplateName: 'Quarterly check' } }),
  editMaintenanceTemplate: ({ maintenanceTemplateId }) => ({
    body: {
      TemplateId: maintenanceTemplateId,
      GroupList: [{ GroupName: 'Outside', ItemList: [{ Name: 'Door closes', Content: 'yesNo' as const }] }],
    },
  }),
  publishMaintenanceTemplate: ({ draftTemplateId }) => ({ body: { TemplateId: draftTemplateId } }),
  copyMaintenanceTemplate: ({ maintenanceTemplateId }) => ({
    body: { TemplateId: maintenanceTemplateId, TemplateName: 'Copy of it' },
  }),
  deleteMaintenanceTemplate: ({ spareMaintenanceTemplateId }) => ({
    body: { TemplateId: spareMaintenanceTemplateId },
  }),
  getTemplateSources: () => ({ query: {} }),
  previewMaintenanceTemplate: ({ maintenanceTemplateId }) => ({ body: { TemplateId: maintenanceTemplateId } }),
  downloadTemplatePreview: ({ maintenanceTemplateId }) => ({ query: { templateId: maintenanceTemplateId } }),
  getContractPage: () => ({ body: {} }),
  getContractNumber: () => ({ query: {} }),
  getServiceCalendars: () => ({ query: {} }),
  saveServiceCalendar: ({ serviceCalendarId, freeCalendarName }) => ({
    body: {
      CalendarId: serviceCalendarId,
      CalendarName: freeCalendarName,
      WindowList: [{ Weekday: 1, From: '08:00', To: '18:00' }],
      HolidayList: ['2027-01-01'],
    },
  }),
  deleteServiceCalendar: ({ spareServiceCalendarId }) => ({ body: { CalendarId: spareServiceCalendarId } }),
  addContract: ({ freeTeamName, teamId, projectId, maintenanceTemplateId }) => ({
    body: {
      ContractName: 'Yearly service',
      ContractNumber: `K ${freeTeamName}`,
      PartyA: 'North',
      TeamId: teamId,
      ProjectIdList: [projectId],
      StartDate: '2026-01-01',
      EndDate: '2027-12-31',
      Cycle: 'quarter' as const,
      FirstDate: '2026-01-15',
      TemplateIdList: [maintenanceTemplateId],
    },
  }),
  editContract: ({ openContractId }) => ({ body: { ContractId: openContractId, PartyA: 'South' } }),
  deleteContract: ({ spareContractId }) => ({ body: { ContractId: spareContractId } }),
  signContract: ({ signableContractId, signableHash }) => ({
    body: { ContractId: signableContractId, Party: 'a' as const, Hash: signableHash },
  }),
  downloadContract: ({ sealedContractId }) => ({ query: { contractId: sealedContractId } }),
  downloadContractSeal: ({ sealedContractId }) => ({ query: { contractId: sealedContractId } }),
  terminateContract: ({ endingContractId }) => ({
    body: { ContractId: endingContractId, Reason: 'The shop closes for good' },
  }),
  getMaintenanceOrderPage: ({ projectId }) => ({ body: { ProjectIdList: [projectId] } }),
  getMaintenanceOrder: ({ plannedOrderId }) => ({ query: { orderId: plannedOrderId } }),
  mergeOrders: ({ mergeableOrderIds }) => ({ body: { OrderIdList: mergeableOrderIds } }),
  getMaintenancePlanPage: ({ planContractId }) => ({ body: { ContractId: planContractId } }),
  getPlanChoices: ({ planContractId }) => ({ query: { contractId: planContractId } }),
  addMaintenancePlan: ({ planContractId, planDeviceId }) => ({
    body: {
      ...{ ContractId: planContractId, DeviceId: planDeviceId, PlanName: 'After a warning' },
      Kind: 'condition' as const,
    },
  }),
  editMaintenancePlan: ({ planId, freeTeamName }) => ({ body: { PlanId: planId, PlanName: freeTeamName } }),
  restartMaintenancePlan: ({ planId }) => ({ body: { PlanId: planId, Reason: 'The compressor was replaced' } }),
  deleteMaintenancePlan: ({ sparePlanId }) => ({ body: { PlanId: sparePlanId } }),
  getMaintenanceCalendar: ({ projectId }) => ({ body: { Month: '2026-11', ProjectIdList: [projectId] } }),
  downloadMaintenanceReport: ({ doneOrderId }) => ({ query: { orderId: doneOrderId } }),
  fillOrder: ({ startedOrderId }) => ({ body: { OrderId: startedOrderId } }),
  addOrderPhotos: ({ startedOrderId, fileUrl }) => ({ body: { OrderId: startedOrderId, UrlList: [fileUrl] } }),
  removeOrderPhoto: ({ startedOrderId, visitPhotoId }) => ({
    body: { OrderId: startedOrderId, PhotoId: visitPhotoId },
  }),
  signOrder: ({ signableOrderId }) => ({
    body: { OrderId: signableOrderId, Role: 'store' as const, Name: 'Wang', Path: strokes },
  }),
  getOrderPeople: ({ teamId }) => ({ query: { teamId } }),
  assignOrders: ({ plannedOrderId, userId }) => ({ body: { OrderIdList: [plannedOrderId], UserId: userId } }),
  moveOrder: ({ plannedOrderId }) => ({ body: { OrderId: plannedOrderId, PlannedDate: '2899-01-01' } }),
  startOrder: ({ startableOrderId }) => ({ body: { OrderId: startableOrderId } }),
  saveAnswers: ({ startedOrderId, maintenanceTemplateId }) => ({
    body: {
      OrderId: startedOrderId,
      TemplateId: maintenanceTemplateId,
      AnswerList: [{ Group: 0, Item: 0, Text: 'yes' }],
    },
  }),
  finishOrder: ({ finishableOrderId }) => ({ body: { OrderId: finishableOrderId } }),
  confirmOrder: ({ doneOrderId }) => ({ body: { OrderId: doneOrderId } }),
  skipOrder: ({ skippableOrderId }) => ({ body: { OrderId: skippableOrderId, Reason: 'The store is being rebuilt' } }),
  getDebugOrderPage: ({ projectId }) => ({ body: { ProjectIdList: [projectId] } }),
  getDebugOrder: ({ debugOrderId }) => ({ query: { orderId: debugOrderId } }),
  getDebugPeople: () => ({ query: {} }),
  addDebugOrder: ({ debugFreeProjectId, userId }) => ({
    body: { ProjectId: debugFreeProjectId, InstallUnit: 'North', DebugPersonId: userId },
  }),
  editDebugOrder: ({ debugOrderId }) => ({ body: { OrderId: debugOrderId, Address: 'Dock 4', EstimatedHours: 7.25 } }),
  deleteDebugOrder: ({ spareDebugOrderId }) => ({ body: { OrderId: spareDebugOrderId } }),
  tickDebugItem: ({ debugOrderId }) => ({
    body: { OrderId: debugOrderId, Check: 'doorsTested' as const, Ticked: true },
  }),
  waiveDebugItem: ({ debugOrderId }) => ({
    body: { OrderId: debugOrderId, Check: 'alarmConfirmed' as const, Reason: 'Tested at the factory already' },
  }),
  finishDebugOrder: ({ readyDebugOrderId }) => ({ body: { OrderId: readyDebugOrderId, ActualHours: 8 } }),
  reopenDebugOrder: ({ doneDebugOrderId }) => ({
    body: { OrderId: doneDebugOrderId, Reason: 'Two more cabinets were delivered' },
  }),
  sendTestAlarm: ({ testableDebugOrderId, userId }) => ({
    body: { OrderId: testableDebugOrderId, ContactList: [{ UserId: userId, Channel: 'email' as const }] },
  }),
  getStoreTemplates: () => ({ query: {} }),
  addStoreTemplate: ({ projectId, freeStoreName }) => ({ body: { ProjectId: projectId, TemplateName: freeStoreName } }),
  deleteStoreTemplate: ({ spareStoreTemplateId }) => ({ body: { TemplateId: spareStoreTemplateId } }),
  compareStoreTemplate: ({ debugOrderId, storeTemplateId }) => ({
    query: { orderId: debugOrderId, templateId: storeTemplateId },
  }),
  applyStoreTemplate: ({ spareDebugOrderId, storeTemplateId, storeSeen }) => ({
    body: { OrderId: spareDebugOrderId, TemplateId: storeTemplateId, Seen: storeSeen },
  }),
  launchDebugOrder: ({ signableDebugOrderId }) => ({
    body: { OrderId: signableDebugOrderId, Reason: 'The shop opens on Monday all the same' },
  }),
  signDebugOrder: ({ signableDebugOrderId }) => ({
    body: { OrderId: signableDebugOrderId, Role: 'store' as const, Name: 'Wang', Path: strokes },
  }),
  downloadDebugHandover: ({ debugOrderId }) => ({ query: { orderId: debugOrderId } }),
  getAssetPage: ({ projectId }) => ({ body: { ProjectIdList: [projectId] } }),
  getAssetLife: ({ assetId }) => ({ query: { assetId } }),
  getAssetRunTime: ({ assetId }) => ({ query: { assetId } }),
  getAssetCategories: () => ({ query: {} }),
  isAssetCodeExist: ({ assetId, freeAssetCode }) => ({ query: { assetCode: freeAssetCode, assetId } }),
  getAssetTemplate: ({ projectId }) => ({ query: { projectId } }),
  batchImportAsset: ({ projectId, assetSheet }) => ({ query: { projectId, isDryRun: false }, files: [assetSheet] }),
  correctImportAsset: ({ projectId, assetSheet }) => ({ query: { projectId }, files: [assetSheet] }),
  addAsset: ({ projectId, freeAssetCode }) => ({
    body: { AssetName: 'Case', AssetCode: freeAssetCode, ProjectId: projectId, Amount: 1200.5 },
  }),
  editAsset: ({ assetId }) => ({ body: { AssetId: assetId, Location: 'Yard' } }),
  deleteAsset: ({ spareAssetId }) => ({ body: { AssetIdList: [spareAssetId] } }),
  disposeAsset: ({ oldAssetId }) => ({
    body: { AssetId: oldAssetId, DisposeDate: '2026-02-03', Reason: 'Beyond repair', Proceeds: 120 },
  }),
  undoDisposal: ({ disposedAssetId }) => ({ body: { AssetId: disposedAssetId } }),
  verifyAssets: ({ assetId }) => ({ body: { AssetIdList: [assetId] } }),
  addAssetDocuments: ({ assetId }) => ({ query: { assetId }, files: [image()] }),
  deleteAssetDocument: ({ assetDocumentId }) => ({ body: { DocumentId: assetDocumentId } }),
  getAssetContractPage: () => ({ body: {} }),
  addAssetContract: ({ assetId, freeAssetCode }) => ({
    body: {
      ContractNumber: `C ${freeAssetCode}`,
      ContractName: 'Lease of cases',
      Kind: 'lease' as const,
      StartDate: '2026-01-01',
      EndDate: '2027-12-31',
      AssetIdList: [assetId],
    },
  }),
  editAssetContract: ({ assetContractId }) => ({ body: { ContractId: assetContractId, Supplier: 'North' } }),
  deleteAssetContract: ({ spareAssetContractId }) => ({ body: { ContractIdList: [spareAssetContractId] } }),
  getAssetLabels: ({ assetId }) => ({ body: { AssetIdList: [assetId], Address: 'https://watchpost.example' } }),
  findAsset: ({ assetCode }) => ({ query: { assetCode } }),
  getAssetLocations: ({ projectId }) => ({ query: { projectId } }),
  getStocktakePage: ({ projectId }) => ({ body: { ProjectIdList: [projectId] } }),
  getStocktake: ({ stocktakeId }) => ({ query: { stocktakeId } }),
  getStocktakeItemPage: ({ stocktakeId }) => ({ body: { StocktakeId: stocktakeId } }),
  openStocktake: ({ projectId }) => ({
    body: { StocktakeName: 'Year end', ProjectId: projectId, ClientKey: randomUUID() },
  }),
  scanLabels: ({ stocktakeId }) => ({
    body: {
      StocktakeId: stocktakeId,
      ScanList: [{ ClientKey: randomUUID(), Label: 'Z-404', Epoch: 1_790_000_000_000 }],
    },
  }),
  removeScan: ({ stocktakeId, stocktakeScanId }) => ({ body: { StocktakeId: stocktakeId, ScanId: stocktakeScanId } }),
  setScanPhoto: ({ stocktakeId, photoScanId, fileUrl }) => ({
    body: { StocktakeId: stocktakeId, ScanId: photoScanId, Photo: fileUrl },
  }),
  closeStocktake: ({ closingStocktakeId }) => ({
    body: { StocktakeId: closingStocktakeId, VerifyFound: true, Missing: 1, Note: 'Lent to the fair' },
  }),
  cancelStocktake: ({ spareStocktakeId }) => ({ body: { StocktakeId: spareStocktakeId, Note: 'Begun by mistake' } }),
  getCustomerPage: ({ projectId }) => ({ body: { ProjectIdList: [projectId] } }),
  getCustomer: ({ customerId }) => ({ query: { customerId } }),
  getRenewals: () => ({ query: {} }),
  getCustomerTemplate: () => ({ query: {} }),
  batchImportCustomer: ({ customerSheet }) => ({ query: { isDryRun: false }, files: [customerSheet] }),
  correctImportCustomer: ({ customerSheet }) => ({ query: {}, files: [customerSheet] }),
  addCustomer: ({ freeContractNumber }) => ({
    body: {
      ShopName: 'Corner shop',
      ContractNumber: freeContractNumber,
      StartDate: '2026-01-01',
      EndDate: '2027-12-31',
    },
  }),
  editCustomer: ({ customerId }) => ({ body: { CustomerId: customerId, City: 'Suzhou' } }),
  deleteCustomer: ({ spareCustomerId }) => ({ body: { CustomerIdList: [spareCustomerId] } }),
  setCustomerControlled: ({ customerId }) => ({
    body: { CustomerIdList: [customerId], Controlled: false, Reason: 'Left the programme' },
  }),
  getReminderRule: () => ({ query: {} }),
  saveReminderRule: ({ freeReminderDays }) => ({ body: { DaysBefore: freeReminderDays, Every: 1 } }),
  renewCustomer: ({ dueCustomerId, dueCustomerEnd }) => ({
    body: { CustomerId: dueCustomerId, FromEnd: dueCustomerEnd, EndDate: '2899-12-31' },
  }),
  markCustomerLost: ({ endingCustomerId }) => ({
    body: { CustomerId: endingCustomerId, LostReason: 'price' as const },
  }),
  addCustomerDocuments: ({ customerId }) => ({ query: { customerId }, files: [image()] }),
  deleteCustomerDocument: ({ customerDocumentId }) => ({ body: { DocumentId: customerDocumentId } }),
  undoCustomerLost: ({ lostCustomerId }) => ({ body: { CustomerId: lostCustomerId } }),
  getBootUnitPage: ({ projectId }) => ({
    body: {
      Text: 'unit',
      ProjectIdList: [projectId],
      InstallStatusList: ['registered' as const, 'released' as const],
      SortType: 'number' as const,
      IsAsc: false,
      PageIndex: 1,
      PageSize: 20,
    },
  }),
  addBootUnit: ({ projectId, freeUnitNumber }) => ({
    body: {
      UnitName: 'Rack 3',
      ContractNumber: 'K-26',
      UnitNumber: freeUnitNumber,
      Model: 'ZB-15',
      ProjectId: projectId,
      Position: 'Roof',
    },
  }),
  editBootUnit: ({ bootUnitId }) => ({ body: { UnitId: bootUnitId, Position: 'Yard' } }),
  deleteBootUnit: ({ spareUnitId }) => ({ body: { UnitIdList: [spareUnitId] } }),
  checkInstall: ({ bootUnitId }) => ({ body: { UnitId: bootUnitId, ...installed } }),
  submitInstall: ({ bootUnitId, installPhotos }) => ({
    body: { UnitId: bootUnitId, ...installed, PhotoList: installPhotos },
  }),
  approveInstall: ({ conformingUnitId }) => ({ body: { UnitId: conformingUnitId } }),
  rejectInstall: ({ rejectableUnitId }) => ({
    body: { UnitId: rejectableUnitId, Reason: 'The photos do not show the riser' },
  }),
  showUnitKey: ({ keyUnitId }) => ({ body: { UnitId: keyUnitId } }),
  renewUnitKey: ({ conformingUnitId }) => ({
    body: { UnitId: conformingUnitId, Reason: 'The controller was replaced' },
  }),
  relockUnit: ({ lockedAgainUnitId }) => ({
    body: { UnitId: lockedAgainUnitId, Reason: 'The piping is to be changed' },
  }),
  getBootInstallers: () => ({ query: {} }),
  getBootUnitTemplate: () => ({ query: {} }),
  batchImportBootUnit: ({ unitSheet }) => ({ query: { isDryRun: false }, files: [unitSheet] }),
  correctImportBootUnit: ({ unitSheet }) => ({ query: {}, files: [unitSheet] }),
  getBootDevices: ({ projectId }) => ({ query: { projectId } }),
  getBootCourse: ({ releasedUnitId }) => ({ query: { unitId: releasedUnitId } }),
  sendBoot: ({ unlockableUnitId }) => ({ body: { UnitId: unlockableUnitId } }),
  reportBoot: ({ startingUnitId }) => ({ body: { UnitId: startingUnitId, Started: false, Note: 'Wrong digits' } }),
  getBootPasswordPage: ({ releasedUnitId }) => ({
    body: { Text: 'unit', UnitIdList: [releasedUnitId], PageIndex: 1, PageSize: 20 },
  }),
  issueBootPassword: ({ releasedUnitId }) => ({ body: { UnitId: releasedUnitId } }),
  revokeBootPassword: ({ bootPasswordId }) => ({
    body: { PasswordId: bootPasswordId, Reason: 'Given to a wrong person' },
  }),
  getScheduleGroupPage: ({ projectId, scheduleGroupId }) => ({
    body: {
      GroupName: 'group',
      GroupIdList: [scheduleGroupId],
      ProjectIdList: [projectId],
      SortType: 'updated' as const,
      IsAsc: false,
      PageIndex: 1,
      PageSize: 20,
    },
  }),
  addScheduleGroup: ({ projectId, writablePointId, freeScheduleName }) => ({
    body: {
      GroupName: freeScheduleName,
      GroupDescription: 'Lights and set points',
      ProjectIdList: [projectId],
      PointIdList: [writablePointId],
      Enabled: true,
    },
  }),
  editScheduleGroup: ({ scheduleGroupId }) => ({ body: { GroupId: scheduleGroupId, GroupDescription: 'By night' } }),
  deleteScheduleGroup: ({ spareScheduleGroupId }) => ({ body: { GroupIdList: [spareScheduleGroupId] } }),
  enableScheduleGroup: ({ scheduleGroupId }) => ({ body: { GroupIdList: [scheduleGroupId], Enabled: false } }),
  getScheduleJobPage: ({ scheduleGroupId }) => ({
    body: {
      JobName: 'task',
      GroupIdList: [scheduleGroupId],
      JobStatus: false,
      ExecutionMode: 'http' as const,
      SortType: 'name' as const,
      IsAsc: false,
      PageIndex: 1,
      PageSize: 20,
    },
  }),
  addScheduleJob: ({ scheduleGroupId, freeScheduleName }) => ({
    body: {
      GroupId: scheduleGroupId,
      JobName: freeScheduleName,
      JobDescription: 'Tells the lights',
      JobTimeExpression: '30 22 * * *',
      DayFilter: 'workdays' as const,
      ExecutionMode: 'http' as const,
      PointValueList: [],
      Url: 'https://lights.example/api',
      Method: 'PUT' as const,
      ContentType: 'json' as const,
      Params: '{"on":false}',
      Timeout: 10,
      RespCodeList: [200, 204],
      ParseMode: 'jsonEquals' as const,
      ParsePointer: '/code',
      ParseValue: '0',
      GraceMinutes: 10,
      Enabled: true,
    },
  }),
  editScheduleJob: ({ scheduleJobId }) => ({ body: { JobId: scheduleJobId, JobTimeExpression: '0 7 * * *' } }),
  deleteScheduleJob: ({ spareScheduleJobId }) => ({ body: { JobIdList: [spareScheduleJobId] } }),
  enableScheduleJob: ({ scheduleJobId }) => ({ body: { JobIdList: [scheduleJobId], Enabled: true } }),
  runScheduleJob: ({ scheduleJobId }) => ({ body: { JobId: scheduleJobId } }),
  getScheduleFirings: ({ scheduleGroupId }) => ({
    body: { GroupId: scheduleGroupId, JobTimeExpression: '0 6 * * 1-5', DayFilter: 'notHolidays' as const },
  }),
  undoScheduleRun: ({ scheduleRunId }) => ({ body: { RunId: scheduleRunId } }),
  getScheduleRunPage: ({ scheduleGroupId, scheduleJobId }) => ({
    body: {
      JobIdList: [scheduleJobId],
      GroupIdList: [scheduleGroupId],
      OutcomeList: ['done' as const],
      PageIndex: 1,
      PageSize: 20,
    },
  }),
  getEnergySummary: ({ projectId }) => ({ body: { ProjectId: projectId, Start: daysAgo(1), End: daysAgo(0) } }),
  getEnergyLoad: ({ projectId, meterId }) => ({ body: { ProjectId: projectId, MeterId: meterId, Day: daysAgo(0) } }),
  getEnergyMonths: ({ projectId }) => ({ body: { ProjectId: projectId, Year: daysAgo(0).slice(0, 4) } }),
  getEnergyByProject: ({ projectId }) => ({
    body: { ProjectIdList: [projectId], Start: daysAgo(1), End: daysAgo(0), SortType: 'cost', IsAsc: true },
  }),
  getEnergyMeterPage: ({ projectId }) => ({
    body: { ProjectId: projectId, Text: 'Meter', SortType: 'settled', IsAsc: false, PageIndex: 1, PageSize: 20 },
  }),
  getEnergyRegisters: ({ projectId }) => ({ query: { projectId } }),
  addEnergyMeter: ({ projectId, freeMeterName, freeRegisterId, deviceId, meterId }) => ({
    body: {
      ProjectId: projectId,
      MeterName: freeMeterName,
      ModelTreeId: deviceId,
      ParentId: meterId,
      MaxPower: 50,
      PointId: freeRegisterId,
    },
  }),
  editEnergyMeter: ({ meterId, freeMeterName }) => ({ body: { MeterId: meterId, MeterName: freeMeterName } }),
  replaceEnergyMeter: ({ meterId, freeRegisterId }) => ({
    body: {
      MeterId: meterId,
      Time: local(Date.now() - 3_600_000),
      EndReading: 5000,
      PointId: freeRegisterId,
      StartReading: 0,
    },
  }),
  editEnergyInstallation: ({ installationId }) => ({ body: { InstallationId: installationId, Multiplier: 1.5 } }),
  deleteEnergyMeter: ({ spareMeterId }) => ({ body: { MeterIdList: [spareMeterId] } }),
  addCalculatedMeter: ({ projectId, freeMeterName, meterId }) => ({
    body: { ProjectId: projectId, MeterName: freeMeterName, TermList: [{ MeterId: meterId, Factor: -1 }] },
  }),
  setMeterTerms: ({ calculatedMeterId, meterId }) => ({
    body: { MeterId: calculatedMeterId, TermList: [{ MeterId: meterId, Factor: 0.5 }] },
  }),
  getMeterReadings: ({ manualMeterId }) => ({ body: { MeterId: manualMeterId } }),
  addMeterReading: ({ manualMeterId }) => ({
    body: {
      MeterId: manualMeterId,
      Time: local(Date.now() - 3_600_000).slice(0, 16),
      Reading: 1_000_000,
      Note: 'A test',
    },
  }),
  deleteMeterReading: ({ readingId }) => ({ body: { ReadingId: readingId } }),
  getEnergyEventPage: ({ projectId }) => ({
    body: {
      ProjectId: projectId,
      StateList: ['dismissed'],
      SortType: 'meter',
      IsAsc: true,
      PageIndex: 1,
      PageSize: 20,
    },
  }),
  decideEnergyEvent: ({ energyEventId }) => ({ body: { EventId: energyEventId, State: 'accepted', Note: 'A test' } }),
  setEnergySite: ({ projectId }) => ({ body: { ProjectId: projectId, SquareMetres: 1 + (Date.now() % 10_000) } }),
  getEnergyFactors: ({ projectId }) => ({ query: { projectId } }),
  saveEnergyFactor: () => ({ body: { Year: 2025, GramsPerKwh: 1 + (Date.now() % 999) } }),
  previewRecalculate: ({ projectId }) => ({ body: { ProjectId: projectId, Start: daysAgo(1), End: daysAgo(0) } }),
  recalculateEnergy: ({ projectId }) => ({
    body: { ProjectId: projectId, Start: daysAgo(1), End: daysAgo(0), FromReadings: true },
  }),
  simulateTariff: ({ projectId }) => ({
    body: {
      ProjectId: projectId,
      Start: daysAgo(1),
      End: daysAgo(0),
      PriceList: [0.3, null, 0.95, null],
      SeasonList: everyDay,
    },
  }),
  getTariffPage: () => ({ body: { IsAsc: true, PageIndex: 1, PageSize: 20 } }),
  addTariff: ({ freeTariffName }) => ({ body: { TariffName: freeTariffName } }),
  renameTariff: ({ tariffId, freeTariffName }) => ({ body: { TariffId: tariffId, TariffName: freeTariffName } }),
  deleteTariff: ({ spareTariffId }) => ({ body: { TariffIdList: [spareTariffId] } }),
  saveTariffVersion: ({ tariffId, draftVersionId }) => ({
    body: {
      TariffId: tariffId,
      VersionId: draftVersionId,
      ValidFrom: '2026-02-01',
      PriceList: [0.3, null, 0.95, null],
      SeasonList: everyDay,
    },
  }),
  activateTariffVersion: ({ draftVersionId }) => ({ body: { VersionId: draftVersionId, Status: 'final' } }),
  getTariffAssignments: ({ projectId }) => ({ query: { projectId } }),
  assignTariff: ({ projectId, tariffId }) => ({
    body: { ProjectId: projectId, TariffId: tariffId, FromDay: '2026-01-01' },
  }),
  getSupplyTerms: ({ projectId }) => ({ query: { projectId } }),
  saveSupplyTerms: ({ meterId }) => ({
    body: {
      MeterId: meterId,
      FromMonth: '2026-01',
      BasicFee: 'capacity',
      BasicPrice: 1 + (Date.now() % 99),
      Capacity: 800,
    },
  }),
  deleteSupplyTerms: ({ supplyTermsId }) => ({ body: { TermsId: supplyTermsId } }),
  getEnergyBaselines: ({ projectId }) => ({ query: { projectId } }),
  getTemperaturePoints: ({ projectId }) => ({ query: { projectId } }),
  fitBaseline: ({ projectId, meterId }) => ({
    body: {
      ProjectId: projectId,
      MeterId: meterId,
      Start: daysAgo(12),
      End: daysAgo(1),
      VariableList: ['openHours'],
    },
  }),
  saveBaseline: ({ projectId, meterId }) => ({
    body: {
      ProjectId: projectId,
      MeterId: meterId,
      Start: daysAgo(12),
      End: daysAgo(1),
      VariableList: ['openHours'],
      StaticFactors: 'A test',
    },
  }),
  approveBaseline: ({ baselineId }) => ({ body: { BaselineId: baselineId } }),
  deleteBaseline: ({ spareBaselineId }) => ({ body: { BaselineId: spareBaselineId } }),
  getEnergyPerformance: ({ projectId }) => ({ body: { ProjectId: projectId, Start: daysAgo(2), End: daysAgo(0) } }),
  getEnergyVariables: ({ projectId }) => ({ body: { ProjectId: projectId, Start: daysAgo(2), End: daysAgo(0) } }),
  saveEnergyVariables: ({ projectId }) => ({
    body: {
      ProjectId: projectId,
      ValueList: [{ Day: daysAgo(1), Variable: 'turnover', Value: Date.now() % 100_000 }],
    },
  }),
  getEnergyTargets: ({ projectId }) => ({ query: { projectId, year: daysAgo(0).slice(0, 4) } }),
  saveEnergyTargets: ({ projectId }) => ({
    body: { ProjectId: projectId, TargetList: [{ Month: '2026-01', Kwh: 1 + (Date.now() % 100_000) }] },
  }),
  getEnergyBill: ({ projectId }) => ({ body: { ProjectId: projectId, Month: daysAgo(0).slice(0, 7) } }),
  deleteTariffAssignment: ({ assignmentId }) => ({ body: { AssignmentId: assignmentId } }),
  getPrepaidPage: ({ projectId }) => ({
    body: { ProjectId: projectId, Text: 'Shop', SortType: 'balance', IsAsc: false, PageIndex: 1, PageSize: 20 },
  }),
  addPrepaidAccount: ({ bareMeterId, freeSwitchPointId }) => ({
    body: { MeterId: bareMeterId, Consumer: 'Shop', SwitchPointId: freeSwitchPointId, Opening: 20 },
  }),
  editPrepaidAccount: ({ accountId, switchPointId }) => ({
    body: { AccountId: accountId, LowDays: 1 + (Date.now() % 60), SwitchPointId: switchPointId },
  }),
  askInterruptible: ({ protectedAccountId }) => ({
    body: { AccountId: protectedAccountId, Reason: 'Moved to another feeder' },
  }),
  agreeInterruptible: ({ loosenedAccountId }) => ({ body: { AccountId: loosenedAccountId } }),
  withdrawInterruptible: ({ spareLoosenedAccountId }) => ({ body: { AccountId: spareLoosenedAccountId } }),
  closePrepaidAccount: ({ closableAccountId }) => ({
    body: { AccountId: closableAccountId, Reason: 'The tenant moves out' },
  }),
  rechargeMeter: ({ accountId, freeOrderNumber }) => ({
    body: { OrderNumber: freeOrderNumber, AccountId: accountId, Amount: 100 },
  }),
  deliverRecharge: ({ rechargeId }) => ({ body: { OrderId: rechargeId } }),
  settleRecharge: ({ disputedId }) => ({
    body: { OrderId: disputedId, IsInMeter: true, Reason: 'Read off the meter' },
  }),
  reverseRecharge: ({ reversibleId }) => ({ body: { OrderId: reversibleId, Reason: 'Credited by mistake' } }),
  getRechargePage: ({ projectId, accountId }) => ({ body: { ProjectId: projectId, AccountId: accountId } }),
  getLedgerPage: ({ accountId }) => ({ body: { AccountId: accountId } }),
  getTrips: ({ projectId }) => ({ query: { projectId } }),
  armTrips: ({ projectId }) => ({ body: { ProjectId: projectId, Reason: 'Balances are checked' } }),
  getSwitchGates: ({ accountId }) => ({ query: { accountId } }),
  orderSwitch: ({ accountId }) => ({ body: { AccountId: accountId, Want: 'on', Reason: 'The tenant has paid' } }),
  getSealPage: ({ projectId }) => ({ body: { ProjectId: projectId, PageIndex: 1, PageSize: 20 } }),
  verifySeals: ({ projectId }) => ({
    body: { ProjectId: projectId, FromDay: '2026-02-01', UntilDay: '2026-02-28' },
  }),
  downloadProof: ({ projectId }) => ({ query: { projectId, fromDay: '2026-02-01', untilDay: '2026-02-28' } }),
  downloadSealKey: () => ({}),
  getConformity: ({ projectId }) => ({ query: { projectId } }),
  getCompliancePoints: ({ projectId }) => ({ query: { projectId } }),
  assignProfile: ({ projectId, unsealedPointId }) => ({
    body: { ProjectId: projectId, Profile: 'haccp', PointIdList: [unsealedPointId], LowLimit: -25, HighLimit: '-15' },
  }),
  endAssignment: ({ assignmentId }) => ({ body: { AssignmentIdList: [assignmentId] } }),
  getFindingPage: ({ projectId }) => ({
    body: {
      ProjectId: projectId,
      KindList: ['excursion'],
      StateList: ['open', 'toConfirm'],
      IsAsc: true,
      PageIndex: 1,
      PageSize: 20,
    },
  }),
  explainFindings: ({ openFindingId }) => ({
    body: {
      FindingIdList: [openFindingId],
      Cause: 'door',
      Explanation: 'Door held open while loading',
      Disposition: 'hold',
    },
  }),
  confirmFindings: ({ explainedFindingId }) => ({ body: { FindingIdList: [explainedFindingId] } }),
  getCertificates: ({ projectId }) => ({ query: { projectId } }),
  addCertificate: ({ projectId, pointId, freeCertificateNumber }) => ({
    body: {
      ProjectId: projectId,
      PointId: pointId,
      Number: freeCertificateNumber,
      Laboratory: 'CNAS L0123',
      DoneOn: '2026-01-10',
      ValidUntil: '2027-01-09',
      MaxError: 0.2,
    },
  }),
  keepCertificateFile: ({ certificateId }) => ({ query: { certificateId }, files: [image()] }),
  getOwnProfiles: () => ({}),
  addOwnProfile: ({ freeProfileName }) => ({
    body: {
      ...{ ProfileName: freeProfileName, BasedOn: 'gsp', SampleSeconds: 60, GapMinutes: 15, ExcursionMinutes: 2 },
      ...{ MaxError: 0.3, AnswerMinutes: '10', KeepYears: 6 },
    },
  }),
  changeOwnProfile: ({ ownProfileId, freeProfileName }) => ({
    body: {
      ...{ ProfileId: ownProfileId, Version: 1, ProfileName: `${freeProfileName} 2`, SampleSeconds: 120 },
      ...{ GapMinutes: 15, ExcursionMinutes: 2, MaxError: 0.3, AnswerMinutes: 10, KeepYears: 6 },
    },
  }),
  deleteOwnProfile: ({ spareOwnProfileId }) => ({ body: { ProfileIdList: [spareOwnProfileId] } }),
  deleteCertificate: ({ certificateId }) => ({ body: { CertificateIdList: [certificateId] } }),
  getPackPage: ({ projectId }) => ({ body: { ProjectId: projectId, PageIndex: 1, PageSize: 20 } }),
  makePack: ({ projectId }) => ({ body: { ProjectId: projectId, Month: '2026-02', DeviceIdList: [], Language: 'en' } }),
  downloadPack: ({ draftPackId }) => ({ query: { packId: draftPackId } }),
  publishPack: ({ draftPackId }) => ({ body: { PackId: draftPackId } }),
  deletePack: ({ sparePackId }) => ({ body: { PackIdList: [sparePackId] } }),
  getReportPolicyPage: ({ projectId }) => ({
    body: {
      PolicyName: 'Ours',
      CycleList: ['month' as const],
      ProjectIdList: [projectId],
      SortType: 'cycle' as const,
      IsAsc: false,
      PageIndex: 1,
      PageSize: 20,
    },
  }),
  addReportPolicy: ({ projectId, freePolicyName }) => ({
    body: {
      PolicyName: freePolicyName,
      Cycle: 'week' as const,
      RunAt: '09:15',
      ProjectIdList: [projectId],
      IndicatorList: [{ Name: 'dataCompleteness' as const, Target: '99.5' }],
      ContentList: ['points' as const],
      AutoPublish: true,
      Enabled: true,
    },
  }),
  editReportPolicy: ({ policyId }) => ({
    body: { PolicyId: policyId, RunAt: '11:00', ContentList: ['alarms' as const] },
  }),
  deleteReportPolicy: ({ sparePolicyId }) => ({ body: { PolicyIdList: [sparePolicyId] } }),
  getReportPage: ({ projectId }) => ({
    body: {
      ReportName: 'Ours',
      StatusList: [0, 1, 2],
      CycleList: ['month' as const],
      ProjectIdList: [projectId],
      SortType: 'project' as const,
      IsAsc: true,
      PageIndex: 1,
      PageSize: 20,
    },
  }),
  getReport: ({ publishedReportId }) => ({ query: { reportId: publishedReportId } }),
  downloadReport: ({ publishedReportId }) => ({ query: { reportId: publishedReportId } }),
  generateReport: ({ waitingReportId }) => ({ body: { ReportIdList: [waitingReportId] } }),
  addReport: ({ policyId, projectId }) => ({ body: { PolicyId: policyId, ProjectId: projectId, Day: '2026-02-10' } }),
  publishReport: ({ generatedReportId }) => ({ body: { ReportIdList: [generatedReportId] } }),
  deleteReport: ({ spareReportId }) => ({ body: { ReportIdList: [spareReportId] } }),
  getReportPlayScreenPush: ({ userId }) => ({ body: { UserId: userId, IsRead: false } }),
  readReportPlayScreenPush: ({ reportPushId }) => ({ body: [reportPushId] }),
  batchAddSensorTag: ({ companyId, projectId, freeTagSn }) => ({
    query: { projectId, CompanyId: companyId, tagType: 2 },
    body: [{ TagSn: freeTagSn, TagName: `Box ${freeTagSn}`, TagType: 2, cycle: 120, tOffset: 0.3, hOffset: -1 }],
  }),
  sensorTagList: ({ companyId, projectId }) => ({
    body: {
      CompanyId: companyId,
      ProjectId: projectId,
      Name: 'T',
      TagTypeList: [1],
      IsBound: true,
      SortType: 'name' as const,
      IsAsc: false,
      PageIndex: 1,
      PageSize: 20,
    },
  }),
  updateSensor: ({ tagId }) => ({
    body: {
      SensorIdList: [tagId],
      cycle: 300,
      tOffset: '0.5',
      hOffset: '0',
      Reason: 'Certificate 26-118',
      tAlarm: { low: null, high: '-15' },
    },
  }),
  batchDeleteSensorTag: ({ spareTagId }) => ({ body: { SensorIdList: [spareTagId] } }),
  getSensorHistList: (ids) => ({ query: { ...tagHistory(ids), pageIndex: 1, pageSize: 20 } }),
  getOriginalSensorHistList: (ids) => ({ body: { ...tagHistory(ids), PageIndex: 1, PageSize: 20 } }),
  exportOriginalSensorHistList: (ids) => ({ body: tagHistory(ids) }),
  downSensorHistoryData: (ids) => ({ query: tagHistory(ids) }),
  getSensorTagTemplate: () => ({ query: {} }),
  importSensorTag: ({ projectId, tagSheet }) => ({ query: { projectId, isDryRun: false }, files: [tagSheet] }),
  correctImportSensorTag: ({ projectId, tagSheet }) => ({ query: { projectId }, files: [tagSheet] }),
  getCarTagDropdownList: ({ projectId }) => ({ query: { projectId } }),
  getProjectForCarList: ({ companyId }) => ({ query: { companyId } }),
  batchAddCarTag: ({ companyId, projectId, carId, spareCarSn }) => ({
    query: { projectId, CompanyId: companyId },
    body: [{ CarId: carId, CarSn: spareCarSn, PlateNumber: '沪A 26118' }],
  }),
  getCarSnPointInfo: ({ carSn }) => ({ query: { carSn } }),
  getCarPointInfo: ({ carId }) => ({ query: { carId } }),
  getCarTrack: ({ carId }) => ({ query: { carId, ...carHistory() } }),
  getGatewayTrack: ({ gatewayId }) => ({ query: { deviceId: gatewayId, ...carHistory() } }),
  getGeofencePage: ({ projectId }) => ({
    body: {
      ProjectId: projectId,
      Text: '',
      StopKindList: ['depot' as const],
      SortType: 'name' as const,
      IsAsc: true,
      PageIndex: 1,
      PageSize: 20,
    },
  }),
  saveGeofence: ({ projectId, geofenceId, freeTagSn }) => ({
    body: {
      GeofenceId: geofenceId,
      ProjectId: projectId,
      GeofenceName: `Pier ${freeTagSn}`,
      StopKind: 'customer' as const,
      Kind: 'polygon' as const,
      CornerList: [
        { Latitude: '31.2', Longitude: '121.4' },
        { Latitude: '31.2', Longitude: '121.41' },
        { Latitude: '31.21', Longitude: '121.41' },
      ],
    },
  }),
  deleteGeofence: ({ spareGeofenceId }) => ({ body: { GeofenceIdList: [spareGeofenceId] } }),
  getWaybillPageV2: ({ companyId, projectId, carId }) => ({
    body: {
      CompanyId: companyId,
      ProjectId: projectId,
      TransportStatusList: [0],
      CarIdList: [carId],
      Text: 'Shipper',
      SortType: 'number' as const,
      IsAsc: true,
      PageIndex: 1,
      PageSize: 20,
    },
  }),
  getWaybillManagement: ({ waybillId }) => ({ query: { waybillId } }),
  addWaybill: ({ projectId, carId, tempRangeId, freeWaybillNumber }) => ({
    body: {
      ProjectId: projectId,
      WaybillNumber: freeWaybillNumber,
      CarId: carId,
      Shipper: 'North Foods',
      Consignee: 'Harbour Stores',
      Origin: 'Gate 3',
      Destination: 'Pier 8',
      Goods: 'Frozen fish',
      Quantity: '18 pallets',
      TempRangeId: tempRangeId,
      PlannedDepart: '2990-01-05 08:00',
      PlannedArrive: '2990-01-05 17:00',
      Remark: 'Fragile',
    },
  }),
  editWaybill: ({ waybillId }) => ({ body: { WaybillId: waybillId, Quantity: '17 pallets' } }),
  moveWaybill: ({ waybillId }) => ({ body: { WaybillId: waybillId, Move: 'depart' as const, Reason: '' } }),
  getGoodsEstimate: ({ waybillId }) => ({ query: { waybillId } }),
  getTagMemory: ({ tagId }) => ({ query: { sensorId: tagId } }),
  addHandover: ({ waybillId }) => ({
    body: {
      WaybillId: waybillId,
      ClientKey: randomUUID(),
      Kind: 'pickup' as const,
      FromName: 'Ada',
      ToName: 'Ben',
      Condition: 'good' as const,
    },
  }),
  getWaybillCertificate: ({ certificateDocument }) => ({
    query: { document: certificateDocument, language: 'en' as const },
  }),
  getSealedDocument: ({ certificateDocument }) => ({ query: { Document: certificateDocument } }),
  waybillBindTagsV2Web: ({ spareWaybillId, spareTagId }) => ({
    body: { WaybillId: spareWaybillId, SensorIdList: [spareTagId], Place: 'Front' },
  }),
  waybillUnbindTagsWebV2: ({ waybillId, tagId }) => ({ body: { WaybillId: waybillId, SensorIdList: [tagId] } }),
  getTempRangeWeb: ({ companyId, projectId }) => ({ query: { companyId, projectId } }),
  saveTempRange: ({ tempRangeId, freeTagSn }) => ({
    body: { TempRangeId: tempRangeId, TempRangeName: `Fish ${freeTagSn}`, Low: '-2', High: '2' },
  }),
  deleteTempRange: ({ spareTempRangeId }) => ({ body: { TempRangeId: spareTempRangeId } }),
  getWaybillTemplate: ({ projectId }) => ({ query: { projectId } }),
  batchImportWaybill: ({ projectId, waybillSheet }) => ({
    query: { projectId, isDryRun: false },
    files: [waybillSheet],
  }),
  correctImportWaybill: ({ projectId, waybillSheet }) => ({ query: { projectId }, files: [waybillSheet] }),
  exportAlarmPushStatistical: ({ projectId }) => ({ query: pushDays(projectId) }),
  exportPushStatisticsList: ({ projectId, userId }) => ({ body: pushPeople(projectId, userId) }),
  exportSmsPushInfoList: (ids) => ({ body: pushes(ids) }),
  getAlarmAppPushNum: ({ projectId }) => ({ query: pushDays(projectId) }),
  getAlarmPushStatus: ({ projectId }) => ({ query: pushDays(projectId) }),
  getAppPushLogPage: (ids) => ({ body: { ...pushes(ids), PageIndex: 1, PageSize: 10 } }),
  getAppPushLogUserDropdownList: (ids) => ({ body: pushes(ids) }),
  getCallPushLogPage: (ids) => ({ body: { ...pushes(ids), PageIndex: 1, PageSize: 10 } }),
  getCallPushLogUserDropdownList: (ids) => ({ body: pushes(ids) }),
  getContactSetting: () => ({}),
  getPushStatisticsList: ({ projectId, userId }) => ({
    body: { ...pushPeople(projectId, userId), PageIndex: 1, PageSize: 10 },
  }),
  getSmsPushLogPage: (ids) => ({ body: { ...pushes(ids), PageIndex: 1, PageSize: 10 } }),
  getSmsPushLogUserDropdownList: (ids) => ({ body: pushes(ids) }),
  getWhoWouldBeCalled: ({ alarmId }) => ({ body: { AlarmId: alarmId } }),
  getDutyPlan: ({ projectId }) => ({ query: { ProjectId: projectId } }),
  saveDutyRota: ({ projectId, rotaId, userId }) => ({
    body: {
      ProjectId: projectId,
      RotaId: rotaId,
      LevelList: [1, 2],
      ShiftList: [
        {
          UserId: userId,
          WeekdayList: [1, 7],
          From: '20:00',
          Until: '08:00',
          EveryWeeks: 2,
          FirstWeek: '2026-01-05',
          OnHolidays: 'never' as const,
        },
      ],
    },
  }),
  deleteDutyRota: ({ projectId, spareRotaId }) => ({ body: { ProjectId: projectId, RotaId: spareRotaId } }),
  saveAbsence: ({ projectId, absenceId }) => ({
    body: { ProjectId: projectId, AbsenceId: absenceId, UntilDay: '2990-05-03', Remarks: 'Longer' },
  }),
  getSubstituteGaps: ({ projectId, userId }) => ({
    query: { ProjectId: projectId, UserId: userId, SubstituteId: userId },
  }),
  deleteAbsence: ({ projectId, spareAbsenceId }) => ({
    body: { ProjectId: projectId, AbsenceId: spareAbsenceId },
  }),
  getWebhookList: ({ projectId }) => ({ query: { ProjectId: projectId } }),
  saveWebhook: ({ projectId, webhookId }) => ({
    body: { ProjectId: projectId, WebhookId: webhookId, LevelList: [1, 2], NewSecret: true },
  }),
  deleteWebhook: ({ projectId, spareWebhookId }) => ({ body: { ProjectId: projectId, WebhookId: spareWebhookId } }),
  testWebhook: ({ projectId, webhookId }) => ({ body: { ProjectId: projectId, WebhookId: webhookId } }),
  saveCalendarDays: ({ projectId }) => ({
    body: {
      ProjectId: projectId,
      OfCompany: true,
      FromDay: '2990-10-01',
      UntilDay: '2990-10-03',
      CountsAs: 8,
      DayName: 'National Day',
    },
  }),
  updateContactSetting: () => ({
    body: {
      Language: 'en',
      QuietFrom: '22:00',
      QuietUntil: '07:00',
      QuietWeekdayList: [1, 2, 3, 4, 5],
      QuietLevelList: [2, 3],
    },
  }),
  acceptInvitation: ({ invitationCode }) => ({ body: { InvitationCode: invitationCode } }),
  addAlarmComment: ({ alarmId }) => ({ body: { Id: alarmId, Comment: 'Fan is on order' } }),
  addCompanyApply: ({ mobile, code }) => ({
    body: { Code: code, companyName: 'Newcomers', industry: 1, fullname: 'Li Na', mobile, region: '86' },
  }),
  addDevicesNewModbus: ({ projectId, freeSerial }) => ({
    body: {
      ProjectId: projectId,
      DeviceName: 'Rack room',
      DeviceNameEn: 'Rack room',
      DeviceNo: freeSerial,
      DeviceTypeE: 'DR404',
      DESCRIBES: 'Beside the compressor rack',
      CduType: 'MODBUS_TCP',
      // A name nobody has: the server dials what it is given.
      Address: 'plc.invalid:502',
      RegistrationMode: 'once',
      RegistrationIdentity: '',
      HeartBeat: 'FE',
      ICCID: null,
      BaudRate: 9600,
      DataBit: 8,
      CheckBit: 'none',
      StopBit: 1,
      DeviceAddress: null,
      DeviceModuleAndAddressList: [
        { DeviceAddress: 1, SlaveName: 'Case 1', Category: 'Controller', MaxRegisters: 50, MaxGap: 0 },
      ],
    },
  }),
  addInvitation: ({ companyId, companyRoleId, projectId, projectRoleId }) => ({
    body: {
      CompanyId: companyId,
      CompanyRoleId: companyRoleId,
      ProjectRoleList: [{ SubareaId: projectId, RoleId: projectRoleId }],
      Note: 'For the night shift',
    },
  }),
  updateMaintenanceWindow: ({ shelfId }) => ({ body: { ShelfId: shelfId, Reason: 'Later than planned' } }),
  addMaintenanceWindow: ({ projectId, deviceId }) => ({
    body: {
      ProjectId: projectId,
      DeviceId: deviceId,
      StartTime: local(Date.now() + 86_400_000),
      EndTime: local(Date.now() + 10 * 86_400_000),
      Weekly: { Weekdays: [1, 7], From: '22:00', Until: '06:00' },
      Reason: 'Defrost heaters are changed',
    },
  }),
  addMappingProfile: ({ companyId, freePlaceName }) => ({
    body: { CompanyId: companyId, MappingName: `${freePlaceName} USR`, Note: 'M100', ...usrMapping },
  }),
  addOrUpdateModelProperty: ({ companyId, ownPropertyId, workshopClassId, freeDeviceName }) => ({
    body: {
      CompanyId: companyId,
      PropertyId: ownPropertyId,
      SmallTypeId: workshopClassId,
      PropertyName: freeDeviceName,
      PropertyNameEn: 'Colour',
      Kind: 'option',
      Unit: '',
      Options: ['white', 'steel'],
      Position: 10,
    },
  }),
  addOrUpdateModelTree: ({ workshopId, keptDeviceId, workshopClassId, workshopAreaId, ownPropertyId }) => ({
    body: {
      ProjectId: workshopId,
      ModelTreeId: keptDeviceId,
      ModelTreeName: 'Kept device',
      ModelTreeNameEn: 'Kept',
      SmallTypeId: workshopClassId,
      LocationId: workshopAreaId,
      SN: 'SN-1',
      Brand: 'Acme',
      Model: 'X1',
      Specification: '380 V',
      ProductionDate: '2024-05-01',
      TagList: ['leased'],
      Cover: null,
      StaticPropertyList: [{ PropertyId: ownPropertyId, Value: 'white' }],
    },
  }),
  addOrUpdateSubentry: ({ workshopId, subItemId }) => ({
    body: {
      ProjectId: workshopId,
      SubentryId: subItemId,
      SubentryName: 'Ovens',
      SubentryNameEn: 'Ovens',
      ParentId: null,
    },
  }),
  addProject: ({ companyId, partitionId, freePlaceName }) => ({
    body: {
      CompanyId: companyId,
      parentId: partitionId,
      ProjectName: `${freePlaceName} store`,
      ProjectNameEn: `${freePlaceName} store in English`,
      Code: 'N1',
      Industry: 1,
      ProjectLevel: 2,
      TagList: ['north'],
      Address: '1 Dock Road',
      Latitude: 31.2,
      Longitude: 121.5,
      TimeZone: 'Asia/Shanghai',
      ServiceStart: '2026-01-01',
      ServiceEnd: '2027-12-31',
      Description: 'With a dock',
      Cover: null,
      BigTypeIdList: [],
    },
  }),
  addRole: ({ companyId, companyRoleId, freeAccount }) => ({
    body: { CompanyId: companyId, RoleName: `Role ${freeAccount}`, RoleType: 'company', CopyRoleId: companyRoleId },
  }),
  addSlave: ({ spareGatewayId }) => ({
    body: {
      DeviceId: spareGatewayId,
      DeviceAddress: 254,
      SlaveName: 'Meter',
      Category: 'Meter',
      BaudRate: 9600,
      DataBit: 8,
      CheckBit: 'even',
      StopBit: 1,
      MaxRegisters: 20,
      MaxGap: 2,
    },
  }),
  addSubarea: ({ companyId, partitionId, freePlaceName }) => ({
    body: { CompanyId: companyId, parentId: partitionId, SubareaName: freePlaceName, SubareaNameEn: 'New region' },
  }),
  addUserRoleSubarea: ({ companyId, companyRoleId, projectId, projectRoleId, freeAccount }) => ({
    body: {
      CompanyId: companyId,
      RealName: 'Li Na',
      UserName: freeAccount,
      Pwd: 'Pw_Newcomer_1',
      Mobile: '',
      Email: `${freeAccount}@example.com`,
      Depart: 'Cold store',
      CompanyRoleId: companyRoleId,
      ProjectRoleList: [{ SubareaId: projectId, RoleId: projectRoleId }],
      StorageSpace: [{ Key: 'badge', Value: '17' }],
    },
  }),
  addUserRoleSubareaList: ({ companyId, companyRoleId, memberId, projectId, projectRoleId }) => ({
    body: {
      CompanyId: companyId,
      UserList: [
        {
          UserId: memberId,
          CompanyRoleId: companyRoleId,
          ProjectRoleList: [{ SubareaId: projectId, RoleId: projectRoleId }],
        },
      ],
    },
  }),
  addVPN: ({ projectId, cardedGatewayId }) => ({
    body: {
      ProjectId: projectId,
      DeviceId: cardedGatewayId,
      Name: 'Plant room',
      Kind: 'openvpn',
      Server: 'vpn.example.com:1194',
      LocalAddress: '10.8.0.6',
      UserName: 'plant',
      Secret: 'Pw_Vpn_1',
      Note: 'Of the landlord',
    },
  }),
  batchConfirmAlarm: ({ alarmId }) => ({ body: { AlarmList: [{ Id: alarmId, Level: 1 }] } }),
  batchControlDown: ({ writablePointId }) => ({
    body: {
      PointList: [{ PointId: writablePointId, Value: -18, ExpectedValue: undefined }],
      Reason: 'Night setback',
      StopOnError: false,
      ReturnMinutes: undefined,
    },
  }),
  batchHandleAlarm: ({ confirmedAlarmId }) => ({ body: { IdList: [confirmedAlarmId], ...handlingOf } }),
  batchSetProject: ({ companyId, projectId, partitionId }) => ({
    body: {
      CompanyId: companyId,
      ProjectIdList: [projectId],
      parentId: partitionId,
      Industry: 1,
      ProjectLevel: 1,
      TagList: ['north'],
      TagMode: 'add',
      TimeZone: 'Asia/Shanghai',
      ServiceStart: '2020-01-01',
      ServiceEnd: null,
      Disabled: false,
    },
  }),
  batchSetUserModelTreeAndAlarmLevel: ({ companyId, projectId, memberId, deviceId }) => ({
    body: {
      CompanyId: companyId,
      ProjectId: projectId,
      UserIdList: [memberId],
      DeviceMode: 'listed',
      ReadWrite: 'read',
      ModelTreeList: [{ ModelTreeId: deviceId, ReadWrite: 'readWrite' }],
      AlarmLevelList: [1, 2],
    },
  }),
  batchUpdateModelTree: ({ workshopId, keptDeviceId, workshopClassId, workshopAreaId }) => ({
    body: {
      ProjectId: workshopId,
      ModelTreeIdList: [keptDeviceId],
      SmallTypeId: workshopClassId,
      LocationId: workshopAreaId,
      Brand: 'Acme',
      Model: 'X2',
      TagList: ['leased'],
      TagMode: 'add',
    },
  }),
  batchWriteRecord: ({ projectId, userId, writablePointId, writeBatchId }) => ({
    query: {
      ProjectIdList: String(projectId),
      UserIdList: String(userId),
      PointIdList: String(writablePointId),
      OutcomeList: 'succeeded,notConnected',
      BatchId: writeBatchId,
      Text: 'Setpoint',
      StartTime: local(Date.now() - 86_400_000),
      EndTime: local(Date.now() + 60_000),
      pageIndex: 1,
      pageSize: 50,
    },
  }),
  bindCamera: ({ projectId, deviceId, freeCameraName }) => ({
    body: {
      ProjectId: projectId,
      Mtid: deviceId,
      CameraName: freeCameraName,
      DeviceNumber: 'DS-2CD',
      Kind: 'hls',
      VideoAddress: 'http://127.0.0.1:9/yard/index.m3u8',
      Note: '',
    },
  }),
  cancelBatchWrite: ({ writeBatchId }) => ({ body: { BatchId: writeBatchId } }),
  cancelPointReturn: ({ writeId }) => ({ body: { WriteId: writeId } }),
  cardUsageInfo: ({ cardedGatewayId }) => ({ query: { deviceId: cardedGatewayId } }),
  checkCamera: ({ cameraId }) => ({ body: { Key: cameraId } }),
  checkCode: ({ mobile, code }) => ({ body: { Mobile: mobile, Region: '86', Code: code, Title: 'forgotPassword' } }),
  ckDeviceNo: ({ projectId, freeSerial, gatewayId }) => ({
    query: { ProjectId: projectId, deviceNo: freeSerial, deviceId: gatewayId },
  }),
  controlDown: ({ writablePointId }) => ({
    query: { pointID: writablePointId, writeData: '-18', reason: 'Night setback' },
  }),
  copyModelTree: ({ workshopId, keptDeviceId, freeDeviceName }) => ({
    body: { ProjectId: workshopId, ModelTreeId: keptDeviceId, ModelTreeNameList: [freeDeviceName] },
  }),
  correctImportUser: ({ companyId, projectId, memberSheet }) => ({
    query: { companyId, projectSubareaId: projectId, isSystemImport: false },
    files: [memberSheet],
  }),
  createSignInCode: () => ({}),
  decideCompanyApply: ({ applicationId }) => ({ body: { ApplyId: applicationId, Approve: true, Reason: 'Known' } }),
  delDevicesNew: ({ spareGatewayId }) => ({ query: { deviceIdList: String(spareGatewayId) } }),
  delFile: ({ spareFileUrl }) => ({ query: { path: spareFileUrl } }),
  deleteDownload: ({ spareDownloadId }) => ({ body: [spareDownloadId] }),
  deleteMappingProfile: ({ companyId, spareMappingProfileId }) => ({
    query: { companyId, mappingProfileId: spareMappingProfileId },
  }),
  deleteModelProperty: ({ companyId, spareOwnPropertyId }) => ({
    body: { CompanyId: companyId, PropertyId: spareOwnPropertyId },
  }),
  deleteModelTree: ({ workshopId, spareDeviceId }) => ({
    body: { ProjectId: workshopId, ModelTreeIdList: [spareDeviceId] },
  }),
  deleteProject: ({ companyId, projectToDeleteId }) => ({
    query: { companyId, projectIdList: String(projectToDeleteId) },
  }),
  deleteRole: ({ companyId, spareRoleId }) => ({ query: { companyId, roleId: spareRoleId } }),
  deleteSubarea: ({ companyId, spareAreaId }) => ({ query: { companyId, subareaId: spareAreaId } }),
  deleteSubentry: ({ workshopId, spareSubItemId }) => ({ body: { ProjectId: workshopId, SubentryId: spareSubItemId } }),
  deleteTableView: () => ({ body: { ViewId: 1 } }),
  deleteUser: ({ sharedGatewayId, colleagueId }) => ({ query: { deviceId: sharedGatewayId, uid: colleagueId } }),
  deleteUserRoleList: ({ companyId, spareEntryId }) => ({
    query: { companyId, UserRoleIdS: String(spareEntryId) },
  }),
  deleteUserRoleSubarea: ({ companyId, projectId, spareMemberId }) => ({
    body: { CompanyId: companyId, SubareaId: projectId, UserIdList: [spareMemberId], StorageSpace: [] },
  }),
  deleteVPN: ({ spareVpnId }) => ({ body: { VPNIdList: [spareVpnId] } }),
  devDeleteTCP: ({ spareSlaveId }) => ({ query: { deviceModuleIdList: String(spareSlaveId) } }),
  deviceAddMQTT: ({ companyId, projectId, colleagueId, freeSerial }) => ({
    body: {
      CompanyId: companyId,
      pid: projectId,
      uid: colleagueId,
      deviceName: 'Roof',
      deviceNameEn: 'Roof',
      deviceNo: freeSerial,
      deviceUserName: `user-${freeSerial}`,
      deviceUserPwd: 'Pw_Device_1',
      payloadFormat: 'thingsboard',
      mappingProfileId: '',
      DeviceTypeE: 'M100',
      DESCRIBES: 'On the roof',
      ICCID: '',
    },
  }),
  deviceBindICCID: ({ cardlessGatewayId }) => ({
    query: { deviceId: cardlessGatewayId, ICCID: String(cardlessGatewayId).padStart(20, '7') },
  }),
  deviceDeleteMQTT: ({ companyId, projectId, sparePublisherSerial }) => ({
    body: { CompanyId: companyId, pid: projectId, deviceNo: sparePublisherSerial },
  }),
  deviceUnBindICCID: ({ cardedGatewayId }) => ({ query: { deviceId: cardedGatewayId } }),
  disableProject: ({ companyId, projectToHandOverId }) => ({
    query: { companyId, subareaId: projectToHandOverId, disable: true },
  }),
  downloadAlarmClear: (ids) => ({ query: { CompanyId: ids.companyId }, body: alarmsWith(ids) }),
  downloadImage: ({ fileUrl }) => ({ body: { url: fileUrl } }),
  downloadRead: ({ downloadId }) => ({ body: [downloadId] }),
  editModelTreeShowPoint: ({ projectId, deviceId, pointId }) => ({
    query: { projectId, modelTreeId: deviceId, mainPointId: pointId },
    body: [pointId],
  }),
  editProject: ({ projectId }) => ({
    body: {
      SubareaId: projectId,
      ProjectNameEn: null,
      Code: 'E1',
      Industry: 1,
      ProjectLevel: 3,
      TagList: ['south'],
      Address: '2 Dock Road',
      Latitude: 31.3,
      Longitude: 121.6,
      TimeZone: 'Asia/Shanghai',
      ServiceStart: '2020-01-01',
      ServiceEnd: null,
      Description: 'With two docks',
      Cover: null,
      BigTypeIdList: [],
    },
  }),
  editSubarea: ({ spareAreaId, projectId }) => ({
    body: { SubareaId: spareAreaId, SubareaNameEn: null, parentId: projectId, BeforeId: null },
  }),
  emailCode: ({ email }) => ({ body: { Email: email } }),
  endAlarmShelf: ({ shelfId }) => ({ body: { ShelfIdList: [shelfId] } }),
  endOtherSessions: () => ({}),
  endSession: ({ sessionId }) => ({ body: { SessionId: sessionId } }),
  exists: ({ mobile }) => ({ body: { Account: '', Mobile: mobile, Region: '86', Email: '' } }),
  exportAlarm: (ids) => ({ query: { companyId: ids.companyId }, body: alarmsWith(ids) }),
  exportAlarmAct: (ids) => ({ query: { companyId: ids.companyId }, body: alarmsWith(ids) }),
  exportDeviceList: ({ companyId, projectId, slaveId }) => ({ body: gatewayFilter(companyId, projectId, slaveId) }),
  exportModelTreePage: (ids) => ({ body: deviceQuestion(ids) }),
  exportModelTreeProjectStatistics: ({ companyId, projectId, subsystemId }) => ({
    body: { CompanyId: companyId, subareaIdList: [projectId], BigTypeId: subsystemId, ProjectName: 'Store' },
  }),
  exportModelTreePropertyTemplate: ({ workshopId, workshopClassId, keptDeviceId }) => ({
    body: { ProjectId: workshopId, SmallTypeId: workshopClassId, ModelTreeIdList: [keptDeviceId] },
  }),
  exportProjectPage: ({ companyId, partitionId, projectId }) => ({
    body: { CompanyId: companyId, SubareaId: partitionId, ProjectIdList: [projectId] },
  }),
  exportSubareaDelPage: ({ companyId }) => ({ body: { CompanyId: companyId, SubareaName: 'Gone' } }),
  finishOpenId: () => ({ body: { Query: 'code=1&state=2' } }),
  forgetPwd: ({ ownMobile, code, password }) => ({
    body: { Mobile: ownMobile, Region: '86', Code: code, Pwd: password },
  }),
  getAccessCompany: ({ companyId }) => ({ body: { CompanyId: companyId } }),
  getAlarmAct: ({ companyId, projectId, deviceId, areaId }) => ({
    query: { status: 0, companyId },
    body: {
      ProjectId: projectId,
      Cstime: local(Date.now() - 86_400_000),
      Cetime: local(Date.now()),
      Acontent: 'a',
      MtName: 'Freezer',
      Mtid: deviceId,
      Level: [1, 2, 3, 4],
      Area: [areaId],
      AlarmClass: ['limit'],
      IsAck: false,
      SortType: 'time',
      IsAsc: true,
      PageIndex: 1,
      PageSize: 50,
    },
  }),
  getAlarmActScreen: (ids) => ({ query: { companyId: ids.companyId }, body: alarmsWith(ids) }),
  getAlarmClear: (ids) => ({ query: { CompanyId: ids.companyId }, body: alarmsWith(ids) }),
  getAlarmClearScreen: (ids) => ({ query: { companyId: ids.companyId }, body: alarmsWith(ids) }),
  getAlarmDetail: ({ alarmId }) => ({ query: { alarmId } }),
  explainAlarm: ({ projectId, pointId }) => ({
    body: { ProjectId: projectId, PointId: pointId, Time: '2026-11-22 12:00' },
  }),
  getAlarmProof: ({ projectId }) => ({ body: { ProjectId: projectId, StartDay: aMonth.Start, EndDay: aMonth.End } }),
  getAlarmHealth: ({ projectId }) => ({
    body: { ProjectId: projectId, StartTime: local(Date.now() - 86_400_000), EndTime: local(Date.now()), Operators: 1 },
  }),
  getPreAlarmEvidence: ({ warningId }) => ({ query: { ID: warningId } }),
  queryRepairAcitve: ({ awaitingRepairId }) => ({ query: { id: awaitingRepairId } }),
  getRepairSchedule: ({ awaitingRepairId }) => ({ query: { id: awaitingRepairId } }),
  getNewRepairActivePage: (ids) => ({ query: { pageIndex: 1, pageSize: 20 }, body: repairQuestion(ids) }),
  getNewRepairActivePageQueryParameter: ({ companyId, projectId }) => ({
    query: { companyId },
    body: [projectId],
  }),
  getNewRepairActiveMessagePage: ({ companyId }) => ({ query: { companyId, pageIndex: 1, pageSize: 10 } }),
  exportNewRepairActivePage: (ids) => ({ body: repairQuestion(ids) }),
  getRepairUserList: ({ awaitingRepairId }) => ({ query: { id: awaitingRepairId } }),
  getFaultCodes: ({ deviceId }) => ({ query: { EquipmentId: deviceId } }),
  saveFaultCode: ({ clientKey, classId }) => ({
    body: {
      Kind: 'cause' as const,
      Code: `C${clientKey.slice(0, 8)}`,
      NameZh: '门未关',
      NameEn: 'Door open',
      Iso14224: '3.2',
      SmallTypeId: classId,
    },
  }),
  changeFaultCode: ({ faultCodeId, clientKey }) => ({
    body: { FaultCodeId: faultCodeId, NameEn: `Too warm ${clientKey.slice(0, 8)}`, Active: true },
  }),
  getSettlementProposal: ({ awaitingRepairId }) => ({ query: { id: awaitingRepairId } }),
  getDispatchProposal: ({ awaitingRepairId }) => ({ query: { id: awaitingRepairId } }),
  getReportForm: ({ stickerId }) => ({ query: { Sticker: stickerId } }),
  sendReport: ({ stickerId }) => ({
    query: { Sticker: stickerId, FormToken: '1.x' },
    body: {
      FaultContent: 'Freezer is too warm',
      Name: 'Passer-by',
      Phone: '13900000000',
      Consent: true,
    },
    files: [],
  }),
  getReportState: ({ reportReceipt }) => ({ query: { Receipt: reportReceipt } }),
  getStickers: ({ projectId }) => ({ query: { ProjectId: projectId } }),
  makeStickers: ({ projectId, deviceId }) => ({
    body: { ProjectId: projectId, EquipmentIdList: [deviceId], Address: 'https://watchpost.example' },
  }),
  revokeStickers: ({ projectId, deviceId }) => ({ body: { ProjectId: projectId, EquipmentIdList: [deviceId] } }),
  addRepairActive: ({ projectId, deviceId, clientKey, fileUrl, alarmId, faultCodeId, warningId }) => ({
    body: {
      ProjectId: projectId,
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
      ClientKey: clientKey,
    },
  }),
  submitRepairActive: (ids) => ({ body: { ...stepOf(ids.draftRepairId, ids), IgnoreDuplicate: true } }),
  deleteRepairActive: (ids) => ({ body: stepOf(ids.draftRepairId, ids) }),
  dispatchRepairActive: (ids) => ({ body: { ...stepOf(ids.awaitingRepairId, ids), RepairUserId: ids.userId } }),
  acceptRepairActive: (ids) => ({ body: stepOf(ids.awaitingRepairId, ids) }),
  rejectRepairActive: (ids) => ({
    body: { ...stepOf(ids.awaitingRepairId, ids), Type: 'timeConflict' as const, Reason: longReason },
  }),
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
  pauseRepairActive: (ids) => ({
    body: { ...stepOf(ids.acceptedRepairId, ids), Type: 'waitingParts' as const, Reason: longReason },
  }),
  resumeRepairActive: (ids) => ({ body: stepOf(ids.pausedRepairId, ids) }),
  voidPauseRepairActive: (ids) => ({
    body: { ...stepOf(ids.acceptedRepairId, ids), PauseId: ids.overPauseId, Reason: longReason },
  }),
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
  failRepairActive: (ids) => ({ body: { ...stepOf(ids.finishedRepairId, ids), Reason: longReason } }),
  complementRepairActive: (ids) => ({ body: { ...stepOf(ids.acceptedRepairId, ids), Text: longReason } }),
  assessRepairActive: (ids) => ({ body: { ...stepOf(ids.completedRepairId, ids), Score: 5, Text: 'Quick' } }),
  settleRepairActive: (ids) => ({
    body: {
      ...stepOf(ids.completedRepairId, ids),
      Type: 'paid' as const,
      CostList: [{ Kind: 'part' as const, Description: 'Motor', QuantityMilli: 1000, Unit: 'pc', PriceFen: 126_000 }],
    },
  }),
  secondMaintenanceRepairActive: (ids) => ({ body: { ...stepOf(ids.completedRepairId, ids), Reason: longReason } }),
  preAlarmPage: ({ companyId, projectId, areaId, deviceId }) => ({
    body: {
      CompanyId: companyId,
      ProjectId: projectId,
      Area: [areaId],
      Mtid: deviceId,
      pname: 'Freezer',
      IsOver: false,
    },
  }),
  updatePraAlarmFeedback: ({ warningId }) => ({
    query: { ID: warningId, feedback: 'watching', remark: 'Looked at it' },
  }),
  getAlarmHidden: (ids) => ({ body: alarmsWith(ids) }),
  getAlarmPendingSolve: (ids) => ({ query: { companyId: ids.companyId }, body: alarmsWith(ids) }),
  getAlarmSchedule: ({ alarmId }) => ({ body: { AlarmId: alarmId } }),
  getAlarmShelfPage: ({ projectId, areaId }) => ({
    body: {
      ProjectId: projectId,
      subareaList: [projectId, areaId],
      KindList: ['maintenance', 'outOfService'],
      IsOver: false,
      PageSize: 20,
    },
  }),
  getAlarmsOfPoints: ({ projectId, pointId }) => ({
    body: {
      ProjectId: projectId,
      PointIdList: [pointId],
      StartTime: local(Date.now() - 86_400_000),
      EndTime: local(Date.now()),
    },
  }),
  getDefrostsOfPoints: ({ projectId, pointId }) => ({
    query: {
      start: local(Date.now() - 3_600_000),
      end: local(Date.now()),
      pointIdList: String(pointId),
      ProjectId: projectId,
    },
  }),
  getFreePoints: ({ projectId }) => ({ query: { ProjectId: projectId } }),
  getAlarmMessageByUserId: ({ companyId, projectId, areaId }) => ({
    query: { companyId, subareaIdList: `${projectId},${areaId}`, pageIndex: 1, pageSize: 50 },
  }),
  getMaintenanceReach: ({ projectId, areaId }) => ({ body: { ProjectId: projectId, AreaId: areaId } }),
  getAlarmPeople: (ids) => ({ query: { companyId: ids.companyId, ProjectId: ids.projectId } }),
  getAlarmOverNum: ({ companyId, projectId }) => ({ query: { companyId }, body: { ProjectId: projectId } }),
  getAlarmPlayScreenPage: ({ userId, companyId }) => ({
    body: { UserId: userId, CompanyId: companyId, PageIndex: 1, PageSize: 50 },
  }),
  getAllSubarea: ({ companyId }) => ({ query: { companyId, kind: 'project', subareaName: 'Store' } }),
  getAllSubareaTree: ({ companyId }) => ({ query: { companyId } }),
  getArealist: ({ projectId }) => ({ query: { projectId } }),
  getBatchWrite: ({ writeBatchId }) => ({ query: { batchId: writeBatchId } }),
  getBigSmallType: ({ companyId, projectId }) => ({ query: { companyId, projectId } }),
  getCameraPage: ({ companyId, projectId, subsystemId, deviceId }) => ({
    body: {
      CompanyId: companyId,
      ProjectId: projectId,
      ProjectIdList: [projectId],
      BigTypeId: subsystemId,
      Mtid: deviceId,
      Text: 'camera',
      KindList: ['hls'],
      SortType: 'state',
      IsAsc: true,
    },
  }),
  getCapturedMessages: ({ mqttGatewayId }) => ({ query: { deviceId: mqttGatewayId } }),
  getPastTable: ({ projectId }) => ({
    body: { ProjectId: projectId, MomentEPOCH: Date.now(), PageIndex: 1, PageSize: 10 },
  }),
  getPastAlarmList: ({ projectId }) => ({
    body: { ProjectId: projectId, FromEPOCH: Date.now() - 86_400_000, ToEPOCH: Date.now() + 1000 },
  }),
  getCard: ({ projectId, deviceId }) => ({ body: { ProjectId: projectId, ModelTreeIdList: [deviceId], Hours: 6 } }),
  getChild: ({ projectId, subsystemId }) => ({ query: { projectId, subsystem: subsystemId } }),
  getCompanyAllUserDropdown: ({ companyId }) => ({ query: { companyId, mobileOrName: 'Colleague' } }),
  getCompanyApplyPage: () => ({
    body: { State: ['pending'], Industry: [1], Text: 'new', PageIndex: 1, PageSize: 50 },
  }),
  getCompanyPage: ({ companyId }) => ({
    body: {
      CompanyId: companyId,
      Text: 'Ours',
      FlagList: [],
      SortType: 'createTime',
      IsAsc: false,
      PageIndex: 1,
      PageSize: 50,
    },
  }),
  getCompanyProjectUserConfig: ({ companyId, projectId }) => ({ query: { companyId, projectId } }),
  getCompanyRoleList: ({ companyId, companyRoleId, projectId }) => ({
    query: {
      companyId,
      subareaId: projectId,
      roleId: companyRoleId,
      PlatformType: 'business',
      industry: 1,
      language: 'en',
    },
  }),
  getCompanySettings: ({ companyId }) => ({ query: { companyId } }),
  getCompanyUserDropdown: ({ companyId }) => ({ query: { companyId, mobileOrName: 'Colleague' } }),
  getCountryDropdownList: () => ({ query: { language: 'en' } }),
  getDeviceConfig: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  getDeviceConnectLog: ({ spareGatewayId, spareSlaveId }) => ({
    query: { deviceId: spareGatewayId, kind: 'slave', deviceModuleId: spareSlaveId },
  }),
  getDeviceInfo: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  getDeviceMQTT: ({ companyId, projectId }) => ({
    query: { CompanyId: companyId, ProjectId: projectId, name: '' },
  }),
  getHeardKeys: ({ publisherId }) => ({ query: { deviceId: publisherId } }),
  getDeviceMQTTPointPage: ({ publisherId }) => ({ query: { deviceId: publisherId, name: '' } }),
  getDeviceNumRule: ({ projectId }) => ({ body: { ProjectId: projectId, Length: '16' } }),
  getDeviceOfflineReason: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  getDeviceSyncState: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  getDeviceTCPConfig: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  getDeviceTotal: ({ companyId, projectId, slaveId }) => {
    const { SortType: _, IsAsc: __, ...body } = gatewayFilter(companyId, projectId, slaveId);
    return { body };
  },
  getDmpList: ({ projectId, deviceId }) => ({ query: { projectId, modelTreeId: deviceId } }),
  downHistoryDataToExcelOrPdf: pointData,
  downHistoryDataToExcelOrPdfBack: pointData,
  exportWeatherPage: () => ({ body: { Address: 'Store', DateType: 0, TimeQuantum: '2026-11-01,2026-11-30' } }),
  getOutdoorPoint: ({ projectId }) => ({ query: { projectId } }),
  getPassengerFlow: ({ projectId }) => ({ query: { projectId, start: '2026-11-20', end: '2026-11-21' } }),
  getWeather: ({ projectId }) => ({ query: { projectId } }),
  getWeatherBetween: ({ projectId }) => ({ query: { projectId, start: '2026-11-20', end: '2026-11-21' } }),
  getWeatherOfDays: ({ projectId }) => ({ query: { projectId, days: 7 } }),
  getWeatherPage: () => ({ body: { Address: 'Store', DateType: 0, TimeQuantum: '2026-11-01,2026-11-30' } }),
  getDownloadPoints: ({ projectId }) => ({ query: { ProjectId: projectId } }),
  repeatDownload: ({ downloadId }) => ({ body: { DownloadId: downloadId, Range: 'same' as const } }),
  getDownloadFile: ({ downloadId }) => ({ query: { downloadId } }),
  getDownloadPage: () => ({
    body: {
      IsGenerate: '1',
      IsRead: '0',
      State: 'done',
      Kind: 'operationLog',
      FileName: 'export',
      PageIndex: 1,
      PageSize: 20,
    },
  }),
  getFboxInformationbyHand: ({ projectId }) => ({ query: { ProjectId: projectId, boxNo: '338' } }),
  getFile: ({ fileUrl }) => {
    const { pathname, searchParams } = new URL(fileUrl, 'http://localhost');
    const part = (name: string) => searchParams.get(name) ?? '';
    const fileId = pathname.split('/').at(-1) ?? '';
    return { query: { fileId, expires: part('expires'), signature: part('signature') } };
  },
  getImportUserTemplate: ({ companyId, projectId }) => ({ query: { companyId, projectSubareaId: projectId } }),
  getInboxMessagePage: () => ({ body: { Channel: 'sms', Text: '1', PageIndex: 1, PageSize: 50 } }),
  getInterlockPoints: ({ writablePointId }) => ({
    body: { PointId: writablePointId, Text: 'Air', PageIndex: 1, PageSize: 50 },
  }),
  getInvitationInfo: ({ invitationCode }) => ({ query: { code: invitationCode } }),
  getInvitationPage: ({ companyId }) => ({ query: { companyId, State: 'open', pageIndex: 1, pageSize: 50 } }),
  getLoginOptions: () => ({}),
  getMappingProfile: ({ companyId, mappingProfileId }) => ({ query: { companyId, mappingProfileId } }),
  getMappingProfileDropdown: ({ companyId }) => ({ query: { companyId } }),
  getMappingProfilePage: ({ companyId }) => ({
    body: { CompanyId: companyId, Text: '', SortType: 'updateTime', IsAsc: false, PageIndex: 1, PageSize: 50 },
  }),
  getMasterControl: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  getModbusDeviceModulePage: ({ companyId, projectId, gatewayId, slaveId }) => ({
    body: {
      CompanyId: companyId,
      ProjectIdList: [projectId],
      QueryAll: false,
      DeviceId: gatewayId,
      DeviceModuleId: slaveId,
      Name: 'Slave',
      ConnectStatusList: [0, 1, 2],
      SortType: 'name',
      IsAsc: true,
    },
  }),
  getModelClassList: ({ companyId }) => ({ query: { companyId, name: '冷' } }),
  getModelPage: (ids) => ({ body: { ...deviceQuestion(ids), PageIndex: 1, PageSize: 50 } }),
  getModelPropertyList: ({ companyId, workshopId, workshopClassId }) => ({
    query: { companyId, projectId: workshopId, smallTypeId: workshopClassId },
  }),
  getModelTreeAndPointTypeDropdown: ({ companyId, projectId, subsystemId, classId }) => ({
    body: {
      CompanyId: companyId,
      ProjectId: projectId,
      ProjectIdList: [projectId],
      BigTypeId: subsystemId,
      SmallTypeId: classId,
    },
  }),
  getModelTreeBaseInfo: ({ deviceId, projectId }) => ({ query: { modelTreeId: deviceId, ProjectId: projectId } }),
  getModelTreeDetail: ({ companyId, projectId, deviceId }) => ({
    query: { companyId, projectId, modelTreeId: deviceId },
  }),
  getModelTreeGroupStatistics: ({ companyId, projectId, subsystemId }) => ({
    body: { CompanyId: companyId, subareaIdList: [projectId], BigTypeId: subsystemId, Type: 'class' },
  }),
  getModelTreeNameConflict: ({ workshopId, mergedDeviceId }) => ({
    query: { projectId: workshopId, modelTreeName: 'Kept device', modelTreeId: mergedDeviceId },
  }),
  getModelTreePage: (ids) => ({ body: { ...deviceQuestion(ids), PageIndex: 1, PageSize: 50 } }),
  getModelTreeProjectStatistics: ({ companyId, projectId, subsystemId }) => ({
    body: {
      CompanyId: companyId,
      subareaIdList: [projectId],
      BigTypeId: subsystemId,
      ProjectName: 'Store',
      SortType: 'total',
      IsAsc: false,
      PageIndex: 1,
      PageSize: 50,
    },
  }),
  getModelTreeShowPoint: ({ projectId, deviceId }) => ({ query: { projectId, modelTreeId: deviceId } }),
  getModelTreeStaticProperty: ({ companyId, workshopId, keptDeviceId }) => ({
    query: { companyId, projectId: workshopId, modelTreeId: keptDeviceId },
  }),
  getApplicationPage: () => ({ body: {} }),
  getModelTreeStatusTotal: ({ projectId, subsystemId }) => ({ body: { ProjectId: projectId, BigTypeId: subsystemId } }),
  getMtIdList: ({ companyId, projectId, subsystemId, classId }) => ({
    query: { companyId, projectId, bigTypeId: subsystemId, smallTypeId: classId, modelTreeName: 'Freezer' },
  }),
  getSecurityEventPage: ({ companyId }) => ({
    body: {
      CompanyId: companyId,
      KindList: ['signInFailed' as const],
      Text: 'lin',
      StartTime: local(Date.now() - 86_400_000),
      EndTime: local(Date.now() + 60_000),
      PageIndex: 1,
      PageSize: 20,
    },
  }),
  getOperationLogFilters: ({ companyId, projectId }) => ({ query: { companyId, projectId } }),
  getOperationLogPage: ({ companyId, projectId, userId }) => ({
    body: {
      CompanyId: companyId,
      ProjectId: projectId,
      UserIdList: [userId],
      CallList: ['editProject'],
      SubjectKindList: ['project'],
      SubjectId: '7',
      Text: 'Store',
      StartTime: local(Date.now() - 86_400_000),
      EndTime: local(Date.now() + 60_000),
      PageIndex: 1,
      PageSize: 50,
    },
  }),
  getPermissionList: ({ companyId }) => ({ query: { companyId } }),
  getPersonList: ({ projectId, deviceId }) => ({ query: { projectId, modelTreeId: deviceId } }),
  getPointData: ({ projectId, pointId }) => ({
    query: {
      start: local(Date.now() - 3_600_000),
      end: local(Date.now()),
      pointIdList: String(pointId),
      tmes: 0,
      ProjectId: projectId,
    },
  }),
  getPointRealTimeData: ({ projectId, pointId }) => ({ query: { pointIds: String(pointId), ProjectId: projectId } }),
  getPointStatisticData: ({ projectId, pointId }) => ({
    query: {
      start: local(Date.now() - 3_600_000),
      end: local(Date.now()),
      pointIdList: String(pointId),
      ProjectId: projectId,
    },
  }),
  getPointWrite: ({ writablePointId }) => ({ query: { pointID: writablePointId } }),
  getPointWriteLimit: ({ writablePointId }) => ({ query: { pointID: writablePointId } }),
  getProject: ({ companyId, projectId }) => ({ query: { companyId, subareaId: projectId } }),
  getProjectModelList: ({ companyId, projectId }) => ({ query: { companyId, subareaId: projectId } }),
  getProjectPage: ({ companyId, projectId, subsystemId }) => ({
    body: {
      CompanyId: companyId,
      ProjectName: 'Store',
      ProjectIdList: [projectId],
      Industry: [1, 2, 3, 4],
      BigTypeIdList: [subsystemId],
      StateList: ['valid', 'disabled', 'expired'],
      IsLocated: false,
      SortType: 'name',
      IsAsc: true,
      PageIndex: 1,
      PageSize: 50,
    },
  }),
  getRoleUserList: ({ companyId, projectRoleId }) => ({
    query: { RoleId: projectRoleId, companyId, UserNameOrMobile: 'a', pageIndex: 1, pageSize: 50 },
  }),
  getSessionList: () => ({}),
  getSubareaDelPage: ({ companyId }) => ({
    body: { CompanyId: companyId, SubareaName: 'Gone', Industry: [1], PageIndex: 1, PageSize: 50 },
  }),
  getSubareaPage: ({ companyId, projectId }) => ({
    query: { companyId, parentId: projectId, subareaName: 'Area', pageIndex: 1, pageSize: 50 },
  }),
  getSubareaTree: ({ companyId }) => ({ query: { companyId } }),
  getSubentryTree: ({ companyId, workshopId, subItemId }) => ({
    query: { companyId, projectId: workshopId, subentryId: subItemId, isGetModelTree: true },
  }),
  getTab: ({ projectId }) => ({ query: { projectId } }),
  getTableField: ({ projectId }) => ({ query: { foreignId: projectId, type: 'members' } }),
  getTableList: ({ projectId, classId }) => ({
    body: { ProjectId: projectId, SmallTypeId: classId, ModelTreeName: 'Freezer', PageIndex: 1, PageSize: 50 },
  }),
  getTableListRead: ({ projectId, subsystemId, classId, areaId }) => ({
    body: {
      ProjectId: projectId,
      BigTypeId: subsystemId,
      SmallTypeId: classId,
      LocationIdList: [areaId],
      ModelTreeName: 'Freezer',
      PointName: 'Air',
      ConnectStatusList: [0, 1, 2],
      SortType: 'name',
      IsAsc: true,
      PageIndex: 1,
      PageSize: 50,
    },
  }),
  getTableListReadScreen: ({ projectId, subsystemId, classId, areaId }) => ({
    body: {
      ProjectId: projectId,
      BigTypeId: subsystemId,
      SmallTypeId: classId,
      LocationIdList: [areaId],
      ModelTreeName: 'Freezer',
      IsSetAlarm: true,
      PageIndex: 1,
      PageSize: 50,
    },
  }),
  getTableViews: () => ({ query: { type: 'members' } }),
  getTerminalDropdow: ({ companyId, projectId }) => ({
    query: { ProjectId: projectId, CompanyId: companyId, protocolList: 'DTU,MQTT', name: '' },
  }),
  getUserBigScreen: ({ companyId }) => ({ query: { companyId } }),
  getUserCompanyList: () => ({}),
  getUserCoordinate: () => ({}),
  getUserDropdownByMobileOrName: ({ account, projectId }) => ({ query: { mobileOrName: account, projectId } }),
  getUserFuncNewList: ({ userId, companyId, projectId }) => ({ query: { type: 2, userId, companyId, projectId } }),
  getUserInfo: () => ({}),
  getUserModel: ({ companyId, projectId, memberId }) => ({ query: { companyId, projectId, userId: memberId } }),
  getUserOwnProject: ({ companyId }) => ({ query: { companyId } }),
  getUserOwnSubareaTree: ({ companyId }) => ({ query: { companyId } }),
  getUserPreferences: () => ({}),
  getUserProjectAlarm: ({ companyId }) => ({ query: { companyId } }),
  getUserRoleList: ({ userId, projectId }) => ({ query: { userId, projectId } }),
  getUserRoleSubarea: ({ companyId, memberId }) => ({ query: { companyId, userId: memberId } }),
  getUserRoleSubareaList: ({ companyId, projectId }) => ({
    body: {
      CompanyId: companyId,
      UserType: 'all',
      SubareaId: projectId,
      UserNameOrMobile: 'o',
      ActiveStatus: true,
      SortType: 'name',
      IsAsc: true,
      Language: 'en',
      pageIndex: 1,
      pageSize: 50,
    },
  }),
  getUserSubareaList: ({ companyId, projectId }) => ({ query: { companyId, projectId } }),
  getUserView: ({ companyId, memberId }) => ({
    query: { companyId, userId: memberId, projectName: 'Store', pageIndex: 1, pageSize: 50 },
  }),
  getUserWhy: ({ companyId, memberId, projectId, deviceId }) => ({
    query: { companyId, userId: memberId, funcIdS: '26,27', projectId, modelTreeId: deviceId, alarmLevel: 1 },
  }),
  getUserbyPro: ({ gatewayId }) => ({ query: { deviceId: gatewayId, name: '' } }),
  getUsersOfRole: ({ companyId, projectRoleId }) => ({ query: { companyId, roleId: projectRoleId } }),
  getVPNPage: ({ companyId, projectId, cardedGatewayId }) => ({
    body: {
      CompanyId: companyId,
      ProjectIdList: [projectId],
      QueryAll: false,
      DeviceId: cardedGatewayId,
      Name: '',
      KindList: ['wireguard', 'openvpn'],
      SortType: 'name',
      IsAsc: true,
    },
  }),
  getVPNSecret: ({ vpnId }) => ({ body: { VPNId: vpnId } }),
  getVideoMonitorPage: ({ companyId, projectId, subsystemId, deviceId }) => ({
    body: {
      CompanyId: companyId,
      ProjectId: projectId,
      BigTypeId: subsystemId,
      Mtid: deviceId,
      PointName: 'camera',
      SortType: 'device',
      IsAsc: false,
    },
  }),
  getWhatGoesWith: ({ companyId, projectId }) => ({ query: { companyId, subareaIdList: String(projectId) } }),
  getWhatGoesWithGateways: ({ gatewayId, slaveId }) => ({
    body: { DeviceIdList: [gatewayId], DeviceModuleIdList: [slaveId] },
  }),
  getWhatGoesWithModelTree: ({ workshopId, mergedDeviceId }) => ({
    query: { projectId: workshopId, modelTreeIdList: [mergedDeviceId] },
  }),
  getWritablePointFilters: ({ projectId, subsystemId }) => ({
    body: { ProjectIdList: [projectId], BigTypeId: subsystemId },
  }),
  getWritablePointPage: ({ projectId, subsystemId, deviceId }) => ({
    body: {
      ProjectIdList: [projectId],
      BigTypeId: subsystemId,
      MtidList: [deviceId],
      Text: 'Setpoint',
      PageIndex: 1,
      PageSize: 50,
    },
  }),
  getWriteRecordFilters: () => ({ query: {} }),
  getWritesOfPoints: ({ projectId, writablePointId }) => ({
    body: {
      ProjectId: projectId,
      PointIdList: [writablePointId],
      StartTime: local(Date.now() - 86_400_000),
      EndTime: local(Date.now() + 60_000),
    },
  }),
  getchildPlan: ({ projectId }) => ({ query: { project: projectId } }),
  htmlToPdf: () => ({ body: { ObjectName: 'report', htmlText: '<h1>Report</h1>' } }),
  importCompanyUser: ({ companyId, memberSheet }) => ({
    query: { companyId, isDryRun: false, skipWrong: true },
    files: [memberSheet],
  }),
  importModelTreePropertyTemplate: ({ workshopId, workshopClassId, propertySheet }) => ({
    query: { projectId: workshopId, smallTypeId: workshopClassId, isDryRun: false, skipWrong: false },
    files: [propertySheet],
  }),
  importProjectUser: ({ companyId, projectId, newcomerSheet }) => ({
    query: { companyId, projectSubareaId: projectId, isSystemImport: false, isDryRun: false, skipWrong: false },
    files: [newcomerSheet],
  }),
  isSubareaExist: ({ companyId, projectId, areaId }) => ({
    query: { companyId, subareaName: 'Area', kind: 'area', parentId: projectId, subareaId: areaId },
  }),
  login: ({ account, password }) => ({ query: { account, pwd: password } }),
  loginByBody: ({ account, password }) => ({ body: { account, pwd: password } }),
  loginByCode: ({ signInCode }) => ({ body: { Code: signInCode } }),
  loginOrRegister: ({ mobile, code }) => ({
    body: {
      Mobile: mobile,
      Region: '86',
      SMSCode: code,
      Avatar: '',
      UserSource: 2,
      Account: '',
      Pwd: '',
      Nickname: 'Li Na',
    },
  }),
  loginOrRegisterByInvitation: ({ invitationCode, mobile, code }) => ({
    body: { InvitationCode: invitationCode, Mobile: mobile, Region: '86', SMSCode: code, RealName: 'Li Na' },
  }),
  loginOrRegisterSMSCode: ({ mobile }) => ({ query: { mobile, region: '86' } }),
  logout: () => ({}),
  mergeModelTree: ({ workshopId, keptDeviceId, mergedDeviceId }) => ({
    body: { ProjectId: workshopId, ModelTreeId: keptDeviceId, MergeModelTreeIdList: [mergedDeviceId] },
  }),
  mobileCode: ({ mobile }) => ({ query: { mobile, region: '86', title: 'forgotPassword' } }),
  mobileCodeUP: ({ mobile }) => ({ query: { mobile, region: '86', title: 'changeMobile' } }),
  modelTrees: ({ companyId, projectId }) => ({ query: { companyId, projectId, isGetModelTree: true } }),
  newUpload: () => ({ files: [image(), image()] }),
  ownCode: () => ({ body: { Purpose: 'verifyIdentity' } }),
  queryDeviceInfo: ({ companyId, projectId }) => ({ body: { CompanyId: companyId, ProjectId: projectId } }),
  queryPoint: ({ companyId, projectId, deviceId, subsystemId, classId }) => ({
    body: {
      CompanyId: companyId,
      ProjectId: projectId,
      ModelTreeIdList: [deviceId],
      BigTypeId: subsystemId,
      SmallTypeId: classId,
      PointName: 'Air',
    },
  }),
  queryPointRead: ({ projectId, deviceId }) => ({
    body: { ProjectId: projectId, mtid: deviceId, name: 'Air', PageIndex: 1, PageSize: 50 },
  }),
  queryPointTypeInDmpListDropdownList: ({ companyId, projectId, deviceId, subsystemId, classId }) => ({
    body: {
      CompanyId: companyId,
      ProjectId: projectId,
      ModelTreeIdList: [deviceId],
      BigTypeId: subsystemId,
      SmallTypeId: classId,
    },
  }),
  queryUser: ({ account, projectId }) => ({ query: { mobileOrName: account, region: '86', projectId } }),
  readAlarmPlayScreen: ({ popupId }) => ({ body: [popupId] }),
  recoverProject: ({ companyId, deletedProjectId }) => ({
    body: { CompanyId: companyId, ProjectIdList: [deletedProjectId] },
  }),
  refreshDeviceModelTree: ({ projectId }) => ({ query: { projectId } }),
  refreshToken: ({ refreshToken }) => ({ query: { refreshToken } }),
  regionUser: ({ cardlessGatewayId, colleagueId }) => ({
    query: { deviceId: cardlessGatewayId, type: 1, uidList: String(colleagueId) },
  }),
  relationUserRoleSubarea: ({ companyId, projectRoleId, memberId, projectId }) => ({
    body: {
      CompanyId: companyId,
      RoleId: projectRoleId,
      UserRoleSubareaIds: [{ UserId: memberId, SubareaId: projectId }],
    },
  }),
  requestExport: ({ projectId }) => ({
    body: { Kind: 'operationLog', Input: { body: { ProjectId: projectId } } },
  }),
  resetDeviceMQTTPwd: ({ publisherId }) => ({ body: { DeviceId: publisherId } }),
  resetUserModel: ({ companyId, projectId, memberId }) => ({
    body: { CompanyId: companyId, ProjectId: projectId, UserIdList: [memberId] },
  }),
  revokeInvitation: ({ companyId, invitationId }) => ({
    body: { CompanyId: companyId, InvitationId: invitationId },
  }),
  saveTableView: () => ({ body: { TableType: 'members', ViewName: 'Mine', Query: 'q=a', Field: '{}' } }),
  setCameraCover: ({ cameraId, fileUrl }) => ({ body: { Key: cameraId, Url: fileUrl } }),
  setDefaultRole: ({ companyId, companyRoleId }) => ({ body: { CompanyId: companyId, RoleId: companyRoleId } }),
  setOutOfService: ({ deviceId }) => ({
    body: {
      DeviceId: deviceId,
      Reason: 'Empty for the winter',
      ReviewDate: local(Date.now() + 86_400_000).slice(0, 10),
    },
  }),
  setSubentryModelTreeSummary: ({ companyId, workshopId, subItemId, keptDeviceId }) => ({
    query: { companyId, projectId: workshopId, subentryId: subItemId, isSummary: false },
    body: [keptDeviceId],
  }),
  setUserActive: ({ companyId, spareMemberId }) => ({
    body: { CompanyId: companyId, UserIdList: [spareMemberId], ActiveStatus: false },
  }),
  shelveAlarm: ({ alarmId }) => ({ body: { IdList: [alarmId], Minutes: 60, Reason: 'Door is being repaired' } }),
  showDeviceList: ({ companyId, projectId, slaveId }) => ({ body: gatewayFilter(companyId, projectId, slaveId) }),
  startOpenId: () => ({}),
  tryMapping: ({ companyId, mqttGatewayId }) => ({
    body: {
      CompanyId: companyId,
      DeviceId: mqttGatewayId,
      Mapping: usrMapping,
      MessageTopic: 'usr/case1/up',
      Payload: '{"temp":"4.5","door":"ERR"}',
    },
  }),
  unbindCamera: ({ spareCameraId }) => ({ body: { KeyList: [spareCameraId] } }),
  upDetail: ({ confirmedAlarmId }) => ({
    body: { Id: confirmedAlarmId, ...handlingOf },
  }),
  updateAvatar: ({ fileUrl }) => ({ query: { url: fileUrl } }),
  updateCamera: ({ cameraId, deviceId }) => ({
    body: {
      Key: cameraId,
      Mtid: deviceId,
      DeviceNumber: 'DS-2CE',
      Kind: 'flv',
      VideoAddress: 'ws://127.0.0.1:9/live/yard.flv',
      Note: 'Above the gate',
    },
  }),
  updateCompanyPlatforms: ({ sisterCompanyId }) => ({
    body: {
      OfCompanyId: sisterCompanyId,
      FlagList: ['workOrder', 'dataScreen'],
      DataScreenUrl: 'https://screen.example.com/{company}?code={code}',
    },
  }),
  // Not its name, by which others are told apart from us.
  updateCompanySettings: ({ companyId, memberId }) => ({
    body: {
      CompanyId: companyId,
      DataScreenUrl: 'https://screen.example.com/{company}?lang={language}',
      KnowledgeHubUrl: 'https://hub.example.com',
      UserIdListWithoutProof: [memberId],
    },
  }),
  updateDeviceMQTT: ({ publisherId, freeSerial }) => ({
    body: {
      DeviceId: publisherId,
      deviceName: 'Roof 2',
      deviceNameEn: '',
      deviceUserName: `user-${freeSerial}`,
      deviceUserPwd: 'Pw_Device_2',
      payloadFormat: 'neuron',
      mappingProfileId: '',
      DeviceTypeE: 'M100',
      DESCRIBES: 'On the roof',
    },
  }),
  updateDevicesName: ({ cardlessGatewayId }) => ({
    body: { DeviceList: [{ DeviceId: cardlessGatewayId, DeviceName: 'Dock' }] },
  }),
  updateDevicesNewModbus: ({ spareGatewayId, spareSlaveId }) => ({
    body: {
      DeviceId: spareGatewayId,
      DeviceName: 'Rack room 2',
      DeviceNameEn: null,
      DeviceTypeE: 'DR404',
      DESCRIBES: 'Moved',
      Address: '',
      RegistrationMode: 'both',
      RegistrationIdentity: '',
      HeartBeat: 'FE FE',
      BaudRate: 19200,
      DataBit: 8,
      CheckBit: 'even',
      StopBit: 1,
      CduType: 'DTU',
      DeviceModuleAndAddressList: [{ DeviceModuleId: spareSlaveId, DeviceAddress: 253, SlaveName: 'Case 2' }],
    },
  }),
  updateDevicesProtocol: ({ cardlessGatewayId }) => ({
    query: { deviceId: cardlessGatewayId, protocol: 'MODBUS_TCP', address: 'plc.invalid' },
  }),
  updateDevicesSN: ({ cardlessGatewayId, freeSerial }) => ({
    query: { deviceIdList: String(cardlessGatewayId), deviceNoList: freeSerial },
  }),
  updateEmail: ({ password, email, code }) => ({ body: { pwd: password, email, code } }),
  updateMappingProfile: ({ companyId, mappingProfileId, freePlaceName }) => ({
    body: {
      CompanyId: companyId,
      MappingProfileId: mappingProfileId,
      MappingName: `${freePlaceName} M100`,
      Note: '',
      ...usrMapping,
    },
  }),
  updateMobile: ({ password, mobile, code }) => ({ body: { pwd: password, mobile, region: '86', code } }),
  updatePointWriteLimit: ({ writablePointId, pointId }) => ({
    body: {
      PointId: writablePointId,
      Min: -30,
      Max: 10,
      AllowedValues: [],
      MinIntervalSeconds: 0,
      Interlock: {
        PointId: pointId,
        Operator: 'below',
        Value: 100,
        Sentence: '温度须低于 100 °C',
        SentenceEn: 'The air must be below 100 °C',
      },
    },
  }),
  updateProjectCompany: ({ companyId, sisterCompanyId, projectToHandOverId }) => ({
    body: { CompanyId: sisterCompanyId, OldCompanyId: companyId, ProjectIdList: [projectToHandOverId] },
  }),
  updateProjectDevices: ({ gatewayElsewhereId, projectId }) => ({
    query: { deviceIdList: String(gatewayElsewhereId), toProjectId: projectId, isConfirmed: true },
  }),
  setApplications: ({ projectId, subsystemId }) => ({
    body: { ProjectIdList: [projectId], BigTypeIdList: [subsystemId], Shown: true },
  }),
  updateProjectModel: ({ projectId }) => ({ body: { SubareaId: projectId, BigTypeIdList: [] } }),
  updatePwd: ({ password, code }) => ({
    query: { newPwd: 'New_Word_2' },
    body: { pwd: password, Code: code, newPwd: 'New_Word_2' },
  }),
  updatePwdByUserId: ({ madeUserId }) => ({
    query: { newPwd: 'New_Word_1' },
    body: { UserId: madeUserId, newPwd: 'New_Word_1' },
  }),
  updateRole: ({ companyId, companyRoleId, freeAccount }) => ({
    body: { CompanyId: companyId, RoleId: companyRoleId, RoleName: `Renamed ${freeAccount}` },
  }),
  updateRoleFunc: ({ companyId, companyRoleId }) => ({
    body: {
      CompanyId: companyId,
      RoleId: companyRoleId,
      FuncIdS: [11, 16],
      HalfSelection: [17],
      PlatformType: 'business',
      StorageSpaceExtendList: [{ Key: 'colour', Value: 'blue' }],
    },
  }),
  updateSlave: ({ spareSlaveId }) => ({
    body: {
      DeviceModuleId: spareSlaveId,
      DeviceAddress: 252,
      SlaveName: 'Case 3',
      Category: 'Controller',
      BaudRate: 4800,
      DataBit: 8,
      CheckBit: 'odd',
      StopBit: 2,
      MaxRegisters: 10,
      MaxGap: 0,
    },
  }),
  updateStatus: ({ alarmId }) => ({ query: { id: alarmId } }),
  updateSubentryModelTree: ({ companyId, workshopId, subItemId, keptDeviceId }) => ({
    query: { companyId, projectId: workshopId, subentryId: subItemId },
    body: [keptDeviceId],
  }),
  updateTableField: ({ projectId }) => ({ body: { ForeignId: projectId, TableType: 'members', Field: '{}' } }),
  updateUserInfo: () => ({ body: { Nickname: 'Lin', CompanyName: 'Cold Store', Depart: 'Night shift', Account: '' } }),
  updateUserPreferences: () => ({ body: { Preferences: '{"theme":"dark"}' } }),
  updateUserRoleSubarea: ({ companyId, memberId, companyRoleId, projectId, projectRoleId }) => ({
    body: {
      CompanyId: companyId,
      UserId: memberId,
      RealName: 'Li Na',
      Depart: 'Night shift',
      CompanyRoleIdList: [companyRoleId],
      ProjectRoleList: [{ SubareaId: projectId, RoleId: projectRoleId }],
      SubareaId: projectId,
      StorageSpace: [{ Key: 'badge', Value: '17' }],
    },
  }),
  updateVPN: ({ vpnId, cardedGatewayId }) => ({
    body: {
      VPNId: vpnId,
      DeviceId: cardedGatewayId,
      Name: 'Plant room 2',
      Kind: 'ipsec',
      Server: '192.0.2.10',
      LocalAddress: '10.8.0.7',
      UserName: 'plant2',
      Secret: 'Pw_Vpn_2',
      Note: '',
      ClearSecret: false,
    },
  }),
  updateWChart: ({ password }) => ({ body: { pwd: password, Bind: false } }),
  upload: () => ({ files: [image()] }),
  uploadDeviceConfig: ({ spareGatewayId, freeSerial }) => ({
    query: { deviceId: spareGatewayId, isDryRun: false },
    files: [
      new File(
        [
          JSON.stringify({
            format: 'watchpost-gateway',
            version: 1,
            serialNumber: freeSerial,
            protocol: 'DTU',
            gateway: { name: 'From a file' },
            slaves: [{ address: 7, name: 'Case 7' }],
            points: [],
          }),
        ],
        'gateway.json',
      ),
    ],
  }),
  verifyDevice: ({ projectId, publisherSerial }) => ({
    query: {
      ProjectId: projectId,
      deviceNo: publisherSerial,
      deviceUserName: publisherSerial,
      deviceUserPwd: 'Pw_Publisher_1',
    },
  }),
  verifyIdentity: ({ password }) => ({ body: { Pwd: password, Code: '' } }),
  verifyOperationLog: ({ companyId, projectId }) => ({ query: { companyId, projectId } }),
  addDevicePoint: ({ emptySlaveId, pointTypeId, freePointName }) => ({
    body: { SlaveId: emptySlaveId, PointList: [{ ...aRegister, PointName: freePointName, PointTypeId: pointTypeId }] },
  }),
  addMqttPoint: ({ publisherId, pointTypeId, freePointName }) => ({
    body: {
      GatewayId: publisherId,
      PointList: [{ PointName: freePointName, PointTypeId: pointTypeId, MqttKey: freePointName }],
    },
  }),
  addPoint: ({ projectId, emptySlaveId, pointTypeId, freePointName }) => ({
    body: {
      ProjectId: projectId,
      Kind: 'modbus' as const,
      SlaveId: emptySlaveId,
      GatewayId: null,
      PointName: freePointName,
      PointTypeId: pointTypeId,
      ...aRegister,
      MqttKey: null,
      MqttDevice: null,
      Formula: null,
      InputList: [],
    },
  }),
  addPointRelevance: ({ sparePointId, anotherPointId, deviceId }) => ({
    body: { PointIdA: sparePointId, ModelTreeIdA: deviceId, PointRelevanceList: [{ PointIdB: anotherPointId }] },
  }),
  addPointType: ({ companyId, freePointName }) => ({
    body: {
      CompanyId: companyId,
      PointTypeName: freePointName,
      PointTypeNameEn: null,
      ValueType: 0,
      UnitList: ['°C'],
      StatusList: [],
      IsSimulation: false,
    },
  }),
  addTemplate: ({ companyId, freePointName }) => ({
    body: { CompanyId: companyId, Kind: 'register' as const, name: freePointName, ...aTemplate },
  }),
  applyTemplate: ({ templateId, emptySlaveId }) => ({
    body: { id: templateId, SlaveId: emptySlaveId, PointNameList: ['Air'], Prefix: 'A ', IsDryRun: false },
  }),
  batchAddModelTree: ({ projectId, subsystemId, classId, areaId, sparePointId, freePointName }) => ({
    body: {
      ProjectId: projectId,
      BigTypeId: subsystemId,
      SmallTypeId: classId,
      LocationId: areaId,
      ModelTreeInfoList: [{ ModelTreeName: freePointName, PointIdList: [sparePointId] }],
      OperateType: 'refuse' as const,
    },
  }),
  batchUpdatePoint: ({ projectId, sparePointId, pointTypeId }) => ({
    body: {
      ProjectId: projectId,
      UpdatePointType: 'level' as const,
      PointIdList: [sparePointId],
      PointName: '',
      FindPointName: '',
      PointNameList: [{ PointId: sparePointId, WasName: 'Air', PointName: 'Air' }],
      PointTypeId: pointTypeId,
      Unit: '°C',
      Level: 2,
      IsWrite: false,
      Cycle: 60,
      StorageSpaceExtendList: [{ Key: 'tag', Value: 'TT-101' }],
      IsDryRun: false,
    },
  }),
  copyTemplate: ({ companyId, templateId, freePointName }) => ({
    body: { CompanyId: companyId, id: templateId, name: freePointName, FLAG: true },
  }),
  correctImportModelTree: ({ projectId, deviceSheet }) => ({ query: { projectId, industry: 1 }, files: [deviceSheet] }),
  correctImportModelTreeProperty: ({ workshopId, workshopClassId, propertySheet }) => ({
    query: { projectId: workshopId, smallTypeId: workshopClassId },
    files: [propertySheet],
  }),
  correctImportPoint: ({ emptySlaveId, pointSheet }) => ({ query: { slaveId: emptySlaveId }, files: [pointSheet] }),
  deletePoint: ({ sparePointId }) => ({ body: { PointIdList: [sparePointId] } }),
  deletePointType: ({ companyId, sparePointTypeId }) => ({
    body: { CompanyId: companyId, PointTypeIdList: [sparePointTypeId] },
  }),
  deleteTemplate: ({ spareTemplateId }) => ({ query: { id: spareTemplateId } }),
  addOrUpdateEventNotice: ({ projectId, eventNoticeId, userId }) => ({
    body: {
      ProjectId: projectId,
      NoticeId: eventNoticeId,
      NoticeName: 'Lines and boxes',
      PersonList: [{ UserId: userId, ChannelList: ['sms', 'email'] }],
    },
  }),
  deleteEventNotice: ({ projectId, spareEventNoticeId }) => ({
    body: { ProjectId: projectId, NoticeIdList: [spareEventNoticeId] },
  }),
  exportEventPage: ({ projectId }) => ({ body: { ProjectId: projectId, SystemTypeList: ['gateway'] } }),
  getEventNoticePage: ({ projectId }) => ({ body: { ProjectId: projectId, Enabled: false } }),
  getEventPage: ({ projectId }) => ({ body: { ProjectId: projectId, EventTypeList: ['gatewayOffline'] } }),
  addOrUpdateStrategyTemplate: ({ companyId, strategyTemplateId }) => ({
    body: { CompanyId: companyId, TemplateId: strategyTemplateId, Remarks: 'Checked in spring' },
  }),
  applyStrategyTemplate: ({ companyId, projectId, deviceId, strategyTemplateId }) => ({
    body: {
      CompanyId: companyId,
      TemplateId: strategyTemplateId,
      ProjectIdList: [projectId],
      ModelTreeIdList: [deviceId],
      IsEach: true,
      Enabled: false,
    },
  }),
  deleteStrategyTemplate: ({ companyId, spareStrategyTemplateId }) => ({
    body: { CompanyId: companyId, TemplateIdList: [spareStrategyTemplateId] },
  }),
  getStrategyTemplateChoices: ({ companyId, projectId }) => ({ query: { companyId, projectId } }),
  getStrategyTemplatePage: ({ companyId, projectId, classId, strategyTemplateId }) => ({
    body: {
      CompanyId: companyId,
      ProjectId: projectId,
      SmallTypeIdList: [classId],
      TemplateIdList: [strategyTemplateId],
    },
  }),
  getAlarmStrategyPage: ({ projectId }) => ({ body: { ProjectId: projectId, Enabled: true } }),
  getAlarmStrategy: ({ strategyId }) => ({ query: { strategyId } }),
  addAlarmStrategy: ({ projectId, pointId, userId }) => ({
    body: {
      ProjectId: projectId,
      StrategyName: 'Too warm',
      RuleList: [
        {
          Definition: {
            kind: 'limit' as const,
            bands: { high: { limit: 99_000, severity: 3 as const } },
            deadband: 1,
            onDelaySeconds: 600,
            offDelaySeconds: 60,
          },
        },
      ],
      PointIdList: [pointId],
      ContactList: [{ UserId: userId, LevelList: [1, 2], ChannelList: ['email' as const] }],
    },
  }),
  updateAlarmStrategy: ({ strategyId }) => ({ body: { StrategyId: strategyId, Remarks: 'Seen by the night shift' } }),
  deleteAlarmStrategy: ({ spareStrategyId }) => ({ body: { StrategyIdList: [spareStrategyId] } }),
  enableAlarmStrategy: ({ strategyId }) => ({ body: { StrategyIdList: [strategyId], Enabled: false } }),
  copyAlarmStrategy: ({ strategyId, projectId }) => ({
    body: { StrategyId: strategyId, ProjectIdList: [projectId], StrategyName: 'Too warm, too' },
  }),
  assignAlarmStrategy: ({ strategyId, classId }) => ({ body: { StrategyId: strategyId, SmallTypeIdList: [classId] } }),
  checkAlarmReferences: ({ projectId, pointId }) => ({
    body: {
      ProjectId: projectId,
      PointIdList: [pointId],
      RuleList: [{ kind: 'badQuality', severity: 3, onDelaySeconds: 0, offDelaySeconds: 0 }],
    },
  }),
  checkAlarmDelays: ({ projectId, pointId }) => ({
    body: {
      ProjectId: projectId,
      PointIdList: [pointId],
      RuleList: [
        {
          kind: 'limit',
          bands: { high: { limit: 80_000, severity: 3 } },
          deadband: 1,
          onDelaySeconds: 600,
          offDelaySeconds: 0,
        },
      ],
    },
  }),
  setAlarmStrategyOverride: ({ strategyId, ruleId, deviceId }) => ({
    body: {
      StrategyId: strategyId,
      RuleId: ruleId,
      ModelTreeId: deviceId,
      Definition: {
        kind: 'limit' as const,
        bands: { high: { limit: 80_000, severity: 3 as const } },
        deadband: 1,
        onDelaySeconds: 0,
        offDelaySeconds: 0,
      },
    },
  }),
  previewAlarmStrategy: ({ strategyId }) => ({ body: { StrategyId: strategyId, Enabled: false } }),
  backTestAlarmRules: ({ projectId, pointId }) => ({
    body: {
      ProjectId: projectId,
      PointIdList: [pointId],
      Days: 30 as const,
      VariantList: [
        {
          RuleList: [
            {
              kind: 'limit' as const,
              bands: { high: { limit: 99_000, severity: 3 as const } },
              deadband: 1,
              onDelaySeconds: 600,
              offDelaySeconds: 60,
            },
          ],
        },
      ],
      Propose: true,
    },
  }),
  getAlarmTypeList: ({ projectId }) => ({ query: { projectId } }),
  getAlarmStrategyChoices: ({ projectId }) => ({ query: { projectId } }),
  getAlarmStrategyPoints: ({ projectId }) => ({ body: { ProjectId: projectId } }),
  editPoint: ({ sparePointId, pointTypeId, freePointName }) => ({
    body: {
      PointId: sparePointId,
      Kind: 'modbus' as const,
      PointName: freePointName,
      PointTypeId: pointTypeId,
      ...aRegister,
      MqttKey: null,
      MqttDevice: null,
      Formula: null,
      InputList: [],
    },
  }),
  editPointType: ({ companyId, sparePointTypeId, freePointName }) => ({
    body: {
      CompanyId: companyId,
      PointTypeId: sparePointTypeId,
      PointTypeName: freePointName,
      PointTypeNameEn: null,
      ValueType: 1,
      UnitList: [],
      StatusList: [{ Value: 0, Description: 'Off', DescriptionEn: null }],
      IsSimulation: true,
    },
  }),
  getDevicePointPage: ({ gatewayId, slaveId }) => ({
    body: {
      GatewayId: gatewayId,
      SlaveId: slaveId,
      PointName: 'Air',
      SortType: 'register' as const,
      IsAsc: true,
      PageIndex: 1,
      PageSize: 20,
    },
  }),
  getModelTreeTemplate: ({ projectId }) => ({ query: { projectId, industry: 1 } }),
  getPlanPointStartInfo: ({ projectId, pointId }) => ({ query: { projectId, pointIds: String(pointId) } }),
  getPointConfig: ({ pointId }) => ({ query: { pointId } }),
  getPointModelTreeSysInfo: ({ projectId, pointId }) => ({ query: { projectId, pointId } }),
  getPointPage: ({ projectId, gatewayId, deviceId, areaId, subsystemId }) => ({
    body: {
      ProjectId: projectId,
      PointName: 'Air',
      GatewayIdList: [gatewayId],
      ModelTreeIdList: [deviceId],
      LocationIdList: [areaId],
      BigTypeId: subsystemId,
      LevelList: [3],
      IsWrite: false,
      IsSetAlarm: true,
      IsRelevance: true,
      SortType: 'name' as const,
      IsAsc: true,
      PageIndex: 1,
      PageSize: 20,
    },
  }),
  getPointPageDropdownList: ({ projectId }) => ({ query: { projectId } }),
  getPointRelevance: ({ pointId, deviceId }) => ({ query: { modelTreeId: deviceId, pointId } }),
  getPointTemplate: () => ({ query: { isExample: true } }),
  getPointTypePage: ({ companyId }) => ({
    body: {
      CompanyId: companyId,
      PointTypeName: 'Type',
      ValueType: 0,
      IsUsed: true,
      SortType: 'name' as const,
      IsAsc: true,
      PageIndex: 1,
      PageSize: 20,
    },
  }),
  getSubsystemAndModelTreeDropdownList: ({ projectId }) => ({ query: { projectId, language: 'en' as const } }),
  getTempById: ({ templateId }) => ({ query: { id: templateId } }),
  getTempByUid: ({ companyId }) => ({
    query: {
      companyId,
      name: 'Template',
      kind: 'register' as const,
      type: 'custom' as const,
      source: 'own' as const,
      isMine: true,
      sortType: 'name' as const,
      isAsc: true,
      pageIndex: 1,
      pageSize: 20,
    },
  }),
  getWhatHangsOnPoints: ({ sparePointId }) => ({ body: { PointIdList: [sparePointId] } }),
  importModelTree: ({ projectId, deviceSheet }) => ({
    query: { projectId, industry: 1, isDryRun: false, skipWrong: false },
    files: [deviceSheet],
  }),
  importPoint: ({ emptySlaveId, pointSheet }) => ({
    query: { slaveId: emptySlaveId, isDryRun: false, skipWrong: false },
    files: [pointSheet],
  }),
  pointCancelRelevance: ({ pointId, deviceId }) => ({ query: { modelTreeId: deviceId }, body: [pointId] }),
  pointCancelRelevanceModelTreeOrLocation: ({ sparePointId }) => ({
    query: { cancelType: '3' as const },
    body: [sparePointId],
  }),
  pointRelevanceModelTreeAndLocation: ({ sparePointId, deviceId, areaId }) => ({
    body: {
      PointIdList: [sparePointId],
      ModelTreeOrLocationIdList: [
        { Id: deviceId, Type: 1 },
        { Id: areaId, Type: 2 },
      ],
    },
  }),
  saveAsTemplate: ({ filledSlaveId, freePointName }) => ({
    body: { SlaveId: filledSlaveId, name: freePointName, FLAG: false },
  }),
  setVirtualPoint: ({ virtualPointId }) => ({ body: { PointId: virtualPointId, Value: -18 } }),
  tryFormula: ({ projectId, pointId }) => ({
    body: { ProjectId: projectId, Formula: 'a * 2', InputList: [{ Name: 'a', PointId: pointId }] },
  }),
  updateTemplate: ({ templateId, freePointName }) => ({ body: { id: templateId, name: freePointName, ...aTemplate } }),
  explainFrames: () => ({ body: { Text: '01 03 00 00 00 02 C4 0B', Framing: 'auto' } }),
  getFrameLog: ({ gatewayId }) => ({ query: { deviceId: gatewayId, after: 0 } }),
  getReadPlan: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  interpretRegisters: () => ({ body: { StartAddress: 100, ReadList: [[281, 675]] } }),
  readSlaveNow: ({ spareSlaveId }) => ({ body: { DeviceModuleId: spareSlaveId } }),
  readRegisters: ({ gatewayId }) => ({
    body: { DeviceId: gatewayId, SlaveAddress: 1, FunctionCode: 3, StartAddress: 100, Quantity: 2, Times: 1 },
  }),
  tryPoints: () => ({
    body: {
      StartAddress: 100,
      Registers: [281],
      Bits: [],
      PointList: [{ FunctionCode: 3, RegisterAddress: 100, DataFormat: 's16', ByteOrder: 'AB', Decimals: 1 }],
    },
  }),
};
