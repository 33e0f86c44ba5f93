import type { ProjectState } from '@watchpost/contract';
import { hasExpired, serviceEndsAt } from './expiry.ts';

/** What decides whether a project is served. */
export interface ServiceFacts {
  readonly deleted_at: Date | null;
  readonly disabled_at: Date | null;
  /** `YYYY-MM-DD`, null: no end. */
  readonly service_end: string | null;
  readonly time_zone: string;
}

/** What was done on purpose is said before what came by itself. */
export const projectStateOf = (project: ServiceFacts, nowMs: number): ProjectState =>
  project.deleted_at !== null
    ? 'deleted'
    : project.disabled_at !== null
      ? 'disabled'
      : hasExpired(project.service_end, project.time_zone, nowMs)
        ? 'expired'
        : 'valid';

/**
 * Whether present values may be shown and people told: neither deleted nor disabled nor expired. Recording and alarms go on in
 * any state, so that enabling, renewing or restoring finds no hole.
 */
export const isServed = (project: ServiceFacts, nowMs: number): boolean => projectStateOf(project, nowMs) === 'valid';

/** The moment up to which measurements may be shown, epoch ms: the first of its ends; null: it has none. */
export function shownUntil({ deleted_at, disabled_at, service_end, time_zone }: ServiceFacts): number | null {
  const ends = [deleted_at?.getTime(), disabled_at?.getTime(), serviceEndsAt(service_end, time_zone)].filter(
    (at) => at !== undefined && at !== null,
  );
  return ends.length === 0 ? null : Math.min(...ends);
}
