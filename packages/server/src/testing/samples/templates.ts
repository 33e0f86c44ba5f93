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

export const samplesOfTemplates: Samples = {
  addTemplate: ({ freePointName }) => ({ body: { Kind: 'register' as const, name: freePointName, ...aTemplate } }),
  applyTemplate: ({ templateId, emptySlaveId }) => ({
    body: { id: templateId, SlaveId: emptySlaveId, PointNameList: ['Air'], Prefix: 'A ', IsDryRun: false },
  }),
  copyTemplate: ({ templateId, freePointName }) => ({ body: { id: templateId, name: freePointName, FLAG: true } }),
  deleteTemplate: ({ spareTemplateId }) => ({ query: { id: spareTemplateId } }),
  getTempById: ({ templateId }) => ({ query: { id: templateId } }),
  getTempByUid: () => ({
    query: { kind: 'register' as const, type: 'custom' as const, source: 'own' as const, isMine: true },
  }),
  saveAsTemplate: ({ filledSlaveId, freePointName }) => ({
    body: { SlaveId: filledSlaveId, name: freePointName, FLAG: false },
  }),
  updateTemplate: ({ templateId, freePointName }) => ({ body: { id: templateId, name: freePointName, ...aTemplate } }),
};
