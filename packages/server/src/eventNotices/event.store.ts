import { type EventSystem, type EventTypeName, eventTypesOf } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { inProjects, type UserTenant } from '../access/index.ts';
import { type GatewayTenant, gatewayShared } from '../gateways/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { allOf, direction, oneOf } from '../platform/db/listQuery.ts';

export interface EventListRow {
  id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  time_zone: string;
  type: EventTypeName;
  subject_kind: string;
  subject_id: number;
  subject_name: string;
  subject_name_en: string | null;
  detail_zh: string;
  detail_en: string;
  started_at: Date;
  recovered_at: Date | null;
}

export interface EventFilter {
  projectIds: readonly number[] | null;
  systems: readonly EventSystem[] | null;
  types: readonly EventTypeName[] | null;
  recovered: boolean | null;
  text: string | null;
  from: Date | null;
  until: Date | null;
  sort: 'start' | 'recovered' | 'project';
  ascending: boolean;
  offset: number;
  limit: number;
}

/** The gateway it was found at, as long as that is there. */
const withGateway = sql`platform_event e LEFT JOIN gateway g ON g.id = e.gateway_id AND g.project_id = e.project_id`;

function conditionOf(tenant: GatewayTenant, filter: EventFilter): RawBuilder<unknown> {
  const { projectIds, systems, types, recovered, text, from, until } = filter;
  return allOf(
    inProjects(tenant, 'e.project_id'),
    // As view `sees_event` has it for those who are told.
    sql`CASE WHEN g.id IS NULL THEN ${tenant.opensAll} OR NOT e.kept ELSE ${gatewayShared(tenant)} END`,
    oneOf('e.project_id', projectIds),
    systems && sql`e.type = ANY(${systems.flatMap(eventTypesOf)}::text[])`,
    oneOf('e.type', types),
    recovered !== null && (recovered ? sql`e.recovered_at IS NOT NULL` : sql`e.recovered_at IS NULL`),
    containsText(text, 'e.subject_name', 'e.subject_name_en'),
    from && sql`e.started_at >= ${from}`,
    until && sql`e.started_at <= ${until}`,
  );
}

export async function pageEvents(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  filter: EventFilter,
): Promise<{ rows: EventListRow[]; total: number }> {
  const condition = conditionOf(tenant, filter);
  const order = {
    start: sql`e.started_at ${direction(filter.ascending)}`,
    // What lasts is the newest.
    recovered: sql`e.recovered_at ${direction(filter.ascending)} ${filter.ascending ? sql`NULLS LAST` : sql`NULLS FIRST`}, e.started_at DESC`,
    project: sql`place.name ${direction(filter.ascending)}, e.started_at DESC`,
  }[filter.sort];
  const { rows } = await sql<EventListRow>`
    SELECT e.*, place.name AS project_name, place.name_en AS project_name_en, project.time_zone
    FROM ${withGateway} JOIN subarea place ON place.id = e.project_id JOIN project ON project.id = e.project_id
    WHERE ${condition} ORDER BY ${order}, e.id DESC OFFSET ${filter.offset} LIMIT ${filter.limit}`.execute(db);
  const count = await sql<{ count: number }>`SELECT count(*) FROM ${withGateway} WHERE ${condition}`.execute(db);
  return { rows, total: count.rows[0]?.count ?? 0 };
}

export interface ToldRow {
  event_id: number;
  name: string;
  channel: 'sms' | 'voice' | 'email';
  of_recovery: boolean;
  state: string;
  reason: string | null;
  at: Date;
}

/** Who was told of events that were found for this tenant, in the order it was done, with what became of the message. */
export async function toldOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  eventIds: readonly number[],
): Promise<Map<number, ToldRow[]>> {
  if (eventIds.length === 0) return new Map();
  const { rows } = await sql<ToldRow>`
    SELECT t.event_id, coalesce(m.real_name, u.nickname) AS name, t.channel, t.of_recovery, t.at,
      CASE WHEN t.reason = 'quietHours' THEN 'waiting' WHEN t.reason IS NOT NULL THEN 'skipped' ELSE coalesce(sent.state, 'sent') END AS state, coalesce(t.reason, sent.reason) AS reason
    FROM event_told t JOIN app_user u ON u.id = t.user_id
    LEFT JOIN membership m ON m.user_id = u.id AND m.company_id = ${tenant.companyId}
    LEFT JOIN notification_message sent ON sent.id = t.message_id
    WHERE t.event_id = ANY(${[...eventIds]}::bigint[]) ORDER BY t.at, name, t.channel`.execute(db);
  return Map.groupBy(rows, ({ event_id }) => event_id);
}
