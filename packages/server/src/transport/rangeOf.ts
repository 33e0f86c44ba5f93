import { commonErrors, dayMs, trackDays, transportErrors } from '@watchpost/contract';
import type { Caller } from '../access/index.ts';
import { checkedRange } from '../history/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { findProjectFacts, shownUntil } from '../projects/index.ts';
import type { TransportDeps } from './deps.ts';

/**
 * A stretch of time as somebody asked for it, by the clock of the project; it ends where nothing may be shown any more.
 *
 * @returns epoch ms
 */
export async function rangeOf(
  { db, clock }: Pick<TransportDeps, 'db' | 'clock'>,
  { tenant }: Pick<Caller, 'tenant'>,
  projectId: number,
  { start, end }: { start: string; end: string },
): Promise<{ from: number; to: number; timeZone: string }> {
  const project = await findProjectFacts(tenant, db, projectId);
  if (!project) throw new Refusal(commonErrors.notFound);
  const { time_zone: timeZone } = project;
  const { from, to } = checkedRange({ start, end, timeZone, now: clock.now() });
  if (to - from > trackDays * dayMs) throw new Refusal(transportErrors.rangeTooLong, { days: trackDays });
  return { from, to: Math.max(from, Math.min(to, shownUntil(project) ?? to)), timeZone };
}
