import { writingErrors } from '@watchpost/contract';
import type { Transaction } from 'kysely';
import { mayWriteTo, system, type Tenant, type WriteRights } from '../access/index.ts';
import type { CommandOutcome, Commands } from '../ingest/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { Ownership } from '../platform/db/ownership.ts';
import type { Tables } from '../platform/db/tables.generated.ts';
import { inBothLanguages, Refusal } from '../platform/http/refusal.ts';
import type { Log } from '../platform/log/log.ts';
import type { LiveValues } from '../points/index.ts';
import { showsLive } from '../projects/index.ts';
import { sameValue, trustedValue, whyChanged, whyInterlocked, whyNotValue, whyNotWritable } from './checkWrite.ts';
import { findPointsToWrite, type PointToWriteRow } from './points.store.ts';
import { completeRecord, endInterrupted, lastOrder, lockPoint } from './records.store.ts';
import { standingIn } from './returns.store.ts';

export interface WritingDeps {
  db: Db;
  owner: Pick<Ownership, 'holds'>;
  clock: Clock;
  log: Log;
  live: LiveValues;
  commands: Commands;
}

/** On whose behalf something is written. */
export interface Writer {
  readonly tenant: Tenant;
  /** Null: the system, which writes back after a temporary write. */
  readonly rights: WriteRights | null;
}

/** A requested write. */
export interface Order {
  readonly pointId: number;
  readonly value: number;
  /** The value that the user saw when confirming. */
  readonly expected?: number | undefined;
  /** The value is taken back after that. */
  readonly returnMinutes?: number | undefined;
  /** The prepaid account whose call this is: it alone writes its switch and its money. */
  readonly accountId?: number | undefined;
}

/** An order that passed every check: what is written down before it is sent. */
export interface Passed {
  readonly point: PointToWriteRow;
  readonly oldValue: number | null;
  readonly returnAt: Date | null;
  /** What is written back then. */
  readonly returnValue: number | null;
}

/** What has to hold besides, for a write that does harm when it no longer should be sent. */
export interface SendCondition {
  /** Asked once the writes before it are done. Null: it may go; else why it is not sent, which the write log keeps. */
  readonly atTurn: () => Promise<Refusal | null>;
  /** Asked after that, at the last moment before it goes onto the wire. */
  readonly mayGo: () => Refusal | null;
}

/** An outcome that could not be stored is tried again this often until it is: its point takes no other write before. */
const storeRetryMs = 1_000;

/** How values get from people to devices: checked, written down, sent once, and told what became of it. */
export class Writing {
  readonly deps: WritingDeps;
  #isClosing = false;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(deps: WritingDeps) {
    this.deps = deps;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Before anything new is written: what was under way when we last stopped is unknown, and says so. */
  async start(): Promise<void> {
    const { db, clock, log } = this.deps;
    const unknown = await endInterrupted(system, db, new Date(clock.now()));
    if (unknown > 0)
      log.warn({ writes: unknown }, 'Writes were under way when the server stopped; their outcome is unknown');
  }

  /** Nothing new is sent; what is under way ends as unknown. */
  close(): void {
    this.#isClosing = true;
    this.deps.commands.stop();
  }

  /** Resolves when everything that was under way is written down. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled([...this.#underWay]);
  }

  /** Keeps the server's end waiting for this. */
  keep<Result>(work: Promise<Result>): Promise<Result> {
    this.#underWay.add(work);
    const forget = () => this.#underWay.delete(work);
    work.then(forget, forget);
    return work;
  }

  /** The point as the writer sees it, with all that holds for it, and why nothing can be written to it now; null: something can. */
  async look(
    db: Db | Transaction<Tables>,
    writer: Writer,
    pointId: number,
  ): Promise<{ point: PointToWriteRow | null; blocked: Refusal | null }> {
    const point = (await findPointsToWrite(writer.tenant, db, [pointId])).get(pointId);
    if (!point) return { point: null, blocked: null };
    const checks = this.#checks();
    if (writer.rights && !mayWriteTo(writer.rights, point.project_id, point.device_ids))
      return { point, blocked: new Refusal(writingErrors.readOnlyForYou) };
    const notWritable = whyNotWritable(point, checks);
    if (notWritable) return { point, blocked: notWritable };
    if (!(await showsLive(system, db, point.project_id, checks.now)))
      return { point, blocked: new Refusal(writingErrors.serviceEnded) };
    return { point, blocked: (await this.#interlock(db, writer, point)) ?? (await this.#tooEarly(db, point)) };
  }

  /** Why the configuration forbids the write, apart from the present state; null: it allows it. */
  whyNever({ rights }: Writer, point: PointToWriteRow, value: number): Refusal | null {
    const checks = this.#checks();
    if (rights && !mayWriteTo(rights, point.project_id, point.device_ids))
      return new Refusal(writingErrors.readOnlyForYou);
    return whyNotWritable(point, checks) ?? whyNotValue(point, value, checks);
  }

  /**
   * Checks an order inside the transaction that writes it down. Until that ends nobody else's order to the same point passes.
   *
   * @throws Refusal the reason why nothing is sent
   */
  async pass(transaction: Transaction<Tables>, writer: Writer, order: Order): Promise<Passed | null> {
    await lockPoint(writer.tenant, transaction, order.pointId);
    const checks = this.#checks();
    const point = (await findPointsToWrite(writer.tenant, transaction, [order.pointId])).get(order.pointId);
    if (!point) return null;
    const refuse = (refusal: Refusal | null): void => {
      if (refusal) throw refusal;
    };
    if (writer.rights && !mayWriteTo(writer.rights, point.project_id, point.device_ids))
      throw new Refusal(writingErrors.readOnlyForYou);
    refuse(whyNotWritable(point, checks, order.accountId));
    if (!(await showsLive(system, transaction, point.project_id, checks.now)))
      throw new Refusal(writingErrors.serviceEnded);
    refuse(whyNotValue(point, order.value, checks));
    refuse(await this.#interlock(transaction, writer, point));
    refuse(whyChanged(point, order.expected, checks));
    refuse(await this.#tooEarly(transaction, point));
    const oldValue = trustedValue(checks.live, point, checks.now);
    const before = { point, oldValue: oldValue ?? checks.live.get(point.point_id)?.value ?? null };
    if (order.returnMinutes === undefined) return { ...before, returnAt: null, returnValue: null };
    if (oldValue === null) throw new Refusal(writingErrors.noValueToReturnTo);
    // What only stands in for a time is nothing to come back to: what it stands in for is.
    const standIns = await standingIn(writer.tenant, transaction, point.point_id);
    const standIn = standIns.find(({ value }) => sameValue(value, oldValue, point.decimals));
    const returnValue = standIn?.return_value ?? oldValue;
    refuse(whyNotValue(point, returnValue, checks));
    return { ...before, returnAt: new Date(checks.now + order.returnMinutes * 60_000), returnValue };
  }

  /**
   * Keeps orders to these points waiting until the transaction ends, in which what holds for them changes.
   *
   * @throws Refusal a write to one of them is under way
   */
  async holdStill(tenant: Tenant, transaction: Transaction<Tables>, pointIds: readonly number[]): Promise<void> {
    for (const pointId of pointIds.toSorted((a, b) => a - b)) {
      await lockPoint(tenant, transaction, pointId);
      if ((await lastOrder(tenant, transaction, pointId)).isSending) throw new Refusal(writingErrors.alreadyWriting);
    }
  }

  /** Sends what was written down as `sending`, once, and writes down what became of it. Never rejects. */
  send(recordId: number, pointId: number, value: number, condition?: SendCondition): Promise<CommandOutcome> {
    return this.keep(this.#send(recordId, pointId, value, condition));
  }

  async #send(
    recordId: number,
    pointId: number,
    value: number,
    condition: SendCondition | undefined,
  ): Promise<CommandOutcome> {
    const { commands, owner, clock, log } = this.deps;
    let sentAt: number | null = null;
    let outcome: CommandOutcome;
    let refusal: Refusal | null = null;
    const markSent = () => {
      sentAt = clock.now();
    };
    try {
      const interlock = await this.#interlockInWait(pointId);
      const mayGo = () => {
        refusal = interlock() ?? condition?.mayGo() ?? null;
        return refusal === null && owner.holds();
      };
      const atTurn = async () => {
        refusal = (await condition?.atTurn()) ?? null;
        return refusal === null;
      };
      outcome = await commands.write(pointId, value, markSent, mayGo, condition && atTurn);
    } catch (error) {
      log.error({ err: error, recordId }, 'A write failed on our side');
      const state = sentAt === null ? 'notSent' : 'unknown';
      outcome = { outcome: state as CommandOutcome['outcome'], exceptionCode: null, readBackValue: null, said: null };
    }
    await this.#complete(recordId, outcome, sentAt, refusal);
    return outcome;
  }

  /** Once it is known it is not forgotten because the database is away for a while. */
  async #complete(
    recordId: number,
    outcome: CommandOutcome,
    sentAt: number | null,
    refusal: Refusal | null,
  ): Promise<void> {
    const { db, clock } = this.deps;
    const completion = {
      outcome: outcome.outcome,
      exceptionCode: outcome.exceptionCode,
      readBack: outcome.readBackValue,
      message: refusal
        ? inBothLanguages(refusal)
        : outcome.said === null
          ? null
          : { zh: outcome.said, en: outcome.said },
      sentAt: sentAt === null ? null : new Date(sentAt),
      finishedAt: new Date(clock.now()),
    };
    await this.insist(() => completeRecord(system, db, recordId, completion), { recordId });
  }

  /** Stores the end of something, again and again until the database takes it or the server stops: the start of a server ends what is left. */
  async insist(store: () => Promise<void>, what: object): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await store();
        return;
      } catch (error) {
        if (attempt === 1)
          this.deps.log.warn({ err: error, ...what }, 'The outcome of a write could not be stored; trying again');
        if (this.#isClosing) return;
        await new Promise((resolve) => setTimeout(resolve, storeRetryMs));
      }
    }
  }

  #checks() {
    const { commands, live, clock } = this.deps;
    return { commands, live, now: clock.now() };
  }

  async #interlock(db: Db | Transaction<Tables>, writer: Writer, point: PointToWriteRow): Promise<Refusal | null> {
    const id = point.interlock_point_id;
    if (id === null) return null;
    const other = (await findPointsToWrite(system, db, [id])).get(id);
    const isSeen = other !== undefined && (await findPointsToWrite(writer.tenant, db, [id])).has(id);
    return whyInterlocked(point, other, isSeen, this.#checks());
  }

  /**
   * Judges the interlock of a point by the live values at the moment of sending, not of the order: a write may wait seconds for
   * its gateway. The words go into the write log, so they name no point that its readers may not see.
   */
  async #interlockInWait(pointId: number): Promise<() => Refusal | null> {
    const { db } = this.deps;
    const point = (await findPointsToWrite(system, db, [pointId])).get(pointId);
    const id = point?.interlock_point_id ?? null;
    if (!point || id === null) return () => null;
    const other = (await findPointsToWrite(system, db, [id])).get(id);
    return () => whyInterlocked(point, other, false, this.#checks());
  }

  async #tooEarly(db: Db | Transaction<Tables>, point: PointToWriteRow): Promise<Refusal | null> {
    const { isSending, lastSentAt } = await lastOrder(system, db, point.point_id);
    if (isSending) return new Refusal(writingErrors.alreadyWriting);
    const seconds = point.min_interval_seconds;
    const restMs = lastSentAt === null ? 0 : lastSentAt + seconds * 1000 - this.deps.clock.now();
    return restMs > 0 ? new Refusal(writingErrors.tooSoon, { seconds, rest: Math.ceil(restMs / 1000) }) : null;
  }
}
