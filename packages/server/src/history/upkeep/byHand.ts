import type { ClientBase } from 'pg';
import { logDeed } from '../../logs/index.ts';
import { transactionOn } from '../../platform/db/transactionOn.ts';
import { placeOfPoint } from './upkeep.store.ts';

/** Who changes history by hand, when and why. */
export interface ByHand {
  now: number;
  by?: string | undefined;
  reason?: string | undefined;
}

const iso = (epochMs: number): string => new Date(epochMs).toISOString();

/** A line in the operation log of the company whose point it is, in the transaction of the change; none for a point that is gone. */
export async function logByHand(
  client: ClientBase,
  deed: 'fillHistory' | 'eraseHistory',
  { pointId, samples, from, to }: { pointId: number; samples: number; from: number; to: number },
  { now, by, reason }: ByHand,
): Promise<void> {
  const place = await placeOfPoint(client, pointId);
  if (place === null) return;
  const { companyId, projectId, name } = place;
  const stretch = { readings: samples, historyFrom: iso(from), historyTo: iso(to) };
  const who = { ...(by !== undefined && { byHand: by }), ...(reason !== undefined && { reason }) };
  const operation = {
    companyId,
    projectId,
    subject: { kind: 'point', id: pointId, name },
    ...(deed === 'fillHistory' ? { after: { ...stretch, ...who } } : { before: stretch, after: who }),
  } as const;
  await logDeed(transactionOn(client), deed, operation, now);
}
