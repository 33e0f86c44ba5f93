import { energyErrors } from '@watchpost/contract';
import { Refusal } from '../../platform/http/refusal.ts';
import { epochOfLocal } from '../../platform/zonedTime.ts';

/**
 * When something happened to a meter.
 *
 * @param local the wall clock of its project
 * @param now epoch ms
 * @throws Refusal `future`
 */
export function momentOf(local: string, timeZone: string, now: number): Date {
  const at = epochOfLocal(local, timeZone)!;
  if (at > now) throw new Refusal(energyErrors.future);
  return new Date(at);
}
