import { minuteMs } from '@watchpost/contract';
import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

const nothing = {
  device: null,
  key: null,
  time: null,
  utcOffsetMinutes: 480,
  quality: null,
  unit: null,
  failures: [],
  ignore: [],
  command: null,
};

/** One that works, and one that somebody began for the gateway below and has not finished. */
const profiles = [
  {
    name: 'USR-M100 平铺格式',
    note: '数值可带引号；采集失败时为 ERR',
    definition: {
      ...nothing,
      topic: 'usr/{device}/up',
      values: ['/{key}'],
      failures: ['ERR'],
      command: {
        topic: 'usr/{device}/down',
        payload: '{"rw_prot":{"Ver":"1.0.1","dir":"down","id":"{id}","w_data":[{"name":"{key}","value":"{value}"}]}}',
        reply: null,
      },
    },
  },
  {
    name: '冷柜厂家协议',
    note: '厂家文档 V2.3，主题待现场确认',
    definition: {
      ...nothing,
      topic: 'freezer/{device}/data',
      values: ['/data/*/v'],
      key: '/data/*/n',
      time: '/ts',
      quality: { pointer: '/data/*/q', good: ['0'] },
    },
  },
] as const;

/** Beside this gateway stands a new one whose messages nobody can read yet. */
const neighbour = 'WPMQT26000000003';
const newcomer = { serial: 'WPMQT26007', name: '新冷柜网关', userName: 'new-freezers' };

const refused = (ts: number) =>
  JSON.stringify({
    ts,
    data: [
      { n: 'temp', v: -18.4, q: 0 },
      { n: 'setpoint', v: -20, q: 0 },
      { n: 'coil', v: 0, q: 7 },
    ],
  });

/** Mapping profiles of a demo company, and where it has a gateway for one, what that sent and nobody could read. */
export async function insertMappings(
  _system: SystemTenant,
  db: DbOrTransaction,
  { companyId, userId, nowMs }: { companyId: number; userId: number; nowMs: number },
): Promise<void> {
  const ids: number[] = [];
  for (const { name, note, definition } of profiles) {
    const updated_at = new Date(nowMs - 90 * minuteMs);
    const row = { company_id: companyId, name, note, definition: JSON.stringify(definition), updated_at };
    const { id } = await db
      .insertInto('mapping_profile')
      .values({ ...row, updated_by: userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  const { rows } = await sql<{ id: number }>`
    INSERT INTO gateway (company_id, project_id, serial_number, name, protocol, payload_format, mapping_profile_id, user_name, registration_identity)
    SELECT company_id, project_id, ${newcomer.serial}, ${newcomer.name}, 'MQTT', 'mapping', ${ids[1]!}, ${newcomer.userName}, ${newcomer.serial}
    FROM gateway WHERE serial_number = ${neighbour} AND company_id = ${companyId} RETURNING id`.execute(db);
  const gateway = rows[0];
  if (!gateway) return;
  for (const minutes of [75, 74, 73]) {
    const at = new Date(nowMs - minutes * minuteMs);
    const head = Buffer.from(refused(at.getTime()));
    await db
      .insertInto('gateway_rejection')
      .values({
        gateway_id: gateway.id,
        at,
        reason: 'unknownTopic',
        subject: 'fz/A01/data',
        head,
        byte_count: head.length,
      })
      .execute();
  }
}
