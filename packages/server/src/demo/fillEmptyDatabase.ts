import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { system } from '../access/index.ts';
import { hashPassword, insertUser } from '../account/index.ts';
import { openAlarms } from '../alarms/index.ts';
import type { Config } from '../config.ts';
import type { DomainEvents } from '../events.ts';
import { addDefaultRoles } from '../people/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { createEvents } from '../platform/events/events.ts';
import type { Log } from '../platform/log/log.ts';
import { createStorage } from '../platform/storage/storage.ts';
import { catchUp } from './catchUp.ts';
import { insertCompany, insertMember } from './companies.store.ts';
import { followSimulator } from './followSimulator.ts';
import { handlePastAlarms, hideSomeAlarms } from './pastAlarms.store.ts';
import { seedBaselines } from './seedBaselines.ts';
import { seedCompliance } from './seedCompliance.ts';
import { seedDemo } from './seedDemo.ts';
import { seedHistory } from './seedHistory.ts';
import { analyze, finishSeeding, removeSeed, seedingState } from './seeding.store.ts';
import { seedRepairs } from './seedRepairs.ts';

export interface FillOptions {
  database: Database;
  config: Config;
  /** Where people open this installation, for codes on paper; null: nobody said. */
  publicUrl: string | null;
  clock: Clock;
  log: Log;
  progress: (text: string) => void;
}

/** Whether it has companies, all of them. */
export const isFilled = async ({ db }: Database): Promise<boolean> => (await seedingState(system, db)) === 'filled';

/**
 * Fills a database without companies: with the demo, or with the first administrator and nothing else. A seed that was
 * killed half-way is cleared away and begun again. A demo that stands already follows the simulator to its present port.
 */
export async function fillEmptyDatabase({
  database,
  config,
  publicUrl,
  clock,
  log,
  progress,
}: FillOptions): Promise<void> {
  const { db, pool } = database;
  const state = await seedingState(system, db);
  if (state === 'filled') {
    await followSimulator(db, config);
    return;
  }
  if (state === 'begun') await db.transaction().execute((transaction) => removeSeed(system, transaction));
  if (!config.demo) {
    await firstAdministrator(database, config);
    return;
  }

  progress('Making the demo company …');
  const now = clock.now();
  const seeded = await seedDemo(db, clock, {
    dataDir: config.dataDir,
    modbusTcpPort: config.modbusTcpPort,
    simPort: config.simPort,
  });
  // Nobody listens: what happened in the past is told to no one.
  const alarms = openAlarms({ db, pool, clock, log, events: createEvents<DomainEvents>(log) });
  await alarms.start();
  try {
    const plant = await seedHistory({
      pool,
      alarms,
      pointIds: seeded.pointIds,
      setPoints: seeded.setPoints,
      now,
      progress: (percent) => progress(`Writing 30 days of history … ${percent} %`),
    });
    writeFileSync(path.join(config.dataDir, 'demo-plant.json'), JSON.stringify(plant));
  } finally {
    await alarms.stop();
  }
  for (const people of seeded.watch) await handlePastAlarms(system, db, { ...people, before: new Date(now) });
  for (const people of seeded.watch) await hideSomeAlarms(system, db, { ...people, now: new Date(now) });
  for (const { companyId } of seeded.watch) await seedRepairs(db, { companyId, now });
  await seedBaselines(database, clock, log);
  await seedCompliance(database, clock, log, createStorage(path.join(config.dataDir, 'files')));
  progress('Counting days and drawing documents …');
  await catchUp(database, publicUrl, clock, log);
  await finishSeeding(system, db);
  await analyze(system, db);
  log.info({ companies: seeded.watch.length, points: seeded.pointIds.length }, 'Made the demo');
}

/** A company to begin with, named so that its administrator renames it; without an account in the settings, nothing. */
async function firstAdministrator({ db }: Database, config: Config): Promise<void> {
  if (!config.admin) return;
  const { account, password } = config.admin;
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (transaction) => {
    const companyId = await insertCompany(system, transaction, {
      name: '新企业',
      nameEn: 'New company',
      industry: 1,
      isOperator: true,
    });
    const roles = await addDefaultRoles({ companyId }, transaction);
    const userId = await insertUser(system, transaction, { account, passwordHash, nickname: account });
    await insertMember(system, transaction, {
      companyId,
      userId,
      name: account,
      department: null,
      companyRoleId: roles.companyAdministrator,
      projectRoleId: null,
      projectIds: [],
    });
  });
}
