import { type GatewayInfo, type GatewayRow, type PointListRow, permissions, type SlaveRow } from '@watchpost/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setAccessToken } from '../lib/accessToken.ts';
import { switchLanguage } from '../lib/language.ts';
import { type FakeCalls, fakeApi, Refusal } from '../testing/fakeApi.ts';
import { InTestShell } from '../testing/InTestShell.tsx';
import { act, byRole, click, render, type, until } from '../testing/render.tsx';
import { testSession } from '../testing/session.ts';
import { CredentialsDialog } from './CredentialsDialog.tsx';
import { GatewayPage } from './GatewayPage.tsx';
import { GatewaysPage } from './GatewaysPage.tsx';
import { MqttPointsPart } from './MqttPointsPart.tsx';
import { SlaveDialog } from './SlaveDialog.tsx';
import { SlavePage } from './SlavePage.tsx';
import { DeleteSlaveDialog } from './SlavesPart.tsx';

const now = Date.now();
const row = (changes: Partial<GatewayRow> = {}): GatewayRow => ({
  DeviceId: 1,
  DeviceName: 'Cold rooms',
  DeviceNo: 'WPDTU26001',
  DeviceTypeE: 'USR-DR404',
  DESCRIBES: '',
  PROTOCOL: 'DTU',
  PayloadFormat: 'thingsboard',
  ProjectId: 1,
  ProjectName: 'Store',
  ConnectStatus: 1,
  LastSeenEPOCH: now,
  OfflineSinceEPOCH: null,
  SystemStatus: 1,
  DesiredVersion: 2,
  ReportedVersion: 2,
  ICCID: null,
  SimStatus: null,
  SimFlowStatus: 0,
  SlaveCount: 3,
  SilentSlaveCount: 1,
  PointCount: 20,
  CREATETIME: '2026-11-01 08:00:00',
  CreateName: 'Wang Qiang',
  AuthorizationType: 2,
  MayEdit: true,
  ...changes,
});
const info = (changes: Partial<GatewayInfo> = {}): GatewayInfo => ({
  ...row(),
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
  DesiredEPOCH: now,
  ReportedEPOCH: now,
  DisconnectedEPOCH: null,
  MayShare: true,
  SharedWith: [],
  Slaves: [],
  ...changes,
});
const totals = {
  Total: 2,
  Online: 1,
  Offline: 1,
  NeverSeen: 0,
  Waiting: 0,
  WithCard: 0,
  CardTrouble: 0,
  SlaveTotal: 3,
  SilentSlaveTotal: 1,
  ProtocolList: [],
};

const nothingGoes = {
  Gateways: 0,
  Slaves: 1,
  Points: 0,
  AlarmRules: 0,
  LookingRules: 0,
  Alarms: 0,
  Devices: 0,
  HistoryKeptDays: null,
  Names: ['Meter'],
  ComputedNames: [],
};

let shown: Awaited<ReturnType<typeof render>> | null = null;
beforeEach(() => {
  setAccessToken({ token: 'token', expiresAt: Date.now() + 900_000 });
  switchLanguage('en');
});
afterEach(async () => {
  await shown?.unmount();
  shown = null;
});

async function open(page: React.ReactNode, answers: FakeCalls, at = '/', session = testSession()) {
  const api = fakeApi({
    getTableField: () => ({ ForeignId: 0, TableType: 'test', Field: null }),
    getTableViews: () => [],
    getDeviceTotal: () => totals,
    getDeviceConnectLog: () => ({ Data: [], TotalCount: 0 }),
    getDeviceSyncState: () => ({
      DeviceId: 1,
      DeviceName: 'Cold rooms',
      SystemStatus: 1,
      DesiredVersion: 1,
      DesiredEPOCH: now,
      ReportedVersion: 1,
      ReportedEPOCH: now,
      Message: '',
    }),
    ckDeviceNo: () => ({ IsFree: true, Message: '' }),
    getDeviceTCPConfig: () => ({ DeviceId: 1, DeviceName: 'Cold rooms', PROTOCOL: 'DTU', Settings: [] }),
    ...answers,
  });
  shown = await render(
    <InTestShell at={at} session={session}>
      {page}
    </InTestShell>,
  );
  return {
    ...api,
    requestOf: (name: (typeof api.received)[number]) => api.requests[api.received.lastIndexOf(name)],
  };
}
const says = (words: string) => until(() => document.body.textContent?.includes(words));
const listPage = (
  <GatewaysPage path="/terminalManage/gateway" title={{ zh: '网关', en: 'Gateways' }} subsystems={undefined} />
);

it('the list tells which gateways are online and which of their slaves are silent; a figure filters by its state', async () => {
  const { requestOf } = await open(listPage, {
    showDeviceList: () => ({
      Data: [row(), row({ DeviceId: 2, DeviceName: 'Roof', ConnectStatus: 0, OfflineSinceEPOCH: now - 60_000 })],
      TotalCount: 2,
    }),
  });
  await says('3, 1 silent');
  await says('Roof');
  await click(await until(() => [...document.querySelectorAll('button')].find((b) => b.textContent === '1Offline')));
  await until(() => (requestOf('showDeviceList')?.body as { ConnectStatusList?: unknown })?.ConnectStatusList);
  expect(requestOf('showDeviceList')?.body).toMatchObject({ ConnectStatusList: '0' });
});

it('who sees only some devices of the project is offered no gateway to add and none to set up', async () => {
  const held = [permissions.terminalsEdit.id];
  const answers: FakeCalls = { showDeviceList: () => ({ Data: [row({ MayEdit: false })], TotalCount: 1 }) };
  const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent);
  await open(listPage, answers, '/', testSession({ held }));
  await says('Cold rooms');
  expect(buttons()).toContain('Add gateway');
  await shown?.unmount();
  await open(listPage, answers, '/', testSession({ held, limitedProjects: new Set([1]) }));
  await says('Cold rooms');
  expect(buttons()).not.toContain('Add gateway');
});

it('when a gateway was last heard of follows while its page is open', async () => {
  await open(
    <GatewayPage />,
    {
      getDeviceInfo: () => info({ LastSeenEPOCH: now - 3 * 3_600_000 }),
      getMasterControl: () => ({
        DeviceId: 1,
        DeviceName: 'Cold rooms',
        ConnectStatus: 1,
        SinceEPOCH: now - 86_400_000,
        LastSeenEPOCH: now - 20_000,
        SlaveTotal: 0,
        SilentSlaveTotal: 0,
        PointTotal: 0,
        BadPointTotal: 0,
        Slaves: [],
      }),
    },
    '/terminalManage/gatewayDetail?id=1',
  );
  const overview = () => document.querySelector('[aria-label="At a glance"]')?.textContent ?? '';
  await until(() => /\d s ago/.test(overview()));
  expect(overview()).not.toContain('h ago');
});

it('a gateway that is offline says why, on what that stands and what to do', async () => {
  await open(
    <GatewayPage />,
    {
      getDeviceInfo: () => info({ ConnectStatus: 2, LastSeenEPOCH: null }),
      getDeviceOfflineReason: () => ({
        DeviceId: 1,
        DeviceName: 'Cold rooms',
        Reason: 'wrongSerial',
        SinceEPOCH: null,
        Message: 'A device with the similar serial number “WPDTU26O01” tried to connect',
        Advice: ['Compare the label'],
        Evidence: [{ EPOCH: now, Message: 'An unknown device “WPDTU26O01” tried to connect' }],
      }),
    },
    '/terminalManage/gatewayDetail?id=1',
  );
  await says('Why is it offline?');
  await says('similar serial number “WPDTU26O01”');
  await says('Compare the label');
});

it('a gateway that is online says that somebody else asks on its line, and what to do', async () => {
  await open(
    <GatewayPage />,
    {
      getDeviceInfo: () => info({ ConnectStatus: 1 }),
      getDeviceOfflineReason: () => ({
        DeviceId: 1,
        DeviceName: 'Cold rooms',
        Reason: 'online',
        SinceEPOCH: null,
        Message: 'The gateway is online',
        Advice: ['Look for another master on the bus'],
        Evidence: [{ EPOCH: now, Message: 'Somebody else asks on this line' }],
      }),
    },
    '/terminalManage/gatewayDetail?id=1',
  );
  await says('Trouble on the line');
  await says('Somebody else asks on this line');
  await says('Look for another master on the bus');
  expect(document.body.textContent).not.toContain('Why is it offline?');
});

const point: PointListRow = {
  PointId: 5,
  PointName: 'Defrost',
  Kind: 'modbus',
  PointTypeId: 1,
  PointTypeName: 'Relay',
  PointType: 1,
  Unit: '',
  Decimals: 0,
  Level: 1,
  IsWrite: false,
  Cycle: 60,
  GatewayId: 1,
  GatewayName: 'Cold rooms',
  SlaveId: 3,
  IsLineHidden: false,
  SlaveName: 'Meter',
  SlaveAddress: 5,
  Source: '03 · 256',
  DeviceList: [],
  LocationList: [],
  IsSetAlarm: false,
  Value: 0,
  ValueText: 'Off',
  Time: now - 60_000,
  Quality: 'good',
  QualityReason: null,
  ExceptionCode: null,
};
const badPoint: PointListRow = {
  ...point,
  PointId: 6,
  PointName: 'Alarm relay',
  Value: null,
  ValueText: null,
  Quality: 'bad',
  QualityReason: 'exception',
  ExceptionCode: 2,
};
/** How the value of a point stands in the table. */
const valueShown = (pointName: string) =>
  until(() =>
    [...document.querySelectorAll('tr')]
      .find(({ cells }) => cells[0]?.textContent === pointName)
      ?.querySelector<HTMLElement>('.value'),
  );

it('a value of an MQTT gateway that is away is marked as one of before, and a bad one says why in words', async () => {
  const common = {
    PointTypeCode: 'relay',
    SamplingSeconds: 60,
    SilentSinceEPOCH: now - 30_000,
    SuperUpperLimit: null,
    UpperLimit: null,
    LowerLimit: null,
    IsJudged: true,
    Band: null,
    SuperLowerLimit: null,
    AlarmLevel: null,
    Pending: [],
    UnitMap: [],
    MqttDevice: null,
    MqttKey: 'defrost',
  };
  await open(
    <GatewayPage />,
    {
      getDeviceInfo: () => info({ PROTOCOL: 'MQTT', ConnectStatus: 0, OfflineSinceEPOCH: now - 30_000 }),
      getDeviceMQTTPointPage: () => ({
        Data: [point, badPoint].map((each) => ({ ...each, ...common })) as never,
        TotalCount: 2,
      }),
    },
    '/terminalManage/gatewayDetail?id=1',
  );
  expect((await valueShown('Defrost')).className).toContain('value-stale');
  expect((await valueShown('Alarm relay')).textContent).toContain('answered an exception (2)');
  expect(document.querySelector('[title="exception"]')).toBeNull();
});

it('values of a slave that does not answer, or whose gateway is away, are marked as ones of before', async () => {
  let slave: SlaveRow = meter;
  const answers: FakeCalls = {
    getModbusDeviceModulePage: () => ({ Data: [slave], TotalCount: 1 }),
    getDeviceInfo: () => info({ Slaves: [slave] }),
    getDevicePointPage: () => ({
      Data: [point, badPoint].map((each) => ({ ...each, FunctionCode: 3, RegisterAddress: 256, AddressBit: null })),
      TotalCount: 2,
    }),
  };
  const at = '/terminalManage/slaveStationDetail?id=5';
  await open(<SlavePage />, answers, at);
  expect((await valueShown('Defrost')).className).not.toContain('value-stale');
  expect((await valueShown('Alarm relay')).textContent).toContain('answered an exception (2)');
  for (const changes of [{ ConnectStatus: 0, SilentSinceEPOCH: now - 30_000 }, { ConnectStatus: 2 }]) {
    await shown?.unmount();
    slave = { ...meter, ...changes };
    await open(<SlavePage />, answers, at);
    expect((await valueShown('Defrost')).className).toContain('value-stale');
  }
});

it('a slave is read at once when its page is asked for it, by who may set it up', async () => {
  const answers: FakeCalls = {
    getModbusDeviceModulePage: () => ({ Data: [meter], TotalCount: 1 }),
    getDeviceInfo: () => info({ Slaves: [meter] }),
    getDevicePointPage: () => ({ Data: [], TotalCount: 0 }),
    readSlaveNow: () => null,
  };
  const at = '/terminalManage/slaveStationDetail?id=5';
  const { received, requestOf } = await open(<SlavePage />, answers, at);
  await click(await until(() => byRole(document.body, 'button', 'Read now')));
  await until(() => received.includes('readSlaveNow'));
  expect(requestOf('readSlaveNow')?.body).toEqual({ DeviceModuleId: 5 });
  await says('It is being read');

  await shown?.unmount();
  await open(<SlavePage />, { ...answers, getDeviceInfo: () => info({ Slaves: [meter], MayEdit: false }) }, at);
  await says('Connection log');
  expect(document.body.textContent).not.toContain('Read now');
});

it('a slave gets the next free address, and what the server refuses stands beside the address', async () => {
  const { requestOf } = await open(
    <SlaveDialog gatewayId={1} present={null} usedAddresses={[1, 2]} onClose={() => undefined} />,
    {
      addSlave: () =>
        new Refusal(400, 'Check your input', {
          Fields: [{ Field: 'DeviceAddress', Message: 'The slave address 3 is already used on this gateway.' }],
        }),
    },
  );
  const name = await until(() => document.querySelector<HTMLInputElement>('#SlaveName'));
  await type(name, 'Meter');
  await click(byRole(document.body, 'button', 'Save'));
  await says('already used on this gateway');
  expect(requestOf('addSlave')?.body).toMatchObject({ DeviceId: 1, DeviceAddress: 3, SlaveName: 'Meter' });
});

const meter: SlaveRow = {
  DeviceModuleId: 5,
  DeviceId: 1,
  DeviceName: 'Cold rooms',
  DeviceAddress: 3,
  SlaveName: 'Meter',
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

it('of a slave that is changed only what was changed is sent', async () => {
  const { requestOf } = await open(
    <SlaveDialog gatewayId={1} present={meter} usedAddresses={[3]} onClose={() => undefined} />,
    { updateSlave: () => null },
  );
  await type(await until(() => document.querySelector<HTMLInputElement>('#SlaveName')), 'Main meter');
  await click(byRole(document.body, 'button', 'Save'));
  expect(await until(() => requestOf('updateSlave')?.body)).toEqual({ DeviceModuleId: 5, SlaveName: 'Main meter' });
});

it('a gateway that speaks ThingsBoard is told its access token ready to be copied, one of another format is not', async () => {
  const dialog = (token: string | null) => (
    <CredentialsDialog userName="WPMQ26001" password="Secret_1" token={token} onClose={() => {}} />
  );
  await open(dialog('c0TXx4ron69PDPmKlg2Z'), {});
  await says('c0TXx4ron69PDPmKlg2Z');
  expect(document.body.textContent).toContain('Access token');
  await shown?.unmount();
  await open(dialog(null), {});
  await says('Secret_1');
  expect(document.body.textContent).not.toContain('Access token');
});

it('what is computed from a slave stands in the way of its deletion, says so first and leads to it', async () => {
  await open(
    <DeleteSlaveDialog slave={meter} gateway={info({ ConnectStatus: 0 })} onClose={() => {}} onDone={() => {}} />,
    {
      getWhatGoesWithGateways: () => ({
        ...nothingGoes,
        ...{ Points: 2, LookingRules: 3, ComputedNames: ['COP'], HistoryKeptDays: 90 },
      }),
    },
  );
  await says('These computed points use points of it');
  const link = byRole(document.body, 'link', 'COP');
  expect(link.getAttribute('href')).toBe('/projectConfig/pointAssociate?kind=computed&q=COP&project=1');
  expect((byRole(document.body, 'button', 'Delete') as HTMLButtonElement).disabled).toBe(true);
  expect(document.body.textContent).toContain('3 other alarm rules look at its points');
  expect(document.body.textContent).toMatch(/can no longer be seen, and is erased for good after 90/);
});

it('a slave of a connected gateway is deleted after the gateway was disconnected, which is done where that is said', async () => {
  const { requestOf } = await open(
    <DeleteSlaveDialog slave={meter} gateway={info({ ConnectStatus: 1 })} onClose={() => {}} onDone={() => {}} />,
    { getWhatGoesWithGateways: () => nothingGoes, updateDevicesNewModbus: () => null },
  );
  await says('Disconnect the gateway, delete the slave, then connect the gateway again');
  expect((byRole(document.body, 'button', 'Delete') as HTMLButtonElement).disabled).toBe(true);
  await click(byRole(document.body, 'button', 'Disconnect'));
  expect(await until(() => requestOf('updateDevicesNewModbus')?.body)).toEqual({ DeviceId: 1, IsDisconnected: true });
});

it('what an MQTT gateway says and nobody set up is listed; chosen keys become points with name and type', async () => {
  const { requestOf, received } = await open(<MqttPointsPart gateway={info({ PROTOCOL: 'MQTT' })} />, {
    getDeviceMQTTPointPage: () => ({ Data: [], TotalCount: 0 }),
    getHeardKeys: () => [
      { MqttDevice: 'Case 1', MqttKey: 'temp', Value: -18.52, Text: null, Unit: '°C', IsState: false, Time: now },
      { MqttDevice: 'Case 1', MqttKey: 'mode', Value: null, Text: 'defrost', Unit: null, IsState: false, Time: now },
    ],
    getPointPageDropdownList: () => ({
      PointTypeList: [{ Key: 2, Value: 'Temperature', PointType: 0, UnitList: ['K', '°C'] }],
      GatewayList: [],
      SlaveList: [],
      ModelTreeList: [],
      LocationList: [],
      SubsystemList: [],
    }),
    addMqttPoint: () => ({ PointIdList: [9] }),
  });
  await says('Heard, not set up yet (2)');
  await says('defrost');
  await click(document.querySelector<HTMLElement>('[aria-label="Choose Case 1 / temp"]')!);
  await click(byRole(document, 'button', 'Make 1 point'));
  const name = await until(() => byRole(document, 'textbox', 'Point name') as HTMLInputElement);
  expect(name.value).toBe('temp');
  await type(name, 'Air');
  const types = byRole(document, 'combobox', 'Point type');
  await act(async () => types.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));
  const option = () =>
    [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].find(
      ({ textContent }) => textContent === 'Temperature',
    );
  await click(await until(option));
  // A logger stores every other minute.
  const cycles = byRole(document, 'combobox', 'Cycle');
  await act(async () => cycles.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));
  const everyOther = () =>
    [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].find(
      ({ textContent }) => textContent === '120 s',
    );
  await click(await until(everyOther));
  await click(byRole(document, 'button', 'Save'));
  await until(() => received.includes('addMqttPoint'));
  expect(requestOf('addMqttPoint')?.body).toEqual({
    GatewayId: 1,
    PointList: [
      {
        ...{ PointName: 'Air', PointTypeId: 2, Unit: '°C', Decimals: 2, MqttKey: 'temp', MqttDevice: 'Case 1' },
        Cycle: 120,
      },
    ],
  });
});
