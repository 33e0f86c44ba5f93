import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { pointsOf } from '@watchpost/demo';
import { buildRtuFrame, decodeValue, scale } from '@watchpost/protocols';
import modbusSerial from 'modbus-serial';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DialledTransport, type DialledTransportOptions } from './DialledTransport.ts';
import type { LineBehaviour } from './LineBehaviour.ts';
import { ServedLine } from './ServedLine.ts';
import { forgedDtu } from './scenarios/forgedDtu.ts';
import { demoGateway, testField } from './testing/testField.ts';

type Master = InstanceType<typeof modbusSerial.default>;

const quick: Partial<LineBehaviour> = { latencyMs: [0, 0], splitShare: 0 };
const rooms = demoGateway('dtuRooms', 'DTU');
const plantRoom = demoGateway('dtuPlant', 'DTU');

describe('a DTU that dials in', () => {
  let platform: Server;
  let port: number;
  let dtu: ServedLine | undefined;
  const sockets = new Set<Socket>();

  beforeEach(async () => {
    platform = createServer((socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    });
    await once(platform.listen(0, '127.0.0.1'), 'listening');
    port = (platform.address() as AddressInfo).port;
  });
  afterEach(async () => {
    await dtu?.stop();
    for (const socket of sockets) socket.destroy();
    platform.close();
  });

  const { field, clock } = testField();
  const dtuOf = (gateway: typeof rooms, options: DialledTransportOptions) =>
    new ServedLine(field, gateway, new DialledTransport(field, gateway, options));
  async function dial(gateway = rooms, behaviour: Partial<LineBehaviour> = quick) {
    dtu = dtuOf(gateway, { host: '127.0.0.1', port, behaviour });
    const accepted = once(platform, 'connection') as Promise<[Socket]>;
    await dtu.start();
    const [socket] = await accepted;
    const [registration] = (await once(socket, 'data')) as [Buffer];
    return { socket, registration: registration.toString('ascii') };
  }
  async function masterOn(socket: Socket): Promise<Master> {
    const client = new modbusSerial.default();
    await new Promise<void>((resolve, reject) =>
      client.linkTelnet(socket as never, {} as never, (error?: unknown) => (error ? reject(error) : resolve())),
    );
    client.setTimeout(400);
    return client;
  }

  it('says its serial number first, or the number of its card', async () => {
    expect((await dial(rooms)).registration).toBe(rooms.serialNumber);
    await dtu!.stop();
    expect((await dial(plantRoom)).registration).toBe(plantRoom.cardNumber);
  });

  it.each([rooms, plantRoom])('answers every point of $code as its plant has it', async (gateway) => {
    const master = await masterOn((await dial(gateway)).socket);
    for (const point of pointsOf(gateway)) {
      if (point.source.kind !== 'modbus') continue;
      const { slaveAddress, functionCode, register, format, byteOrder, bit, scaling } = point.source;
      master.setID(slaveAddress);
      const expected = field.plant.read(point.deviceCode, point.role)!;
      if (format === 'bit') {
        const { data } = await (functionCode === 1
          ? master.readCoils(register, 1)
          : master.readDiscreteInputs(register, 1));
        expect(data[0], point.code).toBe(expected === 1);
        continue;
      }
      const count = format === 's32' || format === 'u32' || format === 'f32' ? 2 : 1;
      const read =
        functionCode === 3 ? master.readHoldingRegisters(register, count) : master.readInputRegisters(register, count);
      const raw = decodeValue(format, byteOrder!, (await read).data, bit ?? undefined)!;
      const value = format === 'bits16' ? raw : scale(scaling, raw);
      const step = 10 ** -point.decimals;
      expect(Math.abs(value - expected), `${point.code}: ${value} for ${expected}`).toBeLessThan(
        Math.max(step, Math.abs(expected) * 1e-6),
      );
    }
  });

  it('may be forged: somebody dials in beside it, says the same and answers what they like', async () => {
    await dial();
    const line = dtu!;
    field.gateways.push(line);
    const accepted = once(platform, 'connection') as Promise<[Socket]>;
    const release = forgedDtu.start(field, { gateway: rooms.code });
    const [socket] = await accepted;
    const [registration] = (await once(socket, 'data')) as [Buffer];
    expect(registration.toString('ascii')).toBe(rooms.serialNumber);
    const master = await masterOn(socket);
    master.setID(13);
    expect((await master.readHoldingRegisters(2529, 1)).data).toEqual([0x10000 - 123]);
    expect(line.isConnected).toBe(true);
    release();
    field.gateways.pop();
  });

  it('changes the setpoint in the plant when the platform writes it', async () => {
    const master = await masterOn((await dial()).socket);
    master.setID(13);
    await master.writeRegister(99, 0x10000 - 225);
    expect(field.plant.read('freezer-3', 'temperatureSetpoint')).toBeCloseTo(-22.5);
    await expect(master.writeRegister(2529, 0)).rejects.toThrow('Illegal data address');
    await expect(master.writeRegister(99, 0x7000)).rejects.toThrow('Illegal data value');
  });

  it('sends the device’s own mark for a broken probe', async () => {
    const master = await masterOn((await dial()).socket);
    const fault = field.plant.inject({ kind: 'sensorBroken', deviceCode: 'freezer-2', role: 'roomTemperature' });
    master.setID(12);
    expect((await master.readHoldingRegisters(2529, 1)).data[0]).toBe(0x7fff);
    fault.clear();
  });

  it('refuses registers that the controller does not have, and more at once than it can', async () => {
    const master = await masterOn((await dial()).socket);
    master.setID(11);
    await expect(master.readHoldingRegisters(5000, 1)).rejects.toThrow('Illegal data address');
    await expect(master.readHoldingRegisters(2529, 9)).rejects.toThrow('Illegal data value');
  });

  it('leaves a silent slave unanswered while the others on the line go on', async () => {
    const master = await masterOn((await dial()).socket);
    const release = dtu!.silence(11);
    master.setID(11);
    await expect(master.readHoldingRegisters(2529, 1)).rejects.toThrow('Timed out');
    master.setID(12);
    expect((await master.readHoldingRegisters(2529, 1)).data).toHaveLength(1);
    release();
    master.setID(11);
    expect((await master.readHoldingRegisters(2529, 1)).data).toHaveLength(1);
  });

  it('takes the code of a device for the slave that measures it, and says which slaves there are', async () => {
    const master = await masterOn((await dial()).socket);
    const release = dtu!.silence('freezer-3');
    master.setID(13);
    await expect(master.readHoldingRegisters(2529, 1)).rejects.toThrow('Timed out');
    release();
    expect((await master.readHoldingRegisters(2529, 1)).data).toHaveLength(1);
    expect(() => dtu!.silence(99)).toThrow('dtuRooms has no slave 99; there are 11, 12, 13');
    expect(() => dtu!.silence('truck-1')).toThrow('dtuRooms has no slave truck-1; there are 11');
  });

  it('delivers answers in several segments', async () => {
    const master = await masterOn((await dial(rooms, { ...quick, splitShare: 1 })).socket);
    master.setID(11);
    expect((await master.readHoldingRegisters(2509, 3)).data).toHaveLength(3);
  });

  it('can answer so late that the next answer comes first', async () => {
    // In the order of the draws for an answer: damaged, late, split, latency.
    const draws = [0.9, 0, 0.9, 0, 0.9, 0.9, 0.9, 0];
    const behaviour = { latencyMs: [0, 0] as [number, number], lateShare: 0.5, lateMs: 100, splitShare: 0 };
    dtu = dtuOf(rooms, { host: '127.0.0.1', port, behaviour, random: () => draws.shift()! });
    const accepted = once(platform, 'connection') as Promise<[Socket]>;
    await dtu.start();
    const [socket] = await accepted;
    await once(socket, 'data');
    for (const slaveId of [11, 12]) socket.write(buildRtuFrame(slaveId, Buffer.from('0309E10001', 'hex')));
    const [first] = (await once(socket, 'data')) as [Buffer];
    const [second] = (await once(socket, 'data')) as [Buffer];
    expect([first[0], second[0]]).toEqual([12, 11]);
  });

  it('can damage the checksum of its answers', async () => {
    const master = await masterOn((await dial(rooms, { ...quick, badCrcShare: 1 })).socket);
    master.setID(11);
    await expect(master.readHoldingRegisters(2509, 3)).rejects.toThrow('CRC error');
  });

  it('stays away while its link is cut and dials in again afterwards', async () => {
    const { socket } = await dial();
    const closed = once(socket, 'close');
    const release = dtu!.cutLink();
    await closed;
    expect(dtu!.isConnected).toBe(false);
    const again = once(platform, 'connection') as Promise<[Socket]>;
    release();
    const [next] = await again;
    const [registration] = (await once(next, 'data')) as [Buffer];
    expect(registration.toString('ascii')).toBe(rooms.serialNumber);
  });

  it('dials in again by itself when the platform hangs up', async () => {
    const { socket } = await dial();
    const again = once(platform, 'connection');
    socket.destroy();
    await again;
  });

  it('prefixes every answer with its registration when it is that make', async () => {
    const farm = demoGateway('dtuFarm', 'DTU');
    const { socket } = await dial(farm);
    // Slave 1, read one input register from 0.
    socket.write(Buffer.from('0104000000 0131CA'.replace(' ', ''), 'hex'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.subarray(0, farm.serialNumber.length).toString('ascii')).toBe(farm.serialNumber);
    expect([...answer.subarray(farm.serialNumber.length, farm.serialNumber.length + 3)]).toEqual([1, 4, 2]);
  });

  it('measures anew when time passes', async () => {
    const master = await masterOn((await dial()).socket);
    master.setID(11);
    const before = (await master.readHoldingRegisters(1010, 1)).data[0];
    clock.pass(600);
    expect((await master.readHoldingRegisters(1010, 1)).data[0]).not.toBe(before);
  });
});
