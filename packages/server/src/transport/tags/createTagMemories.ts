import { system } from '../../access/index.ts';
import type { Db } from '../../platform/db/database.ts';
import { keepMemory, noteContacts, type TagContact } from './memory.store.ts';
import { timeOfSample } from './tagClock.ts';

/** For readings: the times of samples of a tag's memory first, and once they are durable which numbers came. */
export const createTagMemories = (db: Db) => ({
  async contacts(gatewayId: number, contacts: readonly TagContact[]) {
    const known = await noteContacts(system, db, gatewayId, contacts);
    return {
      timeOf: (serialNumber: string, tagTime: number): number =>
        timeOfSample(known.get(serialNumber)?.contactsFor(tagTime) ?? [], tagTime),
      datedUntil: (serialNumber: string): number | null => known.get(serialNumber)?.datedUntil ?? null,
    };
  },
  keep: (gatewayId: number, memory: Parameters<typeof keepMemory>[3], now: number): Promise<void> =>
    keepMemory(system, db, gatewayId, memory, new Date(now)),
});
