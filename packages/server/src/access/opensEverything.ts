import { permissions, wildcardPermissionId } from '@watchpost/contract';

/** Permissions that, held company-wide, open every project; the view `opens_project` says so to SQL. */
export const opensEverything: readonly number[] = [wildcardPermissionId, permissions.allProjects.id];
