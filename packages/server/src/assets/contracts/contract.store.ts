import type { AssetContractKind } from '@watchpost/contract';
import { contractEndsSoonDays } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import type { CompanyTenant, UserTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { allOf, direction, pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';
import { type AssetViewer, assetVisible } from '../register/asset.store.ts';

export interface ContractValues {
  number: string;
  name: string;
  kind: AssetContractKind;
  supplier: string;
  valid_from: string;
  valid_to: string;
  amount_fen: number | null;
  note: string;
}

export interface ContractRow extends ContractValues {
  id: number;
  /** Those that the reader sees. */
  assets: { id: number; name: string; code: string }[];
  updated_at: Date;
}

const orders = { number: sql`k.number`, start: sql`k.valid_from`, end: sql`k.valid_to`, amount: sql`k.amount_fen` };

export interface ContractFilter {
  readonly text?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly state?: 'upcoming' | 'running' | 'ending' | 'ended' | undefined;
  /** `YYYY-MM-DD` where the company is. */
  readonly today: string;
}

const columns = (
  viewer: AssetViewer,
) => sql`k.id, k.number, k.name, k.kind, k.supplier, k.valid_from::text AS valid_from, k.valid_to::text AS valid_to,
  k.amount_fen, k.note, k.updated_at, coalesce((
    SELECT jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'code', a.code) ORDER BY a.code, a.id)
    FROM asset_of_contract x JOIN asset a ON a.id = x.asset_id WHERE x.contract_id = k.id AND ${assetVisible(viewer.tenant, viewer)}), '[]') AS assets`;

const matches = (tenant: CompanyTenant, { text, kinds, state, today }: ContractFilter): RawBuilder<unknown> => {
  const soon = sql`${today}::date + ${contractEndsSoonDays}::int`;
  const conditions = allOf(
    sql`k.company_id = ${tenant.companyId}`,
    containsText(text, 'k.number', 'k.name', 'k.supplier'),
    kinds?.length && sql`k.kind = ANY(${[...kinds]}::text[])`,
    state !== undefined &&
      {
        upcoming: sql`k.valid_from > ${today}::date`,
        running: sql`k.valid_from <= ${today}::date AND k.valid_to > ${soon}`,
        ending: sql`k.valid_from <= ${today}::date AND k.valid_to BETWEEN ${today}::date AND ${soon}`,
        ended: sql`k.valid_to < ${today}::date`,
      }[state],
  );
  return conditions;
};

export async function pageContracts(
  tenant: UserTenant,
  db: DbOrTransaction,
  viewer: AssetViewer,
  filter: ContractFilter,
  order: { readonly by: keyof typeof orders; readonly ascending: boolean },
  range: RowRange,
): Promise<{ rows: ContractRow[]; total: number }> {
  const where = matches(tenant, filter);
  return pageOfRows<ContractRow>(db, range, {
    columns: columns(viewer),
    from: sql`asset_contract k`,
    where,
    order: sql`${orders[order.by]} ${direction(order.ascending)} NULLS LAST, k.id`,
  });
}

/** Contracts of the company, locked until the transaction ends, and read after that: their assets are as the call before left them. */
export async function lockContracts(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  viewer: AssetViewer,
  ids: readonly number[],
): Promise<ContractRow[]> {
  const wanted = sql`k.company_id = ${tenant.companyId} AND k.id = ANY(${[...ids]}::int[]) ORDER BY k.id`;
  await sql`SELECT 1 FROM asset_contract k WHERE ${wanted} FOR UPDATE`.execute(transaction);
  const { rows } = await sql<ContractRow>`SELECT ${columns(viewer)} FROM asset_contract k WHERE ${wanted}`.execute(
    transaction,
  );
  return rows;
}

/** Contracts in which an asset that was found for this tenant stands, the latest end first. */
export async function contractsOfAsset(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  assetId: number,
): Promise<{ id: number; number: string; valid_to: string }[]> {
  const { rows } = await sql<{ id: number; number: string; valid_to: string }>`
    SELECT k.id, k.number, k.valid_to::text AS valid_to FROM asset_of_contract x JOIN asset_contract k ON k.id = x.contract_id
    WHERE x.asset_id = ${assetId} AND k.company_id = ${tenant.companyId} ORDER BY k.valid_to DESC, k.id`.execute(db);
  return rows;
}

export async function isNumberTaken(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  number: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM asset_contract WHERE company_id = ${tenant.companyId}
    AND lower(number) = lower(${number}) AND id IS DISTINCT FROM ${exceptId}`.execute(db);
  return rows.length > 0;
}

export async function insertContract(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  values: ContractValues,
  at: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('asset_contract')
    .values({ ...values, company_id: tenant.companyId, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateContract(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  values: Partial<ContractValues>,
  at: Date,
): Promise<void> {
  await transaction
    .updateTable('asset_contract')
    .set({ ...values, updated_at: at })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute();
}

/** Of the assets that the viewer sees these and no others stand in the contract; others of it stay. */
export async function setAssets(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  viewer: AssetViewer,
  contractId: number,
  assetIds: readonly number[],
): Promise<void> {
  await sql`DELETE FROM asset_of_contract x USING asset a WHERE x.contract_id = ${contractId} AND a.id = x.asset_id
    AND ${assetVisible(viewer.tenant, viewer)}`.execute(transaction);
  await sql`INSERT INTO asset_of_contract (contract_id, asset_id)
    SELECT ${contractId}, id FROM unnest(${[...assetIds]}::int[]) AS id ON CONFLICT DO NOTHING`.execute(transaction);
}

export async function deleteContracts(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom('asset_contract')
    .where('company_id', '=', tenant.companyId)
    .where('id', 'in', [0, ...ids])
    .execute();
}
