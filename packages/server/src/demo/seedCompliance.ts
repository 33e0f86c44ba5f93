import type { ComplianceProfileName } from '@watchpost/contract';
import { system } from '../access/index.ts';
import { insertAssignments, insertCertificate, sealRecords } from '../compliance/index.ts';
import type { DomainEvents } from '../events.ts';
import { createHistoryShare, openHistory } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';
import { createEvents } from '../platform/events/events.ts';
import type { Log } from '../platform/log/log.ts';
import { dayAfter, localOfEpoch, startOfDay } from '../platform/zonedTime.ts';
import { explainPast, insertDemoPack, proofPeople, roomTemperatures } from './compliance.store.ts';

/** Whole days of the demo's past that are sealed. */
const sealedDays = 29;

/** Rooms by the serial number of their device, under which profile, and for how many days their certificate has been or will be valid. */
const rooms: Readonly<
  Record<string, { profile: ComplianceProfileName; low: number | null; high: number; certifiedDays: number }>
> = {
  DMCR2401: { profile: 'gsp', low: -1, high: 7, certifiedDays: 190 },
  DMCR2402: { profile: 'gsp', low: -1, high: 7, certifiedDays: 41 },
  DMFR2402: { profile: 'haccp', low: null, high: -12, certifiedDays: 260 },
  DMFR2404: { profile: 'haccp', low: null, high: -12, certifiedDays: -4 },
};

/** Rooms under a profile with their sealed past, certificates, and what was found: one excursion awaits its second person. */
export async function seedCompliance(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  clock: Clock,
  log: Log,
): Promise<void> {
  const points = await roomTemperatures(system, db, Object.keys(rooms));
  const people = await proofPeople(system, db);
  const [first] = points;
  if (!first || !people) return;
  const now = clock.now();
  const today = localOfEpoch(now, first.time_zone).slice(0, 10);
  const since = startOfDay(dayAfter(today, -sealedDays), first.time_zone);
  for (const { point_id, device_code } of points) {
    const { profile, low, high, certifiedDays } = rooms[device_code]!;
    await insertAssignments(system, db, [point_id], { profile, low, high, since, at: since, by: people.second });
    const validUntil = dayAfter(today, certifiedDays);
    await insertCertificate(
      system,
      db,
      {
        point_id,
        number: `JZ-${validUntil.slice(2, 4)}-${device_code.slice(2)}`,
        laboratory: '省计量科学研究院 (CNAS L0730)',
        done_on: dayAfter(validUntil, -364),
        valid_until: validUntil,
        max_error: 0.2,
      },
      { by: people.author, at: since },
    );
  }
  const history = openHistory({ db: pool, clock, log });
  await history.start();
  try {
    // Nobody listens yet.
    const events = createEvents<DomainEvents>(log);
    const secretKey = await installationSecret(db, 'secrets');
    const historyShare = createHistoryShare();
    const { signal } = new AbortController();
    await sealRecords({ db, clock, log, events, history, historyShare, secretKey }, signal);
  } finally {
    await history.stop();
  }
  await explainPast(system, db, { ...people, now: new Date(now) });
  const lastMonth = dayAfter(`${today.slice(0, 7)}-01`, -1);
  await insertDemoPack(system, db, {
    projectId: first.project_id,
    fromDay: `${lastMonth.slice(0, 7)}-01`,
    untilDay: lastMonth,
    by: people.author,
    at: new Date(now),
  });
}
