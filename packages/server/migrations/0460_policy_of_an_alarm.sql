-- What the strategy of an alarm was called when it was raised: the history of a deleted one says under which it came.
ALTER TABLE alarm ADD COLUMN strategy_name text, ADD COLUMN strategy_name_en text;
UPDATE alarm a SET strategy_name = st.name, strategy_name_en = st.name_en FROM alarm_strategy st WHERE st.id = a.strategy_id;
