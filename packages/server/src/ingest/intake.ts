import type { Counter } from 'prom-client';
import { system } from '../access/index.ts';
import type { ReadingColumns } from '../events.ts';
import {
  countLeftOut,
  type GatewayLinks,
  insertRejection,
  insertTrouble,
  type Rejection,
  type Trouble,
} from '../gateways/index.ts';
import { sliceReadings } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { PointCatalogue } from '../points/index.ts';
import { acceptReading, type RawReading, skewsOf } from './acceptReading.ts';
import type { DeviceClocks } from './DeviceClocks.ts';
import { type GroupCommit, isRefusedValue } from './groupCommit.ts';
import { type Cap, RepeatCaps } from './RepeatCaps.ts';

/** Most messages whole, so that a mapping can be tried on them. */
const keptHeadBytes = 2048;
/** So many refusals of a kind are kept of one gateway a minute: enough to see what they have in common. */
const keptOfKind = 10;
/**
 * Of strangers in a minute: under one name, from one address (a whole site or carrier may stand behind it), and in all. What one
 * says again and again is known; it must not keep out what another says once.
 */
const keptOfName = 3;
const keptOfSender = 60;
const keptOfStrangers = 300;

export interface IntakeDeps {
  db: Db;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  points: PointCatalogue;
  links: GatewayLinks;
  clocks: DeviceClocks;
  commit: GroupCommit;
}

export interface NamedReading {
  /** Undefined: the gateway has no such point. */
  pointId: number | undefined;
  /** Behind the gateway, whose clock the time is of; null or absent: the gateway itself. */
  device?: string | null;
  /** We say it of the point, not the gateway: its time shows nothing of a clock. */
  isOurs?: true;
  raw: RawReading;
}

/** The message readings came in, for the record of what is refused of it. */
export interface MessageSource {
  subject: string;
  payload: Buffer;
  /** Aborted when the connection is gone; null: the sender awaits no acknowledgement, and sends nothing again. */
  signal: AbortSignal | null;
}

/** What could not be taken. */
export type Refused = Omit<Rejection, 'at' | 'head' | 'byteCount' | 'sender'> & {
  payload: Buffer;
  /** The address a stranger came from. */
  sender?: string | undefined;
  /** What was sent or announced, where `payload` is only its beginning. */
  byteCount?: number;
  /** The sender awaits an acknowledgement, and sends again when none comes. */
  isAwaited?: boolean;
};

/** Where every protocol hands over what it heard: checks it, commits it, counts what had to be refused. */
export class Intake {
  readonly #deps: IntakeDeps;
  readonly #refusedReadings: Counter<'reason'>;
  readonly #refusedMessages: Counter<'reason'>;
  readonly #refusals = new RepeatCaps();
  readonly #troubles = new RepeatCaps();

  constructor(deps: IntakeDeps) {
    this.#deps = deps;
    this.#refusedReadings = deps.metrics.counter('watchpost_refused_readings_total', 'Readings kept out of history', [
      'reason',
    ]);
    this.#refusedMessages = deps.metrics.counter(
      'watchpost_refused_messages_total',
      'Messages and connections refused',
      ['reason'],
    );
  }

  /** See `GroupCommit`. */
  alarmsFirst(): Promise<void> {
    return this.#deps.commit.alarmsFirst();
  }

  /** What was polled. The line goes on meanwhile. */
  takePolled(gatewayId: number, readings: readonly NamedReading[]): void {
    void this.take(gatewayId, readings);
  }

  /**
   * Resolves when the readings are durable. Readings of unknown points and impossible times are left out, counted, and
   * remembered with the message they came in; that it names unknown points, too, only when nothing else of it was taken. While too much waits for the database, readings that no acknowledgement can
   * hold back are left out and counted, too.
   */
  async take(gatewayId: number, readings: readonly NamedReading[], from?: MessageSource): Promise<void> {
    const { clock, links, clocks, points, commit } = this.#deps;
    if (!from?.signal && commit.congested) {
      this.#refusedReadings.inc({ reason: 'congested' }, readings.length);
      return;
    }
    const receivedAt = clock.now();
    const skews = skewsOf(readings, receivedAt);
    // Written in place: a message is the unit in which most of the work is done, and its size is known.
    const columns: ReadingColumns = {
      length: 0,
      pointIds: new Int32Array(readings.length),
      measuredAt: new Float64Array(readings.length),
      values: new Float64Array(readings.length),
      quality: new Uint8Array(readings.length),
    };
    let newest = Number.NEGATIVE_INFINITY;
    const newestByClock = new Map<string | null, number>();
    const refused = new Set<string>();
    for (const { pointId, device = null, isOurs, raw } of readings) {
      const point = pointId === undefined ? undefined : points.get(pointId);
      const accepted = point
        ? acceptReading(point, raw, receivedAt, skews.get(device))
        : ({ refused: 'unknownPoint' } as const);
      if ('refused' in accepted) {
        this.#refusedReadings.inc({ reason: accepted.refused });
        refused.add(accepted.refused);
        continue;
      }
      const row = columns.length++;
      columns.pointIds[row] = point!.id;
      columns.measuredAt[row] = accepted.measuredAt;
      columns.values[row] = accepted.value;
      columns.quality[row] = accepted.quality;
      // That nobody answered in time is our own finding.
      const isHeard = !isOurs && (raw.reason !== 'timeout' || raw.exceptionCode != null);
      if (isHeard && accepted.measuredAt > newest) newest = accepted.measuredAt;
      // What we poll is of our own clock.
      if (!from || isOurs || raw.measuredAt === null) continue;
      if (accepted.measuredAt > (newestByClock.get(device) ?? Number.NEGATIVE_INFINITY))
        newestByClock.set(device, accepted.measuredAt);
    }
    for (const [device, newestAt] of newestByClock)
      clocks.heard(gatewayId, device, receivedAt, newestAt, skews.get(device));
    // Points that are not set up are not missed; a message that names only such points is refused.
    if (columns.length > 0) refused.delete('unknownPoint');
    if (from) {
      const { subject, payload, signal } = from;
      for (const reason of refused)
        await this.refuse({ gatewayId, reason, subject, payload, isAwaited: signal !== null });
    }
    if (columns.length === 0) return;
    if (newest !== Number.NEGATIVE_INFINITY) links.heard(gatewayId, receivedAt, newest);
    const taken = columns.length === readings.length ? columns : sliceReadings(columns, 0, columns.length);
    await commit.submit(taken, from?.signal ?? undefined);
  }

  /**
   * Stores a refused message where the installer sees it; repeats of a gateway are counted there. Resolves once stored.
   *
   * @throws when it could not be stored and the sender awaits an acknowledgement: the sender repeats it. Others are not delayed
   */
  async refuse(refusal: Refused): Promise<void> {
    const { db, clock, log } = this.#deps;
    const { gatewayId, reason, subject, payload, byteCount = payload.length, isAwaited = false } = refusal;
    this.#refusedMessages.inc({ reason });
    const sender = gatewayId === null ? (refusal.sender ?? null) : null;
    const caps = capsOf(gatewayId, reason, subject, sender);
    const admission = this.#refusals.admit(clock.now(), caps);
    if (!admission) {
      const counted = this.#refusals.leaveOut(caps[0].key);
      if (isAwaited) await counted;
      else counted.catch(() => {});
      return;
    }
    log.warn({ gatewayId, reason, subject: subject.slice(0, 100), bytes: byteCount }, 'Refused what a gateway sent');
    try {
      const head = payload.subarray(0, keptHeadBytes);
      const at = clock.now();
      const kept = { gatewayId, at, reason, subject: subject.slice(0, 300), head, byteCount, sender };
      admission.stored(await insertRejection(system, db, kept));
    } catch (error) {
      admission.failed(error);
      log.error({ err: error }, 'A refusal could not be stored');
      // What the database does not take now it never takes.
      if (isAwaited && !isRefusedValue(error)) throw error;
    }
  }

  /** Stores how much was left out of what was repeated. To be called now and then, and at the end. */
  async countLeftOut(): Promise<void> {
    const { db, clock } = this.#deps;
    const leftOut = this.#refusals.takeLeftOut(clock.now());
    if (leftOut.length === 0) return;
    try {
      await countLeftOut(system, db, leftOut);
    } catch (error) {
      this.#refusals.putBack(leftOut);
      throw error;
    }
  }

  /** Keeps what is wrong with a gateway or slave that is there, or is so no longer, in the log of its lines. */
  async noteTrouble(trouble: Trouble): Promise<void> {
    const { db, clock, log } = this.#deps;
    const { gatewayId, slaveId, detail, isOver } = trouble;
    const key = `${gatewayId}:${slaveId ?? ''}${detail}${isOver}`;
    if (!this.#troubles.admit(clock.now(), [{ key, max: keptOfKind }])) return;
    log.warn(
      { gatewayId, slaveId, detail },
      isOver ? 'Trouble of a gateway is over' : 'A gateway or slave has trouble',
    );
    try {
      await insertTrouble(system, db, trouble);
    } catch (error) {
      log.error({ err: error }, 'Trouble of a gateway could not be stored');
    }
  }
}

/** What a refusal counts for. */
function capsOf(
  gatewayId: number | null,
  reason: string,
  subject: string,
  sender: string | null,
): readonly [Cap, ...Cap[]] {
  if (gatewayId !== null) return [{ key: `gateway:${gatewayId}:${reason}`, max: keptOfKind }];
  const name = subject === '' ? `from:${sender}` : `name:${subject}`;
  return [
    { key: `${name}:${reason}`, max: keptOfName },
    { key: `sender:${sender}`, max: keptOfSender },
    { key: 'strangers', max: keptOfStrangers },
  ];
}
