import { isDeepStrictEqual } from 'node:util';
import {
  defineModbusPoint,
  exceptionMeaning,
  LinePoller,
  type ModbusLine,
  type ModbusPointProblem,
  type PolledSlave,
  type ProtocolClock,
} from '@watchpost/protocols';
import type { GatewayFacts, GatewayLinks, SlaveFacts } from '../gateways/index.ts';
import type { Log } from '../platform/log/log.ts';
import type { PointCatalogue } from '../points/index.ts';
import type { Intake } from './intake.ts';
import type { LineTraffic } from './LineTraffic.ts';
import type { OpenLines } from './openLines.ts';

export interface PollLineDeps {
  points: PointCatalogue;
  links: GatewayLinks;
  lines: OpenLines;
  intake: Intake;
  protocolClock: ProtocolClock;
  log: Log;
}

/** A line that is being read. */
export interface PolledLine {
  /** Goes on as its gateway is set up now: undisturbed while its points and slaves are the same, else all of them anew. */
  follow(gateway: GatewayFacts): void;
}

/**
 * Reads all slaves behind a line in their cycles until the line closes. Points that break a rule of spec §5.1 are left out and named.
 *
 * @param doubtedUntil monotonic; until then good readings are uncertain: the line was taken over from another one
 */
export function pollLine(
  { line, traffic }: { line: ModbusLine; traffic: LineTraffic },
  gateway: GatewayFacts,
  deps: PollLineDeps,
  doubtedUntil = Number.NEGATIVE_INFINITY,
): PolledLine {
  let { slaves } = gateway;
  let points = deps.points.ofGateway(gateway.id);
  let poller = startPoller(line, gateway, deps, doubtedUntil);
  deps.lines.opened(gateway.id, { line, traffic, poller: () => poller });
  return {
    follow(present) {
      const presentPoints = deps.points.ofGateway(present.id);
      if (presentPoints === points && isDeepStrictEqual(asPolled(present.slaves), asPolled(slaves))) return;
      slaves = present.slaves;
      points = presentPoints;
      poller.stop();
      poller = startPoller(line, present, deps, doubtedUntil);
    },
  };
}

/** Without what we ourselves found out about them. */
const asPolled = (slaves: readonly SlaveFacts[]) => slaves.map(({ silent_since: _, ...configured }) => configured);

function startPoller(
  line: ModbusLine,
  gateway: GatewayFacts,
  { points, links, intake, protocolClock, log }: PollLineDeps,
  doubtedUntil: number,
): LinePoller {
  const slaveIds = new Map(gateway.slaves.map((slave) => [slave.address, slave.id]));
  const polled = polledSlaves(gateway, points, (pointId, problems) =>
    log.error({ pointId, problems }, 'A point cannot be polled as it is configured'),
  );
  const poller = new LinePoller({
    line,
    slaves: polled,
    clock: protocolClock,
    onReadings: (readings) => {
      const isDoubted = protocolClock.monotonic() < doubtedUntil;
      const raw = readings.map(({ key, ...reading }) => ({
        pointId: Number(key),
        raw: { ...reading, reason: reading.reason ?? (isDoubted ? ('lineTakenOver' as const) : null) },
      }));
      intake.takePolled(gateway.id, raw);
    },
    onSlaveEvent: ({ type, slaveId, at }) => {
      const id = slaveIds.get(slaveId);
      if (id === undefined) return;
      links.slaveChanged(id, type !== 'slaveLost', at);
      log.info(
        { gatewayId: gateway.id, slaveId },
        type === 'slaveLost' ? 'A slave no longer answers' : 'A slave answers again',
      );
    },
    onSlaveFault: ({ type, slaveId, exceptionCode, at }) => {
      const id = slaveIds.get(slaveId);
      if (id === undefined) return;
      const detail = exceptionMeaning(exceptionCode).name;
      void intake.noteTrouble({ gatewayId: gateway.id, slaveId: id, at, isOver: type === 'ended', detail });
    },
  });
  poller.start();
  const asked = new Set(polled.map(({ slaveId }) => slaveId));
  for (const [address, id] of slaveIds) if (!asked.has(address)) links.slaveNotAsked(id, protocolClock.now());
  return poller;
}

/** What is polled of a gateway as it is set up. Points that break a rule of spec §5.1 are left out and told. */
export const polledSlaves = (
  gateway: GatewayFacts,
  points: PointCatalogue,
  leftOut: (pointId: number, problems: readonly ModbusPointProblem[]) => void = () => {},
): PolledSlave[] =>
  gateway.slaves
    .map((slave) => polledSlave(slave, gateway, points, leftOut))
    .filter((slave) => slave.points.length > 0);

function polledSlave(
  slave: SlaveFacts,
  gateway: GatewayFacts,
  points: PointCatalogue,
  leftOut: (pointId: number, problems: readonly ModbusPointProblem[]) => void,
): PolledSlave {
  const polled: PolledSlave['points'][number][] = [];
  for (const facts of points.ofGateway(gateway.id)) {
    if (facts.slave_id !== slave.id || !facts.modbus) continue;
    const { point, problems } = defineModbusPoint({
      ...facts.modbus,
      slaveId: slave.address,
      decimals: facts.decimals,
      samplingIntervalSeconds: facts.sampling_interval_seconds,
    });
    if (point) polled.push({ key: facts.id, point });
    else leftOut(facts.id, problems);
  }
  return {
    slaveId: slave.address,
    points: polled,
    limits: { maxRegisters: slave.max_registers, maxGap: slave.max_gap },
  };
}
