import {
  type Bilingual,
  certificateNoticeDays,
  channels,
  clockKinds,
  contractReminderDays,
  type NotSentReason,
  notSentReasons,
  pushTypes,
  simFlow,
} from '@watchpost/contract';
import { type SystemTenant, system } from '../access/index.ts';
import { darkWalls } from '../displays/index.ts';
import { flowSql, stoppedSql } from '../gateways/index.ts';
import { type Client, lastTaken, stuckBefore } from '../notifications/index.ts';
import { maxTries as reportTries } from '../reports/index.ts';

/** A configuration that a gateway has not taken over by then is no delay any more. */
const configurationGrace = "interval '15 minutes'";
const daysBeforeExpiry = 7;
/** An older day without a price is history; recalculation prices it. */
const unpricedDays = 2;
/** A register is polled each minute, and settled each five. */
const registerSilent = "interval '2 hours'";
/** An older event was found then, or before anybody looked for its kind. */
const lookBack = "interval '1 day'";
/** How late a person may still be told; a weekend of quiet hours fits in. */
const sleptAtMost = "interval '3 days'";
const toldWithin = `(CASE WHEN quiet.quiet_from IS NULL THEN ${lookBack} ELSE ${sleptAtMost} END)`;

/** A gateway `g` that only some people may open; what is found at it is for them alone (view `sees_event`). */
const isKept = "g.sharing IN ('creator', 'user')";

/** The ways that a provider of the platform serves; a webhook is the company's own, and its page shows its state. Numbers are kept with events. */
const waysInOrder = (['sms', 'voice', 'email'] as const)
  .map((name, number) => `(${number}, '${name}', '${channels[name].zh}', '${channels[name].en}')`)
  .join(', ');

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** Rows of a table that says names in words. */
const wordsFor = (words: Readonly<Record<string, Bilingual>>): string =>
  Object.entries(words)
    .map(([name, { zh, en }]) => `(${[name, zh, en].map(quoted).join(', ')})`)
    .join(', ');

/** Of `waybill w`: goods are on their way. */
const isUnderWay = 'w.departed_at IS NOT NULL AND w.arrived_at IS NULL AND w.ended_at IS NULL';

/**
 * What is wrong now, as the platform itself knows it: one row each with type, subject, words and since when. Gateways that were
 * never heard of are not set up yet. What a gateway cannot report while it is offline does not begin then (`begins`), but it goes
 * on: silence ends nothing. Nor does a dark wall recover when its hours end.
 */
const wrongNow = `
  SELECT 'gatewayOffline' AS type, 'gateway' AS kind, g.id::bigint AS id, g.project_id, g.name, g.name_en, g.offline_since AS at,
         '' AS detail_zh, '' AS detail_en, true AS begins, g.id AS gateway_id, ${isKept} AS kept
  FROM gateway g WHERE g.offline_since IS NOT NULL AND g.last_seen_at IS NOT NULL
  UNION ALL
  SELECT 'slaveSilent', 'slave', s.id, g.project_id, s.name, NULL, s.silent_since, '网关 ' || g.name, 'Gateway ' || coalesce(g.name_en, g.name),
         g.offline_since IS NULL AND g.online, g.id, ${isKept}
  FROM slave s JOIN gateway g ON g.id = s.gateway_id WHERE s.silent_since IS NOT NULL
  UNION ALL
  SELECT 'configurationPending', 'gateway', g.id, g.project_id, g.name, g.name_en, c.desired_at,
         '应为版本 ' || c.desired_version || '，实际为 ' || c.reported_version,
         'Should have version ' || c.desired_version || ', has ' || c.reported_version, g.online, g.id, ${isKept}
  FROM gateway_configuration c JOIN gateway g ON g.id = c.gateway_id
  WHERE c.reported_version < c.desired_version AND c.desired_at < $1::timestamptz - ${configurationGrace}
  UNION ALL
  SELECT 'cardStopped', 'card', g.id, g.project_id, g.name, g.name_en, $1, '卡号 ' || k.card_number, 'Card ' || k.card_number, true, g.id, ${isKept}
  FROM gateway_card k JOIN gateway g ON g.id = k.gateway_id WHERE ${stoppedSql}
  UNION ALL
  SELECT 'cardTraffic', 'card', g.id, g.project_id, g.name, g.name_en, $1,
         '已用 ' || round(k.used_megabytes) || ' / ' || round(k.total_megabytes) || ' MB',
         round(k.used_megabytes) || ' of ' || round(k.total_megabytes) || ' MB used', true, g.id, ${isKept}
  FROM gateway_card k JOIN gateway g ON g.id = k.gateway_id
  WHERE ${flowSql} >= ${simFlow.low}
  UNION ALL
  SELECT 'cardExpiring', 'card', g.id, g.project_id, g.name, g.name_en, $1, '到期日 ' || k.expires_on, 'Expires on ' || k.expires_on, true, g.id, ${isKept}
  FROM gateway_card k JOIN gateway g ON g.id = k.gateway_id
  WHERE k.expires_on <= ($1::timestamptz + interval '${daysBeforeExpiry} days')::date
  UNION ALL
  SELECT 'messagesStuck', 'way', stuck.project_id * 10::bigint + way.number, stuck.project_id, way.zh, way.en, stuck.since,
         stuck.waiting || ' 条在等待，没有一条被接收', stuck.waiting || ' waiting, none was taken', true, NULL, false
  FROM (SELECT n.project_id, m.channel, count(DISTINCT m.id) AS waiting, greatest(min(m.created_at), max(taken.at)) AS since
        FROM notification_message m JOIN notification n ON n.message_id = m.id
        LEFT JOIN LATERAL (${lastTaken(system, 'm.channel')}) taken ON true
        WHERE m.state = 'waiting' GROUP BY n.project_id, m.channel) stuck
  JOIN (VALUES ${waysInOrder}) AS way(number, channel, zh, en) ON way.channel = stuck.channel
  WHERE stuck.since < ${stuckBefore}
  UNION ALL
  SELECT 'orderOverdue', 'repairOrder', r.id, r.project_id, concat_ws(' ', r.number, nullif(r.device_name, '')),
         concat_ws(' ', r.number, coalesce(r.device_name_en, nullif(r.device_name, ''))), min(c.breached_at),
         string_agg(late.zh, '、' ORDER BY c.kind), string_agg(late.en, ', ' ORDER BY c.kind), true, NULL, false
  FROM work_clock c JOIN repair_order r ON r.id = c.order_id JOIN (VALUES ${wordsFor(clockKinds)}) AS late(name, zh, en) ON late.name = c.kind
  WHERE c.order_kind = 'repair' AND c.breached_at IS NOT NULL AND c.met_at IS NULL AND r.status IN (1, 2, 3, 4)
  GROUP BY r.id
  UNION ALL
  SELECT 'maintenanceOverdue', 'maintenanceOrder', o.id, o.project_id, coalesce(o.plan_name, c.name), NULL,
         ((o.planned_on + 1)::timestamp AT TIME ZONE p.time_zone), '计划于 ' || o.planned_on, 'Planned for ' || o.planned_on, true, NULL, false
  FROM maintenance_order o JOIN maintenance_contract c ON c.id = o.contract_id JOIN project p ON p.id = o.project_id
  WHERE o.state IN ('planned', 'started') AND o.planned_on < ($1::timestamptz AT TIME ZONE p.time_zone)::date
  UNION ALL
  SELECT 'jobSuspended', 'scheduleJob', j.id, place.project_id, j.name, NULL, $1, j.suspended_zh, j.suspended_en, true, NULL, false
  FROM schedule_job j JOIN schedule_place place ON place.group_id = j.group_id
  WHERE j.suspended_zh IS NOT NULL AND NOT j.enabled
  UNION ALL
  SELECT 'reportFailed', 'report', r.id, r.project_id, r.policy_name, NULL, $1,
         r.from_day || ' 至 ' || r.until_day, r.from_day || ' to ' || r.until_day, true, NULL, false
  FROM report r JOIN project p ON p.id = r.project_id AND p.deleted_at IS NULL WHERE r.status = 0 AND r.tries >= ${reportTries}
  UNION ALL
  SELECT 'energyReadingSuspect', 'energyMeter', m.id, m.project_id, m.name, m.name_en, min(e.at),
         count(*) || ' 条待处理', count(*) || ' to decide', true, NULL, false
  FROM energy_event e JOIN energy_meter m ON m.id = e.meter_id WHERE e.state = 'open' GROUP BY m.id
  UNION ALL
  SELECT 'energyDiffers', 'energyMeter', m.id, m.project_id, m.name, m.name_en, min(d.found_at),
         min(d.day) || ' 起 ' || count(*) || ' 天', count(*) || ' days from ' || min(d.day), true, NULL, false
  FROM energy_proof_difference d JOIN energy_meter m ON m.id = d.meter_id GROUP BY m.id
  UNION ALL
  SELECT 'demandNear', 'energyMeter', m.id, m.project_id, m.name, m.name_en, near.since,
         '预计 ' || round(near.forecast_w / 1000.0) || ' kW，合同 ' || round(near.contract_w / 1000.0) || ' kW',
         'Expected ' || round(near.forecast_w / 1000.0) || ' kW of ' || round(near.contract_w / 1000.0) || ' kW', true, NULL, false
  FROM energy_demand_near near JOIN energy_meter m ON m.id = near.meter_id
  UNION ALL
  SELECT 'lowBalance', 'prepaidAccount', low.id, low.project_id, low.consumer, NULL, $1,
         '余额 ' || round((low.fen / 100)::numeric, 2) || ' 元', 'Balance ¥ ' || round((low.fen / 100)::numeric, 2), true, NULL, false
  FROM prepaid_low low
  UNION ALL
  SELECT 'tariffPriceMissing', 'project', place.id, place.id, place.name, place.name_en, min(unpriced.day)::timestamp AT TIME ZONE project.time_zone,
         count(DISTINCT unpriced.meter_id) || ' 块电表，自 ' || min(unpriced.day) || ' 起 ' || round(sum(unpriced.wh[1]) / 1000.0) || ' kWh',
         count(DISTINCT unpriced.meter_id) || ' meters, ' || round(sum(unpriced.wh[1]) / 1000.0) || ' kWh from ' || min(unpriced.day),
         true, NULL, false
  FROM energy_day unpriced JOIN energy_meter m ON m.id = unpriced.meter_id JOIN project ON project.id = m.project_id
  JOIN subarea place ON place.id = m.project_id
  WHERE unpriced.wh[1] > 0 AND unpriced.day >= ($1::timestamptz AT TIME ZONE project.time_zone)::date - ${unpricedDays}
    AND (EXISTS (SELECT 1 FROM tariff_assignment a WHERE a.project_id = m.project_id OR a.meter_id = m.id)
      OR EXISTS (SELECT 1 FROM prepaid_account a WHERE a.meter_id = m.id AND a.closed_at IS NULL))
  GROUP BY place.id, project.time_zone
  UNION ALL
  SELECT 'energyGap', 'energyMeter', m.id, m.project_id, m.name, m.name_en, coalesce(i.last_at, i.installed_at),
         '补传的读数会按时段补入', 'Readings that come late are counted where they belong', true, NULL, false
  FROM energy_installation i JOIN energy_meter m ON m.id = i.meter_id
  WHERE i.removed_at IS NULL AND i.point_id IS NOT NULL AND NOT i.is_manual
    AND coalesce(i.last_at, i.installed_at) < i.read_through - ${registerSilent}
  UNION ALL
  SELECT 'energyUnbalanced', 'energyMeter', m.id, m.project_id, m.name, m.name_en, $1,
         '7 天中有 ' || u.days || ' 天，差额 ' || round((u.loss_share * 100)::numeric, 1) || ' %，允许 ' || round((u.limit_share * 100)::numeric, 1) || ' %',
         u.days || ' of 7 days, ' || round((u.loss_share * 100)::numeric, 1) || ' % of its energy, ' || round((u.limit_share * 100)::numeric, 1) || ' % allowed',
         true, NULL, false
  FROM energy_unbalanced u JOIN energy_meter m ON m.id = u.meter_id
  UNION ALL
  SELECT 'energyDrift', 'energyBaseline', b.id, b.project_id, coalesce(m.name, place.name), coalesce(m.name_en, place.name_en), d.found_at,
         '自 ' || d.since || ' 起多用 ' || round(d.excess_wh / 1000.0) || ' kWh', round(d.excess_wh / 1000.0) || ' kWh more since ' || d.since,
         true, NULL, false
  FROM energy_drift d JOIN energy_baseline b ON b.id = d.baseline_id JOIN subarea place ON place.id = b.project_id
  LEFT JOIN energy_meter m ON m.id = b.meter_id WHERE b.state = 'approved'
  UNION ALL
  SELECT 'tripsDisarmed', 'project', place.id, place.id, place.name, place.name_en, disarmed.since,
         '核对余额后在“供配电监控”的“预付费”页启用', 'Check the balances, then arm cuts under “Power supply”, tab “Prepaid meters”', true, NULL, false
  FROM trips_disarmed disarmed JOIN subarea place ON place.id = disarmed.project_id
  UNION ALL
  SELECT 'vehicleSilent', 'vehicle', d.id, d.project_id, d.name, d.name_en, v.silent_since, '没有定位', 'No position', true, NULL, false
  FROM vehicle_state v JOIN device d ON d.id = v.device_id WHERE v.silent_since IS NOT NULL
  UNION ALL
  SELECT 'waybillLate', 'waybill', w.id, w.project_id, w.number, NULL, w.planned_arrive,
         '应于 ' || to_char(w.planned_arrive AT TIME ZONE p.time_zone, 'MM-DD HH24:MI') || ' 到达',
         'Was to arrive on ' || to_char(w.planned_arrive AT TIME ZONE p.time_zone, 'MM-DD HH24:MI'), true, NULL, false
  FROM waybill w JOIN project p ON p.id = w.project_id WHERE ${isUnderWay} AND w.planned_arrive < $1
  UNION ALL
  SELECT 'waybillLate', 'waybillStop', s.id, w.project_id, w.number || ' · ' || s.name, NULL, s.planned_at,
         '应于 ' || to_char(s.planned_at AT TIME ZONE p.time_zone, 'MM-DD HH24:MI') || ' 到达经停点',
         'Was to be at this stop on ' || to_char(s.planned_at AT TIME ZONE p.time_zone, 'MM-DD HH24:MI'), true, NULL, false
  FROM waybill_stop s JOIN waybill w ON w.id = s.waybill_id JOIN project p ON p.id = w.project_id
  WHERE ${isUnderWay} AND s.planned_at < $1 AND s.arrived_at IS NULL
    AND NOT EXISTS (SELECT FROM waybill_handover h WHERE h.stop_id = s.id)
  UNION ALL
  SELECT 'tagLost', 'waybillTag', b.id, w.project_id, w.number || ' · ' || b.name, NULL, greatest(heard.until_at, w.departed_at),
         '标签 ' || b.serial_number, 'Tag ' || b.serial_number, true, NULL, false
  FROM waybill_tag b JOIN waybill w ON w.id = b.waybill_id JOIN sensor_tag t ON t.id = b.tag_id
  LEFT JOIN LATERAL (SELECT max(h.until_at) AS until_at FROM tag_heard h WHERE h.tag_id = t.id) heard ON true
  WHERE b.unbound_at IS NULL AND ${isUnderWay}
    AND greatest(heard.until_at, w.departed_at) < $1::timestamptz - greatest(3 * t.cycle_seconds, 1800) * interval '1 second'
  UNION ALL
  SELECT 'displayDark', 'display', w.id, w.project_id, w.name, NULL, w.last_seen_at, '', '', w.begins, NULL, false
  FROM (${darkWalls}) w
  UNION ALL
  SELECT 'vehicleDoorOpen', 'vehicle', d.id, d.project_id, d.name, d.name_en, v.door_open_since, '', '', true, NULL, false
  FROM vehicle_state v JOIN device d ON d.id = v.device_id WHERE v.door_open_since IS NOT NULL`;

/** Somebody used the name of a gateway besides the gateway: its line was taken over, or could not be. */
const clashes = `
  SELECT gateway_id, at, '线路由来自 ' || right(detail, -10) || ' 的连接接管' AS detail_zh,
         'The line was taken over by a connection from ' || right(detail, -10) AS detail_en
  FROM gateway_event WHERE kind = 'fault' AND detail LIKE 'takenOver %'
  UNION ALL
  SELECT gateway_id, at, '另一连接以其身份拨入：' || subject, 'Another connection under its name: ' || subject
  FROM gateway_rejection WHERE gateway_id IS NOT NULL AND reason = 'identityClash'`;

/** What the first comparison of a day with history found; the second, some days later, is no event. */
const foundAtNight = `
  SELECT made.project_id, made.day, made.proved_at, kind.differences, kind.points, c.unjudged_minutes
  FROM alarm_proof made JOIN project p ON p.id = made.project_id JOIN company c ON c.id = p.company_id CROSS JOIN LATERAL (
    SELECT (SELECT count(*) FROM alarm_proof_difference d WHERE d.project_id = made.project_id AND d.day = made.day) AS differences, 0 AS points
    UNION ALL
    SELECT 0, (SELECT count(*) FROM alarm_proof_point f WHERE f.project_id = made.project_id AND f.day = made.day
      AND f.gap_seconds + f.bad_seconds > c.unjudged_minutes * 60)) kind
  WHERE made.proved_at > $1::timestamptz - ${lookBack} AND NOT made.is_final`;

/** Midnight of the newest day of notice before a date, as `at`; null before the first. */
const newestMark = (date: string, daysBefore: readonly number[], zone: string): string => `
  SELECT max(mark.at) AS at FROM unnest(ARRAY[${daysBefore.join()}]) AS days
  CROSS JOIN LATERAL (SELECT (${date} - days)::timestamp AT TIME ZONE ${zone} AS at) mark WHERE mark.at <= $1`;

/** Events that happened and ended. One that goes on is told anew after a day without it. */
const happened = `
  SELECT 'downloadFailed' AS type, 'download' AS kind, d.id, d.project_id, d.title_zh AS name, d.title_en AS name_en, d.finished_at AS at,
         coalesce(d.failure_zh, '') AS detail_zh, coalesce(d.failure_en, '') AS detail_en, NULL::int AS gateway_id, false AS kept
  FROM download d WHERE d.state = 'failed' AND d.project_id IS NOT NULL AND d.finished_at > $1::timestamptz - ${lookBack}
  UNION ALL
  SELECT 'messageFailed', 'message', m.id, worst.project_id, u.nickname, NULL,
         (SELECT max(t.at) FROM notification_attempt t WHERE t.message_id = m.id),
         way.zh || '，' || worst.zh || CASE WHEN m.alarm_count > 1 THEN ' 等 ' || m.alarm_count || ' 条报警' ELSE '' END
           || coalesce('：' || why.zh, '') || coalesce('（' || m.detail || '）', ''),
         way.en || ', ' || worst.en || CASE WHEN m.alarm_count > 1 THEN ' and ' || m.alarm_count - 1 || ' more' ELSE '' END
           || coalesce(': ' || why.en, '') || coalesce(' (' || m.detail || ')', ''), NULL, false
  FROM notification_message m JOIN app_user u ON u.id = m.user_id
  JOIN LATERAL (
    SELECT n.project_id, concat_ws(' · ', nullif(a.device_name, ''), nullif(a.subject_name, '')) AS zh,
      concat_ws(' · ', nullif(coalesce(a.device_name_en, a.device_name), ''), nullif(coalesce(a.subject_name_en, a.subject_name), '')) AS en
    FROM notification n JOIN alarm a ON a.id = n.alarm_id WHERE n.message_id = m.id
    ORDER BY n.push_type = ${pushTypes.clear}, n.severity, n.id LIMIT 1) worst ON true
  JOIN (VALUES ${wordsFor(channels)}) AS way(name, zh, en) ON way.name = m.channel
  LEFT JOIN (VALUES ${wordsFor(notSentReasons)}) AS why(name, zh, en) ON why.name = m.reason
  WHERE m.state = 'failed' AND m.created_at > $1::timestamptz - ${lookBack}
  UNION ALL
  SELECT 'returnFailed', 'point', r.point_id, r.project_id, concat_ws(' · ', r.device_name, r.point_name),
         concat_ws(' · ', coalesce(r.device_name_en, r.device_name), coalesce(r.point_name_en, r.point_name)), r.return_at,
         '应恢复为 ' || coalesce(word.of->>'zh', number.of), 'Was to return to ' || coalesce(word.of->>'en', number.of), NULL, false
  FROM write_record r
  CROSS JOIN LATERAL (SELECT coalesce(r.return_value, r.old_value) AS value) target
  CROSS JOIN LATERAL (SELECT concat_ws(' ', round(target.value::numeric, r.decimals), nullif(r.unit, '')) AS of) number
  LEFT JOIN LATERAL (
    SELECT w AS of FROM jsonb_array_elements(r.status_values) w WHERE (w->>'value')::float8 = target.value LIMIT 1) word ON true
  WHERE r.return_state = 'failed' AND r.return_at > $1::timestamptz - ${lookBack}
  UNION ALL
  SELECT CASE WHEN found.differences > 0 THEN 'alarmsDiffer' ELSE 'notJudged' END, 'project', place.id, place.id, place.name, place.name_en,
         found.proved_at,
         to_char(found.day, 'YYYY-MM-DD') || CASE WHEN found.differences > 0 THEN ' 有 ' || found.differences || ' 处'
           ELSE ' 有 ' || found.points || ' 个点位超过 ' || found.unjudged_minutes || ' 分钟' END,
         to_char(found.day, 'YYYY-MM-DD') || ': ' || CASE WHEN found.differences > 0 THEN found.differences || ' differences'
           ELSE found.points || ' points for more than ' || found.unjudged_minutes || ' min' END, NULL, false
  FROM (${foundAtNight}) found JOIN subarea place ON place.id = found.project_id WHERE found.differences > 0 OR found.points > 0
  UNION ALL
  SELECT 'faultReturned', 'repairOrder', r.id, r.project_id, concat_ws(' ', r.number, nullif(r.device_name, '')),
         concat_ws(' ', r.number, coalesce(r.device_name_en, nullif(r.device_name, ''))), r.returned_at, a.sentence_zh, a.sentence_en, NULL, false
  FROM repair_order r JOIN alarm a ON a.id = r.returned_alarm_id WHERE r.returned_at > $1::timestamptz - ${lookBack}
  UNION ALL
  SELECT CASE e.kind WHEN 'watched' THEN 'firstHourFailed' ELSE 'bootRejected' END, 'bootEvent', e.id, u.project_id, u.name, NULL, e.at,
         e.text_zh, e.text_en, NULL, false
  FROM boot_event e JOIN boot_unit u ON u.id = e.unit_id
  WHERE u.project_id IS NOT NULL AND e.at > $1::timestamptz - ${lookBack}
    AND (e.kind IN ('rejectedBoot', 'unansweredBoot') OR e.kind = 'watched' AND u.watch_state = 'failed'
      AND NOT EXISTS (SELECT FROM boot_event later WHERE later.unit_id = e.unit_id AND later.kind = 'watched' AND later.id > e.id))
  UNION ALL
  SELECT 'jobMissed', 'scheduleJob', j.id, place.project_id, j.name, NULL, missed.at,
         missed.times || ' 次，最早计划于 ' || to_char(missed.first AT TIME ZONE place.time_zone, 'MM-DD HH24:MI'),
         missed.times || ' times, first due ' || to_char(missed.first AT TIME ZONE place.time_zone, 'MM-DD HH24:MI'), NULL, false
  FROM (SELECT job_id, finished_at AS at, count(*) AS times, min(due_at) AS first FROM schedule_run
        WHERE outcome = 'missed' AND finished_at > $1::timestamptz - ${lookBack} GROUP BY job_id, finished_at) missed
  JOIN schedule_job j ON j.id = missed.job_id JOIN schedule_place place ON place.group_id = j.group_id
  UNION ALL
  SELECT 'certificateExpiring', 'certificate', c.id, p.project_id, concat_ws(' · ', d.name, p.name),
         concat_ws(' · ', coalesce(d.name_en, d.name), coalesce(p.name_en, p.name)), greatest(due.at, c.created_at),
         '证书 ' || c.number || ' 将于 ' || c.valid_until || ' 到期', 'Certificate ' || c.number || ' ends on ' || c.valid_until, NULL, false
  FROM calibration_certificate c JOIN point p ON p.id = c.point_id JOIN project ON project.id = p.project_id
  LEFT JOIN LATERAL (SELECT d.name, d.name_en FROM device_point dp JOIN device d ON d.id = dp.device_id WHERE dp.point_id = p.id
    ORDER BY d.id LIMIT 1) d ON true
  JOIN LATERAL (${newestMark('c.valid_until', certificateNoticeDays, 'project.time_zone')}) due ON due.at IS NOT NULL
  WHERE c.valid_until >= ($1::timestamptz AT TIME ZONE project.time_zone)::date
    AND (p.kind = 'tag' OR EXISTS (SELECT FROM compliance_assignment a WHERE a.point_id = p.id AND a.until IS NULL))
    AND NOT EXISTS (SELECT FROM calibration_certificate n WHERE n.point_id = c.point_id AND n.valid_until > c.valid_until)
  UNION ALL
  SELECT 'warrantyEnding', 'asset', a.id, a.project_id, a.name, NULL, due.at, a.code || '，质保至 ' || a.warranty_until,
         a.code || ', until ' || a.warranty_until, NULL, false
  FROM asset a JOIN project p ON p.id = a.project_id
  JOIN LATERAL (${newestMark('a.warranty_until', contractReminderDays, 'p.time_zone')}) due ON due.at IS NOT NULL
  WHERE a.warranty_until >= ($1::timestamptz AT TIME ZONE p.time_zone)::date AND a.usage <> 'disposed'
  UNION ALL
  SELECT 'sealBroken', 'project', c.project_id, c.project_id, place.name, place.name_en, c.broken_since,
         min(c.day) || CASE WHEN count(*) > 1 THEN ' 等 ' || count(*) || ' 天' ELSE '' END,
         min(c.day) || CASE WHEN count(*) > 1 THEN ' and ' || count(*) - 1 || ' more' ELSE '' END, NULL, false
  FROM seal_check c JOIN subarea place ON place.id = c.project_id WHERE c.broken_since > $1::timestamptz - ${lookBack}
  GROUP BY c.project_id, place.name, place.name_en, c.broken_since
  UNION ALL
  SELECT CASE c.kind WHEN 'enter' THEN 'vehicleArrived' ELSE 'vehicleLeft' END, 'fenceCrossing', c.id, d.project_id, d.name, d.name_en, c.at,
         f.name, f.name, NULL, false
  FROM fence_crossing c JOIN device d ON d.id = c.device_id JOIN geofence f ON f.id = c.geofence_id
  WHERE c.at > $1::timestamptz - ${lookBack}
  UNION ALL
  SELECT 'meterTripped', 'switchOrder', o.id, a.project_id, a.consumer, NULL, o.created_at, o.reason, o.reason, NULL, false
  FROM switch_order o JOIN prepaid_account a ON a.id = o.account_id
  WHERE o.want = 'off' AND o.state = 'done' AND o.created_at > $1::timestamptz - ${lookBack}
  UNION ALL
  SELECT 'identityClash', 'gateway', g.id, g.project_id, g.name, g.name_en, first.at, first.detail_zh, first.detail_en, g.id, ${isKept}
  FROM (SELECT c.*, lag(c.at) OVER (PARTITION BY c.gateway_id ORDER BY c.at) AS before FROM (${clashes}) c) first
  JOIN gateway g ON g.id = first.gateway_id
  WHERE first.at > $1::timestamptz - ${lookBack} AND (first.before IS NULL OR first.before < first.at - ${lookBack})`;

/**
 * Keeps what is wrong now as events: new trouble begins, trouble that is gone has recovered, and each thing that happened is there
 * once. By what the database says, so that a restart begins and ends nothing.
 */
export async function keepEvents(_system: SystemTenant, client: Client, at: Date): Promise<void> {
  // One look after the other, until its transaction ends: two at a time would tell the same people twice.
  await client.query("SELECT pg_advisory_xact_lock(hashtext('watchEvents'))");
  // Ends first: an event that moved to another project ends in its old one, and there is one at a time.
  await client.query(
    `UPDATE platform_event e SET recovered_at = greatest($1::timestamptz, e.started_at)
     WHERE e.recovered_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM (${wrongNow}) w WHERE w.type = e.type AND w.kind = e.subject_kind AND w.id = e.subject_id AND w.project_id = e.project_id)`,
    [at],
  );
  // One that had ended and has held since the same moment goes on, without a new notice.
  await client.query(
    `INSERT INTO platform_event (project_id, type, subject_kind, subject_id, subject_name, subject_name_en, detail_zh, detail_en,
       started_at, gateway_id, kept)
     SELECT w.project_id, w.type, w.kind, w.id, w.name, w.name_en, w.detail_zh, w.detail_en, w.at, w.gateway_id, w.kept
     FROM (${wrongNow}) w JOIN project_served p ON p.project_id = w.project_id AND p.served_until > $1
     WHERE w.begins AND NOT EXISTS (
       SELECT 1 FROM platform_event e
       WHERE e.recovered_at IS NULL AND e.type = w.type AND e.subject_kind = w.kind AND e.subject_id = w.id)
     ON CONFLICT (project_id, type, subject_kind, subject_id, started_at) DO UPDATE SET recovered_at = NULL`,
    [at],
  );
  await client.query(
    `INSERT INTO platform_event (project_id, type, subject_kind, subject_id, subject_name, subject_name_en, detail_zh, detail_en,
       started_at, recovered_at, gateway_id, kept)
     SELECT h.project_id, h.type, h.kind, h.id, h.name, h.name_en, h.detail_zh, h.detail_en, h.at, h.at, h.gateway_id, h.kept
     FROM (${happened}) h JOIN project_served p ON p.project_id = h.project_id AND p.served_until > $1
     WHERE h.at IS NOT NULL ON CONFLICT DO NOTHING`,
    [at],
  );
}

/** Of `event_told t`: the person was told, or will not be; else quiet hours delay it. */
const isSettled = "t.reason IS DISTINCT FROM 'quietHours'";

/** A message that is due: one person, one event, one way. */
export interface Owed {
  event_id: number;
  user_id: number;
  channel: 'sms' | 'voice' | 'email';
  of_recovery: boolean;
  type: string;
  project_name: string;
  project_name_en: string | null;
  time_zone: string;
  subject_name: string;
  subject_name_en: string | null;
  detail_zh: string;
  detail_en: string;
  started_at: Date;
  recovered_at: Date | null;
}

/**
 * What is due now in projects that are served, the oldest first: events that last longer (or happened earlier) than the notice
 * waits, and recoveries for people who were told of the beginning. Recipients may open the event, and are told of events that
 * began after the notice was made.
 *
 * @param asleep people and ways that wait for the end of quiet hours: they would stand before everybody else
 */
export async function readOwed(
  _system: SystemTenant,
  client: Client,
  at: Date,
  asleep: readonly Pick<Owed, 'user_id' | 'channel'>[],
  limit: number,
): Promise<Owed[]> {
  const columns = `e.id AS event_id, p.user_id, way.channel, e.type, place.name AS project_name, place.name_en AS project_name_en,
    project.time_zone, e.subject_name, e.subject_name_en, e.detail_zh, e.detail_en, e.started_at, e.recovered_at`;
  const tables = `platform_event e JOIN event_notice n ON n.project_id = e.project_id AND n.enabled AND e.type = ANY(n.event_types)
    JOIN event_notice_person p ON p.notice_id = n.id CROSS JOIN LATERAL unnest(p.channels) AS way(channel)
    JOIN project_served served ON served.project_id = e.project_id AND served.served_until > $1
    JOIN sees_event sees ON sees.user_id = p.user_id AND sees.event_id = e.id
    JOIN project ON project.id = e.project_id JOIN subarea place ON place.id = e.project_id
    LEFT JOIN notification_setting quiet ON quiet.user_id = p.user_id`;
  const awake = `NOT EXISTS (SELECT 1 FROM unnest($3::int[], $4::text[]) AS asleep(user_id, channel)
    WHERE asleep.user_id = p.user_id AND asleep.channel = way.channel)`;
  const due = "e.started_at + n.delay_minutes * interval '1 minute'";
  const { rows } = await client.query<Owed>(
    `SELECT DISTINCT ON (of_recovery, started_at, event_id, user_id, channel) * FROM (
       SELECT ${columns}, false AS of_recovery FROM ${tables}
       WHERE e.started_at >= n.created_at AND ${due} <= $1 AND ${due} > $1::timestamptz - ${toldWithin}
         AND (e.recovered_at IS NULL OR e.recovered_at = e.started_at OR e.recovered_at >= ${due}) AND ${awake}
         AND NOT EXISTS (SELECT 1 FROM event_told t WHERE t.event_id = e.id AND t.user_id = p.user_id AND t.channel = way.channel
                         AND ${isSettled})
       UNION ALL
       SELECT ${columns}, true FROM ${tables}
       WHERE n.tells_recovery AND e.recovered_at > e.started_at AND e.recovered_at > $1::timestamptz - ${toldWithin} AND ${awake}
         AND EXISTS (SELECT 1 FROM event_told t WHERE t.event_id = e.id AND t.user_id = p.user_id AND t.channel = way.channel
                     AND NOT t.of_recovery AND t.reason IS NULL)
         AND NOT EXISTS (SELECT 1 FROM event_told t WHERE t.event_id = e.id AND t.user_id = p.user_id AND t.channel = way.channel
                         AND t.of_recovery AND ${isSettled})) owed
     ORDER BY of_recovery, started_at, event_id, user_id, channel LIMIT $2`,
    [at, limit, asleep.map(({ user_id }) => user_id), asleep.map(({ channel }) => channel)],
  );
  return rows;
}

/** Records who was told, and why not or not yet; people whose message waited are told at last. */
export async function writeTold(
  _system: SystemTenant,
  client: Client,
  told: readonly { owed: Owed; messageId: number | null; reason: NotSentReason | null }[],
  at: Date,
): Promise<void> {
  if (told.length === 0) return;
  await client.query(
    `INSERT INTO event_told AS t (event_id, user_id, channel, of_recovery, at, message_id, reason)
     SELECT u.event_id, u.user_id, u.channel, u.of_recovery, $1, u.message_id, u.reason
     FROM unnest($2::bigint[], $3::int[], $4::text[], $5::boolean[], $6::bigint[], $7::text[])
       AS u(event_id, user_id, channel, of_recovery, message_id, reason)
     ON CONFLICT (event_id, user_id, channel, of_recovery) DO UPDATE
       SET at = excluded.at, message_id = excluded.message_id, reason = excluded.reason
       WHERE NOT (${isSettled}) AND excluded.reason IS DISTINCT FROM t.reason`,
    [
      at,
      told.map(({ owed }) => owed.event_id),
      told.map(({ owed }) => owed.user_id),
      told.map(({ owed }) => owed.channel),
      told.map(({ owed }) => owed.of_recovery),
      told.map(({ messageId }) => messageId),
      told.map(({ reason }) => reason),
    ],
  );
}

/**
 * Settles messages that waited for quiet hours: an event that has ended is no news any more, nor is its end. A person who may no
 * longer be told waits no longer.
 */
export async function settleWaiting(_system: SystemTenant, client: Client, at: Date): Promise<void> {
  await client.query(
    `UPDATE event_told t SET reason = 'eventOver', at = $1 FROM platform_event e
     WHERE NOT (${isSettled}) AND NOT t.of_recovery AND e.id = t.event_id AND e.recovered_at > e.started_at`,
    [at],
  );
  await client.query(
    `DELETE FROM event_told t WHERE NOT (${isSettled}) AND NOT EXISTS (
       SELECT 1 FROM platform_event e JOIN event_notice n ON n.project_id = e.project_id AND n.enabled AND e.type = ANY(n.event_types)
       JOIN event_notice_person p ON p.notice_id = n.id AND p.user_id = t.user_id AND t.channel = ANY(p.channels)
       JOIN sees_event sees ON sees.user_id = t.user_id AND sees.event_id = e.id
       WHERE e.id = t.event_id AND greatest(e.started_at + n.delay_minutes * interval '1 minute', e.recovered_at) > $1::timestamptz - ${sleptAtMost})`,
    [at],
  );
}

/** Deletes events that began before then and have ended. */
export async function deleteOldEvents(_system: SystemTenant, client: Client, before: Date): Promise<void> {
  await client.query('DELETE FROM platform_event WHERE started_at < $1 AND recovered_at IS NOT NULL', [before]);
}
