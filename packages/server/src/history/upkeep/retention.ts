import type { Pool } from 'pg';
import { logDeed } from '../../logs/index.ts';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import { transactionOn } from '../../platform/db/transactionOn.ts';
import { blockOf } from '../codec/RollupBlock.ts';
import { findAnalogPoints } from '../days.store.ts';
import { dayOf, dayStart } from '../days.ts';
import { lockTurn } from '../store.ts';
import { eraseInTransaction } from './eraseHistory.ts';
import { deleteRollups, findKeeping, holdKeeping, insertChange, listRetained, writeRetention } from './upkeep.store.ts';

/**
 * How long history must be kept at least, in days, by industry: cold chains of medicines five years; everything else two, the
 * longest span that one question may cover.
 */
const dutyDays: Readonly<Record<number, number>> = { 1: 1_827 };
const usualDutyDays = 731;

export const dutyOf = (industry: number): number => dutyDays[industry] ?? usualDutyDays;

/** The part of it that a law asks for; 0: none does. */
export const legalDutyOf = (industry: number): number => dutyDays[industry] ?? 0;

/** Thrown for a retention that cannot be set; the message is for the operator of the installation. */
export class RetentionRefused extends Error {
  override readonly name = 'RetentionRefused';
}

/**
 * Sets how long a project keeps its history; null: for ever.
 *
 * @throws RetentionRefused below what the project's industry owes, or when there is no such project
 */
export async function setRetention(db: Pool, projectId: number, keptDays: number | null, now: number): Promise<void> {
  await inTransaction(db, async (client) => {
    const project = await findKeeping(client, projectId);
    if (project === null) throw new RetentionRefused(`There is no project ${projectId}.`);
    const { industry, companyId, name, keptDays: keptBefore } = project;
    const duty = dutyOf(industry);
    if (keptDays !== null && keptDays < duty) {
      throw new RetentionRefused(`A project of industry ${industry} keeps its history for at least ${duty} days.`);
    }
    await writeRetention(client, projectId, keptDays);
    await insertChange(client, { at: now, kind: 'retention', pointId: null, detail: { projectId, keptDays } });
    if (keptDays === keptBefore) return;
    const operation = {
      companyId,
      projectId,
      subject: { kind: 'project', id: projectId, name },
      before: { historyKeptDays: keptBefore },
      after: { historyKeptDays: keptDays },
    } as const;
    await logDeed(transactionOn(client), 'keepHistory', operation, now);
  });
}

/**
 * Erases history older than the retention of its project: whole days, point by point. That takes hours; each point uses the
 * retention in force when its turn comes.
 *
 * @param stopping ends it between two points; the next night goes on
 */
export async function trimHistory(db: Pool, now: number, stopping?: AbortSignal): Promise<void> {
  for (const pointId of await listRetained(db)) {
    if (stopping?.aborted) return;
    await inTransaction(db, async (client) => {
      await lockTurn(client, 'sealing');
      const keeping = await holdKeeping(client, pointId);
      if (keeping === null) return;
      const oldest = dayOf(now) - Math.max(keeping.keptDays, dutyOf(keeping.industry));
      const range = { from: Number.MIN_SAFE_INTEGER, to: dayStart(oldest) };
      await eraseInTransaction(client, pointId, range, findAnalogPoints);
      await deleteRollups(client, pointId, blockOf(oldest));
    });
  }
}
