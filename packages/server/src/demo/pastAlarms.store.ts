import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/** Handles the alarms of the past, and drops the messages about them. */
export async function handlePastAlarms(
  _system: SystemTenant,
  db: DbOrTransaction,
  people: { companyId: number; userId: number; before: Date },
): Promise<void> {
  await sql`
    UPDATE alarm SET
      acknowledged_at = raised_at + make_interval(secs => 60 + (id * 97) % 540), acknowledged_by = ${people.userId},
      handled_at = raised_at + make_interval(secs => 900 + (id * 131) % 1800), handled_by = ${people.userId},
      follow_up = CASE kind WHEN 'state' THEN 'noProcessingRequired' WHEN 'communicationLoss' THEN 'observing' ELSE 'humanIntervention' END,
      comment = CASE kind WHEN 'state' THEN '已关门' WHEN 'communicationLoss' THEN '停电，已恢复' ELSE '已通知维保检查' END,
      measures = CASE kind WHEN 'state' THEN '提醒装卸人员随手关门' WHEN 'communicationLoss' THEN '重启网关' ELSE '清理蒸发器结霜，检查风扇' END,
      analysis_result = CASE kind WHEN 'state' THEN '装卸作业' WHEN 'communicationLoss' THEN '园区停电' ELSE '风扇结冰' END,
      first_comment_at = raised_at + make_interval(secs => 900 + (id * 131) % 1800),
      next_repeat_at = NULL
    WHERE company_id = ${people.companyId} AND returned_at IS NOT NULL AND returned_at < ${people.before}`.execute(db);
  await sql`
    INSERT INTO alarm_journal (alarm_id, at, kind, severity, text_zh, text_en, user_id)
    SELECT a.id, step.at, step.kind, a.severity, step.zh, step.en, ${people.userId}
    FROM alarm a CROSS JOIN LATERAL (VALUES
      (a.acknowledged_at, 'acknowledged', '已确认', 'Acknowledged'),
      (a.handled_at, 'handled', a.comment, 'Handled')) AS step(at, kind, zh, en)
    WHERE a.company_id = ${people.companyId} AND a.handled_by = ${people.userId} AND a.handled_at IS NOT NULL
    ORDER BY step.at`.execute(db);
  await sql`DELETE FROM alarm_announcement n USING alarm a
    WHERE a.id = n.alarm_id AND a.company_id = ${people.companyId} AND a.returned_at < ${people.before}`.execute(db);
}

/**
 * What people of the demo hide: the loading dock while it is washed every Sunday night, and the device that was last set up in
 * the museum, which is being rebuilt.
 */
export async function hideSomeAlarms(
  _system: SystemTenant,
  db: DbOrTransaction,
  people: { companyId: number; userId: number; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO alarm_shelf (company_id, project_id, kind, device_id, reason, from_at, until_at, weekdays, from_minute, until_minute, review_on, created_by, created_at)
    SELECT p.company_id, d.project_id, what.kind, d.id, what.reason, ${people.now}, what.until_at, what.weekdays, what.from_minute, what.until_minute,
           what.review_on, ${people.userId}, ${people.now}
    FROM project p JOIN device d ON d.project_id = p.id JOIN device_class c ON c.id = d.device_class_id
    JOIN LATERAL (
      SELECT 'maintenance' AS kind, '每周日凌晨冲洗月台' AS reason, ${people.now}::timestamptz + interval '300 days' AS until_at,
             ARRAY[7]::smallint[] AS weekdays, 60 AS from_minute, 180 AS until_minute, NULL::date AS review_on
      WHERE c.code = 'dock'
      UNION ALL
      SELECT 'outOfService', '展柜改造，暂停使用', NULL, NULL, NULL, NULL, (${people.now}::timestamptz + interval '14 days')::date
      WHERE d.id = (SELECT max(last.id) FROM device last JOIN project museum ON museum.id = last.project_id WHERE museum.industry = 4 AND museum.company_id = p.company_id)
    ) what ON true
    WHERE p.company_id = ${people.companyId}`.execute(db);
}
