-- Sums of the days of a month, so that years are read by months. A trigger keeps them, whoever writes days.
CREATE TABLE energy_month (
  meter_id       int NOT NULL REFERENCES energy_meter ON DELETE CASCADE,
  month          date NOT NULL,                                      -- its first day
  wh             bigint[] NOT NULL CHECK (cardinality(wh) = 6),      -- as in energy_day
  cost_micro     bigint[] NOT NULL CHECK (cardinality(cost_micro) = 5),
  expected       int NOT NULL,
  measured       int NOT NULL,
  estimated      int NOT NULL,
  suspect_wh     bigint NOT NULL,
  peak_w         bigint,
  peak_at        timestamptz,
  is_provisional boolean NOT NULL,
  PRIMARY KEY (meter_id, month)
);

CREATE FUNCTION sum_energy_months(meter_ids int[], months date[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO energy_month (meter_id, month, wh, cost_micro, expected, measured, estimated, suspect_wh, peak_w, peak_at, is_provisional)
  SELECT d.meter_id, c.month,
    ARRAY[sum(d.wh[1]), sum(d.wh[2]), sum(d.wh[3]), sum(d.wh[4]), sum(d.wh[5]), sum(d.wh[6])]::bigint[],
    ARRAY[sum(d.cost_micro[1]), sum(d.cost_micro[2]), sum(d.cost_micro[3]), sum(d.cost_micro[4]), sum(d.cost_micro[5])]::bigint[],
    sum(d.expected), sum(d.measured), sum(d.estimated), sum(d.suspect_wh),
    max(d.peak_w), (array_agg(d.peak_at ORDER BY d.peak_w DESC NULLS LAST, d.day))[1], bool_or(d.is_provisional)
  FROM (SELECT DISTINCT meter_id, month FROM unnest(meter_ids, months) AS of(meter_id, month)) c
    JOIN energy_day d ON d.meter_id = c.meter_id AND d.day >= c.month AND d.day < c.month + interval '1 month'
  GROUP BY d.meter_id, c.month
  ON CONFLICT (meter_id, month) DO UPDATE SET wh = excluded.wh, cost_micro = excluded.cost_micro, expected = excluded.expected,
    measured = excluded.measured, estimated = excluded.estimated, suspect_wh = excluded.suspect_wh, peak_w = excluded.peak_w,
    peak_at = excluded.peak_at, is_provisional = excluded.is_provisional
$$;
SELECT sum_energy_months(array_agg(meter_id), array_agg(month))
  FROM (SELECT DISTINCT meter_id, date_trunc('month', day)::date AS month FROM energy_day) of;

CREATE FUNCTION keep_energy_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A month that has lost all of its days goes; the others are added up once more.
  IF TG_OP = 'DELETE' THEN
    DELETE FROM energy_month m USING changed c WHERE m.meter_id = c.meter_id AND m.month = date_trunc('month', c.day)::date
      AND NOT EXISTS (SELECT 1 FROM energy_day d WHERE d.meter_id = m.meter_id AND d.day >= m.month AND d.day < m.month + interval '1 month');
  END IF;
  PERFORM sum_energy_months(array_agg(c.meter_id), array_agg(date_trunc('month', c.day)::date)) FROM changed c;
  RETURN NULL;
END $$;
CREATE TRIGGER energy_day_added AFTER INSERT ON energy_day
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_energy_months();
CREATE TRIGGER energy_day_changed AFTER UPDATE ON energy_day
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_energy_months();
CREATE TRIGGER energy_day_gone AFTER DELETE ON energy_day
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_energy_months();
