import type { Ids } from '../equippedCompany.ts';
import { nextCount, type Samples } from '../sampleValues.ts';

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

const temperatureRoles = ['suctionTemperature', 'dischargeTemperature', 'outdoorTemperature'] as const;

const anotherRole = () => temperatureRoles[nextCount() % temperatureRoles.length]!;

const anotherChoice = ([a, b]: readonly [number, number]): number[] => [[a], [b], [a, b]][nextCount() % 3]!;

export const samplesOfDevices: Samples = {
  getPointRoles: ({ workshopId }) => ({ query: { projectId: workshopId } }),
  setPointRoles: ({ workshopId, rackId, rackPointId }) => ({
    body: { ProjectId: workshopId, RoleList: [{ Mtid: rackId, Role: anotherRole(), PointId: rackPointId }] },
  }),
  setDeviceRelations: ({ workshopId, rackId, cooledIds }) => ({
    body: { ProjectId: workshopId, Mtid: rackId, ToMtidList: anotherChoice(cooledIds) },
  }),
  addOrUpdateModelProperty: ({ ownPropertyId, workshopClassId, freeDeviceName }) => ({
    body: {
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
  copyModelTree: ({ workshopId, keptDeviceId, freeDeviceName }) => ({
    body: { ProjectId: workshopId, ModelTreeId: keptDeviceId, ModelTreeNameList: [freeDeviceName] },
  }),
  deleteModelProperty: ({ spareOwnPropertyId }) => ({ body: { PropertyId: spareOwnPropertyId } }),
  deleteModelTree: ({ workshopId }) => ({ body: { ProjectId: workshopId } }),
  deleteSubentry: ({ workshopId, spareSubItemId }) => ({ body: { ProjectId: workshopId, SubentryId: spareSubItemId } }),
  editModelTreeShowPoint: ({ projectId, pointId }) => ({ query: { projectId, mainPointId: pointId }, body: [pointId] }),
  exportModelTreePage: (ids) => ({ body: deviceQuestion(ids) }),
  exportModelTreePropertyTemplate: ({ workshopId, workshopClassId, keptDeviceId }) => ({
    body: { ProjectId: workshopId, SmallTypeId: workshopClassId, ModelTreeIdList: [keptDeviceId] },
  }),
  getPastTable: () => ({ body: { MomentEPOCH: Date.now() } }),
  getPastAlarmList: () => ({ body: { FromEPOCH: Date.now() - 86_400_000, ToEPOCH: Date.now() + 1000 } }),
  getCard: () => ({ body: { Hours: 6 } }),
  getChild: ({ subsystemId }) => ({ query: { subsystem: subsystemId } }),
  getModelPage: (ids) => ({ body: { ...deviceQuestion(ids) } }),
  getModelPropertyList: ({ workshopId, workshopClassId }) => ({
    query: { projectId: workshopId, smallTypeId: workshopClassId },
  }),
  getModelTreeGroupStatistics: () => ({ body: { Type: 'class' } }),
  getModelTreeNameConflict: ({ workshopId, mergedDeviceId }) => ({
    query: { projectId: workshopId, modelTreeId: mergedDeviceId },
  }),
  getModelTreePage: (ids) => ({ body: { ...deviceQuestion(ids) } }),
  getModelTreeStaticProperty: ({ workshopId, keptDeviceId }) => ({
    query: { projectId: workshopId, modelTreeId: keptDeviceId },
  }),
  getSubentryTree: ({ workshopId, subItemId }) => ({
    query: { projectId: workshopId, subentryId: subItemId, isGetModelTree: true },
  }),
  getTableListRead: () => ({ body: { ConnectStatusList: [0, 1, 2] } }),
  getTableListReadScreen: () => ({ body: { IsSetAlarm: true } }),
  getWhatGoesWithModelTree: ({ workshopId, mergedDeviceId }) => ({
    query: { projectId: workshopId, modelTreeIdList: [mergedDeviceId] },
  }),
  importModelTreePropertyTemplate: ({ workshopId, workshopClassId, propertySheet }) => ({
    query: { projectId: workshopId, smallTypeId: workshopClassId, isDryRun: false, skipWrong: false },
    files: [propertySheet],
  }),
  mergeModelTree: ({ workshopId, keptDeviceId, mergedDeviceId }) => ({
    body: { ProjectId: workshopId, ModelTreeId: keptDeviceId, MergeModelTreeIdList: [mergedDeviceId] },
  }),
  modelTrees: () => ({ query: { isGetModelTree: true } }),
  setSubentryModelTreeSummary: ({ workshopId, subItemId, keptDeviceId }) => ({
    query: { projectId: workshopId, subentryId: subItemId, isSummary: false },
    body: [keptDeviceId],
  }),
  updateSubentryModelTree: ({ workshopId, subItemId, keptDeviceId }) => ({
    query: { projectId: workshopId, subentryId: subItemId },
    body: [keptDeviceId],
  }),
  correctImportModelTreeProperty: ({ workshopId, workshopClassId, propertySheet }) => ({
    query: { projectId: workshopId, smallTypeId: workshopClassId },
    files: [propertySheet],
  }),
};
