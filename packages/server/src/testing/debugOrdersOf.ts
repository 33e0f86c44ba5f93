import { randomUUID } from 'node:crypto';
import { debugCheckNames } from '@watchpost/contract';
import { seenOf } from '../commissioning/storeTemplates/compareStore.ts';
import type { Db } from '../platform/db/database.ts';
import { aProject, aStrategy } from './factories.ts';

/** Commissioning orders: of the project, and of projects of their own, because one may be open in each. */
export interface DebugOrderIds {
  storeTemplateId: number;
  freeStoreName: string;
  spareStoreTemplateId: number;
  /** Of an empty project, compared with this template. */
  storeSeen: string;
  debugOrderId: number;
  spareDebugOrderId: number;
  readyDebugOrderId: number;
  doneDebugOrderId: number;
  debugFreeProjectId: number;
  testableDebugOrderId: number;
  signableDebugOrderId: number;
}

export async function debugOrdersOf(
  db: Db,
  { companyId, projectId, userId }: { companyId: number; projectId: number; userId: number },
  marker: string,
): Promise<DebugOrderIds> {
  const at = new Date();
  const order = async (project: number, isDone = false): Promise<number> => {
    const { id } = await db
      .insertInto('debug_order')
      .values({
        project_id: project,
        number: `${marker} ${randomUUID().slice(0, 8)}`,
        install_unit: marker,
        machine_type: marker,
        person_id: userId,
        person_name: marker,
        region: marker,
        address: marker,
        note: marker,
        status: isDone ? 'done' : 'doing',
        items: isDone ? '[]' : null,
        created_at: at,
        finished_at: isDone ? at : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  /** A project that everybody opens who opens the first one. */
  const other = async (): Promise<number> => {
    const id = await aProject(db, companyId, { name: `${marker} to commission ${randomUUID().slice(0, 8)}` });
    await db
      .insertInto('role_entry')
      .columns(['user_id', 'role_id', 'company_id', 'project_id'])
      .expression(
        db
          .selectFrom('role_entry')
          .where('project_id', '=', projectId)
          .select(({ val }) => ['user_id', 'role_id', 'company_id', val(id).as('project_id')]),
      )
      .execute();
    return id;
  };
  await db.deleteFrom('debug_order').where('project_id', '=', projectId).where('status', '=', 'doing').execute();
  const debugOrderId = await order(projectId);
  const readyDebugOrderId = await order(await other());
  for (const name of debugCheckNames)
    await db
      .insertInto('debug_item')
      .values({ order_id: readyDebugOrderId, name, ticked_by: marker, ticked_at: at, waived_by: marker })
      .execute();
  const testable = await other();
  const strategyId = await aStrategy(db, testable, { name: `${marker} policy` });
  await db
    .insertInto('alarm_strategy_contact')
    .values({ strategy_id: strategyId, user_id: userId, step: 0, severities: [1, 2], channels: ['app', 'email'] })
    .execute();
  // One room: it is added to the empty projects, and no other has it.
  const template = async (name: string): Promise<number> => {
    const content = { areas: [{ path: [`${marker} room`], nameEn: null }], devices: [] };
    const { id } = await db
      .insertInto('store_template')
      .values({ company_id: companyId, name, content: JSON.stringify(content), created_by: marker, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const room = [`${marker} room`];
  return {
    freeStoreName: `Free ${randomUUID().slice(0, 8)}`,
    storeTemplateId: await template(`${marker} store ${randomUUID().slice(0, 8)}`),
    spareStoreTemplateId: await template(`${marker} spare store ${randomUUID().slice(0, 8)}`),
    storeSeen: seenOf([{ part: 'area', change: 'added', area: { path: room, nameEn: null }, path: room }]),
    debugOrderId,
    spareDebugOrderId: await order(await other()),
    readyDebugOrderId,
    doneDebugOrderId: await order(await other(), true),
    debugFreeProjectId: await other(),
    testableDebugOrderId: await order(testable),
    signableDebugOrderId: await order(await other(), true),
  };
}
