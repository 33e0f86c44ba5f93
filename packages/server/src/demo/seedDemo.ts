import { randomInt } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type DemoCompany,
  type DemoMember,
  demoCompanies,
  demoGateways,
  demoPoints,
  demoPointTypes,
  demoSubsystems,
  pointsOf,
} from '@watchpost/demo';
import { system } from '../access/index.ts';
import { hashPassword, insertUser } from '../account/index.ts';
import { addDefaultRoles, type DefaultRoleKind, defaultRoles } from '../people/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, DbOrTransaction } from '../platform/db/database.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';
import { createStorage } from '../platform/storage/storage.ts';
import { insertTranslations } from '../translations/index.ts';
import { insertAssets, insertCustomers } from './assets.store.ts';
import { insertCameras } from './cameras.store.ts';
import { insertDebugOrders } from './commissioning.store.ts';
import {
  describeUser,
  insertCompany,
  insertMember,
  insertProject,
  insertScope,
  insertSubarea,
} from './companies.store.ts';
import { demoTexts } from './demoTexts.ts';
import { describeDevices } from './devices.store.ts';
import { insertDiagrams } from './diagrams.store.ts';
import {
  type ClassIds,
  insertDevice,
  insertGateway,
  insertPoint,
  insertPointTypes,
  insertSlave,
  insertSubsystems,
} from './equipment.store.ts';
import { gatewayCredentialsFile, simulatorAddress } from './followSimulator.ts';
import { equipGateways } from './gateways.store.ts';
import { insertMaintenance } from './maintenance.store.ts';
import { insertMappings } from './mappings.store.ts';
import { arrangeDuty, arrangeEvents } from './notifications.store.ts';
import { insertPlans } from './plans.store.ts';
import { acceptRoles } from './plant.store.ts';
import { insertOwnPoints, targetValue } from './points.store.ts';
import { roleSummary } from './roleSummary.ts';
import type { SeededCompany } from './SeededCompany.ts';
import { insertDataScreens } from './screens.store.ts';
import { seedEnergy } from './seedEnergy.ts';
import { beginSeeding } from './seeding.store.ts';
import { seedReports } from './seedReports.ts';
import { seedSchedules } from './seedSchedules.ts';
import { seedStrategies } from './seedStrategies.ts';
import { seedTransport } from './seedTransport.ts';
import { insertInstaller, insertUnits } from './units.store.ts';
import { insertWritings } from './writings.store.ts';

/** A person of the demo, as in `demo-logins.json` and the table at start; each fact in both languages. */
export interface DemoLogin {
  account: string;
  password: string;
  /** Where codes would go; in the demo they lie in the test inbox. */
  mobile: string;
  role: string;
  roleEn: string;
  company: string;
  companyEn: string;
  /** The person's rights and where they hold. */
  may: string;
  mayEn: string;
}

/** A gateway's login, for the simulator. */
interface GatewayCredential {
  serialNumber: string;
  username: string;
  password: string;
}

export interface SeededDemo {
  logins: DemoLogin[];
  /** Ids of `demoPoints`, in their order. */
  pointIds: number[];
  /** Virtual points with the value that somebody gave them: targets, and switches of meters. */
  setPoints: { pointId: number; value: number }[];
  /** Who keeps watch in each company, for the handling of past alarms. */
  watch: { companyId: number; userId: number }[];
}

const letters = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** Twelve characters that can be read aloud, of those that spec §5.3 allows. */
const newPassword = (): string => Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');

/**
 * Makes the demo companies in one transaction: people, places, equipment, strategies. Logins go to `demo-logins.json` and
 * gateway credentials to `demo-gateways.json` in the data folder, both readable by the owner alone.
 *
 * @param options.simPort where it plays the cameras, too; null: nowhere, and they are not made
 * @param options.modbusTcpPort where the simulator plays a Modbus TCP device; null: nowhere, and its gateway has no address
 */
export async function seedDemo(
  db: Db,
  clock: Clock,
  options: { dataDir: string; modbusTcpPort: number | null; simPort: number | null },
): Promise<SeededDemo> {
  const credentials: GatewayCredential[] = [];
  const logins: DemoLogin[] = [];
  const pointIds = new Map<string, number>();
  const watch: SeededDemo['watch'] = [];
  const setPoints: SeededDemo['setPoints'] = [];
  const secretKey = await installationSecret(db, 'secrets');
  const storage = createStorage(path.join(options.dataDir, 'files'));

  await db.transaction().execute(async (transaction) => {
    await beginSeeding(system, transaction);
    const classIds = await insertSubsystems(system, transaction, demoSubsystems);
    for (const company of demoCompanies) {
      const seeded = await seedCompany(transaction, company, classIds, clock.now(), options.modbusTcpPort, credentials);
      for (const [code, id] of seeded.pointIds) pointIds.set(code, id);
      const people = await seedMembers(transaction, company, seeded, logins);
      await insertTranslations(system, transaction, seeded.companyId, demoTexts(company));
      await seedStrategies(transaction, company, seeded);
      await arrangeDuty(system, transaction, { companyId: seeded.companyId, nowMs: clock.now() });
      await arrangeEvents(system, transaction, { companyId: seeded.companyId, nowMs: clock.now() });
      await equipGateways(system, transaction, {
        companyId: seeded.companyId,
        userId: people,
        nowMs: clock.now(),
        secretKey,
      });
      await insertMappings(system, transaction, { companyId: seeded.companyId, userId: people, nowMs: clock.now() });
      await insertWritings(system, transaction, { companyId: seeded.companyId, userId: people, nowMs: clock.now() });
      await insertCameras(system, transaction, seeded, {
        simPort: options.simPort,
        secretKey,
        userId: people,
        nowMs: clock.now(),
      });
      const own = { companyId: seeded.companyId, userId: people, nowMs: clock.now() };
      const targets = await insertOwnPoints(system, transaction, own);
      setPoints.push(...targets.map((pointId) => ({ pointId, value: targetValue })));
      setPoints.push(...seeded.switchIds.map((pointId) => ({ pointId, value: 1 })));
      const administrator = company.members.find(({ roleKind }) => roleKind === 'companyAdministrator');
      if (administrator)
        await seedSchedules(transaction, seeded, {
          userId: seeded.userIds.get(administrator.account)!,
          now: clock.now(),
        });
      const store = seeded.projectIds.get('coldStore');
      if (store !== undefined)
        await insertUnits(system, transaction, {
          companyId: seeded.companyId,
          projectId: store,
          userId: people,
          nowMs: clock.now(),
          locked: {
            projectId: seeded.projectIds.get('supermarket')!,
            deviceId: seeded.deviceIds.get('unit-bakery')!,
          },
        });
      const engineer = company.members.find(({ roleKind }) => roleKind === 'maintenanceEngineer');
      if (engineer)
        await insertInstaller(system, transaction, {
          companyId: seeded.companyId,
          userId: seeded.userIds.get(engineer.account)!,
        });
      await insertAssets(system, transaction, { companyId: seeded.companyId, nowMs: clock.now() });
      if (store !== undefined)
        await insertMaintenance(system, transaction, seeded, { userId: people, nowMs: clock.now(), secretKey });
      if (store !== undefined) await insertCustomers(system, transaction, seeded, clock.now());
      await insertDebugOrders(system, transaction, seeded, { userId: people, nowMs: clock.now(), secretKey });
      await insertPlans(system, transaction, storage, {
        companyId: seeded.companyId,
        userId: people,
        nowMs: clock.now(),
      });
      await acceptRoles(
        system,
        transaction,
        ['coldStore', 'supermarket'].flatMap((code) => seeded.projectIds.get(code) ?? []),
      );
      await insertDiagrams(system, transaction, { companyId: seeded.companyId, userId: people, nowMs: clock.now() });
      await insertDataScreens(system, transaction, seeded, clock.now());
      watch.push({ companyId: seeded.companyId, userId: people });
    }
  });

  writePrivate(gatewayCredentialsFile(options.dataDir), credentials);
  writePrivate(path.join(options.dataDir, 'demo-logins.json'), logins);
  return { logins, watch, setPoints, pointIds: demoPoints.map((point) => pointIds.get(point.code)!) };
}

function writePrivate(file: string, content: unknown): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  // The mode above counts only for a new file.
  chmodSync(file, 0o600);
}

const day = 86_400_000;
const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

async function seedCompany(
  db: DbOrTransaction,
  company: DemoCompany,
  classIds: ClassIds,
  now: number,
  modbusTcpPort: number | null,
  credentials: GatewayCredential[],
): Promise<SeededCompany> {
  // The first one runs the installation.
  const isOperator = company === demoCompanies[0];
  const companyId = await insertCompany(system, db, { ...company, isOperator });
  const typeIds = await insertPointTypes(system, db, companyId, demoPointTypes);
  const seeded: SeededCompany = {
    companyId,
    projectIds: new Map(),
    deviceIds: new Map(),
    pointIds: new Map(),
    typeIds,
    gatewayIds: new Map(),
    slaveIds: new Map(),
    switchIds: [],
    userIds: new Map(),
  };
  const mainRoles = new Map<string, string>();

  const region = await insertSubarea(system, db, {
    companyId,
    parentId: null,
    kind: 'partition',
    ...company.region,
    position: 0,
  });
  for (const [position, project] of company.projects.entries()) {
    const projectId = await insertSubarea(system, db, {
      companyId,
      parentId: region,
      kind: 'project',
      name: project.name,
      nameEn: project.nameEn,
      position,
    });
    const serviceStart = isoDate(now - project.serviceStartDaysAgo * day);
    const serviceEnd = isoDate(now + project.serviceEndInDays * day);
    await insertProject(system, db, { id: projectId, companyId, facts: project, serviceStart, serviceEnd });
    seeded.projectIds.set(project.code, projectId);

    const areaIds = new Map<string, number>();
    for (const [place, area] of project.areas.entries()) {
      const parentId = area.parentCode === null ? projectId : (areaIds.get(area.parentCode) ?? projectId);
      areaIds.set(
        area.code,
        await insertSubarea(system, db, {
          companyId,
          parentId,
          kind: 'area',
          name: area.name,
          nameEn: area.nameEn,
          position: place,
        }),
      );
    }
    for (const [place, device] of project.devices.entries()) {
      const classId = classIds.get(device.classCode);
      if (classId === undefined)
        throw new Error(`The demo device ${device.code} has an unknown class ${device.classCode}`);
      const areaId = areaIds.get(device.areaCode) ?? null;
      seeded.deviceIds.set(
        device.code,
        await insertDevice(system, db, { companyId, projectId, areaId, classId, position: place, facts: device }),
      );
      mainRoles.set(device.code, device.mainRole);
    }
  }

  for (const gateway of demoGateways.filter(({ companyCode }) => companyCode === company.code)) {
    const projectId = seeded.projectIds.get(gateway.projectCode)!;
    const password = gateway.protocol === 'MQTT' ? newPassword() : null;
    const userName = gateway.protocol === 'MQTT' ? gateway.serialNumber : null;
    if (password !== null)
      credentials.push({ serialNumber: gateway.serialNumber, username: gateway.serialNumber, password });
    const gatewayId = await insertGateway(system, db, {
      companyId,
      projectId,
      facts: gateway,
      userName,
      passwordHash: password === null ? null : await hashPassword(password),
      address: gateway.protocol === 'MODBUS_TCP' ? simulatorAddress(modbusTcpPort) : null,
    });
    const slaveIds = new Map<number, number>();
    if (gateway.protocol !== 'MQTT') {
      for (const slave of gateway.slaves) slaveIds.set(slave.address, await insertSlave(system, db, gatewayId, slave));
    }
    seeded.slaveIds.set(gateway.code, [...slaveIds.values()]);
    for (const [position, point] of pointsOf(gateway).entries()) {
      const id = await insertPoint(system, db, {
        companyId,
        projectId,
        gatewayId,
        slaveId: point.source.kind === 'modbus' ? slaveIds.get(point.source.slaveAddress)! : null,
        pointTypeId: typeIds.get(point.pointTypeCode)!,
        deviceId: seeded.deviceIds.get(point.deviceCode)!,
        position,
        isMain: mainRoles.get(point.deviceCode) === point.role,
        facts: point,
      });
      seeded.pointIds.set(point.code, id);
    }
    seeded.gatewayIds.set(gateway.code, gatewayId);
  }
  await seedTransport(db, company, seeded, now);
  await seedReports(db, seeded, now);
  seeded.switchIds.push(...(await seedEnergy(db, company, seeded, now)));
  await describeDevices(system, db, company, seeded);
  return seeded;
}

/** Returns the user who keeps watch: the operator, else the first. */
async function seedMembers(
  db: DbOrTransaction,
  company: DemoCompany,
  seeded: SeededCompany,
  logins: DemoLogin[],
): Promise<number> {
  const roleIds = await addDefaultRoles(seeded, db);
  let watch = 0;
  for (const member of company.members) {
    const userId = await seedMember(db, company, member, seeded, roleIds, logins);
    seeded.userIds.set(member.account, userId);
    if (member.roleKind === 'operator' || watch === 0) watch = userId;
  }
  return watch;
}

async function seedMember(
  db: DbOrTransaction,
  company: DemoCompany,
  member: DemoMember,
  { companyId, projectIds, deviceIds }: SeededCompany,
  roleIds: Readonly<Record<DefaultRoleKind, number>>,
  logins: DemoLogin[],
): Promise<number> {
  const password = newPassword();
  const role = defaultRoles[member.roleKind];
  const may = roleSummary(company, member, role.permissions);
  logins.push({
    account: member.account,
    password,
    mobile: member.mobile,
    role: role.zh,
    roleEn: role.en,
    company: company.name,
    companyEn: company.nameEn,
    may: may.zh,
    mayEn: may.en,
  });
  const userId = await insertUser(system, db, {
    account: member.account,
    passwordHash: await hashPassword(password),
    nickname: member.nickname,
  });
  await describeUser(system, db, userId, member);
  const ownProjects = (member.projectCodes ?? [...projectIds.keys()]).map((code) => projectIds.get(code)!);
  await insertMember(system, db, {
    companyId,
    userId,
    name: member.nickname,
    department: member.department,
    companyRoleId: role.scope === 'company' ? roleIds[member.roleKind] : roleIds.member,
    projectRoleId: role.scope === 'project' ? roleIds[member.roleKind] : null,
    projectIds: ownProjects,
  });
  const limited = member.deviceCodes !== null || member.alarmLevels.length < 4;
  if (limited) {
    for (const projectId of ownProjects) {
      await insertScope(system, db, {
        userId,
        projectId,
        deviceIds: member.deviceCodes?.map((code) => deviceIds.get(code)!) ?? null,
        canWrite: member.deviceAccess === 'readWrite',
        alarmLevels: member.alarmLevels,
      });
    }
  }
  return userId;
}
