import { randomBytes } from 'node:crypto';
import type { Db } from '../platform/db/database.ts';
import { anArea, aPartition, aProject } from './factories.ts';

/** Places of a company, most of which are good once. */
export interface Places {
  partitionId: number;
  /** Without equipment, to be deleted. */
  spareAreaId: number;
  /** Without equipment and members. */
  projectToDeleteId: number;
  projectToHandOverId: number;
  /** In the deleted list. */
  deletedProjectId: number;
  /** A name that no place has. */
  freePlaceName: string;
}

const unique = (): string => randomBytes(4).toString('hex');

export async function placesOf(
  db: Db,
  { companyId, projectId }: { companyId: number; projectId: number },
  marker: string,
): Promise<Places> {
  const name = (what: string) => `${marker} ${what} ${unique()}`;
  return {
    partitionId: await aPartition(db, companyId, { name: name('Region') }),
    spareAreaId: await anArea(db, projectId, name('Spare')),
    projectToDeleteId: await aProject(db, companyId, { name: name('Old') }),
    projectToHandOverId: await aProject(db, companyId, { name: name('Sold') }),
    deletedProjectId: await aProject(db, companyId, { name: name('Gone'), deletedAt: new Date() }),
    freePlaceName: `New ${unique()}`,
  };
}
