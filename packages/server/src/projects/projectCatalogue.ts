import { system } from '../access/index.ts';
import type { ConfigurationReader } from '../events.ts';
import type { Db } from '../platform/db/database.ts';
import { allProjectFacts, type ProjectFacts } from './store.ts';

/** What realtime needs to know of every project, in memory, by id. */
export interface ProjectCatalogue extends ConfigurationReader {
  get(projectId: number): ProjectFacts | undefined;
  all(): IterableIterator<ProjectFacts>;
}

export async function loadProjectCatalogue(db: Db): Promise<ProjectCatalogue> {
  const byId = new Map((await allProjectFacts(system, db)).map((project) => [project.id, project]));
  return {
    get: (projectId) => byId.get(projectId),
    all: () => byId.values(),

    async reread({ project }) {
      if (project.size === 0) return;
      const present = await allProjectFacts(system, db, project);
      for (const id of project) byId.delete(id);
      for (const facts of present) byId.set(facts.id, facts);
    },
  };
}
