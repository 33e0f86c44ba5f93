import type pg from 'pg';
import { system } from '../access/index.ts';
import type { AlarmService } from '../alarms/index.ts';
import type { ConfigurationReader, EventBus } from '../events.ts';
import {
  type ConfigurationVersions,
  type GatewayCatalogue,
  GatewayLinks,
  secondMasterTrouble,
  writeLastSeen,
} from '../gateways/index.ts';
import type { History } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { Ownership } from '../platform/db/ownership.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { OutboundGuard } from '../platform/outboundGuard.ts';
import type { LiveValues, PointCatalogue } from '../points/index.ts';
import { CommandAnswers } from './commandAnswers.ts';
import { Commands } from './commands.ts';
import { DeviceClocks } from './DeviceClocks.ts';
import { DerivedReadings } from './deriveReadings.ts';
import { DtuListener } from './dtuListener.ts';
import type { FrameLog } from './FrameLog.ts';
import { GroupCommit } from './groupCommit.ts';
import type { HeardKeys } from './HeardKeys.ts';
import { Intake } from './intake.ts';
import { LateInputs } from './LateInputs.ts';
import type { MessageWatch } from './MessageWatch.ts';
import { ModbusDialer } from './modbusDialer.ts';
import { MqttListener } from './mqttListener.ts';
import { OpenLines } from './openLines.ts';
import { Pace } from './Pace.ts';
import { reportClash } from './reportClash.ts';
import { SecondMasters } from './SecondMasters.ts';
import { Tags } from './Tags.ts';
import { createGatewayThrottle } from './throttleGateway.ts';
import { VirtualPoints } from './virtualPoints.ts';

/** What a tag's clock said at a contact with its gateway; both epoch ms. */
type TagClock = { readonly gatewayTime: number; readonly tagTime: number } | null;

/** What transport keeps of the memories of tags. */
export interface TagMemories {
  /** Notes what the clocks of tags said. */
  contacts(
    gatewayId: number,
    contacts: readonly {
      readonly serialNumber: string;
      readonly clock: TagClock;
      readonly numbers: ReadonlyMap<number, number>;
    }[],
  ): Promise<{
    /** When a sample was measured that a tag dates by its own clock. */
    readonly timeOf: (serialNumber: string, tagTime: number) => number;
    /** The newest contact that dates new samples, epoch ms; null: there is none. */
    readonly datedUntil: (serialNumber: string) => number | null;
  }>;
  /** Keeps which numbers came, once their readings are durable. */
  keep(
    gatewayId: number,
    memory: {
      readonly serialNumber: string;
      readonly clock: TagClock;
      readonly samples: readonly { sequence: number; at: number; tagTime: number }[];
      readonly datedUntil: number | null;
    },
    now: number,
  ): Promise<void>;
}

export interface IngestOptions {
  db: Db;
  pool: pg.Pool;
  owner: Pick<Ownership, 'epoch'>;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  events: EventBus;
  history: History;
  alarms: AlarmService;
  points: PointCatalogue;
  live: LiveValues;
  gateways: GatewayCatalogue;
  messageWatch: MessageWatch;
  heardKeys: HeardKeys;
  frameLog: FrameLog;
  versions: ConfigurationVersions;
  guard: OutboundGuard;
  /** Notes which gateway heard which tag. Transport stands on what stands on ingest, so it is handed in. */
  writeHeardTags(heard: ReturnType<Tags['takeHeard']>): Promise<void>;
  readonly tagMemories: TagMemories;
  listen: string;
  /** null: not listening. */
  mqttPort: number | null;
  dtuPort: number | null;
  mqttConnections: number;
  /** Of each gateway, in the long run; null: no limit. */
  mqttMessagesPerSecond: number | null;
  dtuDialsPerMinute: number | null;
  tls: { cert: Buffer; key: Buffer } | null;
}

export interface Ingest extends ConfigurationReader {
  readonly commit: GroupCommit;
  readonly links: GatewayLinks;
  readonly derived: DerivedReadings;
  readonly virtual: VirtualPoints;
  readonly commands: Commands;
  readonly lines: OpenLines;
  /** Tells an MQTT gateway that listens for it which configuration is set up now. */
  tellVersion(gatewayId: number, version: number): void;
  readonly mqttPort: number | null;
  readonly dtuPort: number | null;
  /** Writes what is written now and then only: when gateways were last heard of, how much of what they repeat was left out. */
  keepHouse(): Promise<void>;
  start(): Promise<void>;
  /** Stops listening, then commits what was taken. */
  stop(): Promise<void>;
}

/** A gateway that plays back what it stored may send so many seconds' worth at once. */
const burstSeconds = 10;

const housekeepingMs = 30_000;

/** From the wires to the commit: the listeners and the dialler, one intake, one group commit. */
export function createIngest(options: IngestOptions): Ingest {
  const { db, clock, log, metrics, points, gateways, listen, tls } = options;
  const links = new GatewayLinks(gateways.all(), clock.now(), () => commit.wake());
  const derived = new DerivedReadings(options);
  const submit: GroupCommit['submit'] = (...readings) => commit.submit(...readings);
  const lateInputs = new LateInputs({ ...options, derived, submit });
  const commit: GroupCommit = new GroupCommit({ ...options, links, derived, lateInputs });
  const virtual = new VirtualPoints({ points, live: options.live, clock, submit });
  const clocks = new DeviceClocks();
  const intake = new Intake({ db, clock, log, metrics, points, links, clocks, commit });
  const protocolClock = {
    now: () => clock.now(),
    monotonic: () => performance.now(),
    setTimer: (callback: () => void, delayMs: number) => {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
  };
  const secondMasters = new SecondMasters();
  const onForeignFrame = (gatewayId: number, slaveAddress: number, contests: boolean): void => {
    if (!secondMasters.heard(gatewayId, slaveAddress, contests, protocolClock.monotonic())) return;
    // Null: it is a slave that we do not read.
    const slaveId = gateways.get(gatewayId)?.slaves.find(({ address }) => address === slaveAddress)?.id ?? null;
    void intake.noteTrouble({ gatewayId, slaveId, at: clock.now(), isOver: false, detail: secondMasterTrouble });
  };
  const lines = new OpenLines({ frameLog: options.frameLog, clock: protocolClock, onForeignFrame });
  const answers = new CommandAnswers(protocolClock);
  const tags = new Tags(points);
  const clashed = reportClash(options);
  const shared = {
    gateways,
    points,
    links,
    clocks,
    lines,
    answers,
    intake,
    clashed,
    protocolClock,
    clock,
    log,
    listen,
  };
  const paceOf = (detail: string, perSecond: number | null, burst: number): Pace | null =>
    perSecond === null
      ? null
      : new Pace({
          perSecond,
          burst,
          clock: protocolClock,
          changed: (gatewayId, isSlowed) =>
            void intake.noteTrouble({ gatewayId, slaveId: null, at: clock.now(), isOver: !isSlowed, detail }),
        });
  const { mqttMessagesPerSecond, dtuDialsPerMinute } = options;
  const messagePace = paceOf('tooManyMessages', mqttMessagesPerSecond, burstSeconds * (mqttMessagesPerSecond ?? 0));
  const dialPace = paceOf('tooManyDials', dtuDialsPerMinute && dtuDialsPerMinute / 60, dtuDialsPerMinute ?? 0);
  const mqtt =
    options.mqttPort === null
      ? null
      : new MqttListener({
          ...shared,
          versions: options.versions,
          pace: messagePace,
          throttle: createGatewayThrottle(options),
          watch: options.messageWatch,
          heardKeys: options.heardKeys,
          tags,
          tagMemories: options.tagMemories,
          port: options.mqttPort,
          maxConnections: options.mqttConnections,
          tls,
        });
  const dtu = options.dtuPort === null ? null : new DtuListener({ ...shared, pace: dialPace, port: options.dtuPort });
  const dialer = new ModbusDialer({ ...shared, guard: options.guard });
  const commands = new Commands({
    ...shared,
    events: options.events,
    setVirtual: (pointId, value) => virtual.set(pointId, value),
    sendTo: (gatewayId, topic, payload) => mqtt?.sendTo(gatewayId, topic, payload) ?? false,
    listensOn: (gatewayId) => mqtt?.listensOn(gatewayId) ?? [],
    dialectCommand: (gatewayId, names) => mqtt?.command(gatewayId, names) ?? null,
  });
  let housekeeping: NodeJS.Timeout | null = null;
  let lastHousekeepingAt = clock.now();

  metrics.gauge('watchpost_samples_committed', 'Readings committed since the start', () => commit.samples);
  metrics.gauge('watchpost_commits', 'Group commits since the start', () => commit.commits);
  metrics.gauge('watchpost_samples_waiting', 'Readings waiting for a commit', () => commit.waitingSamples);
  metrics.gauge('watchpost_samples_quarantined', 'Readings that no attempt could store', () => commit.quarantined);
  metrics.gauge('watchpost_gateways_online', 'Gateways that are reachable', () => links.count().up);
  metrics.gauge('watchpost_mqtt_clients', 'Connected MQTT gateways', () => mqtt?.connectedClients ?? 0);
  metrics.gauge('watchpost_dtu_connections', 'DTUs that dialled in', () => dtu?.connectedCount ?? 0);

  const keepHouse = async (): Promise<void> => {
    links.endArrivals(clock.now());
    try {
      const seen = links.seenSince(lastHousekeepingAt);
      lastHousekeepingAt = clock.now();
      if (seen.size > 0) await writeLastSeen(system, db, seen);
      const heard = tags.takeHeard();
      if (heard.length > 0)
        await options.writeHeardTags(heard).catch((error: unknown) => {
          tags.putBack(heard);
          throw error;
        });
      await intake.countLeftOut();
    } catch (error) {
      log.warn({ err: error }, 'Housekeeping of gateways failed; trying again');
    }
  };

  return {
    commit,
    links,
    commands,
    lines,
    derived,
    virtual,
    keepHouse,
    tellVersion: (gatewayId, version) => mqtt?.tellVersion(gatewayId, version),
    get mqttPort() {
      return mqtt?.port ?? null;
    },
    get dtuPort() {
      return dtu?.port ?? null;
    },
    /** Needs gateways and points to have been read again before. */
    reread() {
      links.follow(gateways.all(), clock.now());
      const gatewayIds = new Set(Array.from(gateways.all(), ({ id }) => id));
      clocks.follow(gatewayIds);
      secondMasters.follow(gatewayIds);
      mqtt?.follow();
      dtu?.follow();
      dialer.follow();
    },
    async start() {
      commit.start();
      await lateInputs.start();
      virtual.start();
      await mqtt?.start();
      await dtu?.start();
      dialer.start();
      housekeeping = setInterval(() => void keepHouse(), housekeepingMs);
    },
    async stop() {
      // From here on it is we who hang up: no gateway went away.
      links.close();
      if (housekeeping) clearInterval(housekeeping);
      virtual.stop();
      dialer.stop();
      await dtu?.stop();
      await mqtt?.stop();
      await intake
        .countLeftOut()
        .catch((err) => log.warn({ err }, 'What was left out of refusals could not be counted'));
      // What it waits for is committed below, or kept for the next start.
      const computed = lateInputs.stop();
      await commit.stop();
      await computed;
    },
  };
}
