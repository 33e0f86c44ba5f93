import type { Channel, NotSentReason } from '@watchpost/contract';
import { type DayKinds, isWithin, localMoment } from '../duty/localMoment.ts';
import { type Absence, onDuty, standIn } from '../duty/onDuty.ts';
import type { Contact, Rota } from './recipients.store.ts';

export interface Reached {
  readonly userId: number;
  readonly channels: readonly Channel[];
  /** In whose place; null: in his own. */
  readonly insteadOf: number | null;
  /** The rota that names him; null: he is a contact of the strategy. */
  readonly rota: string | null;
  /** Null: he is to be told. */
  readonly whyNot: NotSentReason | null;
}

/**
 * Who is told at one step of the ladder at a moment, by contacts and rotas; rights, addresses and quiet hours are asked
 * afterwards. Pure. A person who is named twice is told once by each way.
 */
export function whoAtStep({
  contacts,
  rotas,
  days,
  absences,
  severity,
  step,
  at,
  timeZone,
}: {
  contacts: readonly Contact[];
  rotas: readonly Rota[];
  days: DayKinds;
  absences: readonly Absence[];
  severity: number;
  step: number;
  at: number;
  timeZone: string;
}): Reached[] {
  const moment = localMoment(at, timeZone);
  const reached = (userId: number, channels: readonly Channel[], rota: string | null, isOff: boolean): Reached => {
    const who = standIn(userId, absences, moment.day);
    const whyNot = isOff ? 'outsidePeriod' : who === null ? 'onLeave' : null;
    return { userId: who ?? userId, channels, rota, whyNot, insteadOf: who === null || who === userId ? null : userId };
  };
  const asked = <T extends { step: number; severities: readonly number[] }>(all: readonly T[]) =>
    all.filter((each) => each.step === step && each.severities.includes(severity));
  const all = [
    ...asked(contacts).map((contact) =>
      reached(contact.userId, contact.channels, null, !isWithin(contact, moment, days)),
    ),
    ...asked(rotas).flatMap((rota) =>
      onDuty(rota.shifts, days, moment).map((userId) => reached(userId, rota.channels, rota.name, false)),
    ),
  ];
  // Who is told anyway is not left out as well.
  return all.filter(
    (each) => each.whyNot === null || !all.some((other) => other.userId === each.userId && other.whyNot === null),
  );
}
