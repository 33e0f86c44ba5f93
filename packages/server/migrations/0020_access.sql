-- Companies (tenants), roles and who holds them.

CREATE TABLE company (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text NOT NULL COLLATE natural_name,
  name_en    text,                            -- shown in English where given
  label      text NOT NULL DEFAULT '',
  industry   smallint NOT NULL CHECK (industry BETWEEN 1 AND 4),
  time_zone  text NOT NULL DEFAULT 'Asia/Shanghai',
  flags      jsonb NOT NULL DEFAULT '{}',      -- which platforms the company has bought: {"workOrder": true, …}
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE role (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  int NOT NULL REFERENCES company ON DELETE CASCADE,
  name        text NOT NULL COLLATE natural_name,
  scope       text NOT NULL CHECK (scope IN ('company', 'project')),
  is_default  boolean NOT NULL DEFAULT false,
  UNIQUE (company_id, scope, name)
);
CREATE UNIQUE INDEX role_default ON role (company_id, scope) WHERE is_default;

-- A half-selected parent is remembered for the tree and grants nothing.
CREATE TABLE role_permission (
  role_id        int NOT NULL REFERENCES role ON DELETE CASCADE,
  permission_id  int NOT NULL,                 -- 0 is the wildcard: everything
  half_selected  boolean NOT NULL DEFAULT false,
  PRIMARY KEY (role_id, permission_id)
);

CREATE TABLE membership (
  company_id  int NOT NULL REFERENCES company ON DELETE CASCADE,
  user_id     int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  active      boolean NOT NULL DEFAULT true,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, user_id)
);
CREATE INDEX membership_user ON membership (user_id);

-- project_id -1 means company-wide, as on the wire.
CREATE TABLE role_entry (
  user_id     int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  role_id     int NOT NULL REFERENCES role ON DELETE CASCADE,
  company_id  int NOT NULL REFERENCES company ON DELETE CASCADE,
  project_id  int NOT NULL DEFAULT -1,
  PRIMARY KEY (user_id, role_id, project_id)
);
CREATE INDEX role_entry_company ON role_entry (company_id, project_id);

-- What a member sees inside a project. No row: all devices, all levels.
CREATE TABLE member_scope (
  user_id       int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  project_id    int NOT NULL,
  devices       text NOT NULL CHECK (devices IN ('all', 'listed')),
  alarm_levels  smallint[] NOT NULL DEFAULT '{1,2,3,4}',
  PRIMARY KEY (user_id, project_id)
);

CREATE TABLE member_device (
  user_id     int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  project_id  int NOT NULL,
  device_id   int NOT NULL,
  can_write   boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, device_id)
);
CREATE INDEX member_device_project ON member_device (user_id, project_id);
