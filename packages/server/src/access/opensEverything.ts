import { permissions, wildcardPermissionId } from '@watchpost/contract';

/** Whoever holds one of these company-wide opens every project. */
export const opensEverything: readonly number[] = [wildcardPermissionId, permissions.allProjects.id];
