import { createHash } from 'node:crypto';
import type { Compilable, CompiledQuery } from 'kysely';
import pg from 'pg';
import type { DbOrTransaction } from './database.ts';

const mark = '/* prepared */ ';
const names = new Map<string, string>();

/** A connection that lets PostgreSQL keep the plan of a statement that carries the mark. */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: every way to call pg's `query`, passed on.
  override query(statement: any, ...rest: any[]): any {
    const isMarked = typeof statement === 'string' && statement.startsWith(mark);
    return isMarked
      ? super.query({ name: nameOf(statement), text: statement }, ...(rest as [unknown[]]))
      : super.query(statement, ...(rest as [unknown[]]));
  }
}

function nameOf(statement: string): string {
  const known = names.get(statement);
  if (known) return known;
  const name = createHash('sha256').update(statement).digest('base64url').slice(0, 32);
  names.set(statement, name);
  return name;
}

/**
 * Runs a statement whose plan is kept by the connection. For the few that belong to every call: planning who may do what
 * took three times as long as finding it out. The text must always be the same, with all that differs in parameters.
 */
export async function executePrepared<Row>(db: DbOrTransaction, query: Compilable<Row>): Promise<Row[]> {
  const compiled = query.compile();
  const marked: CompiledQuery<Row> = { ...compiled, sql: mark + compiled.sql };
  return (await db.executeQuery(marked)).rows;
}
