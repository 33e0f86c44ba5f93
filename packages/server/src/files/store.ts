import { sql } from 'kysely';
import type { SystemTenant, UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface FileRow {
  id: string;
  company_id: number | null;
  user_id: number | null;
  name: string;
  content_type: string;
  size_bytes: number;
}

const fileColumns = ['id', 'company_id', 'user_id', 'name', 'content_type', 'size_bytes'] as const;

export async function insertFile(
  tenant: UserTenant,
  db: DbOrTransaction,
  file: { id: string; name: string; contentType: string; sizeBytes: number; uploadedAt: Date },
): Promise<void> {
  await db
    .insertInto('uploaded_file')
    .values({
      id: file.id,
      company_id: tenant.companyId || null,
      user_id: tenant.userId,
      name: file.name,
      content_type: file.contentType,
      size_bytes: file.sizeBytes,
      uploaded_at: file.uploadedAt,
    })
    .execute();
}

/** A file of a company that nobody of it uploaded. */
export async function insertCompanyFile(
  _system: SystemTenant,
  db: DbOrTransaction,
  file: { id: string; companyId: number; name: string; contentType: string; sizeBytes: number; uploadedAt: Date },
): Promise<void> {
  await db
    .insertInto('uploaded_file')
    .values({
      id: file.id,
      company_id: file.companyId,
      user_id: null,
      name: file.name,
      content_type: file.contentType,
      size_bytes: file.sizeBytes,
      uploaded_at: file.uploadedAt,
    })
    .execute();
}

/** Makes others who keep files of these wait until the transaction ends. Locks are taken in one order for all. */
export async function lockRoom(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  { companyId, userId }: { companyId: number | null; userId: number | null },
): Promise<void> {
  const keys = [
    ...(companyId === null ? [] : [`files of company ${companyId}`]),
    ...(userId === null ? [] : [`files of user ${userId}`]),
  ];
  for (const key of keys) {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction);
  }
}

/** What a company keeps in all, in bytes. */
export const bytesKeptByCompany = async (
  _system: SystemTenant,
  db: DbOrTransaction,
  companyId: number,
): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('uploaded_file')
        .where('company_id', '=', companyId)
        .select((eb) => eb.fn.sum<number>('size_bytes').as('bytes'))
        .executeTakeFirst()
    )?.bytes ?? 0,
  );

/** The bytes that the tenant's company stores. For a user without a company: the bytes of that user. */
export const bytesKept = async (tenant: UserTenant, db: DbOrTransaction): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('uploaded_file')
        .where((eb) =>
          tenant.companyId
            ? eb('company_id', '=', tenant.companyId)
            : eb.and([eb('company_id', 'is', null), eb('user_id', '=', tenant.userId)]),
        )
        .select((eb) => eb.fn.sum<number>('size_bytes').as('bytes'))
        .executeTakeFirst()
    )?.bytes ?? 0,
  );

/** What the tenant's user keeps, for whichever company, in bytes. */
export const bytesKeptByUser = async (tenant: UserTenant, db: DbOrTransaction): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('uploaded_file')
        .where('user_id', '=', tenant.userId)
        .select((eb) => eb.fn.sum<number>('size_bytes').as('bytes'))
        .executeTakeFirst()
    )?.bytes ?? 0,
  );

/** How many files of the tenant nothing refers to. */
export const countUnused = async (tenant: UserTenant, db: DbOrTransaction): Promise<number> =>
  (
    await db
      .selectFrom('uploaded_file')
      .where('user_id', '=', tenant.userId)
      .where('id', 'not in', (eb) => eb.selectFrom('file_in_use').where('file_id', 'is not', null).select('file_id'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

/** A file that the tenant's user uploaded, for any company. */
export const findOwnFile = (tenant: UserTenant, db: DbOrTransaction, id: string): Promise<FileRow | undefined> =>
  db
    .selectFrom('uploaded_file')
    .where('id', '=', id)
    .where('user_id', '=', tenant.userId)
    .select(fileColumns)
    .executeTakeFirst();

/** A file that the tenant or a colleague in the tenant's company uploaded. */
export const findCompanyFile = (tenant: UserTenant, db: DbOrTransaction, id: string): Promise<FileRow | undefined> =>
  db
    .selectFrom('uploaded_file')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('user_id', '=', tenant.userId), eb('company_id', '=', tenant.companyId)]))
    .select(fileColumns)
    .executeTakeFirst();

export const findFile = (_system: SystemTenant, db: DbOrTransaction, id: string): Promise<FileRow | undefined> =>
  db.selectFrom('uploaded_file').where('id', '=', id).select(fileColumns).executeTakeFirst();

/** @returns whether there was such a file of the tenant's own */
export async function deleteOwnFile(tenant: UserTenant, db: DbOrTransaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('uploaded_file')
    .where('id', '=', id)
    .where('user_id', '=', tenant.userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const isInUse = async (_system: SystemTenant, db: DbOrTransaction, id: string): Promise<boolean> =>
  (await db.selectFrom('file_in_use').where('file_id', '=', id).select('file_id').executeTakeFirst()) !== undefined;

/** Forgets files uploaded before that moment which nothing refers to. @returns their ids */
export const deleteUnused = async (_system: SystemTenant, db: DbOrTransaction, before: Date): Promise<string[]> =>
  (
    await db
      .deleteFrom('uploaded_file')
      .where('uploaded_at', '<', before)
      .where('id', 'not in', (eb) => eb.selectFrom('file_in_use').where('file_id', 'is not', null).select('file_id'))
      .returning('id')
      .execute()
  ).map(({ id }) => id);

/** Those of these ids that are known. */
export const knownFiles = async (
  _system: SystemTenant,
  db: DbOrTransaction,
  ids: readonly string[],
): Promise<Set<string>> =>
  new Set(
    (
      await db
        .selectFrom('uploaded_file')
        .where('id', 'in', ['', ...ids])
        .select('id')
        .execute()
    ).map(({ id }) => id),
  );
