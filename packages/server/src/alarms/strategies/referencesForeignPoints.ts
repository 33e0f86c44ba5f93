import type { RuleDefinition } from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { referencesIn } from '../ruleDefinition.ts';
import { watchablePoints } from './choices.store.ts';

/** Whether definitions look at points that are not of the project or not the caller's to see, and that no rule before named. */
export async function referencesForeignPoints(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  definitions: readonly RuleDefinition[],
  before: readonly { readonly definition: RuleDefinition }[],
): Promise<boolean> {
  const known = new Set(referencesIn(before.map(({ definition }) => definition)).pointIds);
  const named = referencesIn(definitions).pointIds.filter((id) => !known.has(id));
  if (named.length === 0) return false;
  const { rows } = await watchablePoints(
    tenant,
    db,
    { projectId, pointIds: named },
    { offset: 0, limit: named.length },
  );
  return rows.length < named.length;
}
