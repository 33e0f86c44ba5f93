import type { Bilingual } from '@watchpost/contract';
import type { SystemTenant } from './access/tenant.ts';
import type { ConfigurationChange } from './events.ts';
import type { DbOrTransaction } from './platform/db/database.ts';

/** Projects that go from one company to another. */
export interface HandOver {
  readonly projectIds: readonly number[];
  readonly fromCompanyId: number;
  readonly toCompanyId: number;
  readonly at: Date;
}

/**
 * What one domain does about it, in the transaction of the whole: everything it keeps under the old company goes to the new
 * one or ends. Asked again at the end, when nothing can be added under the old company any more: then only what came
 * meanwhile is left to do.
 *
 * @returns what the running server has to read again besides the projects
 */
export type MoveToCompany = (
  system: SystemTenant,
  transaction: DbOrTransaction,
  handOver: HandOver,
) => Promise<readonly Pick<ConfigurationChange, 'kind' | 'ids'>[]>;

/**
 * What keeps a project where it is: work that goes on between the old company and other people. Each of it by name; what is found is
 * locked, so that it stays as it is until the transaction ends.
 */
export type OpenWorkOf = (
  system: SystemTenant,
  transaction: DbOrTransaction,
  handOver: HandOver,
) => Promise<readonly Bilingual[]>;
