import { type Bilingual, writeOutcomes, writingErrors } from '@watchpost/contract';
import { system } from '../access/index.ts';
import { inBothLanguages, Refusal } from '../platform/http/refusal.ts';
import { type BatchState, endBatch, recordsOfBatch } from './batches.store.ts';
import { beginQueued, completeRecord, leaveOutQueued, type RecordRow } from './records.store.ts';
import type { Order, Writing } from './Writing.ts';
import { type WriteOwner, writerNow } from './writerNow.ts';

/** Slow lines do not wait for each other; more at once would only make it harder to stop. */
const linesAtOnce = 8;

const leftOut: Record<Exclude<BatchState, 'running' | 'done'>, Bilingual> = {
  stopped: { zh: '前面的点位未写成功，未继续', en: 'Left out, because a point before it was not written' },
  cancelled: { zh: '批量写入已取消', en: 'The batch was cancelled' },
  interrupted: { zh: '服务器停止，未继续执行', en: 'The server stopped; the rest was not carried on with' },
};
const brokeOff: Bilingual = {
  zh: '服务器出错，未继续执行，请重新写入其余点位',
  en: 'The server had an error and did not carry on: write the rest again',
};

/** What a batch asks for each of its points, by the record that waits for it. */
export type BatchOrder = Pick<Order, 'expected' | 'returnMinutes'>;

/**
 * Carries out a batch that is written down: point by point, each checked again when its turn comes, by
 * the rights that its owner has then. With `stopOnError` in the
 * order asked for, else line by line beside each other. What has not begun when it is cancelled is left out.
 */
export class Batches {
  readonly #writing: Writing;
  readonly #running = new Map<number, { cancelled: boolean }>();

  constructor(writing: Writing) {
    this.#writing = writing;
  }

  start(
    batchId: number,
    who: WriteOwner,
    stopOnError: boolean,
    orders: ReadonlyMap<number, BatchOrder>,
    gatewayOf: (pointId: number) => number,
  ): void {
    const state = { cancelled: false };
    this.#running.set(batchId, state);
    const run = this.#run(batchId, who, stopOnError, orders, gatewayOf, state).catch((error) => {
      this.#writing.deps.log.error({ err: error, batchId }, 'A batch of writes broke off');
      return this.#end(batchId, 'interrupted', brokeOff);
    });
    void this.#writing.keep(run).finally(() => this.#running.delete(batchId));
  }

  isRunning(batchId: number): boolean {
    return this.#running.has(batchId);
  }

  /** What is on its way is finished; the rest is left out. */
  cancel(batchId: number): void {
    const state = this.#running.get(batchId);
    if (state) state.cancelled = true;
  }

  async #run(
    batchId: number,
    who: WriteOwner,
    stopOnError: boolean,
    orders: ReadonlyMap<number, BatchOrder>,
    gatewayOf: (pointId: number) => number,
    state: { cancelled: boolean },
  ): Promise<void> {
    const { db } = this.#writing.deps;
    const records = await recordsOfBatch(system, db, batchId);
    let failed = false;
    /** What stands in the way of one of them may stand in the way of all. */
    const errors: unknown[] = [];
    const goesOn = () =>
      !state.cancelled && !this.#writing.isClosing && !(failed && stopOnError) && errors.length === 0;
    const inTurn = async (list: readonly RecordRow[]): Promise<void> => {
      for (const record of list) {
        if (!goesOn()) return;
        if (!(await this.#one(who, record, orders.get(record.point_id) ?? {}))) failed = true;
      }
    };
    if (stopOnError) await inTurn(records);
    else {
      const lines = [...Map.groupBy(records, ({ point_id }) => gatewayOf(point_id)).values()];
      const worker = async (): Promise<void> => {
        for (let line = lines.shift(); line; line = lines.shift()) await inTurn(line);
      };
      // What is on its way on other lines is finished before the batch is ended.
      await Promise.all(Array.from({ length: linesAtOnce }, () => worker().catch((error) => errors.push(error))));
    }
    if (errors.length > 0) throw errors[0];
    const end = this.#writing.isClosing
      ? 'interrupted'
      : state.cancelled
        ? 'cancelled'
        : failed && stopOnError
          ? 'stopped'
          : 'done';
    await this.#end(batchId, end);
  }

  async #end(batchId: number, state: Exclude<BatchState, 'running'>, why?: Bilingual): Promise<void> {
    const { db, clock } = this.#writing.deps;
    const now = new Date(clock.now());
    await this.#writing.insist(
      async () => {
        if (state !== 'done') await leaveOutQueued(system, db, batchId, now, why ?? leftOut[state]);
        await endBatch(system, db, batchId, state, now);
      },
      { batchId },
    );
  }

  /** True when the device has the value. */
  async #one(who: WriteOwner, record: RecordRow, order: BatchOrder): Promise<boolean> {
    const { db, clock } = this.#writing.deps;
    try {
      await db.transaction().execute(async (transaction) => {
        const passed = await this.#writing.pass(transaction, await writerNow(transaction, who), {
          ...order,
          pointId: record.point_id,
          value: record.value,
        });
        if (!passed) throw new Refusal(writingErrors.noLongerYours);
        // What is told of it already, such as by a hand-over of its project, stays.
        if (!(await beginQueued(system, transaction, record.id, passed)))
          throw new Refusal(writingErrors.noLongerYours);
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await completeRecord(system, db, record.id, {
        outcome: 'notSent',
        exceptionCode: null,
        readBack: null,
        message: inBothLanguages(error),
        sentAt: null,
        finishedAt: new Date(clock.now()),
      });
      return false;
    }
    const { outcome } = await this.#writing.send(record.id, record.point_id, record.value);
    return writeOutcomes[outcome].success === true;
  }
}
