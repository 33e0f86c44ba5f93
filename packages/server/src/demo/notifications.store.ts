import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/** Who is told of the platform's own events in a company, and what it found there in the last weeks. */
export async function arrangeEvents(
  _system: SystemTenant,
  db: DbOrTransaction,
  { companyId, nowMs }: { companyId: number; nowMs: number },
): Promise<void> {
  const at = new Date(nowMs);
  await sql`
    WITH notice AS (
      INSERT INTO event_notice (project_id, name, name_en, system_type, event_types, delay_minutes, created_at, changed_at)
      SELECT p.id, n.name, n.name_en, n.system_type, n.types, n.delay, ${at}, ${at} FROM project p CROSS JOIN (VALUES
        ('网关与从站离线', 'Lines that fall silent', 'gateway', '{gatewayOffline,slaveSilent,configurationPending}'::text[], 3),
        ('通信卡提醒', 'Cards', 'card', '{cardStopped,cardTraffic,cardExpiring}'::text[], 0)) AS n(name, name_en, system_type, types, delay)
      WHERE p.company_id = ${companyId} RETURNING id, project_id)
    INSERT INTO event_notice_person (notice_id, user_id, channels)
    SELECT notice.id, u.id, CASE WHEN u.account = 'zhaolei01' THEN '{sms,email}' ELSE '{sms}' END::text[]
    FROM notice JOIN app_user u ON u.account IN ('wangqiang', 'zhaolei01')
    WHERE EXISTS (SELECT 1 FROM sees_events o WHERE o.user_id = u.id AND o.project_id = notice.project_id)`.execute(db);
  // A notice without people tells nobody; another company may have none of these two.
  await sql`DELETE FROM event_notice n USING project p WHERE p.id = n.project_id AND p.company_id = ${companyId}
    AND NOT EXISTS (SELECT 1 FROM event_notice_person x WHERE x.notice_id = n.id)`.execute(db);
  await sql`
    INSERT INTO platform_event (project_id, type, subject_kind, subject_id, subject_name, subject_name_en, gateway_id, started_at, recovered_at)
    SELECT g.project_id, 'gatewayOffline', 'gateway', g.id, g.name, g.name_en, g.id, s.began, s.began + s.minutes * interval '1 minute'
    FROM gateway g CROSS JOIN LATERAL (
      SELECT ${at}::timestamptz - ((g.id * 37 + day * 61) % 660 + day * 1440) * interval '1 minute' AS began,
             (g.id * 7 + day * 11) % 43 + 2 AS minutes
      FROM unnest('{3,9,16,27}'::int[]) AS day WHERE (g.id + day) % 3 <> 0) s
    WHERE g.company_id = ${companyId} ON CONFLICT DO NOTHING`.execute(db);
}

/** At night two people of a company take turns by the week, and one of them has quiet hours for what is not that bad. */
export async function arrangeDuty(
  _system: SystemTenant,
  db: DbOrTransaction,
  { companyId, nowMs }: { companyId: number; nowMs: number },
): Promise<void> {
  const people = await db
    .selectFrom('app_user as u')
    .innerJoin('membership as m', (join) => join.onRef('m.user_id', '=', 'u.id').on('m.company_id', '=', companyId))
    .where('u.mobile', 'is not', null)
    .select(['u.id', 'u.account'])
    .execute();
  const who = (account: string): number | undefined => people.find((each) => each.account === account)?.id;
  const [operator, engineer] = [who('wangqiang'), who('zhaolei01')];
  if (operator === undefined || engineer === undefined) return;
  const project = await db
    .selectFrom('project')
    .where('company_id', '=', companyId)
    .select('id')
    .orderBy('id')
    .executeTakeFirst();
  if (!project) return;
  const { id: rotaId } = await db
    .insertInto('duty_rota')
    .values({
      company_id: companyId,
      project_id: project.id,
      name: '夜间值班',
      severities: [1, 2],
      channels: ['voice', 'sms'],
      created_at: new Date(nowMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // A Monday long ago: the two take turns by the week from there.
  const night = {
    rota_id: rotaId,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    from_minute: 20 * 60,
    until_minute: 8 * 60,
    every_weeks: 2,
  };
  await db
    .insertInto('duty_shift')
    .values([
      { ...night, user_id: operator, first_week: sql<never>`'2026-01-05'::date` },
      { ...night, user_id: engineer, first_week: sql<never>`'2026-01-12'::date` },
    ])
    .execute();
  await db
    .insertInto('notification_setting')
    .values({ user_id: engineer, language: 'zh', quiet_from: 22 * 60, quiet_until: 7 * 60, quiet_severities: [3] })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // The engineer is away for some days, and the company keeps New Year.
  const day = (daysLater: number): string => new Date(nowMs + daysLater * 86_400_000).toISOString().slice(0, 10);
  await sql`
    INSERT INTO duty_absence (company_id, user_id, from_day, until_day, substitute_id, remarks)
    VALUES (${companyId}, ${engineer}, ${day(2)}::date, ${day(5)}::date, ${operator}, '年假')`.execute(db);
  const year = Number(day(0).slice(0, 4)) + 1;
  const saturday = 3 + (7 - ((new Date(Date.UTC(year, 0, 3)).getUTCDay() + 1) % 7));
  const days = [
    ...[1, 2, 3].map((date) => ({ date, countsAs: 8, name: '元旦' })),
    { date: saturday, countsAs: 5, name: '元旦调休上班' },
  ];
  for (const { date, countsAs, name } of days)
    await sql`
      INSERT INTO calendar_day (company_id, day, counts_as, name)
      VALUES (${companyId}, make_date(${year}, 1, ${date}), ${countsAs}, ${name}) ON CONFLICT DO NOTHING`.execute(db);
}
