-- Outdoor weather of a project by its own days: what was forecast until a day is over, then what was. Kept as long as the project.
CREATE TABLE weather_day (
  project_id integer NOT NULL REFERENCES project ON DELETE CASCADE,
  day date NOT NULL,
  min_temperature double precision NOT NULL,             -- °C
  max_temperature double precision NOT NULL,
  min_code smallint NOT NULL,                            -- WMO 4677 as Open-Meteo uses it
  max_code smallint NOT NULL,
  wind double precision NOT NULL,                        -- km/h
  fetched_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, day)
);
