import { type Bilingual, commonErrors, peopleErrors, projectErrors } from '@watchpost/contract';
import { grantsOfUser, lockPeople, needInCompany, system } from '../access/index.ts';
import type { ConfigurationChange } from '../events.ts';
import type { HandOver } from '../handOver.ts';
import { inOneWrite } from '../logs/index.ts';
import { usersOpening } from '../people/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { needFreeName } from './addSubarea.ts';
import { moveProjects } from './manage.store.ts';
import { needCompany, needProjects } from './needProject.ts';
import { lockPlaces } from './places.store.ts';
import type { ProjectContext, ProjectDeps } from './projectDeps.ts';

/**
 * Hands projects over to another company, in one transaction: before it everything is the old company's, after it
 * everything is the new one's. The caller of this call is the one of the new company.
 */
export async function handOverProjects(
  deps: ProjectDeps,
  context: ProjectContext,
  { fromCompanyId, projectIds }: { fromCompanyId: number; projectIds: readonly number[] },
): Promise<null> {
  const { caller } = context;
  const to = needCompany(caller);
  if (to.companyId === fromCompanyId) throw new Refusal(projectErrors.sameCompany);

  await inOneWrite(deps, context, async ({ transaction, log, afterCommit }) => {
    // Always in the same order, so that two hand-overs in opposite directions do not wait for each other. People are locked
    // first, as in every change of people: after that the caller's rights in both companies cannot change.
    const companyIds = [fromCompanyId, to.companyId].sort((a, b) => a - b);
    for (const companyId of companyIds) await lockPeople({ companyId }, transaction);
    for (const companyId of companyIds) await lockPlaces({ companyId }, transaction);
    const grantsIn = (companyId: number) => grantsOfUser(system, transaction, caller.userId, companyId);
    const from = await grantsIn(fromCompanyId);
    if (!from) throw new Refusal(commonErrors.notYourCompany);
    for (const grants of [from, await grantsIn(to.companyId)]) needInCompany({ grants }, ['projectsEdit']);
    // In the new company the caller may open the whole project, and so may others there.
    if (from.scopes.some(({ projectId }) => projectIds.includes(projectId))) {
      throw new Refusal(peopleErrors.scopeBeyondYours);
    }
    const projects = await needProjects(from, transaction, projectIds);
    for (const { name, name_en: nameEn } of projects)
      await needFreeName(to, transaction, { kind: 'project', name, nameEn, parentId: null });

    const ids = projects.map(({ id }) => id);
    const at = new Date(deps.clock.now());
    const step: HandOver = { projectIds: ids, fromCompanyId: from.companyId, toCompanyId: to.companyId, at };
    await needNothingOpen(deps, transaction, step);
    const before = await usersOpening(system, transaction, ids);
    const moved = await moveEverything(deps, transaction, step);
    await moveProjects(system, transaction, ids, to.companyId);
    // From here on nothing more is added under the old company: what came meanwhile is taken along.
    moved.push(...(await moveEverything(deps, transaction, step)));
    const after = await usersOpening(system, transaction, ids);

    for (const { id, name, code } of projects) {
      const subject = { kind: 'project', id, name } as const;
      const [old, now] = [{ companyId: from.companyId }, { companyId: to.companyId }];
      log({ companyId: from.companyId, projectId: id, subject, before: { name, code, ...old }, after: now });
      log({ companyId: to.companyId, projectId: id, subject, before: old, after: { name, code, ...now } });
    }
    afterCommit(() => {
      for (const companyId of companyIds)
        for (const change of [{ kind: 'project', ids } as const, ...moved])
          if (change.ids.length > 0) deps.events.emit('configurationChanged', { companyId, ...change });
      deps.events.emit('accessChanged', { userIds: [...new Set([...before, ...after])] });
    });
  });
  return null;
}

/** Of what keeps projects, so many are named. */
const namedAtMost = 5;

/** @throws Refusal `openWork` */
async function needNothingOpen(
  { openWork }: ProjectDeps,
  transaction: Parameters<ProjectDeps['movesToCompany'][number]>[1],
  step: HandOver,
): Promise<void> {
  const found: Bilingual[] = [];
  for (const openIn of openWork) found.push(...(await openIn(system, transaction, step)));
  if (found.length === 0) return;
  const named = found.slice(0, namedAtMost);
  const more = found.length - named.length;
  throw new Refusal(projectErrors.openWork, {
    list: {
      zh: `${named.map(({ zh }) => zh).join('、')}${more > 0 ? `，另有 ${more} 项` : ''}`,
      en: `${named.map(({ en }) => en).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    },
  });
}

async function moveEverything(
  { movesToCompany }: ProjectDeps,
  transaction: Parameters<ProjectDeps['movesToCompany'][number]>[1],
  step: HandOver,
): Promise<Pick<ConfigurationChange, 'kind' | 'ids'>[]> {
  const moved: Pick<ConfigurationChange, 'kind' | 'ids'>[] = [];
  for (const move of movesToCompany) moved.push(...(await move(system, transaction, step)));
  return moved;
}
