import { once } from 'node:events';
import { connect } from 'node:net';
import type { AllCalls, CallData, CallName } from '@watchpost/contract';
import { buildRtuFrame, takeRtuRequests } from '@watchpost/protocols';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  aMember,
  aPoint,
  aPointType,
  aProject,
  aRule,
  aSlave,
  aStrategy,
} from '../testing/factories.ts';
import { aModbusPoint } from '../testing/fieldFactories.ts';
import { aSerial } from '../testing/gatewaysOf.ts';
import { tellConfiguration } from '../testing/tellConfiguration.ts';
import { tokenFor } from '../testing/tokenFor.ts';

let app: TestApplication;
let companyId: number;
let storeId: number;
let barnId: number;
let fitterId: number;
let colleagueId: number;
let strangerSerial: string;
const fitting = ['terminals', 'terminalsEdit'] as const;
beforeAll(async () => {
  app = await startTestApplication({ config: { mqttMessagesPerSecond: 2, dtuDialsPerMinute: 6 } });
  const { db } = app.database;
  companyId = await aCompany(db);
  storeId = await aProject(db, companyId, { name: 'Store' });
  barnId = await aProject(db, companyId, { name: 'Barn' });
  fitterId = await aMember(db, companyId, storeId, { nickname: 'Fitter', permissions: fitting });
  await aMember(db, companyId, barnId, { userId: fitterId, permissions: fitting });
  colleagueId = await aMember(db, companyId, storeId, { nickname: 'Colleague', permissions: fitting });
  const other = await aCompany(db);
  strangerSerial = aSerial();
  await aGateway(db, await aProject(db, other), { serialNumber: strangerSerial, name: 'Of somebody else' });
});
afterAll(() => app.stop());

type Input = { query?: unknown; body?: unknown; files?: readonly File[] };
const ask = async (name: CallName, input: Input, userId = fitterId) =>
  makeCall(app.url, name, input, { token: await tokenFor(app.database.db, userId) });
async function data<Name extends CallName>(name: Name, input: Input, userId = fitterId) {
  const { status, envelope } = await ask(name, input, userId);
  expect([status, envelope.Message]).toEqual([200, '']);
  return envelope.Data as CallData<AllCalls[Name]>;
}

async function anDtu(name: string, slaves: readonly number[] = []) {
  const serial = aSerial();
  const { DeviceId } = await data('addDevicesNewModbus', {
    body: {
      ProjectId: storeId,
      DeviceName: name,
      DeviceNo: serial,
      CduType: 'DTU',
      DeviceModuleAndAddressList: slaves.map((address) => ({ DeviceAddress: address, SlaveName: `Case ${address}` })),
    },
  });
  return { id: DeviceId, serial };
}
const info = (id: number, userId = fitterId) => data('getDeviceInfo', { query: { deviceId: id } }, userId);
/** Dials in as a DTU does and says who it is. */
async function dialIn(identity: string) {
  const socket = connect(app.application.dtuPort!, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(identity);
  return socket;
}

describe('a serial number', () => {
  test('that a gateway of another company has is taken, and nobody learns whose it is', async () => {
    const check = await data('ckDeviceNo', { query: { deviceNo: strangerSerial } });
    expect(check).toEqual({ IsFree: false, Message: 'This serial number already exists.' });
    const { status, envelope } = await ask('addDevicesNewModbus', {
      body: { ProjectId: storeId, DeviceName: 'Mine', DeviceNo: strangerSerial, CduType: 'DTU' },
    });
    expect([status, envelope.Data]).toEqual([
      400,
      { Fields: [{ Field: 'DeviceNo', Message: 'This serial number already exists.' }] },
    ]);
  });

  test.each(['WP24A7K9M', 'wp24a7k9m2', '1P24A7K9M2', 'WP24A7K9M2X', 'WP24-7K9M2'])(
    '%s is refused beside its field',
    async (serial) => {
      const { envelope } = await ask('addDevicesNewModbus', {
        body: { ProjectId: storeId, DeviceName: 'Mine', DeviceNo: serial, CduType: 'DTU' },
      });
      expect(envelope.Data).toMatchObject({ Fields: [{ Field: 'DeviceNo' }] });
    },
  );

  test('is exchanged between two gateways, with what they register by', async () => {
    const [a, b] = [await anDtu('A'), await anDtu('B')];
    const swapped = { deviceIdList: [a.id, b.id].join(), deviceNoList: [b.serial, a.serial].join() };
    expect(await data('updateDevicesSN', { query: swapped })).toEqual({ Changed: 2 });
    expect(await info(a.id)).toMatchObject({ DeviceNo: b.serial, RegistrationIdentity: b.serial });
    expect(await info(b.id)).toMatchObject({ DeviceNo: a.serial, RegistrationIdentity: a.serial });
    // One that is taken is said at its place in the list.
    const taken = { deviceIdList: [a.id, b.id].join(), deviceNoList: [b.serial, b.serial].join() };
    const { envelope } = await ask('updateDevicesSN', { query: taken });
    expect(envelope.Data).toMatchObject({ Fields: [{ Field: 'deviceNoList.1' }] });
  });
});

test('gateways are renamed in the language they are read in; the other name, and who was not touched, stay', async () => {
  const { db } = app.database;
  const ids = [
    await aGateway(db, storeId, { name: '冷库采集器', nameEn: 'Cold room DTU' }),
    await aGateway(db, storeId, { name: '机房采集器', nameEn: 'Plant DTU' }),
    await aGateway(db, storeId, { name: 'Only one name' }),
  ];
  const names = ['Freezer DTU', 'Plant DTU', 'Another name'];
  const body = { DeviceList: ids.map((DeviceId, i) => ({ DeviceId, DeviceName: names[i] })) };
  expect(await data('updateDevicesName', { body })).toEqual({ Changed: 2 });
  const rows = await db
    .selectFrom('gateway')
    .select(['name', 'name_en'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  expect(rows.map(({ name, name_en }) => [name, name_en])).toEqual([
    ['冷库采集器', 'Freezer DTU'],
    ['机房采集器', 'Plant DTU'],
    ['Another name', null],
  ]);
});

describe('a gateway that is set up while the server runs', () => {
  test('is let in when it dials; its slave can be deleted only while people keep it off, and then it may come again', async () => {
    const { id, serial } = await anDtu('Rack', [1]);
    expect(await info(id)).toMatchObject({ ConnectStatus: 2, SystemStatus: 0 });
    await app.application.configurationSettled();
    const socket = await dialIn(serial);
    await vi.waitFor(async () => expect(await info(id)).toMatchObject({ ConnectStatus: 1, SystemStatus: 1 }), 10_000);
    const [slave] = (await info(id)).Slaves;
    const refused = await ask('devDeleteTCP', { query: { deviceModuleIdList: slave!.DeviceModuleId } });
    expect([refused.status, refused.envelope.Message]).toEqual([
      409,
      'The gateway “Rack” is still connected, so its slave cannot be deleted. Disconnect it on its page, delete the slave, then connect it again.',
    ]);
    const hungUp = once(socket, 'close');
    await data('updateDevicesNewModbus', { body: { DeviceId: id, IsDisconnected: true } });
    await hungUp;
    const keptOff = { ConnectStatus: 0, DisconnectedEPOCH: expect.any(Number) };
    await vi.waitFor(async () => expect(await info(id)).toMatchObject(keptOff), 10_000);
    await once(await dialIn(serial), 'close');
    const why = await data('getDeviceOfflineReason', { query: { deviceId: id } });
    expect(why).toMatchObject({ Reason: 'disconnected' });
    const log = await data('getDeviceConnectLog', { query: { deviceId: id, kind: 'line' } });
    expect(log.Data.map(({ Kind }) => Kind)).toEqual(['down', 'up']);
    expect(await data('devDeleteTCP', { query: { deviceModuleIdList: slave!.DeviceModuleId } })).toMatchObject({
      Slaves: 1,
    });
    await data('updateDevicesNewModbus', { body: { DeviceId: id, IsDisconnected: false } });
    await app.application.configurationSettled();
    const again = await dialIn(serial);
    const back = { ConnectStatus: 1, DisconnectedEPOCH: null, Slaves: [] };
    await vi.waitFor(async () => expect(await info(id)).toMatchObject(back), 10_000);
    again.destroy();
  });

  test('signs in over MQTT with the password that is told once, not while it is kept off, and no longer after a new one was made', async () => {
    const serial = aSerial();
    const added = await data('deviceAddMQTT', { body: { pid: storeId, deviceName: 'Roof', deviceNo: serial } });
    expect(added).toMatchObject({ deviceUserName: serial, Password: expect.stringMatching(/^.{24}$/) });
    await app.application.configurationSettled();
    const signIn = () =>
      mqtt.connect(`mqtt://127.0.0.1:${app.application.mqttPort}`, {
        username: serial,
        password: added.Password!,
        reconnectPeriod: 0,
      });
    const next = (of: mqtt.MqttClient, event: 'connect' | 'close' | 'error') =>
      new Promise((resolve) => of.once(event, resolve));
    const first = signIn();
    await next(first, 'connect');
    const hungUp = next(first, 'close');
    await data('updateDeviceMQTT', { body: { DeviceId: added.DeviceId, IsDisconnected: true } });
    await hungUp;
    expect(String(await next(signIn(), 'error'))).toContain('Connection refused');
    await data('updateDeviceMQTT', { body: { DeviceId: added.DeviceId, IsDisconnected: false } });
    await app.application.configurationSettled();
    const client = signIn();
    await vi.waitFor(async () => expect(await info(added.DeviceId)).toMatchObject({ ConnectStatus: 1 }), 10_000);
    const closed = next(client, 'close');
    await data('resetDeviceMQTTPwd', { body: { DeviceId: added.DeviceId } });
    await closed;
    expect(
      await data('verifyDevice', {
        query: { deviceNo: serial, deviceUserName: serial, deviceUserPwd: added.Password },
      }),
    ).toMatchObject({ IsKnown: true, IsRight: false });
    client.end(true);
  });

  test('that typed its serial number wrongly is recognised by it', async () => {
    const { id, serial } = await anDtu('Typo');
    await app.application.configurationSettled();
    const mistyped = `${serial.slice(0, -1)}Q`;
    const socket = await dialIn(mistyped);
    await vi.waitFor(
      async () =>
        expect(await data('getDeviceOfflineReason', { query: { deviceId: id } })).toMatchObject({
          Reason: 'wrongSerial',
          // The letter that is another one's may belong to another company's gateway.
          Message: expect.stringContaining(`${serial.slice(0, -1)}•`),
        }),
      20_000,
    );
    socket.destroy();
  });
});

test('a gateway at an address that the server must not dial is refused at its field; one that is kept says so', async () => {
  const add = (Address: string) =>
    ask('addDevicesNewModbus', {
      body: { ProjectId: storeId, DeviceName: 'Plant', DeviceNo: aSerial(), CduType: 'MODBUS_TCP', Address },
    });
  for (const address of ['10.9.8.7', '10.9.8.7:1502', '[fd00::5]:502']) {
    const { status, envelope } = await add(address);
    const Fields = [{ Field: 'Address', Message: expect.stringContaining('ALLOWED_PRIVATE_HOSTS') }];
    expect([address, status, envelope.Data]).toEqual([address, 400, { Fields }]);
  }
  // Its network may not be up yet.
  const { envelope } = await add('plc.invalid');
  const { DeviceId: id } = envelope.Data as { DeviceId: number };
  const moved = await ask('updateDevicesNewModbus', { body: { DeviceId: id, Address: '192.168.1.10:502' } });
  expect(moved.envelope.Data).toMatchObject({ Fields: [{ Field: 'Address' }] });
  const asked = await ask('updateDevicesProtocol', {
    query: { deviceId: id, protocol: 'RTU_TCP', address: '10.1.1.1' },
  });
  expect(asked.envelope.Data).toMatchObject({ Fields: [{ Field: 'address' }] });
  await app.database.db.updateTable('gateway').set({ address: '10.9.8.7' }).where('id', '=', id).execute();
  const why = await data('getDeviceOfflineReason', { query: { deviceId: id } });
  expect(why).toMatchObject({ Reason: 'forbidden', Message: expect.stringContaining('not even tried') });
});

test('a DTU that registers before every packet needs a heartbeat, or nobody could ever know it; the form says why', async () => {
  const body = { ProjectId: storeId, DeviceName: 'Mute', DeviceNo: aSerial(), CduType: 'DTU' } as const;
  const Fields = [{ Field: 'HeartBeat', Message: expect.stringContaining('says nothing until it is asked') }];
  const mute = await ask('addDevicesNewModbus', { body: { ...body, RegistrationMode: 'everyPacket' } });
  expect([mute.status, mute.envelope.Data]).toEqual([400, { Fields }]);
  const { DeviceId } = await data('addDevicesNewModbus', {
    body: { ...body, RegistrationMode: 'everyPacket', HeartBeat: 'FE' },
  });
  const silenced = await ask('updateDevicesNewModbus', { body: { DeviceId, HeartBeat: '' } });
  expect(silenced.envelope.Data).toEqual({ Fields });
  await data('updateDevicesNewModbus', { body: { DeviceId, HeartBeat: '', RegistrationMode: 'once' } });
});

test('the networks a DTU may dial in from are checked, kept, shown and in the operation log', async () => {
  const { id } = await anDtu('Guarded');
  const wrong = await ask('updateDevicesNewModbus', {
    body: { DeviceId: id, AllowedNetworks: ['203.0.113.7', '10.20.0.0/33'] },
  });
  expect(wrong.envelope.Data).toMatchObject({
    Fields: [{ Field: 'AllowedNetworks.1', Message: expect.stringContaining('10.20.0.0/16') }],
  });
  const AllowedNetworks = ['203.0.113.7', '10.20.0.0/16', '2001:db8::/32'];
  await data('updateDevicesNewModbus', { body: { DeviceId: id, AllowedNetworks } });
  expect(await info(id)).toMatchObject({ AllowedNetworks });
});

test('slaves of a line have different addresses, and two may exchange theirs', async () => {
  const { id } = await anDtu('Line', [1, 2]);
  const taken = await ask('addSlave', { body: { DeviceId: id, DeviceAddress: 2, SlaveName: 'Meter' } });
  expect(taken.envelope.Data).toEqual({
    Fields: [{ Field: 'DeviceAddress', Message: 'The slave address 2 is already used on this gateway.' }],
  });
  const [one, two] = (await info(id)).Slaves;
  await data('updateDevicesNewModbus', {
    body: {
      DeviceId: id,
      DeviceModuleAndAddressList: [
        { DeviceModuleId: one!.DeviceModuleId, DeviceAddress: 2, SlaveName: one!.SlaveName },
        { DeviceModuleId: two!.DeviceModuleId, DeviceAddress: 1, SlaveName: two!.SlaveName },
      ],
    },
  });
  expect((await info(id)).Slaves.map(({ DeviceAddress, SlaveName }) => [DeviceAddress, SlaveName])).toEqual([
    [1, 'Case 2'],
    [2, 'Case 1'],
  ]);
});

test('points, messages and templates of a gateway kept to its maker are nobody else’s to set up', async () => {
  const { db } = app.database;
  const kept = await aGateway(db, storeId, { protocol: 'MQTT', name: 'Kept' });
  await db.updateTable('gateway').set({ sharing: 'creator', created_by: fitterId }).where('id', '=', kept).execute();
  const slaveId = await aSlave(db, kept, { name: 'Kept case' });
  const asColleague = async (name: CallName, input: Input) => (await ask(name, input, colleagueId)).status;
  expect([
    await asColleague('getCapturedMessages', { query: { deviceId: kept } }),
    await asColleague('saveAsTemplate', { body: { SlaveId: slaveId, name: 'Mine' } }),
  ]).toEqual([404, 404]);
  expect((await ask('getCapturedMessages', { query: { deviceId: kept } })).status).toBe(200);
});

test('a private gateway is hidden from others until its creator shares it; creators cannot share with themselves', async () => {
  const { id } = await anDtu('Mine');
  await data('regionUser', { query: { deviceId: id, type: 0 } });
  expect((await ask('getDeviceInfo', { query: { deviceId: id } }, colleagueId)).status).toBe(404);
  const names = async (userId: number) =>
    (await data('showDeviceList', { body: { QueryAll: true, PageSize: 500 } }, userId)).Data.map(
      ({ DeviceId }) => DeviceId,
    );
  expect(await names(colleagueId)).not.toContain(id);
  const self = await ask('regionUser', { query: { deviceId: id, type: 1, uidList: fitterId } });
  expect(self.envelope.Message).toBe('You cannot share a gateway with yourself.');
  await data('regionUser', { query: { deviceId: id, type: 1, uidList: colleagueId } });
  expect(await names(colleagueId)).toContain(id);
  expect((await ask('regionUser', { query: { deviceId: id, type: 2 } }, colleagueId)).status).toBe(403);
  await data('deleteUser', { query: { deviceId: id, uid: colleagueId } });
  expect(await names(colleagueId)).not.toContain(id);
});

test('a gateway is found by two letters or more of a name, number or note, in capitals or not, and signs are taken as they are', async () => {
  const { db } = app.database;
  const gateway = await anDtu('冷库100%网关');
  await db
    .updateTable('gateway')
    .set({ name_en: 'Cold STORE gateway', description: 'behind the_door' })
    .where('id', '=', gateway.id)
    .execute();
  const finds = async (text: string) =>
    (await data('showDeviceList', { body: { QueryAll: true, PageSize: 500, NameOrDESCRIBES: text } })).Data.some(
      ({ DeviceId }) => DeviceId === gateway.id,
    );
  for (const text of ['冷库', '0%网', 'cold store', gateway.serial.slice(2, 8).toLowerCase(), 'the_d'])
    expect([text, await finds(text)]).toEqual([text, true]);
  for (const text of ['冷网', '1%网', 'the-d', 'thexd']) expect([text, await finds(text)]).toEqual([text, false]);
});

test('what goes with a gateway is told first; deleted, its points are gone and its number is free', async () => {
  const { db } = app.database;
  const { id, serial } = await anDtu('Old', [1]);
  const deviceId = await aDevice(db, storeId);
  const slaveId = (await info(id)).Slaves[0]!.DeviceModuleId;
  const pointId = await aPoint(db, id, { slaveId, deviceId });
  const goes = { Gateways: 1, Slaves: 1, Points: 1, AlarmRules: 0, LookingRules: 1, Devices: 1, Names: ['Old'] };
  // A rule of a point of another gateway waits for the state of one of its points.
  const waiting = await aPoint(db, (await anDtu('Neighbour')).id, {});
  const onlyWhile = [{ point: { pointId }, values: [0], settleSeconds: 0, maxHiddenSeconds: 600 }];
  const delays = { onDelaySeconds: 0, offDelaySeconds: 0 };
  await aRule(
    db,
    await aStrategy(db, storeId),
    { kind: 'state', values: [1], severity: 2, ...delays, onlyWhile },
    { points: [waiting] },
  );
  // What is computed from its points stands in the way.
  const computed = await db
    .insertInto('point')
    .columns(['company_id', 'project_id', 'point_type_id', 'name', 'unit', 'decimals', 'formula'])
    .expression((eb) =>
      eb
        .selectFrom('point')
        .where('id', '=', pointId)
        .select((point) => [
          ...(['company_id', 'project_id', 'point_type_id'] as const),
          ...[point.val('Twice').as('name'), point.ref('unit').as('unit'), point.ref('decimals').as('decimals')],
          point.val('a * 2').as('formula'),
        ]),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('point_input')
    .values({ project_id: storeId, point_id: computed.id, name: 'a', input_id: pointId })
    .execute();
  const what = { body: { DeviceIdList: [id] } };
  expect(await data('getWhatGoesWithGateways', what)).toMatchObject({ ...goes, ComputedNames: ['Twice'] });
  const refused = await ask('delDevicesNew', { query: { deviceIdList: id } });
  expect([refused.status, refused.envelope.Message]).toEqual([409, expect.stringContaining('Twice')]);
  const stays = await ask('updateProjectDevices', {
    query: { deviceIdList: id, toProjectId: barnId, isConfirmed: true },
  });
  expect([stays.status, stays.envelope.Message]).toEqual([409, expect.stringContaining('Twice')]);
  await db.deleteFrom('point').where('id', '=', computed.id).execute();

  expect(await data('getWhatGoesWithGateways', what)).toMatchObject({ ...goes, ComputedNames: [] });
  expect(await data('delDevicesNew', { query: { deviceIdList: id } })).toMatchObject(goes);
  expect((await ask('getDeviceInfo', { query: { deviceId: id } })).status).toBe(404);
  expect(await data('ckDeviceNo', { query: { deviceNo: serial } })).toMatchObject({ IsFree: true });
});

test('a gateway moves with its points; devices of the old project let go of them only when that was confirmed', async () => {
  const { db } = app.database;
  const { id } = await anDtu('Movable');
  const slaveId = await aSlave(db, id);
  const pointId = await aPoint(db, id, { slaveId, deviceId: await aDevice(db, storeId) });
  const move = (isConfirmed: boolean) =>
    ask('updateProjectDevices', { query: { deviceIdList: id, toProjectId: barnId, isConfirmed } });
  expect((await move(false)).status).toBe(409);
  expect((await move(true)).status).toBe(200);
  expect(await info(id)).toMatchObject({ ProjectId: barnId, PointCount: 1 });
  const point = await db.selectFrom('point').where('id', '=', pointId).select('project_id').executeTakeFirst();
  expect(point).toEqual({ project_id: barnId });
  expect(await db.selectFrom('device_point').where('point_id', '=', pointId).selectAll().execute()).toEqual([]);
});

test('a configuration that was downloaded makes another gateway the same, and says beforehand in what they differ', async () => {
  const [from, to] = [await anDtu('Pattern', [1, 7]), await anDtu('Copy', [1])];
  const registersAs = (RegistrationIdentity: string) =>
    ask('updateDevicesNewModbus', { body: { DeviceId: from.id, RegistrationIdentity } as never });
  // What no DTU could ever be recognised by is refused where it is entered.
  expect((await registersAs('FREEZER-ROOM-7')).envelope.Message).toContain('an IMEI (15 digits)');
  expect((await registersAs('861234567890123')).status).toBe(200);
  const file = (await ask('getDeviceConfig', { query: { deviceId: from.id } })).file!;
  const upload = (isDryRun: boolean) =>
    data('uploadDeviceConfig', {
      query: { deviceId: to.id, isDryRun },
      files: [new File([new Uint8Array(file)], 'pattern.json')],
    });
  const compared = await upload(true);
  expect(compared).toMatchObject({ IsApplied: false });
  expect(compared.Differences.map(({ Kind, Change, Name }) => [Kind, Change, Name])).toEqual([
    ['gateway', 'changed', 'Copy'],
    ['slave', 'added', '7 Case 7'],
  ]);
  expect((await info(to.id)).Slaves).toHaveLength(1);
  await upload(false);
  expect(await info(to.id)).toMatchObject({
    DeviceName: 'Pattern',
    DeviceNo: to.serial,
    RegistrationIdentity: to.serial,
  });
  expect((await upload(true)).Differences).toEqual([]);
});

test('a configuration file changes how messages are read, and names what it does not hold', async () => {
  const body = { pid: storeId, deviceName: 'Box', deviceNo: 'MQTTFILE01', payloadFormat: 'thingsboard' as const };
  const { DeviceId } = await data('deviceAddMQTT', { body: body as never });
  const file = JSON.parse((await ask('getDeviceConfig', { query: { deviceId: DeviceId } })).file!.toString()) as {
    gateway: { payloadFormat?: string };
  };
  const upload = (payloadFormat: string | undefined) =>
    ask('uploadDeviceConfig', {
      query: { deviceId: DeviceId, isDryRun: false },
      files: [new File([JSON.stringify({ ...file, gateway: { ...file.gateway, payloadFormat } })], 'box.json')],
    });
  const format = async () =>
    (
      await app.database.db
        .selectFrom('gateway')
        .where('id', '=', DeviceId)
        .select('payload_format')
        .executeTakeFirstOrThrow()
    ).payload_format;
  expect((await upload('neuron')).envelope.Data).toMatchObject({ IsApplied: true });
  expect(await format()).toBe('neuron');
  // A file that says nothing of it leaves it.
  expect((await upload(undefined)).envelope.Data).toMatchObject({ IsApplied: false });
  expect((await upload('mapping')).envelope.Message).toContain('choose a mapping profile for this gateway first');
  expect(await format()).toBe('neuron');
});

test('what runs is told whenever the sharing of a gateway changes', async () => {
  const { id } = await anDtu('Shared');
  const told: (readonly number[])[] = [];
  app.application.events.on(
    told,
    'configurationChanged',
    ({ kind, ids }) => void (kind === 'gateway' && told.push(ids)),
  );
  const shared = await ask('regionUser', { query: { deviceId: id, type: 0 } });
  expect([shared.status, told]).toEqual([200, [[id]]]);
});

test('points of a configuration file are added and changed with it, all of them or none', async () => {
  const { db } = app.database;
  const typeId = await aPointType(db, companyId);
  const [from, to] = [await anDtu('Full pattern', [3]), await anDtu('Empty copy')];
  const slaveId = (await info(from.id)).Slaves[0]!.DeviceModuleId;
  const register = { FunctionCode: 3, RegisterAddress: 7, DataFormat: 's16', ByteOrder: 'AB', Cycle: 30, Level: 2 };
  const air = { ...register, PointName: 'Air', PointTypeId: typeId, RangeLow: -40, RangeHigh: 60 };
  const coil = {
    ...register,
    PointName: 'Coil',
    PointTypeId: typeId,
    RegisterAddress: 8,
    X1: 0,
    X2: 100,
    Y1: 0,
    Y2: 10,
  };
  await data('addDevicePoint', { body: { SlaveId: slaveId, PointList: [air, coil] } });
  const file = JSON.parse((await ask('getDeviceConfig', { query: { deviceId: from.id } })).file!.toString()) as {
    points: { name: string; samplingIntervalSeconds: number }[];
  };
  const upload = (content: object, isDryRun: boolean) =>
    ask('uploadDeviceConfig', {
      query: { deviceId: to.id, isDryRun },
      files: [new File([JSON.stringify(content)], 'pattern.json')],
    });
  const ofForm = await upload(
    {
      ...file,
      slaves: [
        { address: 3, name: 'Case' },
        { address: 400, name: 'Case' },
      ],
    },
    true,
  );
  expect(ofForm.envelope.Message).toBe(
    'Not a configuration of a gateway: slave 2 of the file · Address: Not more than 255',
  );
  const broken = structuredClone(file);
  broken.points[0]!.samplingIntervalSeconds = 11;
  expect((await upload(broken, true)).envelope.Data).toMatchObject({
    IsApplied: false,
    Problems: [{ Name: '3 / Air', Message: expect.stringContaining('10, 30, 60 or 120 seconds') }],
  });
  const refused = await upload(broken, false);
  expect([refused.status, refused.envelope.Message]).toEqual([
    400,
    expect.stringContaining('1 points of the file cannot be applied, so nothing was changed. “3 / Air”'),
  ]);
  expect(await info(to.id)).toMatchObject({ DeviceName: 'Empty copy', Slaves: [] });

  expect((await upload(file, true)).envelope.Data).toMatchObject({ IsApplied: false, Problems: [] });
  expect(await info(to.id)).toMatchObject({ Slaves: [], PointCount: 0 });
  expect((await upload(file, false)).envelope.Data).toMatchObject({ IsApplied: true });
  expect(await info(to.id)).toMatchObject({ PointCount: 2, Slaves: [{ DeviceAddress: 3, PointCount: 2 }] });
  expect((await upload(file, true)).envelope.Data).toMatchObject({ Differences: [], Problems: [] });

  file.points[1]!.samplingIntervalSeconds = 60;
  expect((await upload(file, true)).envelope.Data).toMatchObject({
    Differences: [{ Kind: 'point', Change: 'changed', Name: '3 / Coil', Fields: [{ Before: '30', After: '60' }] }],
  });
  await upload(file, false);
  const { Data } = await data('getDevicePointPage', { body: { GatewayId: to.id } });
  expect(Data.map(({ PointName, Cycle }) => [PointName, Cycle])).toEqual([
    ['Air', 30],
    ['Coil', 60],
  ]);
});

test('a slave that says that something is wrong with it is told of in the log of its gateway', async () => {
  const { id, serial } = await anDtu('With a sick slave', [1]);
  const slaveId = (await info(id)).Slaves[0]!.DeviceModuleId;
  await aModbusPoint(app.database.db, id, { slaveId, address: 10 });
  await tellConfiguration(app.application, 'gateway', id);
  const socket = await dialIn(serial);
  socket.on('data', (request: Buffer) => {
    for (const frame of takeRtuRequests(request).frames)
      socket.write(buildRtuFrame(frame[0]!, Buffer.of(frame[1]! | 0x80, 0x08)));
  });
  const log = () => data('getDeviceConnectLog', { query: { deviceId: id, kind: 'slave' } });
  await vi.waitFor(async () => {
    expect((await log()).Data).toContainEqual(
      expect.objectContaining({
        Kind: 'fault',
        SlaveName: 'Case 1',
        Message: 'The slave “Case 1” reports a memory parity error (exception 08)',
      }),
    );
  }, 10_000);
  socket.destroy();
});

test('a gateway takes no password that guessers try first, neither a new one nor later', async () => {
  const deviceNo = aSerial();
  const add = (deviceUserPwd: string) =>
    ask('deviceAddMQTT', { body: { pid: storeId, deviceName: 'Guessed', deviceNo, deviceUserPwd } });
  const refused = { status: 400, envelope: { Data: { Fields: [{ Field: 'deviceUserPwd' }] } } };
  for (const guess of ['12345678', deviceNo.toLowerCase()]) expect(await add(guess)).toMatchObject(refused);
  const { envelope } = await add('Pw_Roof_77');
  const { DeviceId } = envelope.Data as { DeviceId: number };
  expect(await ask('updateDeviceMQTT', { body: { DeviceId, deviceUserPwd: 'password1' } })).toMatchObject(refused);
});

describe('a gateway that is too fast', () => {
  const troubleOf = async (id: number) =>
    (await data('getDeviceConnectLog', { query: { deviceId: id, kind: 'line' } })).Data.filter(
      ({ Kind }) => Kind === 'fault',
    );

  test('with its messages is slowed down and loses none; its log says so, once', async () => {
    const deviceNo = aSerial();
    const { DeviceId, Password } = await data('deviceAddMQTT', {
      body: { pid: storeId, deviceName: 'Fast', deviceNo },
    });
    await app.application.configurationSettled();
    const client = mqtt.connect(`mqtt://127.0.0.1:${app.application.mqttPort}`, {
      username: deviceNo,
      password: Password!,
      reconnectPeriod: 0,
    });
    let acknowledged = 0;
    // Ten seconds' worth may come at once.
    const sent = Array.from({ length: 23 }, () =>
      client.publishAsync('v1/devices/me/attributes', '{"fw":1}', { qos: 1 }).then(() => acknowledged++),
    );
    await Promise.all(sent);
    expect(acknowledged).toBe(23);
    await vi.waitFor(
      async () =>
        expect(await troubleOf(DeviceId)).toMatchObject([
          { Message: expect.stringContaining('faster than its limit') },
        ]),
      10_000,
    );
    client.end(true);
  });

  test('with its dialling waits, the newest of its connections in place of the others', async () => {
    const { id, serial } = await anDtu('Restless');
    await app.application.configurationSettled();
    const sockets: Awaited<ReturnType<typeof dialIn>>[] = [];
    for (let n = 0; n < 6; n++) sockets.push(await dialIn(serial));
    await vi.waitFor(async () => expect(await info(id)).toMatchObject({ ConnectStatus: 1 }), 10_000);
    // Each that was served has hung up on the one before.
    await vi.waitFor(() => expect(sockets.filter(({ closed }) => !closed)).toHaveLength(1), 10_000);
    const seventh = await dialIn(serial);
    await vi.waitFor(async () => expect(await troubleOf(id)).toHaveLength(1), 10_000);
    const hungUp = once(seventh, 'close');
    const eighth = await dialIn(serial);
    await hungUp;
    expect([eighth.closed, sockets.filter(({ closed }) => !closed).length]).toEqual([false, 1]);
    for (const socket of [eighth, ...sockets]) socket.destroy();
  });
});

test('a ThingsBoard gateway that asks for attributes is told its configuration version, hears of the next, and says which it has', async () => {
  const deviceNo = aSerial();
  const { DeviceId, Password } = await data('deviceAddMQTT', { body: { pid: storeId, deviceName: 'Edge', deviceNo } });
  await app.application.configurationSettled();
  const state = () => data('getDeviceSyncState', { query: { deviceId: DeviceId } });
  expect(await state()).toMatchObject({
    SystemStatus: 2,
    ReportedVersion: null,
    Message: expect.stringContaining('shared attribute configurationVersion'),
  });
  const client = mqtt.connect(`mqtt://127.0.0.1:${app.application.mqttPort}`, {
    username: deviceNo,
    password: Password!,
    reconnectPeriod: 0,
  });
  const heard: [string, unknown][] = [];
  client.on('message', (topic, payload) => heard.push([topic, JSON.parse(payload.toString())]));
  const attributes = 'v1/devices/me/attributes';
  await client.subscribeAsync([attributes, `${attributes}/response/+`, 'v1/gateway/attributes/response']);
  await client.publishAsync(attributes, '{"fw":"1.2"}', { qos: 1 });
  await client.publishAsync(
    `${attributes}/request/7`,
    '{"clientKeys":"fw,nothing","sharedKeys":"configurationVersion,other"}',
    { qos: 1 },
  );
  await client.publishAsync('v1/gateway/attributes', '{"Case 1":{"sw":4}}', { qos: 1 });
  await client.publishAsync('v1/gateway/attributes/request', '{"id":3,"device":"Case 1","client":["sw","x"]}', {
    qos: 1,
  });
  const { DesiredVersion } = await state();
  await vi.waitFor(() => expect(heard).toHaveLength(2), 10_000);
  expect(heard).toEqual([
    [`${attributes}/response/7`, { client: { fw: '1.2' }, shared: { configurationVersion: DesiredVersion } }],
    ['v1/gateway/attributes/response', { id: 3, device: 'Case 1', values: { sw: 4 } }],
  ]);

  await client.publishAsync(attributes, JSON.stringify({ configurationVersion: DesiredVersion }), { qos: 1 });
  await vi.waitFor(async () => expect(await state()).toMatchObject({ SystemStatus: 1 }), 10_000);
  await data('addPoint', {
    body: {
      ProjectId: storeId,
      Kind: 'mqtt',
      GatewayId: DeviceId,
      PointName: 'New',
      PointTypeId: await aPointType(app.database.db, companyId),
      MqttKey: 'temp',
    },
  });
  await vi.waitFor(() => expect(heard[2]?.[1]).toEqual({ configurationVersion: DesiredVersion + 1 }), 10_000);
  expect(await state()).toMatchObject({ SystemStatus: 0, ReportedVersion: DesiredVersion });
  client.end(true);
});

test('the secret of a way in is shown again only by its own call, and lies encrypted', async () => {
  const { VPNId } = await data('addVPN', {
    body: { ProjectId: storeId, Name: 'Plant', Kind: 'wireguard', Server: '192.0.2.1', Secret: 'Pw_of_the_plant' },
  });
  const page = await ask('getVPNPage', { body: { ProjectIdList: String(storeId) } });
  expect(JSON.stringify(page.envelope)).not.toContain('Pw_of_the_plant');
  const kept = await app.database.db
    .selectFrom('vpn_entry')
    .where('id', '=', VPNId)
    .select('secret')
    .executeTakeFirst();
  expect(kept?.secret?.toString('latin1')).not.toContain('Pw_of_the_plant');
  expect(await data('getVPNSecret', { body: { VPNId } })).toEqual({ Secret: 'Pw_of_the_plant' });
});

test('of a card nothing is said while no carrier is configured, and a second gateway does not get it', async () => {
  const [a, b] = [await anDtu('With card'), await anDtu('Without')];
  const ICCID = '89860426102590018888';
  await data('deviceBindICCID', { query: { deviceId: a.id, ICCID } });
  expect(await data('cardUsageInfo', { query: { deviceId: a.id } })).toMatchObject({
    Source: 'notConfigured',
    SimStatus: null,
    UsedMB: null,
  });
  const taken = await ask('deviceBindICCID', { query: { deviceId: b.id, ICCID } });
  expect(taken.envelope.Data).toMatchObject({ Fields: [{ Field: 'ICCID' }] });
});

test('who gives a gateway another name leaves the format that a colleague is choosing meanwhile', async () => {
  const { pool } = app.database;
  const { DeviceId } = await data('deviceAddMQTT', {
    body: { deviceName: 'Meter', deviceNo: aSerial(), payloadFormat: 'thingsboard', pid: storeId },
  });
  const colleague = await pool.connect();
  await colleague.query('BEGIN');
  await colleague.query("UPDATE gateway SET payload_format = 'neuron' WHERE id = $1", [DeviceId]);
  const renamed = ask('updateDeviceMQTT', { body: { DeviceId, deviceName: 'Meter 2' } });
  const waits = () => pool.query('SELECT 1 FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))', [backend]);
  const backend = (await colleague.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
  await expect.poll(async () => (await waits()).rows.length).toBe(1);
  await colleague.query('COMMIT');
  colleague.release();
  expect((await renamed).status).toBe(200);
  const { rows } = await pool.query('SELECT name, payload_format FROM gateway WHERE id = $1', [DeviceId]);
  expect(rows).toEqual([{ name: 'Meter 2', payload_format: 'neuron' }]);
});
