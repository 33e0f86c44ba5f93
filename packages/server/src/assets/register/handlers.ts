import {
  type AllCalls,
  type assetCalls,
  assetErrors,
  calls,
  commonErrors,
  maxAssetLevels,
  type ParsedInput,
} from '@watchpost/contract';
import { type Caller, inEveryProject, mayInCompany, mayInProject, maySee, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../../logs/index.ts';
import { nameOfUser } from '../../people/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { given } from '../../platform/given.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inFen } from '../../platform/yuan.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { type AssetDeps, tellAssets } from '../deps.ts';
import { hasOpenOrders } from '../disposal/disposal.store.ts';
import { statusesOf } from '../life/statusesOf.ts';
import { presentAsset } from '../present.ts';
import { noteRegistered } from '../stocktakes/item.store.ts';
import {
  type AssetFilter,
  type AssetRow,
  type AssetValues,
  type AssetViewer,
  categoriesOf,
  deleteAssets,
  deviceOf,
  findAssets,
  holderOfCode,
  insertAssets,
  levelsOf,
  lockAssets,
  lockCodes,
  pageAssets,
  updateAssets,
} from './asset.store.ts';

type Calls = Pick<
  typeof assetCalls,
  'getAssetPage' | 'getAssetCategories' | 'isAssetCodeExist' | 'addAsset' | 'editAsset' | 'deleteAsset' | 'verifyAssets'
>;
type AssetBody = Partial<ParsedInput<AllCalls['addAsset']>['body']>;
type PageBody = ParsedInput<AllCalls['getAssetPage']>['body'];

const ofCompany = (caller: Pick<Caller, 'grants'>): boolean => mayInCompany(caller, ['companyAssets']);
export const viewerOf = (caller: Caller): AssetViewer => ({ tenant: caller.tenant, ofCompany: ofCompany(caller) });
/** Whether the caller keeps the assets of a project; null: those of the company. */
export const mayEditIn = (caller: Pick<Caller, 'grants'>, projectId: number | null): boolean =>
  ofCompany(caller) ||
  (projectId !== null && caller.grants !== null && mayInProject(caller.grants, projectId, ['assetsEdit']));

/** What the caller may do with an asset. */
export const mayWith = (caller: Caller, { project_id }: Pick<AssetRow, 'project_id'>) => ({
  edit: mayEditIn(caller, project_id),
  undo: ofCompany(caller),
});

/** @throws Refusal `disposed` where one of the assets was disposed of */
export function needKept(assets: readonly AssetRow[]): void {
  const gone = assets.find(({ disposal }) => disposal !== null);
  if (gone) throw new Refusal(assetErrors.disposed, { name: gone.name });
}

/** What a list's call asks, in our words. */
export const assetQuestion = (body: Omit<PageBody, 'PageIndex' | 'PageSize'>): AssetFilter => ({
  text: body.Text,
  projectIds: body.ProjectId === undefined ? body.ProjectIdList : [body.ProjectId],
  categories: body.CategoryList,
  sources: body.SourceList,
  usage: body.Usage,
  verification: body.Verification,
  isMonitored: body.IsMonitor,
  related: body.Related,
});

const valuesOf = (body: AssetBody): Partial<AssetValues> =>
  given({
    name: body.AssetName,
    code: body.AssetCode,
    category: body.Category,
    model: body.Model,
    factory_number: body.FactoryNumber,
    install_date: body.InstallDate,
    distributor: body.Distributor,
    source: body.Source,
    supplier: body.Supplier,
    amount_fen: body.Amount === undefined ? undefined : inFen(body.Amount),
    service_life_months: body.ServiceLife,
    replacement_fen: body.ReplacementCost === undefined ? undefined : inFen(body.ReplacementCost),
    warranty_until: body.WarrantyUntil,
    parent_id: body.ParentId,
    location: body.Location,
    is_monitored: body.IsMonitor,
    usage: body.Usage,
    project_id: body.ProjectId,
    device_id: body.ModelTreeId,
    note: body.Note,
  });

const none: Pick<
  AssetValues,
  | 'install_date'
  | 'amount_fen'
  | 'service_life_months'
  | 'replacement_fen'
  | 'warranty_until'
  | 'parent_id'
  | 'project_id'
  | 'device_id'
> = {
  install_date: null,
  amount_fen: null,
  service_life_months: null,
  replacement_fen: null,
  warranty_until: null,
  parent_id: null,
  project_id: null,
  device_id: null,
};

/** A new asset with all its columns. */
export const newValuesOf = (body: ParsedInput<AllCalls['addAsset']>['body']): AssetValues =>
  ({ ...none, ...valuesOf(body) }) as AssetValues;

/** A field of the log by a column. */
const logNames = {
  name: 'name',
  code: 'assetCode',
  category: 'assetCategory',
  model: 'assetModel',
  factory_number: 'factoryNumber',
  install_date: 'installDate',
  distributor: 'distributor',
  source: 'assetSource',
  supplier: 'supplier',
  amount_fen: 'assetAmount',
  service_life_months: 'serviceLife',
  replacement_fen: 'assetReplacement',
  warranty_until: 'assetWarranty',
  parent_id: 'assetParent',
  location: 'storageLocation',
  is_monitored: 'isMonitored',
  usage: 'assetUsage',
  project_id: 'projectId',
  device_id: 'linkedDevice',
  note: 'note',
  verification: 'assetVerification',
} as const satisfies Record<keyof AssetValues | 'verification', string>;
export const inLog = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [logNames[key as keyof typeof logNames], value]));

/** Whether a warranty would end before there was anything to warrant. */
export const endsBeforeInstall = ({
  install_date,
  warranty_until,
}: Pick<AssetValues, 'install_date' | 'warranty_until'>): boolean =>
  install_date !== null && warranty_until !== null && warranty_until < install_date;

/** What tells one asset from another: changed, somebody has to look again. */
const identifying = ['code', 'factory_number', 'project_id', 'device_id', 'location'] as const;

/** Whether enough is known of an asset to verify it. */
const isComplete = ({ model, location }: Pick<AssetValues, 'model' | 'location'>): boolean =>
  model !== '' && location !== '';

export const subjectOf = ({ id, name }: Pick<AssetRow, 'id' | 'name'>) => ({ kind: 'asset' as const, id, name });

/** Assets that the caller sees, all of them or a refusal. */
export async function needAssets(caller: Caller, db: DbOrTransaction, ids: readonly number[]): Promise<AssetRow[]> {
  return allOf(ids, (wanted) => findAssets(caller.tenant, db, viewerOf(caller), wanted));
}

/** The same, locked until the transaction ends. */
export async function needLockedAssets(
  caller: Caller,
  { transaction }: Pick<OneWrite, 'transaction'>,
  ids: readonly number[],
): Promise<AssetRow[]> {
  return allOf(ids, (wanted) => lockAssets(caller.tenant, transaction, viewerOf(caller), wanted));
}

async function allOf(
  ids: readonly number[],
  load: (wanted: readonly number[]) => Promise<AssetRow[]>,
): Promise<AssetRow[]> {
  const wanted = [...new Set(ids)];
  const rows = await load(wanted);
  if (rows.length < wanted.length) throw new Refusal(commonErrors.notFound);
  return rows;
}

export function assetHandlers(deps: AssetDeps): Handlers<Calls> {
  const { db, clock } = deps;
  const today = async (caller: Caller) => localOfEpoch(clock.now(), await zoneOf(caller.tenant, db)).slice(0, 10);

  /** The name of an asset for a refusal: also of another project than the one at hand, if the caller sees it. */
  async function nameFor(caller: Caller, db: DbOrTransaction, id: number): Promise<string | null> {
    const everywhere = inEveryProject(caller, calls.editAsset.access);
    return (await findAssets(everywhere.tenant, db, viewerOf(everywhere), [id]))[0]?.name ?? null;
  }

  async function needDevice(
    caller: Caller,
    { transaction }: OneWrite,
    { device_id: deviceId, project_id: projectId }: Pick<AssetValues, 'project_id' | 'device_id'>,
    exceptId: number | null,
  ): Promise<void> {
    if (deviceId === null) return;
    const device = await deviceOf(caller.tenant, transaction, deviceId);
    if (device?.project_id !== projectId) throw new Refusal(assetErrors.deviceElsewhere);
    if (device.asset_id === null || device.asset_id === exceptId) return;
    throw new Refusal(assetErrors.deviceTaken, {
      name: (await nameFor(caller, transaction, device.asset_id)) ?? '–',
    });
  }

  async function needCode(
    caller: Caller,
    { transaction }: OneWrite,
    code: string,
    exceptId: number | null,
  ): Promise<void> {
    const holder = await holderOfCode(caller.tenant, transaction, code, exceptId);
    if (holder === null) return;
    const name = await nameFor(caller, transaction, holder);
    throw name === null ? new Refusal(assetErrors.codeTaken) : new Refusal(assetErrors.codeTakenBy, { name });
  }

  /** What an asset is a part of: one that the caller sees and that is kept, no part of itself, and not too deep. */
  async function needParent(
    caller: Caller,
    { transaction }: OneWrite,
    parentId: number | null | undefined,
    exceptId: number | null,
  ): Promise<string | null> {
    if (parentId == null) return null;
    const everywhere = inEveryProject(caller, calls.editAsset.access);
    const [parent] = await findAssets(everywhere.tenant, transaction, viewerOf(everywhere), [parentId]);
    if (!parent || parent.disposal !== null) throw new Refusal(assetErrors.parentUnknown);
    const { above, below } = await levelsOf(caller.tenant, transaction, { parentId, id: exceptId });
    if (above.some(({ id }) => id === exceptId)) throw new Refusal(assetErrors.parentCircle, { name: parent.name });
    if (above.length + 1 + below > maxAssetLevels)
      throw new Refusal(assetErrors.parentTooDeep, { max: maxAssetLevels });
    return parent.code;
  }

  /**
   * What goes wrong between assets: checked while nobody else gives codes, devices or parents to assets of the company.
   *
   * @returns the code of what it becomes a part of, for the log
   */
  async function needToFit(
    caller: Caller,
    write: OneWrite,
    values: Partial<AssetValues>,
    whole: Pick<AssetValues, 'project_id' | 'device_id' | 'install_date' | 'warranty_until'>,
    exceptId: number | null,
  ): Promise<string | null> {
    if (values.install_date != null && values.install_date > (await today(caller)))
      throw new Refusal(assetErrors.installedInFuture);
    if (endsBeforeInstall(whole)) throw new Refusal(assetErrors.warrantyBeforeInstall, { day: whole.install_date! });
    const { project_id: projectId } = values;
    if (projectId !== undefined && (projectId === null ? !ofCompany(caller) : !maySee(caller.tenant, projectId, null)))
      throw new Refusal(commonErrors.notFound);
    const movesDevice = values.device_id !== undefined || projectId !== undefined;
    if (!movesDevice && values.code === undefined && values.parent_id === undefined) return null;
    await lockCodes(caller.tenant, write.transaction);
    const parentCode = await needParent(caller, write, values.parent_id, exceptId);
    if (movesDevice) await needDevice(caller, write, whole, exceptId);
    if (values.code !== undefined) await needCode(caller, write, values.code, exceptId);
    return parentCode;
  }

  /** An unknown label of a stocktake has its asset now. */
  async function registerScan(
    caller: Caller,
    { transaction, log }: OneWrite,
    scanId: number,
    asset: Pick<AssetRow, 'id' | 'code' | 'project_id' | 'location'>,
  ): Promise<void> {
    const { tenant } = caller;
    // Its stocktake may be of another project than the asset.
    const viewer = viewerOf(inEveryProject(caller, calls.editAsset.access));
    const by = await nameOfUser(tenant, transaction, tenant.userId);
    const stocktake = await noteRegistered(tenant, transaction, viewer, scanId, asset, by);
    if (!stocktake) throw new Refusal(assetErrors.notUnknownOfStocktake);
    log({
      companyId: tenant.companyId,
      projectId: stocktake.project_id,
      subject: { kind: 'stocktake', id: stocktake.id, name: stocktake.name },
      after: { stocktakeDecision: 'registered', assetCode: asset.code },
    });
  }

  return {
    async getAssetPage({ caller, language }, { body }) {
      const { rows, total } = await pageAssets(
        caller.tenant,
        db,
        viewerOf(caller),
        assetQuestion(body),
        { by: body.SortType, ascending: body.IsAsc },
        rowRange(body),
      );
      const statuses = await statusesOf(deps, caller, rows);
      return {
        Data: rows.map((row) =>
          presentAsset(row, language, mayWith(caller, row), statuses.get(row.id) ?? null, clock.now()),
        ),
        TotalCount: total,
      };
    },

    getAssetCategories: ({ caller }) => categoriesOf(caller.tenant, db, viewerOf(caller)),

    isAssetCodeExist: async ({ caller }, { query }) =>
      (await holderOfCode(caller.tenant, db, query.assetCode, query.assetId ?? null)) !== null,

    addAsset: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const values = newValuesOf(body);
        const parentCode = await needToFit(context.caller, write, values, values, null);
        const [id] = await insertAssets(tenant, write.transaction, [values], new Date(clock.now()));
        if (body.ScanId != null) await registerScan(context.caller, write, body.ScanId, { ...values, id: id! });
        write.log({
          companyId: tenant.companyId,
          projectId: values.project_id,
          subject: subjectOf({ id: id!, name: values.name }),
          after: inLog({ ...values, parent_id: parentCode }),
        });
        tellAssets(deps, write, tenant.companyId);
        return { AssetId: id! };
      }),

    editAsset: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const caller = inEveryProject(context.caller, calls.editAsset.access);
        const { tenant } = caller;
        const [row] = await needLockedAssets(caller, write, [body.AssetId]);
        const before = row!;
        needKept([before]);
        const changed = differing<AssetValues>(before, valuesOf(body as AssetBody));
        if (Object.keys(changed).length === 0) {
          write.unchanged();
          return null;
        }
        const parentCode = await needToFit(caller, write, changed, { ...before, ...changed }, before.id);
        const isOther = before.verification === 'verified' && identifying.some((column) => column in changed);
        const values = { ...changed, ...(isOther && { verification: 'toBeVerified' as const }) };
        await updateAssets(tenant, write.transaction, [before.id], values, new Date(clock.now()));
        const were = Object.fromEntries(Object.keys(values).map((key) => [key, before[key as keyof AssetRow]]));
        write.log({
          companyId: tenant.companyId,
          projectId: changed.project_id ?? before.project_id,
          subject: subjectOf({ id: before.id, name: changed.name ?? before.name }),
          before: inLog({ ...were, ...('parent_id' in were && { parent_id: before.parent?.code ?? null }) }),
          after: inLog({ ...values, ...('parent_id' in values && { parent_id: parentCode }) }),
        });
        tellAssets(deps, write, tenant.companyId);
        return null;
      }),

    deleteAsset: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const assets = await needLockedAssets(context.caller, write, body.AssetIdList);
        // What was a device or left is a record: people who may dispose of it may delete it.
        const kept = assets.filter(({ disposal, device_id }) => disposal !== null || device_id !== null);
        if (kept.length > 0 && !ofCompany(context.caller))
          throw new Refusal(assetErrors.deletedByCompany, { name: kept[0]!.name });
        for (const { device_id } of kept)
          if (device_id !== null && (await hasOpenOrders(tenant, write.transaction, device_id)))
            throw new Refusal(assetErrors.hasOpenOrders);
        await deleteAssets(
          tenant,
          write.transaction,
          assets.map(({ id }) => id),
          new Date(clock.now()),
        );
        for (const asset of assets)
          write.log({
            companyId: tenant.companyId,
            projectId: asset.project_id,
            subject: subjectOf(asset),
            before: inLog({ name: asset.name, code: asset.code, amount_fen: asset.amount_fen }),
          });
        tellAssets(deps, write, tenant.companyId);
        return { Deleted: assets.length };
      }),

    verifyAssets: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const assets = await needLockedAssets(context.caller, write, body.AssetIdList);
        needKept(assets);
        const lacking = assets.filter((asset) => !isComplete(asset));
        if (lacking.length > 0)
          throw new Refusal(
            assetErrors.notComplete,
            {
              names: {
                zh: lacking.map(({ name }) => name).join('、'),
                en: lacking.map(({ name }) => name).join(', '),
              },
            },
            lacking.map(({ id }) => id),
          );
        const unverified = assets.filter(({ verification }) => verification !== 'verified');
        if (unverified.length === 0) write.unchanged();
        else {
          await updateAssets(
            tenant,
            write.transaction,
            unverified.map(({ id }) => id),
            { verification: 'verified' },
            new Date(clock.now()),
          );
          for (const asset of unverified)
            write.log({
              companyId: tenant.companyId,
              projectId: asset.project_id,
              subject: subjectOf(asset),
              before: inLog({ verification: asset.verification }),
              after: inLog({ verification: 'verified' }),
            });
          tellAssets(deps, write, tenant.companyId);
        }
        return { Verified: unverified.length };
      }),
  };
}
