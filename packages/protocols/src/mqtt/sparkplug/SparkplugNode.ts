import { ProtocolError } from '../../ProtocolError.ts';
import type { MqttReading } from '../MqttMessage.ts';
import { nameOf, readingOf } from '../payload.ts';
import type { SparkplugMetric, SparkplugPayload } from './sparkplugPayload.ts';
import { decodeSparkplug, encodeSparkplug, numberOf, sparkplugType } from './sparkplugPayload.ts';

/** What a message of an edge node means. */
export interface SparkplugMessage {
  readings: MqttReading[];
  /** Metrics that cannot be told which they are, or cannot be a reading. */
  refusedEntries: number;
  /** `node`: the edge node is there, or gone; `device`: one behind it. Null: neither. */
  change: { of: 'node' | 'device'; device: string | null; up: boolean } | null;
  /** To be sent to the node so that it says everything anew; null: it need not. */
  rebirth: { topic: string; payload: Buffer } | null;
}

interface KnownMetric {
  name: string;
  /** Null: of the node itself. */
  device: string | null;
  dataType: number | undefined;
  /** Newest time at which it was said to be true: a historical value may not stand before it. */
  liveAt: number;
}

/** A node that answers a rebirth with the same gap must not be asked in a circle. */
const rebirthPauseMs = 10_000;
const kinds = new Set(['NBIRTH', 'NDATA', 'NDEATH', 'DBIRTH', 'DDATA', 'DDEATH']);
/** Of the property `Quality`. */
const goodQuality = 192;

/** Facts about the node and switches of it, which it lists among its metrics. */
const isControl = (name: string): boolean => name === 'bdSeq' || /^(Node Control|Device Control)\//.test(name);

const place = (device: string | null, name: string): string => `${device === null ? '' : `d${device}`}\u0000${name}`;

/** `spBv1.0/group/NDATA/node` or with a device behind; null: no topic of Sparkplug. */
export function parseSparkplugTopic(
  topic: string,
): { group: string; kind: string; node: string; device: string | null } | null {
  const [namespace, group, kind, node, device, ...rest] = topic.split('/');
  if (namespace !== 'spBv1.0' || !group || !kind || !node || rest.length > 0 || !kinds.has(kind)) return null;
  const isOfDevice = kind.startsWith('D');
  if (isOfDevice !== (device !== undefined) || device === '') return null;
  return { group, kind, node, device: device ?? null };
}

/**
 * One edge node on its connection, from its birth to its death (Sparkplug B 3.0): knows metrics by the aliases of the births,
 * notices lost messages by their sequence numbers and asks for a rebirth, and keeps historical values from being taken for
 * present ones.
 *
 * The connection says whose node it is; its group and node names are those of its birth, and other ones are refused on it.
 */
export class SparkplugNode {
  #name: { group: string; node: string } | null = null;
  #isBorn = false;
  #bdSeq: bigint | null = null;
  #nextSeq = 0;
  readonly #byAlias = new Map<bigint, KnownMetric>();
  readonly #byName = new Map<string, KnownMetric>();
  readonly #devices = new Set<string>();
  #askedAt = Number.NEGATIVE_INFINITY;

  /**
   * What a message means.
   *
   * @param now epoch ms of its arrival
   * @throws ProtocolError `unknownTopic`, `payloadTooLarge`, `wrongShape`, and nothing else
   */
  push(topic: string, bytes: Uint8Array, now: number): SparkplugMessage {
    const parsed = parseSparkplugTopic(topic);
    if (!parsed) throw new ProtocolError('unknownTopic', topic.slice(0, 255));
    const { group, kind, node, device } = parsed;
    if (this.#isBorn && this.#name && (this.#name.group !== group || this.#name.node !== node))
      throw new ProtocolError('unknownTopic', topic.slice(0, 255));
    if (nameOf(device ?? 'node') === null) throw new ProtocolError('wrongShape', 'device');
    // Until a birth was read whole, what an earlier one said of aliases no longer holds.
    if (kind === 'NBIRTH') this.#isBorn = false;
    const payload = decodeSparkplug(bytes);
    if (!this.#isBorn) this.#name = { group, node };
    switch (kind) {
      case 'NBIRTH':
        return this.#nodeBirth(payload, now);
      case 'NDEATH':
        return this.#nodeDeath(payload);
      default:
        return this.#ofBornNode(kind, device, payload, now);
    }
  }

  /** Whether the node knows a metric by this name, and so could be told to write it. */
  knows(device: string | null, key: string): boolean {
    return this.#byName.has(place(device, key));
  }

  /** The message that writes a metric; null: no birth has named it. It is not answered: the new value comes as data. */
  command(device: string | null, key: string, value: number, now: number): { topic: string; payload: Buffer } | null {
    const metric = this.#byName.get(place(device, key));
    if (!metric || !this.#name || !this.#isBorn) return null;
    const dataType = metric.dataType ?? sparkplugType.double;
    const said = dataType === sparkplugType.boolean ? value !== 0 : value;
    return {
      topic: this.#commandTopic(device),
      payload: encodeSparkplug({ timestamp: now, metrics: [{ name: key, timestamp: now, dataType, value: said }] }),
    };
  }

  #commandTopic(device: string | null): string {
    const { group, node } = this.#name!;
    return device === null ? `spBv1.0/${group}/NCMD/${node}` : `spBv1.0/${group}/DCMD/${node}/${device}`;
  }

  #nodeBirth(payload: SparkplugPayload, now: number): SparkplugMessage {
    const bdSeq = payload.metrics.find(({ name }) => name === 'bdSeq')?.value;
    this.#isBorn = true;
    this.#bdSeq = typeof bdSeq === 'bigint' ? bdSeq : null;
    this.#byAlias.clear();
    this.#byName.clear();
    this.#devices.clear();
    // Zero in a birth; one that counts on is understood all the same.
    this.#nextSeq = ((payload.seq ?? 0) + 1) & 0xff;
    this.#learn(payload, null);
    const { readings, refusedEntries } = this.#read(payload, null, { now, isBirth: true });
    return { readings, refusedEntries, change: { of: 'node', device: null, up: true }, rebirth: null };
  }

  #nodeDeath(payload: SparkplugPayload): SparkplugMessage {
    const bdSeq = payload.metrics.find(({ name }) => name === 'bdSeq')?.value;
    // The will of an earlier connection: that one is dead, this one is not.
    const isOfAnother = this.#bdSeq !== null && typeof bdSeq === 'bigint' && bdSeq !== this.#bdSeq;
    if (isOfAnother || !this.#isBorn) return { readings: [], refusedEntries: 0, change: null, rebirth: null };
    this.#isBorn = false;
    return { readings: [], refusedEntries: 0, change: { of: 'node', device: null, up: false }, rebirth: null };
  }

  #ofBornNode(kind: string, device: string | null, payload: SparkplugPayload, now: number): SparkplugMessage {
    if (!this.#isBorn) {
      // What it means nobody can say before its birth.
      return { readings: [], refusedEntries: payload.metrics.length, change: null, rebirth: this.#askRebirth(now) };
    }
    const isInOrder = payload.seq === this.#nextSeq;
    // What was lost may have been a birth with other aliases; names mean what they say. Who numbers nothing shows no loss.
    if (!isInOrder && payload.seq !== undefined) this.#byAlias.clear();
    if (payload.seq !== undefined) this.#nextSeq = (payload.seq + 1) & 0xff;
    let change: SparkplugMessage['change'] = null;
    if (kind === 'DBIRTH') {
      this.#devices.add(device!);
      this.#learn(payload, device);
      change = { of: 'device', device, up: true };
    }
    if (kind === 'DDEATH') {
      this.#devices.delete(device!);
      change = { of: 'device', device, up: false };
    }
    const read =
      kind === 'DDEATH'
        ? { readings: [], refusedEntries: 0, isUnknown: false }
        : this.#read(payload, device, { now, isBirth: kind === 'DBIRTH' });
    const isUnborn = kind === 'DDATA' && !this.#devices.has(device!);
    const isAsking = !isInOrder || read.isUnknown || isUnborn;
    const { readings, refusedEntries } = read;
    return { readings, refusedEntries, change, rebirth: isAsking ? this.#askRebirth(now) : null };
  }

  #askRebirth(now: number): SparkplugMessage['rebirth'] {
    if (Math.abs(now - this.#askedAt) < rebirthPauseMs) return null;
    this.#askedAt = now;
    const metric = { name: 'Node Control/Rebirth', timestamp: now, dataType: sparkplugType.boolean, value: true };
    return { topic: this.#commandTopic(null), payload: encodeSparkplug({ timestamp: now, metrics: [metric] }) };
  }

  #learn({ metrics }: SparkplugPayload, device: string | null): void {
    for (const { name, alias, dataType } of metrics) {
      if (name === undefined || nameOf(name) === null) continue;
      const known: KnownMetric = { name, device, dataType, liveAt: Number.NEGATIVE_INFINITY };
      this.#byName.set(place(device, name), known);
      if (alias !== undefined) this.#byAlias.set(alias, known);
    }
  }

  #read(
    payload: SparkplugPayload,
    device: string | null,
    { now, isBirth }: { now: number; isBirth: boolean },
  ): { readings: MqttReading[]; refusedEntries: number; isUnknown: boolean } {
    const readings: MqttReading[] = [];
    let refusedEntries = 0;
    let isUnknown = false;
    for (const metric of payload.metrics) {
      const byAlias = metric.alias === undefined ? undefined : this.#byAlias.get(metric.alias);
      const known =
        byAlias?.device === device
          ? byAlias
          : metric.name === undefined
            ? undefined
            : this.#byName.get(place(device, metric.name));
      if (!known) {
        isUnknown = true;
        refusedEntries++;
        continue;
      }
      if (isControl(known.name)) continue;
      // A birth says what everything is as of now, also what last changed an hour ago.
      const measuredAt = isBirth ? (payload.timestamp ?? metric.timestamp) : (metric.timestamp ?? payload.timestamp);
      if (metric.isHistorical) {
        // It must never be shown as present. One that is newer than what was said to be present would be.
        if (measuredAt === undefined || !(measuredAt < known.liveAt)) {
          refusedEntries++;
          continue;
        }
      } else known.liveAt = Math.max(known.liveAt, measuredAt || now);
      readings.push(readingOfMetric(known, metric, measuredAt));
    }
    return { readings, refusedEntries, isUnknown };
  }
}

function readingOfMetric(
  { name, device, dataType }: KnownMetric,
  metric: SparkplugMetric,
  measuredAt: number | undefined,
): MqttReading {
  const { value, quality, isOther } = metric;
  const type = metric.dataType ?? dataType;
  if (quality !== undefined && quality !== goodQuality) {
    const refused = { value: null, text: `quality ${quality}`, quality: 'bad', reason: 'reportedByGateway' } as const;
    return { ...readingOf(device, name, measuredAt, null), ...refused };
  }
  if (isOther) return readingOf(device, name, measuredAt, {});
  const isState = type === sparkplugType.boolean && typeof value === 'bigint';
  return readingOf(
    device,
    name,
    measuredAt,
    isState ? value !== 0n : typeof value === 'bigint' ? numberOf(value, type) : value,
  );
}

/** What a host says of itself to a node that waits for it before it publishes; topic as the node asked for it. */
export const sparkplugState = (topic: string, now: number): string =>
  topic.startsWith('STATE/') ? 'ONLINE' : JSON.stringify({ online: true, timestamp: now });
