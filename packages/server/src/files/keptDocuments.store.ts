import { sql } from 'kysely';
import type { CompanyTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/** What documents are kept with: `asset_document` refers to `asset` by `asset_id`, and each owner has a `company_id`. */
export type OwnerOfDocuments = 'asset' | 'customer';

export interface KeptDocumentRow {
  id: number;
  owner_id: number;
  file_id: string;
  name: string;
  content_type: string;
  size_bytes: number;
  at: Date;
  user_name: string | null;
}

const kept = (owner: OwnerOfDocuments) => ({ table: sql.table(`${owner}_document`), ownerId: sql.ref(`${owner}_id`) });

const documents = (tenant: CompanyTenant, owner: OwnerOfDocuments) => sql`
  SELECT o.id, o.${kept(owner).ownerId} AS owner_id, o.file_id, f.name, f.content_type, f.size_bytes, o.at,
    coalesce(m.real_name, u.nickname) AS user_name
  FROM ${kept(owner).table} o JOIN ${sql.table(owner)} c ON c.id = o.${kept(owner).ownerId} AND c.company_id = ${tenant.companyId}
    JOIN uploaded_file f ON f.id = o.file_id LEFT JOIN app_user u ON u.id = o.user_id
    LEFT JOIN membership m ON m.user_id = o.user_id AND m.company_id = c.company_id`;

/** The documents that are kept with one, the newest first. */
export async function keptDocumentsOf(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  owner: OwnerOfDocuments,
  ownerId: number,
): Promise<KeptDocumentRow[]> {
  const { rows } = await sql<KeptDocumentRow>`${documents(tenant, owner)}
    WHERE o.${kept(owner).ownerId} = ${ownerId} ORDER BY o.id DESC`.execute(db);
  return rows;
}

/** A document of the company. */
export async function findKeptDocument(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  owner: OwnerOfDocuments,
  id: number,
): Promise<KeptDocumentRow | undefined> {
  const { rows } = await sql<KeptDocumentRow>`${documents(tenant, owner)} WHERE o.id = ${id}`.execute(db);
  return rows[0];
}

/** Keeps a file with an owner that was found for this tenant. */
export async function keepDocument(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  owner: OwnerOfDocuments,
  { ownerId, fileId, at, userId }: { ownerId: number; fileId: string; at: Date; userId: number | null },
): Promise<void> {
  const { table, ownerId: column } = kept(owner);
  await sql`INSERT INTO ${table} (${column}, file_id, at, user_id) VALUES (${ownerId}, ${fileId}, ${at}, ${userId})`.execute(
    transaction,
  );
}

/** @returns whether it was still there; its file is swept away with the unused ones */
export async function deleteKeptDocument(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  owner: OwnerOfDocuments,
  id: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`DELETE FROM ${kept(owner).table} WHERE id = ${id}`.execute(transaction);
  return numAffectedRows > 0n;
}
