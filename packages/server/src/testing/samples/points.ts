import type { Samples } from '../sampleValues.ts';

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

export const samplesOfPoints: Samples = {
  addDevicePoint: ({ emptySlaveId, pointTypeId, freePointName }) => ({
    body: { SlaveId: emptySlaveId, PointList: [{ ...aRegister, PointName: freePointName, PointTypeId: pointTypeId }] },
  }),
  addMqttPoint: ({ publisherId, pointTypeId, freePointName }) => ({
    body: {
      GatewayId: publisherId,
      PointList: [{ PointName: freePointName, PointTypeId: pointTypeId, MqttKey: freePointName }],
    },
  }),
  addPoint: ({ emptySlaveId }) => ({
    body: {
      SlaveId: emptySlaveId,
      GatewayId: null,
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
  addPointType: ({ freePointName }) => ({
    body: {
      PointTypeName: freePointName,
      PointTypeNameEn: null,
      ValueType: 0,
      UnitList: ['°C'],
      StatusList: [],
      IsSimulation: false,
    },
  }),
  batchAddModelTree: ({ areaId, sparePointId, freePointName }) => ({
    body: {
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
  correctImportModelTree: ({ deviceSheet }) => ({ query: { industry: 1 }, files: [deviceSheet] }),
  correctImportPoint: ({ emptySlaveId, pointSheet }) => ({ query: { slaveId: emptySlaveId }, files: [pointSheet] }),
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
  editPointType: ({ sparePointTypeId, freePointName }) => ({
    body: {
      PointTypeId: sparePointTypeId,
      PointTypeName: freePointName,
      PointTypeNameEn: null,
      ValueType: 1,
      UnitList: [],
      StatusList: [{ Value: 0, Description: 'Off', DescriptionEn: null }],
      IsSimulation: true,
    },
  }),
  getModelTreeTemplate: () => ({ query: { industry: 1 } }),
  getPointPage: () => ({
    body: {
      ...{ PointName: 'Air', LevelList: [3], IsWrite: false, IsSetAlarm: true, IsRelevance: true, SortType: 'name' },
      ...{ PointTypeIdList: undefined, SlaveIdList: undefined },
    },
  }),
  getPointTemplate: () => ({ query: { isExample: true } }),
  // Other points than those of this type say the names.
  queryPoint: () => ({ body: { PointTypeIdList: undefined } }),
  queryPointRead: () => ({ body: { PointTypeIdList: undefined } }),
  getPointTypePage: () => ({ body: { PointTypeName: 'Type', ValueType: 0, IsUsed: true, SortType: 'name' } }),
  getSubsystemAndModelTreeDropdownList: () => ({ query: { language: 'en' as const } }),
  getWhatHangsOnPoints: ({ sparePointId }) => ({ body: { PointIdList: [sparePointId] } }),
  importModelTree: ({ projectId, deviceSheet }) => ({
    query: { projectId, industry: 1, isDryRun: false, skipWrong: false },
    files: [deviceSheet],
  }),
  importPoint: ({ emptySlaveId, pointSheet }) => ({
    query: { slaveId: emptySlaveId, isDryRun: false, skipWrong: false },
    files: [pointSheet],
  }),
  pointCancelRelevance: ({ pointId }) => ({ body: [pointId] }),
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
  setVirtualPoint: ({ virtualPointId }) => ({ body: { PointId: virtualPointId, Value: -18 } }),
  tryFormula: ({ pointId }) => ({ body: { Formula: 'a * 2', InputList: [{ Name: 'a', PointId: pointId }] } }),
};
