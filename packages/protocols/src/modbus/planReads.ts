import { addressSpan, type ModbusPoint } from './ModbusPoint.ts';
import { functionTable, type ReadFunctionCode, readByteCount } from './pdu.ts';

/** A point with the caller's name for it, which comes back with every reading. */
export interface PolledPoint {
  key: string | number;
  point: ModbusPoint;
}

/** One request: neighbouring points of one slave, function code and cycle. */
export interface ReadBlock {
  slaveId: number;
  functionCode: ReadFunctionCode;
  samplingIntervalSeconds: number;
  address: number;
  /** Bits or registers the points need. */
  neededQuantity: number;
  /** Bits or registers to ask for: the needed ones, or padded so that this answer is not as long as the one before. */
  quantity: number;
  /** The largest quantity this device takes. */
  maxQuantity: number;
  /** False once the device has refused more than the points need: then the length cannot be varied. */
  mayPad: boolean;
  /** As long as the read before it and not to be varied: after a timeout its values are doubtful. */
  ambiguous: boolean;
  points: readonly PolledPoint[];
}

export interface PlanLimits {
  /** Most registers one read may ask of this device: Eliwell IDPlus takes 15, Simex TRS-02a 5. At most 125, the standard's. */
  maxRegisters?: number;
  /** Most bits one read may ask. At most 2000, the standard's. */
  maxBits?: number;
  /** Addresses between two points that may be read along. Default 0: many devices refuse a block with a hole in it. */
  maxGap?: number;
  /** False on a line that knows its answers by transaction id: then no read is padded. Default true. */
  distinctLengths?: boolean;
}

/** The quantity that makes the answer one data unit longer: one register, or enough bits for one more byte. */
const paddedQuantity = (functionCode: ReadFunctionCode, quantity: number): number =>
  functionTable[functionCode].unit === 'bit' ? Math.ceil(quantity / 8) * 8 + 1 : quantity + 1;

/** The quantities this block can be asked with, the planned one first; they differ in the length of their answers. */
export function possibleQuantities(block: ReadBlock): number[] {
  const padded = paddedQuantity(block.functionCode, block.neededQuantity);
  const fits = block.mayPad && padded <= block.maxQuantity && block.address + padded <= 0x10000;
  const all = fits ? [block.neededQuantity, padded] : [block.neededQuantity];
  return block.quantity === padded ? all.reverse() : all;
}

function blockOf(points: readonly PolledPoint[], maxQuantity: number, mayPad: boolean): ReadBlock {
  const { slaveId, functionCode, samplingIntervalSeconds } = points[0]!.point;
  const spans = points.map(({ point }) => addressSpan(point));
  const address = Math.min(...spans.map((span) => span.address));
  const quantity = Math.max(...spans.map((span) => span.address + span.quantity)) - address;
  return {
    slaveId,
    functionCode,
    samplingIntervalSeconds,
    address,
    neededQuantity: quantity,
    quantity,
    // One value of several registers must be readable in one request even where the template says one register.
    maxQuantity: Math.max(maxQuantity, quantity),
    mayPad,
    ambiguous: false,
    points,
  };
}

/** Merges sorted neighbours while the gap and the size allow it. */
function mergeNeighbours(points: readonly PolledPoint[], limits: PlanLimits): ReadBlock[] {
  const { unit, maxQuantity: standardMax } = functionTable[points[0]!.point.functionCode];
  const maxQuantity = Math.min(standardMax, (unit === 'bit' ? limits.maxBits : limits.maxRegisters) ?? standardMax);
  const sorted = points
    .map((polled) => ({ polled, span: addressSpan(polled.point) }))
    .sort((a, b) => a.span.address - b.span.address || a.span.quantity - b.span.quantity);
  const blocks: ReadBlock[] = [];
  let group: PolledPoint[] = [];
  let first = 0;
  let end = 0;
  const close = () => {
    if (group.length > 0) blocks.push(blockOf(group, maxQuantity, true));
    group = [];
  };
  for (const { polled, span } of sorted) {
    const newEnd = Math.max(end, span.address + span.quantity);
    if (group.length > 0 && (span.address - end > (limits.maxGap ?? 0) || newEnd - first > maxQuantity)) close();
    if (group.length === 0) first = span.address;
    end = group.length === 0 ? span.address + span.quantity : newEnd;
    group.push(polled);
  }
  close();
  return blocks;
}

/**
 * Makes consecutive answers of one slave and function differ in length by padding every second one of equals. RTU has no
 * transaction id: a late answer of the same slave, function and length would pass for the next one. Reads of another
 * function in between cannot be confused with either.
 */
function distinguish(blocks: readonly ReadBlock[]): ReadBlock[] {
  const lastByteCount = new Map<string, number>();
  return blocks.map((block) => {
    const stream = `${block.slaveId}/${block.functionCode}`;
    const last = lastByteCount.get(stream);
    const quantities = possibleQuantities(block);
    const quantity = quantities.find((one) => readByteCount(block.functionCode, one) !== last);
    lastByteCount.set(stream, readByteCount(block.functionCode, quantity ?? block.neededQuantity));
    return { ...block, quantity: quantity ?? block.neededQuantity, ambiguous: quantity === undefined };
  });
}

/**
 * The requests of one round, by slave, then cycle, then function code, then address. Every point is in exactly one block.
 *
 * Example: registers 10, 11 and 20, 21 of slave 1 become a read of 2 from 10 and a read of 3 from 20, the third unused.
 */
export function planReads(points: readonly PolledPoint[], limits: PlanLimits = {}): ReadBlock[] {
  const bySlaveCycleFunction = (a: ModbusPoint, b: ModbusPoint) =>
    a.slaveId - b.slaveId || a.samplingIntervalSeconds - b.samplingIntervalSeconds || a.functionCode - b.functionCode;
  const sorted = points.toSorted((a, b) => bySlaveCycleFunction(a.point, b.point));
  const blocks: ReadBlock[] = [];
  for (let from = 0; from < sorted.length; ) {
    let to = from + 1;
    while (to < sorted.length && bySlaveCycleFunction(sorted[from]!.point, sorted[to]!.point) === 0) to++;
    blocks.push(...mergeNeighbours(sorted.slice(from, to), limits));
    from = to;
  }
  return (limits.distinctLengths ?? true) ? distinguish(blocks) : blocks;
}

/**
 * What to ask instead after the device refused this block with 02 or 03: first without padding, then its halves. Null when
 * one point is left: that one is refused. The caller keeps the result in place of the block.
 */
export function splitBlock(block: ReadBlock): ReadBlock[] | null {
  if (block.quantity > block.neededQuantity) {
    return [{ ...block, quantity: block.neededQuantity, mayPad: false }];
  }
  if (block.points.length === 1) return null;
  const half = block.points.length >> 1;
  return [block.points.slice(0, half), block.points.slice(half)].map((points) =>
    blockOf(points, block.maxQuantity, false),
  );
}
