-- Of what a gateway repeats only the first of each minute are kept; how many more came after the last of them stands with it.
ALTER TABLE gateway_rejection ADD COLUMN left_out_count int NOT NULL DEFAULT 0;

-- The address a stranger came from: whoever comes again and again must not push out what others said.
ALTER TABLE gateway_rejection ADD COLUMN sender text;
