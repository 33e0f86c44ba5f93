import { type DebugCheckName, dayMs, debugCheckNames } from '@watchpost/contract';
import { sql } from 'kysely';
import { type SystemTenant, system } from '../access/index.ts';
import { sealHandover } from '../commissioning/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { demoStrokes } from './demoStrokes.ts';
import type { SeededCompany } from './SeededCompany.ts';

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The commissioning of each project of the company: the last one is under way, the others are done. */
export async function insertDebugOrders(
  _system: SystemTenant,
  db: DbOrTransaction,
  { projectIds }: SeededCompany,
  { userId, nowMs, secretKey }: { userId: number; nowMs: number; secretKey: string },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`SELECT nickname AS name FROM app_user WHERE id = ${userId}`.execute(db);
  const person = rows[0]?.name ?? '';
  const projects = [...projectIds.values()];
  for (const [place, projectId] of projects.entries()) {
    const isOpen = place === projects.length - 1;
    const at = nowMs - (isOpen ? 4 : 120 - place * 9) * dayMs;
    const kept = (check: DebugCheckName) => ({
      ...{ check, state: 'ok', good: 1, total: 1, faulty: [], tickName: person, tickedAt: at + 2 * dayMs },
      ...{ note: '', waiveName: null, waiveReason: '' },
    });
    const { id } = await db
      .insertInto('debug_order')
      .values({
        project_id: projectId,
        number: `C${dayOf(at).replaceAll('-', '')}-${String(place + 1).padStart(4, '0')}`,
        install_unit: '东方冷链工程',
        machine_type: place % 2 === 0 ? '并联机组' : '分体机组',
        person_id: userId,
        person_name: person,
        planned_from: dayOf(at),
        planned_to: dayOf(at + 6 * dayMs),
        region: '华东',
        address: '',
        estimated_minutes: 16 * 60,
        actual_minutes: isOpen ? null : 14.5 * 60,
        note: '',
        status: isOpen ? 'doing' : 'done',
        items: isOpen ? null : JSON.stringify(debugCheckNames.map(kept)),
        created_at: new Date(at),
        finished_at: isOpen ? null : new Date(at + 2 * dayMs),
        launched_at: isOpen ? null : new Date(at + 3 * dayMs),
        launched_by: isOpen ? null : person,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (!isOpen)
      await insertHandover(db, { projectId, orderId: id, person, secretKey, at: new Date(at + 2.5 * dayMs) });
    if (isOpen)
      await db
        .insertInto('debug_item')
        .values({ order_id: id, name: 'doorsTested', ticked_by: person, ticked_at: new Date(at + dayMs), note: '' })
        .execute();
  }
}

/** Who commissioned it and who took it over have signed. */
async function insertHandover(
  db: DbOrTransaction,
  {
    projectId,
    orderId,
    person,
    at,
    secretKey,
  }: { projectId: number; orderId: number; person: string; at: Date; secretKey: string },
): Promise<void> {
  const { rows } = await sql<{ number: string; items: never }>`
    SELECT number, items FROM debug_order WHERE id = ${orderId}`.execute(db);
  const ref = { kind: 'commissioning', id: orderId, projectId } as const;
  for (const [i, role] of (['engineer', 'store'] as const).entries()) {
    const signedAt = new Date(at.getTime() + i * 240_000);
    const signed = { role, name: i === 0 ? person : '门店负责人', path: demoStrokes(orderId + i) };
    await db
      .insertInto('work_signature')
      .values({
        ...{ project_id: projectId, order_kind: 'commissioning', order_id: orderId, at: signedAt },
        ...{ ...signed, user_name: person },
        ...(await sealHandover({ secretKey }, system, db, { ...rows[0]!, ref }, signed, signedAt)),
      })
      .execute();
  }
}
