import { ownProjectCalls } from './ownProjectCalls.ts';
import { projectEndCalls } from './projectEndCalls.ts';
import { projectManageCalls } from './projectManageCalls.ts';
import { subareaCalls } from './subareaCalls.ts';

/** Partitions, projects, areas. Spec §7.6; the payloads, which it does not show, are decided here. */
export const projectCalls = {
  ...ownProjectCalls,
  ...projectEndCalls,
  ...projectManageCalls,
  ...subareaCalls,
};
