import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { permissionsOf } from '@watchpost/contract';
import { vi } from 'vitest';
import { hashPassword } from '../account/index.ts';
import type { Application } from '../application.ts';
import { createFileUrls, fileIdOfUrl } from '../files/index.ts';
import { ReadingColumnsBuilder } from '../history/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';
import { createStorage } from '../platform/storage/storage.ts';
import {
  aCompany,
  aDevice,
  aDownload,
  aGateway,
  aMember,
  anArea,
  aPoint,
  aProject,
  aRule,
  aShelf,
  aSlave,
  aStrategy,
  aWarning,
} from './factories.ts';
import { type FixtureIds, fixtures } from './fixtures.ts';
import { soon } from './soon.ts';

/** One white dot. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4//8/AAX+Av5Y8msOAAAAAElFTkSuQmCC',
  'base64',
);

/** Ids of one of everything that a call can name. */
export interface Ids extends FixtureIds {
  companyId: number;
  projectId: number;
  areaId: number;
  /** Another company in which the member may manage projects. */
  sisterCompanyId: number;
  subsystemId: number;
  classId: number;
  deviceId: number;
  pointId: number;
  gatewayId: number;
  slaveId: number;
  /** Open, nobody has confirmed it. */
  alarmId: number;
  /** Open and confirmed, not handled yet. */
  confirmedAlarmId: number;
  /** A maintenance window of the device, planned for later. */
  shelfId: number;
  warningId: number;
  /** A popup of `alarmId` that waits for the member. */
  popupId: number;
  /** Of an image that the member uploaded; the spare one is to be deleted. */
  fileUrl: string;
  spareFileUrl: string;
  /** Of a finished file in the member's download centre; the spare one is to be deleted. */
  downloadId: number;
  spareDownloadId: number;
  userId: number;
  account: string;
  password: string;
  refreshToken: string;
}

/** A company as it stands before the server starts: everything but what readings bring about. */
export type EquippedCompany = Omit<Ids, 'alarmId' | 'confirmedAlarmId' | 'popupId' | 'refreshToken'> & {
  confirmedPointId: number;
};

/**
 * A company with one of everything, every name of which contains `marker`: project, area, device with two points that alarm
 * above −15, gateway, member with every right in the project and who manages projects, members and roles of the company.
 */
export async function anEquippedCompany(db: Db, marker: string): Promise<EquippedCompany> {
  const companyId = await aCompany(db, { name: `${marker} Company` });
  const projectId = await aProject(db, companyId, { name: `${marker} Store` });
  const areaId = await anArea(db, projectId, `${marker} Area`);
  const device = await equipDevice(db, { projectId, areaId, marker });
  const sisterCompanyId = await aCompany(db, { name: `${marker} Sister` });
  const password = 'Pw_Equipped_1';
  const account = `${marker.toLowerCase()}user`;
  const userId = await aMember(db, companyId, projectId, {
    nickname: `${marker} Person`,
    permissions: permissionsOf('project'),
  });
  // Without the one that opens projects by itself: the rights in this one are what is asked for.
  const ofCompany = permissionsOf('company').filter((name) => name !== 'allProjects');
  await aMember(db, companyId, -1, { userId, permissions: ofCompany });
  await aMember(db, sisterCompanyId, -1, { userId, permissions: ['projectsEdit'] });
  const password_hash = await hashPassword(password);
  await db.updateTable('app_user').set({ account, password_hash }).where('id', '=', userId).execute();
  const files = await filesOf(db, { companyId, projectId, userId }, marker);
  const screen = { data_screen_url: 'https://screen.example.com/{company}?code={code}' };
  await db.updateTable('company').set(screen).where('id', '=', companyId).execute();
  const ground = { companyId, projectId, userId, ...device };
  const made = {} as FixtureIds;
  for (const make of fixtures) Object.assign(made, await make(db, ground, marker));
  return {
    companyId,
    sisterCompanyId,
    projectId,
    areaId,
    ...made,
    ...device,
    ...files,
    userId,
    account,
    password,
  };
}

/** What the member uploaded and exported; the bytes come with `writeFilesOf`. */
export async function filesOf(
  db: Db,
  { companyId, projectId, userId }: { companyId: number; projectId: number; userId: number },
  marker: string,
): Promise<Pick<Ids, 'fileUrl' | 'spareFileUrl' | 'downloadId' | 'spareDownloadId'>> {
  const urls = createFileUrls(await installationSecret(db, 'files'), systemClock);
  const aFile = async () => {
    const id = randomBytes(18).toString('base64url');
    const row = { id, company_id: companyId, user_id: userId, name: `${marker}.png`, content_type: 'image/png' };
    await db
      .insertInto('uploaded_file')
      .values({ ...row, size_bytes: picture.byteLength, uploaded_at: new Date() })
      .execute();
    return urls.fileUrl(id);
  };
  const fileUrl = await aFile();
  const spareFileUrl = await aFile();
  const downloadId = await aDownload(db, companyId, userId, { title: `${marker} export` });
  const spareDownloadId = await aDownload(db, companyId, userId, { title: `${marker} spare export` });
  // A past action of the member, for the operation log.
  await db
    .insertInto('operation_log')
    .values({
      at: new Date(),
      company_id: companyId,
      project_id: projectId,
      user_id: userId,
      user_name: `${marker} Person`,
      call: 'editProject',
      address: '127.0.0.1',
      user_agent: '',
      subject_kind: 'project',
      subject_id: '7',
      subject_name: `${marker} Store`,
    })
    .execute();
  return { fileUrl, spareFileUrl, downloadId, spareDownloadId };
}

/** Lays the bytes of a company's files where the server looks for them. */
export async function writeFilesOf(
  dataDir: string,
  { fileUrl, spareFileUrl, downloadId, spareDownloadId }: Pick<Ids, keyof Awaited<ReturnType<typeof filesOf>>>,
  marker: string,
): Promise<void> {
  const files = createStorage(path.join(dataDir, 'files'));
  const downloads = createStorage(path.join(dataDir, 'downloads'));
  for (const url of [fileUrl, spareFileUrl]) await files.write(fileIdOfUrl(url)!, picture);
  for (const id of [downloadId, spareDownloadId])
    await downloads.write(String(id), Buffer.from(`Workbook of ${marker}`));
}

/** A device behind a gateway of its own; `level` is the severity at which both of its points alarm. */
export async function equipDevice(
  db: Db,
  {
    projectId,
    areaId,
    marker,
    level = 2,
  }: { projectId: number; areaId: number; marker: string; level?: 1 | 2 | 3 | 4 },
) {
  const gatewayId = await aGateway(db, projectId, { name: `${marker} Gateway` });
  const slaveId = await aSlave(db, gatewayId, { name: `${marker} Slave` });
  const deviceId = await aDevice(db, projectId, { name: `${marker} Freezer`, nameEn: `${marker} Freezer`, areaId });
  const pointId = await aPoint(db, gatewayId, { slaveId, deviceId, name: `${marker} Air`, nameEn: `${marker} Air` });
  const confirmedPointId = await aPoint(db, gatewayId, { slaveId, deviceId, name: `${marker} Coil` });
  await db.updateTable('device_point').set({ main: true }).where('point_id', '=', pointId).execute();
  const strategyId = await aStrategy(db, projectId, { name: `${marker} Strategy` });
  const bands = { high: { limit: -15, severity: level } };
  const rule = { kind: 'limit', bands, deadband: 1, onDelaySeconds: 0, offDelaySeconds: 0 } as const;
  await aRule(db, strategyId, rule, { points: [pointId, confirmedPointId] });
  const { device_class_id: classId } = await db
    .selectFrom('device')
    .where('id', '=', deviceId)
    .select('device_class_id')
    .executeTakeFirstOrThrow();
  const { subsystem_id: subsystemId } = await db
    .selectFrom('device_class')
    .where('id', '=', classId)
    .select('subsystem_id')
    .executeTakeFirstOrThrow();
  const shelfId = await aShelf(db, { projectId, deviceId, reason: `${marker} window` });
  const warningId = await aWarning(db, { deviceId, pointId, level, remark: `${marker} remark` });
  return { gatewayId, slaveId, deviceId, pointId, confirmedPointId, classId, subsystemId, shelfId, warningId };
}

/** Sends one reading of each point through the commit, as a gateway's would come. */
export async function measure(
  application: Application,
  readings: readonly { pointId: number; at: number; value: number; quality?: number }[],
): Promise<void> {
  const columns = new ReadingColumnsBuilder(16);
  for (const { pointId, at, value, quality = 0 } of readings) columns.push(pointId, at, value, quality);
  await application.ingest.commit.submit(columns.take());
}

/** What the readings of a company's points brought about, after `measure`. Confirms the second alarm. */
export async function alarmsOf(
  db: Db,
  { pointId, confirmedPointId, userId }: { pointId: number; confirmedPointId: number; userId: number },
): Promise<Pick<Ids, 'alarmId' | 'confirmedAlarmId' | 'popupId'>> {
  const alarmOf = (point: number) =>
    db.selectFrom('alarm').where('point_id', '=', point).select('id').executeTakeFirstOrThrow();
  const { id: alarmId } = await alarmOf(pointId);
  const { id: confirmedAlarmId } = await alarmOf(confirmedPointId);
  await db
    .updateTable('alarm')
    .set({ acknowledged_at: new Date(), acknowledged_by: userId })
    .where('id', '=', confirmedAlarmId)
    .execute();
  // Whom an alarm is told is decided right after it was written, not with it.
  const popupId = await vi.waitFor(async () => {
    const popup = await db
      .selectFrom('notification')
      .where('alarm_id', '=', alarmId)
      .where('user_id', '=', userId)
      .select('id')
      .executeTakeFirstOrThrow();
    return popup.id;
  }, soon);
  return { alarmId, confirmedAlarmId, popupId };
}
