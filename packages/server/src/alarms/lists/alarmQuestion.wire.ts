import type { AlarmFilter as WireFilter } from '@watchpost/contract';
import type { z } from 'zod';
import { type Caller, tenantOf, zoneOf } from '../../access/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { alarmStaff } from '../alarmStaff.ts';
import { raisedBetween } from '../raisedBetween.ts';
import type { AlarmFilter, AlarmOrder, AlarmView } from './lists.store.ts';

const some = <T>(list: readonly T[] | undefined): readonly T[] | null => (list && list.length > 0 ? list : null);

/**
 * What a list's call asks, in our words.
 *
 * @throws Refusal for more than 31 days
 */
export async function alarmQuestion(
  { db, clock }: { db: Db; clock: Clock },
  { tenant, userId, grants }: Caller,
  view: AlarmView,
  body: z.output<typeof WireFilter>,
): Promise<{ filter: AlarmFilter; order: AlarmOrder }> {
  const timeZone = await zoneOf(tenant, db, body.ProjectId ?? null);
  const now = clock.now();
  const between = (from: 'Cstime' | 'Bstime', to: 'Cetime' | 'Betime') =>
    raisedBetween({ from: body[from], to: body[to] }, { from, to }, timeZone, now);
  return {
    filter: {
      view,
      alarmId: body.Id ?? null,
      raised: between('Cstime', 'Cetime'),
      returned: between('Bstime', 'Betime'),
      isReturned: body.IsReturned ?? null,
      text: body.Acontent ?? null,
      deviceName: body.MtName ?? null,
      deviceId: body.Mtid ?? null,
      severities: some(body.Level),
      kinds: some(body.AlarmClass),
      subjectKind: body.Type ?? null,
      places: [body.Area, body.subareaList].filter((places) => places !== undefined),
      classIds: some(body.Child),
      acknowledged: body.IsAck ?? null,
      acknowledgedBy: some(body.confirmUser),
      commented: body.IsComment ?? null,
      commentedBy: some(body.commentUser),
      staffProjectIds: grants ? tenantOf(userId, grants, alarmStaff).projectIds : [],
      firstCommentMinutes: body.FirstCommentMinutes ?? null,
      durationMinutes: { from: body.DurationMin ?? null, to: body.DurationMax ?? null },
      responseMinutes: { from: body.ResponseMin ?? null, to: body.ResponseMax ?? null },
      repaired: body.IsRepair ?? null,
      now: new Date(now),
    },
    order: { sort: body.SortType ?? null, ascending: body.IsAsc ?? false },
  };
}
