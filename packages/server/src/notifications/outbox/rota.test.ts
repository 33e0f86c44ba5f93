import { expect, test } from 'vitest';
import { aCompany, aMember, aProject } from '../../testing/factories.ts';
import {
  app,
  asManager,
  clock,
  company,
  ledgerOf,
  measured,
  minute,
  planOf,
  points,
  setUpOutboxWorld,
} from '../../testing/outboxWorld.ts';
import { soon } from '../../testing/soon.ts';

setUpOutboxWorld();

test('a rota hands over at midnight in the zone of the project, follows leave, holidays and moved days, and refuses what cannot be', async () => {
  const { db } = app.database;
  const { companyId, projectId } = company;
  const onDuty = async (nickname: string, mobile: string) => {
    const id = await aMember(db, companyId, projectId, { nickname, permissions: ['alarmManage'] });
    await db.updateTable('app_user').set({ mobile }).where('id', '=', id).execute();
    return id;
  };
  const [chen, du] = [await onDuty('Chen', '13900000003'), await onDuty('Du', '13900000004')];
  const elsewhere = await aCompany(db, { name: 'Theirs' });
  const stranger = await aMember(db, elsewhere, await aProject(db, elsewhere));

  const whole = { From: '', Until: '', FirstWeek: '2026-09-30', EveryWeeks: 1 };
  const friday = { ...whole, UserId: chen, WeekdayList: [5], OnHolidays: 'never' };
  const saturday = { ...whole, UserId: du, WeekdayList: [6] };
  const rota = { RotaName: 'Around the clock', LevelList: [2], ChannelList: ['sms'], ShiftList: [friday, saturday] };
  expect(await asManager('saveDutyRota', { ...rota, ShiftList: [friday, { ...saturday, UserId: stranger }] })).toEqual([
    'ShiftList.1.UserId',
  ]);
  const night = { ...friday, OnHolidays: 'alike' };
  const doubled = [
    { ...night, From: '20:00', Until: '08:00' },
    { ...night, WeekdayList: [6], From: '07:00', Until: '09:00' },
  ];
  expect(await asManager('saveDutyRota', { ...rota, ShiftList: doubled })).toEqual(['ShiftList.1.UserId']);
  const { RotaId } = (await asManager('saveDutyRota', rota)) as { RotaId: number };
  expect(await asManager('saveDutyRota', rota)).toEqual(['RotaName']);

  // Friday, a minute to midnight in Shanghai, and a minute past.
  clock.set(Date.UTC(2026, 9, 2, 15, 59));
  await measured([points[5]!], -5);
  await expect.poll(() => ledgerOf(points[5]!, chen), soon).toEqual(['sms raised sent']);
  clock.advance(2 * minute);
  await measured([points[6]!], -5);
  await expect.poll(() => ledgerOf(points[6]!, du), soon).toEqual(['sms raised sent']);
  expect([await ledgerOf(points[5]!, du), await ledgerOf(points[6]!, chen)]).toEqual([[], []]);

  // Away without a substitute: said; with one: the substitute is notified.
  const leave = { UserId: du, FromDay: '2026-10-10', UntilDay: '2026-10-10' };
  expect(await asManager('saveAbsence', { ...leave, UntilDay: '2026-10-09' })).toEqual(['UntilDay']);
  expect(await asManager('saveAbsence', { ...leave, SubstituteId: stranger })).toEqual(['SubstituteId']);
  const { AbsenceId } = (await asManager('saveAbsence', leave)) as { AbsenceId: number };
  expect(await asManager('saveAbsence', { ...leave, FromDay: '2026-10-05' })).toEqual(['FromDay']);
  clock.set(Date.UTC(2026, 9, 10, 4));
  await measured([points[7]!], -5);
  await expect.poll(() => ledgerOf(points[7]!, du), soon).toEqual(['sms raised skipped onLeave']);
  await asManager('saveAbsence', { AbsenceId, SubstituteId: chen });
  clock.advance(3 * minute);
  await measured([points[8]!], -5);
  await expect.poll(() => ledgerOf(points[8]!, chen), soon).toEqual(['sms raised sent']);

  // A Friday off, made up for on the Sunday after it; the project alone works on a third day of the company's holiday.
  const days = { CountsAs: 8, FromDay: '2026-10-16', UntilDay: '2026-10-17', DayName: 'Fair', OfCompany: true };
  expect(await asManager('saveCalendarDays', { ...days, UntilDay: '2026-10-15' })).toEqual(['UntilDay']);
  await asManager('saveCalendarDays', days);
  await asManager('saveCalendarDays', { FromDay: '2026-10-18', UntilDay: '2026-10-18', CountsAs: 5 });
  const turns = async () =>
    (await planOf('2026-10-15')).TurnList.map(
      ({ Day, UserName, From, Until }) => `${Day} ${From}–${Until} ${UserName}`,
    );
  expect(await turns()).toEqual(['2026-10-17 00:00–24:00 Du', '2026-10-18 00:00–24:00 Chen']);
  clock.set(Date.UTC(2026, 9, 18, 4));
  await measured([points[9]!], -5);
  await expect.poll(() => ledgerOf(points[9]!, chen), soon).toEqual(['sms raised sent']);
  await asManager('saveCalendarDays', { FromDay: '2026-10-16', UntilDay: '2026-10-16', CountsAs: 5 });
  expect(await turns()).toContain('2026-10-16 00:00–24:00 Chen');
  const { DayList, Monday } = await planOf('2026-10-15');
  expect([Monday, DayList.filter(({ OfCompany }) => OfCompany).map(({ Day }) => Day)]).toEqual([
    '2026-10-12',
    ['2026-10-17'],
  ]);
  // The company takes its day back, also in the project with one of its own; then the project takes its own back.
  const sixteenth = { FromDay: '2026-10-16', UntilDay: '2026-10-16', CountsAs: 0 };
  await asManager('saveCalendarDays', { ...sixteenth, OfCompany: true });
  await asManager('saveCalendarDays', sixteenth);
  expect((await planOf('2026-10-15')).DayList.map(({ Day }) => Day)).toEqual(['2026-10-17', '2026-10-18']);

  await asManager('deleteDutyRota', { RotaId });
  const { rows } = await app.database.pool.query<{ subject_kind: string }>(
    `SELECT DISTINCT subject_kind FROM operation_log WHERE subject_kind IN ('dutyRota', 'absence', 'calendarDay') ORDER BY 1`,
  );
  expect(rows.map((row) => row.subject_kind)).toEqual(['absence', 'calendarDay', 'dutyRota']);
});
