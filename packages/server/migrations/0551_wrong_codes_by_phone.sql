-- Answers from phones whose code was wrong, for an hour: after five nothing from that number is looked at. Until now each process
-- counted for itself, and from nothing after a restart.
CREATE TABLE notification_wrong_answer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  caller text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX notification_wrong_answer_caller ON notification_wrong_answer (caller, at);
