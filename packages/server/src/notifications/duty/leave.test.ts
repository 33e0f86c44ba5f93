import type { AllCalls, CallData, CallInput, CallName } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { makeCall, startTestApplication, type TestApplication } from '../../testing/application.ts';
import { anEquippedCompany, type EquippedCompany, measure } from '../../testing/equippedCompany.ts';
import { aMember, aPoint, aProject, limitMember } from '../../testing/factories.ts';
import { aProvider, type TestProvider } from '../../testing/phoneProvider.ts';
import { soon } from '../../testing/soon.ts';
import { tokenFor } from '../../testing/tokenFor.ts';

/** Thursday noon in Shanghai. */
const noon = Date.UTC(2026, 9, 1, 4);
const clock = manualClock(noon);
const manage = ['alarmManage', 'alarmHandle', 'alarmStrategyEdit'] as const;
const watch = ['alarmManage', 'alarmHandle'] as const;

let app: TestApplication;
let sms: TestProvider;
/** The store, where the alarms are. */
let company: EquippedCompany;
/** Another project of the company. */
let elsewhere = 0;
/** Lin: the one contact of the store's alarms, works in both. Kim works elsewhere only. Mo manages elsewhere, Ada both. */
let [lin, kim, mo, ada] = [0, 0, 0, 0];
const points: number[] = [];

beforeAll(async () => {
  sms = await aProvider();
  app = await startTestApplication({
    clock,
    config: { demo: false, sms: sms.settings, allowedPrivateHosts: ['127.0.0.1'] },
    prepare: async ({ db }) => {
      company = await anEquippedCompany(db, 'Ours');
      const { companyId, projectId, gatewayId, deviceId } = company;
      elsewhere = await aProject(db, companyId, { name: 'Elsewhere' });
      const member = async (nickname: string, mobile: string, where: Record<number, readonly string[]>) => {
        let userId: number | undefined;
        for (const [place, permissions] of Object.entries(where))
          userId = await aMember(db, companyId, Number(place), { nickname, permissions, userId } as never);
        await db.updateTable('app_user').set({ mobile }).where('id', '=', userId!).execute();
        return userId!;
      };
      lin = await member('Lin', '13900000001', { [projectId]: watch, [elsewhere]: watch });
      kim = await member('Kim', '13900000002', { [elsewhere]: watch });
      mo = await member('Mo', '13900000003', { [elsewhere]: manage });
      ada = await member('Ada', '13900000004', { [projectId]: manage, [elsewhere]: manage });
      const rule = await db.selectFrom('alarm_rule').select(['id', 'strategy_id']).executeTakeFirstOrThrow();
      for (let n = 0; n < 6; n++) {
        points.push(await aPoint(db, gatewayId, { deviceId, name: `Air ${n}` }));
        const subject = { rule_id: rule.id, subject_kind: 'point' as const, subject_id: points[n]! };
        await db.insertInto('alarm_rule_subject').values(subject).execute();
      }
      const contact = { strategy_id: rule.strategy_id, severities: [1, 2, 3], user_id: lin, channels: ['sms'] };
      await db.insertInto('alarm_strategy_contact').values(contact).execute();
    },
  });
});
afterAll(async () => {
  await app?.stop();
  await sms?.close();
});
beforeEach(async () => {
  await app.application.outbox.settled();
  await app.database.pool.query('DELETE FROM duty_absence');
  clock.advance(3_600_000);
});

async function ask<Name extends CallName>(
  userId: number,
  name: Name,
  input: CallInput<AllCalls[Name]>,
): Promise<{ code: number; data: CallData<AllCalls[Name]> }> {
  const token = await tokenFor(app.database.db, userId, clock);
  const { envelope } = await makeCall(app.url, name, input, { token });
  return { code: envelope.Code, data: envelope.Data as CallData<AllCalls[Name]> };
}
const leave = (userId: number, rest: { SubstituteId?: number; ProjectId?: number } = {}) => ({
  body: { ProjectId: elsewhere, UserId: userId, FromDay: '2026-10-01', UntilDay: '2026-10-09', ...rest },
});

/** Who was and was not notified of an alarm by SMS, by name. */
async function calledFor(pointId: number): Promise<string[]> {
  await measure(app.application, [{ pointId, at: clock.now(), value: -5 }]);
  const ledger = async () => {
    const { rows } = await app.database.pool.query<{ said: string }>(
      `SELECT concat_ws(' ', u.nickname, l.state, l.reason) AS said FROM notification_ledger l
       JOIN alarm a ON a.id = l.alarm_id JOIN app_user u ON u.id = l.user_id
       WHERE a.point_id = $1 AND l.channel = 'sms' ORDER BY u.nickname`,
      [pointId],
    );
    return rows.map(({ said }) => said);
  };
  await expect
    .poll(async () => (await ledger()).filter((said) => !said.endsWith('waiting')).length, soon)
    .toBeGreaterThan(0);
  await app.application.outbox.settled();
  return ledger();
}

test('where a substitute may not see an alarm, the person on leave is notified, and the caller learns why', async () => {
  const gaps = { ProjectId: elsewhere, UserId: lin, SubstituteId: kim };
  expect(await ask(ada, 'getSubstituteGaps', { query: gaps })).toEqual({
    code: 200,
    data: [{ ProjectName: 'Ours Store', SeesPart: false }],
  });
  // Mo does not manage this project: they learn nothing of it, and what they enter does not count there.
  expect(await ask(mo, 'getSubstituteGaps', { query: gaps })).toEqual({ code: 200, data: [] });
  expect(await ask(ada, 'saveAbsence', leave(lin, { SubstituteId: kim }))).toMatchObject({ code: 200 });
  expect(await calledFor(points[0]!)).toEqual(['Kim skipped noRight', 'Lin sent']);

  const { id } = await app.database.db
    .selectFrom('alarm')
    .where('point_id', '=', points[0]!)
    .select('id')
    .executeTakeFirstOrThrow();
  const { Rows } = (await ask(ada, 'getWhoWouldBeCalled', { body: { AlarmId: id } })).data as {
    Rows: { UserName: string; Reason: string | null; Via: string }[];
  };
  expect(Rows.map(({ UserName, Reason }) => [UserName, Reason])).toEqual([
    ['Kim', 'noRight'],
    ['Lin', null],
  ]);
  expect(Rows[1]!.Via).toMatch(/^contact of the policy, on leave/);

  // Somebody who may see it is called instead, also where the substitute Kim is on leave, too.
  await ask(kim, 'saveAbsence', leave(kim, { SubstituteId: ada }));
  expect(await calledFor(points[1]!)).toEqual(['Ada sent']);
});

test('leave of others counts where its author manages notifications, one’s own everywhere', async () => {
  expect(await ask(mo, 'saveAbsence', leave(lin))).toMatchObject({ code: 200 });
  expect(await calledFor(points[2]!)).toEqual(['Lin sent']);
  const shown = async (userId: number, projectId: number) =>
    (await ask(userId, 'getDutyPlan', { query: { ProjectId: projectId } })).data.AbsenceList.map(
      ({ UserName, ProjectNameList, CountsHere, MayEdit }) => ({ UserName, ProjectNameList, CountsHere, MayEdit }),
    );
  const entered = { UserName: 'Lin', ProjectNameList: ['Elsewhere'], CountsHere: true, MayEdit: true };
  expect(await shown(mo, elsewhere)).toEqual([entered]);
  expect(await shown(ada, company.projectId)).toEqual([{ ...entered, CountsHere: false }]);

  // Leave in the other project may be added, for that project alone; not twice in one.
  expect(await ask(ada, 'saveAbsence', leave(lin, { ProjectId: company.projectId }))).toMatchObject({ code: 400 });
  await app.database.pool.query('DELETE FROM duty_absence');
  const { data } = await ask(ada, 'saveAbsence', leave(lin));
  expect(await calledFor(points[3]!)).toEqual(['Lin skipped onLeave']);
  // It counts in both, so a manager of one of them may not change it.
  const { AbsenceId } = data;
  const changed = { ProjectId: elsewhere, AbsenceId, UntilDay: '2026-10-02' };
  expect(await shown(mo, elsewhere)).toMatchObject([{ ProjectNameList: ['Elsewhere'], MayEdit: false }]);
  expect(await ask(mo, 'saveAbsence', { body: changed })).toMatchObject({ code: 403 });
  expect(await ask(mo, 'deleteAbsence', { body: { ProjectId: elsewhere, AbsenceId } })).toMatchObject({ code: 403 });
  expect(await ask(lin, 'saveAbsence', { body: changed })).toMatchObject({ code: 200 });
  expect(await ask(lin, 'deleteAbsence', { body: { ProjectId: elsewhere, AbsenceId } })).toMatchObject({ code: 200 });

  // One's own counts everywhere; nobody else may hand it on with that reach.
  const own = (await ask(mo, 'saveAbsence', leave(mo))).data;
  expect(await shown(mo, elsewhere)).toMatchObject([{ UserName: 'Mo', ProjectNameList: null }]);
  await ask(mo, 'saveAbsence', { body: { ProjectId: elsewhere, AbsenceId: own.AbsenceId, UserId: lin } });
  expect(await shown(mo, elsewhere)).toMatchObject([{ UserName: 'Lin', ProjectNameList: ['Elsewhere'] }]);
  await app.database.pool.query('DELETE FROM duty_absence');
  await ask(lin, 'saveAbsence', leave(lin));
  expect(await calledFor(points[4]!)).toEqual(['Lin skipped onLeave']);
});

test('a substitute who sees some devices of a project is said to see part of it', async () => {
  const { db } = app.database;
  await aMember(db, company.companyId, company.projectId, { userId: kim, permissions: watch } as never);
  const query = { ProjectId: elsewhere, UserId: lin, SubstituteId: kim };
  expect((await ask(ada, 'getSubstituteGaps', { query })).data).toEqual([]);
  await limitMember(db, kim, company.projectId, { deviceIds: [] });
  expect((await ask(ada, 'getSubstituteGaps', { query })).data).toEqual([
    { ProjectName: 'Ours Store', SeesPart: true },
  ]);
});
