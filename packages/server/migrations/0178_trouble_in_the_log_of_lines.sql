-- Something may be wrong with a gateway or slave that is there: it says so itself, or sends more than it may.
ALTER TABLE gateway_event DROP CONSTRAINT gateway_event_kind_check;
ALTER TABLE gateway_event ADD CONSTRAINT gateway_event_kind_check CHECK (kind IN ('up', 'down', 'fault', 'mended'));
