import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { aGateway, aPoint, aUser } from './factories.ts';

/** Meters, their energy and tariffs. */
export interface EnergyIds {
  meterId: number;
  spareMeterId: number;
  /** The sum of `meterId` and another. */
  calculatedMeterId: number;
  /** That people read, with a reading that can be deleted. */
  manualMeterId: number;
  readingId: number;
  installationId: number;
  /** A register that no meter reads. */
  freeRegisterId: number;
  freeMeterName: string;
  /** Dismissed, of `meterId`. */
  energyEventId: number;
  tariffId: number;
  spareTariffId: number;
  freeTariffName: string;
  /** A draft of `tariffId`. */
  draftVersionId: number;
  assignmentId: number;
  /** Of `meterId`. */
  supplyTermsId: number;
  /** A draft of what supplies the project. */
  baselineId: number;
  spareBaselineId: number;
  /** Of `spareMeterId`'s neighbour: with an entry. */
  accountId: number;
  closableAccountId: number;
  protectedAccountId: number;
  /** Protected; a stranger asked that it may be switched off. */
  loosenedAccountId: number;
  spareLoosenedAccountId: number;
  /** Without an account. */
  bareMeterId: number;
  switchPointId: number;
  freeSwitchPointId: number;
  rechargeId: number;
  reversibleId: number;
  disputedId: number;
  freeOrderNumber: string;
}

const unique = (): string => randomUUID().slice(0, 8);
export const everyDay = [
  {
    MonthList: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    DayKindList: [1, 2, 3, 4, 5, 6, 7, 8],
    PeriodList: [
      { From: 0, To: 480, Class: 1 },
      { From: 480, To: 1440, Class: 3 },
    ],
  },
];
const hour = 3_600_000;

export async function energyOf(
  db: Db,
  {
    companyId,
    projectId,
    deviceId,
    userId,
  }: { companyId: number; projectId: number; deviceId: number; userId: number },
  marker: string,
): Promise<EnergyIds> {
  const at = new Date();
  const gatewayId = await aGateway(db, projectId, { name: `${marker} Meters` });
  const register = () => aPoint(db, gatewayId, { name: `${marker} Energy ${unique()}`, unit: 'kWh', deviceId });
  const meter = async (): Promise<{ id: number; installationId: number }> => {
    const { id } = await db
      .insertInto('energy_meter')
      .values({
        project_id: projectId,
        name: `${marker} Meter ${unique()}`,
        device_id: deviceId,
        max_watts: 100_000,
        created_at: at,
        // So that the job leaves what stands here alone.
        settled_through: new Date(Date.UTC(2100, 0)),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const installation = await db
      .insertInto('energy_installation')
      .values({
        meter_id: id,
        point_id: await register(),
        serial_number: `${marker}-${unique()}`,
        multiplier: 1,
        unit_wh: 1000,
        register_count: 0.1,
        installed_at: new Date(at.getTime() - 48 * hour),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, installationId: installation.id };
  };
  const tariff = async (): Promise<number> => {
    const { id } = await db
      .insertInto('tariff')
      .values({ company_id: companyId, name: `${marker} ${unique()}`, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const version = async (tariff_id: number, status: string, valid_from: string): Promise<number> => {
    const { id } = await db
      .insertInto('tariff_version')
      .values({
        tariff_id,
        status,
        valid_from,
        prices_e8: [30_000_000, null, 90_000_000, null, null] as never,
        seasons: JSON.stringify(everyDay),
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const own = await meter();
  const spare = await meter();
  const day = at.toISOString().slice(0, 10);
  await db
    .insertInto('energy_quarter')
    .values({ meter_id: own.id, day, wh: Array.from({ length: 96 }, () => 500) as never, flags: 'm'.repeat(96) })
    .execute();
  // January 2019 can be closed, as nothing waits to be settled; February is.
  await sql`DELETE FROM energy_dirty WHERE meter_id IN (SELECT id FROM energy_meter WHERE project_id = ${projectId})`.execute(
    db,
  );
  for (const old of ['2019-01-15', '2019-02-15'])
    await sql`
      INSERT INTO energy_day (meter_id, day, wh, cost_micro, expected, measured, estimated, suspect_wh, is_provisional)
      VALUES (${own.id}, ${old}::date, '{0,48000,0,0,0,0}', '{0,0,0,0,0}', 96, 96, 0, 0, false)`.execute(db);
  await db
    .insertInto('energy_closed_month')
    .values({ project_id: projectId, month: '2019-02-01', closed_at: at, reason: `${marker} told`, grams_per_kwh: 500 })
    .onConflict((taken) => taken.doNothing())
    .execute();
  // Days with energy and opening hours, through which a baseline can be drawn.
  const daysBack = Array.from({ length: 8 }, (_, i) =>
    new Date(at.getTime() - (i + 2) * 24 * hour).toISOString().slice(0, 10),
  );
  for (const [i, each] of daysBack.entries()) {
    await db
      .insertInto('energy_variable')
      .values({ project_id: projectId, kind: 'openHours', day: each, value: 8 + (i % 4) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .insertInto('energy_day')
      .values({
        meter_id: own.id,
        day: each,
        wh: [0, 16_000, 0, 30_000 + i * 500, 0, 0] as never,
        cost_micro: [4_800_000, 0, 27_000_000, 0, 0] as never,
        expected: 96,
        measured: 96,
        estimated: 0,
        suspect_wh: 0,
        is_provisional: false,
      })
      .execute();
  }
  await db
    .insertInto('energy_day')
    .values({
      meter_id: own.id,
      day,
      wh: [0, 16_000, 0, 32_000, 0, 0] as never,
      cost_micro: [4_800_000, 0, 28_800_000, 0, 0] as never,
      expected: 96,
      measured: 96,
      estimated: 0,
      suspect_wh: 0,
      peak_w: 2000,
      peak_at: at,
      is_provisional: false,
    })
    .execute();
  const event = await db
    .insertInto('energy_event')
    .values({
      meter_id: own.id,
      kind: 'jump',
      from_at: new Date(at.getTime() - 2 * hour),
      at: new Date(at.getTime() - hour),
      from_reading: 100,
      to_reading: 5000,
      suspect_wh: 4_900_000,
      // An open one would become an event of the platform while tests run.
      state: 'dismissed',
      decided_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const calculated = await db
    .insertInto('energy_meter')
    .values({
      project_id: projectId,
      name: `${marker} Sum ${unique()}`,
      device_id: deviceId,
      max_watts: 100_000,
      created_at: at,
      settled_through: new Date(Date.UTC(2100, 0)),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('energy_term').values({ meter_id: calculated.id, of_meter_id: own.id, factor: 1 }).execute();
  const manual = await meter();
  await db
    .updateTable('energy_installation')
    .set({ point_id: null, is_manual: true })
    .where('id', '=', manual.installationId)
    .execute();
  const reading = await db
    .insertInto('energy_reading')
    .values({
      installation_id: manual.installationId,
      read_at: new Date(at.getTime() - 20 * hour),
      reading: 100,
      note: `${marker} read`,
      entered_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const tariffId = await tariff();
  await version(tariffId, 'final', '2020-01-01');
  const assignment = await db
    .insertInto('tariff_assignment')
    .values({ project_id: projectId, meter_id: own.id, tariff_id: tariffId, from_day: '2020-01-01' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const terms = await db
    .insertInto('energy_supply_terms')
    .values({
      meter_id: own.id,
      from_month: '2020-01-01',
      basic_fee: 'capacity',
      basic_price_e4: 230_000,
      capacity_va: 400_000,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const baseline = async (): Promise<number> => {
    const { id } = await db
      .insertInto('energy_baseline')
      .values({
        project_id: projectId,
        meter_id: own.id,
        from_day: '2020-01-01',
        to_day: '2020-12-31',
        variables: ['openHours'] as never,
        fit: JSON.stringify({
          coefficients: [1000, 100],
          t: [5],
          vif: [1],
          s: 10,
          r2: 0.9,
          cv: 0.1,
          nmbe: 0,
          n: 300,
          rho: 0,
          leftOut: 0,
        }),
        static_factors: `${marker} as it was`,
        state: 'draft',
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const relay = async (): Promise<number> => {
    const id = await aPoint(db, gatewayId, { name: `${marker} Relay ${unique()}`, deviceId });
    await db.updateTable('point').set({ writable: true }).where('id', '=', id).execute();
    return id;
  };
  const switchPointId = await relay();
  const account = async (switch_point_id: number, fields: object = {}): Promise<number> => {
    const { id: meterOfAccount } = await meter();
    const { id } = await db
      .insertInto('prepaid_account')
      .values({
        project_id: projectId,
        meter_id: meterOfAccount,
        consumer: `${marker} Shop ${unique()}`,
        mode: 'platform',
        load_class: 'interruptible',
        low_days: 7,
        overdraft_fen: 0,
        hoard_limit_fen: 5_000_000,
        switch_point_id,
        charge_from: day,
        // So that the job leaves it alone.
        charged_through: '2100-01-01',
        opened_at: at,
        ...fields,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  // A restored backup: nobody has armed cuts since.
  await sql`INSERT INTO setting (name, value) VALUES ('backup:restoredAt', ${at.toISOString()}) ON CONFLICT DO NOTHING`.execute(
    db,
  );
  const isProtected = { load_class: 'protected' };
  const asked = {
    ...isProtected,
    loosen_asked_at: at,
    loosen_reason: `${marker} reason`,
    loosen_asked_by: await aUser(db),
  };
  const accountId = await account(switchPointId);
  const closableAccountId = await account(await relay());
  const recharge = async (state: string, account_id = accountId): Promise<number> => {
    const entry = await db
      .insertInto('ledger_entry')
      .values({ account_id, kind: 'recharge', booked_at: at, note: `${marker} note`, by_user: userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    // Both at once: a transaction of its own has to add up.
    await db
      .insertInto('ledger_line')
      .values([
        { entry_id: entry.id, side: 'customer', amount_fen: 1000 },
        { entry_id: entry.id, side: 'cash', amount_fen: -1000 },
      ])
      .execute();
    const { id } = await db
      .insertInto('recharge_order')
      .values({
        account_id,
        order_number: `${marker}-${unique()}`,
        amount_fen: 1000,
        channel: 'cash',
        state,
        entry_id: entry.id,
        created_at: at,
        created_by: userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  await recharge('credited', closableAccountId);
  return {
    accountId,
    closableAccountId,
    protectedAccountId: await account(await relay(), isProtected),
    loosenedAccountId: await account(await relay(), asked),
    spareLoosenedAccountId: await account(await relay(), asked),
    bareMeterId: (await meter()).id,
    switchPointId,
    freeSwitchPointId: await relay(),
    rechargeId: await recharge('credited'),
    reversibleId: await recharge('credited'),
    disputedId: await recharge('disputed'),
    freeOrderNumber: `ORDER-${unique()}`,
    meterId: own.id,
    spareMeterId: spare.id,
    calculatedMeterId: calculated.id,
    manualMeterId: manual.id,
    readingId: reading.id,
    installationId: own.installationId,
    freeRegisterId: await register(),
    freeMeterName: `Meter ${unique()}`,
    energyEventId: event.id,
    tariffId,
    spareTariffId: await tariff(),
    freeTariffName: `Tariff ${unique()}`,
    draftVersionId: await version(tariffId, 'draft', '2026-01-01'),
    assignmentId: assignment.id,
    supplyTermsId: terms.id,
    baselineId: await baseline(),
    spareBaselineId: await baseline(),
  };
}
