/** In SQL, the shifts of a rota `r` as JSON, as `onDuty` takes them. */
export const shiftsOfRota = `coalesce((
  SELECT json_agg(json_build_object('userId', s.user_id, 'weekdays', s.weekdays, 'from', s.from_minute,
    'until', s.until_minute, 'everyWeeks', s.every_weeks, 'firstWeek', s.first_week, 'onHolidays', s.on_holidays) ORDER BY s.id)
  FROM duty_shift s WHERE s.rota_id = r.id), '[]')`;
