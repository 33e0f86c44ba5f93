import { remoteBootErrors } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantsOfUser, system, tenantOf } from '../access/index.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import type { TestApplication } from '../testing/application.ts';
import type { AskAs } from '../testing/askAs.ts';
import { type BootCompany, figures, startBootApplication } from '../testing/boots.ts';
import { controllerCode } from '../testing/controllerCode.ts';
import { picture } from '../testing/equippedCompany.ts';
import { aDevice, aMember, aProject } from '../testing/factories.ts';
import { lockWaits } from '../testing/lockWaits.ts';
import { sheetOf } from '../testing/peopleOf.ts';
import { dammDigit } from './bootPassword.ts';
import { pageUnits } from './units/unit.store.ts';
import { bootUnitExporter } from './units/unitExporter.wire.ts';

let app: TestApplication;
let ask: AskAs;
let keeper: number;
let installer: number;
let issuer: number;
let companyId: number;
let projectId: number;
let deviceId: number;
let lockId: number;
let unit: BootCompany['unit'];
let approve: BootCompany['approve'];

beforeAll(async () => {
  const company = await startBootApplication();
  ({ app, ask, keeper, installer, issuer, companyId, projectId, deviceId, lockId, unit, approve } = company);
});
afterAll(() => app.stop());

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
  const early = await approve(keeper, UnitId);
  expect([early.status, early.message]).toEqual([409, remoteBootErrors.notInstalled.en]);

  const high = await ask(installer, 'submitInstall', { body: { UnitId, ...figures, GasClimb: 15.01 } });
  expect(high.data.InstallStatus).toBe('deviates');
  const refused = await approve(keeper, UnitId);
  expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('Climb of the gas pipe')]);
  const dry = await ask(installer, 'checkInstall', { body: { UnitId, ...figures } });
  expect(dry.data.VerdictList.every(({ Verdict }) => Verdict === 'ok')).toBe(true);
  expect((await ask(installer, 'submitInstall', { body: { UnitId, ...figures } })).data.InstallStatus).toBe('conforms');
  // What an installation is checked against stays.
  const [standard] = (await ask(keeper, 'getPipeStandardPage', { body: { Model: 'ZB-15' } })).data.Data;
  const gone = await ask(keeper, 'deletePipeStandard', { body: { StandardIdList: [standard!.StandardId] } });
  const inUse =
    'Used by Unit cu 26-a 417. It is neither deleted nor given another model: change its figures, which makes a new version. Verdicts that were given stay.';
  expect([gone.status, gone.message]).toEqual([409, inUse]);
  expect((await approve(installer, UnitId)).status).toBe(403);
  const locked = await ask(keeper, 'issueBootPassword', { body: { UnitId } });
  expect([locked.status, locked.message]).toEqual([409, remoteBootErrors.notReleased.en]);
  expect((await approve(keeper, UnitId)).status).toBe(200);

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

  const frozen = await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
  expect([frozen.status, frozen.message]).toEqual([409, remoteBootErrors.released.en]);
  expect((await ask(keeper, 'deleteBootUnit', { body: { UnitIdList: [UnitId] } })).status).toBe(409);
  await ask(keeper, 'relockUnit', { body: { UnitId, Reason: 'The pipes are laid anew' } });
  const [after] = (await ask(keeper, 'getBootUnitPage', { body: { Text: 'CU26A417' } })).data.Data;
  expect(after).toMatchObject({ InstallStatus: 'registered', Install: null, VerdictList: [] });
});

test('a standard that units are judged by is not deleted and names them; a range that holds none of them is', async () => {
  const Model = 'ZB-40';
  const pipe = { Model, MaxPipeLength: 50, GasMaxClimb: 15, LiquidMaxClimb: 10, OilType: 'POE' };
  const { StandardId: pipeId } = (await ask(keeper, 'addPipeStandard', { body: pipe })).data;
  const range = async (LengthFrom: number, LengthTo: number) =>
    (
      await ask(keeper, 'addCaliberStandard', {
        body: {
          ...{ Model, LengthFrom, LengthTo, ClimbFrom: 0, ClimbTo: 15 },
          ...{ GasDiameter: 22, RiserDiameter: 19, LiquidDiameter: 12 },
        },
      })
    ).data.StandardId;
  const [used, unused] = [await range(0, 25), await range(25, 40)];
  const UnitId = await unit('CU 400', { Model });
  await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
  // Stands in no project that this person sees.
  const elsewhere = await aMember(app.database.db, companyId, -1, {
    permissions: ['pipeStandards', 'caliberStandards'],
  });
  const deleteRange = (id: number, userId = keeper) =>
    ask(userId, 'deleteCaliberStandard', { body: { StandardIdList: [id] } });
  expect(await deleteRange(used)).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Used by Unit CU 400\./),
  });
  expect(await deleteRange(used, elsewhere)).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Used by 1 unit\./),
  });
  expect((await deleteRange(unused)).status).toBe(200);
  const renamed = await ask(keeper, 'editPipeStandard', { body: { StandardId: pipeId, Model: 'ZB-41' } as never });
  expect([renamed.status, renamed.message]).toEqual([409, expect.stringMatching(/^Used by Unit CU 400\./)]);
  // Stricter from now on; the verdicts of before stay.
  const stricter = { StandardId: pipeId, GasMaxClimb: 3 } as never;
  expect((await ask(keeper, 'editPipeStandard', { body: stricter })).status).toBe(200);
  expect(await rowOf(UnitId)).toMatchObject({ PipeRevision: 1, CaliberRevision: 1 });
  const climb = (await rowOf(UnitId)).VerdictList.find(({ Check }) => Check === 'gasClimb');
  expect(climb).toMatchObject({ Verdict: 'ok', Allowed: '≤ 15 m' });
  expect((await approve(keeper, UnitId)).status).toBe(200);
});

test('a standard that installations were judged by gets versions, each valid from its day, and an installation names its own', async () => {
  const Model = 'ZB-42';
  const pipe = { Model, MaxPipeLength: 50, GasMaxClimb: 15, LiquidMaxClimb: 10, OilType: 'POE' };
  const { StandardId } = (await ask(keeper, 'addPipeStandard', { body: pipe })).data;
  const range = { Model, LengthFrom: 0, LengthTo: 25, ClimbFrom: 0, ClimbTo: 15 };
  const sizes = { GasDiameter: 22, RiserDiameter: 19, LiquidDiameter: 12 };
  const { StandardId: caliberId } = (await ask(keeper, 'addCaliberStandard', { body: { ...range, ...sizes } })).data;
  const edit = (change: object) => ask(keeper, 'editPipeStandard', { body: { StandardId, ...change } as never });
  const listed = async () => (await ask(keeper, 'getPipeStandardPage', { body: { Model } })).data.Data;
  const versions = async () =>
    (await listed())[0]!.VersionList.map(({ Revision, ValidFrom, GasMaxClimb, IsInForce, UnitCount }) =>
      [Revision, ValidFrom, GasMaxClimb, IsInForce, UnitCount].join(' '),
    );
  // As long as nothing was judged by it, it is corrected where it stands.
  await edit({ GasMaxClimb: 14 });
  expect(await versions()).toEqual(['1  14 true 0']);
  const UnitId = await unit('CU 420', { Model });
  await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
  const dayIn = (days: number) => localOfEpoch(Date.now() + days * 86_400_000, 'Asia/Shanghai').slice(0, 10);
  const past = await edit({ GasMaxClimb: 3, ValidFrom: dayIn(-1) });
  expect([past.status, past.message]).toEqual([400, remoteBootErrors.validPast.en]);
  expect(past.data).toMatchObject({ Fields: [{ Field: 'ValidFrom' }] });
  expect((await edit({ ValidFrom: dayIn(30) })).message).toBe(remoteBootErrors.validJudged.en);
  await edit({ GasMaxClimb: 3, ValidFrom: dayIn(30) });
  expect(await versions()).toEqual(['1  14 true 1', `2 ${dayIn(30)} 3 false 0`]);
  // What is not valid yet is corrected, too, and judges nothing yet.
  await edit({ GasMaxClimb: 2 });
  const check = async () => (await ask(installer, 'checkInstall', { body: { UnitId, ...figures } })).data;
  expect(await check()).toMatchObject({ PipeRevision: 1, CaliberRevision: 1 });
  await edit({ ValidFrom: dayIn(0) });
  expect(await versions()).toEqual(['1  14 false 1', `2 ${dayIn(0)} 2 true 0`]);
  expect(await listed()).toMatchObject([{ StandardId, Revision: 2, GasMaxClimb: 2 }]);
  const again = await check();
  expect(again).toMatchObject({ PipeRevision: 2, CaliberRevision: 1 });
  expect(again.VerdictList.find(({ Check }) => Check === 'gasClimb')).toMatchObject({ Verdict: 'deviation' });
  expect(await rowOf(UnitId)).toMatchObject({ InstallStatus: 'conforms', PipeRevision: 1 });
  const gone = await ask(keeper, 'deletePipeStandard', { body: { StandardIdList: [StandardId] } });
  expect([gone.status, gone.message]).toEqual([409, expect.stringMatching(/^Used by Unit CU 420\./)]);

  // A range gives way to its neighbour on the day on which it shrinks, and not before.
  const shrink = { StandardId: caliberId, LengthTo: 20, ValidFrom: dayIn(10) } as never;
  expect((await ask(keeper, 'editCaliberStandard', { body: shrink })).status).toBe(200);
  const neighbour = (ValidFrom: string) =>
    ask(keeper, 'addCaliberStandard', { body: { ...range, ...sizes, LengthFrom: 20, LengthTo: 40, ValidFrom } });
  expect((await neighbour(dayIn(9))).message).toContain('0–25 m');
  expect((await neighbour(dayIn(10))).status).toBe(200);
  // The figures lie in it no more; they were judged by its first version.
  const deleted = await ask(keeper, 'deleteCaliberStandard', { body: { StandardIdList: [caliberId] } });
  expect([deleted.status, deleted.message]).toEqual([409, expect.stringMatching(/^Used by Unit CU 420\./)]);

  // Once no unit was judged by it all its versions are given another model, and the former one is free.
  expect((await edit({ Model: 'ZB-43' })).status).toBe(409);
  expect((await ask(keeper, 'deleteBootUnit', { body: { UnitIdList: [UnitId] } })).status).toBe(200);
  expect((await edit({ Model: 'ZB-43' })).status).toBe(200);
  expect((await ask(keeper, 'addPipeStandard', { body: pipe })).status).toBe(200);
});

test('another oil is waived with a reason and the letter of the maker, never by a reason alone; a smaller pipe is', async () => {
  const deviating = async (number: string, change: object) => {
    const UnitId = await unit(number);
    await ask(installer, 'submitInstall', { body: { UnitId, ...figures, ...change } });
    return UnitId;
  };
  const Waiver = 'The maker was asked by phone';
  const smaller = await deviating('CU 410', { GasDiameter: 19 });
  expect((await approve(keeper, smaller, { Waiver })).status).toBe(200);
  const UnitId = await deviating('CU 411', { OilType: 'PAG', GasDiameter: 19 });
  const alone = await approve(keeper, UnitId, { Waiver });
  expect([alone.status, alone.message]).toEqual([
    400,
    'These deviations block the release: Oil type. Add the letter in which the maker accepts them.',
  ]);
  expect(alone.data).toMatchObject({ Fields: [{ Field: 'LetterList' }] });
  const [uploaded] = (
    await ask(keeper, 'newUpload', { files: [new File([picture], 'letter.png', { type: 'image/png' })] })
  ).data;
  const letter = uploaded!.Url;
  expect((await approve(keeper, UnitId, { LetterList: [letter] })).status).toBe(409);
  expect((await approve(keeper, UnitId, { Waiver, LetterList: [letter] })).status).toBe(200);
  const { PhotoList, LetterList } = await course(UnitId);
  expect([PhotoList.length, LetterList.length]).toEqual([6, 1]);
  expect((await rowOf(UnitId)).PhotoCount).toBe(6);
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
  const submit = (more: object) => ask(installer, 'submitInstall', { body: { UnitId, ...figures, ...more } });
  expect(await submit({})).toMatchObject({
    status: 400,
    message:
      'Missing: Oil traps, Test pressure, Pressure drop, corrected for temperature, Vacuum reached, Rise in a minute under vacuum',
  });
  expect((await submit({ PhotoList: figures.PhotoList.slice(1), OilTraps: 1 })).message).toMatch(/photos \(5 of 6\)$/);
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
    await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
    await approve(keeper, UnitId);
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

test('a standard is not deleted while figures that it judges are being entered', async () => {
  const Model = 'ZB-60';
  const pipe = { Model, MaxPipeLength: 50, GasMaxClimb: 15, LiquidMaxClimb: 10, OilType: 'POE' };
  await ask(keeper, 'addPipeStandard', { body: pipe });
  const range = { Model, LengthFrom: 0, LengthTo: 25, ClimbFrom: 0, ClimbTo: 15 };
  const calibers = { ...range, GasDiameter: 22, RiserDiameter: 19, LiquidDiameter: 12 };
  const { StandardId } = (await ask(keeper, 'addCaliberStandard', { body: calibers })).data;
  const UnitId = await unit('CU 601', { Model });
  const { pool } = app.database;
  // Entering waits at the unit, with the standards read or not.
  const other = await pool.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM boot_unit WHERE id = $1 FOR UPDATE', [UnitId]);
    const waiting = async (count: number) => expect.poll(() => lockWaits(pool), { timeout: 30_000 }).toBe(count);
    const entering = ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
    await waiting(1);
    const deleting = ask(keeper, 'deleteCaliberStandard', { body: { StandardIdList: [StandardId] } });
    await waiting(2);
    await other.query('COMMIT');
    expect((await entering).data.InstallStatus).toBe('conforms');
    expect((await deleting).status).toBe(409);
  } finally {
    other.release();
  }
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
    units.map((UnitId) => ask(installer, 'submitInstall', { body: { UnitId, ...figures } })),
  );
  expect(answers.map(({ status }) => status)).toEqual(units.map(() => 200));
});

test('a unit number counts by its letters and digits, once a company; without a pipe standard nothing is judged', async () => {
  const UnitId = await unit('AB-9001', { Model: 'Unknown' });
  const twice = await ask(keeper, 'addBootUnit', { body: { UnitName: 'Again', UnitNumber: 'ab 9001', Model: 'X' } });
  expect([twice.status, twice.message]).toEqual([409, remoteBootErrors.unitNumberTaken.en]);
  const short = await ask(keeper, 'addBootUnit', { body: { UnitName: 'Short', UnitNumber: 'a-1', Model: 'X' } });
  expect([short.status, short.message]).toEqual([400, remoteBootErrors.unitNumberShort.en]);
  const judged = await ask(keeper, 'checkInstall', { body: { UnitId, ...figures } });
  expect([judged.status, judged.message]).toEqual([409, expect.stringContaining('Unknown')]);
  const wrong = await ask(installer, 'submitInstall', { body: { UnitId, ...figures, GasClimb: -1 } });
  expect([wrong.status, wrong.message]).toEqual([400, expect.stringContaining('GasClimb')]);
});

const course = async (UnitId: number) => (await ask(keeper, 'getBootCourse', { query: { unitId: UnitId } })).data;
const rowOf = async (UnitId: number) =>
  (await ask(keeper, 'getBootUnitPage', { body: { PageSize: 500 } })).data.Data.find((row) => row.UnitId === UnitId)!;

test('an installation is released or rejected by a second person, and a rejected one is entered again', async () => {
  const UnitId = await unit('CU 820');
  const reject = async (userId: number, Reason = 'The photos do not show the riser') =>
    ask(userId, 'rejectInstall', { body: { UnitId, UpdateEpoch: (await rowOf(UnitId)).UpdateEpoch, Reason } });
  expect((await reject(keeper)).message).toBe(remoteBootErrors.notInstalled.en);
  await ask(keeper, 'submitInstall', { body: { UnitId, ...figures } });
  expect((await rowOf(UnitId)).MayApprove).toBe(false);
  for (const own of [await approve(keeper, UnitId), await reject(keeper)])
    expect([own.status, own.message]).toEqual([409, remoteBootErrors.ownInstall.en]);
  await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
  expect((await rowOf(UnitId)).MayApprove).toBe(true);
  expect((await reject(installer)).status).toBe(403);
  const short = await reject(keeper, 'Too short');
  expect(short.status).toBe(400);
  expect(JSON.stringify(short.data)).toContain('Give a reason of at least 10 characters.');
  expect((await reject(keeper)).status).toBe(200);
  expect(await rowOf(UnitId)).toMatchObject({ InstallStatus: 'rejected', MayApprove: false });
  expect((await course(UnitId)).EventList[0]).toMatchObject({
    Kind: 'rejected',
    Text: 'The photos do not show the riser',
  });
  expect((await approve(keeper, UnitId)).message).toBe(remoteBootErrors.installRejected.en);
  const again = await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
  expect(again.data.InstallStatus).toBe('conforms');
  expect((await approve(keeper, UnitId)).status).toBe(200);
  expect((await reject(keeper)).message).toBe(remoteBootErrors.released.en);
});

test('unlocking is offered to the people alone who may write to its project', async () => {
  const UnitId = await unit('CU 830', { ModelTreeId: deviceId, LockPointId: lockId });
  await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
  const mayUnlock = async (userId: number) =>
    (await ask(userId, 'getBootUnitPage', { body: { Text: 'CU830' } })).data.Data[0]!.MayUnlock;
  expect(await mayUnlock(keeper)).toBe(false);
  await approve(keeper, UnitId);
  expect([await mayUnlock(keeper), await mayUnlock(issuer)]).toEqual([true, false]);
});

test('the key of a unit is shown once, to whom is kept; a new one makes other passwords and revokes those of the old one', async () => {
  const UnitId = await unit('CU 840');
  const show = (userId = keeper, id = UnitId) => ask(userId, 'showUnitKey', { body: { UnitId: id } });
  expect((await show(installer)).status).toBe(403);
  const shown = await show();
  expect(shown.data).toEqual({ UnitNumber: 'CU840', Version: 1, Key: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const again = await show();
  expect([again.status, again.message]).toEqual([409, expect.stringMatching(/^The key was shown to .+ on \d{4}-/)]);
  expect(await rowOf(UnitId)).toMatchObject({ KeyEpoch: expect.any(Number), KeyName: expect.any(String) });
  await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
  await approve(keeper, UnitId);
  const first = (await ask(keeper, 'issueBootPassword', { body: { UnitId } })).data;
  const day = first.Day.replaceAll('-', '');
  const withKey = (hex: string, attempt: number) => controllerCode(Buffer.from(hex, 'hex'), 'CU840', day, attempt);
  expect(withKey(shown.data.Key, 0)).toBe(first.Code);

  const renewed = await ask(keeper, 'renewUnitKey', { body: { UnitId, Reason: 'The controller was replaced' } });
  expect(renewed.data.Version).toBe(2);
  const passwords = (await ask(keeper, 'getBootPasswordPage', { body: { UnitIdList: [UnitId] } })).data.Data;
  expect(passwords).toMatchObject([{ State: 'revoked', Reason: 'The controller was replaced' }]);
  const second = (await ask(keeper, 'issueBootPassword', { body: { UnitId } })).data;
  expect(withKey(renewed.data.Key, 1)).toBe(second.Code);
  expect(withKey(shown.data.Key, 1)).not.toBe(second.Code);
  expect((await course(UnitId)).EventList.map(({ Kind }) => Kind)).toEqual(
    expect.arrayContaining(['keyShown', 'keyRenewed']),
  );
  // It belongs to the number: deleted and registered again, the unit does not show it a second time.
  await ask(keeper, 'relockUnit', { body: { UnitId, Reason: 'The pipes are laid anew' } });
  await ask(keeper, 'deleteBootUnit', { body: { UnitIdList: [UnitId] } });
  expect((await show(keeper, await unit('CU 840'))).status).toBe(409);
  const { rows } = await app.database.pool.query('SELECT row_to_json(l)::text AS line FROM operation_log l');
  expect(rows.some(({ line }) => line.includes(shown.data.Key) || line.includes(renewed.data.Key))).toBe(false);
});

test('the password of the day is shown once to the person who entered the installation, and who saw it is kept', async () => {
  const UnitId = await unit('CU 842');
  await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
  await approve(keeper, UnitId);
  const reveal = (userId: number) => ask(userId, 'revealBootPassword', { body: { UnitId } });
  const mayReveal = async (userId: number) =>
    (await ask(userId, 'getBootUnitPage', { body: { Text: 'CU842' } })).data.Data[0]!.MayReveal;
  expect((await reveal(installer)).message).toBe(remoteBootErrors.nothingToShow.en);
  const issued = (await ask(issuer, 'issueBootPassword', { body: { UnitId } })).data;
  const passwords = async () =>
    (await ask(issuer, 'getBootPasswordPage', { body: { UnitIdList: [UnitId] } })).data.Data;
  expect(await passwords()).toMatchObject([{ ShowName: null, ShowEpoch: null, ShowAddress: null }]);
  expect([await mayReveal(installer), await mayReveal(keeper), await mayReveal(issuer)]).toEqual([true, false, false]);
  const refused = [await reveal(keeper), await reveal(issuer)];
  expect(refused.map(({ status }) => status)).toEqual([403, 403]);
  expect(refused[0]!.message).toBe(remoteBootErrors.notInstaller.en);
  const both = await Promise.all([reveal(installer), reveal(installer)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 200)!.data).toEqual(issued);
  expect(both.find(({ status }) => status === 409)!.message).toMatch(
    /^The password was shown to .+ on \d{4}-\d\d-\d\d /,
  );
  expect(await passwords()).toMatchObject([
    { ShowName: expect.any(String), ShowEpoch: expect.any(Number), ShowAddress: '127.0.0.1' },
  ]);
  expect((await course(UnitId)).EventList[0]).toMatchObject({ Kind: 'passwordShown', UserName: expect.any(String) });
  // Lost, it is revoked; the next one is shown once again.
  const [lost] = await passwords();
  await ask(issuer, 'revokeBootPassword', { body: { PasswordId: lost!.PasswordId, Reason: 'Lost on site' } });
  expect((await reveal(installer)).message).toBe(remoteBootErrors.nothingToShow.en);
  const next = (await ask(issuer, 'issueBootPassword', { body: { UnitId } })).data;
  expect((await reveal(installer)).data).toEqual(next);
  const { rows } = await app.database.pool.query('SELECT row_to_json(l)::text AS line FROM operation_log l');
  expect(rows.some(({ line }) => line.includes(issued.Code) || line.includes(next.Code))).toBe(false);
});

test('a unit without a clock gets passwords by a counter, three beyond the last start, and from 1 with a new key', async () => {
  const UnitId = await unit('CU 844', { HasNoClock: true });
  const { Key } = (await ask(keeper, 'showUnitKey', { body: { UnitId } })).data;
  await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
  await approve(keeper, UnitId);
  const frozen = await ask(keeper, 'editBootUnit', { body: { UnitId, HasNoClock: false } });
  expect([frozen.status, frozen.message]).toEqual([409, remoteBootErrors.released.en]);
  const issue = () => ask(issuer, 'issueBootPassword', { body: { UnitId } });
  const passwords = async () =>
    (await ask(issuer, 'getBootPasswordPage', { body: { UnitIdList: [UnitId] } })).data.Data;
  const revokeLast = async () => {
    const [last] = await passwords();
    await ask(issuer, 'revokeBootPassword', { body: { PasswordId: last!.PasswordId, Reason: 'Not taken' } });
  };
  const codeAt = (counter: number, key = Key) =>
    controllerCode(Buffer.from(key, 'hex'), 'CU844', `C${String(counter).padStart(8, '0')}`, 0);
  const first = (await issue()).data;
  expect(first).toMatchObject({ Code: codeAt(1), Counter: 1 });
  // It does not end with its day.
  await app.database.pool.query('UPDATE boot_password SET day = day - 30 WHERE unit_id = $1', [UnitId]);
  expect(await passwords()).toMatchObject([{ State: 'issued', MayRevoke: true, Counter: 1 }]);
  expect((await issue()).message).toBe(remoteBootErrors.issuedBefore.en);
  expect((await ask(installer, 'revealBootPassword', { body: { UnitId } })).data).toEqual({
    ...first,
    Day: expect.any(String),
  });
  for (const counter of [2, 3]) {
    await revokeLast();
    expect((await issue()).data).toMatchObject({ Code: codeAt(counter), Counter: counter });
  }
  await revokeLast();
  expect((await issue()).message).toBe(remoteBootErrors.tooFarAhead.en);
  const renewed = (await ask(keeper, 'renewUnitKey', { body: { UnitId, Reason: 'Three codes were lost' } })).data;
  expect((await issue()).data).toMatchObject({ Code: codeAt(1, renewed.Key), Counter: 1 });
  // A start uses its password up, and three more may follow.
  await ask(keeper, 'reportBoot', { body: { UnitId, Started: true } });
  expect((await passwords())[0]).toMatchObject({ State: 'used', Counter: 1 });
  await ask(keeper, 'relockUnit', { body: { UnitId, Reason: 'The pipes are laid anew' } });
  await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
  await approve(keeper, UnitId);
  await app.database.pool.query('UPDATE boot_password SET day = day - 30 WHERE unit_id = $1', [UnitId]);
  expect((await issue()).data).toMatchObject({ Code: codeAt(2, renewed.Key), Counter: 2 });
  // Locked again, it takes none of what is out.
  await app.database.pool.query('UPDATE boot_password SET day = day - 7 WHERE unit_id = $1 AND revoked_at IS NULL', [
    UnitId,
  ]);
  await ask(keeper, 'relockUnit', { body: { UnitId, Reason: 'The pipes are laid anew' } });
  expect((await passwords()).map(({ State }) => State)).not.toContain('issued');
});

test('a password that no controller takes any more is not shown', async () => {
  const UnitId = await unit('CU 843');
  await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
  await approve(keeper, UnitId);
  await ask(issuer, 'issueBootPassword', { body: { UnitId } });
  await app.database.pool.query('UPDATE boot_password SET day = day - 2 WHERE unit_id = $1', [UnitId]);
  const late = await ask(installer, 'revealBootPassword', { body: { UnitId } });
  expect([late.status, late.message]).toEqual([409, remoteBootErrors.nothingToShow.en]);
  expect((await rowOf(UnitId)).MayReveal).toBe(false);
});

test('locking a unit again revokes yesterday’s password, too, which a controller still takes', async () => {
  const UnitId = await unit('CU 850');
  await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
  await approve(keeper, UnitId);
  const { Day } = (await ask(keeper, 'issueBootPassword', { body: { UnitId } })).data;
  const before = (days: number) => new Date(Date.parse(Day) - days * 86_400_000).toISOString().slice(0, 10);
  const { db } = app.database;
  const { company_id } = await db
    .selectFrom('boot_unit')
    .select('company_id')
    .where('id', '=', UnitId)
    .executeTakeFirstOrThrow();
  for (const days of [1, 2])
    await db
      .insertInto('boot_password')
      .values({
        ...{ company_id, unit_id: UnitId, unit_number: 'CU850', day: before(days), attempt: 0 },
        issued_at: new Date(),
      })
      .execute();
  await ask(keeper, 'relockUnit', { body: { UnitId, Reason: 'The pipes are laid anew' } });
  const { data } = await ask(keeper, 'getBootPasswordPage', { body: { UnitIdList: [UnitId] } });
  expect(Object.fromEntries(data.Data.map((row) => [row.Day, row.State]))).toEqual({
    [Day]: 'revoked',
    [before(1)]: 'revoked',
    [before(2)]: 'expired',
  });
});

test('yesterday’s password is not expired, as a controller still takes it; that of the day before is', async () => {
  const UnitId = await unit('CU 851');
  await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
  await approve(keeper, UnitId);
  await ask(keeper, 'issueBootPassword', { body: { UnitId } });
  const state = async () =>
    (await ask(keeper, 'getBootPasswordPage', { body: { UnitIdList: [UnitId] } })).data.Data.map(
      ({ State, MayRevoke }) => [State, MayRevoke],
    );
  const aDayLater = () =>
    app.database.pool.query('UPDATE boot_password SET day = day - 1 WHERE unit_id = $1', [UnitId]);
  await aDayLater();
  expect(await state()).toEqual([['issued', true]]);
  await aDayLater();
  expect(await state()).toEqual([['expired', false]]);
});

test('passwords stay in the list when their unit is deleted, for the people who saw it', async () => {
  const UnitId = await unit('CU 860');
  await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
  await approve(keeper, UnitId);
  await ask(keeper, 'issueBootPassword', { body: { UnitId } });
  await ask(keeper, 'relockUnit', { body: { UnitId, Reason: 'The pipes are laid anew' } });
  await ask(keeper, 'deleteBootUnit', { body: { UnitIdList: [UnitId] } });
  const listed = async (userId: number) =>
    (await ask(userId, 'getBootPasswordPage', { body: { Text: 'CU860' } })).data.Data;
  expect(await listed(keeper)).toMatchObject([{ UnitId: null, UnitName: 'Unit CU 860', State: 'revoked' }]);
  // Holds the right, and sees no project.
  const elsewhere = await aMember(app.database.db, companyId, -1, { permissions: ['bootPasswords'] });
  expect(await listed(elsewhere)).toEqual([]);
});

test('the day of a password is the one where the unit stands, of one without a project where its company is', async () => {
  await app.database.db
    .updateTable('company')
    .set({ time_zone: 'Pacific/Kiritimati' })
    .where('id', '=', companyId)
    .execute();
  const UnitId = await unit('CU 870', { ProjectId: '' });
  await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
  await approve(keeper, UnitId);
  const dayIn = (zone: string) => localOfEpoch(Date.now(), zone).slice(0, 10);
  expect((await ask(keeper, 'issueBootPassword', { body: { UnitId } })).data.Day).toBe(dayIn('Pacific/Kiritimati'));
  await app.database.db
    .updateTable('company')
    .set({ time_zone: 'Pacific/Pago_Pago' })
    .where('id', '=', companyId)
    .execute();
  const other = await unit('CU 871', { ProjectId: '' });
  await ask(installer, 'submitInstall', { body: { UnitId: other, ...figures } });
  await approve(keeper, other);
  expect((await ask(keeper, 'issueBootPassword', { body: { UnitId: other } })).data.Day).toBe(
    dayIn('Pacific/Pago_Pago'),
  );
});

test('figures that were entered anew since they were read are neither released nor rejected', async () => {
  const UnitId = await unit('CU 821');
  await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
  const { UpdateEpoch } = await rowOf(UnitId);
  await ask(installer, 'submitInstall', { body: { UnitId, ...figures, GasClimb: 4.5 } });
  const Reason = 'The photos do not show the riser';
  for (const late of [
    await ask(keeper, 'approveInstall', { body: { UnitId, UpdateEpoch } }),
    await ask(keeper, 'rejectInstall', { body: { UnitId, UpdateEpoch, Reason } }),
  ]) {
    expect([late.status, late.message]).toEqual([409, remoteBootErrors.unitChanged.en]);
    expect(late.data).toMatchObject({ Fields: [{ Field: 'UpdateEpoch' }] });
  }
  expect((await rowOf(UnitId)).InstallStatus).toBe('conforms');
  expect((await approve(keeper, UnitId)).status).toBe(200);
});

test('deviations are waived by a second person with a reason, and stay named', async () => {
  const UnitId = await unit('CU 800');
  const Waiver = 'The maker agreed by letter 118 of 3 May';
  const high = { UnitId, ...figures, GasClimb: 15.01 };
  await ask(keeper, 'submitInstall', { body: high });
  const own = await approve(keeper, UnitId, { Waiver });
  expect([own.status, own.message]).toEqual([409, remoteBootErrors.ownInstall.en]);
  await ask(installer, 'submitInstall', { body: high });
  const short = await approve(keeper, UnitId, { Waiver: 'Ok' });
  expect([short.status, short.message]).toEqual([400, expect.stringContaining('at least 10 characters')]);
  const without = await approve(keeper, UnitId, {});
  expect([without.status, without.message]).toEqual([409, expect.stringContaining('Climb of the gas pipe')]);
  expect((await approve(keeper, UnitId, { Waiver })).status).toBe(200);
  expect(await rowOf(UnitId)).toMatchObject({
    ...{ InstallStatus: 'released', Waiver },
    VerdictList: expect.arrayContaining([expect.objectContaining({ Check: 'gasClimb', Verdict: 'deviation' })]),
  });
  expect((await course(UnitId)).EventList.map(({ Kind }) => Kind)).toEqual(['waived', 'submitted', 'submitted']);
});

test('an installation has six photos at least, those that its people uploaded', async () => {
  const UnitId = await unit('CU 810');
  const uploaded = await ask(installer, 'newUpload', {
    files: [new File([picture], 'pipe.png', { type: 'image/png' })],
  });
  const [photo] = uploaded.data;
  const five = figures.PhotoList.slice(0, 5);
  const submit = (PhotoList: string[]) => ask(installer, 'submitInstall', { body: { UnitId, ...figures, PhotoList } });
  expect((await submit([...five, 'https://elsewhere.example/x.png'])).status).toBe(400);
  // One that is sent twice is one.
  const few = await submit([...five, five[0]!]);
  expect([few.status, few.message]).toEqual([400, 'Missing: photos (5 of 6)']);
  expect(few.data).toMatchObject({ Fields: [expect.objectContaining({ Field: 'PhotoList' })] });
  expect((await submit([...five, photo!.Url])).status).toBe(200);
  const { PhotoList } = await course(UnitId);
  expect(PhotoList).toHaveLength(6);
  // Sent back with corrected figures they stay.
  await submit(PhotoList.map(({ Path }) => Path));
  expect((await course(UnitId)).PhotoList).toHaveLength(6);
  expect((await submit([])).message).toBe('Missing: photos (0 of 6)');
  expect((await course(UnitId)).PhotoList).toHaveLength(6);
});

test('an installation is entered by the installer of its unit, where one is named', async () => {
  const names = (await ask(keeper, 'getBootInstallers', { query: {} })).data;
  expect(names.map(({ UserId }) => UserId).sort()).toEqual([keeper, installer].sort());
  const wrong = await ask(keeper, 'addBootUnit', {
    body: { UnitName: 'Named', UnitNumber: 'NAMED1', Model: 'ZB-15', InstallerId: issuer } as never,
  });
  expect([wrong.status, wrong.message]).toEqual([400, remoteBootErrors.installerUnknown.en]);
  const UnitId = await unit('NAMED 1', { InstallerId: installer });
  const rowFor = async (userId: number) =>
    (await ask(userId, 'getBootUnitPage', { body: { Text: 'NAMED1' } })).data.Data[0]!;
  expect([(await rowFor(keeper)).MayInstall, (await rowFor(installer)).MayInstall]).toEqual([false, true]);
  const { InstallerName } = await rowFor(keeper);
  const refused = await ask(keeper, 'submitInstall', { body: { UnitId, ...figures } });
  expect([refused.status, refused.message]).toEqual([
    403,
    `The installation is entered by its installer: ${InstallerName}.`,
  ]);
  expect((await ask(installer, 'submitInstall', { body: { UnitId, ...figures } })).status).toBe(200);
  // The log names people, as they are called then.
  await ask(keeper, 'editBootUnit', { body: { UnitId, InstallerId: '' as never } });
  const { rows } = await app.database.pool.query(
    "SELECT before ->> 'unitInstaller' AS was, after ->> 'unitInstaller' AS now FROM operation_log WHERE subject_kind = 'bootUnit' AND subject_id = $1 ORDER BY id",
    [UnitId],
  );
  expect(rows.filter(({ was, now }) => was ?? now)).toEqual([
    { was: null, now: InstallerName },
    { was: InstallerName, now: null },
  ]);
});

test('units come in with a spreadsheet, all or none, each mistake by its column', async () => {
  const names = ['机组名称', 'Unit number', 'Model', 'Project', '位置'];
  const project = (await app.database.pool.query('SELECT name FROM subarea WHERE id = $1', [projectId])).rows[0].name;
  const bringIn = async (rows: readonly (readonly string[])[], isDryRun = false) =>
    (await ask(keeper, 'batchImportBootUnit', { query: { isDryRun }, files: [await sheetOf(names, rows)] })).data;
  const wrong = await bringIn([
    ['Right', 'SHEET 1', 'ZB-15', '', ''],
    ['Twice', 'sheet-1', 'ZB-15', '', ''],
    ['Short', 'A1', 'ZB-15', '', ''],
    ['Taken', 'CU 26A 417', 'ZB-15', '', ''],
    ['Nowhere', 'SHEET 5', '', 'No such project', ''],
  ]);
  expect(wrong).toMatchObject({ ImportedCount: 0, WrongCount: 4 });
  expect(wrong.Rows.map(({ Row, Errors }) => [Row, Errors.map(({ Column }) => Column)])).toEqual([
    [3, ['Unit number']],
    [4, ['Unit number']],
    [5, ['Unit number']],
    [6, ['Model', 'Project']],
  ]);
  expect(wrong.Rows[0]!.Errors[0]!.Message).toBe(remoteBootErrors.unitNumberTwice.en);
  const right = [
    ['Roof unit', 'SHEET 1', 'ZB-15', project, 'Roof'],
    ['Yard unit', 'SHEET 2', 'ZB-15', '', ''],
  ];
  const listed = async () =>
    (await ask(keeper, 'getBootUnitPage', { body: { Text: 'SHEET' } })).data.Data.map(
      ({ UnitName, UnitNumber, ProjectId, Position, InstallStatus }) => [
        UnitName,
        UnitNumber,
        ProjectId,
        Position,
        InstallStatus,
      ],
    );
  expect(await bringIn(right, true)).toMatchObject({ ImportedCount: 2, IsDryRun: true });
  expect(await listed()).toEqual([]);
  expect(await bringIn(right)).toMatchObject({ ImportedCount: 2 });
  expect(await listed()).toEqual([
    ['Roof unit', 'SHEET1', projectId, 'Roof', 'registered'],
    ['Yard unit', 'SHEET2', null, '', 'registered'],
  ]);
  expect(
    (await ask(issuer, 'batchImportBootUnit', { query: { isDryRun: true }, files: [await sheetOf(names, right)] }))
      .status,
  ).toBe(403);
});

test('an import that became wrong while it waited says which row, and what is wrong with it', async () => {
  const { db, pool } = app.database;
  const place = await aProject(db, companyId);
  const { name } = (await pool.query('SELECT name FROM subarea WHERE id = $1', [place])).rows[0];
  const sheet = await sheetOf(
    ['机组名称', 'Unit number', 'Model', 'Project'],
    [['Roof unit', 'LATE 1', 'ZB-15', name]],
  );
  const other = await pool.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT pg_advisory_xact_lock(4870367, $1)', [companyId]);
    const importing = ask(keeper, 'batchImportBootUnit', { query: { isDryRun: false }, files: [sheet] });
    await expect.poll(() => lockWaits(pool), { timeout: 30_000 }).toBe(1);
    await other.query("UPDATE subarea SET name = name || ' renamed' WHERE id = $1", [place]);
    await other.query('COMMIT');
    const refused = await importing;
    expect([refused.status, refused.message]).toEqual([
      409,
      'Something has changed since the sheet was looked at. Row 2: There is no such project.',
    ]);
  } finally {
    other.release();
  }
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

test('units are listed and exported by whether they are related to a device', async () => {
  const related = await unit('RL 26-1');
  const ownDevice = await aDevice(app.database.db, projectId);
  const edited = await ask(keeper, 'editBootUnit', {
    body: { UnitId: related, ProjectId: projectId, ModelTreeId: ownDevice } as never,
  });
  expect(edited.status).toBe(200);
  await unit('RL 26-2');
  const listed = async (filter: object = {}) =>
    (await ask(keeper, 'getBootUnitPage', { body: { Text: 'RL26', ...filter } as never })).data.Data.map(
      ({ UnitNumber }) => UnitNumber,
    );
  expect([await listed({ Related: true }), await listed({ Related: false }), await listed()]).toEqual([
    ['RL261'],
    ['RL262'],
    ['RL261', 'RL262'],
  ]);
  expect((await ask(keeper, 'getBootUnitPage', { body: { Related: 'perhaps' } as never })).status).toBe(400);
  const { db } = app.database;
  const exporter = bootUnitExporter({ db });
  const { rows } = await pageUnits(
    tenantOf(keeper, (await grantsOfUser(system, db, keeper, companyId))!, ['bootUnits']),
    db,
    { text: 'RL26' },
    { by: 'name', ascending: true },
    { offset: 0, limit: 9 },
  );
  const relation = exporter.columns.find(({ header }) => header.en === 'Relation')!;
  expect(rows.map((row) => [relation.value(row, 'zh'), relation.value(row, 'en')])).toEqual([
    ['已关联', 'Related'],
    ['未关联', 'Unrelated'],
  ]);
});
