-- What is known about a device before one is connected: its registers, or the keys it reports. Those without a company are the
-- product's own (`templates/systemTemplates.ts`), brought up to date at every start unless they were changed or deleted here.
CREATE TABLE device_template (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  int REFERENCES company ON DELETE CASCADE,
  code        text UNIQUE,                     -- of the product's own
  kind        text NOT NULL CHECK (kind IN ('register', 'mqtt')),
  name        text NOT NULL COLLATE natural_name,
  name_en     text,
  brand       text NOT NULL DEFAULT '',
  model       text NOT NULL DEFAULT '',
  category    text NOT NULL DEFAULT '',
  category_en text,
  source      text NOT NULL DEFAULT 'own' CHECK (source IN ('maker', 'field', 'own')),
  source_name text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  description_en text,
  first_address smallint NOT NULL DEFAULT 0 CHECK (first_address IN (0, 1)),
  max_registers smallint NOT NULL DEFAULT 125 CHECK (max_registers BETWEEN 1 AND 125),
  max_gap       smallint NOT NULL DEFAULT 0 CHECK (max_gap BETWEEN 0 AND 100),
  baud_rate   int NOT NULL DEFAULT 9600,
  data_bits   smallint NOT NULL DEFAULT 8,
  parity      text NOT NULL DEFAULT 'none' CHECK (parity IN ('none', 'even', 'odd')),
  stop_bits   smallint NOT NULL DEFAULT 1,
  points      jsonb NOT NULL DEFAULT '[]',     -- as the calls have them, addresses counted from first_address
  point_count int NOT NULL GENERATED ALWAYS AS (jsonb_array_length(points)) STORED,
  shared      boolean NOT NULL DEFAULT false,  -- everybody in the company has it, else who made it
  created_by  int REFERENCES app_user ON DELETE SET NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  changed_by_hand boolean NOT NULL DEFAULT false, -- of the product's own: no longer brought up to date
  deleted_at  timestamptz,                     -- of the product's own: stays away
  CHECK ((company_id IS NULL) = (code IS NOT NULL))
);
CREATE UNIQUE INDEX device_template_name ON device_template (company_id, name) WHERE company_id IS NOT NULL;
