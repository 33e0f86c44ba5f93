import { type PermissionName, remoteBootErrors } from '@watchpost/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createHistoryShare } from '../history/index.ts';
import { FairShare } from '../platform/FairShare.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { picture } from '../testing/equippedCompany.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aProject, aSlave } from '../testing/factories.ts';
import { aModbusPoint } from '../testing/fieldFactories.ts';
import { Writing } from '../writing/Writing.ts';
import { judgeFirstHour, verdictOfHour } from './boot/judgeFirstHour.wire.ts';
import { watchBoots } from './boot/watchBoots.ts';
import { bootPassword, dammDigit, unitKey } from './bootPassword.ts';
import { checkInstall, type Figures, overlap, rangeFor } from './checkInstall.wire.ts';
import { judgePressure, judgeVacuum, type PressureHold, type VacuumTest } from './judgeTightness.wire.ts';

const all: PermissionName[] = [
  'bootUnits',
  'bootPasswords',
  'pipeStandards',
  'caliberStandards',
  'bootApprove',
  'allProjects',
  'remoteWrite',
  'monitorView',
];
let app: TestApplication;
let ask: AskAs;
let keeper: number;
let installer: number;
let issuer: number;
let projectId: number;
let gatewayId: number;
let deviceId: number;
let lockId: number;

beforeAll(async () => {
  app = await startTestApplication({
    // Mails are queued; nobody takes them.
    config: { mail: { url: 'smtp://127.0.0.1:9', from: 'watchpost@example.com' } },
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      keeper = await aMember(db, companyId, -1, { permissions: all });
      // The server knows what can be written to from when it starts.
      gatewayId = await aGateway(db, projectId);
      deviceId = await aDevice(db, projectId, { name: 'Unit with points' });
      lockId = await aModbusPoint(db, gatewayId, { slaveId: await aSlave(db, gatewayId), address: 40, deviceId });
      await db.updateTable('point').set({ writable: true, name: 'Lock' }).where('id', '=', lockId).execute();
      issuer = await aMember(db, companyId, -1, { permissions: ['bootPasswords', 'allProjects'] });
      installer = await aMember(db, companyId, -1, { permissions: ['bootUnits', 'allProjects'] });
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

test('a controller computes the same password from its key, its number, the day and the attempt', () => {
  const unit = 'CU26A0000417';
  const key = unitKey(Buffer.from(Array.from({ length: 32 }, (_, i) => i)), unit);
  expect(key.toString('hex')).toBe('48a246a557dc1bfa7c2c560fbc91d9572d2f576dfcd2eb1fc00a4b86916df09c');
  expect(bootPassword(key, unit, '20261124', 0)).toBe('44604820');
  expect(bootPassword(key, unit, '20261124', 1)).toBe('31264453');
  expect(bootPassword(key, unit, '20261125', 0)).toBe('01244483');
  expect(dammDigit('572')).toBe('4');
});

const asks = { trap_interval: null, test_pressure: null, max_vacuum: null };
const pipe = { max_length: 50_000, gas_climb: 15_000, liquid_climb: 10_000, oil_type: 'POE', ...asks };
const short = {
  length_from: 0,
  length_to: 25_000,
  climb_from: 0,
  climb_to: 5_000,
  gas: 2200,
  riser: 1900,
  liquid: 1200,
};
const long = { ...short, length_from: 25_000, length_to: 50_000, gas: 2800 };
const good: Figures = {
  length: 25_000,
  gasClimb: 5_000,
  liquidClimb: 0,
  gas: 2200,
  riser: 1900,
  liquid: 1200,
  oil: ' poe',
};
const deviating = (figures: Partial<Figures>) =>
  checkInstall({ ...good, ...figures }, pipe, [short, long])
    .filter(({ Verdict }) => Verdict !== 'ok')
    .map(({ Check, Verdict }) => `${Check} ${Verdict}`);

test('each figure is held against its limit, to the millimetre and the hundredth', () => {
  expect(deviating({})).toEqual([]);
  expect(deviating({ length: 25_001 })).toEqual(['gasDiameter deviation']);
  expect(deviating({ length: 50_000, gas: 2800 })).toEqual([]);
  const beyond = ['gasDiameter undecided', 'riserDiameter undecided', 'liquidDiameter undecided'];
  expect(deviating({ length: 50_001 })).toEqual(['length deviation', ...beyond]);
  expect(deviating({ gasClimb: 15_000 })).toEqual(beyond);
  expect(deviating({ gasClimb: 15_001 })).toEqual(['gasClimb deviation', ...beyond]);
  expect(deviating({ gasClimb: 0, liquidClimb: 10_001 })).toEqual(['liquidClimb deviation', ...beyond]);
  expect(deviating({ gas: 2201 })).toEqual(['gasDiameter deviation']);
  expect(deviating({ riser: 1899 })).toEqual(['riserDiameter deviation']);
  expect(deviating({ liquid: 1201 })).toEqual(['liquidDiameter deviation']);
  expect(deviating({ oil: 'PVE' })).toEqual(['oil deviation']);
});

test('a pressure hold is judged without what the temperature alone explains, by gauges that can see the limit', () => {
  const held = { from: 2800, to: 2690, fromTemp: 24, toTemp: 12, hours: 24, step: 1 };
  const verdict = (pressure: PressureHold | undefined, wanted: number | null = 2800) =>
    judgePressure(pressure, wanted).map(({ Check, Verdict, Found }) => `${Check} ${Verdict} ${Found}`.trim());
  expect(verdict(held)).toEqual(['testPressure ok 2.8 MPa', 'pressureDrop ok -0.007 MPa (-0.27 %)']);
  expect(verdict({ ...held, to: 2780, toTemp: 30 })[1]).toBe('pressureDrop deviation 0.077 MPa (2.75 %)');
  // At the same temperature the limit is 14 kPa of 2.8 MPa.
  const steady = { ...held, toTemp: 24 };
  expect(verdict({ ...steady, to: 2786 })[1]).toContain('pressureDrop ok');
  expect(verdict({ ...steady, to: 2785 })[1]).toContain('pressureDrop deviation');
  expect(verdict({ ...steady, to: 2800, step: 4 })[1]).toContain('pressureDrop ok');
  expect(verdict({ ...steady, to: 2800, step: 5 })[1]).toContain('pressureDrop undecided');
  expect(verdict({ ...held, from: 2799 })[0]).toBe('testPressure deviation 2.799 MPa');
  expect(verdict(undefined)).toEqual(['testPressure undecided', 'pressureDrop undecided']);
  expect([verdict(undefined, null), verdict(held, null).length]).toEqual([[], 1]);
});

test('a vacuum and its rise are judged by the standard, the traps by each begun interval of the riser', () => {
  const vacuum = (test: VacuumTest | undefined, wanted: number | null) =>
    judgeVacuum(test, wanted).map(({ Verdict }) => Verdict);
  expect(vacuum({ end: 67, rise: 20 }, null)).toEqual(['ok', 'ok']);
  expect(vacuum({ end: 68, rise: 21 }, null)).toEqual(['deviation', 'deviation']);
  expect(vacuum({ end: 68, rise: 0 }, 530)).toEqual(['ok', 'ok']);
  expect([vacuum(undefined, null), vacuum(undefined, 67)]).toEqual([[], ['undecided', 'undecided']]);
  const traps = (gasClimb: number, traps?: number) =>
    checkInstall(
      { ...good, gasClimb, ...(traps === undefined ? {} : { traps }) },
      { ...pipe, trap_interval: 5000 },
      [],
    ).filter(({ Check }) => Check === 'traps');
  expect(traps(0)).toEqual([]);
  expect(traps(800, 1)[0]).toMatchObject({ Verdict: 'ok', Allowed: '≥ 1' });
  expect(traps(5000, 1)[0]).toMatchObject({ Verdict: 'ok' });
  expect(traps(5100, 1)[0]).toMatchObject({ Verdict: 'deviation', Found: '1', Allowed: '≥ 2' });
  expect(traps(12_000, 3)[0]).toMatchObject({ Verdict: 'ok', Allowed: '≥ 3' });
  expect(traps(12_000)[0]).toMatchObject({ Verdict: 'undecided' });
});

test('neighbouring ranges meet without holding one length twice', () => {
  const at = (length: number) => rangeFor([short, long], { length, gasClimb: 0, liquidClimb: 0 });
  expect([at(0), at(25_000), at(25_001), at(50_001)]).toEqual([short, short, long, undefined]);
  expect(overlap(short, long)).toBe(false);
  expect(overlap(short, { ...long, length_from: 24_999 })).toBe(true);
});

const unit = async (number: string, model = 'ZB-15') =>
  (
    await ask(keeper, 'addBootUnit', {
      body: { UnitName: `Unit ${number}`, UnitNumber: number, Model: model, ProjectId: projectId },
    })
  ).data.UnitId;
const figures = {
  HorizontalLength: 20,
  GasClimb: 4,
  LiquidClimb: 0,
  GasDiameter: 22,
  RiserDiameter: 19,
  LiquidDiameter: 12,
  OilType: 'POE',
};

test('a unit that climbs too high is not released; corrected it is, and gets one password a day, shown once', async () => {
  const pipes = { Model: 'ZB-15', MaxPipeLength: 50, GasMaxClimb: 15, LiquidMaxClimb: 10, OilType: 'POE' };
  expect((await ask(keeper, 'addPipeStandard', { body: pipes })).status).toBe(200);
  const twice = await ask(keeper, 'addPipeStandard', { body: { ...pipes, Model: 'zb-15' } });
  expect([twice.status, twice.message]).toEqual([409, remoteBootErrors.modelTaken.en]);
  const range = { Model: 'ZB-15', LengthFrom: 0, LengthTo: 25, ClimbFrom: 0, ClimbTo: 15 };
  const calibers = { ...range, GasDiameter: 22, RiserDiameter: 19, LiquidDiameter: 12 };
  expect((await ask(keeper, 'addCaliberStandard', { body: calibers })).status).toBe(200);
  const overlapping = await ask(keeper, 'addCaliberStandard', {
    body: { ...calibers, LengthFrom: 24.9, LengthTo: 40 },
  });
  expect([overlapping.status, overlapping.message]).toEqual([409, expect.stringContaining('0–25 m')]);

  const UnitId = await unit('cu 26-a 417');
  const [row] = (await ask(keeper, 'getBootUnitPage', { body: { Text: 'CU26A417' } })).data.Data;
  expect(row).toMatchObject({ UnitNumber: 'CU26A417', InstallStatus: 'registered', Install: null });
  const early = await ask(keeper, 'approveInstall', { body: { UnitId } });
  expect([early.status, early.message]).toEqual([409, remoteBootErrors.notInstalled.en]);

  const high = await ask(keeper, 'submitInstall', { body: { UnitId, ...figures, GasClimb: 15.01 } });
  expect(high.data.InstallStatus).toBe('deviates');
  const refused = await ask(keeper, 'approveInstall', { body: { UnitId } });
  expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('Climb of the gas pipe')]);
  const dry = await ask(installer, 'checkInstall', { body: { UnitId, ...figures } });
  expect(dry.data.VerdictList.every(({ Verdict }) => Verdict === 'ok')).toBe(true);
  expect((await ask(keeper, 'submitInstall', { body: { UnitId, ...figures } })).data.InstallStatus).toBe('conforms');
  expect((await ask(installer, 'approveInstall', { body: { UnitId } })).status).toBe(403);
  const locked = await ask(keeper, 'issueBootPassword', { body: { UnitId } });
  expect([locked.status, locked.message]).toEqual([409, remoteBootErrors.notReleased.en]);
  expect((await ask(keeper, 'approveInstall', { body: { UnitId } })).status).toBe(200);

  const first = await ask(keeper, 'issueBootPassword', { body: { UnitId } });
  expect(first.data).toMatchObject({ Code: expect.stringMatching(/^\d{8}$/), Attempt: 0 });
  expect(dammDigit(first.data.Code)).toBe('0');
  const again = await ask(keeper, 'issueBootPassword', { body: { UnitId } });
  expect([again.status, again.message]).toEqual([409, remoteBootErrors.issuedToday.en]);
  const listed = await ask(keeper, 'getBootPasswordPage', { body: { UnitIdList: [UnitId] } });
  expect(JSON.stringify(listed.data)).not.toContain(first.data.Code);
  const { rows } = await app.database.pool.query('SELECT row_to_json(p)::text AS kept FROM boot_password p');
  expect(rows.some(({ kept }) => kept.includes(first.data.Code))).toBe(false);

  for (let attempt = 1; attempt <= 3; attempt++) {
    const [issued] = (await ask(keeper, 'getBootPasswordPage', { body: { UnitIdList: [UnitId] } })).data.Data;
    await ask(keeper, 'revokeBootPassword', { body: { PasswordId: issued!.PasswordId, Reason: 'Not used' } });
    expect((await ask(keeper, 'issueBootPassword', { body: { UnitId } })).data.Attempt).toBe(attempt);
  }
  const [last] = (await ask(keeper, 'getBootPasswordPage', { body: { UnitIdList: [UnitId] } })).data.Data;
  await ask(keeper, 'revokeBootPassword', { body: { PasswordId: last!.PasswordId, Reason: 'Not used' } });
  expect((await ask(keeper, 'issueBootPassword', { body: { UnitId } })).message).toBe(remoteBootErrors.tooManyToday.en);

  const frozen = await ask(keeper, 'submitInstall', { body: { UnitId, ...figures } });
  expect([frozen.status, frozen.message]).toEqual([409, remoteBootErrors.released.en]);
  expect((await ask(keeper, 'deleteBootUnit', { body: { UnitIdList: [UnitId] } })).status).toBe(409);
  await ask(keeper, 'relockUnit', { body: { UnitId, Reason: 'The pipes are laid anew' } });
  const [after] = (await ask(keeper, 'getBootUnitPage', { body: { Text: 'CU26A417' } })).data.Data;
  expect(after).toMatchObject({ InstallStatus: 'registered', Install: null, VerdictList: [] });
});

test('a model that asks for a pressure hold and a vacuum conforms only with both; a half of either is refused by name', async () => {
  const Model = 'ZB-30';
  const asked = { Model, MaxPipeLength: 50, GasMaxClimb: 15, LiquidMaxClimb: 10, OilType: 'POE' };
  const standard = { ...asked, TrapInterval: 5, TestPressure: 2.8, MaxVacuum: 67 };
  expect((await ask(keeper, 'addPipeStandard', { body: standard })).status).toBe(200);
  const range = { Model, LengthFrom: 0, LengthTo: 25, ClimbFrom: 0, ClimbTo: 15 };
  await ask(keeper, 'addCaliberStandard', {
    body: { ...range, GasDiameter: 22, RiserDiameter: 19, LiquidDiameter: 12 },
  });
  const { UnitId } = (await ask(keeper, 'addBootUnit', { body: { UnitName: 'Tight', UnitNumber: 'TIGHT1', Model } }))
    .data;
  const submit = (more: object) => ask(keeper, 'submitInstall', { body: { UnitId, ...figures, ...more } });
  expect((await submit({})).data.InstallStatus).toBe('deviates');
  const hold = { PressureFrom: 2.8, PressureTo: 2.69, PressureFromTemp: 24, PressureToTemp: 12, PressureHours: 24 };
  const half = await submit({ PressureFrom: 2.8, PressureTo: 2.69, VacuumEnd: 60 });
  expect(half.status).toBe(400);
  expect(half.data).toMatchObject({
    Fields: expect.arrayContaining([
      expect.objectContaining({ Field: 'PressureFromTemp' }),
      expect.objectContaining({ Field: 'VacuumRise' }),
    ]),
  });
  for (const wrong of [{ PressureHours: 23.9 }, { PressureToTemp: 61 }, { PressureFrom: 0 }, { PressureTo: 2.6901 }])
    expect((await submit({ ...hold, ...wrong })).status).toBe(400);
  const tight = { ...hold, VacuumEnd: 60, VacuumRise: 20, OilTraps: 1 };
  expect((await submit({ ...tight, PressureToTemp: 20 })).data.InstallStatus).toBe('deviates');
  expect((await submit(tight)).data.InstallStatus).toBe('conforms');
  const [row] = (await ask(keeper, 'getBootUnitPage', { body: { Text: 'TIGHT1' } })).data.Data;
  expect(row!.Install).toMatchObject({ ...tight, GaugeStep: 0.001 });
});

test('a revoked password does not come back when its unit is deleted and registered again, or its number given on', async () => {
  const released = async (UnitId: number) => {
    await ask(keeper, 'submitInstall', { body: { UnitId, ...figures } });
    await ask(keeper, 'approveInstall', { body: { UnitId } });
    return UnitId;
  };
  const issue = async (UnitId: number) => (await ask(keeper, 'issueBootPassword', { body: { UnitId } })).data;
  const relock = (UnitId: number) => ask(keeper, 'relockUnit', { body: { UnitId, Reason: 'The pipes are laid anew' } });
  const first = await released(await unit('CU 500'));
  const revoked = await issue(first);
  await relock(first);
  expect((await ask(keeper, 'deleteBootUnit', { body: { UnitIdList: [first] } })).status).toBe(200);
  const second = await released(await unit('CU 500'));
  const next = await issue(second);
  expect(next).toMatchObject({ Attempt: 1, Day: revoked.Day });
  expect(next.Code).not.toBe(revoked.Code);
  // The number moves on to another unit.
  await relock(second);
  await ask(keeper, 'editBootUnit', { body: { UnitId: second, UnitNumber: 'CU 501' } });
  expect(await issue(await released(await unit('CU 500')))).toMatchObject({ Attempt: 2 });
  expect(await issue(await released(second))).toMatchObject({ Attempt: 0 });
});

test('figures are checked without waiting for somebody who changes the unit', async () => {
  const UnitId = await unit('CU 600');
  const other = await app.database.pool.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM boot_unit WHERE id = $1 FOR UPDATE', [UnitId]);
    const { data } = await ask(installer, 'checkInstall', { body: { UnitId, ...figures } });
    expect(data.VerdictList.every(({ Verdict }) => Verdict === 'ok')).toBe(true);
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
});

test('more people than the database has connections enter figures at a time', async () => {
  const units = await Promise.all(Array.from({ length: 30 }, (_, i) => unit(`CU 7${i}00`)));
  const answers = await Promise.all(
    units.map((UnitId) => ask(keeper, 'submitInstall', { body: { UnitId, ...figures } })),
  );
  expect(answers.map(({ status }) => status)).toEqual(units.map(() => 200));
});

test('a unit number counts by its letters and digits, once a company; without a pipe standard nothing is judged', async () => {
  const UnitId = await unit('AB-9001', 'Unknown');
  const twice = await ask(keeper, 'addBootUnit', { body: { UnitName: 'Again', UnitNumber: 'ab 9001', Model: 'X' } });
  expect([twice.status, twice.message]).toEqual([409, remoteBootErrors.unitNumberTaken.en]);
  const short = await ask(keeper, 'addBootUnit', { body: { UnitName: 'Short', UnitNumber: 'a-1', Model: 'X' } });
  expect([short.status, short.message]).toEqual([400, remoteBootErrors.unitNumberShort.en]);
  const judged = await ask(keeper, 'checkInstall', { body: { UnitId, ...figures } });
  expect([judged.status, judged.message]).toEqual([409, expect.stringContaining('Unknown')]);
  const wrong = await ask(keeper, 'submitInstall', { body: { UnitId, ...figures, GasClimb: -1 } });
  expect([wrong.status, wrong.message]).toEqual([400, expect.stringContaining('GasClimb')]);
});

const course = async (UnitId: number) => (await ask(keeper, 'getBootCourse', { query: { unitId: UnitId } })).data;
const rowOf = async (UnitId: number) =>
  (await ask(keeper, 'getBootUnitPage', { body: { PageSize: 500 } })).data.Data.find((row) => row.UnitId === UnitId)!;

test('deviations are waived by a second person with a reason, and stay named', async () => {
  const UnitId = await unit('CU 800');
  const Waiver = 'The maker agreed by letter 118 of 3 May';
  const high = { UnitId, ...figures, GasClimb: 15.01 };
  await ask(keeper, 'submitInstall', { body: high });
  const own = await ask(keeper, 'approveInstall', { body: { UnitId, Waiver } });
  expect([own.status, own.message]).toEqual([409, remoteBootErrors.submitterWaives.en]);
  await ask(installer, 'submitInstall', { body: high });
  const short = await ask(keeper, 'approveInstall', { body: { UnitId, Waiver: 'Ok' } });
  expect([short.status, short.message]).toEqual([409, expect.stringContaining('Climb of the gas pipe')]);
  expect((await ask(keeper, 'approveInstall', { body: { UnitId, Waiver } })).status).toBe(200);
  expect(await rowOf(UnitId)).toMatchObject({
    ...{ InstallStatus: 'released', Waiver },
    VerdictList: expect.arrayContaining([expect.objectContaining({ Check: 'gasClimb', Verdict: 'deviation' })]),
  });
  expect((await course(UnitId)).EventList.map(({ Kind }) => Kind)).toEqual(['waived', 'submitted', 'submitted']);
});

test('photos of an installation are those that its people uploaded', async () => {
  const UnitId = await unit('CU 810');
  const uploaded = await ask(installer, 'newUpload', {
    files: [new File([picture], 'pipe.png', { type: 'image/png' })],
  });
  const [photo] = uploaded.data;
  const submit = (PhotoList: string[]) => ask(installer, 'submitInstall', { body: { UnitId, ...figures, PhotoList } });
  expect((await submit(['https://elsewhere.example/x.png'])).status).toBeGreaterThanOrEqual(400);
  expect((await submit([photo!.Url])).status).toBe(200);
  const { PhotoList } = await course(UnitId);
  expect(PhotoList).toHaveLength(1);
  // Sent back with corrected figures it stays; left out it goes.
  await submit([PhotoList[0]!.Path]);
  expect((await course(UnitId)).PhotoList).toHaveLength(1);
  await submit([]);
  expect((await course(UnitId)).PhotoList).toEqual([]);
});

describe('a released unit', () => {
  let runId: number;
  const outbox = { available: { sms: false, voice: false, email: true, webhook: false }, wake: () => {} };
  const released = async (number: string, change: object = {}) => {
    const { db } = app.database;
    const UnitId = (
      await ask(keeper, 'addBootUnit', {
        body: {
          ...{ UnitName: `Unit ${number}`, UnitNumber: number, Model: 'ZB-15', ProjectId: projectId },
          ModelTreeId: deviceId,
          ...change,
        } as never,
      })
    ).data.UnitId;
    await ask(keeper, 'submitInstall', { body: { UnitId, ...figures } });
    await ask(keeper, 'approveInstall', { body: { UnitId } });
    await db
      .updateTable('boot_unit')
      .set({ released_at: new Date(0) })
      .where('id', '=', UnitId)
      .execute();
    return UnitId;
  };
  beforeAll(async () => {
    const { db } = app.database;
    runId = await aPoint(db, gatewayId, { deviceId, name: 'Runs' });
    const { company_id } = await db
      .selectFrom('project')
      .select('company_id')
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow();
    const type = await db
      .insertInto('point_type')
      .values({ company_id, code: 'runState', name_zh: '运行状态', name_en: 'Run state', value_type: 'status' })
      .onConflict((conflict) => conflict.columns(['company_id', 'code']).doUpdateSet({ name_en: 'Run state' }))
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('point').set({ point_type_id: type.id }).where('id', '=', runId).execute();
  });
  /** Watches with readings and a history of our own: the run state was on for so long, so many times; each read may fail with words. */
  const watch = (
    now: number,
    {
      ranMs,
      starts,
      measuredAt,
      failures = [],
    }: { ranMs: number; starts: number; measuredAt: number; failures?: readonly string[] },
  ) => {
    const left = [...failures];
    return watchBoots(
      {
        ...{ db: app.database.db, clock: { now: () => now } as never, events: { emit: () => {} } as never, outbox },
        live: { get: (id) => (id === runId ? { value: 1, quality: 0, measuredAt } : null) },
        history: {
          totals: async (points) => {
            const failure = left.shift();
            if (failure) throw new Error(failure);
            return points.map(({ pointId }) => ({
              ...{ pointId, kind: 'state' as const },
              states: [{ value: 1, durationMs: ranMs, count: starts }],
            }));
          },
        },
        historyShare: createHistoryShare(),
      },
      new AbortController().signal,
    );
  };

  test('is related to a device of its project, with a lock point of that device', async () => {
    const body = { UnitName: 'X', UnitNumber: 'CU 900', Model: 'ZB-15', ProjectId: projectId };
    const add = (change: object) => ask(keeper, 'addBootUnit', { body: { ...body, ...change } as never });
    expect((await add({ LockPointId: lockId })).message).toBe(remoteBootErrors.lockElsewhere.en);
    expect((await add({ ModelTreeId: deviceId, LockPointId: runId })).message).toBe(remoteBootErrors.lockElsewhere.en);
    expect((await add({ ModelTreeId: deviceId, ProjectId: '' })).message).toBe(remoteBootErrors.bootDeviceElsewhere.en);
    const devices = (await ask(keeper, 'getBootDevices', { query: { projectId } })).data;
    expect(devices).toEqual([
      expect.objectContaining({ ModelTreeId: deviceId, PointList: [{ PointId: lockId, PointName: 'Lock' }] }),
    ]);
  });

  test('that cannot be written to does not count as started; the rejection stands in its course', async () => {
    const UnitId = await released('CU 910', { LockPointId: lockId });
    const none = await ask(keeper, 'sendBoot', { body: { UnitId: await released('CU 911') } });
    expect([none.status, none.message]).toEqual([409, remoteBootErrors.noLockPoint.en]);
    // Who may issue passwords and not write to the project does not unlock by a write.
    expect((await ask(issuer, 'sendBoot', { body: { UnitId } })).status).toBeGreaterThanOrEqual(400);
    const sent = await ask(keeper, 'sendBoot', { body: { UnitId } });
    expect([sent.status, sent.message]).toEqual([200, '']);
    expect(sent.data.Started).toBe(false);
    expect(await rowOf(UnitId)).toMatchObject({ InstallStatus: 'released', BootEpoch: null });
    const [event] = (await course(UnitId)).EventList;
    expect(event).toMatchObject({ Kind: 'rejectedBoot', Text: sent.data.Said });
  });

  test('is reported as started once, or its rejection with what happened', async () => {
    const UnitId = await released('CU 920', { ModelTreeId: '' });
    const report = (body: { Started: boolean; Note?: string }) =>
      ask(installer, 'reportBoot', { body: { UnitId, ...body } });
    expect((await report({ Started: false })).status).toBe(400);
    expect((await report({ Started: false, Note: 'Five tries, locked' })).status).toBe(200);
    expect((await rowOf(UnitId)).InstallStatus).toBe('released');
    expect((await report({ Started: true })).status).toBe(200);
    expect((await report({ Started: true })).message).toBe(remoteBootErrors.saidBefore.en);
    // Without a device nobody can watch it.
    expect(await rowOf(UnitId)).toMatchObject({ InstallStatus: 'booted', BootWay: 'reported', WatchState: 'unknown' });
    expect((await ask(keeper, 'issueBootPassword', { body: { UnitId } })).message).toBe(
      remoteBootErrors.notReleased.en,
    );
    expect((await course(UnitId)).EventList.map(({ Kind }) => Kind).slice(0, 2)).toEqual(['booted', 'rejectedBoot']);
  });

  test('is seen to start, its first hour is judged once it is over, once; locked again it begins anew', async () => {
    const UnitId = await released('CU 930');
    const start = Date.now();
    await Promise.all([1, 2].map(() => watch(start, { ranMs: 0, starts: 0, measuredAt: start })));
    expect(await rowOf(UnitId)).toMatchObject({ InstallStatus: 'booted', BootWay: 'seen', WatchState: 'watching' });
    const end = start + 3_600_000;
    await watch(end, { ranMs: 600_000, starts: 7, measuredAt: end });
    expect((await rowOf(UnitId)).WatchState).toBe('watching');
    const settled = end + 3 * 60_000;
    await Promise.all([1, 2].map(() => watch(settled, { ranMs: 600_000, starts: 7, measuredAt: end })));
    expect((await rowOf(UnitId)).WatchState).toBe('failed');
    const { WatchList, EventList } = await course(UnitId);
    expect(WatchList).toContainEqual({ Check: 'starts', Verdict: 'failed', Found: '7', Allowed: '≤ 6' });
    expect(EventList.map(({ Kind, Text }) => [Kind, Text]).slice(0, 2)).toEqual([
      ['watched', 'First hour failed: Starts'],
      ['booted', 'Seen running'],
    ]);
    await ask(keeper, 'relockUnit', { body: { UnitId, Reason: 'The compressor is replaced' } });
    expect(await rowOf(UnitId)).toMatchObject({ InstallStatus: 'registered', BootEpoch: null, WatchState: null });
  });

  test('is watched no longer once its device is deleted', async () => {
    const goneId = await aDevice(app.database.db, projectId, { name: 'Scrapped' });
    const UnitId = await released('CU 940', { ModelTreeId: goneId });
    await ask(installer, 'reportBoot', { body: { UnitId, Started: true } });
    expect((await rowOf(UnitId)).WatchState).toBe('watching');
    await app.database.db.deleteFrom('device').where('id', '=', goneId).execute();
    const now = Date.now();
    await Promise.all([1, 2].map(() => watch(now, { ranMs: 0, starts: 0, measuredAt: now })));
    expect((await rowOf(UnitId)).WatchState).toBe('unknown');
    expect((await course(UnitId)).EventList.map(({ Kind }) => Kind).slice(0, 2)).toEqual(['watched', 'booted']);
  });

  test('is judged also when a unit before it cannot be; the first failure is named', async () => {
    const units = [await released('CU 950'), await released('CU 951'), await released('CU 952')];
    for (const UnitId of units) await ask(installer, 'reportBoot', { body: { UnitId, Started: true } });
    const states = () => Promise.all(units.map(async (UnitId) => (await rowOf(UnitId)).WatchState));
    const judgedAt = Date.now() + 3_600_000 + 3 * 60_000;
    const hour = { ranMs: 600_000, starts: 1, measuredAt: judgedAt };
    await expect(watch(judgedAt, { ...hour, failures: ['Disk is gone', '', 'Later'] })).rejects.toThrow('Disk is gone');
    expect(await states()).toEqual(['watching', 'ok', 'watching']);
    await watch(judgedAt, hour);
    expect(await states()).toEqual(['ok', 'ok', 'ok']);
  });

  test('whose first hour cannot be judged is said to be unknown, and why: no data, or unreadable for a day', async () => {
    const UnitId = await released('CU 953');
    await ask(installer, 'reportBoot', { body: { UnitId, Started: true } });
    const bareId = await released('CU 954', {
      ModelTreeId: await aDevice(app.database.db, projectId, { name: 'Without points' }),
    });
    await ask(installer, 'reportBoot', { body: { UnitId: bareId, Started: true } });
    const ended = Date.now() + 3_600_000 + 3 * 60_000;
    const result = async (id: number) => [(await rowOf(id)).WatchState, (await course(id)).EventList[0]!.Text];
    // Silent since before it started.
    const silent = { ranMs: Number.NaN, starts: 0, measuredAt: 0 };
    const day = 24 * 3_600_000;
    await expect(watch(ended, { ...silent, failures: ['Disk is gone'] })).rejects.toThrow('Disk is gone');
    expect(await result(bareId)).toEqual(['unknown', 'First hour: not enough data (no good data came)']);
    expect((await rowOf(UnitId)).WatchState).toBe('watching');
    // The server was stopped for a day.
    await watch(ended + day, { ...silent, failures: ['Disk is gone'] });
    expect(await result(UnitId)).toEqual([
      'unknown',
      'First hour: not enough data (its history could not be read for a day)',
    ]);
  });

  test('shows figures of its points only to people who read values of its project', async () => {
    const UnitId = await released('CU 955');
    await ask(installer, 'reportBoot', { body: { UnitId, Started: true } });
    const seenBy = async (userId: number) =>
      (await ask(userId, 'getBootCourse', { query: { unitId: UnitId } })).data.WatchList;
    const checks = ['data', 'runs', 'starts', 'discharge', 'alarms'];
    expect((await seenBy(keeper)).map(({ Check }) => Check)).toEqual(checks);
    expect(await seenBy(installer)).toEqual([]);
    const judgedAt = Date.now() + 3_600_000 + 3 * 60_000;
    await watch(judgedAt, { ranMs: 600_000, starts: 7, measuredAt: judgedAt });
    expect((await seenBy(keeper)).map(({ Found }) => Found)).toEqual(['', '10 min', '7', '', '0']);
    expect((await seenBy(installer)).map(({ Check, Found }) => [Check, Found])).toEqual(
      checks.map((check) => [check, '']),
    );
  });

  test('is looked at in the turn of the person who asks', async () => {
    const UnitId = await released('CU 960');
    await ask(installer, 'reportBoot', { body: { UnitId, Started: true } });
    await app.database.db
      .updateTable('boot_unit')
      .set({ booted_at: new Date(Date.now() - 600_000) })
      .where('id', '=', UnitId)
      .execute();
    const run = vi.spyOn(FairShare.prototype, 'run');
    try {
      await course(UnitId);
      expect(run.mock.calls.map(([userId]) => userId)).toEqual([keeper]);
    } finally {
      run.mockRestore();
    }
  });

  test('that runs meanwhile is not named as one that did not start, though a write to it failed', async () => {
    const UnitId = await released('CU 970', { LockPointId: lockId });
    const send = Writing.prototype.send;
    const sending = vi.spyOn(Writing.prototype, 'send').mockImplementationOnce(async function (
      this: Writing,
      ...order
    ) {
      const outcome = await send.apply(this, order);
      // A second person says so while the answer is on its way.
      await ask(installer, 'reportBoot', { body: { UnitId, Started: true } });
      return outcome;
    });
    try {
      expect((await ask(keeper, 'sendBoot', { body: { UnitId } })).data.Started).toBe(false);
    } finally {
      sending.mockRestore();
    }
    expect((await rowOf(UnitId)).InstallStatus).toBe('booted');
    expect((await course(UnitId)).EventList.map(({ Kind }) => Kind)).not.toContain('rejectedBoot');
  });
});

describe('the people who release units', () => {
  let approver: number;
  let elsewhere: number;
  let otherProjectId: number;
  /** Mails since it was asked last: to whom, and their subject. */
  const mailed = async () => {
    const { rows } = await app.database.pool.query<{ user_id: number; subject: string }>(
      "DELETE FROM notification_message WHERE key LIKE 'boot-%' RETURNING user_id, subject",
    );
    return rows.map(({ user_id, subject }) => [user_id, subject]).sort();
  };
  beforeAll(async () => {
    const { db } = app.database;
    const { company_id: companyId } = await db
      .selectFrom('project')
      .select('company_id')
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow();
    otherProjectId = await aProject(db, companyId);
    approver = await aMember(db, companyId, -1, { permissions: ['bootApprove', 'allProjects'] });
    // Sees no project but another one.
    elsewhere = await aMember(db, companyId, -1, { permissions: ['bootApprove'] });
    await aMember(db, companyId, otherProjectId, { userId: elsewhere, permissions: ['monitorView'] });
    for (const id of [approver, elsewhere, keeper, installer, issuer])
      await db
        .updateTable('app_user')
        .set({ email: `boot${id}@example.com` })
        .where('id', '=', id)
        .execute();
    await mailed();
  });

  test('are mailed as a unit newly waits for them, if they see its project; not the person who entered it, nor as figures are corrected', async () => {
    const UnitId = await unit('CU 980');
    await ask(keeper, 'submitInstall', { body: { UnitId, ...figures } });
    expect(await mailed()).toEqual([[approver, '机组等待放行']]);
    await ask(installer, 'submitInstall', { body: { UnitId, ...figures, GasClimb: 4.5 } });
    expect(await mailed()).toEqual([]);
    await ask(approver, 'approveInstall', { body: { UnitId } });
    await ask(keeper, 'relockUnit', { body: { UnitId, Reason: 'The compressor is replaced' } });
    expect(await mailed()).toEqual([]);
    await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
    expect(await mailed()).toEqual(
      [
        [keeper, '机组等待放行'],
        [approver, '机组等待放行'],
      ].sort(),
    );
  });

  test('are mailed once about a unit that does not start, and again only when something else happens', async () => {
    const UnitId = await unit('CU 981');
    await ask(keeper, 'submitInstall', { body: { UnitId, ...figures } });
    await ask(keeper, 'approveInstall', { body: { UnitId } });
    await mailed();
    const rejected = (Note: string) => ask(installer, 'reportBoot', { body: { UnitId, Started: false, Note } });
    const both = [
      [keeper, '机组开机被拒'],
      [approver, '机组开机被拒'],
    ].sort();
    await rejected('Five tries, locked');
    expect(await mailed()).toEqual(both);
    await rejected('Five tries, locked');
    expect(await mailed()).toEqual([]);
    await rejected('The display is dark');
    expect(await mailed()).toEqual(both);
    await ask(installer, 'reportBoot', { body: { UnitId, Started: true } });
    expect(await mailed()).toEqual([]);
  });

  test('are not mailed about a write that nobody answered: it may have started', async () => {
    const UnitId = (
      await ask(keeper, 'addBootUnit', {
        body: {
          ...{ UnitName: 'Unit CU 982', UnitNumber: 'CU 982', Model: 'ZB-15', ProjectId: projectId },
          ...{ ModelTreeId: deviceId, LockPointId: lockId },
        },
      })
    ).data.UnitId;
    await ask(keeper, 'submitInstall', { body: { UnitId, ...figures } });
    await ask(keeper, 'approveInstall', { body: { UnitId } });
    await mailed();
    const sending = vi
      .spyOn(Writing.prototype, 'send')
      .mockResolvedValueOnce({ outcome: 'noResponse', exceptionCode: null } as never);
    try {
      expect((await ask(keeper, 'sendBoot', { body: { UnitId } })).data.Started).toBe(false);
    } finally {
      sending.mockRestore();
    }
    expect(await mailed()).toEqual([]);
    expect((await course(UnitId)).EventList[0]!.Kind).toBe('unansweredBoot');
    expect((await rowOf(UnitId)).InstallStatus).toBe('released');
  });
});

test('a unit moves to another project by its form', async () => {
  const { db } = app.database;
  const { company_id: companyId } = await db
    .selectFrom('project')
    .select('company_id')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  const UnitId = await unit('CU 990');
  const there = await aProject(db, companyId);
  expect((await ask(keeper, 'editBootUnit', { body: { UnitId, ProjectId: there } })).status).toBe(200);
  expect((await rowOf(UnitId)).ProjectId).toBe(there);
});

test('a first hour is good only if data came and it ran; one failed check fails it', () => {
  const hour = { heard: true, ranMs: 600_000, starts: 2, discharge: 96, alarms: 0 };
  const verdict = (change: Partial<typeof hour> | { discharge: null } | { ranMs: null; starts: null }) =>
    verdictOfHour(judgeFirstHour({ ...hour, ...change }));
  expect(verdict({})).toBe('ok');
  expect(verdict({ discharge: null })).toBe('ok');
  expect(verdict({ discharge: 110 })).toBe('ok');
  expect(verdict({ discharge: 110.1 })).toBe('failed');
  expect([verdict({ starts: 6 }), verdict({ starts: 7 })]).toEqual(['ok', 'failed']);
  expect(verdict({ ranMs: 0 })).toBe('failed');
  expect(verdict({ alarms: 1 })).toBe('failed');
  expect(verdict({ ranMs: null, starts: null })).toBe('unknown');
  expect(verdict({ heard: false })).toBe('unknown');
});
