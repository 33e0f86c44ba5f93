import { hourMs } from '@watchpost/contract';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/**
 * What was written in the last days, by the point's place in the list of setpoints; the last one is the newest. At the end each
 * setpoint is what it was before, as its curve and its live value say.
 */
const story = [
  { place: 0, hoursAgo: 151, step: -1, outcome: 'succeeded', reason: '夏季高负荷，降低设定' },
  { place: 0, hoursAgo: 127, step: 1, outcome: 'succeeded', reason: '恢复常规设定' },
  { place: 1, hoursAgo: 98, step: -2, outcome: 'refusedByDevice', exception: 4, reason: '新货入库前预冷' },
  { place: 1, hoursAgo: 97, step: -2, outcome: 'succeeded', reason: '控制器已切回远程，重试' },
  { place: 1, hoursAgo: 73, step: 2, outcome: 'succeeded', reason: '入库完成，恢复' },
  { place: 2, hoursAgo: 50, step: 1, outcome: 'readsBackDifferently', reason: '夜间设定' },
  { place: 2, hoursAgo: 44, step: 1, outcome: 'noResponse', reason: '夜间设定' },
  { place: 2, hoursAgo: 26, step: 1, outcome: 'succeeded', reason: '夜间设定' },
  { place: 2, hoursAgo: 14, step: -1, outcome: 'succeeded', reason: '恢复白天设定' },
] as const;

/** What setpoints of these classes of devices are usually set to, and may be. */
const usual: Readonly<Record<string, { low: number; high: number; value: number }>> = {
  freezerRoom: { low: -26, high: -15, value: -20.5 },
  chillRoom: { low: 0, high: 8, value: 2 },
};

/** Limits for the setpoints of a company's cold rooms, and what its watchkeeper wrote in the last days. */
export async function insertWritings(
  _system: SystemTenant,
  db: DbOrTransaction,
  { companyId, userId, nowMs }: { companyId: number; userId: number; nowMs: number },
): Promise<void> {
  const points = await db
    .selectFrom('point_place')
    .innerJoin('device_class', 'device_class.id', 'point_place.device_class_id')
    .where('point_place.company_id', '=', companyId)
    .where('point_place.writable', '=', true)
    .where('device_class.code', 'in', Object.keys(usual))
    .where('point_place.unit', '=', '°C')
    .selectAll('point_place')
    .select('device_class.code as class_code')
    .orderBy('point_place.point_id')
    .execute();
  const person = await db.selectFrom('person').where('user_id', '=', userId).select('name').executeTakeFirst();
  if (points.length === 0) return;
  await db
    .insertInto('point_write_limit')
    .values(
      points.map(({ point_id, class_code }) => ({
        point_id: point_id!,
        low: usual[class_code]!.low,
        high: usual[class_code]!.high,
        allowed_values: [],
        min_interval_seconds: 10,
      })),
    )
    .execute();
  const holds = new Map<number, number>();
  await db
    .insertInto('write_record')
    .values(
      story.map(({ place, hoursAgo, step, outcome, reason, ...more }) => {
        const point = points[place % points.length]!;
        const at = nowMs - hoursAgo * hourMs;
        const before = holds.get(point.point_id!) ?? usual[point.class_code]!.value;
        const value = before + step;
        const isWritten = outcome === 'succeeded';
        if (isWritten) holds.set(point.point_id!, value);
        return {
          company_id: companyId,
          project_id: point.project_id!,
          point_id: point.point_id!,
          point_name: point.name!,
          point_name_en: point.name_en,
          device_id: point.device_id,
          device_ids: point.device_ids ?? [],
          device_name: point.device_name,
          device_name_en: point.device_name_en,
          unit: point.unit!,
          decimals: point.decimals!,
          status_values: JSON.stringify(point.status_values),
          user_id: userId,
          user_name: person?.name ?? '',
          reason,
          requested_at: new Date(at),
          sent_at: new Date(at + 40),
          finished_at: new Date(at + (outcome === 'noResponse' ? 9_200 : 430)),
          old_value: before,
          value,
          read_back: isWritten ? value : outcome === 'readsBackDifferently' ? before : null,
          outcome,
          exception_code: 'exception' in more ? more.exception : null,
        };
      }),
    )
    .execute();
}
