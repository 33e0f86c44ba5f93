import { permissions, wildcardPermissionId } from '@watchpost/contract';

/** Whoever holds one of these company-wide opens every project; the view `opens_project` says so to SQL. */
export const opensEverything: readonly number[] = [wildcardPermissionId, permissions.allProjects.id];
