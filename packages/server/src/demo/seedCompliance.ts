import { createHash } from 'node:crypto';
import { type ComplianceProfileName, complianceProfiles } from '@watchpost/contract';
import { system } from '../access/index.ts';
import {
  insertAssignments,
  insertCertificate,
  insertOwnProfile,
  insertProfileVersion,
  keepCertificateFile,
  sealRecords,
} from '../compliance/index.ts';
import type { DomainEvents } from '../events.ts';
import { createHistoryShare, openHistory } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';
import { createEvents } from '../platform/events/events.ts';
import type { Log } from '../platform/log/log.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { dayAfter, localOfEpoch, startOfDay } from '../platform/zonedTime.ts';
import { explainPast, insertDemoPack, insertDemoPaper, proofPeople, roomTemperatures } from './compliance.store.ts';
import { drawCalibrationPaper } from './drawCalibrationPaper.ts';

/** Whole days of the demo's past that are sealed. */
const sealedDays = 29;

/** The room that is under the company's own copy of GSP. */
const ownProfileRoom = 'DMCR2402';
const ownProfileName = '冷间内控标准';
/** What its versions ask of certificates: its second version is stricter than the standard. */
const ownMaxErrors = [complianceProfiles.gsp.maxError, 0.3];

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
  storage: Pick<Storage, 'write'>,
): Promise<void> {
  const points = await roomTemperatures(system, db, Object.keys(rooms));
  const people = await proofPeople(system, db);
  const [first] = points;
  if (!first || !people) return;
  const now = clock.now();
  const today = localOfEpoch(now, first.time_zone).slice(0, 10);
  const since = startOfDay(dayAfter(today, -sealedDays), first.time_zone);
  const profileId = await insertOwnProfile(system, db, {
    ...{ companyId: first.company_id, name: ownProfileName, basedOn: 'gsp' },
    ...{ by: people.second, at: since },
  });
  let ownVersionId: number | null = null;
  for (const [i, maxError] of ownMaxErrors.entries())
    ownVersionId = await insertProfileVersion(system, db, profileId!, {
      ...complianceProfiles.gsp,
      ...{ maxError, version: i + 1, by: people.second },
      at: startOfDay(dayAfter(today, -sealedDays - 30 * (ownMaxErrors.length - i)), first.time_zone),
    });
  for (const { point_id, device_code, device_name, company_id } of points) {
    const { profile, low, high, certifiedDays } = rooms[device_code]!;
    const versionId = device_code === ownProfileRoom ? ownVersionId : null;
    await insertAssignments(system, db, [point_id], {
      ...{ profile, versionId, low, high },
      ...{ since, at: since, by: people.second },
    });
    const validUntil = dayAfter(today, certifiedDays);
    const certificate = {
      number: `JZ-${validUntil.slice(2, 4)}-${device_code.slice(2)}`,
      laboratory: '省计量科学研究院 (CNAS L0730)',
      done_on: dayAfter(validUntil, -364),
      valid_until: validUntil,
      max_error: 0.2,
    };
    const by = { by: people.author, at: since };
    const id = await insertCertificate(system, db, { point_id, ...certificate }, by);
    // The one that has ended has none: it is looked for.
    if (id === null || certifiedDays < 0) continue;
    const content = await drawCalibrationPaper({ ...certificate, instrument: device_name });
    const fileId = await insertDemoPaper(system, db, storage, {
      ...{ companyId: company_id, userId: people.author, name: `${certificate.number}.pdf`, content, at: since },
    });
    await keepCertificateFile(system, db, id, {
      id: fileId,
      sha256: createHash('sha256').update(content).digest(),
    });
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
