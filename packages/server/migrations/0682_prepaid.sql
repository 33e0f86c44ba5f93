-- Prepaid meters: accounts, a ledger of double entry that is only added to, recharges, and orders to switch.
CREATE TABLE prepaid_account (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id      int NOT NULL REFERENCES project ON DELETE CASCADE,
  meter_id        int REFERENCES energy_meter ON DELETE SET NULL,
  consumer        text NOT NULL COLLATE natural_name,
  phone           text NOT NULL DEFAULT '',
  mode            text NOT NULL CHECK (mode IN ('platform', 'meterHeld')), -- who holds the money: we, or the meter itself
  load_class      text NOT NULL CHECK (load_class IN ('protected', 'interruptible')),
  low_days        int NOT NULL CHECK (low_days BETWEEN 1 AND 60),
  overdraft_fen   bigint NOT NULL CHECK (overdraft_fen >= 0),
  hoard_limit_fen bigint NOT NULL CHECK (hoard_limit_fen > 0),
  switch_point_id int REFERENCES point ON DELETE SET NULL,         -- 1: power is on
  amount_point_id int REFERENCES point ON DELETE SET NULL,         -- of a meter that holds the money: ¥ to add
  count_point_id  int REFERENCES point ON DELETE SET NULL,         -- how many purchases it has taken
  charge_from     date NOT NULL,                                   -- days before are none of its
  charged_through date,
  opened_at       timestamptz NOT NULL,
  closed_at       timestamptz,
  CHECK ((mode = 'platform') = (amount_point_id IS NULL AND count_point_id IS NULL) OR mode = 'meterHeld')
);
CREATE UNIQUE INDEX prepaid_account_open ON prepaid_account (meter_id) WHERE closed_at IS NULL;
CREATE INDEX prepaid_account_project ON prepaid_account (project_id);

CREATE TABLE ledger_entry (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id  int NOT NULL REFERENCES prepaid_account ON DELETE CASCADE,
  kind        text NOT NULL CHECK (kind IN ('opening', 'recharge', 'charge', 'refund', 'writeOff', 'reversal')),
  booked_at   timestamptz NOT NULL,
  through_day date,                                                -- of a charge: the last day in it
  reverses_id bigint UNIQUE REFERENCES ledger_entry,
  note        text NOT NULL DEFAULT '',
  by_user     int REFERENCES app_user ON DELETE SET NULL,
  UNIQUE (account_id, kind, through_day)
);
CREATE INDEX ledger_entry_account ON ledger_entry (account_id, id DESC);
CREATE TABLE ledger_line (
  entry_id   bigint NOT NULL REFERENCES ledger_entry ON DELETE CASCADE,
  side       text NOT NULL CHECK (side IN ('customer', 'cash', 'income', 'opening', 'writeOff')),
  amount_fen bigint NOT NULL,
  PRIMARY KEY (entry_id, side)
);

-- Only what belongs to something that is deleted as a whole goes with it.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN RETURN OLD; END IF;
  -- A person who is deleted leaves the entry.
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'ledger_entry' AND pg_trigger_depth() > 1 THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'The ledger is only added to';
END $$;
CREATE TRIGGER ledger_entry_fixed BEFORE UPDATE OR DELETE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_line_fixed BEFORE UPDATE OR DELETE ON ledger_line FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE FUNCTION check_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount_fen) FROM ledger_line WHERE entry_id = NEW.entry_id) <> 0
  THEN RAISE EXCEPTION 'The lines of a ledger entry must add up to 0'; END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_line_balanced AFTER INSERT ON ledger_line
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();

CREATE TABLE recharge_order (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id     int NOT NULL REFERENCES prepaid_account ON DELETE CASCADE,
  order_number   text NOT NULL,
  amount_fen     bigint NOT NULL CHECK (amount_fen > 0),
  channel        text NOT NULL,
  external_id    text,
  state          text NOT NULL CHECK (state IN ('credited', 'delivering', 'delivered', 'disputed', 'reversed')),
  entry_id       bigint NOT NULL REFERENCES ledger_entry ON DELETE CASCADE,
  count_before   bigint,                                           -- purchases the meter had taken before
  sent_at        timestamptz,
  created_at     timestamptz NOT NULL,
  created_by     int REFERENCES app_user ON DELETE SET NULL
);
CREATE INDEX recharge_order_account ON recharge_order (account_id, id DESC);
CREATE INDEX recharge_order_number ON recharge_order (order_number);

CREATE TABLE switch_order (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id      int NOT NULL REFERENCES prepaid_account ON DELETE CASCADE,
  want            text NOT NULL CHECK (want IN ('off', 'on')),
  gates           jsonb NOT NULL,                                  -- what was asked when it was sent, with the answers
  reason          text NOT NULL,
  write_record_id bigint,
  state           text NOT NULL CHECK (state IN ('sending', 'done', 'failed', 'unknown')),
  created_at      timestamptz NOT NULL,
  created_by      int REFERENCES app_user ON DELETE SET NULL
);
CREATE INDEX switch_order_account ON switch_order (account_id, id DESC);

-- Open accounts whose money does not last as long as they are to be told before: what is posted less the energy since.
CREATE VIEW prepaid_low AS
  SELECT id, project_id, consumer, fen::float8 AS fen FROM (
    SELECT a.id, a.project_id, a.consumer, a.low_days,
      coalesce(sum(l.amount_fen), 0) - coalesce(sum(l.amount_fen) FILTER (WHERE e.kind = 'charge'), 0)
        - coalesce((SELECT sum(d.cost_micro[1] + d.cost_micro[2] + d.cost_micro[3] + d.cost_micro[4]) FROM energy_day d
            WHERE d.meter_id = a.meter_id AND d.day >= a.charge_from), 0) / 10000.0 AS fen,
      (SELECT avg(d.cost_micro[1] + d.cost_micro[2] + d.cost_micro[3] + d.cost_micro[4]) / 10000.0 FROM (
        SELECT * FROM energy_day d WHERE d.meter_id = a.meter_id AND d.day < (now() AT TIME ZONE p.time_zone)::date ORDER BY d.day DESC LIMIT 7) d) AS per_day
    FROM prepaid_account a JOIN project p ON p.id = a.project_id AND p.deleted_at IS NULL
    LEFT JOIN ledger_entry e ON e.account_id = a.id LEFT JOIN ledger_line l ON l.entry_id = e.id AND l.side = 'customer'
    WHERE a.closed_at IS NULL GROUP BY a.id, p.time_zone) of
  WHERE fen <= 0 OR (per_day > 0 AND fen / per_day < low_days);
