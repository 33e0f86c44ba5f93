-- A note that is taken anew is another one: settling deletes only the note that it had read before it began.
ALTER TABLE energy_dirty ADD COLUMN note_id uuid NOT NULL DEFAULT gen_random_uuid();
