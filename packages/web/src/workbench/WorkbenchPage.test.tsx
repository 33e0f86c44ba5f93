import {
  type AllCalls,
  type CallData,
  type CallName,
  type GatewayInfo,
  permissions,
  type SlaveRow,
} from '@watchpost/contract';
import { expect, it } from 'vitest';
import { type FakeCalls, fakeApi, Refusal } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, render, type, until } from '../testing/render.tsx';
import { testSession } from '../testing/session.ts';
import { WorkbenchPage } from './WorkbenchPage.tsx';

pagesInEnglish();

const slave: SlaveRow = {
  DeviceModuleId: 11,
  DeviceId: 7,
  DeviceName: 'Cold rooms',
  DeviceAddress: 1,
  SlaveName: 'Room 1',
  Category: '',
  BaudRate: 9600,
  DataBit: 8,
  CheckBit: 'none',
  StopBit: 1,
  MaxRegisters: 125,
  MaxGap: 0,
  PointCount: 0,
  ConnectStatus: 1,
  SilentSinceEPOCH: null,
  NextTryEPOCH: null,
};
const gateway = (more: Partial<GatewayInfo> = {}): GatewayInfo => ({
  DeviceId: 7,
  DeviceName: 'Cold rooms',
  DeviceNo: 'WPDTU26001',
  DeviceTypeE: '',
  DESCRIBES: '',
  PROTOCOL: 'DTU',
  PayloadFormat: 'thingsboard',
  ProjectId: 1,
  ProjectName: 'Store',
  ConnectStatus: 1,
  LastSeenEPOCH: null,
  OfflineSinceEPOCH: null,
  SystemStatus: 1,
  DesiredVersion: 1,
  ReportedVersion: 1,
  ICCID: null,
  SimStatus: null,
  SimFlowStatus: 0,
  SlaveCount: 1,
  SilentSlaveCount: 0,
  PointCount: 0,
  CREATETIME: '2026-11-01 08:00:00',
  CreateName: null,
  AuthorizationType: 2,
  MayEdit: true,
  DeviceNameZh: '冷库',
  DeviceNameEn: 'Cold rooms',
  Address: null,
  RegistrationMode: 'once',
  RegistrationIdentity: 'WPDTU26001',
  AllowedNetworks: [],
  HeartBeat: '',
  DeviceUserName: null,
  HasPassword: false,
  MappingProfileId: null,
  DesiredEPOCH: null,
  ReportedEPOCH: null,
  DisconnectedEPOCH: null,
  MayShare: false,
  SharedWith: [],
  Slaves: [slave],
  ...more,
});

const temperature = {
  RegisterAddress: 100,
  Raw: 0xff4c,
  FormList: [
    { DataFormat: 's16' as const, ByteOrder: 'AB' as const, Value: -180 },
    { DataFormat: 's16' as const, ByteOrder: 'BA' as const, Value: 19711 },
    { DataFormat: 'u16' as const, ByteOrder: 'AB' as const, Value: 65356 },
  ],
  Suggestion: {
    DataFormat: 's16' as const,
    ByteOrder: 'AB' as const,
    DividedBy: 10,
    IsLikely: true,
    ReasonList: [
      { Kind: 'measuredRange' as const, Numbers: [-18, 10] },
      { Kind: 'unsignedIsAbsurd' as const, Numbers: [65356] },
    ],
  },
};
const open = {
  ...temperature,
  RegisterAddress: 101,
  Raw: 0x7fff,
  Suggestion: {
    ...temperature.Suggestion,
    DividedBy: 1,
    ReasonList: [{ Kind: 'errorValue' as const, Numbers: [0x7fff, 16] }],
  },
};
const answered = {
  EPOCH: 1_790_000_000_000,
  Outcome: 'answered' as const,
  ExceptionCode: null,
  IsUncertain: false,
  Milliseconds: 312,
  Registers: [0xff4c, 0x7fff],
  Bits: [],
};

const show = async (at: string, answers: FakeCalls, info: Partial<GatewayInfo> = {}) => {
  const api = fakeApi({
    getDeviceInfo: () => gateway(info),
    interpretRegisters: () => [temperature, open],
    tryPoints: ({ body }) =>
      (body as { PointList: unknown[] }).PointList.map(() => ({ Value: -18, Quality: 'good' as const, Reason: null })),
    ...answers,
  });
  await render(
    <InTestShell at={at} session={testSession({ held: [permissions.terminalsEdit.id] })}>
      <WorkbenchPage />
    </InTestShell>,
  );
  return { ...api, asked: (name: CallName) => api.requests[api.received.lastIndexOf(name)]?.body as never };
};
const said = () => document.body.textContent ?? '';

it('names the point that a chosen register is already, and leads to it', async () => {
  const point: CallData<AllCalls['getDevicePointPage']>['Data'][number] = {
    ...{
      PointId: 5,
      PointName: 'Case air',
      Kind: 'modbus',
      PointTypeId: 1,
      PointTypeName: 'Temperature',
      PointType: 0,
    },
    ...{
      Unit: '°C',
      Decimals: 1,
      Level: 1,
      IsWrite: false,
      Cycle: 60,
      IsLineHidden: false,
      GatewayId: 7,
      GatewayName: 'Cold rooms',
    },
    ...{
      SlaveId: 11,
      SlaveName: 'Room 1',
      SlaveAddress: 1,
      Source: '',
      DeviceList: [],
      LocationList: [],
      IsSetAlarm: false,
    },
    ...{ Value: null, ValueText: null, Time: null, Quality: null, QualityReason: null, ExceptionCode: null },
    ...{ FunctionCode: 3, RegisterAddress: 100, AddressBit: null },
  };
  await show('/?id=7&slave=11', {
    readRegisters: () => ({ ReadList: [answered] }),
    getDevicePointPage: () => ({ Data: [point], TotalCount: 1 }),
  });
  await until(() => byRole(document, 'button', 'Read'));
  await type(byRole(document, 'textbox', 'First address'), '100');
  await type(byRole(document, 'textbox', 'How many'), '2');
  await click(byRole(document, 'button', 'Read'));
  await until(() => said().includes('Divided by 10 it is −18: between −60 and 150'));
  await click(byRole(document, 'button', 'Choose what is likely'));
  await until(() => said().includes('Already the point'));
  expect(byRole(document, 'link', 'Case air').getAttribute('href')).toContain('pointAssociate?q=Case%20air&project=');
});

it('reads a slave, says what its registers are likely to be and why, and tries what is chosen', async () => {
  const { asked } = await show('/?id=7&slave=11', { readRegisters: () => ({ ReadList: [answered] }) });
  await until(() => byRole(document, 'button', 'Read'));
  await type(byRole(document, 'textbox', 'First address'), '100');
  await type(byRole(document, 'textbox', 'How many'), '2');
  await click(byRole(document, 'button', 'Read'));
  await until(() => said().includes('Divided by 10 it is −18: between −60 and 150'));
  expect(asked('readRegisters')).toMatchObject({ DeviceId: 7, SlaveAddress: 1, StartAddress: 100, Quantity: 2 });
  expect(said()).toContain('7FFF stands for “no value”');
  await click(byRole(document, 'button', 'Choose what is likely'));
  await until(() => said().includes('Make 2 points'));
  expect(asked('tryPoints')).toMatchObject({
    StartAddress: 100,
    Registers: [0xff4c, 0x7fff],
    PointList: [
      { RegisterAddress: 100, DataFormat: 's16', X1: 0, X2: 10, Y1: 0, Y2: 1, Decimals: 1 },
      { RegisterAddress: 101, X1: null, RawErrorValueList: [0x7fff] },
    ],
  });
});

it('says why nothing was read: an exception in words, an offline gateway in the words of the server', async () => {
  let turn = 0;
  await show('/?id=7', {
    readRegisters: () => {
      turn++;
      return turn === 1
        ? { ReadList: [{ ...answered, Outcome: 'exception', ExceptionCode: 2, Registers: [], Milliseconds: null }] }
        : new Refusal(429, 'The bus belongs to polling now. Read again in 2 s.');
    },
  });
  await until(() => byRole(document, 'button', 'Read'));
  await click(byRole(document, 'button', 'Read'));
  await until(() => said().includes('The device refuses: 02 no such address'));
  // It says nothing of what is typed after it.
  await type(byRole(document, 'textbox', 'First address'), '7');
  await until(() => !said().includes('The device refuses'));
  await click(byRole(document, 'button', 'Read'));
  await until(() => said().includes('Read again in 2 s.'));
});

it('registers that were read before stay under a failed read with whose they are and when they were read', async () => {
  let turn = 0;
  await show('/?id=7', {
    readRegisters: () =>
      turn++ === 0 ? { ReadList: [answered] } : new Refusal(429, 'The bus belongs to polling now. Read again in 2 s.'),
  });
  await until(() => byRole(document, 'button', 'Read'));
  await type(byRole(document, 'textbox', 'First address'), '100');
  await type(byRole(document, 'textbox', 'How many'), '2');
  await click(byRole(document, 'button', 'Read'));
  await until(() => said().includes('Divided by 10 it is −18'));
  await type(byRole(document, 'textbox', 'First address'), '300');
  await click(byRole(document, 'button', 'Read'));
  await until(() => said().includes('Read again in 2 s.'));
  expect(said()).toContain('Slave 1 · function 03 · addresses 100–101 · read at 2026-09-21');
});

it('explains a pasted frame with the right checksum beside the wrong one', async () => {
  const { asked } = await show('/?id=7&part=paste', {
    explainFrames: () => ({
      UnreadList: [],
      FrameList: [
        {
          Line: 1,
          Hex: '01 83 02 C0 F2',
          Framing: 'rtu',
          Role: 'exception',
          TransactionId: null,
          SlaveAddress: 1,
          FunctionCode: 3,
          StartAddress: null,
          Quantity: null,
          Registers: [],
          Bits: [],
          ExceptionCode: 2,
          AnswersFrame: null,
          FieldList: [
            { Kind: 'slave', Hex: '01', Value: 1, RegisterAddress: null },
            { Kind: 'function', Hex: '83', Value: 0x83, RegisterAddress: null },
            { Kind: 'exceptionCode', Hex: '02', Value: 2, RegisterAddress: null },
            { Kind: 'crc', Hex: 'C0 F2', Value: 0xf2c0, RegisterAddress: null },
          ],
          ProblemList: [{ Kind: 'badCrc', Expected: null, ExpectedHex: 'C0 F1' }],
        },
      ],
    }),
  });
  const label = 'Frames in hexadecimal, one a line; paste request and answer together';
  await until(() => byRole(document, 'textbox', label));
  await type(byRole(document, 'textbox', label), '01 83 02 C0 F2');
  await until(() => said().includes('Wrong CRC: it should be C0 F1'));
  expect(said()).toContain('Slave 1 · 03 read holding registers · 02 no such address');
  expect(asked('explainFrames')).toEqual({ Text: '01 83 02 C0 F2', Framing: 'auto' });
});

it('a gateway that reads by itself has no workbench', async () => {
  await show('/?id=7', {}, { PROTOCOL: 'MQTT' });
  await until(() => said().includes('it has no Modbus line'));
});
