import type { MqttReading } from '@watchpost/protocols';

/**
 * What tells a sample of a tag's memory: its number. Its time is by the tag's own clock; what that clock said at a contact comes
 * with the gateway's time.
 *
 * @example {"T26A00117": [{"ts": 1795896638000, "values": {"tagClock": 1795896633200}},
 *   {"ts": 1795810200000, "values": {"sequence": 4711, "temperature": -18.4}}]}
 */
const sequenceKey = 'sequence';
const clockKey = 'tagClock';

export interface HeardMemory {
  readonly serialNumber: string;
  readonly clock: { readonly gatewayTime: number; readonly tagTime: number } | null;
  /** Numbers by the tag's time, epoch ms. */
  readonly numbers: ReadonlyMap<number, number>;
}

const isNumber = (value: number | null): value is number => value !== null && Number.isSafeInteger(value) && value >= 0;

/** What a message says of the memories of tags, and its readings without that. @param isTag whether the sender may say it of a device */
export function memoriesIn(
  readings: readonly MqttReading[],
  isTag: (device: string) => boolean,
  now: number,
): { memories: HeardMemory[]; readings: readonly MqttReading[] } {
  const found = new Map<string, { clock: HeardMemory['clock']; numbers: Map<number, number> }>();
  const rest: MqttReading[] = [];
  for (const reading of readings) {
    const { device, key, measuredAt, value } = reading;
    if (device === null || (key !== sequenceKey && key !== clockKey) || !isTag(device)) {
      rest.push(reading);
      continue;
    }
    if (measuredAt === null || !isNumber(value)) continue;
    const of = found.get(device) ?? { clock: null, numbers: new Map<number, number>() };
    found.set(device, of);
    if (key === sequenceKey) of.numbers.set(measuredAt, value);
    // What is said of the future is no contact.
    else if (measuredAt <= now + aheadMs) of.clock = { gatewayTime: Math.min(measuredAt, now), tagTime: value };
  }
  const memories = [...found].map(([serialNumber, of]) => ({ serialNumber, ...of }));
  return { memories, readings: found.size === 0 ? readings : rest };
}

/** A gateway's clock may run so far ahead. */
const aheadMs = 60_000;
