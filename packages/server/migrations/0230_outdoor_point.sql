-- The temperature outside, hour by hour, is kept as history of a point like any other; this says which point of a project it is.
ALTER TABLE point ADD COLUMN outdoor boolean NOT NULL DEFAULT false;
ALTER TABLE point ADD CONSTRAINT point_outdoor_alone CHECK (NOT outdoor OR (gateway_id IS NULL AND formula IS NULL));
CREATE UNIQUE INDEX point_outdoor ON point (project_id) WHERE outdoor;
