import type { DocumentKind } from '@watchpost/contract';
import { sql } from 'kysely';
import { inProjects, type SystemTenant, type Tenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface DocumentRow {
  id: string;
  kind: DocumentKind;
  project_id: number;
  subject_id: number | null;
  revision: number;
  statement: string;
  key_id: number;
  signature: Buffer;
  issued_at: Date;
}

export interface DocumentFile {
  readonly name: string;
  readonly sha256: Buffer;
  readonly sizeBytes: number;
  /** Null: kept elsewhere, or only handed out. */
  readonly content: Buffer | null;
}

export async function insertDocument(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  document: DocumentRow,
  files: readonly DocumentFile[],
): Promise<void> {
  await transaction.insertInto('sealed_document').values(document).execute();
  for (const { name, sha256, sizeBytes, content } of files)
    await transaction
      .insertInto('sealed_document_file')
      .values({ document_id: document.id, name, sha256, size_bytes: sizeBytes, content })
      .execute();
}

/** Documents of a waybill or pack that the tenant may see the project of, newest first. */
export async function documentsOf(
  tenant: Tenant,
  db: DbOrTransaction,
  kind: DocumentKind,
  subjectId: number,
): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    SELECT s.* FROM sealed_document s WHERE s.kind = ${kind} AND s.subject_id = ${subjectId} AND ${inProjects(tenant, 's.project_id')}
    ORDER BY s.revision DESC`.execute(db);
  return rows;
}

export interface DocumentNow extends DocumentRow {
  public_key: string;
  /** Null: of no pack. */
  pack_status: number | null;
  newest_revision: number;
  newest_id: string | null;
  /** Days under it that were sealed again since it was made. */
  resealed: number;
  files: { name: string; sha256: string; size: number; intact: boolean }[];
}

/** A document and how it stands now; null: there is none, or its pack was deleted. */
export async function findDocument(
  _system: SystemTenant,
  db: DbOrTransaction,
  id: string,
): Promise<DocumentNow | null> {
  const { rows } = await sql<DocumentNow>`
    SELECT s.*, k.public_key, p.status AS pack_status,
      CASE s.kind WHEN 'pack' THEN greatest(s.revision, (SELECT coalesce(max(o.revision), 0) FROM compliance_pack o WHERE o.status = 2
          AND o.project_id = p.project_id AND o.device_ids = p.device_ids AND o.from_day = p.from_day AND o.until_day = p.until_day))
        WHEN 'waybill' THEN newest.revision ELSE s.revision END AS newest_revision,
      CASE s.kind WHEN 'waybill' THEN newest.id END AS newest_id,
      CASE s.kind WHEN 'waybill' THEN 0 ELSE (SELECT count(*)::int FROM record_seal r JOIN project_seal ps ON ps.id = r.seal_id
        WHERE ps.project_id = s.project_id AND r.revision > 1 AND ps.made_at > s.issued_at
          AND r.day BETWEEN (s.statement::jsonb->>'fromDay')::date AND (s.statement::jsonb->>'untilDay')::date
          AND (p.id IS NULL OR r.point_id = ANY(p.point_ids))) END AS resealed,
      coalesce((SELECT jsonb_agg(jsonb_build_object('name', f.name, 'sha256', encode(f.sha256, 'hex'), 'size', f.size_bytes,
          'intact', f.content IS NULL OR sha256(f.content) = f.sha256) ORDER BY f.name)
        FROM sealed_document_file f WHERE f.document_id = s.id), '[]') AS files
    FROM sealed_document s JOIN seal_key k ON k.id = s.key_id
    LEFT JOIN compliance_pack p ON s.kind = 'pack' AND p.id = s.subject_id
    LEFT JOIN LATERAL (SELECT o.id, o.revision FROM sealed_document o WHERE o.kind = s.kind AND o.subject_id = s.subject_id
      ORDER BY o.revision DESC LIMIT 1) newest ON true
    WHERE s.id = ${id} AND (s.kind <> 'pack' OR p.id IS NOT NULL)`.execute(db);
  return rows[0] ?? null;
}

/** A file that is kept of a document whose project the tenant may see, with what it is of. */
export async function readDocumentFile(
  tenant: Tenant,
  db: DbOrTransaction,
  id: string,
  name: string,
): Promise<{ subject_id: number | null; kind: DocumentKind; revision: number; content: Buffer } | null> {
  const { rows } = await sql<{ subject_id: number | null; kind: DocumentKind; revision: number; content: Buffer }>`
    SELECT s.subject_id, s.kind, s.revision, f.content FROM sealed_document s
    JOIN sealed_document_file f ON f.document_id = s.id AND f.name = ${name} AND f.content IS NOT NULL
    WHERE s.id = ${id} AND ${inProjects(tenant, 's.project_id')}`.execute(db);
  return rows[0] ?? null;
}
