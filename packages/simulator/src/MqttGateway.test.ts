import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { Aedes } from 'aedes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MqttGateway } from './MqttGateway.ts';
import { startOfTest } from './testing/ManualClock.ts';
import { demoGateway, testField } from './testing/testField.ts';

interface Telemetry {
  [device: string]: { ts: number; values: Record<string, number | null> }[];
}

const truck = demoGateway('mqttTruck1', 'MQTT');
const deviceName = truck.devices[0]!.name;

describe('an MQTT gateway', () => {
  let broker: Aedes;
  let server: Server;
  let gateway: MqttGateway;
  let url: string;
  const seen = new EventEmitter();
  let logins: string[];

  beforeEach(async () => {
    broker = await Aedes.createBroker();
    logins = [];
    broker.authenticate = (_client, username, password, done) => {
      logins.push(`${username}:${password}`);
      done(null, true);
    };
    broker.on('publish', (packet, client) => {
      if (client || packet.topic === 'v1/devices/me/attributes') seen.emit(packet.topic, packet);
    });
    server = createServer((socket) => broker.handle(socket));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    await gateway.stop();
    seen.removeAllListeners();
    await new Promise<void>((resolve) => broker.close(() => resolve()));
    server.close();
  });

  const { field, clock } = testField();
  const connectTruck = async () => {
    gateway = new MqttGateway(field, truck, { url, username: 'truck', password: 'secret' });
    const first = telemetry();
    await gateway.start();
    return first;
  };
  const telemetry = async (): Promise<Telemetry> => {
    const [packet] = await once(seen, 'v1/gateway/telemetry');
    expect(packet.qos).toBe(1);
    return JSON.parse(packet.payload.toString());
  };

  it('logs in with its own credentials and publishes what the plant has', async () => {
    const [round] = (await connectTruck())[deviceName]!;
    expect(logins).toEqual(['truck:secret']);
    expect(round!.ts).toBe(startOfTest);
    expect(Object.keys(round!.values).sort()).toEqual(
      truck.devices[0]!.points.map(({ source }) => (source.kind === 'mqtt' ? source.key : '')).sort(),
    );
    expect(round!.values.tempRear).toBeCloseTo(field.plant.read('truck-1', 'cargoTemperatureRear')!, 1);
  });

  it('announces its devices, and leaves a last will behind when its radio dies', async () => {
    const announced = once(seen, 'v1/gateway/connect');
    await connectTruck();
    const [packet] = await announced;
    expect(JSON.parse(packet.payload.toString())).toEqual({ device: deviceName });
    const will = once(seen, 'v1/devices/me/attributes');
    gateway.cutLink(true);
    const [farewell] = await will;
    expect(JSON.parse(farewell.payload.toString())).toEqual({ state: 'lost' });
  });

  it('keeps what it measures while offline and sends it afterwards with the times of measurement', async () => {
    await connectTruck();
    const release = gateway.cutLink(true);
    const times: number[] = [];
    for (let round = 0; round < 90; round++) {
      clock.pass(10);
      times.push(clock.now());
      gateway.measure();
    }
    expect(gateway.storedRounds).toBeGreaterThanOrEqual(90);
    const received: number[] = [];
    const complete = new Promise<void>((resolve) => {
      seen.on('v1/gateway/telemetry', (packet) => {
        const message = JSON.parse(packet.payload.toString()) as Telemetry;
        received.push(...message[deviceName]!.map(({ ts }) => ts));
        if (received.includes(times.at(-1)!)) resolve();
      });
    });
    release();
    await complete;
    expect(received.slice(-90)).toEqual(times);
  });

  it('loses what it would have measured when it is switched off', async () => {
    await connectTruck();
    const release = gateway.cutLink(false);
    const before = gateway.storedRounds;
    clock.pass(10);
    gateway.measure();
    expect(gateway.storedRounds).toBe(before);
    release();
  });

  it('sends null for a broken probe, never a zero', async () => {
    await connectTruck();
    const fault = field.plant.inject({ kind: 'sensorBroken', deviceCode: 'truck-1', role: 'cargoTemperatureRear' });
    const next = telemetry();
    gateway.measure();
    expect((await next)[deviceName]![0]!.values.tempRear).toBeNull();
    fault.clear();
  });

  const command = (params: unknown) =>
    broker.publish(
      {
        cmd: 'publish',
        topic: 'v1/gateway/rpc',
        payload: Buffer.from(JSON.stringify({ device: deviceName, data: { id: 7, method: 'w', params } })),
        qos: 1,
        dup: false,
        retain: false,
      },
      () => {},
    );
  const subscribed = async () => {
    const ready = once(broker, 'subscribe');
    await connectTruck();
    await ready;
  };

  it('carries out a write and says so', async () => {
    await subscribed();
    const answer = once(seen, 'v1/gateway/rpc');
    command({ setpoint: -21 });
    const [packet] = await answer;
    expect(JSON.parse(packet.payload.toString())).toEqual({ device: deviceName, id: 7, data: { success: true } });
    expect(field.plant.read('truck-1', 'temperatureSetpoint')).toBe(-21);
  });

  it('refuses to write what is only measured', async () => {
    await subscribed();
    const answer = once(seen, 'v1/gateway/rpc');
    command({ tempRear: -21 });
    const [packet] = await answer;
    expect(JSON.parse(packet.payload.toString()).data).toEqual({ success: false, error: 'tempRear cannot be written' });
  });
});
