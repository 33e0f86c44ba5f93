import {
  dayMs,
  downloadErrors,
  downloadKeptDays,
  type ErrorEntry,
  exportKinds,
  type Language,
} from '@watchpost/contract';
import { z } from 'zod';
import { system, zoneOf } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { writeWorkbook } from '../platform/excel/writeWorkbook.ts';
import { fillText, Refusal } from '../platform/http/refusal.ts';
import { InvalidInput } from '../platform/http/validate.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log/log.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { callerOfExport, type ExportWish } from './callerOfExport.ts';
import type { AnyExporter, ExportQuestion, MadeFile } from './exporter.ts';
import { seenBy } from './seen.ts';
import {
  beginDownload,
  type DownloadFacts,
  failDownload,
  finishDownload,
  giveBackDownload,
  writeProgress,
} from './store.ts';

export interface MakeDownloadDeps {
  db: Db;
  clock: Clock;
  log: Log;
  events: EventBus;
  downloadStorage: Storage;
  exporters: readonly AnyExporter[];
}

/** As many as one sheet of Excel holds; a file of them takes minutes and some hundred megabytes. */
export const maxRows = 1_000_000;
/** How often an export is begun that breaks, or takes the server down with it; then it is given up. */
const maxAttempts = 3;
/** Files that are made beside each other: each takes up to some hundred megabytes and a good part of a processor. */
const filesAtOnce = 2;
/** How often progress is told, at most: a statement each. */
const progressEveryMs = 1_000;

const Payload = z.object({ downloadId: z.number().int() });

/** Nobody waits for this file any more. */
class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

/**
 * The job that makes a file: as the user who asked, with the rights they have when it runs, streamed into the storage. A job that is
 * killed begins anew after the next start; so does one that is stopped with the server, without counting as begun. A file appears
 * whole or not at all.
 */
export const makeDownloadJob = (deps: MakeDownloadDeps): Job => ({
  schedule: null,
  ownSlots: filesAtOnce,
  async run(payload, stopping) {
    const { downloadId } = Payload.parse(payload);
    const download = await beginDownload(system, deps.db, downloadId);
    if (!download) return;
    const unwanted = new AbortController();
    deps.events.on(unwanted, 'downloadsDeleted', ({ ids }) => {
      if (ids.includes(downloadId)) unwanted.abort(new GivenUp());
    });
    try {
      // A killed job could not say that it failed.
      if (download.attempts > maxAttempts) throw new Refusal(downloadErrors.exportFailed);
      await makeFile(deps, download, AbortSignal.any([stopping, unwanted.signal]));
    } catch (error) {
      if (error instanceof GivenUp || unwanted.signal.aborted)
        return await deps.downloadStorage.delete(String(downloadId));
      const refusal = refusalOf(error);
      // Broken because it was told to end.
      if (!refusal && stopping.aborted)
        return await deps.db.transaction().execute((transaction) => giveBackDownload(system, transaction, downloadId));
      if (!refusal) {
        deps.log.error({ err: error, downloadId, kind: download.kind }, 'An export failed');
        // Tried again a little later, from the beginning.
        if (download.attempts < maxAttempts) throw error;
      }
      const { entry, parameters } = refusal ?? { entry: downloadErrors.exportFailed as ErrorEntry, parameters: {} };
      const words = (language: Language) => fillText(entry, language, parameters);
      const failure = { zh: words('zh'), en: words('en'), at: new Date(deps.clock.now()) };
      await failDownload(system, deps.db, downloadId, failure);
    } finally {
      deps.events.removeOwner(unwanted);
    }
    deps.events.emit('downloadFinished', { userId: download.user_id });
  },
});

/** What the user can do something about; null: a mistake of ours. */
function refusalOf(error: unknown): Pick<Refusal, 'entry' | 'parameters'> | null {
  if (error instanceof Refusal) return error;
  // The list's filters changed between the wish and now.
  return error instanceof InvalidInput ? { entry: downloadErrors.exportFailed, parameters: {} } : null;
}

async function makeFile(
  { db, clock, downloadStorage, exporters }: MakeDownloadDeps,
  download: DownloadFacts,
  signal: AbortSignal,
): Promise<void> {
  const exporter = exporters.find(({ kind }) => kind === download.kind);
  if (!exporter) throw new Refusal(downloadErrors.exportFailed);
  const language: Language = download.language === 'en' ? 'en' : 'zh';
  const wish: ExportWish = {
    userId: download.user_id,
    companyId: download.company_id,
    projectId: download.project_id,
    input: download.parameters as ExportWish['input'],
  };
  const question = await callerOfExport(db, exporter, wish, language);
  const total = await exporter.count(question);
  if (total === 0) throw new Refusal(downloadErrors.nothingToExport);
  if (total > maxRows) throw new Refusal(downloadErrors.tooManyRows, { count: maxRows });

  let toldAt = clock.now();
  const told = async (part: number): Promise<void> => {
    signal.throwIfAborted();
    if (clock.now() - toldAt < progressEveryMs) return;
    toldAt = clock.now();
    const progress = Math.min(99, Math.floor(part * 100));
    if (!(await writeProgress(system, db, download.id, progress))) throw new GivenUp();
  };
  const timeZone = await zoneOf(question.caller.tenant, db);
  const title = exportKinds[exporter.kind][language];
  const made =
    'file' in exporter
      ? await exporter.file(question, told, signal)
      : listFile(exporter, question, { title, timeZone, total, told });
  const sizeBytes = await downloadStorage.write(String(download.id), made.content, signal);
  const rowCount = made.rowCount();
  if (rowCount === 0) {
    await downloadStorage.delete(String(download.id));
    throw new Refusal(downloadErrors.nothingToExport);
  }
  const now = clock.now();
  const stamp = localOfEpoch(download.requested_at.getTime(), timeZone).slice(0, 16).replace(':', '');
  const finished = await finishDownload(system, db, download.id, {
    rowCount,
    sizeBytes,
    fileName: `${made.name === '' ? '' : `${made.name} `}${title} ${stamp}.${made.extension}`,
    finishedAt: new Date(now),
    expiresAt: new Date(now + downloadKeptDays * dayMs),
    seen: seenBy(question.caller, exporter.kind, made.pointIds),
  });
  if (!finished) throw new GivenUp();
}

/** A workbook with the rows of a list. */
function listFile(
  exporter: Exclude<AnyExporter, { file: unknown }>,
  question: ExportQuestion<never>,
  {
    title,
    timeZone,
    total,
    told,
  }: {
    title: string;
    timeZone: string;
    total: number;
    told: (part: number) => Promise<void>;
  },
): Omit<MadeFile, 'pointIds'> & { pointIds: null } {
  let written = 0;
  async function* counted() {
    for await (const row of exporter.rows(question)) {
      yield row as never;
      written += 1;
      if (written > maxRows) throw new Refusal(downloadErrors.tooManyRows, { count: maxRows });
      if (written % 200 === 0) await told(written / total);
    }
  }
  const { language } = question;
  const content = writeWorkbook({ title, columns: exporter.columns, rows: counted(), language, timeZone });
  return { content, rowCount: () => written, pointIds: null, name: '', extension: 'xlsx' };
}
