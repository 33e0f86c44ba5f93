import { readFileSync } from 'node:fs';
import path from 'node:path';
import { childrenOf } from '../../bench/rig/processUsage.ts';

/** Process id of the PostgreSQL that runs on a server's data folder; null: none has begun. */
export function postmasterOf(dataDir: string): number | null {
  try {
    return Number.parseInt(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10) || null;
  } catch {
    return null;
  }
}

/** Its connections and helpers. */
export const backendsOf = (postmaster: number): number[] => childrenOf(postmaster);
