-- What a company expects of the answers to alarms, in percent.
CREATE TABLE service_limit (
  company_id        int PRIMARY KEY REFERENCES company ON DELETE CASCADE,
  confirm_min       smallint NOT NULL,
  process_min       smallint NOT NULL,
  alarm_change_max  smallint NOT NULL,
  repair_change_max smallint NOT NULL
);
