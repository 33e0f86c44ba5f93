-- What a ThingsBoard device signs in with alone; only the SHA-256 of it is kept, and a gateway is found by that.
ALTER TABLE gateway ADD COLUMN access_token_hash text UNIQUE;
