import type { Caller } from './authorize.ts';
import { mayInProject } from './grants.ts';
import { seesEveryLevel } from './tenant.ts';

/** Whether the caller reads values of a project's points on its own screens; null: of no project, so nobody does. */
export const readsValues = ({ grants, tenant }: Caller, projectId: number | null): boolean =>
  grants !== null &&
  projectId !== null &&
  mayInProject(grants, projectId, ['monitorView', 'monitorEdit']) &&
  seesEveryLevel(tenant);
