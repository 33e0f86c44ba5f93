-- The write that carries a recharge to its meter: when it was really sent and how it ended is said there.
ALTER TABLE recharge_order ADD COLUMN write_record_id bigint;
CREATE INDEX recharge_order_delivering ON recharge_order (account_id) WHERE state = 'delivering';
