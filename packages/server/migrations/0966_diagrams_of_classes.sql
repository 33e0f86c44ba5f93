-- A diagram that serves every device of a class in its project: its symbols name roles, not devices and points.
ALTER TABLE diagram ADD COLUMN class_code text;                -- of device_class; null: of certain devices
CREATE UNIQUE INDEX diagram_class ON diagram (project_id, class_code) WHERE class_code IS NOT NULL;
