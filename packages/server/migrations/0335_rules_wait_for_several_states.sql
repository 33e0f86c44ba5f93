-- What a rule waits for is a list now: `onlyWhile` held one other point's state, and holds several that must all be there.

CREATE FUNCTION pg_temp.with_list(definition jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN jsonb_typeof(definition->'onlyWhile') = 'object'
    THEN jsonb_set(definition, '{onlyWhile}', jsonb_build_array(definition->'onlyWhile')) ELSE definition END $$;

UPDATE alarm_rule SET definition = pg_temp.with_list(definition) WHERE jsonb_typeof(definition->'onlyWhile') = 'object';
UPDATE alarm_rule_subject SET definition = pg_temp.with_list(definition)
  WHERE jsonb_typeof(definition->'onlyWhile') = 'object';
UPDATE alarm SET rule_definition = pg_temp.with_list(rule_definition)
  WHERE jsonb_typeof(rule_definition->'onlyWhile') = 'object';
UPDATE alarm_strategy_template
  SET definitions = (SELECT jsonb_agg(pg_temp.with_list(each) ORDER BY place)
                     FROM jsonb_array_elements(definitions) WITH ORDINALITY AS x (each, place))
  WHERE EXISTS (SELECT 1 FROM jsonb_array_elements(definitions) AS x (each) WHERE jsonb_typeof(each->'onlyWhile') = 'object');
