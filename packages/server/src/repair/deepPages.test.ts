import { expect, test } from 'vitest';
import { openDatabase } from '../platform/db/database.ts';
import { silentLog } from '../platform/log/log.ts';
import { testDatabase } from '../testing/database.ts';
import { aCompany, aDevice, aMember, aProject } from '../testing/factories.ts';
import { countOrders, type OrderFilter, pageOrders } from './orderList.store.ts';
import type { Viewer } from './viewer.ts';

const noFilter: OrderFilter = {
  ...{ projectIds: null, statuses: null, from: null, until: null, applicantIds: null, assigneeIds: null },
  ...{ projectName: null, subsystemIds: null, classId: null, deviceId: null, alarmId: null, warningId: null },
  ...{ teamIds: null, faultCodeIds: null, completedOn: null, faultText: null, applicantText: null, text: null },
  ...{ severities: null, isApp: null, isMine: null, isOverdue: null, figure: null, sort: 'create', ascending: false },
};

test('a page far from the first goes on where the one before it ended, by time in either direction and without a sort; drafts of others are neither shown nor counted', async () => {
  const database = openDatabase((await testDatabase()).url, silentLog);
  try {
    const { db, pool } = database;
    const companyId = await aCompany(db);
    const projectId = await aProject(db, companyId);
    const deviceId = await aDevice(db, projectId);
    const userId = await aMember(db, companyId, projectId);
    const otherId = await aMember(db, companyId, projectId);
    // One each hour; one in a thousand is open, one in two thousand a draft of somebody else.
    await pool.query(
      `INSERT INTO repair_order (project_id, number, status, severity, source, device_id, device_name, fault_content, service_type,
         applicant_id, applicant_name, created_at, submitted_at)
       SELECT $1, CASE WHEN o % 2000 <> 7 THEN 'R' || o END, CASE WHEN o % 2000 = 7 THEN -1 WHEN o % 1000 = 0 THEN 1 ELSE 7 END, 2, 'manual', $2, 'Freezer', 'Warm', 'onSite',
         $3, 'Wang', at, CASE WHEN o % 2000 = 7 THEN NULL ELSE at END
       FROM generate_series(1, 12000) o CROSS JOIN LATERAL (SELECT now() - o * interval '1 h' AS at) t`,
      [projectId, deviceId, otherId],
    );
    const viewer: Viewer = {
      ...{ kind: 'user', userId, companyId, projectIds: [projectId], listedProjectIds: [], listedDeviceIds: [] },
      ...{ hiddenAlarmLevels: [], workIds: new Set(), dispatchIds: new Set(), costIds: new Set(), lent: new Map() },
    };
    const { rows } = await pool.query<{ id: number; status: number }>(
      'SELECT id, status FROM repair_order WHERE status <> -1 ORDER BY reported_at DESC, id DESC',
    );
    const newestFirst = rows.map(({ id }) => id);
    const isOpen = ({ status }: { status: number }) => status === 1;
    const openFirst = [...rows.filter(isOpen), ...rows.filter((row) => !isOpen(row))].map(({ id }) => id);
    expect(await countOrders(viewer, db, noFilter)).toBe(newestFirst.length);
    expect(await countOrders(viewer, db, { ...noFilter, statuses: [1, -1] })).toBe(12);
    expect(await countOrders({ ...viewer, userId: otherId }, db, { ...noFilter, statuses: [-1] })).toBe(6);
    const page = async (offset: number, filter: Partial<OrderFilter>) =>
      (await pageOrders(viewer, db, { ...noFilter, ...filter }, { offset, limit: 20 })).map(({ id }) => id);
    for (const offset of [0, 4990, 5000, 5013, 11_980, 20_000]) {
      const orders = { newest: newestFirst, oldest: newestFirst.toReversed(), usual: openFirst };
      expect([offset, await page(offset, {})]).toEqual([offset, orders.newest.slice(offset, offset + 20)]);
      expect([offset, await page(offset, { ascending: true })]).toEqual([
        offset,
        orders.oldest.slice(offset, offset + 20),
      ]);
      expect([offset, await page(offset, { sort: null })]).toEqual([offset, orders.usual.slice(offset, offset + 20)]);
    }
  } finally {
    await database.close();
  }
});
