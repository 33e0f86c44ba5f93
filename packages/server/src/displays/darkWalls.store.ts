import { isInHoursSql, isSilentSql } from './darkness.ts';

/**
 * Walls that are silent: id, project, name, when they were last heard of, and whether darkness begins now. Outside its hours it does
 * not begin, but it goes on: a wall recovers when it is heard of. `$1` is now.
 */
export const darkWalls = `SELECT w.id, w.project_id, w.name, w.last_seen_at, ${isInHoursSql('$1::timestamptz')} AS begins
  FROM display w JOIN project p ON p.id = w.project_id JOIN data_screen s ON s.id = w.data_screen_id AND s.company_id = p.company_id
  WHERE w.revoked_at IS NULL AND p.deleted_at IS NULL AND ${isSilentSql('$1::timestamptz')}`;
