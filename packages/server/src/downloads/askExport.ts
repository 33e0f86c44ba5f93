import { type Bilingual, commonErrors, downloadErrors, type ExportKindName, exportKinds } from '@watchpost/contract';
import type { Caller, UserTenant } from '../access/index.ts';
import { inOneWrite } from '../logs/index.ts';
import type { Db } from '../platform/db/database.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { callerOfExport, type ExportWish } from './callerOfExport.ts';
import type { DownloadDeps } from './handlers.ts';
import { filterOf, placeAndTimeOf } from './present.ts';
import { findDownload, insertDownload, lockUnfinished, namesOfProject } from './store.ts';

/** Unfinished exports of one person; a script that asks on and on is stopped. */
const maxUnfinished = 10;

/** Exports are kept by company; a caller without one has no lists. */
export function inCompany({ grants, tenant }: Caller): UserTenant {
  if (!grants) throw new Refusal(commonErrors.notYourCompany);
  return tenant;
}

/**
 * Puts an export into the caller's download centre; it is made in the background.
 *
 * @param projectId the project that counts as chosen; absent: the caller's
 * @returns its number
 * @throws Refusal when the caller may not make the read call with this input
 */
export async function askExport(
  deps: DownloadDeps,
  context: CallContext<Caller>,
  kind: ExportKindName,
  input: ExportWish['input'],
  projectId = context.caller.projectId,
): Promise<number> {
  const { db, clock, exporters } = deps;
  const { caller, language } = context;
  const tenant = inCompany(caller);
  const exporter = exporters.find((candidate) => candidate.kind === kind);
  if (!exporter) throw new Refusal(commonErrors.notFound);
  const wish = { userId: caller.userId, companyId: tenant.companyId, projectId, input };
  // A caller without the right, or with nonsense, is refused now and not in a notice later.
  const question = await callerOfExport(db, exporter, wish, language);
  const { zh, en } = exportKinds[kind];
  const detail = 'detail' in exporter ? await exporter.detail(question) : await detailOfList(tenant, db, input);
  return inOneWrite(deps, context, async ({ transaction, log }) => {
    const waiting = await lockUnfinished(tenant, transaction);
    if (waiting >= maxUnfinished) throw new Refusal(downloadErrors.tooManyWaiting, { count: waiting });
    const id = await insertDownload(tenant, transaction, {
      kind,
      projectId,
      titleZh: zh,
      titleEn: en,
      detail,
      language,
      parameters: input,
      requestedAt: new Date(clock.now()),
    });
    log({
      companyId: tenant.companyId,
      projectId,
      subject: { kind: 'download', id, name: zh },
      after: { exportKind: kind, filter: filterOf(input) },
    });
    return id;
  });
}

/** Of which project and time a list is, as far as its input says so. */
async function detailOfList(tenant: UserTenant, db: Db, input: ExportWish['input']): Promise<Bilingual | null> {
  const { projectId, range } = placeAndTimeOf(input);
  const project = projectId === null ? null : await namesOfProject(tenant, db, projectId);
  const inLine = (name: string | undefined) => [name, range].filter(Boolean).join(' · ');
  return project || range ? { zh: inLine(project?.zh), en: inLine(project?.en) } : null;
}

/** What one of the caller's own exports was asked; null: it is somebody else's. */
export async function ownWish(
  { db }: Pick<DownloadDeps, 'db'>,
  caller: Caller,
  downloadId: number,
): Promise<{ kind: ExportKindName; input: ExportWish['input']; projectId: number | null } | null> {
  const download = await findDownload(inCompany(caller), db, downloadId);
  if (!download || !(download.kind in exportKinds)) return null;
  return {
    kind: download.kind as ExportKindName,
    input: download.parameters as ExportWish['input'],
    projectId: download.project_id,
  };
}
