import type { Tenant } from '../access/index.ts';
import { clientOf } from '../platform/db/clientOf.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { type DayKinds, readCalendars } from '../projects/index.ts';

/** What days count as in the project of a group, both days included; by the week alone for a group without one (0). */
export const calendarOf = async (
  tenant: Tenant,
  db: DbOrTransaction,
  projectId: number,
  range: { from: string; to: string },
): Promise<DayKinds> => (await readCalendars(tenant, clientOf(db), [projectId], range)).get(projectId) ?? new Map();
