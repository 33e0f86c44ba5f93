-- WebRTC sessions that run at media servers, so that a restart of ours still ends those whose viewer loses the right. What a row
-- says is sealed: it holds the login of a camera and a ticket.
CREATE TABLE camera_session (
  key         text PRIMARY KEY,
  sealed      bytea NOT NULL,
  started_at  timestamptz NOT NULL
);
