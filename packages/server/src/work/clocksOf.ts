import { type ClockKind, type ClockState, clockKindNames, serviceTargets } from '@watchpost/contract';
import { dueOf, type ServiceCalendar, type ServiceHours, type Stretch } from './serviceClock.ts';

/** What a contract agrees on for the orders of a severity, in seconds. */
export type AgreedService = Readonly<Record<ClockKind, number>> & {
  /** Left out: the calendar of the severity. */
  readonly hours?: ServiceHours;
};

/** What an order's clocks follow from; times are epoch ms. */
export interface ClockFacts {
  readonly severity: 1 | 2 | 3;
  /** Agreed by contract, in seconds; null: the usual ones of the severity. */
  readonly targets: AgreedService | null;
  readonly timeZone: string;
  readonly dayKinds: ReadonlyMap<string, number>;
  readonly submittedAt: number;
  /** First of each; null: not yet. */
  readonly acceptedAt: number | null;
  readonly arrivedAt: number | null;
  /** Of the finish that stands. */
  readonly finishedAt: number | null;
  readonly completedAt: number | null;
  readonly isRevoked: boolean;
  /** `kind` null: of every clock but the response. */
  readonly pauses: readonly (Stretch & { readonly kind: ClockKind | null })[];
}

export interface ClockRow {
  readonly kind: ClockKind;
  readonly calendar: ServiceCalendar['name'];
  readonly state: ClockState;
  readonly startedAt: number;
  readonly targetSeconds: number;
  readonly dueAt: number | null;
  readonly metAt: number | null;
  /** By these facts; one that was missed before stays so. */
  readonly breachedAt: number | null;
}

/** The pauses that one clock knows: the response never stands still. */
export const pausesOf = (facts: Pick<ClockFacts, 'pauses'>, kind: ClockKind): Stretch[] =>
  facts.pauses.filter((pause) => pause.kind === kind || (pause.kind === null && kind !== 'response'));

/**
 * The clocks of an order as they stand at `now`. Response: report to first acceptance; arrival: to sign-in or remote finish;
 * resolution: to the finish that is accepted later. A revoked order ends all that run.
 */
export function clocksOf(facts: ClockFacts, now: number): ClockRow[] {
  const usual = serviceTargets[facts.severity];
  const target = facts.targets ?? usual;
  const hours = facts.targets?.hours;
  const name = hours ? 'own' : usual.calendar;
  const calendar = { name, hours, timeZone: facts.timeZone, dayKinds: facts.dayKinds } as const;
  const metAt: Record<ClockKind, number | null> = {
    response: facts.acceptedAt,
    arrival: facts.arrivedAt,
    resolution: facts.completedAt === null ? null : facts.finishedAt,
  };
  return clockKindNames.map((kind) => {
    const pauses = pausesOf(facts, kind);
    const met = metAt[kind];
    const stopsAt = kind === 'resolution' ? facts.finishedAt : null;
    const until = met ?? stopsAt ?? now;
    const known = pauses.filter(({ from }) => from <= until);
    const due = dueOf(calendar, facts.submittedAt, target[kind], known);
    const isPaused = met === null && stopsAt === null && known.some((pause) => pause.until === null);
    const state: ClockState =
      met !== null
        ? 'met'
        : facts.isRevoked
          ? 'cancelled'
          : stopsAt !== null
            ? 'stopped'
            : isPaused
              ? 'paused'
              : 'running';
    return {
      kind,
      calendar: name,
      state,
      startedAt: facts.submittedAt,
      targetSeconds: target[kind],
      dueAt: state === 'cancelled' || state === 'paused' ? null : due,
      metAt: met,
      breachedAt: due !== null && due < until && state !== 'cancelled' ? due : null,
    };
  });
}
