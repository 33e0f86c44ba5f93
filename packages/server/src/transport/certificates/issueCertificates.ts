import { type CertificateReason, certificateReasons, type WaybillStatement } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import {
  type DocumentRow,
  documentAddress,
  documentsOf,
  keptFile,
  newDocumentId,
  sealDocument,
} from '../../compliance/index.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { TransportDeps } from '../deps.ts';
import { handoversOf } from '../handovers/handover.store.ts';
import { findWaybill, insertEvent, type WaybillRow } from '../waybills/waybill.store.ts';
import { type CertificateContent, certificateFacts } from './certificateFacts.wire.ts';
import { certificatePaper } from './certificatePaper.ts';
import { type DueRow, dueCertificates, forgetDue, keepDueFailure } from './due.store.ts';

export interface IssueDeps extends Pick<TransportDeps, 'history' | 'usualLimitsOfPoint' | 'clock' | 'events'> {
  readonly db: Db;
  readonly log: Log;
  readonly secretKey: string;
  /** Where people open this installation; null: certificates carry no code. */
  readonly publicUrl: string | null;
}

/** The PDF of a certificate in a language, as it is kept with the document. */
export const certificateFile = (language: 'zh' | 'en'): string => `certificate.${language}.pdf`;

/** The content of a statement, without its id, revision and time. */
export function contentOf(document: Pick<DocumentRow, 'statement'>): CertificateContent {
  const {
    format: _f,
    id: _i,
    revision: _r,
    reason: _w,
    issuedAt: _a,
    ...content
  } = JSON.parse(document.statement) as WaybillStatement;
  return content;
}

/** Places as the revision before called them: a geofence that was changed since makes no other certificate. */
function withKnownPlaces(content: CertificateContent, before: CertificateContent): CertificateContent {
  const known = new Map(before.stops.map(({ from, fence }) => [from, fence]));
  return {
    ...content,
    stops: content.stops.map((stop) => ({ ...stop, fence: known.has(stop.from) ? known.get(stop.from)! : stop.fence })),
  };
}

/** The reason of a revision: samples that differ make it a late one, else a handover was added. */
function reasonOf(last: CertificateContent, content: CertificateContent): CertificateReason {
  const shas = ({ tags }: CertificateContent) => tags.map(({ sha }) => sha).join();
  if (shas(last) !== shas(content)) return 'late';
  return JSON.stringify(last.handovers) === JSON.stringify(content.handovers) ? 'late' : 'handover';
}

/**
 * Makes the certificate of one closed waybill, or a further revision where something that it states is different now. Where another
 * process made a revision meanwhile, it looks once more.
 *
 * @returns the revision; null: nothing changed
 */
export async function issueCertificate(
  deps: IssueDeps,
  waybill: WaybillRow,
  at: Date,
  stopping: AbortSignal,
): Promise<number | null> {
  const { db, secretKey, publicUrl } = deps;
  const { content: found, pictures } = await certificateFacts(deps, waybill, stopping);
  const [last] = await documentsOf(system, db, 'waybill', waybill.id);
  const before = last === undefined ? null : contentOf(last);
  const content = before ? withKnownPlaces(found, before) : found;
  if (before && JSON.stringify(before) === JSON.stringify(content)) return null;
  const statement: WaybillStatement = {
    format: 'waybill-certificate/1',
    id: newDocumentId(),
    revision: (last?.revision ?? 0) + 1,
    reason: before ? reasonOf(before, content) : 'first',
    issuedAt: at.getTime(),
    ...content,
  };
  const text = JSON.stringify(statement);
  const address = documentAddress(publicUrl, statement.id, text);
  const signatures = (await handoversOf(system, db, waybill.id)).map(({ signature }) => signature);
  const files: ReturnType<typeof keptFile>[] = [];
  for (const language of ['zh', 'en'] as const)
    files.push(
      keptFile(
        certificateFile(language),
        await certificatePaper({ statement, text, address, pictures, signatures }, language),
      ),
    );
  const isKept = await db.transaction().execute(async (transaction) => {
    await findWaybill(system, transaction, waybill.id, 'lock');
    const [newest] = await documentsOf(system, transaction, 'waybill', waybill.id);
    if (newest?.id !== last?.id) return false;
    await sealDocument(transaction, secretKey, {
      id: statement.id,
      kind: 'waybill',
      projectId: waybill.project_id,
      subjectId: waybill.id,
      revision: statement.revision,
      statement: text,
      at,
      files,
    });
    await insertEvent(system, transaction, waybill.id, at, {
      zh:
        statement.revision === 1
          ? '生成温度证书'
          : `温度证书第 ${statement.revision} 版：${certificateReasons[statement.reason].zh}`,
      en:
        statement.revision === 1
          ? 'Temperature certificate issued'
          : `Temperature certificate, revision ${statement.revision}: ${certificateReasons[statement.reason].en}`,
    });
    return true;
  });
  return isKept ? statement.revision : issueCertificate(deps, waybill, at, stopping);
}

/** Makes every certificate that is due. One that was cut off is made again: document and event are one transaction. */
export async function issueCertificates(deps: IssueDeps, stopping: AbortSignal): Promise<void> {
  const { db, clock, events, log } = deps;
  for (const due of await dueCertificates(system, db, new Date(clock.now()))) {
    stopping.throwIfAborted();
    const waybill = await findWaybill(system, db, due.waybill_id);
    if (waybill === undefined || waybill.ended_at === null) {
      await forgetDue(system, db, due);
      continue;
    }
    try {
      const revision = await issueCertificate(deps, waybill, new Date(clock.now()), stopping);
      await forgetDue(system, db, due);
      if (revision === null) continue;
    } catch (error) {
      if (stopping.aborted) throw error;
      await failed(deps, due, error);
    }
    events.emit('listsChanged', { companyId: waybill.company_id, kinds: ['transport'] });
  }

  async function failed({ db, clock }: IssueDeps, due: DueRow, error: unknown): Promise<void> {
    log.error({ err: error, waybillId: due.waybill_id }, 'A certificate of a waybill could not be made');
    await keepDueFailure(
      system,
      db,
      due,
      error instanceof Error ? error.message : String(error),
      new Date(clock.now()),
    );
  }
}
