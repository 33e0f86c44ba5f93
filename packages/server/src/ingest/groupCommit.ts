import type pg from 'pg';
import { system } from '../access/index.ts';
import { type AlarmEvaluation, type AlarmService, ownSource } from '../alarms/index.ts';
import type { DomainEvents, LineChange, ReadingColumns } from '../events.ts';
import { arrivalGraceMs, type GatewayLinks, writeLineChanges } from '../gateways/index.ts';
import { type History, ReadingColumnsBuilder } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ownership } from '../platform/db/ownership.ts';
import { sentTogether } from '../platform/db/sentTogether.ts';
import type { Events } from '../platform/events/events.ts';
import type { Log } from '../platform/log/log.ts';
import type { LiveValues } from '../points/index.ts';
import { clockToleranceMs } from './acceptReading.ts';
import type { DerivedReadings } from './deriveReadings.ts';
import type { LateInputs } from './LateInputs.ts';
import type { LateStretch } from './lateInputs.store.ts';

export interface GroupCommitDeps {
  pool: pg.Pool;
  owner: Pick<Ownership, 'epoch'>;
  clock: Clock;
  log: Log;
  events: Events<DomainEvents>;
  history: History;
  alarms: AlarmService;
  live: LiveValues;
  links: GatewayLinks;
  /** Computed values and doubts that go into the same commit; absent: nothing follows from readings. */
  derived?: DerivedReadings;
  /** Where inputs of computed points that come late are noted, in the same commit. */
  lateInputs?: Pick<LateInputs, 'persist' | 'committed'>;
}

/** Something else to be written in the transaction of the readings. */
export type WrittenAlongside = (client: pg.PoolClient) => Promise<void>;

/** Time must pass for alarms even when nothing arrives. */
const tickMs = 1_000;
/** With the database away: soon enough to be unnoticed after a restart, seldom enough not to burn a core. */
const retryMs = { first: 100, most: 2_000 };
/** One transaction carries at most this many samples; the rest goes with the next. Bounds memory and the tail of latency. */
const maxBatchSamples = 500_000;
/** Beyond this, sources that can wait are asked to (about 100 MB). */
const congestedSamples = 4_000_000;

/** A commit that takes longer makes gateways hold back more than the grace of their watermarks covers. */
const longHoldMs = 1_000;
/** How long ago what we make of readings ourselves is complete; as for gateways. */
const ownGraceMs = 5_000;
/** Afterwards they have this long to send the first of what they held; its age then speaks for itself. */
const catchUpMs = 5_000;

interface Waiting {
  columns: ReadingColumns;
  alongside: WrittenAlongside | null;
  done: () => void;
}

interface Batch {
  columns: ReadingColumns;
  alongside: readonly WrittenAlongside[];
  links: LineChange[];
  /**
   * Until then gateways could send their readings. While nothing is acknowledged, a gateway may delay all further ones: the time
   * that passes meanwhile must not complete a delay on an outdated value.
   */
  heardUntil: number;
  /** Until then a missing gateway could have connected: many hang up while nothing is acknowledged, and reconnect afterwards. */
  awaitedUntil: number;
}

interface Attempt extends Batch {
  now: number;
  evaluation: AlarmEvaluation;
  lateInputs: ReadonlyMap<number, LateStretch>;
  /** Set from sending COMMIT until its answer. */
  unansweredCommit: string | null;
}

/** `givenUp`: the server stops, nothing was acknowledged. `refused`: the database works and does not take these values. */
type Outcome = 'durable' | 'givenUp' | 'refused';

/** A conflict with somebody who deletes a point at the same moment is over by then. */
const refusalsUntilBelieved = 3;

/**
 * Whether the database refuses the values themselves: a data exception or a broken constraint (SQLSTATE 22 and 23).
 * Any other error, from a lost connection or password to a read-only standby or a bug, may be mended while readings wait; to
 * acknowledge them would lose them.
 */
export const isRefusedValue = (error: unknown): boolean => {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  // A row whose partition is missing is told of by the code of a check, but without its name.
  if (code === '23514' && constraint === undefined) return false;
  return typeof code === 'string' && /^2[23][0-9A-Z]{3}$/.test(code);
};

const noReadings = (): ReadingColumns => new ReadingColumnsBuilder(1).take();

const merged = (waiting: readonly Waiting[]): ReadingColumns => {
  if (waiting.length === 1) return waiting[0]!.columns;
  const builder = new ReadingColumnsBuilder(
    Math.max(
      16,
      waiting.reduce((sum, { columns }) => sum + columns.length, 0),
    ),
  );
  for (const { columns } of waiting) builder.append(columns);
  return builder.take();
};

const alongsideOf = (waiting: readonly Waiting[]): WrittenAlongside[] =>
  waiting.flatMap(({ alongside }) => alongside ?? []);

/** Nothing came of a batch of nothing but time. */
const isQuiet = ({ states, writes, late }: AlarmEvaluation): boolean =>
  states.length === 0 && writes.length === 0 && !late?.hasWork;

/**
 * One commit for all that arrived while the one before was under way: readings, alarm transitions, their journal and the
 * outbox in one transaction. Only after it do memory, acknowledgements and people follow. While the database is away, or
 * another server owns it, the same batch is tried again; nothing is dropped and nothing is acknowledged.
 */
export class GroupCommit {
  readonly #deps: GroupCommitDeps;
  #waiting: Waiting[] = [];
  #waitingSamples = 0;
  #wake: (() => void) | null = null;
  #running: Promise<void> | null = null;
  #stopping = false;
  /** The last long wait for a commit, on our clock; and since when those who hung up meanwhile are waited for. */
  #hold: { since: number; until: number; awaitedSince: number } | null = null;
  #failedSince: number | null = null;
  /** Settles with the last attempt to write alarms. */
  #alarmsUnderWay: Promise<unknown> = Promise.resolve();
  #tick: NodeJS.Timeout | null = null;
  readonly #startedAt: number;
  commits = 0;
  samples = 0;
  /** Readings whose values the database does not take. */
  quarantined = 0;

  constructor(deps: GroupCommitDeps) {
    this.#deps = deps;
    this.#startedAt = deps.clock.now();
  }

  start(): void {
    this.#tick = setInterval(() => this.wake(), tickMs);
    this.#deps.alarms.onBatchWanted(() => this.wake());
    this.#running = this.#run();
  }

  /** Commits what has been handed over, then ends. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#tick) clearInterval(this.#tick);
    this.wake();
    await this.#running;
  }

  /**
   * Resolves after the readings are durable. Never rejects: an outage only takes longer.
   *
   * @param signal for readings that are sent again unless acknowledged; aborted when nobody waits any more (the gateway's
   *   connection is gone): those that no commit has taken up yet are dropped, so that an outage does not pile up copies
   * @param alongside what is written with the readings or not at all; called again when the transaction has to be
   */
  submit(columns: ReadingColumns, signal?: AbortSignal, alongside: WrittenAlongside | null = null): Promise<void> {
    return new Promise((done) => {
      const waiting: Waiting = { columns, alongside, done };
      this.#waiting.push(waiting);
      this.#waitingSamples += columns.length;
      signal?.addEventListener('abort', () => this.#drop(waiting), { once: true });
      this.wake();
    });
  }

  #drop(waiting: Waiting): void {
    const place = this.#waiting.indexOf(waiting);
    if (place < 0) return;
    this.#waiting.splice(place, 1);
    this.#waitingSamples -= waiting.columns.length;
    waiting.done();
  }

  wake(): void {
    this.#wake?.();
  }

  /** Whether so much waits that pollers should skip a cycle: a gap is better than a server without memory. */
  get congested(): boolean {
    return this.#waitingSamples > congestedSamples;
  }

  get waitingSamples(): number {
    return this.#waitingSamples;
  }

  /**
   * Resolves at once, or as soon as the alarms that are being written now are: what takes long and may wait a moment lets them
   * pass first.
   */
  async alarmsFirst(): Promise<void> {
    await this.#alarmsUnderWay;
  }

  /** Since when commits fail; null: the last that had something to write succeeded. */
  get failedSince(): number | null {
    return this.#failedSince;
  }

  async #run(): Promise<void> {
    const { clock, links } = this.#deps;
    while (true) {
      if (this.#waiting.length === 0 && !links.hasChanges) {
        if (this.#stopping) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = null;
      }
      const waiting = this.#takeWaiting();
      const takenAt = clock.now();
      await this.#commitWaiting(waiting, {
        links: links.takeChanges(),
        heardUntil: this.#heardUntil(takenAt),
        awaitedUntil: this.#awaitedUntil(takenAt),
      });
      this.#noteHold(takenAt, clock.now());
    }
  }

  /** Holding gateways back for a moment is within the grace of the watermarks; longer, and time stands still for them. */
  #noteHold(since: number, until: number): void {
    if (until - since < longHoldMs) return;
    this.#hold = { since: this.#heardUntil(since), until, awaitedSince: this.#awaitedUntil(since) };
  }

  #heardUntil(now: number): number {
    const hold = this.#hold;
    return hold !== null && now < hold.until + catchUpMs ? Math.min(hold.since, now) : now;
  }

  /** As after a start, no gateway counts as silent before it had time to reconnect. */
  #awaitedUntil(now: number): number {
    const hold = this.#hold;
    return hold !== null && now < hold.until + arrivalGraceMs ? Math.min(hold.awaitedSince, now) : now;
  }

  #takeWaiting(): Waiting[] {
    let count = 0;
    let samples = 0;
    while (
      count < this.#waiting.length &&
      (count === 0 || samples + this.#waiting[count]!.columns.length <= maxBatchSamples)
    ) {
      samples += this.#waiting[count]!.columns.length;
      count++;
    }
    this.#waitingSamples -= samples;
    return this.#waiting.splice(0, count);
  }

  /** Commits them together; when the readings are at fault, one by one, so that one bad message stops nobody else. */
  async #commitWaiting(waiting: readonly Waiting[], rest: Omit<Batch, 'columns' | 'alongside'>): Promise<void> {
    const outcome = await this.#commitUntilDone({ ...rest, columns: merged(waiting), alongside: alongsideOf(waiting) });
    if (outcome === 'durable') for (const { done } of waiting) done();
    if (outcome !== 'refused') return;
    // What lines and the time that passed bring goes first: it must not get lost with the readings, nor be blamed on them.
    if ((await this.#commitUntilDone({ ...rest, columns: noReadings(), alongside: [] })) === 'givenUp') return;
    const alone = { ...rest, links: [] };
    if (waiting.length > 1) for (const one of waiting) await this.#commitWaiting([one], alone);
    else await this.#commitOrQuarantine(waiting[0]!, alone);
  }

  async #commitOrQuarantine(waiting: Waiting, rest: Omit<Batch, 'columns' | 'alongside'>): Promise<void> {
    const { columns, done } = waiting;
    const outcome = await this.#commitUntilDone({ ...rest, columns, alongside: alongsideOf([waiting]) });
    if (outcome === 'givenUp') return;
    if (outcome === 'refused') {
      const pointIds = [...new Set(columns.pointIds.subarray(0, columns.length))].slice(0, 10);
      this.#deps.log.fatal({ pointIds }, 'Readings that the database does not take were left out');
      this.quarantined += columns.length;
    }
    done();
  }

  async #commitUntilDone(batch: Batch): Promise<Outcome> {
    let delay = retryMs.first;
    let refusals = 0;
    while (true) {
      let attempt: Attempt | null = null;
      let isWritten = true;
      try {
        attempt = this.#prepare(batch);
        const writing = this.#write(attempt);
        if (attempt.evaluation.writes.length > 0) this.#alarmsUnderWay = writing.catch(() => {});
        isWritten = await writing;
      } catch (error) {
        if (this.#failedSince === null) {
          this.#deps.log.error({ err: error }, 'Readings cannot be stored; trying again until they are');
        }
        this.#failedSince ??= this.#deps.clock.now();
        if (this.#stopping) return 'givenUp';
        if (batch.columns.length > 0 && isRefusedValue(error) && ++refusals >= refusalsUntilBelieved) return 'refused';
        await new Promise((resolve) => setTimeout(resolve, delay));
        delay = Math.min(delay * 2, retryMs.most);
        if (!attempt?.unansweredCommit || !(await this.#wasCommitted(attempt.unansweredCommit))) continue;
      }
      // Outside the try: what fails here has been stored, and storing it again would be wrong.
      this.#finish(attempt);
      // A tick that had nothing to write has not asked the database.
      if (isWritten && this.#failedSince !== null) {
        this.#deps.log.info('Readings are being stored again');
        this.#failedSince = null;
      }
      return 'durable';
    }
  }

  #prepare({ columns: heard, alongside, links, heardUntil, awaitedUntil }: Batch): Attempt {
    const now = this.#deps.clock.now();
    const columns = this.#deps.derived?.with(heard) ?? heard;
    const lateInputs = (this.#deps.lateInputs && this.#deps.derived?.lateIn(columns)) ?? new Map();
    const since = this.#startedAt;
    const live = this.#deps.links.live(heardUntil);
    const own = { since, watermark: heardUntil - ownGraceMs };
    const evaluation = this.#deps.alarms.evaluate({
      now,
      readings: columns,
      live: { get: (gatewayId) => (gatewayId === ownSource ? own : live.get(gatewayId)) },
      gone: this.#deps.links.gone(awaitedUntil),
      linkOf: ({ type, id }) =>
        type === 'gateway' && id === ownSource ? { up: true, since } : this.#deps.links.statusOf(type, id),
    });
    return {
      ...{ columns, alongside, links, heardUntil, awaitedUntil, now, evaluation, lateInputs },
      unansweredCommit: null,
    };
  }

  /** False: there was nothing to write. */
  async #write(attempt: Attempt): Promise<boolean> {
    const { pool, owner, history, alarms, lateInputs } = this.#deps;
    const { columns, alongside, links, evaluation } = attempt;
    // An idle tick evaluates alarms and writes only when something came of it.
    if (columns.length === 0 && alongside.length === 0 && links.length === 0 && isQuiet(evaluation)) return false;
    const client = await pool.connect();
    let broken: Error | undefined;
    // Sent on without waiting: between two answers the process may have a message of a megabyte to read.
    const opening = sentTogether(
      // Fails once another server has taken over; and nobody takes over before this transaction has ended.
      client.query(`BEGIN; SELECT pg_current_xact_id()::text AS xid, assert_owner(${owner.epoch})`),
      columns.length > 0 ? history.append(client, columns) : Promise.resolve(),
    );
    // It is waited for below, by which time it may have failed long ago.
    opening.catch(() => {});
    try {
      for (const write of alongside) await write(client);
      // After `alongside`, which may delete the mark of a point that has late inputs in this very commit.
      await lateInputs?.persist(client, attempt.lateInputs);
      if (links.length > 0) await writeLineChanges(system, client, links);
      await alarms.persist(client, evaluation);
      const [begun] = await opening;
      attempt.unansweredCommit = (begun as unknown as pg.QueryResult<{ xid: string }>[])[1]!.rows[0]!.xid;
      await client.query('COMMIT');
      attempt.unansweredCommit = null;
      return true;
    } catch (error) {
      // What was sent behind the first failure failed for its sake.
      broken = await opening.then(
        () => error as Error,
        (first: Error) => first,
      );
      await client.query('ROLLBACK').catch(() => {});
      throw broken;
    } finally {
      client.release(broken);
    }
  }

  #finish({ columns, links, evaluation, lateInputs }: Attempt): void {
    const { history, alarms, live, events, clock, derived } = this.#deps;
    if (columns.length > 0) history.committed(columns);
    alarms.committed(evaluation);
    derived?.committed(columns);
    const fresh = live.apply(columns, clock.now() + clockToleranceMs);
    this.#deps.lateInputs?.committed(lateInputs);
    this.commits++;
    this.samples += columns.length;
    if (columns.length > 0) events.emit('readingsCommitted', { columns, fresh });
    if (links.length > 0) events.emit('linesChanged', { changes: links });
  }

  /**
   * The connection broke between COMMIT and its answer: whether it took effect is known to the database alone. Trying again
   * blindly would raise the same alarms twice. Asks until the database is back.
   */
  async #wasCommitted(xid: string): Promise<boolean> {
    while (!this.#stopping) {
      try {
        const { rows } = await this.#deps.pool.query<{ status: string | null }>(
          'SELECT pg_xact_status($1::xid8) AS status',
          [xid],
        );
        if (rows[0]?.status !== 'in progress') return rows[0]?.status === 'committed';
      } catch {
        // Still away.
      }
      await new Promise((resolve) => setTimeout(resolve, retryMs.most / 4));
    }
    return false;
  }
}
