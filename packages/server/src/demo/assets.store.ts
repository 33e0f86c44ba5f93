import { randomUUID } from 'node:crypto';
import { dayMs } from '@watchpost/contract';
import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { SeededCompany } from './SeededCompany.ts';

const dayBefore = (nowMs: number, days: number): string => new Date(nowMs - days * dayMs).toISOString().slice(0, 10);

/** By the class of a device what it cost, in fen, and how long it lasts, in months. */
const plates = [
  { model: 'LD-300', maker: '华冷制冷设备', fen: 8_600_000, life: 180 },
  { model: 'BC-12', maker: '松洋商用冷柜', fen: 2_800_000, life: 144 },
  { model: 'KT-50', maker: '格暖空调', fen: 4_350_000, life: 144 },
  { model: 'PD-4', maker: '正源电气', fen: 1_980_000, life: 240 },
] as const;

/** Every device of the company as an asset, besides a few things that are none, and contracts of them. */
export async function insertAssets(
  _system: SystemTenant,
  db: DbOrTransaction,
  { companyId, nowMs }: { companyId: number; nowMs: number },
): Promise<void> {
  const at = new Date(nowMs - 9 * dayMs);
  const { rows: devices } = await sql<{ id: number; project_id: number; name: string; class_name: string }>`
    SELECT d.id, d.project_id, d.name, c.name_zh AS class_name FROM device d JOIN device_class c ON c.id = d.device_class_id
    WHERE d.company_id = ${companyId} ORDER BY d.project_id, d.id`.execute(db);
  const blank = {
    company_id: companyId,
    factory_number: '',
    distributor: '东方冷链工程',
    source: 'purchase',
    note: '',
    updated_at: at,
  } as const;
  const ids: number[] = [];
  for (const [place, device] of devices.entries()) {
    const plate = plates[device.class_name.length % plates.length]!;
    const installed = 400 + ((place * 137) % 2_600);
    const isVerified = place % 5 !== 3;
    const { id } = await db
      .insertInto('asset')
      .values({
        ...blank,
        project_id: device.project_id,
        device_id: device.id,
        name: device.name,
        code: `SB-${String(place + 1).padStart(4, '0')}`,
        category: device.class_name.slice(0, 20),
        model: isVerified ? plate.model : '',
        factory_number: `F${2_021_000 + place * 17}`,
        install_date: dayBefore(nowMs, installed),
        supplier: plate.maker,
        amount_fen: plate.fen,
        service_life_months: plate.life,
        // Prices have risen; the maker's warranty runs three years.
        replacement_fen: place % 3 === 0 ? Math.round(plate.fen * 1.2) : null,
        warranty_until: dayBefore(nowMs, installed - 1_095),
        location: isVerified ? '现场' : '',
        is_monitored: true,
        usage: place % 11 === 7 ? 'idle' : 'inUse',
        verification: isVerified ? 'verified' : 'toBeVerified',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  for (const [place, [name, category, fen]] of (
    [
      ['手持测温仪', '检测仪器', 128_000],
      ['叉车', '搬运设备', 9_800_000],
      ['备用压缩机', '备品备件', 1_650_000],
    ] as const
  ).entries())
    await db
      .insertInto('asset')
      .values({
        ...blank,
        name,
        code: `ZC-${String(place + 1).padStart(4, '0')}`,
        category,
        model: 'A1',
        source: place === 1 ? 'lease' : 'purchase',
        supplier: '通用设备租赁',
        install_date: dayBefore(nowMs, 200 + place * 90),
        amount_fen: fen,
        service_life_months: 96,
        location: '总部仓库',
        is_monitored: false,
        usage: place === 2 ? 'idle' : 'inUse',
        verification: 'verified',
      })
      .execute();
  await insertHalfStocktake(db, companyId, nowMs);
  const contracts = [
    { number: 'CG-2024-031', name: '制冷设备采购', kind: 'purchase', from: 700, to: -1_100, fen: 86_000_000 },
    { number: 'ZL-2025-007', name: '冷柜租赁', kind: 'lease', from: 330, to: -35, fen: 12_000_000 },
    { number: 'FW-2023-112', name: '年度保养服务', kind: 'service', from: 900, to: 40, fen: 4_800_000 },
  ] as const;
  for (const [place, { number, name, kind, from, to, fen }] of contracts.entries()) {
    const { id } = await db
      .insertInto('asset_contract')
      .values({
        company_id: companyId,
        number,
        name,
        kind,
        supplier: plates[place]!.maker,
        valid_from: dayBefore(nowMs, from),
        valid_to: dayBefore(nowMs, to),
        amount_fen: fen,
        note: '',
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const assetId of ids.slice(place * 3, place * 3 + 3))
      await db.insertInto('asset_of_contract').values({ contract_id: id, asset_id: assetId }).execute();
  }
}

/** A stocktake of one project that was begun yesterday and is half done; one label was of another place, one nobody knows. */
async function insertHalfStocktake(db: DbOrTransaction, companyId: number, nowMs: number): Promise<void> {
  const { rows: assets } = await sql<{ id: number; code: string; name: string; project_id: number; location: string }>`
    SELECT id, code, name, project_id, location FROM asset WHERE company_id = ${companyId} AND project_id =
      (SELECT min(project_id) FROM asset WHERE company_id = ${companyId}) ORDER BY code`.execute(db);
  const project = assets[0]?.project_id;
  if (project === undefined) return;
  const { rows: elsewhere } = await sql<{
    id: number;
    code: string;
    name: string;
    project_id: number;
    location: string;
  }>`
    SELECT id, code, name, project_id, location FROM asset WHERE company_id = ${companyId} AND project_id <> ${project}
    ORDER BY code LIMIT 1`.execute(db);
  const at = new Date(nowMs - dayMs);
  const { id } = await db
    .insertInto('stocktake')
    .values({
      ...{ company_id: companyId, project_id: project, client_key: randomUUID(), name: '年终盘点', location: '' },
      ...{ state: 'open', expected: assets.length, opened_name: '林雨晴', opened_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const expected: { id: number }[] = [];
  for (const asset of assets)
    expected.push(
      await db
        .insertInto('stocktake_expected')
        .values({
          ...{ stocktake_id: id, asset_id: asset.id, code: asset.code, name: asset.name },
          ...{ project_id: asset.project_id, location: asset.location },
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
  const seen = [
    ...assets
      .slice(0, Math.ceil(assets.length / 2))
      .map((asset, place) => ({ ...asset, expected_id: expected[place]!.id })),
    ...elsewhere.map((asset) => ({ ...asset, expected_id: null })),
    { id: null, code: 'ZC-9001', name: null, project_id: null, location: '', expected_id: null },
  ];
  for (const [place, asset] of seen.entries()) {
    const said = new Date(at.getTime() + place * 40_000);
    await db
      .insertInto('stocktake_scan')
      .values({
        ...{ stocktake_id: id, client_key: randomUUID(), code: asset.code, asset_id: asset.id, name: asset.name },
        ...{ project_id: asset.project_id, location: asset.location, expected_id: asset.expected_id },
        ...{ said_at: said, kept_at: said, user_name: '林雨晴' },
      })
      .execute();
  }
}

/** Customers of the company in every state; the first ones have its projects. */
export async function insertCustomers(
  _system: SystemTenant,
  db: DbOrTransaction,
  { companyId, projectIds, userIds }: SeededCompany,
  nowMs: number,
): Promise<void> {
  const customers = [
    { shop: '华东冷链物流', place: ['浙江', '杭州'], ends: -20, fee: 3_600_000, contact: '周启明' },
    { shop: '鲜选超市', place: ['浙江', '杭州'], ends: -210, fee: 2_400_000, contact: '何雪' },
    { shop: '嘉禾生态农业', place: ['江西', '南昌'], ends: -75, fee: 1_800_000, contact: '罗大勇' },
    { shop: '江南博物馆', place: ['江苏', '苏州'], ends: -330, fee: 1_200_000, contact: '沈静' },
    { shop: '临江海鲜市场', place: ['浙江', '宁波'], ends: 12, fee: 960_000, contact: '毛建国' },
    { shop: '旧街面包房', place: ['上海', '上海'], ends: 160, fee: 360_000, contact: '叶小禾' },
  ] as const;
  const projects = [...projectIds.values()];
  const at = new Date(nowMs - 3 * dayMs);
  const userId = [...userIds.values()][0] ?? null;
  for (const [place, { shop, place: where, ends, fee, contact }] of customers.entries()) {
    const isLost = place === 5;
    const { id } = await db
      .insertInto('customer')
      .values({
        company_id: companyId,
        shop_name: shop,
        contacts: JSON.stringify([{ name: contact, mobile: `1390000${String(1000 + place)}`, email: '' }]),
        contract_number: `JK-2025-${String(place + 1).padStart(3, '0')}`,
        valid_from: dayBefore(nowMs, ends + 365),
        valid_to: dayBefore(nowMs, ends),
        monitoring_years: place % 2 === 0 ? 1 : 3,
        province: where[0],
        city: where[1],
        provider: '东方冷链工程',
        controlled: place !== 4,
        yearly_fen: fee,
        lost_at: isLost ? at : null,
        note: '',
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const project = projects[place];
    if (project !== undefined)
      await db.insertInto('customer_project').values({ customer_id: id, project_id: project }).execute();
    const course = { customer_id: id, user_id: userId };
    await db
      .insertInto('customer_event')
      .values({
        ...course,
        kind: 'renewed',
        at: new Date(nowMs - (ends + 380) * dayMs),
        from_end: dayBefore(nowMs, ends + 365),
        to_end: dayBefore(nowMs, ends),
        amount_fen: fee,
        number: `JK-2025-${String(place + 1).padStart(3, '0')}`,
        reason: '',
      })
      .execute();
    if (isLost)
      await db
        .insertInto('customer_event')
        .values({ ...course, kind: 'lost', at, lost_reason: 'closed', reason: '门店租约到期' })
        .execute();
  }
}
