import { remoteBootErrors, writingErrors } from '@watchpost/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createHistoryShare } from '../../history/index.ts';
import { FairShare } from '../../platform/FairShare.ts';
import { LiveValues } from '../../points/index.ts';
import type { TestApplication } from '../../testing/application.ts';
import type { AskAs } from '../../testing/askAs.ts';
import { type BootCompany, figures, startBootApplication } from '../../testing/boots.ts';
import { measure } from '../../testing/equippedCompany.ts';
import { aDevice, aMember, aPoint, aProject } from '../../testing/factories.ts';
import { Writing } from '../../writing/Writing.ts';
import { watchBoots } from './watchBoots.ts';

let app: TestApplication;
let ask: AskAs;
let companyId: number;
let keeper: number;
let installer: number;
let issuer: number;
let projectId: number;
let gatewayId: number;
let deviceId: number;
let lockId: number;
let unit: BootCompany['unit'];
let approve: BootCompany['approve'];

beforeAll(async () => {
  const company = await startBootApplication();
  ({ app, ask, companyId, keeper, installer, issuer, projectId, gatewayId, deviceId, lockId, unit, approve } = company);
  await company.standardsOf('ZB-15');
});
afterAll(() => app.stop());

const course = async (UnitId: number) => (await ask(keeper, 'getBootCourse', { query: { unitId: UnitId } })).data;
const rowOf = async (UnitId: number) =>
  (await ask(keeper, 'getBootUnitPage', { body: { PageSize: 500 } })).data.Data.find((row) => row.UnitId === UnitId)!;

/** Takes the device with the lock point from its unit, which stays as it is. */
const freeDevice = () =>
  app.database.db
    .updateTable('boot_unit')
    .set({ device_id: null, lock_point_id: null })
    .where('device_id', '=', deviceId)
    .execute();

describe('a released unit', () => {
  const outbox = { available: { sms: false, voice: false, email: true, webhook: false }, wake: () => {} };
  /** Run states of the units, each of a device of its own. */
  const runStates: number[] = [];
  let runStateType: number;
  const aRunState = async (ofDevice: number, name = 'Runs') => {
    const { db } = app.database;
    const id = await aPoint(db, gatewayId, { deviceId: ofDevice, name: `${name} ${ofDevice}` });
    await db.updateTable('point').set({ point_type_id: runStateType }).where('id', '=', id).execute();
    runStates.push(id);
    return id;
  };
  const aRunningDevice = async (name: string) => {
    const id = await aDevice(app.database.db, projectId, { name });
    await aRunState(id);
    return id;
  };
  const released = async (number: string, change: object = {}) => {
    const { db } = app.database;
    const own = 'ModelTreeId' in change || 'LockPointId' in change ? {} : { ModelTreeId: await aRunningDevice(number) };
    // The device with the lock point is one unit at a time.
    if ('LockPointId' in change) await freeDevice();
    const lock = 'LockPointId' in change ? { ModelTreeId: deviceId } : {};
    const UnitId = await unit(number, { ...own, ...lock, ...change });
    await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
    await approve(keeper, UnitId);
    // Its run states were seen off.
    await db
      .updateTable('boot_unit')
      .set({ released_at: new Date(0), running_before: [] })
      .where('id', '=', UnitId)
      .execute();
    return UnitId;
  };
  beforeAll(async () => {
    const { company_id } = await app.database.db
      .selectFrom('project')
      .select('company_id')
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow();
    const type = await app.database.db
      .insertInto('point_type')
      .values({ company_id, code: 'runState', name_zh: '运行状态', name_en: 'Run state', value_type: 'status' })
      .onConflict((conflict) => conflict.columns(['company_id', 'code']).doUpdateSet({ name_en: 'Run state' }))
      .returning('id')
      .executeTakeFirstOrThrow();
    runStateType = type.id;
  });
  /** Watches with readings and a history of our own: the run state was on for so long, so many times; each read may fail with words. */
  const watch = (
    now: number,
    {
      ranMs,
      starts,
      measuredAt,
      value = 1,
      failures = [],
      meanwhile,
    }: {
      ranMs: number;
      starts: number;
      measuredAt: number;
      value?: number;
      failures?: readonly string[];
      /** While history is read. */
      meanwhile?: () => Promise<unknown>;
    },
  ) => {
    const left = [...failures];
    return watchBoots(
      {
        ...{ db: app.database.db, clock: { now: () => now } as never, events: { emit: () => {} } as never, outbox },
        live: { get: (id) => (runStates.includes(id) ? { value, quality: 0, measuredAt } : null) },
        history: {
          buckets: async () => [],
          totals: async (points) => {
            const failure = left.shift();
            if (failure) throw new Error(failure);
            await meanwhile?.();
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
    const runId = await aRunState(deviceId, 'Fan');
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

  test('has a device to itself: another unit is refused it by name, also of two that come at once', async () => {
    const device = await aRunningDevice('Shared');
    const both = await Promise.all(
      ['CU 901', 'CU 902'].map((UnitNumber) =>
        ask(keeper, 'addBootUnit', {
          body: {
            ...{ UnitName: `Unit ${UnitNumber}`, UnitNumber, Model: 'ZB-15', ProjectId: projectId },
            ModelTreeId: device,
          } as never,
        }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409)!;
    expect(refused.message).toMatch(/^The device belongs to another unit already: Unit CU 90[12]\.$/);
    expect(refused.data).toMatchObject({ Fields: [expect.objectContaining({ Field: 'ModelTreeId' })] });
  });

  test('is not seen to start by a run state that was on when it was released, before that was off', async () => {
    const UnitId = await released('CU 903');
    const at = Date.now();
    const [run] = runStates.slice(-1);
    await app.database.db
      .updateTable('boot_unit')
      .set({ running_before: [run!] })
      .where('id', '=', UnitId)
      .execute();
    const on = { ranMs: 0, starts: 0, measuredAt: at };
    await watch(at, on);
    expect((await rowOf(UnitId)).InstallStatus).toBe('released');
    await watch(at, { ...on, value: 0 });
    expect((await rowOf(UnitId)).InstallStatus).toBe('released');
    await watch(at, on);
    expect((await rowOf(UnitId)).InstallStatus).toBe('booted');
  });

  test('keeps which of its run states were not off as it was released, or related to its device', async () => {
    const device = await aRunningDevice('Runs already');
    const [run] = runStates.slice(-1);
    const before = async (UnitId: number) =>
      (
        await app.database.db
          .selectFrom('boot_unit')
          .select('running_before')
          .where('id', '=', UnitId)
          .executeTakeFirstOrThrow()
      ).running_before;
    const get = LiveValues.prototype.get;
    const reading = vi.spyOn(LiveValues.prototype, 'get').mockImplementation(function (this: LiveValues, id) {
      return id === run ? { value: 1, quality: 0, measuredAt: Date.now() } : get.call(this, id);
    });
    const first = await released('CU 904', { ModelTreeId: device });
    await ask(keeper, 'editBootUnit', { body: { UnitId: first, ModelTreeId: '' } as never });
    expect(await before(first)).toEqual([]);
    await ask(keeper, 'editBootUnit', { body: { UnitId: first, ModelTreeId: device } as never });
    expect(await before(first)).toEqual([run]);
    const again = async (value: number | null, quality: number, agoMs: number) => {
      reading.mockImplementation(function (this: LiveValues, id) {
        return id === run ? { value, quality, measuredAt: Date.now() - agoMs } : get.call(this, id);
      });
      await ask(keeper, 'editBootUnit', { body: { UnitId: first, ModelTreeId: '' } as never });
      await ask(keeper, 'editBootUnit', { body: { UnitId: first, ModelTreeId: device } as never });
      return before(first);
    };
    expect(await again(0, 0, 0)).toEqual([]);
    // Not known: without a value, of bad quality, or too old to say how it is now.
    expect(await again(null, 0, 0)).toEqual([run]);
    expect(await again(0, 0, 86_400_000)).toEqual([run]);
    reading.mockRestore();
  });

  test('is not judged by an hour that is not its own: of another device, or of a start before it was released anew', async () => {
    const anotherDevice = await aRunningDevice('CU 906 anew');
    for (const [number, change] of [
      ['CU 905', { booted_at: new Date(1000) }],
      ['CU 906', { device_id: anotherDevice }],
    ] as const) {
      const UnitId = await released(number);
      const at = Date.now();
      await watch(at, { ranMs: 0, starts: 0, measuredAt: at });
      expect((await rowOf(UnitId)).WatchState).toBe('watching');
      const end = at + 3_600_000;
      const meanwhile = () => app.database.db.updateTable('boot_unit').set(change).where('id', '=', UnitId).execute();
      await watch(end + 3 * 60_000, { ranMs: 600_000, starts: 7, measuredAt: end, meanwhile });
      expect((await rowOf(UnitId)).WatchState).toBe('watching');
      await ask(keeper, 'relockUnit', { body: { UnitId, Reason: 'Ends the test' } });
    }
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
    const checks = ['data', 'runs', 'starts', 'discharge', 'superheat', 'room', 'alarms'];
    expect((await seenBy(keeper)).map(({ Check }) => Check)).toEqual(checks);
    expect(await seenBy(installer)).toEqual([]);
    const judgedAt = Date.now() + 3_600_000 + 3 * 60_000;
    await watch(judgedAt, { ranMs: 600_000, starts: 7, measuredAt: judgedAt });
    expect((await seenBy(keeper)).map(({ Found }) => Found)).toEqual(['', '10 min', '7', '', '', '', '0']);
    expect((await seenBy(installer)).map(({ Check, Found }) => [Check, Found])).toEqual(
      checks.map((check) => [check, '']),
    );
  });

  test('is held against what its model runs at: current by its highest minute, pressures by their means, in any unit', async () => {
    const { db } = app.database;
    const [standard] = (await ask(keeper, 'getPipeStandardPage', { body: { Model: 'ZB-15' } })).data.Data;
    const asks = (change: object) =>
      ask(keeper, 'editPipeStandard', { body: { StandardId: standard!.StandardId, ...change } as never });
    expect((await asks({ SuctionFrom: 0.3, SuctionTo: 0.3 })).data).toMatchObject({ Fields: [{ Field: 'SuctionTo' }] });
    await asks({ NameplateCurrent: 10, SuctionFrom: 0.2, SuctionTo: 0.3, DischargeTo: 2.5 });
    const UnitId = await released('CU 961');
    const { device_id } = await db
      .selectFrom('boot_unit')
      .select('device_id')
      .where('id', '=', UnitId)
      .executeTakeFirstOrThrow();
    const point = async (role: string, unitOfPoint: string) => {
      const id = await aPoint(db, gatewayId, { deviceId: device_id!, name: role, unit: unitOfPoint });
      await db.updateTable('device_point').set({ role }).where('point_id', '=', id).execute();
      return id;
    };
    const current = await point('current', 'A');
    const suction = await point('suctionPressure', 'bar');
    await point('dischargePressure', 'furlong');
    await ask(installer, 'reportBoot', { body: { UnitId, Started: true } });
    const now = Date.now();
    const from = now - 50 * 60_000;
    await db
      .updateTable('boot_unit')
      .set({ booted_at: new Date(from) })
      .where('id', '=', UnitId)
      .execute();
    await measure(
      app.application,
      Array.from({ length: 50 }, (_, minute) => {
        const at = from + minute * 60_000;
        // It settles for a quarter of an hour, and takes too much for two minutes later on.
        const value = minute < 15 ? 30 : minute === 30 || minute === 31 ? 11.4 : 8;
        return [
          { pointId: current, at, value },
          { pointId: suction, at, value: minute < 15 ? 9 : 2.5 },
        ];
      }).flat(),
    );
    const checks = (await course(UnitId)).WatchList;
    expect(checks.filter(({ Check }) => ['current', 'suction', 'dischargePressure'].includes(Check))).toEqual([
      { Check: 'current', Verdict: 'failed', Found: '11.4 A', Allowed: '≤ 11 A' },
      { Check: 'suction', Verdict: 'ok', Found: '0.250 MPa', Allowed: '0.2–0.3 MPa' },
      { Check: 'dischargePressure', Verdict: 'unknown', Found: '', Allowed: '≤ 2.5 MPa' },
    ]);
    await asks({ NameplateCurrent: '', SuctionFrom: '', SuctionTo: '', DischargeTo: '' });
    // What its installation was judged by counts, and not what the standard says since.
    expect((await course(UnitId)).WatchList.map(({ Check }) => Check)).toContain('current');
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
      expect([...new Set(run.mock.calls.map(([userId]) => userId))]).toEqual([keeper]);
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

  test('has used its password once it started, reported or seen running, with the time; one that is unlocked from here leaves it open', async () => {
    const issue = (UnitId: number) => ask(keeper, 'issueBootPassword', { body: { UnitId } });
    const passwords = async (UnitId: number) =>
      (await ask(keeper, 'getBootPasswordPage', { body: { UnitIdList: [UnitId] } })).data.Data;
    const reported = await released('CU 990');
    await issue(reported);
    const [first] = await passwords(reported);
    expect(first).toMatchObject({ State: 'issued', UseEpoch: null, UseWay: null, MayRevoke: true });
    await ask(keeper, 'revokeBootPassword', { body: { PasswordId: first!.PasswordId, Reason: 'Lost' } });
    await issue(reported);
    await ask(installer, 'reportBoot', { body: { UnitId: reported, Started: true } });
    const { BootEpoch } = await rowOf(reported);
    const used = { State: 'used', UseWay: 'reported', UseEpoch: BootEpoch, MayRevoke: false };
    expect(await passwords(reported)).toMatchObject([used, { State: 'revoked', UseEpoch: null }]);
    expect((await course(reported)).Password).toMatchObject({ Attempt: 1, ...used });
    const late = await ask(keeper, 'revokeBootPassword', {
      body: { PasswordId: (await passwords(reported))[0]!.PasswordId, Reason: 'Not used' },
    });
    expect([late.status, late.message]).toEqual([409, remoteBootErrors.notIssued.en]);

    const seen = await released('CU 991');
    await issue(seen);
    const at = Date.now();
    await watch(at, { ranMs: 0, starts: 0, measuredAt: at });
    expect(await passwords(seen)).toMatchObject([{ State: 'used', UseWay: 'seen', UseEpoch: at }]);

    const written = await released('CU 992', { LockPointId: lockId });
    await issue(written);
    const send = Writing.prototype.send;
    const sending = vi.spyOn(Writing.prototype, 'send').mockImplementationOnce(async function (
      this: Writing,
      ...order
    ) {
      return { ...(await send.apply(this, order)), outcome: 'succeeded', exceptionCode: null };
    });
    try {
      expect((await ask(keeper, 'sendBoot', { body: { UnitId: written } })).data.Started).toBe(true);
    } finally {
      sending.mockRestore();
    }
    expect(await passwords(written)).toMatchObject([{ State: 'issued', UseWay: null, MayRevoke: true }]);
    // Locked again its code is revoked, and released on the same day it needs another one.
    await ask(keeper, 'relockUnit', { body: { UnitId: written, Reason: 'The compressor is replaced' } });
    await ask(installer, 'submitInstall', { body: { UnitId: written, ...figures } });
    await approve(keeper, written);
    expect((await issue(written)).data).toMatchObject({ Attempt: 1 });
    expect((await passwords(written)).map(({ State }) => State)).toEqual(['issued', 'revoked']);
  });

  test('keeps its device while its first hour is watched', async () => {
    const UnitId = await released('CU 1955');
    await ask(installer, 'reportBoot', { body: { UnitId, Started: true } });
    const other = await aRunningDevice('CU 1955 anew');
    const edit = (change: object) => ask(keeper, 'editBootUnit', { body: { UnitId, ...change } as never });
    const refused = await edit({ ModelTreeId: other });
    expect([refused.status, refused.message]).toEqual([409, remoteBootErrors.deviceWatched.en]);
    expect((await edit({ Position: 'Yard' })).status).toBe(200);
  });

  test('is not heard in its first hour by what its device sends after it', async () => {
    const UnitId = await released('CU 1956');
    await ask(installer, 'reportBoot', { body: { UnitId, Started: true } });
    const judgedAt = Date.now() + 3_600_000 + 3 * 60_000;
    await watch(judgedAt, { ranMs: Number.NaN, starts: 0, measuredAt: judgedAt });
    expect((await course(UnitId)).EventList[0]!.Text).toBe('First hour: not enough data (no good data came)');
  });

  test('that is locked again gets its lock value; what cannot be written is said, and it is locked all the same', async () => {
    const send = Writing.prototype.send;
    const sent: number[] = [];
    const answering = (outcome: 'succeeded' | 'notConnected') =>
      vi.spyOn(Writing.prototype, 'send').mockImplementation(async function (this: Writing, ...order) {
        sent.push(order[2]);
        return { ...(await send.apply(this, order)), outcome, exceptionCode: null };
      });
    const relock = (UnitId: number, userId = keeper) =>
      ask(userId, 'relockUnit', { body: { UnitId, Reason: 'The compressor is replaced' } });
    const lastEvent = async (UnitId: number) => (await course(UnitId)).EventList[0];
    const sending = answering('succeeded');
    try {
      const locked = await released('CU 994', { LockPointId: lockId });
      expect((await rowOf(locked)).LockValue).toBe(0);
      expect((await relock(locked)).data.Locked).toBe(true);
      expect(sent).toEqual([0]);
      expect(await lastEvent(locked)).toMatchObject({ Kind: 'lockWritten' });
      answering('notConnected');
      const away = await released('CU 995', { LockPointId: lockId });
      const { data } = await relock(away);
      expect(data).toEqual({ Locked: false, Said: 'The gateway is offline; nothing was sent' });
      expect(await lastEvent(away)).toMatchObject({ Kind: 'lockNotWritten', Text: data.Said });
      // Releases units, and writes to nothing.
      const approver = await aMember(app.database.db, companyId, -1, {
        permissions: ['bootApprove', 'allProjects'],
      });
      const foreign = await released('CU 996', { LockPointId: lockId });
      expect((await relock(foreign, approver)).data.Locked).toBe(false);
      expect((await rowOf(foreign)).InstallStatus).toBe('registered');
      for (const [number, change] of [
        ['CU 997', { LockPointId: lockId, UnlockValue: 5 }],
        ['CU 998', {}],
      ] as const) {
        const UnitId = await released(number, change);
        expect((await rowOf(UnitId)).LockValue).toBeNull();
        expect((await relock(UnitId)).data).toEqual({ Locked: false, Said: remoteBootErrors.noLockValue.en });
      }
      expect(sent).toEqual([0, 0]);
    } finally {
      sending.mockRestore();
    }
  });

  test('is not locked again while an unlock is on its way, which would start it afterwards', async () => {
    const UnitId = await released('CU 999', { LockPointId: lockId });
    const send = Writing.prototype.send;
    let relocked: { status: number; message: string } | null = null;
    const sending = vi.spyOn(Writing.prototype, 'send').mockImplementationOnce(async function (
      this: Writing,
      ...order
    ) {
      relocked = await ask(keeper, 'relockUnit', { body: { UnitId, Reason: 'The compressor is replaced' } });
      return send.apply(this, order);
    });
    try {
      await ask(keeper, 'sendBoot', { body: { UnitId } });
    } finally {
      sending.mockRestore();
    }
    expect(relocked).toMatchObject({ status: 409, message: writingErrors.alreadyWriting.en });
    expect((await rowOf(UnitId)).InstallStatus).toBe('released');
  });

  test('that starts three days after its password was issued has not used it: the password has expired', async () => {
    const UnitId = await released('CU 993');
    await ask(keeper, 'issueBootPassword', { body: { UnitId } });
    await app.database.pool.query('UPDATE boot_password SET day = day - 3 WHERE unit_id = $1', [UnitId]);
    await ask(installer, 'reportBoot', { body: { UnitId, Started: true } });
    expect((await course(UnitId)).Password).toMatchObject({ State: 'expired', UseEpoch: null, MayRevoke: false });
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
    await approve(approver, UnitId);
    expect(await mailed()).toEqual([[installer, '机组已放行']]);
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

  test('reject an installation with a reason, which its installer is mailed', async () => {
    const UnitId = await unit('CU 985');
    await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
    await mailed();
    const { rows: before } = await app.database.pool.query<{ update_epoch: string }>(
      'SELECT (extract(epoch FROM updated_at) * 1000)::bigint::text AS update_epoch FROM boot_unit WHERE id = $1',
      [UnitId],
    );
    const Reason = 'The photos do not show the riser';
    await ask(approver, 'rejectInstall', { body: { UnitId, UpdateEpoch: Number(before[0]!.update_epoch), Reason } });
    const { rows } = await app.database.pool.query<{ user_id: number; subject: string; body: string }>(
      "SELECT user_id, subject, body FROM notification_message WHERE key LIKE 'boot-%'",
    );
    expect(rows).toMatchObject([{ user_id: installer, subject: '安装被驳回', body: expect.stringContaining(Reason) }]);
    await mailed();
  });

  test('are mailed once about a unit that does not start, and again only when something else happens', async () => {
    const UnitId = await unit('CU 981');
    await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
    await approve(keeper, UnitId);
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
    await freeDevice();
    const UnitId = await unit('CU 982', { ModelTreeId: deviceId, LockPointId: lockId });
    await ask(installer, 'submitInstall', { body: { UnitId, ...figures } });
    await approve(keeper, UnitId);
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
