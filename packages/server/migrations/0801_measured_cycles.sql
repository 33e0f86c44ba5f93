-- Where the cycle of a point comes from: a person, a template or a file said it; nobody did, and it is the usual one until its readings
-- tell; or it was measured from them. Lines are polled by their cycle, so only points whose gateway decides can have another.
ALTER TABLE point ADD COLUMN cycle_source text NOT NULL DEFAULT 'declared' CHECK (cycle_source IN ('declared', 'assumed', 'measured'));
-- Of those that stand today nobody knows who chose the usual cycle.
UPDATE point SET cycle_source = 'assumed' WHERE kind = 'mqtt' AND sampling_interval_seconds = 60;
CREATE INDEX point_cycle_to_measure ON point (id) WHERE cycle_source <> 'declared';
