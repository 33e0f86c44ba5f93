import { type RawBuilder, sql } from 'kysely';
import { inProjects, type SystemTenant, type Tenant, type UserTenant } from '../access/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { DayOfWeather } from '../platform/weather/weatherProvider.ts';

export interface PlaceRow {
  id: number;
  time_zone: string;
  latitude: number | null;
  longitude: number | null;
}

export interface WeatherDayRow {
  /** `YYYY-MM-DD`, or `YYYY-MM` of a month. */
  day: string;
  min_temperature: number;
  max_temperature: number;
  min_code: number;
  max_code: number;
  wind: number;
  fetched_at: Date;
}

export interface WeatherPageRow extends Omit<WeatherDayRow, 'fetched_at'> {
  project_id: number;
  name: string;
  name_en: string | null;
  address: string;
  /** How many days are kept of it. */
  days: number;
}

const placeColumns = sql`p.id, p.time_zone, p.latitude, p.longitude`;

export const findPlace = async (
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<PlaceRow | undefined> =>
  (
    await sql<PlaceRow>`
      SELECT ${placeColumns} FROM project p
      WHERE p.id = ${projectId} AND p.deleted_at IS NULL AND ${inProjects(tenant, 'p.id')}`.execute(db)
  ).rows[0];

export interface KeptPlaceRow extends PlaceRow {
  /** When its last two days were asked for; null: never. People's questions do not ask anew for days that are over. */
  kept_at: Date | null;
}

/** Every project with a position, for the job that keeps the weather. */
export const allPlaces = async (_system: SystemTenant, db: DbOrTransaction, now: Date): Promise<KeptPlaceRow[]> =>
  (
    await sql<KeptPlaceRow>`
      SELECT ${placeColumns}, (
        SELECT max(w.fetched_at) FROM weather_day w CROSS JOIN (SELECT (${now}::timestamptz AT TIME ZONE p.time_zone)::date) t (today)
        WHERE w.project_id = p.id AND w.day BETWEEN t.today - 2 AND t.today - 1) AS kept_at
      FROM project p
      WHERE p.deleted_at IS NULL AND p.latitude IS NOT NULL AND p.longitude IS NOT NULL ORDER BY p.id`.execute(db)
  ).rows;

/** The days that are kept, from `first` to `last`. */
export const keptDays = async (
  tenant: Tenant,
  db: DbOrTransaction,
  projectId: number,
  first: string,
  last: string,
): Promise<WeatherDayRow[]> =>
  (
    await sql<WeatherDayRow>`
      SELECT to_char(w.day, 'YYYY-MM-DD') AS day, w.min_temperature, w.max_temperature, w.min_code, w.max_code, w.wind, w.fetched_at
      FROM weather_day w
      WHERE w.project_id = ${projectId} AND w.day BETWEEN ${first}::date AND ${last}::date AND ${inProjects(tenant, 'w.project_id')}
      ORDER BY w.day`.execute(db)
  ).rows;

/** What is known anew stands in the place of what was known of a day. The caller has checked that the project may be asked about. */
export async function keepDays(
  _tenant: Tenant,
  db: DbOrTransaction,
  projectId: number,
  days: readonly DayOfWeather[],
  fetchedAt: Date,
): Promise<void> {
  if (days.length === 0) return;
  await sql`
    INSERT INTO weather_day (project_id, day, min_temperature, max_temperature, min_code, max_code, wind, fetched_at)
    SELECT ${projectId}, (d->>'day')::date, (d->>'minTemperature')::float8, (d->>'maxTemperature')::float8,
           (d->>'minCode')::int2, (d->>'maxCode')::int2, (d->>'windKmh')::float8, ${fetchedAt}
    FROM jsonb_array_elements(${JSON.stringify(days)}::jsonb) d
    ON CONFLICT (project_id, day) DO UPDATE SET
      min_temperature = excluded.min_temperature, max_temperature = excluded.max_temperature, min_code = excluded.min_code,
      max_code = excluded.max_code, wind = excluded.wind, fetched_at = excluded.fetched_at`.execute(db);
}

export interface WeatherFilter {
  readonly text: string | undefined;
  readonly between: readonly [string, string] | undefined;
  readonly byMonth: boolean;
  readonly now: Date;
}

/** Kept weather of the tenant's projects up to their today, the newest first (forecasts are no history); and how many rows there are. */
export async function weatherPage(
  tenant: UserTenant,
  db: DbOrTransaction,
  { text, between, byMonth, now }: WeatherFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: WeatherPageRow[]; total: number }> {
  const span: RawBuilder<string> = byMonth ? sql`to_char(w.day, 'YYYY-MM')` : sql`to_char(w.day, 'YYYY-MM-DD')`;
  const { rows } = await sql<WeatherPageRow & { total: number }>`
    WITH found AS (
      SELECT w.project_id, ${span} AS day, min(w.min_temperature) AS min_temperature, max(w.max_temperature) AS max_temperature,
             min(w.min_code) AS min_code, max(w.max_code) AS max_code, max(w.wind) AS wind,
             count(*)::int AS days
      FROM weather_day w JOIN project o ON o.id = w.project_id
      WHERE ${inProjects(tenant, 'w.project_id')} AND w.day <= (${now}::timestamptz AT TIME ZONE o.time_zone)::date
        AND (${between?.[0] ?? null}::date IS NULL OR w.day BETWEEN ${between?.[0] ?? null}::date AND ${between?.[1] ?? null}::date)
      GROUP BY 1, 2)
    SELECT f.*, s.name, s.name_en, p.address, count(*) OVER ()::int AS total
    FROM found f JOIN project p ON p.id = f.project_id JOIN subarea s ON s.id = f.project_id
    WHERE p.deleted_at IS NULL AND ${containsText(text, 's.name', 's.name_en', 'p.address')}
    ORDER BY f.day DESC, s.name, f.project_id
    LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}
