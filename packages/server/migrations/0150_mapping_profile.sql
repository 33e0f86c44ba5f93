-- How messages of gateways that speak no format of ours are read: which topics, where in the JSON the values stand, and how a
-- command to them is written. A profile serves any number of gateways of its company.
CREATE TABLE mapping_profile (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  int NOT NULL REFERENCES company ON DELETE CASCADE,
  name        text NOT NULL COLLATE natural_name,
  note        text NOT NULL DEFAULT '',
  definition  jsonb NOT NULL,                  -- MappingProfile of the protocols package
  updated_at  timestamptz NOT NULL,
  updated_by  int REFERENCES app_user ON DELETE SET NULL,
  UNIQUE (company_id, name)
);

-- A profile that is in use stays; deleting the company goes through its gateways first.
ALTER TABLE gateway ADD COLUMN mapping_profile_id int REFERENCES mapping_profile ON DELETE NO ACTION;
CREATE INDEX gateway_mapping_profile ON gateway (mapping_profile_id) WHERE mapping_profile_id IS NOT NULL;

ALTER TABLE gateway DROP CONSTRAINT gateway_payload_format_check;
ALTER TABLE gateway ADD CONSTRAINT gateway_payload_format_check
  CHECK (payload_format IN ('thingsboard', 'neuron', 'mapping', 'sparkplug'));
