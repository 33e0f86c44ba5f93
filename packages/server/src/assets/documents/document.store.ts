import { sql } from 'kysely';
import type { CompanyTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface DocumentRow {
  id: number;
  asset_id: number;
  file_id: string;
  name: string;
  content_type: string;
  size_bytes: number;
  at: Date;
  user_name: string | null;
}

const documents = (tenant: CompanyTenant) => sql`
  SELECT o.id, o.asset_id, o.file_id, f.name, f.content_type, f.size_bytes, o.at, coalesce(m.real_name, u.nickname) AS user_name
  FROM asset_document o JOIN asset c ON c.id = o.asset_id AND c.company_id = ${tenant.companyId}
    JOIN uploaded_file f ON f.id = o.file_id LEFT JOIN app_user u ON u.id = o.user_id
    LEFT JOIN membership m ON m.user_id = o.user_id AND m.company_id = c.company_id`;

/** The documents of an asset, the newest first. */
export async function documentsOf(tenant: CompanyTenant, db: DbOrTransaction, assetId: number): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`${documents(tenant)}
    WHERE o.asset_id = ${assetId} ORDER BY o.id DESC`.execute(db);
  return rows;
}

/** A document of an asset of the company. */
export async function findDocument(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  id: number,
): Promise<DocumentRow | undefined> {
  const { rows } = await sql<DocumentRow>`${documents(tenant)} WHERE o.id = ${id}`.execute(db);
  return rows[0];
}

/** Keeps a file with an asset that was found for this tenant. */
export async function insertDocument(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  document: {
    readonly asset_id: number;
    readonly file_id: string;
    readonly at: Date;
    readonly user_id: number | null;
  },
): Promise<void> {
  await transaction.insertInto('asset_document').values(document).execute();
}

/** @returns whether it was still there; its file is swept away with the unused ones */
export async function deleteDocument(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('asset_document')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
