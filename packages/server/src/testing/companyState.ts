import type { Pool } from 'pg';
import { expect } from 'vitest';

/**
 * Left out of the comparison: a sign-in is made for every question asked here; what gateways report, what the platform finds, and
 * possible attacks are written as they come.
 */
const apart = [
  'session_family',
  'refresh_token',
  'operation_log_batch',
  'gateway_event',
  'platform_event',
  'event_told',
  'security_event',
];
/** Columns that the running server writes by itself: who is connected, since when nothing was heard. */
const runningColumns: Readonly<Record<string, readonly string[]>> = {
  camera: ['checked_at', 'failure', 'unreachable_since'],
  compliance_pack: ['failure'],
  gateway: ['online', 'last_seen_at', 'offline_since'],
  slave: ['silent_since'],
};

/** Of every table, whose rows can belong to a company, the condition that says to which: $1. */
async function conditionsOfTables(pool: Pool): Promise<Map<string, string>> {
  const { rows: columns } = await pool.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text) AS columns
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition GROUP BY c.relname`,
  );
  const { rows: references } = await pool.query<{ child: string; field: string; parent: string }>(
    `SELECT k.conrelid::regclass::text AS child, a.attname AS field, k.confrelid::regclass::text AS parent
       FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
      WHERE k.contype = 'f' AND cardinality(k.conkey) = 1`,
  );
  const conditions = new Map([
    ['company', 'id = $1'],
    ['app_user', 'id IN (SELECT user_id FROM membership WHERE company_id = $1)'],
  ]);
  const inProjects = 'project_id IN (SELECT id FROM project WHERE company_id = $1)';
  for (const { name, columns: has } of columns) {
    if (apart.includes(name) || conditions.has(name)) continue;
    if (has.includes('company_id')) conditions.set(name, 'company_id = $1');
    else if (has.includes('project_id')) conditions.set(name, inProjects);
  }
  // Children of those, and theirs.
  for (let level = 0; level < 3; level += 1) {
    for (const { child, field, parent } of references) {
      const ofParent = conditions.get(parent);
      if (!ofParent || conditions.has(child) || apart.includes(child)) continue;
      conditions.set(child, `${field} IN (SELECT id FROM ${parent} WHERE ${ofParent})`);
    }
  }
  return conditions;
}

/** Answers everything of a company that a call could change, in every table: one checksum each. */
export function createStateOf(poolOf: () => Pool): (companyId: number) => Promise<Record<string, string>> {
  let stateQuery: string | null = null;
  return async (companyId) => {
    if (stateQuery === null) {
      const conditions = await conditionsOfTables(poolOf());
      expect([...conditions.keys()]).toEqual(
        expect.arrayContaining(['uploaded_file', 'member_device', 'invitation_project']),
      );
      stateQuery = [...conditions]
        .map(
          ([table, condition]) =>
            `SELECT '${table}' AS name, md5(coalesce(string_agg(row, ' ' ORDER BY row), '')) AS sum
             FROM (SELECT (to_jsonb(t) - '{${(runningColumns[table] ?? []).join()}}'::text[])::text AS row FROM ${table} t WHERE ${condition}) rows`,
        )
        .join(' UNION ALL ');
    }
    // Named, so that PostgreSQL plans it once.
    const { rows } = await poolOf().query<{ name: string; sum: string }>({
      name: 'stateOf',
      text: stateQuery,
      values: [companyId],
    });
    return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
  };
}
