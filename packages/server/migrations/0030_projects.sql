-- The tree of places: partition (organisation) → project → area (inside a project).

CREATE TABLE subarea (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  int NOT NULL REFERENCES company ON DELETE CASCADE,
  parent_id   int REFERENCES subarea ON DELETE CASCADE,
  kind        text NOT NULL CHECK (kind IN ('partition', 'project', 'area')),
  name        text NOT NULL COLLATE natural_name,
  name_en     text,                            -- shown in English where given
  position    int NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX subarea_sibling_name ON subarea (company_id, coalesce(parent_id, 0), name);
CREATE UNIQUE INDEX subarea_project_name ON subarea (company_id, name) WHERE kind = 'project';
CREATE INDEX subarea_parent ON subarea (parent_id);

CREATE TABLE project (
  id             int PRIMARY KEY REFERENCES subarea ON DELETE CASCADE,
  company_id     int NOT NULL REFERENCES company ON DELETE CASCADE,
  code           text NOT NULL DEFAULT '',
  industry       smallint NOT NULL CHECK (industry BETWEEN 1 AND 4),
  address        text NOT NULL DEFAULT '',
  latitude       double precision,
  longitude      double precision,
  time_zone      text NOT NULL DEFAULT 'Asia/Shanghai',
  service_start  date,
  service_end    date,
  valid          boolean NOT NULL DEFAULT true
);
CREATE INDEX project_company ON project (company_id);
