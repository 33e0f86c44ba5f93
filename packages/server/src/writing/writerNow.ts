import { commonErrors } from '@watchpost/contract';
import { grantsOfUser, system, tenantOf, writeRightsOf } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Writer } from './Writing.ts';

/** On whose behalf something is written that outlives a call: what they may write is looked up for each point. */
export interface WriteOwner {
  readonly userId: number;
  readonly companyId: number;
}

/** The owner as they are now. */
export async function writerNow(db: DbOrTransaction, { userId, companyId }: WriteOwner): Promise<Writer> {
  const grants = await grantsOfUser(system, db, userId, companyId);
  if (!grants) throw new Refusal(commonErrors.notYourCompany);
  return { tenant: tenantOf(userId, grants, ['remoteWrite']), rights: writeRightsOf(grants) };
}
