-- Networks a DTU may dial in from, as addresses or CIDR; none: from anywhere.
ALTER TABLE gateway ADD COLUMN allowed_networks text[] NOT NULL DEFAULT '{}';
