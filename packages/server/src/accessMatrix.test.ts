import {
  type AllCalls,
  allNeed,
  type CallData,
  type CallName,
  type CallSpec,
  calls,
  type Envelope,
  type PermissionName,
  permissions,
} from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defaultRoles } from './people/index.ts';
import { makeCall, startTestApplication, type TestApplication } from './testing/application.ts';
import { camerasOf } from './testing/camerasOf.ts';
import {
  alarmsOf,
  anEquippedCompany,
  type EquippedCompany,
  equipDevice,
  type Ids,
  measure,
  writeFilesOf,
} from './testing/equippedCompany.ts';
import { aGateway, aMember, aPastAlarm, aPoint, aProject, aSlave, limitMember, serve } from './testing/factories.ts';
import { anMqttPoint } from './testing/fieldFactories.ts';
import { createFreshIds, type FreshIds } from './testing/freshIds.ts';
import { lend, repairsOf } from './testing/repairsOf.ts';
import { sampleInputs } from './testing/sampleInputs.ts';
import { tellConfiguration } from './testing/tellConfiguration.ts';
import { tellsNobody } from './testing/tellsNobody.ts';
import { tokenFor } from './testing/tokenFor.ts';

const allCalls = Object.keys(calls) as CallName[];
const specOf = (name: CallName): CallSpec => calls[name];
const signedInCalls = allCalls.filter((name) => specOf(name).access !== 'public');
const publicCalls = allCalls.filter((name) => specOf(name).access === 'public');
const permissionCalls = signedInCalls.filter((name) => specOf(name).access !== 'session');
/** Rights that count only where every device is open to their holder, and the calls that they open. */
const ofWholeProject = (Object.keys(permissions) as PermissionName[]).filter((name) =>
  allNeed([permissions[name].id], 'wholeProject'),
);
const callsOfWholeProject = signedInCalls.filter((name) => {
  const { access } = specOf(name);
  return typeof access === 'object' && access.some((permission) => ofWholeProject.includes(permission));
});
const sessionReads = signedInCalls.filter(
  (name) => specOf(name).access === 'session' && specOf(name).effect === 'read',
);

/** Means something only in the company that runs the installation, which is ours. */
const isForOperator = (name: CallName): boolean => {
  const { access } = specOf(name);
  return typeof access === 'object' && access.some((permission) => 'ofOperator' in permissions[permission]);
};
/** Works with another service, or with a device that is connected, which is not there: tested beside it. */
const needsPartner: readonly CallName[] = [
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

/** Answer about every project in which the asker has the right, and name none. */
const asksOwnProjects: readonly CallName[] = [
  'getCompanyAllUserDropdown',
  'getCompanyUserDropdown',
  'getInvitationPage',
  'exportModelTreeProjectStatistics',
  'getModelClassList',
  'getModelTreeGroupStatistics',
  'getModelTreeProjectStatistics',
  'getProjectForCarList',
  'getServiceAlarms',
  'getAnalysisAlarms',
  'getWeatherPage',
  'exportWeatherPage',
];
/** Lets in everybody who has the link: that is what an invitation of another company is for. */
const letsIn: readonly CallName[] = ['acceptInvitation'];

/** Names of fields that are counts: anything else of an answer may differ from one moment to the next. */
const counted =
  /"\w*(?:Count|Total|Devices|Points|Slaves|Gateways|Alarms|Free|Online|Offline|NeverSeen|Waiting|Unconfirmed|Returned)":\d+/g;
/** Says what goes with whole projects, to managers of the whole company: they need to know before they delete them. */
const countsEverything: readonly CallName[] = ['getWhatGoesWith'];

/** In every name of the other company, of hidden devices and in their values: it must never reach the wrong reader. */
const otherMarker = 'ZQXJV';
const hiddenMarker = 'WKQYX';
const otherValue = 7_777_777.25;
/** What would show the other company: its names and its value, which no longer number holds by chance and no id reaches. */
const ofOthers = /zqxjv|(?<!\d)7,?777,?777(?!\d)/i;
const hiddenValue = 8_888_888.25;
const ofHiddenDevice = /wkqyx|(?<!\d)8,?888,?888(?!\d)/i;

let app: TestApplication;
/** Our company; the other one; ours again, but everything named is what a limited viewer may not see. */
let ours: Ids;
let others: Ids;
let hidden: Ids;
/** Sees one device of our project and of its alarms only level 2. */
let viewerId: number;
/** A project owner who sees one device of our project, and may set up what they see. */
let contractorId: number;
/** Holds every right that counts in whole projects only, and sees one device of ours. */
let arrangerId: number;
/** Serves a device that the limited members see, and a hidden one. */
let sharedPointId: number;
/** A member without any permission. */
let powerlessId: number;
/** May do everything in another project of our company. */
let neighbourId: number;
let neighbourProjectId: number;
/** An engineer from outside, to whom our device is lent for one repair order. */
let borrowerId: number;
let urgentAlarmId: number;
let freshIds: FreshIds;

beforeAll(async () => {
  let us: EquippedCompany;
  let them: EquippedCompany;
  let out: Awaited<ReturnType<typeof equipDevice>>;
  let urgent: Awaited<ReturnType<typeof equipDevice>>;
  let publisherId: number;
  app = await startTestApplication({
    prepare: async ({ db }) => {
      us = await anEquippedCompany(db, 'Ours');
      them = await anEquippedCompany(db, otherMarker);
      const { projectId, areaId, companyId } = us;
      await db.updateTable('company').set({ is_operator: true }).where('id', '=', companyId).execute();
      out = await equipDevice(db, { projectId, areaId, marker: hiddenMarker });
      // On a device the viewer may see, but at a level they may not.
      urgent = await equipDevice(db, { projectId, areaId, marker: 'Urgent', level: 1 });
      viewerId = await aMember(db, companyId, projectId, {
        permissions: ['monitorView', 'alarmManage', 'alarmHandle'],
      });
      await limitMember(db, viewerId, projectId, { deviceIds: [us.deviceId, urgent.deviceId], alarmLevels: [2] });
      contractorId = await aMember(db, companyId, projectId, { permissions: defaultRoles.projectOwner.permissions });
      await limitMember(db, contractorId, projectId, { deviceIds: [us.deviceId, urgent.deviceId], alarmLevels: [2] });
      arrangerId = await aMember(db, companyId, projectId, { permissions: ofWholeProject });
      await limitMember(db, arrangerId, projectId, { deviceIds: [us.deviceId] });
      // Behind the gateway of what they see hangs more, and one point serves both.
      const slaveId = await aSlave(db, us.gatewayId, { name: `${hiddenMarker} Second slave` });
      await aPoint(db, us.gatewayId, { slaveId, deviceId: out.deviceId, name: `${hiddenMarker} Second point` });
      sharedPointId = await aPoint(db, us.gatewayId, {
        slaveId: us.slaveId,
        deviceId: us.deviceId,
        name: 'Ours Shared',
      });
      await serve(db, sharedPointId, out.deviceId);
      publisherId = await aGateway(db, projectId, { name: `${hiddenMarker} Publisher`, protocol: 'MQTT' });
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
      powerlessId = await aMember(db, companyId, projectId, { permissions: [] });
      neighbourProjectId = await aProject(db, companyId);
      neighbourId = await aMember(db, companyId, neighbourProjectId, {
        permissions: ['monitorView', 'alarmManage', 'alarmHandle', 'projectConfig', 'projectLogs'],
      });
      borrowerId = await aMember(db, companyId, neighbourProjectId, { permissions: [] });
      await lend(db, { companyId, projectId, deviceId: us.deviceId, userId: borrowerId });
    },
  });
  const now = Date.now();
  const at = now - 60_000;
  const readings = [
    [us!.pointId, -5],
    [us!.confirmedPointId, -5],
    [them!.pointId, otherValue],
    [them!.confirmedPointId, otherValue],
    [out!.pointId, hiddenValue],
    [out!.confirmedPointId, hiddenValue],
    [urgent!.pointId, -4],
    [urgent!.confirmedPointId, -4],
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
  ours = { ...us!, ...(await alarmsOf(db, us!)), refreshToken };
  others = { ...them!, ...(await alarmsOf(db, them!)), refreshToken };
  await writeFilesOf(app.dataDir, ours, 'Ours');
  freshIds = createFreshIds(app, ours, 'Ours');
  await writeFilesOf(app.dataDir, others, otherMarker);
  const unseen = { ...ours, ...out! };
  hidden = {
    ...unseen,
    ...(await camerasOf(db, unseen, hiddenMarker)),
    ...(await repairsOf(db, unseen, hiddenMarker)),
    ...(await alarmsOf(db, { ...out!, userId: ours.userId })),
    publisherId: publisherId!,
    spareGatewayId: out!.gatewayId,
    spareSlaveId: out!.slaveId,
    filledSlaveId: out!.slaveId,
    emptySlaveId: out!.slaveId,
    sparePointId: out!.pointId,
    anotherPointId: out!.confirmedPointId,
    writablePointId: out!.pointId,
  };
  for (const { companyId, projectId, deviceId, areaId } of [ours, others, hidden]) {
    const marker = deviceId === hidden.deviceId ? hiddenMarker : companyId === others.companyId ? otherMarker : 'Ours';
    await aPastAlarm(db, { companyId, projectId, deviceId, areaId, name: `${marker} Air` });
  }
  urgentAlarmId = (await alarmsOf(db, { ...urgent!, userId: ours.userId })).alarmId;
});
afterAll(() => app.stop());

type Input = { query?: unknown; body?: unknown; files?: readonly File[] | undefined };

/** Who is signed in, and until when the proof of their identity surely holds. */
const signedIn = new Map<number, { token: string; until: number }>();

async function tokenOf(userId: number): Promise<string> {
  const known = signedIn.get(userId);
  if (known && known.until > Date.now()) return known.token;
  const token = await tokenFor(app.database.db, userId);
  signedIn.set(userId, { token, until: Date.now() + 60_000 });
  return token;
}

/** Makes a call as somebody; signs in anew when an earlier call has ended the sign-in. */
async function askAs(userId: number, name: CallName, input: Input, headers: Record<string, string>) {
  const reply = await makeCall(app.url, name, input, { token: await tokenOf(userId), headers });
  if (reply.status !== 401) return reply;
  signedIn.delete(userId);
  return makeCall(app.url, name, input, { token: await tokenOf(userId), headers });
}

/** Asks as somebody, and checks what holds for every reply. */
async function ask(
  userId: number | null,
  name: CallName,
  input: Input,
  headers: Record<string, string> = {},
): Promise<{ status: number; envelope: Envelope<unknown>; text: string }> {
  const reply =
    userId === null ? await makeCall(app.url, name, input, { headers }) : await askAs(userId, name, input, headers);
  const { status, envelope } = reply;
  expect(Object.keys(envelope).sort()).toEqual(['Code', 'Data', 'Message']);
  expect(envelope.Code).toBe(status);
  expect(status).not.toBe(500);
  // An image by its signed address is the one thing a browser may keep.
  const mayKeep = name === 'getFile' && status === 200;
  expect(reply.headers.get('cache-control')).toMatch(mayKeep ? /immutable$/ : /^no-store$/);
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  expect(reply.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(envelope.Message).not.toMatch(/\bSELECT\b|\bUPDATE\b|\.ts:\d|node_modules|violates|syntax/);
  return { status, envelope, text: JSON.stringify(envelope) };
}

/**
 * Left out of the comparison: a sign-in is made for every question asked here; what gateways report, what the platform finds, and
 * possible attacks are written as they come.
 */
const apart = [
  'session_family',
  'refresh_token',
  'operation_log_batch',
  'gateway_event',
  'platform_event',
  'event_told',
  'security_event',
];
/** Columns that the running server writes by itself: who is connected, since when nothing was heard. */
const runningColumns: Readonly<Record<string, readonly string[]>> = {
  camera: ['checked_at', 'failure', 'unreachable_since'],
  compliance_pack: ['failure'],
  gateway: ['online', 'last_seen_at', 'offline_since'],
  slave: ['silent_since'],
};

/** Of every table, whose rows can belong to a company, the condition that says to which: $1. */
async function conditionsOfTables(): Promise<Map<string, string>> {
  const { rows: columns } = await app.database.pool.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text) AS columns
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition GROUP BY c.relname`,
  );
  const { rows: references } = await app.database.pool.query<{ child: string; field: string; parent: string }>(
    `SELECT k.conrelid::regclass::text AS child, a.attname AS field, k.confrelid::regclass::text AS parent
       FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
      WHERE k.contype = 'f' AND cardinality(k.conkey) = 1`,
  );
  const conditions = new Map([
    ['company', 'id = $1'],
    ['app_user', 'id IN (SELECT user_id FROM membership WHERE company_id = $1)'],
  ]);
  const inProjects = 'project_id IN (SELECT id FROM project WHERE company_id = $1)';
  for (const { name, columns: has } of columns) {
    if (apart.includes(name) || conditions.has(name)) continue;
    if (has.includes('company_id')) conditions.set(name, 'company_id = $1');
    else if (has.includes('project_id')) conditions.set(name, inProjects);
  }
  // Children of those, and theirs.
  for (let level = 0; level < 3; level += 1) {
    for (const { child, field, parent } of references) {
      const ofParent = conditions.get(parent);
      if (!ofParent || conditions.has(child) || apart.includes(child)) continue;
      conditions.set(child, `${field} IN (SELECT id FROM ${parent} WHERE ${ofParent})`);
    }
  }
  return conditions;
}

let stateQuery: string | null = null;
/** Everything of a company that a call could change, in every table: one checksum each. */
async function stateOf(companyId: number): Promise<Record<string, string>> {
  if (stateQuery === null) {
    const conditions = await conditionsOfTables();
    expect([...conditions.keys()]).toEqual(
      expect.arrayContaining(['uploaded_file', 'member_device', 'invitation_project']),
    );
    stateQuery = [...conditions]
      .map(
        ([table, condition]) =>
          `SELECT '${table}' AS name, md5(coalesce(string_agg(row, ' ' ORDER BY row), '')) AS sum
             FROM (SELECT (to_jsonb(t) - '{${(runningColumns[table] ?? []).join()}}'::text[])::text AS row FROM ${table} t WHERE ${condition}) rows`,
      )
      .join(' UNION ALL ');
  }
  // Named, so that PostgreSQL plans it once.
  const { rows } = await app.database.pool.query<{ name: string; sum: string }>({
    name: 'stateOf',
    text: stateQuery,
    values: [companyId],
  });
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

async function alarmsAsText(deviceId: number): Promise<string> {
  const { rows } = await app.database.pool.query(
    `SELECT a.*, (SELECT json_agg(n ORDER BY id) FROM notification n WHERE n.alarm_id = a.id) AS outbox
     FROM alarm a WHERE device_id = $1 ORDER BY id`,
    [deviceId],
  );
  return JSON.stringify(rows);
}

/** Our question with, one at a time and then all together, the ids of somebody else. */
function* foreignInputs(name: CallName, own: Ids, foreign: Ids): Generator<[string, Input]> {
  const sample = (ids: Ids) => sampleInputs[name](ids) as Input;
  for (const key of Object.keys(own) as (keyof Ids)[]) {
    if (own[key] === foreign[key]) continue;
    const swapped = sample({ ...own, [key]: foreign[key] });
    if (JSON.stringify(swapped) !== JSON.stringify(sample(own))) yield [key, swapped];
  }
  yield ['everything', sample(foreign)];
}

/** The same ids, written in other ways that the schemas read as the same number, under every spelling of their field. */
function spelledOtherwise(input: Input, key: string): Input[] {
  const own = new RegExp(`^${key}$`, 'i');
  const respell = (part: unknown, name: (field: string) => string, spell: (id: unknown) => unknown): unknown =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part).map(([field, value]) =>
            own.test(field) ? [name(field), spell(value)] : [field, respell(value, name, spell)],
          ),
        )
      : part;
  const asIs = <Value>(value: Value): Value => value;
  const names = [
    (field: string) => field.toLowerCase(),
    (field: string) => field.toUpperCase(),
    (field: string) => field[0]!.toLowerCase() + field.slice(1),
    (field: string) => field[0]!.toUpperCase() + field.slice(1),
  ];
  const spellings = [(id: unknown) => `${id}.0`, (id: unknown) => ` ${id}`, (id: unknown) => `00000000000${id}`];
  const all = [
    ...spellings.map((spell) => [asIs<string>, spell] as const),
    ...names.map((name) => [name, asIs<unknown>] as const),
  ];
  const others = all.map(([name, spell]) => ({
    ...input,
    query: respell(input.query, name, spell),
    body: respell(input.body, name, spell),
  }));
  return others.filter((one) => JSON.stringify(one) !== JSON.stringify(input));
}

describe('how a call names its company and its project', () => {
  const named = /^(company_?id|project_?id|project)$/i;
  const fieldsOf = (schema: z.ZodType | undefined): [string, z.ZodType][] => {
    if (schema instanceof z.ZodObject) return Object.entries(schema.shape as Record<string, z.ZodType>);
    if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType);
    return schema instanceof z.ZodDefault || schema instanceof z.ZodOptional
      ? fieldsOf(schema.unwrap() as z.ZodType)
      : [];
  };

  test.each(allCalls)('%s names one of each at most, where it is seen before anything is done', (name) => {
    const { query, body, encoding } = specOf(name);
    for (const [field, schema] of [...fieldsOf(query), ...fieldsOf(body)]) {
      if (named.test(field)) expect(typeof schema.safeParse('7').data, field).toBe('number');
    }
    const inParts = encoding === 'multipart' ? fieldsOf(body).filter(([field]) => named.test(field)) : [];
    expect(inParts, 'the parts of a multipart call are read too late').toEqual([]);
  });
});

describe('a caller who has not signed in', () => {
  test.each(signedInCalls)('is not answered %s', async (name) => {
    const { status, envelope } = await ask(null, name, sampleInputs[name](ours));
    expect([status, envelope.Data]).toEqual([401, null]);
  });

  test.each(signedInCalls)('does not get further with a made-up token: %s', async (name) => {
    const headers = { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' };
    expect((await ask(null, name, sampleInputs[name](ours), headers)).status).toBe(401);
  });
});

describe('a member without the permission', () => {
  test.each(permissionCalls)('is refused %s', async (name) => {
    const { status, envelope } = await ask(powerlessId, name, sampleInputs[name](ours));
    expect([status, envelope.Data]).toEqual([403, null]);
  });

  test.each(permissionCalls)('does not get further by naming no company or project: %s', async (name) => {
    const { status } = await ask(powerlessId, name, sampleInputs[name]({ ...ours, projectId: 0, companyId: 0 }));
    expect(status).toBe(403);
  });

  /** What our company has: after one call as before the next. */
  let state: Record<string, string> | undefined;

  test.each(permissionCalls)('gains nothing from a permission in another project of the company: %s', async (name) => {
    const before = state ?? (await stateOf(ours.companyId));
    state = undefined;
    const { status, text } = await ask(neighbourId, name, sampleInputs[name](ours));
    expect(status).toBeOneOf(asksOwnProjects.includes(name) ? [200] : [403, 404]);
    expect(text).not.toContain('Ours');
    for (const input of spelledOtherwise(sampleInputs[name](ours), 'projectId')) {
      const odd = await ask(neighbourId, name, input);
      expect(odd.status, JSON.stringify(input)).toBe(status);
      expect(odd.text).not.toContain('Ours');
    }
    const after = await stateOf(ours.companyId);
    expect(after).toEqual(before);
    state = after;
  });
});

describe('an engineer from outside, to whom a device is lent', () => {
  test.each(permissionCalls.filter((name) => !specOf(name).lent && !asksOwnProjects.includes(name)))(
    'gains nothing from it in %s',
    async (name) => {
      const { status, text } = await ask(borrowerId, name, sampleInputs[name](ours));
      expect(status).toBe(403);
      expect(text).not.toContain('Ours');
    },
  );

  test.each(signedInCalls.filter((name) => specOf(name).lent))('sees nothing else by %s', async (name) => {
    for (const input of [sampleInputs[name](hidden), onlyProject(sampleInputs[name](ours) as Input)]) {
      const { status, text } = await ask(borrowerId, name, withoutUser(input as Input));
      expect(status).not.toBe(500);
      expect(text).not.toMatch(ofHiddenDevice);
      expect(text).not.toContain('Ours Freezer too warm');
    }
  });

  test('does see the device and its curve', async () => {
    const query = { modelTreeId: ours.deviceId, ProjectId: ours.projectId };
    expect((await ask(borrowerId, 'getModelTreeBaseInfo', { query })).text).toContain('Ours');
  });
});

describe('calls that any signed-in user may make', () => {
  /** What the factories name after the marker; the names of their own company and projects a member does know. */
  const equipment = /Ours (Freezer|Air|Coil|Gateway|Slave|Strategy)|high limit|上限/;

  test.each(sessionReads)('%s shows no device, point or alarm to a member without a permission', async (name) => {
    for (const input of [sampleInputs[name](ours) as Input, onlyProject(sampleInputs[name](ours) as Input)]) {
      expect((await ask(powerlessId, name, withoutUser(input))).text).not.toMatch(equipment);
    }
  });

  test('they do show them to one who may see alarms', async () => {
    const shown: CallName[] = [];
    for (const name of sessionReads) {
      const { text } = await ask(viewerId, name, withoutUser(sampleInputs[name](ours) as Input));
      if (equipment.test(text)) shown.push(name);
    }
    expect(shown.sort()).toEqual(['getAlarmMessageByUserId', 'getAlarmPlayScreenPage']);
  });

  test('alarms are not even counted for a member without a permission', async () => {
    for (const body of [{}, { ProjectId: ours.projectId }]) {
      const { envelope } = await ask(powerlessId, 'getAlarmOverNum', { body });
      expect(envelope.Data).toMatchObject({ Total: 0, Unconfirmed: 0 });
    }
    const { envelope } = await ask(powerlessId, 'getUserOwnProject', { query: {} });
    expect(envelope.Data).toMatchObject([{ AlarmCount: 0, AlarmLevel: null }]);
  });
});

/** Counts name nobody, so no marker would show in them: they are held to their numbers. */
describe('what is counted is only what the asker may see', () => {
  const of = (company: Ids, userId = company.userId) => ({ userId, company, hasTransport: false });
  /** A vehicle and two tags, of two classes of one subsystem. */
  const transport = [3, 2];
  const askers = {
    'our company: three devices, two alarms on each': () => ({
      ...of(ours),
      hasTransport: true,
      counts: { alarms: 6, unconfirmed: 3, devices: 3, alarming: 3 },
    }),
    'the other company: one device, two alarms': () => ({
      ...of(others),
      hasTransport: true,
      counts: { alarms: 2, unconfirmed: 1, devices: 1, alarming: 1 },
    }),
    'a viewer of two devices and of one level': () => ({
      ...of(ours, viewerId),
      counts: { alarms: 2, unconfirmed: 1, devices: 2, alarming: 1 },
    }),
    'a member of another project': () => ({
      ...of(ours, neighbourId),
      counts: { alarms: 0, unconfirmed: 0, devices: 0, alarming: 0 },
    }),
  };

  test.each(Object.entries(askers))('%s', async (_name, asker) => {
    const { userId, company, hasTransport, counts } = asker();
    const projectId = userId === neighbourId ? neighbourProjectId : company.projectId;
    const data = async <Name extends CallName>(name: Name, input: Input) =>
      (await ask(userId, name, input)).envelope.Data as CallData<AllCalls[Name]>;
    const alarms = await data('getAlarmOverNum', { body: {} });
    const classes = await data('getBigSmallType', { query: { companyId: company.companyId, projectId } });
    const devices = await data('getModelTreeStatusTotal', { body: { ProjectId: projectId } });
    expect({
      alarms: alarms.Total,
      unconfirmed: alarms.Unconfirmed,
      devices: devices.Total - (hasTransport ? transport[0]! : 0),
      alarming: devices.Alarm,
    }).toEqual(counts);
    expect(alarms.Levels.reduce((sum, { Count }) => sum + Count, 0)).toBe(counts.alarms);
    // Each device of the factories has a subsystem and a class of its own.
    const found = classes.map(({ DeviceCount, SmallTypes }) => [DeviceCount, SmallTypes.length]);
    const expected = Array.from({ length: counts.devices }, () => [1, 1]);
    expect(found.sort()).toEqual(hasTransport ? [...expected, transport] : expected);
  });
});

describe("with another company's ids", () => {
  /** What the other company has: after one call as before the next. */
  let state: Record<string, string> | undefined;

  test.each(signedInCalls.filter((name) => !letsIn.includes(name)))(
    '%s shows and changes nothing of it',
    async (name) => {
      const before = state ?? (await stateOf(others.companyId));
      state = undefined;
      for (const [key, input] of foreignInputs(name, ours, others)) {
        const { status, text } = await ask(ours.userId, name, input);
        expect([200, 400, 403, 404, 409, 429], `${key} of the other company`).toContain(status);
        expect(text, `${key} of the other company`).not.toMatch(ofOthers);
      }
      const headers = { 'company-id': String(others.companyId), 'project-id': String(others.projectId) };
      const { text } = await ask(ours.userId, name, sampleInputs[name]({ ...ours, alarmId: others.alarmId }), headers);
      expect(text).not.toMatch(ofOthers);
      const after = await stateOf(others.companyId);
      expect(after).toEqual(before);
      state = after;
    },
  );

  test('a company, project or person that is named outright is refused, not silently replaced by our own', async () => {
    for (const name of signedInCalls) {
      for (const key of ['companyId', 'projectId', 'userId'] as const) {
        const input = sampleInputs[name]({ ...ours, [key]: others[key] }) as Input;
        const named = new RegExp(`"${key}":"?${others[key]}\\b`, 'i').test(JSON.stringify(input));
        if (!named) continue;
        for (const one of [input, ...spelledOtherwise(input, key)]) {
          const { status } = await ask(ours.userId, name, one);
          // A stranger among the people of a list is reported beside the field.
          expect(key === 'userId' ? [400, 403] : [403], `${name} ${JSON.stringify(one)}`).toContain(status);
        }
      }
    }
  });

  test('two companies or projects named in one question are not weighed against each other, but refused', async () => {
    for (const name of signedInCalls) {
      for (const key of ['companyId', 'projectId'] as const) {
        const input = sampleInputs[name](ours) as Input;
        if (!new RegExp(`"${key}":`, 'i').test(JSON.stringify(input))) continue;
        for (const spelling of [key, `${key[0]!.toUpperCase()}${key.slice(1)}`, key.toLowerCase()]) {
          const asked = (input.query ?? {}) as object;
          if (spelling in asked) continue;
          const query = { ...asked, [spelling]: others[key] };
          const { status } = await ask(ours.userId, name, { ...input, query });
          expect(status, `${name} ${spelling}`).toBeOneOf([400, 403]);
        }
      }
    }
  });

  /** Without this the marker could be missing for everybody. */
  test('its own member does see its names', async () => {
    const silent: CallName[] = [];
    const asked = signedInCalls.filter(
      (call) => specOf(call).effect === 'read' && !isForOperator(call) && !needsPartner.includes(call),
    );
    for (const name of asked) {
      const { status, text } = await ask(others.userId, name, sampleInputs[name](others));
      expect(status, name).toBe(200);
      if (!ofOthers.test(text)) silent.push(name);
    }
    expect(silent.sort()).toEqual(
      // Counts, ids and the field's own catalogue: no names.
      [
        // A picture: its signed address is enough to fetch it.
        'downloadImage',
        // Nothing is kept of it: no provider is asked here.
        'getWeatherPage',
        'exportWeatherPage',
        // Values and times of a tag, and it has measured nothing yet.
        'getOriginalSensorHistList',
        'getTagMemory',
        'getAnalysisComparison',
        'getReminderRule',
        'getRenewals',
        // Whether it is free, and why.
        'getSettlementProposal',
        'getScheduleFirings',
        'isAssetCodeExist',
        'findAsset',
        // Names of points, of an asset that is a device: this one is none.
        'getAssetRunTime',
        'getSensorHistList',
        // Whether it is unbroken, and since when.
        'verifyOperationLog',
        // Packed files; what stands in them is tested where they are made.
        'downHistoryDataToExcelOrPdf',
        'correctImportAsset',
        'correctImportBootUnit',
        'correctImportCustomer',
        'getAssetTemplate',
        'getBootUnitTemplate',
        'getCustomerTemplate',
        'getAssetLabels',
        'correctImportModelTree',
        'correctImportModelTreeProperty',
        'correctImportPoint',
        'correctImportSensorTag',
        'correctImportUser',
        'correctImportWaybill',
        'downSensorHistoryData',
        'downloadContract',
        'downloadContractSeal',
        'downloadDebugHandover',
        'downloadMaintenanceReport',
        'exportOriginalSensorHistList',
        'getSensorTagTemplate',
        'getWaybillTemplate',
        'getModelTreeTemplate',
        'getPointTemplate',
        'exportDeviceList',
        'exportEventPage',
        'exportModelTreePage',
        'exportModelTreeProjectStatistics',
        'exportNewRepairActivePage',
        'exportModelTreePropertyTemplate',
        'exportProjectPage',
        'exportSubareaDelPage',
        'getImportUserTemplate',
        'getAlarmOverNum',
        'downloadAlarmClear',
        'downloadReport',
        // A packed proof; of keys what is public.
        'downloadProof',
        'getWaybillCertificate',
        'downloadSealKey',
        // Quarters, factors, sums, what holds; of months the sub-items that everybody has.
        'getEnergyFactors',
        'getEnergyLoad',
        'getEnergyMonths',
        'getSwitchGates',
        'getTrips',
        'previewRecalculate',
        'simulateTariff',
        // Lines through days, budgets, and what people entered by day.
        'fitBaseline',
        'getEnergyPerformance',
        'getEnergyTargets',
        'getEnergyVariables',
        'exportAlarmPushStatistical',
        'exportPushStatisticsList',
        'exportSmsPushInfoList',
        'exportAlarm',
        'exportAlarmAct',
        // Nothing is hidden here, and nobody is told by SMS or a call; how many were told.
        'getAlarmHidden',
        'getMaintenanceReach',
        'getAlarmAppPushNum',
        'getAlarmPushStatus',
        'getCallPushLogPage',
        'getCallPushLogUserDropdownList',
        'getContactSetting',
        'getSmsPushLogPage',
        'getSmsPushLogUserDropdownList',
        'getWhoWouldBeCalled',
        // Figures of a trial, and the kinds there are.
        'backTestAlarmRules',
        'previewAlarmStrategy',
        'checkAlarmDelays',
        'checkAlarmReferences',
        'checkInstall',
        'getAlarmTypeList',
        // Which parts stand where, by their codes.
        'getDashboardDefault',
        // What bytes mean, on any line; and a line that is not open has said nothing.
        'explainFrames',
        'getFrameLog',
        'getHeardKeys',
        'interpretRegisters',
        'tryPoints',
        // Whether a number is free, what one looks like, how many there are, and boxes of an account that is not there.
        'ckDeviceNo',
        'getDefrostsOfPoints',
        'getDeviceNumRule',
        'getDeviceTotal',
        'getFboxInformationbyHand',
        'getBigSmallType',
        'getModelTreeGroupStatistics',
        'getModelTreeNameConflict',
        'getModelTreeStatusTotal',
        'getMtIdList',
        'getOutdoorPoint',
        // The company has no people counter here; who sees which stands in footfall.test.ts.
        'getPassengerFlow',
        'getPermissionList',
        'getProjectModelList',
        'getReportPage',
        'getReportPolicyPage',
        'getSessionList',
        'getSubstituteGaps',
        'getTab',
        'getWhatGoesWithModelTree',
        'queryPointTypeInDmpListDropdownList',
        // Nothing of the kind was set up for the point.
        'getPointRelevance',
        'getPointWriteLimit',
        // One's own columns and views, of which nothing was saved here.
        'getTableField',
        'getTableViews',
        'getUserCoordinate',
        'getUserFuncNewList',
        'getUserPreferences',
        'getUserRoleList',
        'getWhatGoesWith',
        'getWhatHangsOnPoints',
        'isSubareaExist',
        // What a formula and a mapping make of what was typed.
        'tryFormula',
        'tryMapping',
      ].sort(),
    );
  });
});

describe('a viewer who is limited to some devices and alarm levels', () => {
  const reads = signedInCalls.filter((name) => specOf(name).effect === 'read');
  beforeEach(hideNothing);

  test.each(signedInCalls)('%s shows and changes nothing of another device', async (name) => {
    const before = await alarmsAsText(hidden.deviceId);
    for (const [key, input] of foreignInputs(name, ours, hidden)) {
      const { text } = await ask(viewerId, name, withoutUser(input));
      expect(text, key).not.toMatch(ofHiddenDevice);
    }
    expect(await alarmsAsText(hidden.deviceId)).toBe(before);
  });

  test.each(reads)('%s shows nothing of another device when nothing is named', async (name) => {
    const input = withoutUser(onlyProject(sampleInputs[name](ours)));
    expect((await ask(viewerId, name, input)).text).not.toMatch(ofHiddenDevice);
  });

  test('does see the device and the alarms that they may see', async () => {
    const { text } = await ask(viewerId, 'getTableListRead', { body: { ProjectId: ours.projectId } });
    expect(text).toContain('Ours Freezer');
    expect(text).toContain('Urgent Freezer');
    expect((await ask(viewerId, 'getAlarmDetail', { query: { alarmId: ours.alarmId } })).status).toBe(200);
  });

  test('alarms of a hidden level are not listed, counted, shown on the device or found by id', async () => {
    const list = await ask(viewerId, 'getAlarmAct', { body: { ProjectId: ours.projectId } });
    expect(list.text).toContain('Ours Air');
    expect(list.text).not.toContain('Urgent');
    expect((await ask(viewerId, 'getAlarmDetail', { query: { alarmId: urgentAlarmId } })).status).toBe(404);
    expect((await ask(viewerId, 'updateStatus', { query: { id: urgentAlarmId } })).status).toBe(404);
    const counts = await ask(viewerId, 'getAlarmOverNum', { body: { ProjectId: ours.projectId } });
    const { Levels } = counts.envelope.Data as CallData<AllCalls['getAlarmOverNum']>;
    expect(Levels.map(({ Level, Count }) => [Level, Count])).toEqual([
      [1, 0],
      [2, 2],
      [3, 0],
      [4, 0],
    ]);
    const messages = await ask(viewerId, 'getAlarmMessageByUserId', { query: {} });
    expect(messages.text).not.toContain('Urgent');
    const popups = await ask(viewerId, 'getAlarmPlayScreenPage', { body: {} });
    expect(popups.text).toContain('Ours Air');
    expect(popups.text).not.toContain('Urgent');
    const devices = await ask(viewerId, 'getTableListRead', {
      body: { ProjectId: ours.projectId, ModelTreeName: 'Urgent' },
    });
    expect(devices.envelope.Data).toMatchObject({
      Data: [{ AlarmLevel: null, AlarmCount: 0, Points: [{ AlarmLevel: null }, { AlarmLevel: null }] }],
    });
    const [project] = (await ask(viewerId, 'getUserOwnProject', { query: {} })).envelope.Data as {
      AlarmCount: number;
    }[];
    expect(project).toMatchObject({ AlarmCount: 2, AlarmLevel: 2 });
  });

  test('the project, its alarm list and the count by level give the same number, and how many of these have ended', async () => {
    const { db } = app.database;
    const ofViewer = await db
      .updateTable('alarm')
      .set({ returned_at: new Date() })
      .where('id', '=', ours.alarmId)
      .execute();
    expect(ofViewer).toHaveLength(1);
    const data = async <Name extends CallName>(name: Name, input: Input) =>
      (await ask(viewerId, name, input)).envelope.Data as CallData<AllCalls[Name]>;
    const [project] = await data('getUserOwnProject', { query: {} });
    const list = await data('getAlarmAct', { body: { ProjectId: ours.projectId } });
    const counts = await data('getAlarmOverNum', { body: { ProjectId: ours.projectId } });
    await db.updateTable('alarm').set({ returned_at: null }).where('id', '=', ours.alarmId).execute();
    expect([project?.AlarmCount, list.TotalCount, counts.Total]).toEqual([2, 2, 2]);
    expect(counts.Levels[1]).toMatchObject({ Count: 2, Unconfirmed: 1, Returned: 1 });
  });
});

describe('a right that counts only where every device of the project is open', () => {
  /** What stands in projects: places and people are known to everybody who opens one. */
  const ofProject = /Ours (?!Person|Store|Company|Sister)/;
  /** Those that no other right opens: the rest of what a project owner holds opens them no further. */
  const noOtherWay = callsOfWholeProject.filter((name) =>
    (specOf(name).access as readonly PermissionName[]).every((permission) => ofWholeProject.includes(permission)),
  );

  test('there are such calls', () => {
    expect(noOtherWay).toEqual(expect.arrayContaining(['getEventPage', 'exportEventPage', 'addAlarmStrategy']));
  });

  test.each(callsOfWholeProject)('does not open %s to a caller who is limited to some devices', async (name) => {
    const before = await stateOf(ours.companyId);
    const askers = noOtherWay.includes(name) ? [arrangerId, contractorId] : [arrangerId];
    for (const userId of askers) {
      const named = await ask(userId, name, sampleInputs[name](ours));
      expect(named.status).toBeOneOf([403, 404]);
      expect(named.text).not.toMatch(ofProject);
      const unnamed = await ask(userId, name, withoutProject(sampleInputs[name](ours)));
      expect(unnamed.text).not.toMatch(ofProject);
      if (specOf(name).data === 'file') expect(unnamed.status).not.toBe(200);
    }
    expect(await stateOf(ours.companyId)).toEqual(before);
  });
});

test.each(allCalls.filter((name) => !needsPartner.includes(name)))(
  '%s answers its own member what the contract promises',
  async (name) => {
    const untouched = { acknowledged_at: null, handled_at: null, follow_up: null };
    await hideNothing();
    await app.database.db.updateTable('alarm').set(untouched).where('id', '=', ours.alarmId).execute();
    const { acknowledged_at: _, ...unhandled } = untouched;
    await app.database.db.updateTable('alarm').set(unhandled).where('id', '=', ours.confirmedAlarmId).execute();
    await linkToDevice(ours);
    await relatePoints(ours);
    const fresh = await freshIds(name);
    // The running server only writes to points that it knows.
    const { virtualPointId } = { ...ours, ...fresh };
    if (name === 'setVirtualPoint') await tellConfiguration(app.application, 'point', virtualPointId);
    const news = listenForNews();
    const { status, envelope } = await ask(ours.userId, name, sampleInputs[name]({ ...ours, ...fresh }));
    expect([status, envelope.Message]).toEqual([200, '']);
    const isTold = news();
    const { effect, logged } = specOf(name);
    if (effect === 'write' && logged !== false && !tellsNobody.has(name)) {
      const advice =
        'emit listsChanged or configurationChanged after the commit, or say in testing/tellsNobody.ts why not';
      expect(isTold, advice).toBe(true);
    }
    const { data } = specOf(name);
    if (data !== 'file') expect(() => data.parse(envelope.Data)).not.toThrow();
  },
);

/** After all the others, because this owner may change what they see. */
describe('a project owner who is limited to some devices', () => {
  const reads = signedInCalls.filter((name) => specOf(name).effect === 'read');
  const writes = signedInCalls.filter((name) => specOf(name).effect !== 'read');
  const ofShared = (name: CallName): Input[] => {
    const points = { pointId: sharedPointId, sparePointId: sharedPointId, writablePointId: sharedPointId };
    const shared = sampleInputs[name]({ ...ours, ...points });
    return JSON.stringify(shared) === JSON.stringify(sampleInputs[name](ours)) ? [] : [shared as Input];
  };
  const rows = async (text: string): Promise<string> =>
    JSON.stringify(
      (await app.database.pool.query(text, [hidden.deviceId, [hidden.gatewayId, hidden.publisherId]])).rows,
    );
  const links = () =>
    rows('SELECT * FROM device_point WHERE device_id = $1 AND $2::int[] IS NOT NULL ORDER BY point_id');
  const ofHidden = async () =>
    (await links()) +
    (await rows(
      `SELECT (SELECT json_agg(d) FROM device d WHERE d.id = $1) AS devices,
              (SELECT json_agg(p ORDER BY p.id) FROM point p WHERE p.gateway_id = ANY($2)) AS points,
              (SELECT json_agg(l) FROM point_write_limit l JOIN point p ON p.id = l.point_id WHERE p.gateway_id = ANY($2)) AS limits,
              (SELECT json_agg(to_jsonb(s) - 'silent_since' ORDER BY s.id) FROM slave s WHERE s.gateway_id = ANY($2)) AS slaves,
              (SELECT json_agg(to_jsonb(g) - '{online,last_seen_at,offline_since}'::text[] ORDER BY g.id) FROM gateway g WHERE g.id = ANY($2)) AS gateways`,
    ));

  test.each(reads)('%s shows nothing of another device', async (name) => {
    const unnamed = onlyProject(sampleInputs[name](ours));
    const named = [...foreignInputs(name, ours, hidden)].map(([, input]) => input);
    for (const input of [unnamed, sampleInputs[name](ours) as Input, ...named, ...ofShared(name)]) {
      const { text } = await ask(contractorId, name, withoutUser(input));
      expect(text, JSON.stringify(input)).not.toMatch(ofHiddenDevice);
    }
  });

  test('hidden devices change no number in any answer', async () => {
    const { db } = app.database;
    const { companyId, projectId, areaId, gatewayId } = ours;
    // Asked as somebody who also manages projects, people and types of the company: they may read the most.
    const managerId = await aMember(db, companyId, projectId, { permissions: defaultRoles.projectOwner.permissions });
    const ofCompany = ['projectsView', 'membersView', 'permissionsView', 'companyTerminals'] as const;
    await aMember(db, companyId, -1, { userId: managerId, permissions: [...ofCompany] });
    await limitMember(db, managerId, projectId, { deviceIds: [ours.deviceId] });
    const more = await equipDevice(db, { projectId, areaId, marker: `${hiddenMarker} more` });
    const slaveId = await aSlave(db, gatewayId, { name: `${hiddenMarker} Third slave` });
    await db.updateTable('slave').set({ silent_since: new Date() }).where('id', '=', slaveId).execute();
    const ofDevice = { deviceId: more.deviceId, name: `${hiddenMarker} Third` };
    const pointIds = [
      more.pointId,
      more.confirmedPointId,
      await aPoint(db, gatewayId, { ...ofDevice, slaveId }),
      await aPoint(db, gatewayId, { ...ofDevice, slaveId: ours.slaveId, name: `${hiddenMarker} Fourth` }),
    ];
    const itsType = db.selectFrom('point').where('id', '=', ours.pointId).select('point_type_id');
    await db.updateTable('point').set({ point_type_id: itsType }).where('id', 'in', pointIds).execute();
    const tell = async () => {
      await tellConfiguration(app.application, 'gateway', gatewayId, more.gatewayId);
      await tellConfiguration(app.application, 'point', ...pointIds);
    };
    await tell();
    const asked = reads.filter((name) => specOf(name).data !== 'file' && !countsEverything.includes(name));
    // Both times the same is asked: a range that ends now would hold more a minute later.
    const inputs = new Map(asked.map((name) => [name, sampleInputs[name](ours)]));
    const answers = async () => {
      const texts: Partial<Record<CallName, string>> = {};
      for (const [name, input] of inputs) {
        const wide = await ask(managerId, name, withoutUser(onlyProject(input)));
        const { text } = wide.status < 400 ? wide : await ask(managerId, name, withoutUser(input));
        const counts = text.match(counted);
        if (counts) texts[name] = counts.join(' ');
      }
      return texts;
    };
    // Nothing becomes old between the two.
    const now = Date.now();
    await measure(
      app.application,
      [ours.pointId, sharedPointId].map((pointId) => ({ pointId, at: now, value: -5 })),
    );
    const withThem = await answers();
    const gone = (table: 'device_point' | 'point_latest' | 'alarm') =>
      db.deleteFrom(table).where('point_id', 'in', pointIds).execute();
    await Promise.all([gone('device_point'), gone('point_latest'), gone('alarm')]);
    await db.deleteFrom('point').where('id', 'in', pointIds).execute();
    await db.deleteFrom('slave').where('id', 'in', [slaveId, more.slaveId]).execute();
    await db.deleteFrom('gateway').where('id', '=', more.gatewayId).execute();
    await db.deleteFrom('device').where('id', '=', more.deviceId).execute();
    await tell();
    expect(await answers()).toEqual(withThem);
  });

  test.each(writes)('%s shows and changes nothing of another device', async (name) => {
    const before = await ofHidden();
    const { text } = await ask(contractorId, name, withoutUser(sampleInputs[name](hidden)));
    expect(text).not.toMatch(ofHiddenDevice);
    expect(await ofHidden()).toBe(before);
    const linked = await links();
    for (const input of ofShared(name))
      expect((await ask(contractorId, name, withoutUser(input))).text).not.toMatch(ofHiddenDevice);
    expect(await links()).toBe(linked);
  });
});

/** Answers, when asked, whether open browsers have been told of anything since. */
function listenForNews(): () => boolean {
  const { events } = app.application;
  const owner = {};
  let isTold = false;
  for (const name of ['accessChanged', 'alarmChanged', 'configurationChanged', 'listsChanged'] as const)
    events.on(owner, name, () => {
      isTold = true;
    });
  return () => {
    events.removeOwner(owner);
    return isTold;
  };
}

/** Another call may have hidden what the next one is to find. */
async function hideNothing(): Promise<void> {
  const { db } = app.database;
  await db
    .updateTable('alarm')
    .set({ hidden_by: null, hidden_since: null })
    .where('hidden_by', 'is not', null)
    .execute();
  await db.deleteFrom('alarm_shelf').where('kind', '<>', 'maintenance').execute();
  await db.updateTable('alarm_shelf').set({ ended_at: null }).where('ended_at', 'is not', null).execute();
}

/** Another call may have taken the point from its device. */
const linkToDevice = ({ projectId, deviceId, pointId }: Ids) =>
  app.database.db
    .insertInto('device_point')
    .values({ project_id: projectId, device_id: deviceId, point_id: pointId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Without a related one a success says so in its message. */
const relatePoints = ({ projectId, deviceId, pointId, anotherPointId }: Ids) =>
  app.database.db
    .insertInto('point_relevance')
    .values({ project_id: projectId, device_id: deviceId, point_id: pointId, related_point_id: anotherPointId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** A question about oneself names nobody else. */
function withoutUser(input: Input): Input {
  const rest = (part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    const { userId: _, UserId: __, ...others } = part as Record<string, unknown>;
    return others;
  };
  return { ...input, query: rest(input.query), body: rest(input.body) };
}

/** A question that names no project. */
function withoutProject(input: Input): Input {
  const rest = (part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).filter(([field]) => !/^project_?id(list)?$/i.test(field)))
      : part;
  return { ...input, query: rest(input.query), body: rest(input.body) };
}

/** Leaves of a question only what it cannot do without. */
function onlyProject({ query, body, files }: Input): Input {
  const needed = /^(project_?id|pointids|pointidlist|start|end|tmes|type|modeltreeid|alarmid)$/i;
  const rest = (part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).filter(([field]) => needed.test(field)))
      : part;
  return { query: rest(query), body: rest(body), files };
}

describe('calls that anybody may make', () => {
  /** What opens something without a sign-in. */
  const secretsOf = [
    'certificateDocument',
    'invitationCode',
    'pairingSecret',
    'reportReceipt',
    'signInCode',
    'stickerId',
    'wallToken',
  ] as const satisfies readonly (keyof Ids)[];

  test.each(publicCalls)('%s shows and changes nothing of another company by what opens ours', async (name) => {
    const before = await stateOf(others.companyId);
    const headers = { 'company-id': String(others.companyId), 'project-id': String(others.projectId) };
    const fresh = { ...ours, ...(await freshIds(name)) };
    const { status, text } = await ask(null, name, sampleInputs[name](fresh) as Input, headers);
    expect([200, 400, 401, 403, 404, 409, 429, 503]).toContain(status);
    expect(text).not.toMatch(ofOthers);
    expect(await stateOf(others.companyId)).toEqual(before);
  });

  test.each(publicCalls)('%s opens nothing by a secret that is made up', async (name) => {
    for (const key of secretsOf) {
      const madeUp = { ...ours, [key]: [...ours[key]].reverse().join('') };
      const input = sampleInputs[name](madeUp) as Input;
      if (JSON.stringify(input) === JSON.stringify(sampleInputs[name](ours))) continue;
      const { status, text } = await ask(null, name, input);
      // A wall waiting for its code to be confirmed is answered only that it is not confirmed yet.
      if (name === 'takePairing' && status === 200) expect(text).toContain('"Token":null');
      else expect([400, 401, 403, 404, 409, 429], key).toContain(status);
      expect(text).not.toContain('Ours');
    }
  });

  test('a wall shows its own company, whose names it does hold, and no other', async () => {
    const [view, news] = ['getWallView', 'getWallNews'] as const;
    const theirs = await ask(null, view, sampleInputs[view](others) as Input);
    expect(theirs.text).toMatch(ofOthers);
    expect(theirs.text).not.toContain('Ours');
    expect((await ask(null, view, sampleInputs[view](ours) as Input)).text).toContain('Ours');
    const newsOfOthers = await ask(null, news, sampleInputs[news](others) as Input);
    expect(newsOfOthers.status).toBe(200);
    expect(newsOfOthers.text).not.toContain('Ours');
  });

  test('the token of a wall is no sign-in', async () => {
    const headers = { authorization: `Bearer ${ours.wallToken}` };
    for (const name of signedInCalls)
      expect((await ask(null, name, sampleInputs[name](ours) as Input, headers)).status, name).toBe(401);
  });
});
