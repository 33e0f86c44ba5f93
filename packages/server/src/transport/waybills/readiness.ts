import { transportErrors } from '@watchpost/contract';
import { type UserTenant, zoneOf } from '../../access/index.ts';
import { certifiedUntil, pointsUnder } from '../../compliance/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import type { TransportDeps } from '../deps.ts';
import { type BoundTag, tagsOf, type WaybillRow } from './waybill.store.ts';

/** Cycles; a tag that was silent for longer is no witness of a departure. */
const heardWithinCycles = 2;

/** It is bound now, and its temperature did not come within two cycles. */
export const isSilent = (
  { live }: Pick<TransportDeps, 'live'>,
  { unbound_at, point_id, cycle_seconds }: BoundTag,
  now: number,
): boolean => {
  if (unbound_at !== null) return false;
  const last = point_id === null ? null : (live.get(point_id)?.measuredAt ?? null);
  return last === null || now - last > heardWithinCycles * (cycle_seconds ?? 0) * 1000;
};

/** Asks of each tag under GSP or GDP whether it may witness a departure. @throws Refusal `tagsNotReady` */
export async function needReadyTags(
  deps: Pick<TransportDeps, 'live' | 'clock'>,
  tenant: UserTenant,
  db: DbOrTransaction,
  waybill: WaybillRow,
): Promise<void> {
  const now = deps.clock.now();
  const bound = (await tagsOf(tenant, db, waybill.id)).filter(({ unbound_at }) => unbound_at === null);
  const pointIds = bound.flatMap(({ point_id }) => point_id ?? []);
  const strict = await pointsUnder(tenant, db, ['gsp', 'gdp'], pointIds, new Date(now));
  if (strict.size === 0) return;
  const certified = await certifiedUntil(tenant, db, [...strict]);
  const today = localOfEpoch(now, await zoneOf(tenant, db, waybill.project_id)).slice(0, 10);
  const wrong = bound.filter(
    (tag) =>
      tag.point_id !== null &&
      strict.has(tag.point_id) &&
      (isSilent(deps, tag, now) || (certified.get(tag.point_id) ?? '') < today),
  );
  if (wrong.length > 0)
    throw new Refusal(transportErrors.tagsNotReady, {
      names: wrong.map(({ serial_number }) => serial_number).join(', '),
    });
}
