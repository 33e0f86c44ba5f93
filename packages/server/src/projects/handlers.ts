import type { projectCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { presentProject, presentTree } from './present.ts';
import { listProjects, listSubareas } from './store.ts';

export const projectHandlers = ({ db, clock }: { db: Db; clock: Clock }): Handlers<typeof projectCalls> => ({
  async getUserOwnProject({ caller, language }) {
    return (await listProjects(caller.tenant, db)).map((row) => presentProject(row, clock.now(), language));
  },

  async getSubareaTree({ caller, language }) {
    return presentTree(await listSubareas(caller.tenant, db), language);
  },
});
