import { system } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { epochOfLocal, localOfEpoch } from '../platform/zonedTime.ts';
import type { SeededCompany } from './SeededCompany.ts';
import { insertDemoGroup, insertDemoTask, setpointsOf } from './schedules.store.ts';

const day = 86_400_000;
const timeZone = 'Asia/Shanghai';

/** A night set-back that has run for days, its return in the morning, and an address that is switched off. */
export async function seedSchedules(
  db: DbOrTransaction,
  { companyId, projectIds }: SeededCompany,
  { userId, now }: { userId: number; now: number },
): Promise<void> {
  const projectId = projectIds.get('coldStore');
  if (projectId === undefined) return;
  const points = (await setpointsOf(system, db, projectId)).slice(0, 2);
  if (points.length === 0) return;
  const groupId = await insertDemoGroup(system, db, {
    companyId,
    name: '冷库夜间设定',
    description: '谷电时段降低设定，早晨恢复',
    projectId,
    pointIds: points,
    at: new Date(now - 20 * day),
  });
  const today = localOfEpoch(now, timeZone).slice(0, 10);
  /** The last so many due times at a clock, the latest first. */
  const dues = (clock: string, count: number): number[] =>
    Array.from({ length: count + 1 }, (_, back) => epochOfLocal(`${today} ${clock}`, timeZone)! - back * day)
      .filter((at) => at < now)
      .slice(0, count);
  const next = (clock: string): number => {
    const at = epochOfLocal(`${today} ${clock}`, timeZone)!;
    return at > now ? at : at + day;
  };
  const task = { companyId, groupId, userId, at: new Date(now - 20 * day) };
  const writes = (value: number) => points.map((pointId) => ({ pointId, value }));
  await insertDemoTask(system, db, {
    ...task,
    name: '夜间降温',
    expression: '30 23 * * *',
    writes: writes(-21),
    nextAt: next('23:30:00'),
    runs: dues('23:30:00', 6).map((due, i) => ({ due, outcome: i === 3 ? ('failed' as const) : ('done' as const) })),
  });
  await insertDemoTask(system, db, {
    ...task,
    name: '早晨恢复设定',
    expression: '30 6 * * *',
    writes: writes(-20.5),
    nextAt: next('06:30:00'),
    runs: dues('06:30:00', 6).map((due, i) => ({ due, outcome: i === 4 ? ('missed' as const) : ('done' as const) })),
  });
  await insertDemoTask(system, db, {
    ...task,
    name: '通知能管平台开班',
    expression: '0 8 * * 1-5',
    url: 'https://energy.example/api/shift',
    writes: [],
    nextAt: null,
    runs: [],
  });
}
