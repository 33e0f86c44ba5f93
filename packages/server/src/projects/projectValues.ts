import { type Language, projectErrors } from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import { fileIdOfUrl, needOwnFile } from '../files/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { listSubsystems, type ManagedProject, type ProjectValues } from './manage.store.ts';

/** What a form says about a project; what it does not mention stays as it is. */
export interface ProjectForm {
  readonly name?: string;
  readonly nameEn?: string | null;
  /** The partition it belongs to; null: the company itself. */
  readonly parentId?: number | null;
  /** The address or id of an uploaded picture. */
  readonly cover?: string | null;
  readonly subsystemIds?: readonly number[];
  readonly values: ProjectValues;
}

/** The uploaded picture that is to be the cover; a picture it shows already needs no second look. */
export async function coverValue(
  tenant: UserTenant,
  db: DbOrTransaction,
  sent: string | null | undefined,
  current: string | null,
): Promise<ProjectValues> {
  if (sent === undefined) return {};
  if (sent === null) return { cover_file_id: null };
  if (current !== null && fileIdOfUrl(sent) === current) return {};
  return { cover_file_id: await needOwnFile(tenant, db, sent) };
}

/**
 * The subsystems chosen for a project, without repetition.
 *
 * @throws Refusal for one that does not exist, and where one that has devices would get out of sight
 */
export async function subsystemsValue(
  tenant: { readonly companyId: number },
  db: DbOrTransaction,
  sent: readonly number[] | undefined,
  projectId: number | null,
  language: Language,
): Promise<ProjectValues> {
  if (sent === undefined) return {};
  const chosen = new Set(sent);
  const catalogue = await listSubsystems(tenant, db, projectId);
  const known = new Set(catalogue.map(({ id }) => id));
  if ([...chosen].some((id) => !known.has(id))) throw new Refusal(projectErrors.unknownSubsystem);
  const lost = catalogue.filter(({ id, device_count }) => device_count > 0 && !chosen.has(id));
  if (chosen.size > 0 && lost.length > 0) {
    throw new Refusal(projectErrors.subsystemInUse, {
      names: lost
        .map(({ name_zh, name_en }) => (language === 'zh' ? name_zh : name_en))
        .join(language === 'zh' ? '、' : ', '),
    });
  }
  return { subsystem_ids: [...chosen].sort((a, b) => a - b) };
}

/** Refuses when, with what stays as it is, the service would start after its end. */
export function needOrderedService(project: ManagedProject, values: ProjectValues): void {
  const { service_start, service_end, name } = { ...project, ...values };
  if (service_start && service_end && service_start > service_end)
    throw new Refusal(projectErrors.serviceEndsBeforeStart, { name });
}
