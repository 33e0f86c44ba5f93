-- Who may come in. A user is global; what he may do where stands in 0020_access.sql.

-- Names sort the way people expect: pinyin for Chinese, numbers by value (泵2 before 泵10).
CREATE COLLATION IF NOT EXISTS natural_name (provider = icu, locale = 'zh-u-co-pinyin-kn-true', deterministic = true);

CREATE TABLE app_user (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account        text NOT NULL,
  password_hash  text NOT NULL,               -- argon2id, PHC string
  nickname       text NOT NULL COLLATE natural_name,
  mobile         text,
  email          text,
  avatar         text,
  department     text,
  preferences    text NOT NULL DEFAULT '{}',  -- JSON text as the client sent it, at most 64 KB
  created_at     timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX app_user_account ON app_user (lower(account));
CREATE UNIQUE INDEX app_user_mobile ON app_user (mobile) WHERE mobile IS NOT NULL;

-- One row per sign-in; every refresh token descends from one. Revoking the family ends them all.
CREATE TABLE session_family (
  id          uuid PRIMARY KEY,
  user_id     int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  created_at  timestamptz NOT NULL,
  revoked_at  timestamptz,
  user_agent  text,
  address     text
);
CREATE INDEX session_family_user ON session_family (user_id);

CREATE TABLE refresh_token (
  token_hash     bytea PRIMARY KEY,            -- sha256; the token itself is never stored
  family_id      uuid NOT NULL REFERENCES session_family ON DELETE CASCADE,
  issued_at      timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  replaced_at    timestamptz
);
CREATE INDEX refresh_token_family ON refresh_token (family_id);

-- Failed sign-ins by account and by address; the throttle of /User/login reads it.
CREATE TABLE login_failure (
  key         text NOT NULL,                   -- 'account:<name>' or 'address:<ip>'
  failed_at   timestamptz NOT NULL
);
CREATE INDEX login_failure_key ON login_failure (key, failed_at);
