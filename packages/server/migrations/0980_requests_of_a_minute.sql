-- How often networks asked a public call in the present minute, counted for all processes together. Not in the write-ahead log:
-- after a crash of the database every network begins anew, as in the next minute.
CREATE UNLOGGED TABLE request_minute (
  key     text PRIMARY KEY,                    -- '<call>@<network>'
  minute  integer NOT NULL,                    -- since 1970
  count   integer NOT NULL
) WITH (fillfactor = 50);
COMMENT ON TABLE request_minute IS 'Requests of public calls in one minute, by call and network: one row each, begun anew in the next minute';
