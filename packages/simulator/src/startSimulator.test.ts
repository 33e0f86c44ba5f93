import { once } from 'node:events';
import { connect } from 'node:net';
import { buildMbapFrame, takeMbapFrames } from '@watchpost/protocols';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ControlServer } from './ControlServer.ts';
import { type Simulator, startSimulator } from './startSimulator.ts';
import { ManualClock } from './testing/ManualClock.ts';

describe('the simulator', () => {
  let simulator: Simulator;
  let control: ControlServer;
  const clock = new ManualClock();

  beforeEach(async () => {
    simulator = await startSimulator({
      dtu: null,
      mqttUrl: null,
      modbusTcpPort: 0,
      credentials: [],
      story: false,
      clock,
    });
    control = new ControlServer(simulator, 0);
    await control.start();
  });
  afterEach(async () => {
    await control.stop();
    await simulator.stop();
  });

  const ask = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${control.port}${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it('opens and closes a door by order', async () => {
    expect((await ask('POST', '/scenarios/doorLeftOpen', { device: 'freezer-3' })).status).toBe(200);
    expect(simulator.valueOf('freezer-3.doorOpen')).toBe(1);
    expect((await ask('GET', '/status')).body.scenarios).toMatchObject([
      { name: 'doorLeftOpen', request: { device: 'freezer-3' } },
    ]);
    await ask('POST', '/scenarios/doorLeftOpen/stop');
    expect(simulator.runningScenarios()).toEqual([]);
  });

  it('makes a sign dark, and refuses to make a freezer dark', async () => {
    expect((await ask('POST', '/scenarios/signDark', { device: 'sign-entrance' })).status).toBe(200);
    expect(simulator.valueOf('sign-entrance.signMessage')).toBe(0);
    await ask('POST', '/scenarios/signDark/stop');
    expect(simulator.valueOf('sign-entrance.signMessage')).toBe(1);
    expect((await ask('POST', '/scenarios/signDark', { device: 'freezer-3' })).body.error).toBe(
      'freezer-3 is none of sign-entrance, sign-frozen',
    );
    expect((await ask('POST', '/scenarios/counterReset', { device: 'counter-main' })).status).toBe(200);
    await ask('POST', '/scenarios/counterReset/stop');
  });

  it('says what is wrong with an order', async () => {
    expect(await ask('POST', '/scenarios/doorLeftOpen', { device: 'freezer-99' })).toMatchObject({
      status: 400,
      body: { error: 'The demo has no device freezer-99' },
    });
    expect((await ask('POST', '/scenarios/doorLeftOpen')).body.error).toBe('doorLeftOpen needs a device');
    expect((await ask('POST', '/scenarios/earthquake')).body.error).toContain('No scenario earthquake');
    expect((await ask('GET', '/status', undefined, { origin: 'http://evil.example' })).status).toBe(400);
  });

  it('lists the slaves of its gateways by address with the devices they measure', async () => {
    const { gateways } = (await ask('GET', '/status')).body as { gateways: { code: string; parts: object[] }[] };
    const museum = gateways.find(({ code }) => code === 'tcpMuseum');
    expect(museum?.parts[0]).toEqual({ slave: 1, devices: ['showcase-1'] });
  });

  it('silences a slave by address or by its device', async () => {
    expect((await ask('POST', '/scenarios/slaveSilent', { gateway: 'tcpMuseum' })).body.error).toBe(
      'slaveSilent needs slave=<address> or device=<code>; see status',
    );
    expect((await ask('POST', '/scenarios/slaveSilent', { gateway: 'tcpMuseum', slave: 99 })).body.error).toContain(
      'tcpMuseum has no slave 99; there are 1, 2',
    );
    expect((await ask('POST', '/scenarios/slaveSilent', { gateway: 'tcpMuseum', device: 'showcase-1' })).status).toBe(
      200,
    );
  });

  it('plays the Modbus TCP device of the museum', async () => {
    const answer = await readUnit(1, 0xfa1);
    expect(answer[0]).toBe(3);
    const raw = (answer[2]! << 8) | answer[3]!;
    expect(raw / 100).toBeCloseTo(simulator.valueOf('showcase-1.roomTemperature')!, 1);
  });

  it('takes the museum’s device off the network and brings it back', async () => {
    simulator.startScenario('gatewayOffline', { gateway: 'tcpMuseum' });
    await expect(readUnit(1, 0xfa1)).rejects.toThrow();
    simulator.stopScenario('gatewayOffline');
    expect((await readUnit(1, 0xfa1))[0]).toBe(3);
  });

  it('cuts the power of a site and restores it', () => {
    simulator.startScenario('powerCut', { project: 'museum' });
    clock.pass(3600);
    expect(simulator.valueOf('ahu-1.fanRunning')).toBe(0);
    simulator.stopScenario('powerCut');
    expect(simulator.valueOf('ahu-1.fanRunning')).toBe(1);
  });

  it('saves the plant without what is only being played', async () => {
    simulator.startScenario('doorLeftOpen', { device: 'freezer-3' });
    expect(simulator.snapshot().faults).toEqual([]);
  });

  async function readUnit(unit: number, register: number): Promise<Buffer> {
    const socket = connect(simulator.modbusTcpPort!, '127.0.0.1');
    try {
      await once(socket, 'connect');
      socket.write(buildMbapFrame(1, unit, Buffer.from([3, register >> 8, register & 0xff, 0, 1])));
      const [bytes] = (await once(socket, 'data')) as [Buffer];
      return takeMbapFrames(bytes).frames[0]!.pdu;
    } finally {
      socket.destroy();
    }
  }
});
