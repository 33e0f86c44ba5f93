import type { Language, PrepaidRow } from '@watchpost/contract';
import { type Caller, mayInProject } from '../../access/index.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { LiveValues } from '../../points/index.ts';
import { loosening } from '../loosening/loosening.ts';
import { trusted } from '../trustedReading.ts';
import type { AccountRow } from './accounts.store.ts';

export function presentAccount(
  row: AccountRow,
  live: LiveValues,
  caller: Caller,
  language: Language,
  now: number,
): PrepaidRow {
  const position = trusted(live, row.switch_point_id);
  const seesPhone =
    caller.grants !== null && mayInProject(caller.grants, row.project_id, ['meterRecharge', 'energyEdit']);
  const asked = loosening(row, now);
  return {
    AccountId: row.id,
    MeterId: row.meter_id,
    MeterName: row.meter_name === null ? null : inLanguage(row.meter_name, row.meter_name_en, language),
    Consumer: row.consumer,
    Phone: seesPhone ? row.phone : null,
    Mode: row.mode,
    LoadClass: row.load_class,
    BalanceFen: row.balance_fen,
    UnpostedFen: row.unposted_fen,
    AsOfEpoch: row.settled_through?.getTime() ?? null,
    FenPerDay: row.fen_per_day,
    DaysLeft: row.days_left,
    IsLow: row.is_low,
    LowDays: row.low_days,
    OverdraftFen: row.overdraft_fen,
    HoardLimitFen: row.hoard_limit_fen,
    SwitchPointId: row.switch_point_id,
    SwitchPointName: row.switch_name === null ? null : inLanguage(row.switch_name, row.switch_name_en, language),
    Switch: row.switch_point_id === null ? null : position === null ? 'unknown' : position.value >= 0.5 ? 'on' : 'off',
    SwitchEpoch: position?.at ?? null,
    ClosedEpoch: row.closed_at?.getTime() ?? null,
    Loosening: asked && {
      AskName: asked.askedName,
      AskEpoch: asked.askedAt.getTime(),
      EndEpoch: asked.endsAt.getTime(),
      Reason: asked.reason,
      IsYours: asked.askedBy === caller.userId,
    },
  };
}
