-- What clients that we did not write keep of a template: text that they alone read.
ALTER TABLE device_template ADD COLUMN value text NOT NULL DEFAULT '';
