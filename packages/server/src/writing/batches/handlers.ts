import { type batchCalls, commonErrors, writingErrors } from '@watchpost/contract';
import { mayWriteTo } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { Batches, type BatchOrder } from '../Batches.ts';
import { endBatch, findBatch, insertBatch, recordsOfBatch } from '../batches.store.ts';
import { whyNotWritable } from '../checkWrite.ts';
import { findPointsToWrite } from '../points.store.ts';
import { presentBatch } from '../present.ts';
import { insertRecords } from '../records.store.ts';
import { rightsOf, type WriteDeps } from '../rightsOf.ts';

type BatchHandlers = Pick<Handlers<typeof batchCalls>, 'batchControlDown' | 'getBatchWrite' | 'cancelBatchWrite'>;

export function batchHandlers(deps: WriteDeps): BatchHandlers {
  const { db, clock, live, writing } = deps;
  const { commands } = writing.deps;
  const batches = new Batches(writing);
  return {
    async batchControlDown(context, { body }) {
      const { caller } = context;
      const rights = rightsOf(caller);
      const ids = body.PointList.map(({ PointId }) => PointId);
      if (new Set(ids).size < ids.length) throw new Refusal(writingErrors.samePointTwice);
      const points = await findPointsToWrite(caller.tenant, db, ids);
      const checks = { commands, live, now: clock.now() };
      for (const id of ids) {
        const point = points.get(id);
        if (!point) throw new Refusal(commonErrors.notFound);
        if (!mayWriteTo(rights, point.project_id, point.device_ids)) throw new Refusal(writingErrors.readOnlyForYou);
        const refusal = whyNotWritable(point, checks);
        if (refusal) throw refusal;
      }
      const batchId = await inOneWrite(deps, context, async ({ transaction, log }) => {
        const now = new Date(clock.now());
        const id = await insertBatch(caller.tenant, transaction, {
          reason: body.Reason,
          stopOnError: body.StopOnError,
          requestedAt: now,
        });
        await insertRecords(
          caller.tenant,
          transaction,
          body.PointList.map(({ PointId, Value }, position) => ({
            point: points.get(PointId)!,
            value: Value,
            oldValue: live.get(PointId)?.value ?? null,
            reason: body.Reason,
            userId: caller.userId,
            requestedAt: now,
            outcome: 'queued' as const,
            batch: { id, position },
          })),
        );
        // What is written to each point stands in the write log; one line for each project says that it was done.
        for (const [projectId, own] of Map.groupBy(points.values(), ({ project_id }) => project_id)) {
          log({
            companyId: caller.tenant.companyId,
            projectId,
            subject: { kind: 'writeBatch', id, name: body.Reason },
            after: { points: own.length, reason: body.Reason },
          });
        }
        return id;
      });
      const orders = new Map<number, BatchOrder>(
        body.PointList.map(({ PointId, ExpectedValue }) => [
          PointId,
          { expected: ExpectedValue, returnMinutes: body.ReturnMinutes },
        ]),
      );
      const gatewayOf = (pointId: number) => points.get(pointId)?.gateway_id ?? 0;
      const { userId, tenant } = caller;
      batches.start(batchId, { userId, companyId: tenant.companyId }, body.StopOnError, orders, gatewayOf);
      return { BatchId: batchId };
    },

    async getBatchWrite({ caller, language }, { query }) {
      const batch = await findBatch(caller.tenant, db, query.batchId);
      if (!batch) throw new Refusal(commonErrors.notFound);
      return presentBatch(batch, await recordsOfBatch(caller.tenant, db, batch.id), language);
    },

    async cancelBatchWrite(context, { body }) {
      const { caller } = context;
      const batch = await findBatch(caller.tenant, db, body.BatchId);
      if (!batch) throw new Refusal(commonErrors.notFound);
      if (batch.state !== 'running') throw new Refusal(writingErrors.batchEnded);
      await inOneWrite(deps, context, async ({ transaction, log, afterCommit }) => {
        // One that nobody carries out any more only needs its end written down.
        if (!batches.isRunning(batch.id))
          await endBatch(caller.tenant, transaction, batch.id, 'cancelled', new Date(clock.now()));
        log({
          companyId: batch.company_id,
          subject: { kind: 'writeBatch', id: batch.id, name: batch.reason },
          before: { state: 'running' },
          after: { state: 'cancelled' },
        });
        afterCommit(() => batches.cancel(batch.id));
      });
      return null;
    },
  };
}
