-- Events that the platform itself finds: with its own equipment (gateways, cards) and its own work (exports, messages).
CREATE TABLE platform_event (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id      int NOT NULL REFERENCES project ON DELETE CASCADE,
  type            text NOT NULL,                 -- of the contract's eventTypes
  subject_kind    text NOT NULL,                 -- gateway, slave, card, download, message
  subject_id      bigint NOT NULL,
  subject_name    text NOT NULL,                 -- as it was then; what was there may be gone
  subject_name_en text,
  detail_zh       text NOT NULL DEFAULT '',
  detail_en       text NOT NULL DEFAULT '',
  started_at      timestamptz NOT NULL,
  recovered_at    timestamptz,                   -- null: it lasts. What happens at once and is over has its start
  UNIQUE (type, subject_kind, subject_id, started_at)
);
CREATE UNIQUE INDEX platform_event_lasting ON platform_event (type, subject_kind, subject_id) WHERE recovered_at IS NULL;
CREATE INDEX platform_event_project ON platform_event (project_id, started_at DESC, id DESC);
CREATE INDEX platform_event_started ON platform_event (started_at);

-- Who is told of which events of a project.
CREATE TABLE event_notice (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id      int NOT NULL REFERENCES project ON DELETE CASCADE,
  name            text NOT NULL,
  name_en         text,
  enabled         boolean NOT NULL DEFAULT true,
  system_type     text NOT NULL,                 -- of the contract's eventSystems
  event_types     text[] NOT NULL CHECK (cardinality(event_types) > 0),
  delay_minutes   smallint NOT NULL DEFAULT 0 CHECK (delay_minutes BETWEEN 0 AND 1440),  -- what is over by then is told to nobody
  tells_recovery  boolean NOT NULL DEFAULT true,
  created_by      int REFERENCES app_user ON DELETE SET NULL,
  created_at      timestamptz NOT NULL,
  changed_at      timestamptz NOT NULL
);
CREATE INDEX event_notice_project ON event_notice (project_id, name, id);

CREATE TABLE event_notice_person (
  notice_id  int NOT NULL REFERENCES event_notice ON DELETE CASCADE,
  user_id    int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  channels   text[] NOT NULL CHECK (cardinality(channels) > 0 AND channels <@ '{sms,voice,email}'),
  PRIMARY KEY (notice_id, user_id)
);
CREATE INDEX event_notice_person_user ON event_notice_person (user_id);

-- Who was told of an event, once a person and way for its start and once for its end; or why he was not.
CREATE TABLE event_told (
  event_id    bigint NOT NULL REFERENCES platform_event ON DELETE CASCADE,
  user_id     int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  channel     text NOT NULL CHECK (channel IN ('sms', 'voice', 'email')),
  of_recovery boolean NOT NULL,
  at          timestamptz NOT NULL,
  message_id  bigint REFERENCES notification_message ON DELETE SET NULL,
  reason      text,                              -- why nothing was sent; words stand in the contract
  PRIMARY KEY (event_id, user_id, channel, of_recovery)
);
CREATE INDEX event_told_message ON event_told (message_id) WHERE message_id IS NOT NULL;

-- Whoever manages the alarms of all devices sees what the platform finds (123).
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT role_id, 123, false FROM role_permission WHERE permission_id = 34 AND NOT half_selected
  ON CONFLICT DO NOTHING;
