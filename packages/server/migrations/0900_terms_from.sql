-- From when on the terms of a calculated meter are those that it has: days before it were added up by others, and stay.
ALTER TABLE energy_meter ADD COLUMN terms_from date; -- null: they never changed
