import pg from 'pg';

/**
 * A connection that hears of each new alarm row the moment it is committed, as `notification` with the id of its point.
 *
 * @param pool of the database, in which a trigger is made
 * @param url of the same database
 */
export async function listenForAlarms(pool: pg.Pool, url: string): Promise<pg.Client> {
  await pool.query(
    `CREATE FUNCTION tell_alarm() RETURNS trigger LANGUAGE plpgsql
       AS $$ BEGIN PERFORM pg_notify('alarm', NEW.point_id::text); RETURN NULL; END $$;
     CREATE TRIGGER tell_alarm AFTER INSERT ON alarm FOR EACH ROW EXECUTE FUNCTION tell_alarm();`,
  );
  const witness = new pg.Client({ connectionString: url });
  await witness.connect();
  await witness.query('LISTEN alarm');
  return witness;
}
