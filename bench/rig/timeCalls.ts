import { randomUUID } from 'node:crypto';
import { type AllCalls, type CallInput, type CallName, type CallSpec, calls } from '@watchpost/contract';
import { createTokens } from '../../packages/server/src/account/index.ts';
import { systemClock } from '../../packages/server/src/platform/clock.ts';
import type { Database } from '../../packages/server/src/platform/db/database.ts';
import { installationSecret } from '../../packages/server/src/platform/db/installationSecret.ts';
import { count, ms, printTable, quantile } from './table.ts';

const warmUpRounds = 5;

export interface CallTimer {
  /** Asks one call again and again, from the request to the answer's last byte. @param timed whether the target is for it */
  ask<Name extends CallName>(
    what: string,
    userId: number,
    name: Name,
    input: CallInput<AllCalls[Name]>,
    timed?: boolean,
  ): Promise<void>;
  /** Times any other work, which returns how many bytes it read. */
  measure(what: string, work: () => Promise<number>): Promise<void>;
  print(): void;
}

/**
 * @param companyId the company that the calls name in their header; null: none
 * @param targetMs of p95; null: the table says none
 * @param only what is measured is called so; empty: everything
 */
export async function timeCalls({
  database,
  url,
  companyId,
  rounds = 40,
  targetMs,
  only = '',
}: {
  database: Database;
  url: string;
  companyId: number | null;
  rounds?: number;
  targetMs: number | null;
  only?: string;
}): Promise<CallTimer> {
  const tokens = createTokens(await installationSecret(database.db, 'tokens'), systemClock);
  const sessions = new Map<number, string>();
  const rows: string[][] = [['', 'median', 'p95', 'slowest', 'answer', targetMs ? `target p95 ${targetMs} ms` : '']];

  async function sessionOf(userId: number): Promise<string> {
    const before = sessions.get(userId);
    if (before !== undefined) return before;
    const id = randomUUID();
    sessions.set(userId, id);
    await database.pool.query('INSERT INTO session_family (id, user_id, created_at) VALUES ($1, $2, now())', [
      id,
      userId,
    ]);
    return id;
  }

  async function measure(what: string, work: () => Promise<number>, timed = true): Promise<void> {
    if (!what.includes(only)) return;
    const took: number[] = [];
    let bytes = 0;
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      const startedAt = performance.now();
      bytes = await work();
      if (round >= warmUpRounds) took.push(performance.now() - startedAt);
    }
    const p95 = quantile(took, 0.95);
    rows.push([
      what,
      ms(quantile(took, 0.5)),
      ms(p95),
      ms(Math.max(...took)),
      bytes > 0 ? `${count(Math.ceil(bytes / 1024))} KB` : '',
      targetMs === null || !timed ? '' : p95 <= targetMs ? 'met' : 'MISSED',
    ]);
    console.error(rows.at(-1)!.join('  '));
  }

  return {
    async ask(what, userId, name, input, timed = true) {
      if (!what.includes(only)) return;
      const { path, method, encoding }: CallSpec = calls[name];
      const { query = {}, body } = input as { query?: object; body?: unknown };
      // One for each measurement: on a busy machine all of them outlast a token.
      const { token } = await tokens.issueAccess(userId, await sessionOf(userId));
      const isJson = encoding === 'json';
      await measure(
        what,
        async () => {
          const reply = await fetch(`${url}/api${path}?${formOf(query)}`, {
            method,
            headers: {
              authorization: `Bearer ${token}`,
              language: 'zh',
              'accept-encoding': 'identity',
              ...(companyId === null ? {} : { 'company-id': String(companyId) }),
              ...(body !== undefined && isJson ? { 'content-type': 'application/json' } : {}),
            },
            ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : formOf(body) }),
          });
          const text = await reply.text();
          if (reply.status !== 200) throw new Error(`${what}, ${name}: ${text.slice(0, 300)}`);
          return text.length;
        },
        timed,
      );
    },
    measure,
    print: () => printTable(rows),
  };
}

/** Lists of a form are joined by commas; what is left out is not there. */
function formOf(body: unknown): URLSearchParams {
  const given = Object.entries(body as Record<string, unknown>).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)]));
}
