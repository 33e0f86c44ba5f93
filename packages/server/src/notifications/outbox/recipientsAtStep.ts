import type { Channel, NotSentReason } from '@watchpost/contract';
import type { DayKinds } from '../../projects/index.ts';
import { isWithin, localMoment } from '../duty/localMoment.ts';
import { type Absence, type Occasion, onDuty, standIn } from '../duty/onDuty.ts';
import type { Contact, Rota } from './recipients.store.ts';

export interface Reached {
  readonly userId: number;
  readonly channels: readonly Channel[];
  /** In whose place; null: in their own. */
  readonly insteadOf: number | null;
  /** The rota that names the person; null: a contact of the strategy. */
  readonly rota: string | null;
  /** Null: the person is to be notified. */
  readonly whyNot: NotSentReason | null;
  /** On leave, and the substitute may not see the alarm. */
  readonly despiteLeave: boolean;
}

/**
 * Recipients of one escalation step at a moment, by contacts and rotas; rights, addresses and quiet hours are asked afterwards.
 * Pure. A person who is named twice is notified once by each way.
 *
 * @param maySee whether somebody may see the alarm: a substitute who may not is left out, and the person on leave is notified
 */
export function recipientsAtStep({
  contacts,
  rotas,
  days,
  absences,
  severity,
  step,
  at,
  timeZone,
  projectId,
  maySee,
}: {
  contacts: readonly Contact[];
  rotas: readonly Rota[];
  days: DayKinds;
  absences: readonly Absence[];
  severity: number;
  step: number;
  at: number;
  timeZone: string;
} & Omit<Occasion, 'day'>): Reached[] {
  const moment = localMoment(at, timeZone);
  const reached = (userId: number, channels: readonly Channel[], rota: string | null, isOff: boolean): Reached[] => {
    const { who, passedOver } = standIn(userId, absences, { projectId, day: moment.day, maySee });
    const whyNot = isOff ? 'outsidePeriod' : who === null ? 'onLeave' : null;
    const common = { channels, rota, despiteLeave: false };
    if (passedOver !== null && !isOff)
      return [
        { ...common, userId: passedOver, insteadOf: userId, whyNot: 'noRight' },
        { ...common, userId, insteadOf: null, whyNot, despiteLeave: true },
      ];
    return [{ ...common, userId: who ?? userId, whyNot, insteadOf: who === null || who === userId ? null : userId }];
  };
  const asked = <T extends { step: number; severities: readonly number[] }>(all: readonly T[]) =>
    all.filter((each) => each.step === step && each.severities.includes(severity));
  const all = [
    ...asked(contacts).flatMap((contact) =>
      reached(contact.userId, contact.channels, null, !isWithin(contact, moment, days)),
    ),
    ...asked(rotas).flatMap((rota) =>
      onDuty(rota.shifts, days, moment).flatMap((userId) => reached(userId, rota.channels, rota.name, false)),
    ),
  ];
  // A person who is notified anyway is not left out as well.
  return all.filter(
    (each) => each.whyNot === null || !all.some((other) => other.userId === each.userId && other.whyNot === null),
  );
}
