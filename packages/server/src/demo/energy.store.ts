import type { LoadClass } from '@watchpost/contract';
import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/** @returns its id */
export async function insertDemoMeter(
  _system: SystemTenant,
  db: DbOrTransaction,
  meter: {
    projectId: number;
    deviceId: number;
    parentId: number | null;
    pointId: number;
    name: string;
    nameEn: string;
    serialNumber: string;
    maxWatts: number;
    installedAt: Date;
    now: Date;
  },
): Promise<number> {
  const { id } = await db
    .insertInto('energy_meter')
    .values({
      project_id: meter.projectId,
      device_id: meter.deviceId,
      parent_id: meter.parentId,
      name: meter.name,
      name_en: meter.nameEn,
      max_watts: meter.maxWatts,
      created_at: meter.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('energy_installation')
    .values({
      meter_id: id,
      point_id: meter.pointId,
      serial_number: meter.serialNumber,
      multiplier: 1,
      unit_wh: 1000,
      register_count: 0.01,
      installed_at: meter.installedAt,
    })
    .execute();
  return id;
}

/** A meter that people read, with what they entered. */
export async function insertDemoReadMeter(
  _system: SystemTenant,
  db: DbOrTransaction,
  meter: {
    projectId: number;
    name: string;
    nameEn: string;
    serialNumber: string;
    maxWatts: number;
    installedAt: Date;
    readings: readonly { at: Date; reading: number }[];
    now: Date;
  },
): Promise<void> {
  const { id } = await db
    .insertInto('energy_meter')
    .values({
      project_id: meter.projectId,
      name: meter.name,
      name_en: meter.nameEn,
      max_watts: meter.maxWatts,
      created_at: meter.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const installation = await db
    .insertInto('energy_installation')
    .values({
      meter_id: id,
      is_manual: true,
      serial_number: meter.serialNumber,
      multiplier: 1,
      unit_wh: 1000,
      register_count: 0.01,
      installed_at: meter.installedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { at, reading } of meter.readings)
    await db
      .insertInto('energy_reading')
      .values({ installation_id: installation.id, read_at: at, reading, entered_at: at })
      .execute();
}

/** A meter that is the sum of others. */
export async function insertDemoCalculatedMeter(
  _system: SystemTenant,
  db: DbOrTransaction,
  meter: {
    projectId: number;
    parentId: number;
    name: string;
    nameEn: string;
    maxWatts: number;
    terms: readonly { meterId: number; factor: number }[];
    now: Date;
  },
): Promise<void> {
  const { id } = await db
    .insertInto('energy_meter')
    .values({
      project_id: meter.projectId,
      parent_id: meter.parentId,
      name: meter.name,
      name_en: meter.nameEn,
      max_watts: meter.maxWatts,
      created_at: meter.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('energy_term')
    .values(meter.terms.map(({ meterId, factor }) => ({ meter_id: id, of_meter_id: meterId, factor })))
    .execute();
}

/** A tariff with its versions, assigned to projects from a day on. */
export async function insertDemoTariff(
  _system: SystemTenant,
  db: DbOrTransaction,
  tariff: {
    companyId: number;
    name: string;
    seasons: unknown;
    versions: readonly { validFrom: string; status: 'provisional' | 'final'; pricesE8: readonly number[] }[];
    projectIds: readonly number[];
    fromDay: string;
    now: Date;
  },
): Promise<void> {
  const { id } = await db
    .insertInto('tariff')
    .values({ company_id: tariff.companyId, name: tariff.name, created_at: tariff.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { validFrom, status, pricesE8 } of tariff.versions)
    await sql`
      INSERT INTO tariff_version (tariff_id, valid_from, status, prices_e8, seasons, created_at)
      VALUES (${id}, ${validFrom}::date, ${status}, ${[...pricesE8]}::bigint[], ${JSON.stringify(tariff.seasons)}::jsonb, ${tariff.now})`.execute(
      db,
    );
  for (const projectId of tariff.projectIds)
    await db
      .insertInto('tariff_assignment')
      .values({ project_id: projectId, tariff_id: id, from_day: tariff.fromDay })
      .execute();
}

export async function insertDemoSite(
  _system: SystemTenant,
  db: DbOrTransaction,
  projectId: number,
  squareMetres: number,
): Promise<void> {
  await db.insertInto('energy_site').values({ project_id: projectId, square_metres: squareMetres }).execute();
}

/** A prepaid account with its switch and what was paid into it. @returns the switch, which has no value yet */
export async function insertDemoAccount(
  _system: SystemTenant,
  db: DbOrTransaction,
  account: {
    projectId: number;
    meterId: number;
    consumer: string;
    phone: string;
    loadClass: LoadClass;
    /** A virtual point, which obeys at once. */
    switch: { typeId: number; name: string; nameEn: string };
    chargeFrom: string;
    now: Date;
    recharges: readonly { orderNumber: string; fen: number; at: Date }[];
  },
): Promise<number> {
  const { company_id } = await db
    .selectFrom('project')
    .where('id', '=', account.projectId)
    .select('company_id')
    .executeTakeFirstOrThrow();
  const relay = await db
    .insertInto('point')
    .values({
      company_id,
      project_id: account.projectId,
      point_type_id: account.switch.typeId,
      name: account.switch.name,
      name_en: account.switch.nameEn,
      unit: '',
      decimals: 0,
      level: 2,
      writable: true,
      sampling_interval_seconds: 60,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('prepaid_account')
    .values({
      project_id: account.projectId,
      meter_id: account.meterId,
      consumer: account.consumer,
      phone: account.phone,
      mode: 'platform',
      load_class: account.loadClass,
      switch_point_id: relay.id,
      low_days: 7,
      overdraft_fen: 5_000,
      hoard_limit_fen: 5_000_000,
      charge_from: account.chargeFrom,
      opened_at: account.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { orderNumber, fen, at } of account.recharges) {
    const entry = await db
      .insertInto('ledger_entry')
      .values({ account_id: id, kind: 'recharge', booked_at: at, note: orderNumber })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('ledger_line')
      .values([
        { entry_id: entry.id, side: 'customer', amount_fen: fen },
        { entry_id: entry.id, side: 'cash', amount_fen: -fen },
      ])
      .execute();
    await db
      .insertInto('recharge_order')
      .values({
        account_id: id,
        order_number: orderNumber,
        amount_fen: fen,
        channel: 'online',
        state: 'credited',
        entry_id: entry.id,
        created_at: at,
      })
      .execute();
  }
  return relay.id;
}

/** What was agreed with the grid company for a meter, from a first day of a month on. */
export async function insertDemoSupplyTerms(
  _system: SystemTenant,
  db: DbOrTransaction,
  terms: {
    meter_id: number;
    from_month: string;
    basic_fee: string;
    basic_price_e4: number;
    capacity_va: number | null;
    contract_w: number | null;
    power_factor_standard: number;
    reactive_point_id: number;
  },
): Promise<void> {
  await db.insertInto('energy_supply_terms').values(terms).execute();
}

/** Meters that supply their projects, with the register in each. */
export async function demoMetersWithoutParent(
  _system: SystemTenant,
  db: DbOrTransaction,
): Promise<{ project_id: number; device_name: string; point_id: number }[]> {
  const { rows } = await sql<{ project_id: number; device_name: string; point_id: number }>`
    SELECT m.project_id, d.name AS device_name, i.point_id FROM energy_meter m JOIN device d ON d.id = m.device_id
    JOIN energy_installation i ON i.meter_id = m.id WHERE m.parent_id IS NULL AND i.point_id IS NOT NULL ORDER BY m.id`.execute(
    db,
  );
  return rows;
}

/** In use, of what supplies the project. */
export async function insertDemoBaseline(
  _system: SystemTenant,
  db: DbOrTransaction,
  baseline: {
    projectId: number;
    from: string;
    to: string;
    variables: readonly string[];
    outdoorPointId: number | null;
    baseCool: number | null;
    fit: object;
    staticFactors: string;
    now: Date;
  },
): Promise<void> {
  await sql`
    INSERT INTO energy_baseline (project_id, from_day, to_day, variables, outdoor_point_id, base_cool, fit, static_factors, state, created_at)
    VALUES (${baseline.projectId}, ${baseline.from}::date, ${baseline.to}::date, ${[...baseline.variables]}::text[],
      ${baseline.outdoorPointId}, ${baseline.baseCool}, ${JSON.stringify(baseline.fit)}::jsonb, ${baseline.staticFactors}, 'approved',
      ${baseline.now})`.execute(db);
}

export async function insertDemoVariables(
  _system: SystemTenant,
  db: DbOrTransaction,
  projectId: number,
  values: readonly { day: string; kind: string; value: number }[],
): Promise<void> {
  await db
    .insertInto('energy_variable')
    .values(values.map((value) => ({ ...value, project_id: projectId })))
    .execute();
}

export async function insertDemoTargets(
  _system: SystemTenant,
  db: DbOrTransaction,
  projectId: number,
  targets: readonly { month: string; wh: number }[],
): Promise<void> {
  for (const { month, wh } of targets)
    await db
      .insertInto('energy_target')
      .values({ project_id: projectId, month: `${month}-01`, budget_wh: wh })
      .execute();
}
