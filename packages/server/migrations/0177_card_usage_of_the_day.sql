-- Whether the carrier knows a card is told apart from a state that it does not tell, and what was used today from the month.
ALTER TABLE gateway_card
  ADD COLUMN is_known boolean,                          -- null: the carrier was not asked yet
  ADD COLUMN used_today_megabytes double precision;     -- null: not said
