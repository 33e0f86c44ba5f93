import {
  createPlant,
  type DemoGateway,
  type DemoPoint,
  demoGateways,
  demoPoints,
  demoSeed,
  type Plant,
  type PlantSnapshot,
} from '@watchpost/demo';
import type { Carrier } from './Carrier.ts';
import { type Clock, systemClock } from './clock.ts';
import { DialledTransport } from './DialledTransport.ts';
import { startDemoStory } from './demoStory.ts';
import { Field } from './Field.ts';
import type { FieldGateway } from './FieldGateway.ts';
import type { LineBehaviour } from './LineBehaviour.ts';
import { ListeningTransport } from './ListeningTransport.ts';
import { MqttGateway } from './MqttGateway.ts';
import type { PhoneNetwork } from './PhoneNetwork.ts';
import { type RunningScenario, ScenarioBoard } from './ScenarioBoard.ts';
import { ServedLine } from './ServedLine.ts';
import { type SimulatorLog, silentLog } from './SimulatorLog.ts';
import type { ScenarioRequest } from './scenarios/Scenario.ts';

export interface GatewayCredentials {
  serialNumber: string;
  username: string;
  password: string;
}

export interface SimulatorOptions {
  /** Null: no DTU dials in. */
  dtu: { host: string; port: number } | null;
  /** `mqtt://…` or `mqtts://…`; null: no gateway publishes. */
  mqttUrl: string | null;
  /** 0 takes a free port, see `Simulator.modbusTcpPort`; null: nobody listens. */
  modbusTcpPort: number | null;
  /** Of the MQTT gateways; one without credentials stays away. */
  credentials: readonly GatewayCredentials[];
  /** Whether the scripted beginning plays. */
  story: boolean;
  /** Seconds of the plant in one second; timestamps stay real. Default 1. */
  speed?: number;
  /** Where the seeded history ended; without it a fresh plant of the same seed. */
  plant?: PlantSnapshot;
  /** How the DTU lines behave; good lines by default. */
  line?: Partial<LineBehaviour>;
  /** Codes of the gateways to run; all by default. */
  gateways?: readonly string[];
  clock?: Clock;
  log?: SimulatorLog;
}

export interface GatewayPart {
  /** Slave address; absent on MQTT. */
  slave?: number;
  /** Codes of the devices that it measures. */
  devices: readonly string[];
}

export interface GatewayStatus {
  code: string;
  serialNumber: string;
  protocol: DemoGateway['protocol'];
  connected: boolean;
  /** Rounds an MQTT gateway keeps for later; 0 for others. */
  storedRounds: number;
  /** What can fall silent: slaves of a line by their address, sub-devices of an MQTT gateway by `devices` alone. */
  parts: readonly GatewayPart[];
}

export interface Simulator {
  plant: Plant;
  modbusTcpPort: number | null;
  /** @throws Error with a sentence when the scenario or its subject does not exist */
  startScenario(name: string, request: ScenarioRequest): void;
  /** Ends all scenarios of this name, or those whose request agrees. */
  stopScenario(name: string, request?: ScenarioRequest): void;
  runningScenarios(): RunningScenario[];
  gateways(): GatewayStatus[];
  /** What the carrier says of communication cards. */
  carrier: Pick<Carrier, 'answer'>;
  /** The provider of SMS and calls, and the phones of the demo's people. */
  phones: PhoneNetwork;
  /** Present value of a point, by `<device>.<role>`, as the plant has it; null when the probe is broken. */
  valueOf(pointCode: string): number | null;
  /** What a camera sees of a device. */
  seen(deviceCode: string): { temperature: number | null; isDoorOpen: boolean };
  /** For the next start. Faults of running scenarios are not in it: what is held open now need not be then. */
  snapshot(): PlantSnapshot;
  /** Ends the scenarios, then the gateways, the last one first. */
  stop(): Promise<void>;
}

const dayMs = 86_400_000;

/** Runs the demonstration's gateways on real wires. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const clock = options.clock ?? systemClock;
  const log = options.log ?? silentLog;
  // A plant needs about a day until its slow parts have found their rhythm.
  const plant = createPlant(demoSeed, options.plant ?? clock.now() - dayMs);
  plant.step(clock.now());
  const field = new Field(plant, clock, options.speed ?? 1, log);
  const board = new ScenarioBoard(field);

  for (const gateway of demoGateways) {
    if (options.gateways && !options.gateways.includes(gateway.code)) continue;
    const built = build(field, gateway, options);
    if (built) field.gateways.push(built);
    else log.info(`${gateway.code} stays away: no place to connect to, or no credentials`);
  }
  const started: FieldGateway[] = [];
  const stopGateways = async () => {
    for (const gateway of started.reverse()) await gateway.stop();
  };
  try {
    for (const gateway of field.gateways) {
      started.push(gateway);
      await gateway.start();
    }
  } catch (error) {
    await stopGateways();
    throw error;
  }
  const endStory = options.story ? startDemoStory(board) : () => {};
  const listening = field.gateways
    .map((gateway) => (gateway instanceof ServedLine ? gateway.transport : null))
    .find((transport) => transport instanceof ListeningTransport);
  const pointByCode = new Map<string, DemoPoint>(demoPoints.map((point) => [point.code, point]));

  return {
    plant,
    carrier: field.carrier,
    phones: field.phones,
    modbusTcpPort: listening?.port ?? null,
    startScenario: (name, request) => board.start(name, request),
    stopScenario: (name, request) => board.stop(name, request),
    runningScenarios: () => board.running,
    gateways: () =>
      field.gateways.map((gateway) => ({
        code: gateway.gateway.code,
        serialNumber: gateway.gateway.serialNumber,
        protocol: gateway.gateway.protocol,
        connected: gateway.isConnected,
        storedRounds: gateway instanceof MqttGateway ? gateway.storedRounds : 0,
        parts: partsOf(gateway.gateway),
      })),
    valueOf: (pointCode) => {
      const point = pointByCode.get(pointCode);
      if (!point) throw new Error(`The demo has no point ${pointCode}`);
      return field.read(point);
    },
    seen: (deviceCode) => {
      const read = (role: DemoPoint['role']) => {
        const point = pointByCode.get(`${deviceCode}.${role}`);
        return point ? field.read(point) : null;
      };
      return {
        temperature: read('roomTemperature') ?? read('airOffTemperature'),
        isDoorOpen: read('doorOpen') === 1,
      };
    },
    snapshot: () => {
      field.advance();
      const taken = plant.snapshot();
      return { ...taken, faults: taken.faults.filter((fault) => fault.untilMs !== undefined) };
    },
    stop: async () => {
      endStory();
      board.stopAll();
      await stopGateways();
    },
  };
}

const partsOf = (gateway: DemoGateway): GatewayPart[] =>
  gateway.protocol === 'MQTT'
    ? gateway.devices.map(({ deviceCode }) => ({ devices: [deviceCode] }))
    : gateway.slaves.map(({ address, points }) => ({
        slave: address,
        devices: [...new Set(points.map(({ deviceCode }) => deviceCode))],
      }));

function build(field: Field, gateway: DemoGateway, options: SimulatorOptions): FieldGateway | null {
  switch (gateway.protocol) {
    case 'DTU':
      if (!options.dtu) return null;
      return new ServedLine(
        field,
        gateway,
        new DialledTransport(field, gateway, { ...options.dtu, behaviour: options.line }),
      );
    case 'MODBUS_TCP':
      if (options.modbusTcpPort === null) return null;
      return new ServedLine(field, gateway, new ListeningTransport(field, gateway, options.modbusTcpPort));
    case 'MQTT': {
      const own = options.credentials.find(({ serialNumber }) => serialNumber === gateway.serialNumber);
      if (!own || options.mqttUrl === null) return null;
      return new MqttGateway(field, gateway, { url: options.mqttUrl, username: own.username, password: own.password });
    }
  }
}
