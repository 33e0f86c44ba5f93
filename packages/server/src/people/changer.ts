import { type Language, peopleErrors } from '@watchpost/contract';
import type { CompanyGrants } from '../access/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { beyond, namesOfPermissions } from './mayGive.ts';

/** Who changes people or roles, and what they may at this moment. */
export interface Changer {
  readonly userId: number;
  readonly grants: CompanyGrants;
  readonly language: Language;
}

/** Refuses unless the caller holds all of these where they count: a project, or `companyWide`. */
export function needHolds(
  { grants, language }: Pick<Changer, 'grants' | 'language'>,
  permissionIds: Iterable<number>,
  projectId: number,
): void {
  const missing = beyond(grants, permissionIds, projectId);
  if (missing.length > 0) {
    throw new Refusal(peopleErrors.moreThanYou, { names: namesOfPermissions(missing, language) });
  }
}
