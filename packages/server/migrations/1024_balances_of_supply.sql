-- How exact a meter is, in percent of its reading; null: nobody entered it, and the balance below it is shown, not judged.
ALTER TABLE energy_meter ADD COLUMN accuracy_percent double precision CHECK (accuracy_percent > 0 AND accuracy_percent <= 5);
CREATE INDEX energy_meter_parent ON energy_meter (parent_id) WHERE parent_id IS NOT NULL;

-- Meters whose energy is not that of the meters below them: on at least 3 of the last 7 settled days the difference was above 3 % and above
-- twice what the meters may err by together (their class and 0.5 % for transformers each). Days that are not known to 99 % do not count.
CREATE VIEW energy_unbalanced AS
  SELECT meter_id, project_id, count(*)::int AS days, min(day) AS since, sum(parent_wh - child_wh)::float8 / sum(parent_wh) AS loss_share,
    max(limit_share) AS limit_share
  FROM (
    SELECT m.id AS meter_id, m.project_id, d.day, own.wh AS parent_wh, below.wh AS child_wh,
      greatest(0.03, 2 * sqrt(((m.accuracy_percent + 0.5) / 100 * own.wh) ^ 2 + below.error2) / own.wh) AS limit_share
    FROM energy_meter m JOIN project p ON p.id = m.project_id
    JOIN energy_day d ON d.meter_id = m.id AND d.measured * 100 >= d.expected * 99
      AND d.day < (m.settled_through AT TIME ZONE p.time_zone)::date AND d.day >= (m.settled_through AT TIME ZONE p.time_zone)::date - 7
    CROSS JOIN LATERAL (SELECT sum(each)::float8 AS wh FROM unnest(d.wh) each) own
    CROSS JOIN LATERAL (
      SELECT sum(c.wh) AS wh, sum(((child.accuracy_percent + 0.5) / 100 * c.wh) ^ 2) AS error2,
        count(*) = count(c.wh) AND count(*) = count(child.accuracy_percent) AND count(*) > 0 AS is_known
      FROM energy_meter child LEFT JOIN LATERAL (
        SELECT sum(each)::float8 AS wh FROM energy_day e, unnest(e.wh) each
        WHERE e.meter_id = child.id AND e.day = d.day AND e.measured * 100 >= e.expected * 99) c ON true
      WHERE child.parent_id = m.id) below
    WHERE m.accuracy_percent IS NOT NULL AND below.is_known AND own.wh > 0) judged
  WHERE abs(parent_wh - child_wh) / parent_wh > limit_share
  GROUP BY meter_id, project_id HAVING count(*) >= 3;
