-- What an account holds is kept with each line of its ledger and with the account, instead of added up each time it is shown.
ALTER TABLE ledger_line ADD COLUMN balance_fen bigint;            -- of the customer's line: what the account holds after it
ALTER TABLE prepaid_account
  ADD COLUMN posted_fen    bigint NOT NULL DEFAULT 0,             -- of everything in its ledger
  ADD COLUMN charged_fen   bigint NOT NULL DEFAULT 0,             -- of that the energy, above 0
  ADD COLUMN charged_micro bigint NOT NULL DEFAULT 0;             -- micro-¥ of its days through charged_through, as they were when they were charged

ALTER TABLE ledger_line DISABLE TRIGGER ledger_line_fixed;
UPDATE ledger_line l SET balance_fen = b.fen FROM (
  SELECT c.entry_id, sum(c.amount_fen) OVER (PARTITION BY e.account_id ORDER BY e.id) AS fen
  FROM ledger_line c JOIN ledger_entry e ON e.id = c.entry_id WHERE c.side = 'customer') b
  WHERE l.entry_id = b.entry_id AND l.side = 'customer';
ALTER TABLE ledger_line ENABLE TRIGGER ledger_line_fixed;
ALTER TABLE ledger_line ADD CHECK ((side = 'customer') = (balance_fen IS NOT NULL));

UPDATE prepaid_account a SET posted_fen = b.posted, charged_fen = b.charged FROM (
  SELECT e.account_id, sum(l.amount_fen) AS posted, -coalesce(sum(l.amount_fen) FILTER (WHERE e.kind = 'charge'), 0) AS charged
  FROM ledger_entry e JOIN ledger_line l ON l.entry_id = e.id AND l.side = 'customer' GROUP BY e.account_id) b
  WHERE b.account_id = a.id;
UPDATE prepaid_account a SET charged_micro = coalesce((
  SELECT sum(d.cost_micro[1] + d.cost_micro[2] + d.cost_micro[3] + d.cost_micro[4]) FROM energy_day d
  WHERE d.meter_id = a.meter_id AND d.day BETWEEN a.charge_from AND a.charged_through), 0);

-- The account's row is locked by it, so that two entries at a time come one after the other.
CREATE FUNCTION keep_ledger_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE prepaid_account a SET
    posted_fen = a.posted_fen + NEW.amount_fen,
    charged_fen = a.charged_fen - CASE WHEN e.kind = 'charge' THEN NEW.amount_fen ELSE 0 END
    FROM ledger_entry e WHERE e.id = NEW.entry_id AND a.id = e.account_id
    RETURNING a.posted_fen INTO NEW.balance_fen;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_line_balance BEFORE INSERT ON ledger_line
  FOR EACH ROW WHEN (NEW.side = 'customer') EXECUTE FUNCTION keep_ledger_balance();

-- A payment is looked up by its reference; recharges of a company come one after the other, which keeps it to one of them.
CREATE INDEX recharge_order_external ON recharge_order (external_id) WHERE external_id IS NOT NULL;

-- Half up, as the calls round.
CREATE FUNCTION fen_of_micro(micro bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
  AS $$ SELECT floor((micro::numeric + 5000) / 10000)::bigint $$;

-- What an account holds now: what is posted less the energy since. Energy is a running total, rounded once: a day that is counted once
-- more corrects itself with the next charge. Low: nothing is left, or it does not last as long as the account's notice asks.
DROP VIEW prepaid_low;
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
          fen_of_micro(a.charged_micro + coalesce(sum(d.cost_micro[1] + d.cost_micro[2] + d.cost_micro[3] + d.cost_micro[4]), 0)::bigint)
            - a.charged_fen END AS unposted_fen
        FROM energy_day d WHERE d.meter_id = a.meter_id AND d.day >= greatest(a.charge_from, a.charged_through + 1)) since
      CROSS JOIN LATERAL (
        SELECT avg(d.micro) AS micro FROM (
          SELECT d.cost_micro[1] + d.cost_micro[2] + d.cost_micro[3] + d.cost_micro[4] AS micro FROM energy_day d
          WHERE d.meter_id = a.meter_id AND d.day < (m.settled_through AT TIME ZONE p.time_zone)::date ORDER BY d.day DESC LIMIT 7) d) usual
    ) held
  ) counted;
CREATE VIEW prepaid_low AS
  SELECT b.account_id AS id, b.project_id, b.consumer, b.fen FROM prepaid_balance b
  JOIN project p ON p.id = b.project_id AND p.deleted_at IS NULL WHERE b.is_low;
