-- Points that only the calls of an open prepaid account write, for `writing` to ask: its switch, and of a meter that holds the money
-- what is paid in and how many purchases were taken.
CREATE VIEW prepaid_point AS
  SELECT switch_point_id AS point_id, id AS account_id, 'switch' AS use FROM prepaid_account WHERE closed_at IS NULL AND switch_point_id IS NOT NULL
  UNION ALL
  SELECT amount_point_id, id, 'money' FROM prepaid_account WHERE closed_at IS NULL AND amount_point_id IS NOT NULL
  UNION ALL
  SELECT count_point_id, id, 'money' FROM prepaid_account WHERE closed_at IS NULL AND count_point_id IS NOT NULL;
CREATE INDEX prepaid_account_switch_point ON prepaid_account (switch_point_id);
CREATE INDEX prepaid_account_amount_point ON prepaid_account (amount_point_id);
CREATE INDEX prepaid_account_count_point ON prepaid_account (count_point_id);
