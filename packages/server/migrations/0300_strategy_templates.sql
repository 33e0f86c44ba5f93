-- What a company wants alarmed of a class of devices: conditions without points, from which strategies are made.
CREATE TABLE alarm_strategy_template (
  id               int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id       int NOT NULL REFERENCES company ON DELETE CASCADE,
  name             text NOT NULL,
  name_en          text,
  remarks          text NOT NULL DEFAULT '',
  remarks_en       text,
  device_class_id  int NOT NULL REFERENCES device_class,
  -- Null: its type was deleted; until another one is chosen it is given to no device.
  point_type_id    int REFERENCES point_type ON DELETE SET NULL,
  -- A list of what `alarm_rule.definition` holds; other points are named by their type alone.
  definitions      jsonb NOT NULL CHECK (jsonb_typeof(definitions) = 'array' AND jsonb_array_length(definitions) > 0),
  escalate_minutes int CHECK (escalate_minutes >= 5),
  repeat_minutes   int CHECK (repeat_minutes >= 5),
  notify_on_clear  boolean NOT NULL DEFAULT true,
  created_by       int REFERENCES app_user ON DELETE SET NULL,
  created_at       timestamptz NOT NULL DEFAULT now(),
  changed_at       timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX alarm_strategy_template_class ON alarm_strategy_template (company_id, device_class_id, name, id);
CREATE INDEX alarm_strategy_template_type ON alarm_strategy_template (point_type_id) WHERE point_type_id IS NOT NULL;

ALTER TABLE alarm_strategy
  ADD COLUMN remarks_en text,
  -- The template it was made from when it was given to devices. Whoever gives it to more devices finds by this what they have.
  ADD COLUMN template_id int REFERENCES alarm_strategy_template ON DELETE SET NULL,
  -- Made for one device alone: others of its project do not come under it.
  ADD COLUMN of_one_device boolean NOT NULL DEFAULT false;
CREATE INDEX alarm_strategy_template_of ON alarm_strategy (template_id, project_id) WHERE template_id IS NOT NULL;

-- Names without anything behind them; a template names its class itself.
DROP TABLE class_strategy_template;
