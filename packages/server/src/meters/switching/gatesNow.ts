import { type Bilingual, isProtected, prepaidErrors, type TripGate, tripGates } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { dayAfter, localOfEpoch } from '../../platform/zonedTime.ts';
import { findOutdoorPoint } from '../../points/index.ts';
import type { AccountRow } from '../accounts/accounts.store.ts';
import type { PrepaidDeps } from '../deps.ts';
import { ordersUnderWay } from '../recharges/recharges.store.ts';
import { trusted } from '../trustedReading.ts';
import { closedGates, gatesOf } from './gates.ts';
import { dayKindsOf, tripFacts } from './switching.store.ts';

export interface Gates {
  readonly isMet: Record<TripGate, boolean>;
  /** What is protected behind the meter. */
  readonly protectedBehind: readonly Bilingual[];
}

/**
 * What is asked before power is cut, with the answers of this moment.
 *
 * @param db a transaction that has locked what the answers depend on, or for a look
 * @param exceptOrder the order that they are asked for, which is no earlier one
 */
export async function gatesNow(
  { clock, live, startedAt }: Pick<PrepaidDeps, 'clock' | 'live' | 'startedAt'>,
  db: DbOrTransaction,
  account: AccountRow,
  exceptOrder: number | null = null,
): Promise<Gates> {
  const now = clock.now();
  const local = localOfEpoch(now, account.time_zone);
  const today = local.slice(0, 10);
  const facts = await tripFacts(system, db, account, new Date(now), exceptOrder);
  const kinds = await dayKindsOf(system, db, account.project_id, [today, dayAfter(today, 1)]);
  const outdoorPoint = await findOutdoorPoint(system, db, account.project_id);
  const age = (pointId: number | null) => {
    const reading = trusted(live, pointId);
    return reading && now - reading.at;
  };
  const isMet = gatesOf({
    loadClass: account.load_class,
    behind: facts.behind,
    balanceFen: account.balance_fen,
    overdraftFen: account.overdraft_fen,
    rechargesUnderWay: (await ordersUnderWay(system, db, account.id)).length,
    lowSince: facts.lowSince && now - facts.lowSince.getTime(),
    minuteOfDay: Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16)),
    dayKind: kinds[0]!,
    nextDayKind: kinds[1]!,
    outdoor: trusted(live, outdoorPoint)?.value ?? null,
    isLivestock: account.industry === 3,
    registerAgeMs: age(account.register_point_id),
    switchAgeMs: age(account.switch_point_id),
    ledgerAddsUp: !facts.unbalanced,
    openEvents: facts.openEvents,
    tripsAgoMs: facts.recent.map((at) => now - at.getTime()),
    isDisarmed: facts.disarmed,
    runsMs: now - startedAt,
  });
  return { isMet, protectedBehind: facts.behind.filter(isProtected).map(({ zh, en }) => ({ zh, en })) };
}

/** Why power is not cut, with the gates that are closed; null: all of them are met. */
export function refusalOf({ isMet, protectedBehind }: Gates): Refusal | null {
  const closed = closedGates(isMet);
  if (closed.length === 0) return null;
  const words = (language: 'zh' | 'en', between: string) => {
    const behind = protectedBehind.map((each) => each[language]).join(language === 'zh' ? '、' : ', ');
    const gate = (name: TripGate) =>
      tripGates[name][language] + (name === 'interruptible' && behind !== '' ? ` (${behind})` : '');
    return closed.map(gate).join(between);
  };
  return new Refusal(prepaidErrors.gateClosed, { gates: { zh: words('zh', '；'), en: words('en', '; ') } });
}
