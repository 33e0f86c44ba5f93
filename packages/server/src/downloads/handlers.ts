import { commonErrors, type downloadCalls, downloadErrors } from '@watchpost/contract';
import { system, zoneOf } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { Handlers } from '../handlers.ts';
import { inOneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { workbookType } from '../platform/excel/writeWorkbook.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { rowRange } from '../platform/http/rowRange.wire.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { askExport, inCompany } from './askExport.ts';
import { callerOfExport, type ExportWish } from './callerOfExport.ts';
import type { AnyExporter } from './exporter.ts';
import { presentDownload, stateOf } from './present.ts';
import { type Seen, seenBy, stillSees } from './seen.ts';
import { deleteDownloads, findDownload, findStanding, listDownloads, markRead } from './store.ts';

export interface DownloadDeps {
  db: Db;
  clock: Clock;
  downloadStorage: Storage;
  exporters: readonly AnyExporter[];
}

/** What still exists of what was seen: a later deletion takes nothing from its owner. */
async function withoutDeleted(db: Db, seen: Seen): Promise<Seen> {
  const { pointIds, listedDeviceIds } = seen;
  const standing = await findStanding(system, db, { pointIds: pointIds ?? [], deviceIds: listedDeviceIds });
  return {
    ...seen,
    listedDeviceIds: listedDeviceIds.filter((id) => standing.deviceIds.has(id)),
    ...(pointIds && { pointIds: pointIds.filter((id) => standing.pointIds.has(id)) }),
  };
}

/** What a file is, by the end of its name. */
const typeOf = (name: string): string =>
  name.endsWith('.pdf')
    ? 'application/pdf'
    : name.endsWith('.zip')
      ? 'application/zip'
      : name.endsWith('.csv')
        ? 'text/csv; charset=utf-8'
        : workbookType;

export function downloadHandlers(deps: DownloadDeps & { events: EventBus }): Handlers<typeof downloadCalls> {
  const { db, clock, downloadStorage: storage, exporters } = deps;
  return {
    async getDownloadPage({ caller, language }, { body }) {
      const filter = {
        generated: body.IsGenerate,
        read: body.IsRead,
        state: body.State,
        kind: body.Kind,
        name: body.FileName,
      };
      const nowMs = clock.now();
      const { rows, total } = await listDownloads(caller.tenant, db, filter, {
        now: new Date(nowMs),
        ...rowRange(body),
      });
      const timeZone = await zoneOf(caller.tenant, db);
      return { Data: rows.map((row) => presentDownload(row, { language, timeZone, nowMs })), TotalCount: total };
    },

    async downloadRead({ caller }, { body }) {
      await markRead(inCompany(caller), db, body, new Date(clock.now()));
      return null;
    },

    async deleteDownload(context, { body }) {
      const tenant = inCompany(context.caller);
      await inOneWrite(deps, context, async ({ transaction, log, unchanged, afterCommit }) => {
        const deleted = await deleteDownloads(tenant, transaction, body);
        if (body.length > 0 && deleted.length === 0) throw new Refusal(commonErrors.notFound);
        if (deleted.length === 0) unchanged();
        for (const { id, title_zh, kind, file_name } of deleted) {
          log({
            companyId: tenant.companyId,
            subject: { kind: 'download', id, name: file_name ?? title_zh },
            before: { exportKind: kind },
          });
        }
        // What remains when this fails is deleted as any file without an export.
        afterCommit(() => {
          deps.events.emit('downloadsDeleted', { ids: deleted.map(({ id }) => id) });
          for (const { id } of deleted) void storage.delete(String(id)).catch(() => {});
        });
      });
      return null;
    },

    async requestExport(context, { body }) {
      return { DownloadId: await askExport(deps, context, body.Kind, body.Input) };
    },

    async getDownloadFile({ caller, language }, { query }) {
      const download = await findDownload(caller.tenant, db, query.downloadId);
      if (!download) throw new Refusal(commonErrors.notFound);
      const state = stateOf(download, clock.now());
      if (state === 'expired') throw new Refusal(downloadErrors.expired);
      if (state !== 'done') throw new Refusal(downloadErrors.notReady);
      const exporter = exporters.find(({ kind }) => kind === download.kind);
      if (!exporter) throw new Refusal(commonErrors.notFound);
      // As if it were asked now: a file gives its owner nothing that they may no longer read.
      const { userId } = caller;
      const { companyId } = caller.tenant;
      const wish = {
        userId,
        companyId,
        projectId: download.project_id,
        input: download.parameters as ExportWish['input'],
      };
      const question = await callerOfExport(db, exporter, wish, language);
      const seen = download.seen as Seen | null;
      const then = seen && (await withoutDeleted(db, seen));
      let pointIds: readonly number[] | null = null;
      if ('stillReads' in exporter) pointIds = await exporter.stillReads(question, then?.pointIds ?? []);
      else await exporter.count(question);
      if (then !== null && !stillSees(seenBy(question.caller, exporter.kind, pointIds), then))
        throw new Refusal(downloadErrors.seesLess);
      const content = await storage.find(String(download.id));
      if (!content) throw new Refusal(downloadErrors.expired);
      const name = download.file_name ?? 'export.xlsx';
      return { name, contentType: typeOf(name), content };
    },
  };
}
