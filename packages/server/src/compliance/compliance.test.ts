import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  complianceErrors,
  fileErrors,
  type PermissionName,
  permissionsOf,
  type Verification,
} from '@watchpost/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { system } from '../access/index.ts';
import { watchEvents } from '../eventNotices/index.ts';
import { createHistoryShare, fillHistory, openHistory } from '../history/index.ts';
import { SampleBuffer } from '../history/samples.ts';
import { manualClock } from '../platform/clock.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';
import { readSheet } from '../platform/excel/readSheet.ts';
import { unzipBounded } from '../platform/excel/unzipBounded.ts';
import { silentLog } from '../platform/log/log.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { askAs } from '../testing/askAs.ts';
import { measure } from '../testing/equippedCompany.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aProject, limitMember } from '../testing/factories.ts';
import { soon } from '../testing/soon.ts';
import { checkSeals, sealRecords } from './index.ts';
import { verifySeals } from './proof/verifySeals.ts';

const hour = 3_600_000;
const minute = 60_000;
const day = 24 * hour;
/** Thursday, 15 October 2026, noon in Shanghai. */
const clock = manualClock(Date.UTC(2026, 9, 15, 4));
/** Its next midnight there: when what is put under a profile begins. */
const first = Date.UTC(2026, 9, 15, 16);
let app: TestApplication;
let companyId: number;
let projectId: number;
let otherProjectId: number;
let author: number;
let second: number;
let reader: number;
let limited: number;
let airId: number;
let emptyId: number;
let deviceId: number;
const ask = askAs(() => app, clock);

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Cold store' });
      otherProjectId = await aProject(db, companyId, { name: 'Shop' });
      deviceId = await aDevice(db, projectId, { name: 'Chill 1' });
      const gatewayId = await aGateway(db, projectId);
      airId = await aPoint(db, gatewayId, { deviceId, name: 'Air', unit: '°C' });
      emptyId = await aPoint(db, gatewayId, { deviceId, name: 'Spare probe', unit: '°C' });
      await db.updateTable('point').set({ modbus: '{}' }).where('id', 'in', [airId, emptyId]).execute();
      const all: PermissionName[] = permissionsOf('company');
      author = await aMember(db, companyId, -1, { permissions: all });
      second = await aMember(db, companyId, -1, { permissions: all });
      reader = await aMember(db, companyId, -1, { permissions: ['reportsView', 'allProjects'] });
      limited = await aMember(db, companyId, -1, { permissions: ['reportsView', 'reportsEdit'] });
      await aMember(db, companyId, projectId, { userId: limited, permissions: ['monitorView'] });
      await limitMember(db, limited, projectId, { deviceIds: [deviceId] });
    },
  });
});
afterAll(() => app.stop());

async function sealAt(at: number, times = 1): Promise<void> {
  if (at > clock.now()) clock.set(at);
  const { database, application } = app;
  const history = openHistory({ db: database.pool, clock, log: silentLog });
  await history.start();
  await history.seal();
  const deps = {
    db: database.db,
    clock,
    log: silentLog,
    events: application.events,
    history,
    historyShare: createHistoryShare(),
    secretKey: await installationSecret(database.db, 'secrets'),
  };
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: times }, () => sealRecords(deps, signal)));
  await history.stop();
}

/** One sample in five minutes over a stretch. */
const everyFive = (from: number, to: number, value: (at: number) => number) =>
  Array.from({ length: Math.ceil((to - from) / (5 * minute)) }, (_, i) => from + i * 5 * minute).map((at) => ({
    pointId: airId,
    at,
    value: value(at),
  }));

const verify = async (fromDay = '2026-10-16', untilDay = '2026-10-31'): Promise<Verification> =>
  (await ask(reader, 'verifySeals', { body: { ProjectId: projectId, FromDay: fromDay, UntilDay: untilDay } })).data;
const seals = async () =>
  (await ask(reader, 'getSealPage', { body: { ProjectId: projectId, PageIndex: 1, PageSize: 100 } })).data;
/** As a server that has just started verifies, which has nothing but what is stored. */
async function verifyStored() {
  const { db, pool } = app.database;
  const history = openHistory({ db: pool, clock, log: silentLog });
  await history.start();
  const range = { projectId, timeZone: 'Asia/Shanghai', from: '2026-10-16', until: '2026-10-31' };
  const deps = { db, clock, history, historyShare: createHistoryShare() };
  const { problems } = await verifySeals(deps, system, range, author, new AbortController().signal);
  await history.stop();
  return problems;
}
/** Past what refuses changes, as somebody with the database in their hands. */
async function tamper(statement: string, values: unknown[] = []): Promise<void> {
  const client = await app.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query("SET LOCAL session_replication_role = 'replica'");
    const { rowCount } = await client.query(statement, values);
    expect(rowCount).toBe(1);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

test('points come under a profile with the next day; what is none of the project’s, or has one already, is refused', async () => {
  const body = {
    ProjectId: projectId,
    Profile: 'gdp' as const,
    PointIdList: [airId, emptyId],
    LowLimit: 2,
    HighLimit: 8,
  };
  expect((await ask(limited, 'assignProfile', { body })).status).toBe(404);
  expect((await ask(reader, 'assignProfile', { body })).status).toBe(403);
  const nothing = await ask(author, 'assignProfile', { body: { ...body, LowLimit: '', HighLimit: '' } });
  expect([nothing.status, nothing.message]).toEqual([400, expect.stringContaining('An upper or a lower limit')]);
  const upsideDown = await ask(author, 'assignProfile', { body: { ...body, LowLimit: 9 } });
  expect([upsideDown.status, upsideDown.message]).toEqual([400, expect.stringContaining('above the lower one')]);
  const elsewhere = await ask(author, 'assignProfile', { body: { ...body, ProjectId: otherProjectId } });
  expect([elsewhere.status, elsewhere.message]).toEqual([400, complianceErrors.notMeasured.en]);
  expect((await ask(author, 'assignProfile', { body })).data).toEqual({ Assigned: 2 });
  const twice = await ask(author, 'assignProfile', { body });
  expect([twice.status, twice.message]).toEqual([409, expect.stringContaining('under a profile already')]);
  const { data } = await ask(reader, 'getConformity', { query: { projectId } });
  expect(data.map(({ PointName, Light, SinceEpoch }) => [PointName, Light, SinceEpoch])).toEqual([
    ['Air', 'grey', first],
    ['Spare probe', 'grey', first],
  ]);
});

test('a day is sealed once it is over and settled, by the first that comes; one without samples is sealed as empty', async () => {
  clock.set(first + day);
  // Too warm from 10:00 to 10:40, nothing from 14:00 to 16:00.
  const warm = first + 10 * hour;
  await measure(
    app.application,
    everyFive(first, first + day, (at) => (at >= warm && at < warm + 40 * minute ? 11.5 : 5.25)).filter(
      ({ at }) => at < first + 14 * hour || at >= first + 16 * hour,
    ),
  );
  await sealAt(first + day + hour);
  expect((await seals()).Data).toEqual([]);
  await sealAt(first + day + 2 * hour, 3);
  const { Data, TotalCount } = await seals();
  expect(TotalCount).toBe(1);
  expect(Data[0]).toMatchObject({ Number: 1, Day: '2026-10-16', PointCount: 2, EmptyCount: 1, SampleCount: 288 - 24 });
  await sealAt(first + day + 3 * hour);
  expect((await seals()).TotalCount).toBe(1);
  const verified = await verify();
  expect(verified).toMatchObject({ PointCount: 2, DayCount: 2, MatchCount: 2, RootCount: 1, ProblemList: [] });
});

test('what lies outside of the limits, and what is missing, is found with its extent', async () => {
  const { data } = await ask(reader, 'getFindingPage', {
    body: { ProjectId: projectId, IsAsc: true, PageIndex: 1, PageSize: 50 },
  });
  const ofAir = data.Data.filter(({ PointId }) => PointId === airId);
  expect(ofAir).toMatchObject([
    {
      Kind: 'excursion',
      State: 'open',
      FromEpoch: first + 10 * hour,
      UntilEpoch: first + 10 * hour + 40 * minute,
      Extreme: 11.5,
      // 3.5 degrees for forty minutes.
      DegreeMinutes: 140,
    },
    // From the last good sample to the next one.
    { Kind: 'gap', State: 'open', FromEpoch: first + 14 * hour - 5 * minute, UntilEpoch: first + 16 * hour },
  ]);
  expect(data.Data.filter(({ PointId }) => PointId === emptyId)).toMatchObject([
    { Kind: 'gap', FromEpoch: first, UntilEpoch: first + day },
  ]);
});

test('a day to which samples come late gets a revision with its reason; what was sealed before stays in the chain', async () => {
  await measure(
    app.application,
    everyFive(first + 14 * hour, first + 16 * hour, () => 5),
  );
  // Known of, before anything is sealed again.
  await vi.waitFor(
    async () => expect((await verify()).ProblemList.map(({ Problem }) => Problem)).toEqual(['late']),
    soon,
  );
  await sealAt(clock.now() + 10 * minute);
  const { Data, TotalCount } = await seals();
  expect(TotalCount).toBe(2);
  expect(Data[0]).toMatchObject({
    Number: 2,
    Day: null,
    PointCount: 1,
    RevisionList: [{ PointName: 'Air', Day: '2026-10-16', Revision: 2, Reason: 'late' }],
  });
  expect(await verify()).toMatchObject({ DayCount: 2, MatchCount: 2, RootCount: 2, ProblemList: [] });
  // The gap is filled, so nobody has to explain it any more.
  const { data } = await ask(reader, 'getFindingPage', {
    body: { ProjectId: projectId, KindList: ['gap'], PageIndex: 1, PageSize: 50 },
  });
  expect(data.Data.map(({ PointId }) => PointId)).toEqual([emptyId]);
  const kept = await app.database.db
    .selectFrom('record_seal')
    .where('point_id', '=', airId)
    .select(['revision', 'samples'])
    .orderBy('number')
    .execute();
  expect(kept).toEqual([
    { revision: 1, samples: 264 },
    { revision: 2, samples: 288 },
  ]);
  await expect(app.database.pool.query('UPDATE record_seal SET samples = 0')).rejects.toThrow('only added to');
});

test('a process that forgets to note late samples is made good for when their hour is sealed', async () => {
  await app.database.pool.query('DELETE FROM seal_dirty');
  await measure(app.application, [{ pointId: airId, at: first + 90 * 1000, value: 4.5 }]);
  await vi.waitFor(async () => {
    const { rows } = await app.database.pool.query('SELECT 1 FROM seal_dirty');
    expect(rows.length).toBeGreaterThan(0);
  }, soon);
  await app.database.pool.query('DELETE FROM seal_dirty');
  await sealAt(clock.now() + 2 * hour);
  expect((await seals()).Data[0]).toMatchObject({ RevisionList: [{ Revision: 3, Reason: 'late' }] });
  expect((await verify()).ProblemList).toEqual([]);
});

test('samples that are filled in by hand give a revision that says so', async () => {
  const samples = new SampleBuffer(1);
  samples.push(first + 2 * hour + minute, 5.5, 0);
  await fillHistory(app.database.pool, airId, samples, { now: clock.now(), by: 'Li', reason: 'logger read out' });
  await sealAt(clock.now() + minute);
  expect((await seals()).Data[0]).toMatchObject({ RevisionList: [{ Revision: 4, Reason: 'filled' }] });
});

test('days on which the server was away are sealed one after the other, and a key that is changed leaves old signatures valid', async () => {
  const { newKey } = await import('./seal/sealKey.ts');
  clock.set(first + 5 * day);
  for (let n = 1; n < 5; n++)
    await measure(
      app.application,
      everyFive(first + n * day, first + (n + 1) * day, (at) => 5 + ((at / minute) % 7) / 10),
    );
  const secret = await installationSecret(app.database.db, 'secrets');
  await app.database.db.transaction().execute((transaction) => newKey(transaction, secret, new Date(clock.now())));
  await sealAt(first + 5 * day + 3 * hour);
  const { Data } = await seals();
  expect(Data.slice(0, 4).map(({ Day, KeyId }) => [Day, KeyId])).toEqual([
    ['2026-10-20', 2],
    ['2026-10-19', 2],
    ['2026-10-18', 2],
    ['2026-10-17', 2],
  ]);
  expect(Data.at(-1)).toMatchObject({ Day: '2026-10-16', KeyId: 1 });
  expect(await verify()).toMatchObject({ DayCount: 10, MatchCount: 10, ProblemList: [] });
  const keys = await ask(reader, 'downloadSealKey', {});
  expect(keys.file!.toString().match(/BEGIN PUBLIC KEY/g)).toHaveLength(2);
});

test('one bit that is flipped in history, in a seal, in a root or in a signature is found, and named', async () => {
  const expectProblem = async (problem: object): Promise<void> => {
    expect((await verify()).ProblemList).toEqual([expect.objectContaining(problem)]);
  };
  const there = { PointId: airId, PointName: 'Air', DeviceName: 'Chill 1' };
  // A day of UTC lies in two days of Shanghai; the flipped byte stands in one of them, or in both.
  const half = 'length(encoded) / 2';
  const flip = `UPDATE history_day SET encoded = set_byte(encoded, ${half}, get_byte(encoded, ${half}) # 4) WHERE point_id = $1 AND day = $2`;
  const utcDay = Math.floor((first + 2 * day) / day);
  await tamper(flip, [airId, utcDay]);
  const problems = await verifyStored();
  expect(problems.length).toBeGreaterThan(0);
  for (const { problem, pointId, day: local } of problems) {
    expect(pointId).toBe(airId);
    expect(problem).toBeOneOf(['samples', 'unreadable']);
    expect(local).toBeOneOf(['2026-10-17', '2026-10-18']);
  }
  // It is not sealed again as if it had come late.
  await sealAt(clock.now() + 10 * minute);
  expect(await verifyStored()).toEqual(problems);
  await tamper(flip, [airId, utcDay]);
  expect(await verifyStored()).toEqual([]);

  const inSeal =
    'UPDATE record_seal SET sha = set_byte(sha, 3, get_byte(sha, 3) # 16) WHERE point_id = $1 AND day = $2';
  await tamper(inSeal, [airId, '2026-10-18']);
  await expectProblem({ ...there, Problem: 'chain', Day: '2026-10-18' });
  await tamper(inSeal, [airId, '2026-10-18']);

  const inRoot = `UPDATE project_seal SET {} = set_byte({}, 3, get_byte({}, 3) # 16) WHERE project_id = $1 AND day = '2026-10-19'`;
  await tamper(inRoot.replaceAll('{}', 'signature'), [projectId]);
  await expectProblem({ Problem: 'signature', Day: '2026-10-19', PointId: null });
  await tamper(inRoot.replaceAll('{}', 'signature'), [projectId]);
  await tamper(inRoot.replaceAll('{}', 'previous'), [projectId]);
  expect((await verify()).ProblemList.map(({ Problem }) => Problem)).toEqual(['order', 'signature']);
  await tamper(inRoot.replaceAll('{}', 'previous'), [projectId]);

  // A seal that is taken away as a whole.
  await app.database.pool.query('CREATE TABLE taken AS SELECT * FROM record_seal WHERE point_id = $1 AND day = $2', [
    emptyId,
    '2026-10-20',
  ]);
  await tamper('DELETE FROM record_seal WHERE point_id = $1 AND day = $2', [emptyId, '2026-10-20']);
  expect((await verify()).ProblemList.map(({ Problem, Day }) => [Problem, Day])).toEqual([
    ['notSealed', '2026-10-20'],
    ['root', '2026-10-20'],
  ]);
  await tamper('INSERT INTO record_seal SELECT * FROM taken');
  expect((await verify()).ProblemList).toEqual([]);
});

/** What the program says that lies in a proof, with a file of it given otherwise. */
async function runVerifier(zip: Buffer, changed: Readonly<Record<string, (content: Buffer) => Buffer>> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'proof-'));
  try {
    for (const [name, content] of await unzipBounded(zip, 100_000_000)) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, changed[name]?.(content) ?? content);
    }
    const { status, stdout } = spawnSync(process.execPath, ['verify.mjs'], { cwd: folder, encoding: 'utf8' });
    const wrong = stdout.split('\n').filter((line) => line.startsWith('WRONG'));
    return { status, stdout, wrong };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const flipped = (at: number) => (content: Buffer) => {
  const copy = Buffer.from(content);
  copy[at < 0 ? copy.length + at : at]! ^= 1;
  return copy;
};

test('each night the newest days and a share of the others are verified; a day that does not match is told of once', async () => {
  const { db, pool } = app.database;
  const checks = async () => (await ask(reader, 'getSealChecks', { query: { projectId } })).data;
  let night = 0;
  const pass = async (nights: number): Promise<void> => {
    for (let n = 0; n < nights; n++) {
      const history = openHistory({ db: pool, clock, log: silentLog });
      await history.start();
      night += 1;
      const deps = { db, log: silentLog, events: app.application.events, history, historyShare: createHistoryShare() };
      await checkSeals(
        { ...deps, clock: manualClock(clock.now() + night * day), secretKey: '' },
        new AbortController().signal,
      );
      await history.stop();
    }
  };
  const events = async () => {
    await watchEvents({ pool, clock, outbox: app.application.outbox });
    const { rows } = await pool.query("SELECT detail_en FROM platform_event WHERE type = 'sealBroken'");
    return rows.map(({ detail_en }) => detail_en);
  };
  expect(await checks()).toMatchObject({ CheckedDays: 0, LastEpoch: null, BrokenList: [] });
  await pass(1);
  const sealed = (await checks()).SealedDays;
  // The three newest, and one of the others.
  expect(await checks()).toMatchObject({ CheckedDays: Math.min(sealed, 4), BrokenDays: 0 });
  await pass(sealed);
  expect(await checks()).toMatchObject({ CheckedDays: sealed, RecentDays: sealed, BrokenDays: 0 });
  expect(await events()).toEqual([]);

  const inSeal =
    'UPDATE record_seal SET sha = set_byte(sha, 3, get_byte(sha, 3) # 16) WHERE point_id = $1 AND day = $2';
  await tamper(inSeal, [emptyId, '2026-10-16']);
  await pass(sealed);
  const found = await checks();
  expect(found.BrokenList.map(({ Day, ProblemList }) => [Day, ProblemList])).toEqual([
    ['2026-10-16', [expect.objectContaining({ Problem: 'chain', PointName: 'Spare probe', DeviceName: 'Chill 1' })]],
  ]);
  const { data } = await ask(reader, 'getConformity', { query: { projectId } });
  expect(data.find(({ PointName }) => PointName === 'Spare probe')!.ReasonList).toContainEqual({
    ...{ Reason: 'proof', Level: 'red', Sentence: '1 sealed day does not match' },
  });
  await pass(2);
  expect([await events(), await events()]).toEqual([['2026-10-16'], ['2026-10-16']]);
  await tamper(inSeal, [emptyId, '2026-10-16']);
  await pass(1);
  expect((await checks()).BrokenDays).toBe(0);
});

test('a proof is checked by its own program with Node alone, which names a bit that was flipped anywhere in it', async () => {
  const query = { projectId, fromDay: '2026-10-16', untilDay: '2026-10-20' };
  const { file } = await ask(reader, 'downloadProof', { query });
  const sound = await runVerifier(file!);
  expect(sound.stdout).toContain('Everything matches.');
  expect(sound.stdout).toContain('2 points, 10 days');
  expect(sound.status).toBe(0);

  const samples = `samples/${airId}.csv`;
  // The last digit of a value in the middle of a line.
  const inSamples = await runVerifier(file!, {
    [samples]: (content) => flipped(content.lastIndexOf(',') - 1)(content),
  });
  expect(inSamples.wrong).toEqual([
    `WRONG  ${samples}: changed since it was signed.`,
    'WRONG  Chill 1 Air, 2026-10-20: the samples differ from what was sealed.',
  ]);
  expect(inSamples.status).toBe(1);
  // A time that is no whole number.
  const inTime = await runVerifier(file!, {
    [samples]: (content) => {
      const copy = Buffer.from(content);
      copy[copy.lastIndexOf('\n', copy.length - 2) + 2] = '.'.charCodeAt(0);
      return copy;
    },
  });
  expect(inTime.wrong).toEqual(inSamples.wrong);
  const manifest = (
    change: (found: { seals: Record<string, unknown>[]; roots: Record<string, unknown>[] }) => void,
  ) => ({
    'manifest.json': (content: Buffer) => {
      const found = JSON.parse(content.toString());
      change(found);
      return Buffer.from(JSON.stringify(found));
    },
  });
  const inSeal = await runVerifier(
    file!,
    manifest(({ seals: [seal] }) => {
      seal!.bad = 1;
    }),
  );
  expect(inSeal.wrong).toEqual([
    'WRONG  manifest.json: its signature is not valid.',
    'WRONG  Chill 1 Air, 2026-10-16: the seal was changed (revision 1).',
  ]);
  const inRoot = await runVerifier(
    file!,
    manifest(({ roots }) => {
      roots[2]!.madeAt = 1;
    }),
  );
  expect(inRoot.wrong[1]).toMatch(/^WRONG {2}Root 3.*: its signature is not valid\.$/);

  const folder = mkdtempSync(path.join(tmpdir(), 'proof-'));
  const files = await unzipBounded(file!, 100_000_000);
  writeFileSync(path.join(folder, 'proof.zip'), file!);
  writeFileSync(path.join(folder, 'verify.mjs'), files.get('verify.mjs')!);
  writeFileSync(path.join(folder, 'key.pem'), (await ask(reader, 'downloadSealKey', {})).file!);
  const packed = ['verify.mjs', 'proof.zip', 'key.pem'];
  expect(spawnSync(process.execPath, packed, { cwd: folder, encoding: 'utf8' }).stdout).toContain('Everything matches');
  writeFileSync(path.join(folder, 'key.pem'), '-----BEGIN PUBLIC KEY-----');
  expect(spawnSync(process.execPath, packed, { cwd: folder, encoding: 'utf8' }).stdout).toContain(
    'not the one of the issuer',
  );
  rmSync(folder, { recursive: true });
});

/** What anybody is told of a sealed document, without an account. */
async function verified(Document: string) {
  const { status, envelope } = await makeCall(app.url, 'getSealedDocument', { query: { Document } } as never, {
    language: 'en',
  });
  expect(status).toBe(200);
  return envelope.Data as { State: string; ResealedDays: number; Statement: string } & Record<string, unknown>;
}
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const documentsOfKind = (kind: string) =>
  app.database.db.selectFrom('sealed_document').where('kind', '=', kind).orderBy('issued_at').selectAll().execute();

test('a proof says where anybody checks it: the file that was handed out, its days, and whether one was sealed again', async () => {
  const query = { projectId, fromDay: '2026-10-16', untilDay: '2026-10-20' };
  const { file } = await ask(reader, 'downloadProof', { query });
  const files = await unzipBounded(file!, 100_000_000);
  const id = files.get('verify.txt')!.toString().trim().split('/').at(-1)!;
  await vi.waitFor(async () => expect((await documentsOfKind('proof')).map((row) => row.id)).toContain(id), soon);
  const found = await verified(id);
  expect(found).toMatchObject({ Kind: 'proof', State: 'valid', IsIntact: true, ResealedDays: 0 });
  expect(found.FileList).toEqual([{ Name: 'proof.zip', SizeBytes: file!.length, Sha256: sha256(file!) }]);
  expect(JSON.parse(found.Statement)).toMatchObject({ points: 2, pointDays: 10, fromDay: '2026-10-16' });
});

const packs = async (userId = second) =>
  (await ask(userId, 'getPackPage', { body: { ProjectId: projectId, PageIndex: 1, PageSize: 20 } })).data.Data;
const findings = async (state: 'open' | 'toConfirm') =>
  (
    await ask(second, 'getFindingPage', {
      body: { ProjectId: projectId, StateList: [state], PageIndex: 1, PageSize: 100 },
    })
  ).data.Data;
const madePack = async (fields: object = {}): Promise<number> => {
  const body = { ProjectId: projectId, Month: '2026-10', Language: 'en' as const, ...fields };
  const { data, status, message } = await ask(author, 'makePack', { body });
  expect([status, message]).toEqual([200, expect.any(String)]);
  await vi.waitFor(async () => {
    const pack = (await packs()).find(({ PackId }) => PackId === data.PackId);
    expect([pack?.Failure, pack?.Status]).toEqual([null, 1]);
  }, soon);
  return data.PackId;
};

test('an excursion takes an action, a gap a reason, and both a second person; whole sentences, and not twice', async () => {
  const open = await findings('open');
  const [excursion] = open.filter(({ Kind }) => Kind === 'excursion');
  const body = {
    FindingIdList: [excursion!.FindingId],
    Cause: 'door' as const,
    Explanation: 'Door held open while loading',
  };
  const short = await ask(author, 'explainFindings', { body: { ...body, Explanation: 'Door' } });
  expect([short.status, short.message]).toEqual([400, expect.stringContaining('ten characters')]);
  const goods = await ask(author, 'explainFindings', { body });
  expect([goods.status, goods.message]).toEqual([400, complianceErrors.dispositionMissing.en]);
  const confirm = (userId: number) =>
    ask(userId, 'confirmFindings', { body: { FindingIdList: [excursion!.FindingId] } });
  expect((await confirm(second)).message).toBe(complianceErrors.notExplained.en);
  expect((await ask(author, 'explainFindings', { body: { ...body, Disposition: 'release' } })).data).toEqual({
    Explained: 1,
  });
  const own = await confirm(author);
  expect([own.status, own.message]).toEqual([403, complianceErrors.samePerson.en]);
  expect((await findings('toConfirm')).map(({ FindingId }) => FindingId)).toEqual([excursion!.FindingId]);
  expect((await confirm(limited)).status).toBe(404);
  expect((await confirm(second)).data).toEqual({ Confirmed: 1 });
  const again = await ask(second, 'explainFindings', { body: { ...body, Disposition: 'destroy' } });
  expect([again.status, again.message]).toEqual([409, complianceErrors.alreadyConfirmed.en]);
});

test('a pack is published by a second person and not before everything in it is explained and certified; then it stays', async () => {
  const early = await ask(author, 'makePack', { body: { ProjectId: projectId, Month: '2026-10' } });
  expect([early.status, early.message]).toEqual([400, complianceErrors.monthNotOver.en]);
  clock.set(Date.UTC(2026, 9, 31, 16) + 3 * hour);
  await sealAt(clock.now());
  const nowhere = await ask(author, 'makePack', { body: { ProjectId: otherProjectId, Month: '2026-10' } });
  expect([nowhere.status, nowhere.message]).toEqual([400, complianceErrors.noPoints.en]);
  const draft = await madePack();
  const own = await ask(author, 'publishPack', { body: { PackId: draft } });
  expect([own.status, own.message]).toEqual([403, complianceErrors.ownPack.en]);
  expect((await ask(reader, 'publishPack', { body: { PackId: draft } })).status).toBe(403);
  const refused = await ask(second, 'publishPack', { body: { PackId: draft } });
  expect(refused.status).toBe(409);
  expect(refused.message).toContain('Chill 1 Air: 16 days without a valid calibration certificate (from 2026-10-16)');
  expect(refused.message).toContain('Chill 1 Spare probe, 2026-10-16 00:00: gap not explained');

  const open = await findings('open');
  expect(open.every(({ Kind }) => Kind === 'gap')).toBe(true);
  const FindingIdList = open.map(({ FindingId }) => FindingId);
  await ask(author, 'explainFindings', {
    body: { FindingIdList, Cause: 'service', Explanation: 'Not in use yet; in stock' },
  });
  const [unread] = await packs();
  expect(unread!.MissingList).toContain('Chill 1 Spare probe, 2026-10-16 00:00: gap awaits a second person');
  const alone = await ask(author, 'confirmFindings', { body: { FindingIdList } });
  expect([alone.status, alone.message]).toEqual([403, complianceErrors.samePerson.en]);
  expect((await ask(second, 'confirmFindings', { body: { FindingIdList } })).data).toEqual({ Confirmed: open.length });
  for (const PointId of [airId, emptyId]) {
    const body = {
      ...{ ProjectId: projectId, PointId, Number: `C-${PointId}`, Laboratory: 'CNAS L0123' },
      ...{ DoneOn: '2026-09-01', ValidUntil: '2027-08-31', MaxError: 0.2 },
    };
    const backwards = await ask(author, 'addCertificate', { body: { ...body, ValidUntil: '2026-08-31' } });
    expect([backwards.status, backwards.message]).toEqual([400, complianceErrors.dayOfCertificate.en]);
    expect((await ask(author, 'addCertificate', { body })).status).toBe(200);
    expect((await ask(author, 'addCertificate', { body })).status).toBe(409);
  }
  // The draft does not say what was said since.
  const old = await ask(second, 'publishPack', { body: { PackId: draft } });
  const isOutdated = [409, complianceErrors.packOutdated.en];
  expect([old.status, old.message]).toEqual(isOutdated);
  // It says what alarm rules could not judge, and is old when that is found out after it.
  const before = await madePack();
  const { pool } = app.database;
  await pool.query(
    "INSERT INTO alarm_proof (project_id, day, proved_at, is_final) VALUES ($1, '2026-10-17', now(), true)",
    [projectId],
  );
  await pool.query(
    `INSERT INTO alarm_proof_point (project_id, day, point_id, rules, alarms, gap_seconds, bad_seconds)
     VALUES ($1, '2026-10-17', $2, 1, 0, 90, 60)`,
    [projectId, airId],
  );
  const unsaid = await ask(second, 'publishPack', { body: { PackId: before } });
  expect([unsaid.status, unsaid.message]).toEqual(isOutdated);
  await ask(author, 'deletePack', { body: { PackIdList: [before] } });
  const PackId = await madePack();
  const [pack] = await packs();
  expect(pack).toMatchObject({ PackId, Revision: 1, PointCount: 2, MissingList: [], IsOwn: false });
  const both = await Promise.all([1, 2].map(() => ask(second, 'publishPack', { body: { PackId } })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  for (const call of ['deletePack'] as const) {
    const kept = await ask(author, call, { body: { PackIdList: [PackId] } });
    expect([kept.status, kept.message]).toEqual([409, complianceErrors.packPublished.en]);
  }
  const [certificate] = (await ask(author, 'getCertificates', { query: { projectId } })).data;
  const used = await ask(author, 'deleteCertificate', { body: { CertificateIdList: [certificate!.CertificateId] } });
  expect([used.status, used.message]).toEqual([409, expect.stringContaining('belongs to a published pack')]);
  await expect(pool.query('UPDATE compliance_pack_part SET bytes = $1', [Buffer.of(1)])).rejects.toThrow(
    'stays as it is',
  );
  await expect(pool.query("UPDATE compliance_pack SET sha256 = '\\x00'")).rejects.toThrow('stays as it is');

  const { file } = await ask(reader, 'downloadPack', { query: { packId: PackId } });
  const sound = await runVerifier(file!);
  expect([sound.wrong, sound.status]).toEqual([[], 0]);
  const files = await unzipBounded(file!, 100_000_000);
  expect(files.get('report.pdf')!.subarray(0, 5).toString()).toBe('%PDF-');
  const workbook = await readSheet(files.get('days.xlsx')!, { maxRows: 100 });
  const heads = ['Device', 'Point', 'Day', 'Samples', 'Good samples', 'Lowest', 'Mean', 'Highest', 'MKT', 'Unit'];
  expect(workbook.header).toEqual(heads);
  const values = workbook.rows[0]!.cells.map((cell) => ('value' in cell ? cell.value : null));
  expect(values.slice(0, 6)).toEqual(['Chill 1', 'Air', '2026-10-16', 290, 290, 4.5]);
  expect(values.slice(7)).toEqual([11.5, expect.any(Number), '°C']);
  expect(files.get('days.csv')!.toString()).toContain(`${airId},2026-10-16,290,290,4.5,`);
  const inPdf = await runVerifier(file!, { 'report.pdf': flipped(-30) });
  expect(inPdf.wrong).toEqual(['WRONG  report.pdf: changed since it was signed.']);
  // Of drafts that were deleted nobody is notified any more.
  const document = (await documentsOfKind('pack')).at(-1)!;
  const found = await verified(document.id);
  expect(found).toMatchObject({ Kind: 'pack', State: 'valid', IsIntact: true, Revision: 1, ResealedDays: 0 });
  expect(found.FileList).toEqual([
    { Name: 'pack.zip', SizeBytes: file!.length, Sha256: sha256(file!) },
    expect.objectContaining({ Name: 'report.pdf', Sha256: sha256(files.get('report.pdf')!) }),
  ]);
});

test('a published pack says that its days were sealed again since; a correction is a further revision', async () => {
  await measure(app.application, [{ pointId: airId, at: first + 3 * day + 2 * minute, value: 5 }]);
  await sealAt(clock.now() + 2 * hour);
  const [published] = await packs();
  expect(published).toMatchObject({ Status: 2, RevisedCount: 1 });
  const before = await ask(reader, 'downloadPack', { query: { packId: published!.PackId } });
  expect((await runVerifier(before.file!)).wrong).toEqual([]);
  await madePack();
  expect((await packs()).map(({ Revision, Status }) => [Revision, Status])).toEqual([
    [2, 1],
    [1, 2],
  ]);
  const [one, two] = (await documentsOfKind('pack')).slice(-2);
  expect(await verified(one!.id)).toMatchObject({ State: 'valid', ResealedDays: 1, NewestRevision: 1 });
  expect(await verified(two!.id)).toMatchObject({ State: 'draft', Revision: 2 });
});

test('a pack is not made of days that do not match', async () => {
  const inSeal =
    'UPDATE record_seal SET sha = set_byte(sha, 3, get_byte(sha, 3) # 16) WHERE point_id = $1 AND day = $2';
  await tamper(inSeal, [airId, '2026-10-17']);
  const body = { ProjectId: projectId, Month: '2026-10' };
  const { data } = await ask(author, 'makePack', { body });
  await vi.waitFor(async () => {
    const pack = (await packs()).find(({ PackId }) => PackId === data.PackId);
    expect([pack?.Status, pack?.Failure]).toEqual([0, expect.stringContaining('2026-10-17')]);
  }, soon);
  expect((await ask(reader, 'downloadPack', { query: { packId: data.PackId } })).message).toBe(
    complianceErrors.packNotReady.en,
  );
  await tamper(inSeal, [airId, '2026-10-17']);
  expect((await ask(author, 'deletePack', { body: { PackIdList: [data.PackId] } })).data).toEqual({ Deleted: 1 });
});

test('the paper of a certificate is kept and opened; another kind, the wrong reader and the paper of another number are refused', async () => {
  const certificates = async () => (await ask(reader, 'getCertificates', { query: { projectId } })).data;
  const [one, two] = await certificates();
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
  const keep = (userId: number, certificateId: number, content: Uint8Array<ArrayBuffer> | null = pdf) =>
    ask(userId, 'keepCertificateFile', {
      query: { certificateId },
      files: content === null ? [] : [new File([content], 'Certificate 1.PDF')],
    });
  const otherCompany = await aCompany(app.database.db);
  const stranger = await aMember(app.database.db, otherCompany, -1, { permissions: permissionsOf('company') });
  expect((await keep(reader, one!.CertificateId)).status).toBe(403);
  expect((await keep(limited, one!.CertificateId)).status).toBe(404);
  expect((await keep(stranger, one!.CertificateId)).status).toBe(404);
  expect((await keep(author, one!.CertificateId, null)).status).toBe(400);
  expect((await keep(author, one!.CertificateId, Buffer.from('PK'))).message).toBe(fileErrors.notADocument.en);
  expect((await certificates()).map(({ File: file }) => file)).toEqual([null, null]);
  expect((await keep(author, one!.CertificateId)).status).toBe(200);
  expect((await keep(author, two!.CertificateId)).message).toBe(complianceErrors.certificateFileTaken.en);
  const [kept] = await certificates();
  expect(kept!.File).toMatchObject({ Name: 'Certificate 1.pdf', ContentType: 'application/pdf', Size: pdf.byteLength });
  const shown = await fetch(new URL(kept!.File!.Url, app.url));
  expect(Buffer.from(await shown.arrayBuffer()).equals(pdf)).toBe(true);
  // A published pack names it: it is the paper of that pack from now on.
  const again = await keep(author, one!.CertificateId, Buffer.concat([pdf, Buffer.from('%%EOF\n')]));
  expect([again.status, again.message]).toEqual([409, expect.stringContaining('its file stays')]);
});

test('the light says in a sentence why a point does not conform', async () => {
  await measure(app.application, [{ pointId: airId, at: clock.now(), value: 12 }]);
  const { data } = await ask(reader, 'getConformity', { query: { projectId } });
  const sentences = (name: string) =>
    data.find(({ PointName }) => PointName === name)!.ReasonList.map(({ Sentence }) => Sentence);
  expect(sentences('Air')).toEqual(['Outside of its limits now']);
  expect(sentences('Spare probe')).toEqual(['Nothing has been measured yet']);
  expect(data.map(({ Light }) => Light)).toEqual(['red', 'red']);
  clock.set(Date.UTC(2027, 8, 1));
  const later = (await ask(reader, 'getConformity', { query: { projectId } })).data;
  expect(later[0]!.ReasonList.map(({ Reason }) => Reason)).toEqual(
    expect.arrayContaining(['noData', 'certificate', 'seals']),
  );
});

test('what stops being under a profile is sealed until its last day and no further; the seals stay', async () => {
  const { data } = await ask(author, 'getConformity', { query: { projectId } });
  const ids = data.map(({ AssignmentId }) => AssignmentId);
  expect((await ask(limited, 'endAssignment', { body: { AssignmentIdList: ids } })).status).toBe(404);
  expect((await ask(author, 'endAssignment', { body: { AssignmentIdList: ids } })).data).toEqual({ Ended: 2 });
  expect((await ask(reader, 'getConformity', { query: { projectId } })).data).toEqual([]);
  expect((await seals()).TotalCount).toBeGreaterThan(5);
});

test('a project that changes its time zone has one longer day and no hole; a point that moves takes its chain along', async () => {
  const { db } = app.database;
  const shopId = await aProject(db, companyId, { name: 'Moving shop' });
  const pointId = await aPoint(db, await aGateway(db, shopId), {
    deviceId: await aDevice(db, shopId, { name: 'Case' }),
    name: 'Air',
  });
  await db.updateTable('point').set({ modbus: '{}' }).where('id', '=', pointId).execute();
  const mover = await aMember(db, companyId, -1, { permissions: permissionsOf('company') });
  const body = { ProjectId: shopId, Profile: 'haccp' as const, PointIdList: [pointId], HighLimit: 8 };
  expect((await ask(mover, 'assignProfile', { body })).status).toBe(200);
  await sealAt(clock.now() + 3 * day);
  await db.updateTable('project').set({ time_zone: 'Europe/London' }).where('id', '=', shopId).execute();
  await sealAt(clock.now() + 2 * day);
  const rows = () =>
    db
      .selectFrom('record_seal')
      .innerJoin('project_seal', 'project_seal.id', 'record_seal.seal_id')
      .where('point_id', '=', pointId)
      .select(['record_seal.number', 'record_seal.from_at', 'record_seal.to_at', 'project_id'])
      .orderBy('record_seal.number')
      .execute();
  const inShop = await rows();
  const hours = inShop.map(({ from_at, to_at }) => (to_at.getTime() - from_at.getTime()) / hour);
  // London is seven hours behind Shanghai in September.
  expect(hours.filter((each) => each !== 24)).toEqual([31]);
  for (let i = 1; i < inShop.length; i++) expect(inShop[i]!.from_at).toEqual(inShop[i - 1]!.to_at);

  await db.deleteFrom('device_point').where('point_id', '=', pointId).execute();
  const gatewayId = await aGateway(db, otherProjectId);
  const moved = { project_id: otherProjectId, gateway_id: gatewayId };
  await db.updateTable('point').set(moved).where('id', '=', pointId).execute();
  await sealAt(clock.now() + 2 * day);
  const all = await rows();
  expect(all.map(({ number }) => number)).toEqual(all.map((_, i) => i + 1));
  expect(all.at(-1)!.project_id).toBe(otherProjectId);
  for (const ProjectId of [shopId, otherProjectId]) {
    const { data } = await ask(mover, 'verifySeals', {
      body: { ProjectId, FromDay: '2027-09-01', UntilDay: '2027-09-10' },
    });
    expect(data.DayCount).toBeGreaterThan(0);
    expect(data.ProblemList.filter(({ Problem }) => Problem !== 'notSealed')).toEqual([]);
  }
});

test('of a hundred samples that come late in any order, each changed day is sealed again and everything matches', async () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const newest = async () =>
    new Map(
      (
        await app.database.db
          .selectFrom('record_seal')
          .where('point_id', '=', airId)
          .select((row) => ['day', row.fn.max('revision').as('revision')])
          .groupBy('day')
          .execute()
      ).map(({ day: each, revision }) => [String(each), revision]),
    );
  const before = await newest();
  const days = new Set<number>();
  for (let i = 0; i < 100; i++) {
    const n = random(12);
    days.add(n);
    // Between what was measured each five minutes.
    await measure(app.application, [
      { pointId: airId, at: first + n * day + random(86_400) * 1000 + 7, value: random(80) / 10 },
    ]);
  }
  await sealAt(clock.now() + 2 * hour);
  const after = await newest();
  // The server seals by itself, too, every ten minutes: a day that it met half-way has two.
  expect([...after].filter(([each, revision]) => revision > before.get(each)!)).toHaveLength(days.size);
  expect((await verify()).ProblemList).toEqual([]);
});

test('points are judged by the newest version of an own profile from their next day on; what was judged keeps its version', async () => {
  const { db } = app.database;
  const owner = await aCompany(db);
  const cellar = await aProject(db, owner, { name: 'Cellar' });
  const gatewayId = await aGateway(db, cellar);
  const cellarDevice = await aDevice(db, cellar, { name: 'Chill 7' });
  const pointId = await aPoint(db, gatewayId, { deviceId: cellarDevice, name: 'Air', unit: '°C' });
  await db.updateTable('point').set({ modbus: '{}' }).where('id', '=', pointId).execute();
  const editor = await aMember(db, owner, -1, { permissions: permissionsOf('company') });
  const partly = await aMember(db, owner, -1, { permissions: ['reportPolicies'] });
  const begin = Date.UTC(2027, 11, 1, 4);
  clock.set(begin);
  const figures = {
    SampleSeconds: 300,
    GapMinutes: 60,
    ExcursionMinutes: 30,
    MaxError: 0.5,
    AnswerMinutes: 15,
    KeepYears: 5,
  };
  const added = { ProfileName: 'House rules', BasedOn: 'gsp' as const, ...figures };
  const shorter = await ask(editor, 'addOwnProfile', { body: { ...added, GapMinutes: 4 } });
  expect([shorter.status, shorter.message]).toEqual([400, expect.stringContaining('cannot be shorter')]);
  const ProfileId = (await ask(editor, 'addOwnProfile', { body: added })).data.ProfileId;
  expect((await ask(editor, 'addOwnProfile', { body: { ...added, ProfileName: 'house RULES' } })).message).toBe(
    'There is a profile house RULES already.',
  );
  const under = { ProjectId: cellar, PointIdList: [pointId], HighLimit: 8 };
  expect((await ask(editor, 'assignProfile', { body: { ...under, Profile: 'gsp', ProfileId } })).status).toBe(400);
  // Nobody finds out of profiles of another company.
  const { BasedOn: _, ...changed } = { ...added, ProfileId, Version: 1 };
  expect((await ask(author, 'changeOwnProfile', { body: changed })).status).toBe(404);
  expect((await ask(author, 'getOwnProfiles', {})).data).toEqual([]);
  expect((await ask(editor, 'assignProfile', { body: { ...under, ProfileId } })).data).toEqual({ Assigned: 1 });
  const light = async () => (await ask(editor, 'getConformity', { query: { projectId: cellar } })).data[0]!;
  expect((await light()).OwnProfile).toEqual({ ProfileId, ProfileName: 'House rules', Version: 1 });

  // Midnight in Shanghai; ten minutes too warm on each of two days.
  const dayOne = Date.UTC(2027, 11, 1, 16);
  const warmAt = (start: number) =>
    Array.from({ length: 288 }, (_, i) => ({
      pointId,
      at: start + i * 5 * minute,
      value: i >= 120 && i < 122 ? 12 : 5,
    }));
  clock.set(dayOne + 12 * hour);
  const body = { ...changed, ExcursionMinutes: 5 };
  expect((await ask(partly, 'changeOwnProfile', { body })).message).toBe(complianceErrors.profileElsewhere.en);
  expect((await ask(editor, 'changeOwnProfile', { body })).data).toEqual({ Version: 2 });
  const old = await ask(editor, 'changeOwnProfile', { body: { ...body, GapMinutes: 50 } });
  expect([old.status, old.message]).toEqual([409, complianceErrors.profileChanged.en]);
  expect(await light()).toMatchObject({ OwnProfile: { Version: 1 }, NextVersion: 2, SinceEpoch: dayOne });
  const used = await ask(editor, 'deleteOwnProfile', { body: { ProfileIdList: [ProfileId] } });
  expect([used.status, used.message]).toEqual([409, 'Points are still under the profile House rules. End that first.']);

  await measure(app.application, warmAt(dayOne));
  clock.set(dayOne + 2 * day);
  await measure(app.application, warmAt(dayOne + day));
  await sealAt(dayOne + 2 * day + 3 * hour);
  const found = async () =>
    (
      await ask(editor, 'getFindingPage', {
        body: { ProjectId: cellar, KindList: ['excursion'], IsAsc: true, PageIndex: 1, PageSize: 20 },
      })
    ).data.Data.map(({ Day, OwnProfile }) => [Day, OwnProfile?.Version]);
  expect(await found()).toEqual([['2027-12-03', 2]]);
  // A late sample of the first day is judged by the version of that day.
  await measure(app.application, [{ pointId, at: dayOne + 60_000, value: 5 }]);
  await sealAt(dayOne + 2 * day + 6 * hour);
  expect(await found()).toEqual([['2027-12-03', 2]]);
  expect((await light()).OwnProfile?.Version).toBe(2);
  // It is a copy of GSP, which forbids to bring readings in from elsewhere.
  const samples = new SampleBuffer(1);
  samples.push(dayOne + 90_000, 5.5, 0);
  await expect(fillHistory(app.database.pool, pointId, samples, { now: clock.now() })).rejects.toThrow('is under GSP');
  const [profile] = (await ask(editor, 'getOwnProfiles', {})).data;
  expect(profile).toMatchObject({ Version: 2, PointCount: 1 });
  expect(profile!.VersionList.map(({ Version, ExcursionMinutes }) => [Version, ExcursionMinutes])).toEqual([
    [2, 5],
    [1, 30],
  ]);
  await expect(app.database.pool.query('UPDATE compliance_profile_version SET gap_minutes = 1')).rejects.toThrow(
    'stays as it is',
  );
});
