import {
  assetErrors,
  codeOfLabel,
  commonErrors,
  type Language,
  type ScanResult,
  type StocktakeClosing,
  type StocktakeOutcome,
  type StocktakeState,
  type stocktakeCalls,
} from '@watchpost/contract';
import { type Caller, grantsOfUser, maySee, system, tenantOf, zoneOf } from '../../access/index.ts';
import { needOwnFile } from '../../files/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../../logs/index.ts';
import { holdersInCompany, nameOfUser, usersOpening } from '../../people/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { type AssetDeps, tellAssets } from '../deps.ts';
import { presentStocktake } from '../present.ts';
import { type AssetRow, type AssetValues, lockAssets, updateAssets } from '../register/asset.store.ts';
import {
  inLog as assetInLog,
  mayEditIn,
  needKept,
  subjectOf as subjectOfAsset,
  viewerOf,
} from '../register/handlers.ts';
import {
  countRegistered,
  countUndecided,
  decideItems,
  dropDecisions,
  foundToVerify,
  movesOf,
  noteEnd,
} from './item.store.ts';
import { assetsByCode, insertScan, removeScan, type ScanRow, scannersOf, scansOf, setScanPhoto } from './scan.store.ts';
import {
  findStocktake,
  freezeExpected,
  insertStocktake,
  locationsOf,
  lockStocktake,
  pageStocktakes,
  type StocktakeRow,
  stocktakeOfKey,
  updateStocktake,
} from './stocktake.store.ts';
import { needStocktake, stocktakeItems } from './stocktakeItems.wire.ts';

const outcomeOf = ({ expected, known }: { expected: boolean; known: boolean }): StocktakeOutcome =>
  expected ? 'found' : known ? 'elsewhere' : 'unknown';

/** Why a step does not fit the state that a stocktake is in. */
const refusalIn = {
  planned: assetErrors.notBegun,
  open: assetErrors.stillScanning,
  review: assetErrors.inReview,
  closed: assetErrors.stocktakeOver,
  cancelled: assetErrors.stocktakeOver,
} as const satisfies Record<StocktakeState, object>;

export function stocktakeHandlers(deps: AssetDeps): Handlers<typeof stocktakeCalls> {
  const { db, clock } = deps;
  const subjectOf = ({ id, name }: Pick<StocktakeRow, 'id' | 'name'>) => ({ kind: 'stocktake' as const, id, name });

  /** A stocktake in one of these states, locked until the transaction ends. @throws Refusal `notFound`, or why it is not */
  async function needIn(
    caller: Caller,
    { transaction }: OneWrite,
    id: number,
    ...states: StocktakeState[]
  ): Promise<StocktakeRow> {
    const viewer = viewerOf(caller);
    if (!(await lockStocktake(caller.tenant, transaction, viewer, id))) throw new Refusal(commonErrors.notFound);
    const stocktake = (await findStocktake(caller.tenant, transaction, viewer, id))!;
    if (!states.includes(stocktake.state)) throw new Refusal(refusalIn[stocktake.state]);
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
        Undecided:
          stocktake.state === 'review' ? await countUndecided(caller.tenant, db, viewerOf(caller), stocktake) : 0,
        Closing:
          mayEdit && (stocktake.state === 'open' || stocktake.state === 'review')
            ? await closingOf(caller, db, stocktake)
            : 'free',
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
        const plannedOn = body.PlannedOn ?? null;
        const today = localOfEpoch(clock.now(), await zoneOf(tenant, transaction)).slice(0, 10);
        if (plannedOn !== null && plannedOn < today) throw new Refusal(assetErrors.plannedInPast);
        const state = plannedOn === null ? 'open' : 'planned';
        const id = await insertStocktake(tenant, transaction, {
          client_key: body.ClientKey,
          name: body.StocktakeName,
          project_id: projectId,
          location: body.Location,
          state,
          planned_on: plannedOn,
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
        const expected = plannedOn === null ? await freezeExpected(tenant, transaction, viewer, id, place) : 0;
        if (plannedOn === null && expected === 0) throw new Refusal(assetErrors.noAssets);
        write.log({
          companyId: tenant.companyId,
          projectId,
          subject: subjectOf({ id, name: body.StocktakeName }),
          after: {
            stocktakeState: state,
            storageLocation: body.Location,
            ...(plannedOn === null ? { stocktakeExpected: expected } : { stocktakePlannedOn: plannedOn }),
          },
        });
        tellAssets(deps, write, tenant.companyId);
        return { StocktakeId: id, Expected: expected };
      }),

    setStocktakeState: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const { transaction } = write;
        const from = body.State === 'open' ? (['planned', 'open', 'review'] as const) : (['open', 'review'] as const);
        const stocktake = await needIn(caller, write, body.StocktakeId, ...from);
        const { id, state } = stocktake;
        if (state === body.State) {
          write.unchanged();
          return null;
        }
        if (state === 'planned') {
          const place = { projectId: stocktake.project_id, location: stocktake.location };
          if ((await freezeExpected(tenant, transaction, viewerOf(caller), id, place)) === 0)
            throw new Refusal(assetErrors.noAssets);
        }
        if (state === 'review') await dropDecisions(tenant, transaction, id);
        await updateStocktake(tenant, transaction, id, {
          state: body.State,
          ...(state === 'planned' && {
            opened_by: tenant.userId,
            opened_name: await nameOfUser(tenant, transaction, tenant.userId),
            opened_at: new Date(clock.now()),
          }),
        });
        write.log({
          companyId: tenant.companyId,
          projectId: stocktake.project_id,
          subject: subjectOf(stocktake),
          before: { stocktakeState: state },
          after: { stocktakeState: body.State },
        });
        tellAssets(deps, write, tenant.companyId);
        return null;
      }),

    scanLabels: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller, language } = context;
        const { tenant } = caller;
        const { transaction } = write;
        const viewer = viewerOf(caller);
        const stocktake = await needIn(caller, write, body.StocktakeId, 'open');
        const codes = body.ScanList.map(({ Label }) => codeOfLabel(Label).slice(0, 100));
        const keys = body.ScanList.map(({ ClientKey }) => ClientKey);
        const assets = await assetsByCode(tenant, transaction, viewer, stocktake.id, codes);
        const known = [...assets.values()];
        const kept = await scansOf(
          tenant,
          transaction,
          viewer,
          stocktake.id,
          keys,
          [...codes, ...known.map(({ code }) => code)],
          known.flatMap(({ id }) => (id === null ? [] : [id])),
        );
        const byKey = new Map(kept.map((scan) => [scan.client_key, scan]));
        const byCode = new Map(
          kept.filter(({ removed_at }) => removed_at === null).map((scan) => [scan.code.toLowerCase(), scan]),
        );
        // Its code may have been changed between two scans.
        const byAsset = new Map(
          kept.flatMap((scan) => (scan.removed_at === null && scan.asset_id !== null ? [[scan.asset_id, scan]] : [])),
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
          const before =
            again ?? byCode.get(code.toLowerCase()) ?? (asset?.id == null ? undefined : byAsset.get(asset.id));
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
            asset_id: asset?.id ?? null,
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
          if (scan.asset_id !== null) byAsset.set(scan.asset_id, scan);
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
        const stocktake = await needIn(caller, write, body.StocktakeId, 'open');
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
        const stocktake = await needIn(caller, write, body.StocktakeId, 'open', 'review');
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

    decideDifferences: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller, language } = context;
        const { tenant } = caller;
        const { transaction } = write;
        const stocktake = await needIn(caller, write, body.StocktakeId, 'review');
        const keys = body.ItemKeyList && [...new Set(body.ItemKeyList)];
        const numbersOf = (table: 'e' | 's') =>
          (keys ?? []).filter((key) => key.startsWith(table)).map((key) => Number(key.slice(1)));
        const decided = await decideItems(
          tenant,
          transaction,
          viewerOf(caller),
          stocktake,
          body.Decision,
          keys ? { expected: numbersOf('e'), scans: numbersOf('s') } : null,
          await nameOfUser(tenant, transaction, tenant.userId),
        );
        if (keys && decided < keys.length) throw new Refusal(assetErrors.decisionFitsNot, { n: keys.length - decided });
        // Refuses now what closing would refuse.
        if (body.Decision === 'move') await movesNow(caller, write, stocktake, language);
        if (decided === 0) write.unchanged();
        else {
          write.log({
            companyId: tenant.companyId,
            projectId: stocktake.project_id,
            subject: subjectOf(stocktake),
            after: { stocktakeDecision: body.Decision, stocktakeDecided: decided },
          });
          tellAssets(deps, write, tenant.companyId);
        }
        return { Decided: decided };
      }),

    closeStocktake: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller, language } = context;
        const { tenant } = caller;
        const { transaction } = write;
        const stocktake = await needIn(caller, write, body.StocktakeId, 'review');
        const closing = await closingOf(caller, transaction, stocktake);
        if (closing === 'another') throw new Refusal(assetErrors.closedByAnother);
        const isAlone = closing === 'alone';
        const undecided = await countUndecided(tenant, transaction, viewerOf(caller), stocktake);
        if (undecided > 0) throw new Refusal(assetErrors.undecided, { n: undecided });
        const missing = stocktake.expected - stocktake.found;
        const unknown = stocktake.unknown - (await countRegistered(tenant, transaction, stocktake.id));
        if (missing + unknown > 0 && body.Note === '') throw new Refusal(assetErrors.saySomething);
        const at = new Date(clock.now());
        const moved = await moveHere(caller, write, stocktake, at, language);
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
        await updateStocktake(tenant, transaction, stocktake.id, {
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
          before: { stocktakeState: 'review' },
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
        const stocktake = await needIn(caller, write, body.StocktakeId, 'planned', 'open', 'review');
        await updateStocktake(tenant, write.transaction, stocktake.id, {
          state: 'cancelled',
          ended_name: await nameOfUser(tenant, write.transaction, tenant.userId),
          ended_at: new Date(clock.now()),
          end_note: body.Note,
        });
        write.log({
          companyId: tenant.companyId,
          projectId: stocktake.project_id,
          subject: subjectOf(stocktake),
          before: { stocktakeState: stocktake.state },
          after: { stocktakeState: 'cancelled', reason: body.Note },
        });
        tellAssets(deps, write, tenant.companyId);
        return null;
      }),
  };

  /**
   * Where the register is to have the assets that are decided to be moved. What was seen elsewhere comes to the stocktake's place, what
   * was found back to its own. An asset that is a device stays with its device's project.
   *
   * @returns moves with their locked assets, and the codes of those that are closed to the caller, here or there
   * @throws Refusal `disposed`, `deviceStays`
   */
  async function movesNow(
    caller: Caller,
    { transaction }: OneWrite,
    { id, project_id: projectId, location }: StocktakeRow,
    language: Language,
  ) {
    const { tenant } = caller;
    const viewer = viewerOf(caller);
    const wanted = await movesOf(tenant, transaction, id);
    const ids = wanted.map(({ asset_id }) => asset_id);
    const assets = new Map((await lockAssets(tenant, transaction, viewer, ids)).map((asset) => [asset.id, asset]));
    needKept([...assets.values()]);
    const moves: { asset: AssetRow; to: Pick<AssetValues, 'project_id' | 'location'> }[] = [];
    const closed: string[] = [];
    for (const { asset_id, code, frozen } of wanted) {
      const asset = assets.get(asset_id);
      // A place in the project that it leaves says nothing in the one it comes to.
      const to =
        frozen ??
        (projectId !== null && asset?.project_id !== projectId
          ? { project_id: projectId, location }
          : { project_id: asset?.project_id ?? null, location: location || (asset?.location ?? '') });
      const maySeePlace = to.project_id === null ? viewer.ofCompany : maySee(tenant, to.project_id, null);
      if (asset && maySeePlace) moves.push({ asset, to });
      else closed.push(code);
    }
    const bound = moves.filter(({ asset, to }) => asset.device_id !== null && asset.project_id !== to.project_id);
    if (bound.length > 0)
      throw new Refusal(assetErrors.deviceStays, {
        names: bound.map(({ asset }) => asset.name).join({ zh: '、', en: ', ' }[language]),
      });
    return { moves, closed };
  }

  /**
   * Carries out the moves that were decided; where the assets stand now they are to be verified again, as after any move.
   *
   * @returns those that stood elsewhere until now
   */
  async function moveHere(
    caller: Caller,
    write: OneWrite,
    stocktake: StocktakeRow,
    at: Date,
    language: Language,
  ): Promise<number[]> {
    const { moves, closed } = await movesNow(caller, write, stocktake, language);
    if (closed.length > 0)
      throw new Refusal(assetErrors.moveClosed, { codes: closed.join({ zh: '、', en: ', ' }[language]) });
    const moved: number[] = [];
    for (const { asset, to } of moves) {
      if (Object.keys(differing<Partial<AssetRow>>(asset, to)).length === 0) continue;
      moved.push(asset.id);
      const changed = differing<Partial<AssetRow>>(asset, { ...to, verification: 'toBeVerified' });
      await updateAssets(caller.tenant, write.transaction, [asset.id], changed, at);
      const were = Object.fromEntries(Object.keys(changed).map((key) => [key, asset[key as keyof AssetRow]]));
      write.log({
        companyId: caller.tenant.companyId,
        projectId: to.project_id,
        subject: subjectOfAsset(asset),
        before: assetInLog(were),
        after: assetInLog(changed),
      });
    }
    return moved;
  }
}
