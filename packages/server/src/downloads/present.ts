import {
  type DownloadRow,
  type DownloadState,
  downloadCalls,
  type ExportKindName,
  exportKinds,
  type Language,
} from '@watchpost/contract';
import { localOfEpoch } from '../platform/zonedTime.ts';
import type { ExportWish } from './callerOfExport.ts';
import type { DownloadFacts } from './store.ts';

const hasExpired = (row: DownloadFacts, nowMs: number): boolean =>
  row.state === 'done' && row.expires_at !== null && row.expires_at.getTime() <= nowMs;

export const stateOf = (row: DownloadFacts, nowMs: number): DownloadState =>
  hasExpired(row, nowMs) ? 'expired' : (row.state as DownloadState);

export function presentDownload(
  row: DownloadFacts,
  { language, timeZone, nowMs }: { language: Language; timeZone: string; nowMs: number },
): DownloadRow {
  const state = stateOf(row, nowMs);
  return {
    DownloadId: row.id,
    DownloadType: row.kind in exportKinds ? exportKinds[row.kind as ExportKindName].type : 0,
    Kind: row.kind,
    Title: language === 'en' ? row.title_en : row.title_zh,
    Detail: (language === 'en' ? row.detail_en : row.detail_zh) ?? '',
    State: state,
    IsGenerate: state === 'done' || state === 'failed' ? 1 : 0,
    IsRead: row.read_at ? 1 : 0,
    Progress: row.progress,
    RowCount: row.row_count,
    Size: row.size_bytes,
    FileName: row.file_name,
    FailureReason: language === 'en' ? row.failure_en : row.failure_zh,
    RequestedEpoch: row.requested_at.getTime(),
    FinishedEpoch: row.finished_at?.getTime() ?? null,
    ExpiresEpoch: row.expires_at?.getTime() ?? null,
    Updated: localOfEpoch((row.finished_at ?? row.requested_at).getTime(), timeZone),
    Url: state === 'done' ? `/api${downloadCalls.getDownloadFile.path}?downloadId=${row.id}` : '',
  };
}

/** What was filtered, for the log; which company it is stands there anyway. */
export function filterOf({ query, body }: ExportWish['input']): object {
  const { CompanyId: _, companyId: __, ...filter } = { ...query, ...body } as Record<string, unknown>;
  return filter;
}

/** Of which project and from when to when a list is, in the words that most lists use. */
export function placeAndTimeOf({ query, body }: ExportWish['input']): {
  projectId: number | null;
  range: string | null;
} {
  const asked = { ...query, ...body } as Record<string, unknown>;
  const { ProjectId, TimeQuantum, Cstime, Cetime, StartDay, EndDay } = asked;
  const [from, to] = Array.isArray(TimeQuantum)
    ? TimeQuantum
    : [asked.StartTime ?? asked.Start ?? Cstime ?? StartDay, asked.EndTime ?? asked.End ?? Cetime ?? EndDay];
  return {
    projectId: typeof ProjectId === 'number' ? ProjectId : null,
    range: typeof from === 'string' && from !== '' ? `${from} – ${to ?? ''}`.trim() : null,
  };
}
