import {
  allNeed,
  type CallName,
  type CallSpec,
  calls,
  type Envelope,
  type PermissionName,
  permissions,
} from '@watchpost/contract';
import { afterAll, beforeAll, expect } from 'vitest';
import { defaultRoles } from '../people/index.ts';
import type { Db } from '../platform/db/database.ts';
import { makeCall, startTestApplication, type TestApplication } from './application.ts';
import { camerasOf } from './camerasOf.ts';
import { createStateOf } from './companyState.ts';
import type { Sample } from './derivedSample.ts';
import { alarmsOf, anEquippedCompany, equipDevice, type Ids, measure, writeFilesOf } from './equippedCompany.ts';
import { expectedCode } from './expectedCode.ts';
import { aGateway, aMember, aPastAlarm, aPoint, aProject, aSlave, limitMember, serve } from './factories.ts';
import { anMqttPoint } from './fieldFactories.ts';
import { createFreshIds, type FreshIds } from './freshIds.ts';
import { lend, repairsOf } from './repairsOf.ts';
import { tokenFor } from './tokenFor.ts';

export const allCalls = Object.keys(calls) as CallName[];
export const specOf = (name: CallName): CallSpec => calls[name];
export const signedInCalls = allCalls.filter((name) => specOf(name).access !== 'public');
export const permissionCalls = signedInCalls.filter((name) => specOf(name).access !== 'session');
/** Rights that count only where every device is open to their holder, and the calls that they open. */
export const ofWholeProject = (Object.keys(permissions) as PermissionName[]).filter((name) =>
  allNeed([permissions[name].id], 'wholeProject'),
);
/** Works with another service, or with a device that is connected, which is not there: tested beside it. */
export const needsPartner: readonly CallName[] = [
  'deliverRecharge',
  'finishOpenId',
  'getWeather',
  'getWeatherBetween',
  'getWeatherOfDays',
  'orderSwitch',
  'readRegisters',
  // Asks for a form that was opened before.
  'sendReport',
  'readSlaveNow',
  'startOpenId',
  // Writes to devices that hold what a run wrote.
  'undoScheduleRun',
];

/** In every name of the other company, of hidden devices and in their values: it must never reach the wrong reader. */
const otherMarker = 'ZQXJV';
export const hiddenMarker = 'WKQYX';
const otherValue = 7_777_777.25;
/** What would show the other company: its names and its value, which no longer number holds by chance and no id reaches. */
export const ofOthers = /zqxjv|(?<!\d)7,?777,?777(?!\d)/i;
const hiddenValue = 8_888_888.25;
export const ofHiddenDevice = /wkqyx|(?<!\d)8,?888,?888(?!\d)/i;

/** Two companies, and people of ours who may see or do less than another. */
export interface AccessWorld {
  app: TestApplication;
  /** Our company; the other one; ours again, but everything named is what a limited viewer may not see. */
  ours: Ids;
  others: Ids;
  hidden: Ids;
  /** Sees one device of our project and of its alarms only level 2. */
  viewerId: number;
  /** A project owner who sees one device of our project, and may set up what they see. */
  contractorId: number;
  /** Holds every right that counts in whole projects only, and sees one device of ours. */
  arrangerId: number;
  /** Serves a device that the limited members see, and a hidden one. */
  sharedPointId: number;
  /** A member without any permission. */
  powerlessId: number;
  /** May do everything in another project of our company. */
  neighbourId: number;
  neighbourProjectId: number;
  /** An engineer from outside, to whom our device is lent for one repair order. */
  borrowerId: number;
  urgentAlarmId: number;
  freshIds: FreshIds;
  /** Asks as somebody, or without a sign-in, and checks what holds for every reply. */
  ask: ReturnType<typeof createAsk>;
  /** Everything of a company that a call could change, in every table: one checksum each. */
  stateOf: ReturnType<typeof createStateOf>;
}

/** The world of a test file: `ask` and `stateOf` are there at once, the rest before its first test. */
export function accessWorld(): AccessWorld {
  const world = {
    ask: createAsk(() => world.app),
    stateOf: createStateOf(() => world.app.database.pool),
  } as AccessWorld;
  beforeAll(async () => {
    Object.assign(world, await startWorld());
  });
  afterAll(() => world.app.stop());
  return world;
}

async function startWorld(): Promise<Omit<AccessWorld, 'ask' | 'stateOf'>> {
  let made!: Awaited<ReturnType<typeof makeCompanies>>;
  const app = await startTestApplication({
    prepare: async ({ db }) => {
      made = await makeCompanies(db);
    },
  });
  const { us, them, out, urgent, publisherId, ...people } = made;
  const now = Date.now();
  const at = now - 60_000;
  const readings = [
    [us.pointId, -5],
    [us.confirmedPointId, -5],
    [them.pointId, otherValue],
    [them.confirmedPointId, otherValue],
    [out.pointId, hiddenValue],
    [out.confirmedPointId, hiddenValue],
    [urgent.pointId, -4],
    [urgent.confirmedPointId, -4],
  ] as const;
  await measure(
    app.application,
    readings.flatMap(([pointId, value]) => [
      { pointId, at: at - 60_000, value },
      { pointId, at, value },
    ]),
  );
  const { db } = app.database;
  const refreshToken = 'no token anybody was given';
  const ours: Ids = { ...us, ...(await alarmsOf(db, us)), refreshToken };
  const others: Ids = { ...them, ...(await alarmsOf(db, them)), refreshToken };
  await writeFilesOf(app.dataDir, ours, 'Ours');
  const freshIds = createFreshIds(app, ours, 'Ours');
  await writeFilesOf(app.dataDir, others, otherMarker);
  const unseen = { ...ours, ...out };
  const hidden: Ids = {
    ...unseen,
    ...(await camerasOf(db, unseen, hiddenMarker)),
    ...(await repairsOf(db, unseen, hiddenMarker)),
    ...(await alarmsOf(db, { ...out, userId: ours.userId })),
    publisherId: publisherId,
    spareGatewayId: out.gatewayId,
    spareSlaveId: out.slaveId,
    filledSlaveId: out.slaveId,
    emptySlaveId: out.slaveId,
    sparePointId: out.pointId,
    anotherPointId: out.confirmedPointId,
    writablePointId: out.pointId,
  };
  for (const { companyId, projectId, deviceId, areaId } of [ours, others, hidden]) {
    const marker = deviceId === hidden.deviceId ? hiddenMarker : companyId === others.companyId ? otherMarker : 'Ours';
    await aPastAlarm(db, { companyId, projectId, deviceId, areaId, name: `${marker} Air` });
  }
  const urgentAlarmId = (await alarmsOf(db, { ...urgent, userId: ours.userId })).alarmId;
  return { app, ours, others, hidden, freshIds, urgentAlarmId, ...people };
}

async function makeCompanies(db: Db) {
  const us = await anEquippedCompany(db, 'Ours');
  const them = await anEquippedCompany(db, otherMarker);
  const { projectId, areaId, companyId } = us;
  await db.updateTable('company').set({ is_operator: true }).where('id', '=', companyId).execute();
  const out = await equipDevice(db, { projectId, areaId, marker: hiddenMarker });
  // On a device the viewer may see, but at a level they may not.
  const urgent = await equipDevice(db, { projectId, areaId, marker: 'Urgent', level: 1 });
  const viewerId = await aMember(db, companyId, projectId, {
    permissions: ['monitorView', 'alarmManage', 'alarmHandle'],
  });
  await limitMember(db, viewerId, projectId, { deviceIds: [us.deviceId, urgent.deviceId], alarmLevels: [2] });
  const contractorId = await aMember(db, companyId, projectId, { permissions: defaultRoles.projectOwner.permissions });
  await limitMember(db, contractorId, projectId, { deviceIds: [us.deviceId, urgent.deviceId], alarmLevels: [2] });
  const arrangerId = await aMember(db, companyId, projectId, { permissions: ofWholeProject });
  await limitMember(db, arrangerId, projectId, { deviceIds: [us.deviceId] });
  // Behind the gateway of what they see hangs more, and one point serves both.
  const slaveId = await aSlave(db, us.gatewayId, { name: `${hiddenMarker} Second slave` });
  await aPoint(db, us.gatewayId, { slaveId, deviceId: out.deviceId, name: `${hiddenMarker} Second point` });
  const sharedPointId = await aPoint(db, us.gatewayId, {
    slaveId: us.slaveId,
    deviceId: us.deviceId,
    name: 'Ours Shared',
  });
  await serve(db, sharedPointId, out.deviceId);
  const publisherId = await aGateway(db, projectId, { name: `${hiddenMarker} Publisher`, protocol: 'MQTT' });
  await anMqttPoint(db, publisherId, { key: `${hiddenMarker} key`, deviceId: out.deviceId });
  const head = Buffer.from(`{"${hiddenMarker}":${hiddenValue}}`);
  const rejection = { reason: 'unknownKey', subject: 'v1/devices/me/telemetry', head };
  for (const gateway_id of [publisherId, us.gatewayId])
    await db
      .insertInto('gateway_rejection')
      .values({ ...rejection, gateway_id, at: new Date(), byte_count: head.byteLength })
      .execute();
  const fellSilent = { gateway_id: us.gatewayId, slave_id: slaveId, at: new Date(), kind: 'down' };
  await db.insertInto('gateway_event').values(fellSilent).execute();
  await db
    .insertInto('operation_log')
    .values({
      at: new Date(),
      company_id: companyId,
      project_id: projectId,
      user_id: us.userId,
      user_name: 'Ours Person',
      call: 'controlDown',
      address: '127.0.0.1',
      user_agent: '',
      subject_kind: 'point',
      subject_id: String(out.pointId),
      subject_name: `${hiddenMarker} Freezer`,
    })
    .execute();
  const powerlessId = await aMember(db, companyId, projectId, { permissions: [] });
  const neighbourProjectId = await aProject(db, companyId);
  const neighbourId = await aMember(db, companyId, neighbourProjectId, {
    permissions: ['monitorView', 'alarmManage', 'alarmHandle', 'projectConfig', 'projectLogs'],
  });
  const borrowerId = await aMember(db, companyId, neighbourProjectId, { permissions: [] });
  await lend(db, { companyId, projectId, deviceId: us.deviceId, userId: borrowerId });
  return {
    ...{ us, them, out, urgent, publisherId, sharedPointId },
    ...{ viewerId, contractorId, arrangerId, powerlessId, neighbourId, neighbourProjectId, borrowerId },
  };
}

function createAsk(appOf: () => TestApplication) {
  /** Who is signed in, and until when the proof of their identity surely holds. */
  const signedIn = new Map<number, { token: string; until: number }>();

  async function tokenOf(userId: number): Promise<string> {
    const known = signedIn.get(userId);
    if (known && known.until > Date.now()) return known.token;
    const token = await tokenFor(appOf().database.db, userId);
    signedIn.set(userId, { token, until: Date.now() + 60_000 });
    return token;
  }

  /** Makes a call as somebody; signs in anew when an earlier call has ended the sign-in. */
  async function askAs(userId: number, name: CallName, input: Sample, headers: Record<string, string>) {
    const reply = await makeCall(appOf().url, name, input, { token: await tokenOf(userId), headers });
    if (reply.status !== 401) return reply;
    signedIn.delete(userId);
    return makeCall(appOf().url, name, input, { token: await tokenOf(userId), headers });
  }

  /** Asks as somebody, and checks what holds for every reply. */
  async function ask(
    userId: number | null,
    name: CallName,
    input: Sample,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; envelope: Envelope<unknown>; text: string }> {
    const reply =
      userId === null
        ? await makeCall(appOf().url, name, input, { headers })
        : await askAs(userId, name, input, headers);
    const { status, envelope } = reply;
    expect(Object.keys(envelope).sort()).toEqual(['Code', 'Data', 'Message']);
    expect(envelope.Code).toBe(expectedCode(specOf(name), status, envelope.Data));
    expect(status).not.toBe(500);
    // An image by its signed address is the one thing a browser may keep.
    const mayKeep = name === 'getFile' && status === 200;
    expect(reply.headers.get('cache-control')).toMatch(mayKeep ? /immutable$/ : /^no-store$/);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(envelope.Message).not.toMatch(/\bSELECT\b|\bUPDATE\b|\.ts:\d|node_modules|violates|syntax/);
    return { status, envelope, text: JSON.stringify(envelope) };
  }

  return ask;
}

/** Another call may have hidden what the next one is to find. */
export async function hideNothing(db: Db): Promise<void> {
  await db
    .updateTable('alarm')
    .set({ hidden_by: null, hidden_since: null })
    .where('hidden_by', 'is not', null)
    .execute();
  await db.deleteFrom('alarm_shelf').where('kind', '<>', 'maintenance').execute();
  await db.updateTable('alarm_shelf').set({ ended_at: null }).where('ended_at', 'is not', null).execute();
}
