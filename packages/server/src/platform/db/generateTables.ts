import type pg from 'pg';

/** How a PostgreSQL type arrives in JavaScript with the parsers of `database.ts`. */
const typeScriptType: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  text: 'string',
  uuid: 'string',
  date: 'string',
  bool: 'boolean',
  timestamptz: 'Date',
  bytea: 'Buffer',
  jsonb: 'unknown',
  _text: 'string[]',
  _int2: 'number[]',
  _int4: 'number[]',
  _int8: 'string[]',
  _float4: 'number[]',
  _float8: 'number[]',
};

const pascal = (name: string): string =>
  name.replace(/(^|_)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase());

/** TypeScript source of all tables and views of the migrated database, for kysely. Partitions and foreign schemas are left out. */
export async function generateTables(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{
    table_name: string;
    column_name: string;
    type: string;
    nullable: boolean;
    generated: boolean;
    always: boolean;
  }>(`
    SELECT c.relname AS table_name, a.attname AS column_name, t.typname AS type, NOT a.attnotnull AS nullable,
           (a.atthasdef OR a.attidentity <> '') AS generated, a.attidentity = 'a' AS always
    FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    JOIN pg_type t ON t.oid = a.atttypid
    WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relname <> 'applied_migration'
    ORDER BY c.relname, a.attnum`);
  const tables = new Map<string, string[]>();
  for (const row of rows) {
    const base = typeScriptType[row.type];
    if (!base)
      throw new Error(`generateTables.ts does not know the type ${row.type} of ${row.table_name}.${row.column_name}`);
    const type = row.nullable ? `${base} | null` : base;
    const wrapped = row.always ? `GeneratedAlways<${type}>` : row.generated ? `Generated<${type}>` : type;
    const lines = tables.get(row.table_name) ?? [];
    lines.push(`  ${row.column_name}: ${wrapped};`);
    tables.set(row.table_name, lines);
  }
  const interfaces = [...tables].map(
    ([name, lines]) => `export interface ${pascal(name)}Table {\n${lines.join('\n')}\n}\n`,
  );
  const index = [...tables.keys()].map((name) => `  ${name}: ${pascal(name)}Table;`);
  return [
    '// Made by `npm run docs` from the migrated database; a test says when it is stale.',
    `import type { Generated, GeneratedAlways } from 'kysely';\n`,
    ...interfaces,
    `export interface Tables {\n${index.join('\n')}\n}\n`,
  ].join('\n');
}
