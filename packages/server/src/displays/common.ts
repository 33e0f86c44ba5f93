import { createHash } from 'node:crypto';
import { commonErrors, displayErrors } from '@watchpost/contract';
import { type Caller, seesAllProjects, type UserTenant } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { OneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type ScreenRow, screensOf } from './screens.store.ts';

export interface DisplayDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
  /** By project, how many devices are beyond their limits and offline. Handed in, because devices are no matter of walls. */
  standsOf(
    tenant: UserTenant,
    projectIds: readonly number[],
  ): Promise<ReadonlyMap<number, { readonly beyond: number; readonly offline: number }>>;
  /** Hashes what could be found by trying: worthless without the secret of this installation. */
  readonly tokens: { keyedHash(text: string): Buffer };
}

/** Of what is long and random itself: tokens and secrets. */
export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
/** What the keyed hash of a code is made of: it is short enough to be tried. */
export const codeText = (code: string): string => `pairing:${code}`;

const everyLevel = [1, 2, 3, 4];

/** A wall shows every device and alarm of its projects: who sets it up must see them all. */
export function needWholeSight(
  caller: Caller,
  screen: { all_projects: boolean; project_ids: readonly number[] },
): void {
  const { grants } = caller;
  const limits = (projectId: number) =>
    grants?.scopes.some(
      (scope) =>
        scope.projectId === projectId &&
        (scope.devices === 'listed' || everyLevel.some((level) => !scope.alarmLevels.includes(level))),
    ) ?? true;
  const opens = (projectId: number) => grants?.projects.has(projectId) && !limits(projectId);
  const mayShow = screen.all_projects
    ? grants !== null && seesAllProjects(grants.permissions) && [...grants.projects.keys()].every(opens)
    : screen.project_ids.every(opens);
  if (!mayShow) throw new Refusal(displayErrors.seesTooLittle);
}

/** @throws Refusal 404 for a screen that the company does not have */
export async function needScreen(caller: Caller, { transaction }: OneWrite, id: number): Promise<ScreenRow> {
  const [screen] = await screensOf(caller.tenant, transaction, [id]);
  if (!screen) throw new Refusal(commonErrors.notFound);
  return screen;
}

/** @throws Refusal 404 for a project that the caller may not open */
export function needProjects(caller: Caller, ids: readonly number[]): void {
  if (ids.some((id) => !caller.grants?.projects.has(id))) throw new Refusal(commonErrors.notFound);
}

/** Those who look at the lists of screens and walls read them again. */
export const tellLists = ({ events }: DisplayDeps, { afterCommit }: OneWrite, companyId: number): void =>
  afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['dataScreen'] }));
