-- Each limit of a rule has a delay of its own. What was remembered of an excursion goes on: as the limit it stood at.
UPDATE alarm_state s SET state = s.state || jsonb_build_object('bands', (
  SELECT jsonb_agg(CASE WHEN band.name = s.state ->> 'band' THEN jsonb_build_object(
      'isOn', s.state ->> 'phase' <> 'pendingOn',
      'timerFrom', CASE s.state ->> 'phase' WHEN 'active' THEN 'null'::jsonb ELSE s.state -> 'timerFrom' END,
      'limit', coalesce(nullif(s.state -> 'limit', 'null'), r.definition -> 'bands' -> band.name -> 'limit', '0'),
      'severity', coalesce(nullif(s.state -> 'severity', 'null'), r.definition -> 'bands' -> band.name -> 'severity', '3'))
    ELSE 'null'::jsonb END ORDER BY band.place)
  FROM unnest(ARRAY['lowLow', 'low', 'high', 'highHigh']) WITH ORDINALITY AS band(name, place)))
FROM alarm_rule r
WHERE r.id = s.rule_id AND s.state ->> 'band' IS NOT NULL;
