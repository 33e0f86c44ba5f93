import { fenOfMicro } from '@watchpost/contract';
import type { AccountRow } from './accounts.store.ts';

export interface Balance {
  fen: number;
  /** Energy that has passed and is not posted yet. */
  unpostedFen: number;
  fenPerDay: number | null;
  daysLeft: number | null;
  isLow: boolean;
}

/**
 * What an account holds now. Energy is charged as a running total: fen of all micro-¥ together, less what is posted; so no rounding
 * adds up, and a day that is counted once more corrects itself with the next charge.
 */
export function balanceOf(account: AccountRow): Balance {
  const { posted_fen, charged_fen, cost_micro, micro_per_day, low_days, closed_at } = account;
  const unpostedFen = closed_at ? 0 : Number(fenOfMicro(BigInt(cost_micro))) - charged_fen;
  const fen = posted_fen - unpostedFen;
  const fenPerDay = micro_per_day === null ? null : Math.round(micro_per_day / 10_000);
  const daysLeft = fenPerDay === null || fenPerDay <= 0 ? null : Math.max(0, Math.floor((fen / fenPerDay) * 10) / 10);
  return {
    fen,
    unpostedFen,
    fenPerDay,
    daysLeft,
    isLow: closed_at === null && (fen <= 0 || (daysLeft !== null && daysLeft < low_days)),
  };
}
