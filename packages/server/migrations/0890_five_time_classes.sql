-- A fifth time class, below off-peak, as several provinces have it: arrays by class grow by one at their end.
ALTER TABLE tariff_version DROP CONSTRAINT tariff_version_prices_e8_check;
ALTER TABLE tariff_version DISABLE TRIGGER tariff_version_fixed;
UPDATE tariff_version SET prices_e8 = prices_e8 || NULL::bigint;
ALTER TABLE tariff_version ENABLE TRIGGER tariff_version_fixed;
ALTER TABLE tariff_version ADD CHECK (cardinality(prices_e8) = 5);
UPDATE energy_day SET wh = wh || 0::bigint, cost_micro = cost_micro || 0::bigint;
ALTER TABLE energy_day ADD CHECK (cardinality(wh) = 6), ADD CHECK (cardinality(cost_micro) = 5);

-- As before, with the fifth class in the energy.
DROP VIEW prepaid_low;
DROP VIEW prepaid_balance;
CREATE FUNCTION micro_of_day(cost bigint[]) RETURNS bigint LANGUAGE sql IMMUTABLE
  AS $$ SELECT cost[1] + cost[2] + cost[3] + cost[4] + cost[5] $$;
CREATE VIEW prepaid_balance AS
  SELECT account_id, project_id, consumer, fen, unposted_fen, fen_per_day, days_left::float8 AS days_left,
    closed_at IS NULL AND (fen <= 0 OR coalesce(days_left < low_days, false)) AS is_low
  FROM (
    SELECT held.*, CASE WHEN fen_per_day > 0 THEN greatest(0, floor(fen * 10.0 / fen_per_day) / 10) END AS days_left
    FROM (
      SELECT a.id AS account_id, a.project_id, a.consumer, a.closed_at, a.low_days, since.unposted_fen,
        a.posted_fen - since.unposted_fen AS fen, floor(usual.micro / 10000 + 0.5)::bigint AS fen_per_day
      FROM prepaid_account a JOIN project p ON p.id = a.project_id LEFT JOIN energy_meter m ON m.id = a.meter_id
      CROSS JOIN LATERAL (
        SELECT CASE WHEN a.closed_at IS NOT NULL THEN 0 ELSE
          fen_of_micro(a.charged_micro + coalesce(sum(micro_of_day(d.cost_micro)), 0)::bigint) - a.charged_fen END AS unposted_fen
        FROM energy_day d WHERE d.meter_id = a.meter_id AND d.day >= greatest(a.charge_from, a.charged_through + 1)) since
      CROSS JOIN LATERAL (
        SELECT avg(d.micro) AS micro FROM (
          SELECT micro_of_day(d.cost_micro) AS micro FROM energy_day d
          WHERE d.meter_id = a.meter_id AND d.day < (m.settled_through AT TIME ZONE p.time_zone)::date ORDER BY d.day DESC LIMIT 7) d) usual
    ) held
  ) counted;
CREATE VIEW prepaid_low AS
  SELECT b.account_id AS id, b.project_id, b.consumer, b.fen FROM prepaid_balance b
  JOIN project p ON p.id = b.project_id AND p.deleted_at IS NULL WHERE b.is_low;
