import { randomInt } from 'node:crypto';
import { system } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { takenSerials } from './gateway.store.ts';

/** Without I, O, 0 and 1, which are read wrongly from a label. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const triedAtOnce = 20;

const candidate = (length: number): string =>
  `W${Array.from({ length: length - 1 }, () => letters[randomInt(letters.length)]).join('')}`;

/** A serial number that no gateway of this installation has. */
export async function freeSerial(db: DbOrTransaction, length: number): Promise<string> {
  for (;;) {
    const candidates = Array.from({ length: triedAtOnce }, () => candidate(length));
    const taken = new Set(await takenSerials(system, db, candidates));
    const free = candidates.find((each) => !taken.has(each));
    if (free !== undefined) return free;
  }
}
