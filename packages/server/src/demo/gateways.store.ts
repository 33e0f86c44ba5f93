import { dayMs, minuteMs } from '@watchpost/contract';
import { demoGateways } from '@watchpost/demo';
import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { createSecretBox } from '../platform/secretBox.ts';

/** What stands on the housing, what people say of it, and its card where the simulated one needs none; by serial number. */
const equipment = [
  {
    serial: 'WPDTU26001',
    model: 'USR-DR404',
    description: '配电间导轨上',
    card: '89860426102590018801',
  },
  {
    serial: 'WPDTU26000000002',
    model: 'USR-G771',
    description: '压缩机房，4G',
    card: '89860426102590018802',
  },
  {
    serial: 'WPMQT26000000003',
    model: 'USR-M100',
    description: '店长办公室弱电箱',
    card: '89860426102590018803',
  },
  {
    serial: 'WPDTU26004',
    model: 'USR-G771',
    description: '一号舍外墙',
    card: '89860426102590018804',
  },
  { serial: 'WPTCP26005', model: 'ADAM-6015', description: '一号展厅吊顶', card: null },
] as const;

const waysIn = [
  {
    serial: 'WPMQT26000000003',
    name: '西溪店弱电网',
    kind: 'wireguard',
    server: 'vpn.xixi-store.example:51820',
    local: '10.20.3.2',
    user: 'watchpost',
    note: '店内网络由物业管理，改动前先联系弱电班。',
  },
  {
    serial: 'WPDTU26000000002',
    name: '冷库机房',
    kind: 'l2tp',
    server: '203.0.113.24',
    local: '192.168.8.1',
    user: 'coldstore',
    note: '运营商固定 IP。',
  },
  {
    serial: 'WPTCP26005',
    name: '博物馆设备网',
    kind: 'openvpn',
    server: 'vpn.museum.example:1194',
    local: '172.20.0.1',
    user: 'showcase',
    note: '',
  },
] as const;

/** Somebody set it up yesterday and typed its number into the device with an O for a zero. */
const newcomer = {
  serial: 'WPDTU26006',
  mistyped: 'WPDTU260O6',
  name: '三号冷间 DTU',
  nameEn: 'Cold room 3 DTU',
  slaves: ['三号冷间温控器', '三号冷间电表'],
  card: '89860426102590018806',
} as const;

/** Gives the demo's gateways what people know of them: makers, cards, ways in; and one that has not come yet. */
export async function equipGateways(
  _system: SystemTenant,
  db: DbOrTransaction,
  { companyId, userId, nowMs, secretKey }: { companyId: number; userId: number; nowMs: number; secretKey: string },
): Promise<void> {
  const at = (agoMs: number): Date => new Date(nowMs - agoMs);
  const gatewayOf = (serial: string) =>
    db
      .selectFrom('gateway')
      .where('company_id', '=', companyId)
      .where('serial_number', '=', serial)
      .select(['id', 'project_id'])
      .executeTakeFirst();
  const bindCard = (gatewayId: number, cardNumber: string, boundAt: Date) =>
    db
      .insertInto('gateway_card')
      .values({ gateway_id: gatewayId, card_number: cardNumber, bound_at: boundAt })
      .execute();
  for (const { serial, model, description, card } of equipment) {
    const gateway = await gatewayOf(serial);
    if (!gateway) continue;
    const facts = { model, description, created_by: userId, created_at: at(90 * dayMs) };
    await db.updateTable('gateway').set(facts).where('id', '=', gateway.id).execute();
    if (card !== null) await bindCard(gateway.id, card, at(90 * dayMs));
  }
  for (const { serialNumber, cardNumber } of demoGateways) {
    if (cardNumber === null || equipment.some(({ card }) => card === cardNumber)) continue;
    const gateway = await gatewayOf(serialNumber);
    if (gateway) await bindCard(gateway.id, cardNumber, at(90 * dayMs));
  }
  const box = createSecretBox(secretKey);
  for (const { serial, name, kind, server, local, user, note } of waysIn) {
    const gateway = await gatewayOf(serial);
    if (!gateway) continue;
    await db
      .insertInto('vpn_entry')
      .values({
        company_id: companyId,
        project_id: gateway.project_id,
        gateway_id: gateway.id,
        name,
        kind,
        server,
        local_address: local,
        user_name: user,
        secret: box.seal(`demo-${user}-key`),
        note,
        created_by: userId,
        created_at: at(60 * dayMs),
        updated_at: at(12 * dayMs),
      })
      .execute();
  }
  const neighbour = await gatewayOf('WPDTU26001');
  if (!neighbour) return;
  const { id } = await db
    .insertInto('gateway')
    .values({
      company_id: companyId,
      project_id: neighbour.project_id,
      serial_number: newcomer.serial,
      registration_identity: newcomer.serial,
      name: newcomer.name,
      name_en: newcomer.nameEn,
      protocol: 'DTU',
      model: 'USR-DR404',
      description: '待调试',
      created_by: userId,
      created_at: at(dayMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await bindCard(id, newcomer.card, at(dayMs));
  for (const [place, name] of newcomer.slaves.entries())
    await db
      .insertInto('slave')
      .values({ gateway_id: id, address: place + 1, name })
      .execute();
  await sql`
    INSERT INTO gateway_rejection (gateway_id, at, reason, subject, head, byte_count)
    VALUES (NULL, ${at(25 * minuteMs)}, 'unknownIdentity', ${newcomer.mistyped}, ${Buffer.from(newcomer.mistyped)}, ${newcomer.mistyped.length})`.execute(
    db,
  );
}
