import type { PermissionName } from '@watchpost/contract';
import type { Caller } from './authorize.ts';
import { tenantOf } from './grants.ts';

/**
 * The caller in all projects where they hold one of the permissions. For calls that move something to the project they name: what is
 * moved stands in another one until then.
 *
 * @param required the permissions that the call asks for
 */
export const inEveryProject = (caller: Caller, required: readonly PermissionName[]): Caller =>
  caller.grants === null ? caller : { ...caller, tenant: tenantOf(caller.userId, caller.grants, required) };
