import {
  assetErrors,
  codeOfLabel,
  commonErrors,
  type ScanResult,
  type StocktakeClosing,
  type StocktakeOutcome,
  type stocktakeCalls,
} from '@watchpost/contract';
import { type Caller, grantsOfUser, maySee, system, tenantOf } from '../../access/index.ts';
import { needOwnFile } from '../../files/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../../logs/index.ts';
import { holdersInCompany, nameOfUser, usersOpening } from '../../people/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { type AssetDeps, tellAssets } from '../deps.ts';
import { presentStocktake } from '../present.ts';
import { type AssetRow, lockAssets, updateAssets } from '../register/asset.store.ts';
import {
  inLog as assetInLog,
  mayEditIn,
  needKept,
  subjectOf as subjectOfAsset,
  viewerOf,
} from '../register/handlers.ts';
import {
  assetsByCode,
  elsewhereOf,
  endStocktake,
  findStocktake,
  foundToVerify,
  freezeExpected,
  insertScan,
  insertStocktake,
  locationsOf,
  lockStocktake,
  noteEnd,
  pageStocktakes,
  removeScan,
  type ScanRow,
  type StocktakeRow,
  scannersOf,
  scansOf,
  setScanPhoto,
  stocktakeOfKey,
} from './stocktake.store.ts';
import { needStocktake, stocktakeItems } from './stocktakeItems.wire.ts';

const outcomeOf = ({ expected, known }: { expected: boolean; known: boolean }): StocktakeOutcome =>
  expected ? 'found' : known ? 'elsewhere' : 'unknown';

export function stocktakeHandlers(deps: AssetDeps): Handlers<typeof stocktakeCalls> {
  const { db, clock } = deps;
  const subjectOf = ({ id, name }: Pick<StocktakeRow, 'id' | 'name'>) => ({ kind: 'stocktake' as const, id, name });

  /** A stocktake that goes on, locked until the transaction ends. @throws Refusal `notFound`, `stocktakeOver` */
  async function needOpen(caller: Caller, { transaction }: OneWrite, id: number): Promise<StocktakeRow> {
    const viewer = viewerOf(caller);
    if (!(await lockStocktake(caller.tenant, transaction, viewer, id))) throw new Refusal(commonErrors.notFound);
    const stocktake = (await findStocktake(caller.tenant, transaction, viewer, id))!;
    if (stocktake.state !== 'open') throw new Refusal(assetErrors.stocktakeOver);
    return stocktake;
  }

  /** Whether the caller closes a stocktake, or took part in it; then a person who did not closes it, if there is one who may. */
  async function closingOf(
    caller: Caller,
    client: DbOrTransaction,
    stocktake: StocktakeRow,
  ): Promise<StocktakeClosing> {
    const { tenant } = caller;
    const took = new Set([stocktake.opened_by, ...(await scannersOf(tenant, client, stocktake.id))]);
    if (!took.has(tenant.userId)) return 'free';
    const { project_id: projectId } = stocktake;
    const people = new Set([
      ...(await holdersInCompany(system, client, tenant.companyId, ['companyAssets'])),
      ...(projectId === null ? [] : await usersOpening(system, client, [projectId])),
    ]);
    for (const userId of people) {
      if (took.has(userId)) continue;
      const grants = await grantsOfUser(system, client, userId, tenant.companyId);
      if (grants === null) continue;
      const sees = projectId === null || maySee(tenantOf(userId, grants, null), projectId, null);
      if (sees && mayEditIn({ grants }, projectId)) return 'another';
    }
    return 'alone';
  }

  return {
    async getAssetLocations({ caller }, { query }) {
      const rows = await locationsOf(caller.tenant, db, viewerOf(caller), query.projectId ?? null);
      return rows.map(({ location, count }) => ({ Location: location, Count: count }));
    },

    async getStocktakePage({ caller, language }, { body }) {
      const { rows, total } = await pageStocktakes(
        caller.tenant,
        db,
        viewerOf(caller),
        { text: body.Text, projectIds: body.ProjectIdList, state: body.State },
        rowRange(body),
      );
      return { Data: rows.map((row) => presentStocktake(row, language)), TotalCount: total };
    },

    async getStocktake({ caller, language }, { query }) {
      const stocktake = await needStocktake(caller, db, query.stocktakeId);
      const mayEdit = mayEditIn(caller, stocktake.project_id);
      return {
        ...presentStocktake(stocktake, language),
        MayEdit: mayEdit,
        Closing: mayEdit && stocktake.state === 'open' ? await closingOf(caller, db, stocktake) : 'free',
      };
    },

    async getStocktakeItemPage({ caller, language }, { body }) {
      const { rows, total } = await stocktakeItems(deps, caller, language, body, rowRange(body));
      return { Data: rows, TotalCount: total };
    },

    openStocktake: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const { transaction } = write;
        const viewer = viewerOf(caller);
        const projectId = body.ProjectId ?? null;
        if (projectId === null ? !viewer.ofCompany : !maySee(tenant, projectId, null))
          throw new Refusal(commonErrors.notFound);
        const at = new Date(clock.now());
        const id = await insertStocktake(tenant, transaction, {
          client_key: body.ClientKey,
          name: body.StocktakeName,
          project_id: projectId,
          location: body.Location,
          opened_by: tenant.userId,
          opened_name: await nameOfUser(tenant, transaction, tenant.userId),
          opened_at: at,
        });
        if (id === null) {
          // Sent again: what the first one opened. A key of somebody else's stocktake opens nothing.
          const before = (await stocktakeOfKey(tenant, transaction, body.ClientKey))!;
          if (!(await findStocktake(tenant, transaction, viewer, before.id))) throw new Refusal(commonErrors.notFound);
          write.unchanged();
          return { StocktakeId: before.id, Expected: before.expected };
        }
        const place = { projectId, location: body.Location };
        const expected = await freezeExpected(tenant, transaction, viewer, id, place);
        if (expected === 0) throw new Refusal(assetErrors.noAssets);
        write.log({
          companyId: tenant.companyId,
          projectId,
          subject: subjectOf({ id, name: body.StocktakeName }),
          after: { stocktakeState: 'open', storageLocation: body.Location, stocktakeExpected: expected },
        });
        tellAssets(deps, write, tenant.companyId);
        return { StocktakeId: id, Expected: expected };
      }),

    scanLabels: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller, language } = context;
        const { tenant } = caller;
        const { transaction } = write;
        const viewer = viewerOf(caller);
        const stocktake = await needOpen(caller, write, body.StocktakeId);
        const codes = body.ScanList.map(({ Label }) => codeOfLabel(Label).slice(0, 100));
        const keys = body.ScanList.map(({ ClientKey }) => ClientKey);
        const assets = await assetsByCode(tenant, transaction, viewer, stocktake.id, codes);
        const kept = await scansOf(tenant, transaction, viewer, stocktake.id, keys, codes);
        const byKey = new Map(kept.map((scan) => [scan.client_key, scan]));
        const byCode = new Map(
          kept.filter(({ removed_at }) => removed_at === null).map((scan) => [scan.code.toLowerCase(), scan]),
        );
        const at = new Date(clock.now());
        const userName = await nameOfUser(tenant, transaction, tenant.userId);
        const results: ScanResult[] = [];
        const fresh: string[] = [];
        const answer = (scan: ScanRow, key: string, repeated: boolean) =>
          results.push({
            ClientKey: key,
            ScanId: scan.id,
            Outcome: outcomeOf(scan),
            Repeated: repeated,
            AssetCode: scan.code,
            AssetName: scan.name,
            ProjectName: scan.project_name && inLanguage(scan.project_name, scan.project_name_en, language),
            Location: scan.location,
          });
        for (const [place, { ClientKey: key, Epoch }] of body.ScanList.entries()) {
          const asset = assets.get(codes[place]!.toLowerCase());
          const code = asset?.code ?? codes[place]!;
          const again = byKey.get(key);
          const before = again ?? byCode.get(code.toLowerCase());
          if (before) {
            answer(before, key, again === undefined);
            continue;
          }
          const values = {
            code,
            name: asset?.name ?? null,
            project_id: asset?.project_id ?? null,
            location: asset?.location ?? '',
          };
          const id = await insertScan(tenant, transaction, {
            ...values,
            expected_id: asset?.expected_id ?? null,
            stocktake_id: stocktake.id,
            client_key: key,
            asset_id: asset?.id ?? null,
            // A phone that is ahead did not see it tomorrow.
            said_at: new Date(Math.min(Epoch, at.getTime())),
            kept_at: at,
            user_id: tenant.userId,
            user_name: userName,
          });
          // What is expected may stand in a project that is closed to the person who scans it.
          const shown = asset?.seen ? asset : null;
          const scan: ScanRow = {
            id,
            code,
            client_key: key,
            expected: asset != null && asset.expected_id !== null,
            known: asset !== undefined,
            name: shown?.name ?? null,
            location: shown?.location ?? '',
            project_name: shown?.project_name ?? null,
            project_name_en: shown?.project_name_en ?? null,
            removed_at: null,
          };
          byKey.set(key, scan);
          byCode.set(code.toLowerCase(), scan);
          fresh.push(code);
          answer(scan, key, false);
        }
        if (fresh.length === 0) write.unchanged();
        else {
          write.log({
            companyId: tenant.companyId,
            projectId: stocktake.project_id,
            subject: subjectOf(stocktake),
            after: { scannedLabels: fresh.join(', ') },
          });
          tellAssets(deps, write, tenant.companyId);
        }
        return { ResultList: results };
      }),

    removeScan: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const stocktake = await needOpen(caller, write, body.StocktakeId);
        const at = new Date(clock.now());
        const code = await removeScan(tenant, write.transaction, stocktake.id, body.ScanId, at);
        if (code === null) throw new Refusal(commonErrors.notFound);
        write.log({
          companyId: tenant.companyId,
          projectId: stocktake.project_id,
          subject: subjectOf(stocktake),
          before: { scannedLabels: code },
        });
        tellAssets(deps, write, tenant.companyId);
        return null;
      }),

    setScanPhoto: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const stocktake = await needOpen(caller, write, body.StocktakeId);
        const photo = await needOwnFile(tenant, write.transaction, body.Photo);
        const code = await setScanPhoto(tenant, write.transaction, stocktake.id, body.ScanId, photo);
        if (code === null) throw new Refusal(assetErrors.notUnknown);
        write.log({
          companyId: tenant.companyId,
          projectId: stocktake.project_id,
          subject: subjectOf(stocktake),
          after: { scanPhoto: code },
        });
        tellAssets(deps, write, tenant.companyId);
        return null;
      }),

    closeStocktake: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller, language } = context;
        const { tenant } = caller;
        const { transaction } = write;
        const stocktake = await needOpen(caller, write, body.StocktakeId);
        const closing = await closingOf(caller, transaction, stocktake);
        if (closing === 'another') throw new Refusal(assetErrors.closedByAnother);
        const isAlone = closing === 'alone';
        const missing = stocktake.expected - stocktake.found;
        const { elsewhere, unknown } = stocktake;
        if (
          missing !== body.Missing ||
          elsewhere !== (body.Elsewhere ?? elsewhere) ||
          unknown !== (body.Unknown ?? unknown)
        )
          throw new Refusal(assetErrors.scannedMeanwhile, { missing, elsewhere, unknown });
        if (missing + unknown > 0 && body.Note === '') throw new Refusal(assetErrors.saySomething);
        const at = new Date(clock.now());
        const moved = await moveHere(caller, write, stocktake, body.MoveAssetIdList, at, language);
        const verified = body.VerifyFound
          ? await foundToVerify(tenant, transaction, viewerOf(caller), stocktake.id)
          : [];
        await updateAssets(
          tenant,
          transaction,
          verified.map(({ id }) => id),
          { verification: 'verified' },
          at,
        );
        for (const asset of verified)
          write.log({
            companyId: tenant.companyId,
            projectId: asset.project_id,
            subject: subjectOfAsset(asset),
            before: assetInLog({ verification: 'toBeVerified' }),
            after: assetInLog({ verification: 'verified' }),
          });
        await noteEnd(tenant, transaction, stocktake.id, { verified: verified.map(({ id }) => id), moved });
        await endStocktake(tenant, transaction, stocktake.id, {
          state: 'closed',
          ended_name: await nameOfUser(tenant, transaction, tenant.userId),
          ended_at: at,
          end_note: body.Note,
          closed_alone: isAlone,
        });
        write.log({
          companyId: tenant.companyId,
          projectId: stocktake.project_id,
          subject: subjectOf(stocktake),
          before: { stocktakeState: 'open' },
          after: {
            stocktakeState: 'closed',
            ...(isAlone && { stocktakeAlone: true }),
            stocktakeMissing: missing,
            stocktakeVerified: verified.length,
            stocktakeMoved: moved.length,
            note: body.Note,
          },
        });
        tellAssets(deps, write, tenant.companyId);
        return { Verified: verified.length, Moved: moved.length };
      }),

    cancelStocktake: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const stocktake = await needOpen(caller, write, body.StocktakeId);
        await endStocktake(tenant, write.transaction, stocktake.id, {
          state: 'cancelled',
          ended_name: await nameOfUser(tenant, write.transaction, tenant.userId),
          ended_at: new Date(clock.now()),
          end_note: body.Note,
        });
        write.log({
          companyId: tenant.companyId,
          projectId: stocktake.project_id,
          subject: subjectOf(stocktake),
          before: { stocktakeState: 'open' },
          after: { stocktakeState: 'cancelled', reason: body.Note },
        });
        tellAssets(deps, write, tenant.companyId);
        return null;
      }),
  };

  /**
   * The register has these assets at the stocktake's place from now on, where each is to be verified again as after any move. An asset
   * that is a device stays with its device's project.
   *
   * @returns those that stood elsewhere until now
   */
  async function moveHere(
    caller: Caller,
    write: OneWrite,
    stocktake: StocktakeRow,
    wanted: readonly number[],
    at: Date,
    language: 'zh' | 'en',
  ): Promise<number[]> {
    const ids = [...new Set(wanted)];
    if (ids.length === 0) return [];
    const { tenant } = caller;
    const { transaction } = write;
    const elsewhere = await elsewhereOf(tenant, transaction, stocktake.id);
    if (ids.some((id) => !elsewhere.includes(id))) throw new Refusal(assetErrors.notElsewhere);
    const assets = await lockAssets(tenant, transaction, viewerOf(caller), ids);
    if (assets.length < ids.length) throw new Refusal(commonErrors.notFound);
    needKept(assets);
    const toOther = (projectId: number | null) => stocktake.project_id !== null && projectId !== stocktake.project_id;
    const bound = assets.filter(({ project_id, device_id }) => toOther(project_id) && device_id !== null);
    if (bound.length > 0)
      throw new Refusal(assetErrors.deviceStays, {
        names: bound.map(({ name }) => name).join({ zh: '、', en: ', ' }[language]),
      });
    const moved: number[] = [];
    for (const asset of assets) {
      // A place in the project that it leaves says nothing in the one it comes to.
      const values = toOther(asset.project_id)
        ? { project_id: stocktake.project_id, location: stocktake.location }
        : { location: stocktake.location || asset.location };
      if (Object.keys(differing<Partial<AssetRow>>(asset, values)).length === 0) continue;
      moved.push(asset.id);
      const changed = differing<Partial<AssetRow>>(asset, { ...values, verification: 'toBeVerified' });
      await updateAssets(tenant, transaction, [asset.id], changed, at);
      const were = Object.fromEntries(Object.keys(changed).map((key) => [key, asset[key as keyof AssetRow]]));
      write.log({
        companyId: tenant.companyId,
        projectId: stocktake.project_id ?? asset.project_id,
        subject: subjectOfAsset(asset),
        before: assetInLog(were),
        after: assetInLog(changed),
      });
    }
    return moved;
  }
}
