import type { projectCalls } from '@watchpost/contract';
import type { Caller } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { type CurrentAlarms, presentProject, presentTree } from './present.ts';
import { listProjects, listSubareas } from './store.ts';

export interface ProjectHandlerDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** By project, what a caller would find in its alarm list. Handed in, because the alarms stand on the projects. */
  currentAlarms(caller: Caller): Promise<ReadonlyMap<number, CurrentAlarms>>;
}

export const projectHandlers = ({ db, clock, currentAlarms }: ProjectHandlerDeps): Handlers<typeof projectCalls> => ({
  async getUserOwnProject({ caller, language }) {
    const alarms = await currentAlarms(caller);
    const projects = await listProjects(caller.tenant, db);
    return projects.map((row) => presentProject(row, alarms.get(row.id), clock.now(), language));
  },

  async getSubareaTree({ caller, language }) {
    return presentTree(await listSubareas(caller.tenant, db), language);
  },
});
