import { isSerialLine } from '@watchpost/contract';
import {
  addressSpan,
  busTimeMs,
  defaultGapMs,
  type PollStatus,
  planReads,
  type ReadBlock,
  readByteCount,
  type SerialSettings,
} from '@watchpost/protocols';
import type { GatewayFacts } from '../gateways/index.ts';
import { type Latency, type OpenLine, polledSlaves } from '../ingest/index.ts';
import type { PointCatalogue } from '../points/index.ts';

/** One read of the plan, and what it costs. */
export interface PlannedRead {
  block: ReadBlock;
  isRefused: boolean;
  unused: number;
  wireMs: number | null;
  latency: Latency | null;
  /** Null: neither a baud rate nor a measurement says anything. */
  busyMs: number | null;
}

export interface ReadPlan {
  reads: PlannedRead[];
  isSerial: boolean;
  pauseMs: number;
  dutyRatio: number;
  /** Null: the gateway is not connected. */
  status: PollStatus | null;
}

/** Slave, function, address, quantity and CRC. */
const requestBytes = 8;
/** Slave, function, byte count and CRC around the data. */
const answerOverheadBytes = 5;

/** As it is asked now, with what was split and refused; of a gateway that is away as it will be asked first. */
function blocksOf(
  gateway: GatewayFacts,
  points: PointCatalogue,
  open: OpenLine | undefined,
): { block: ReadBlock; isRefused: boolean }[] {
  if (open) return open.poller().plan();
  const distinctLengths = isSerialLine(gateway.protocol);
  return polledSlaves(gateway, points).flatMap(({ points: polled, limits }) =>
    planReads(polled, { distinctLengths, ...limits }).map((block) => ({ block, isRefused: false })),
  );
}

/** Addresses among those that the points need which no point needs. */
function unusedIn({ points, neededQuantity }: ReadBlock): number {
  const used = new Set<number>();
  for (const { point } of points) {
    const { address, quantity } = addressSpan(point);
    for (let at = address; at < address + quantity; at++) used.add(at);
  }
  return neededQuantity - used.size;
}

/**
 * How a gateway is polled and what that takes of its line.
 *
 * @param settingsOf the serial line of a slave, by its address
 */
export function readPlan(
  gateway: GatewayFacts,
  points: PointCatalogue,
  open: OpenLine | undefined,
  settingsOf: (slaveAddress: number) => SerialSettings | undefined,
): ReadPlan {
  const isSerial = isSerialLine(gateway.protocol);
  const pauseMs = isSerial ? defaultGapMs : 0;
  const reads = blocksOf(gateway, points, open).map(({ block, isRefused }): PlannedRead => {
    const settings = isSerial ? settingsOf(block.slaveId) : undefined;
    const answerBytes = answerOverheadBytes + readByteCount(block.functionCode, block.quantity);
    const wireMs = settings ? busTimeMs(settings, requestBytes, answerBytes) : null;
    const latency = open?.traffic.latencyOf(block.slaveId, block.functionCode, block.address) ?? null;
    const askedMs = latency?.meanMs ?? wireMs;
    return {
      block,
      isRefused,
      unused: unusedIn(block),
      wireMs,
      latency,
      busyMs: askedMs === null ? null : askedMs + pauseMs,
    };
  });
  const dutyRatio = reads
    .filter(({ isRefused }) => !isRefused)
    .reduce((sum, { block, busyMs }) => sum + (busyMs ?? 0) / (block.samplingIntervalSeconds * 1000), 0);
  return { reads, isSerial, pauseMs, dutyRatio, status: open?.poller().status() ?? null };
}
