import type { Counter } from 'prom-client';
import { system } from '../access/index.ts';
import { type GatewayLinks, insertRejection, type Rejection } from '../gateways/index.ts';
import { type ReadingColumns, sliceReadings } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { PointCatalogue } from '../points/index.ts';
import { acceptReading, type RawReading } from './acceptReading.ts';
import type { GroupCommit } from './groupCommit.ts';

/** Enough of a refused message to see what it was. */
const keptHeadBytes = 512;

export interface IntakeDeps {
  db: Db;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  points: PointCatalogue;
  links: GatewayLinks;
  commit: GroupCommit;
}

/** Where every protocol hands over what it heard: checks it, commits it, counts what had to be refused. */
export class Intake {
  readonly #deps: IntakeDeps;
  readonly #refusedReadings: Counter<'reason'>;
  readonly #refusedMessages: Counter<'reason'>;

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

  /** Resolves when the readings are durable. Readings of unknown points and impossible times are counted and left out. */
  async take(gatewayId: number, readings: readonly { pointId: number | undefined; raw: RawReading }[]): Promise<void> {
    const { clock, links, points, commit } = this.#deps;
    const receivedAt = clock.now();
    // Written in place: a message is the unit in which most of the work is done, and its size is known.
    const columns: ReadingColumns = {
      length: 0,
      pointIds: new Int32Array(readings.length),
      measuredAt: new Float64Array(readings.length),
      values: new Float64Array(readings.length),
      quality: new Uint8Array(readings.length),
    };
    let newest = Number.NEGATIVE_INFINITY;
    for (const { pointId, raw } of readings) {
      const point = pointId === undefined ? undefined : points.get(pointId);
      if (!point) {
        this.#refusedReadings.inc({ reason: 'unknownPoint' });
        continue;
      }
      const accepted = acceptReading(point, raw, receivedAt);
      if ('refused' in accepted) {
        this.#refusedReadings.inc({ reason: accepted.refused });
        continue;
      }
      const row = columns.length++;
      columns.pointIds[row] = point.id;
      columns.measuredAt[row] = accepted.measuredAt;
      columns.values[row] = accepted.value;
      columns.quality[row] = accepted.quality;
      if (accepted.measuredAt > newest) newest = accepted.measuredAt;
    }
    if (columns.length === 0) return;
    links.heard(gatewayId, receivedAt, newest);
    await commit.submit(columns.length === readings.length ? columns : sliceReadings(columns, 0, columns.length));
  }

  /** Keeps what could not be taken where the installer sees it. Resolves when it is stored, or could not be. */
  async refuse(refusal: Omit<Rejection, 'at' | 'head' | 'byteCount'> & { payload: Buffer }): Promise<void> {
    const { db, clock, log } = this.#deps;
    const { gatewayId, reason, subject, payload } = refusal;
    this.#refusedMessages.inc({ reason });
    log.warn(
      { gatewayId, reason, subject: subject.slice(0, 100), bytes: payload.length },
      'Refused what a gateway sent',
    );
    try {
      const head = payload.subarray(0, keptHeadBytes);
      await insertRejection(system, db, {
        gatewayId,
        at: clock.now(),
        reason,
        subject: subject.slice(0, 300),
        head,
        byteCount: payload.length,
      });
    } catch (error) {
      log.error({ err: error }, 'A refusal could not be stored');
    }
  }
}
