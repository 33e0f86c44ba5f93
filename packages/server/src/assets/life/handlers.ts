import {
  type AllCalls,
  type assetCalls,
  type CallData,
  dayMs,
  hourMs,
  type PermissionName,
  qualityOf,
  type ReplacePart,
  type ReplaceVerdict,
  repairReaders,
  replaceLimits,
} from '@watchpost/contract';
import { type Caller, mayInCompany, mayInProject, readsValues, type UserTenant, zoneOf } from '../../access/index.ts';
import { keptDocumentsOf, presentKeptDocument } from '../../files/index.ts';
import type { Handlers } from '../../handlers.ts';
import { rowFor } from '../../history/index.ts';
import { alarmViewers } from '../../notifications/index.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { inYuan } from '../../platform/yuan.ts';
import { dayAfter, endOfLocal, epochOfLocal, localOfEpoch, startOfDay } from '../../platform/zonedTime.ts';
import { contractsOfAsset } from '../contracts/contract.store.ts';
import type { AssetDeps } from '../deps.ts';
import { presentAsset, presentName } from '../present.ts';
import { type AssetRow, childrenOf } from '../register/asset.store.ts';
import { mayWith, needAssets, viewerOf } from '../register/handlers.ts';
import { depreciation, monthsBetween } from './depreciation.ts';
import { countsOfDevice, energyOf, failuresOf, linksOf, pointsOfDevice, repairCostOf } from './life.store.ts';
import { type OwnTime, ownTimes } from './ownTimes.ts';
import { type ReplaceFigures, replaceScore } from './replaceScore.ts';
import { statusesOf } from './statusesOf.ts';
import { yearlyCost } from './yearlyCost.ts';

type Calls = Pick<typeof assetCalls, 'getAssetLife' | 'getAssetRunTime'>;

const yearMs = 365 * dayMs;
const monthMs = 30 * dayMs;
const runTimeMs = monthMs;
/** A rack has more compressors than a dialog has room for. */
const maxRunStates = 6;

/** When the life of an asset begins, as far as it is known. */
const firstOf = (times: readonly OwnTime[]) =>
  times.length === 0 ? 0 : Math.max(0, Math.min(...times.map(({ from }) => from ?? 0)));

const verdictOf = (score: number): ReplaceVerdict =>
  score < replaceLimits.watch ? 'keep' : score <= replaceLimits.examine ? 'watch' : 'examine';

/** What an asset is, and what its device has been through. */
export function lifeHandlers(deps: AssetDeps): Handlers<Calls> {
  const { db, clock, live, history, historyShare } = deps;

  /** In each of these projects, as a whole; a sum of some of them would pass for all. */
  const holds = ({ grants, tenant }: Caller, projectIds: readonly number[], permissions: readonly PermissionName[]) =>
    projectIds.length > 0 &&
    projectIds.every(
      (id) =>
        tenant.projectIds.includes(id) &&
        !tenant.listedProjectIds.includes(id) &&
        grants !== null &&
        mayInProject(grants, id, permissions),
    );

  /** When an asset was which device; `projectIds`: where these devices stand. */
  async function timesOf(tenant: UserTenant, asset: AssetRow, zone: string) {
    const links = await linksOf(tenant, db, asset.id);
    const times = ownTimes(
      links.map((link) => ({
        assetId: link.asset_id,
        deviceId: link.device_id,
        linkedAt: link.linked_at?.getTime() ?? null,
        unlinkedAt: link.unlinked_at?.getTime() ?? null,
        installedAt: link.install_date === null ? null : startOfDay(link.install_date, zone).getTime(),
        disposedAt: link.disposed_on === null ? null : startOfDay(link.disposed_on, zone, 1).getTime(),
        isFirst: link.is_first,
      })),
      asset.id,
    );
    const projectOf = new Map(links.map(({ device_id, project_id }) => [device_id, project_id]));
    return { times, projectIds: [...new Set(times.map(({ deviceId }) => projectOf.get(deviceId)!))] };
  }
  /** Since when an asset is the device that it is; null: for as long as anything is known. */
  const sinceOf = (times: readonly OwnTime[], { device_id }: AssetRow) =>
    times.find(({ deviceId, to }) => deviceId === device_id && to === null)?.from ?? null;

  const goodReading = (pointId: number) => {
    const reading = live.get(pointId);
    return reading && reading.value !== null && qualityOf(reading.quality) !== 'bad'
      ? { value: reading.value, measuredAt: reading.measuredAt }
      : null;
  };

  return {
    async getAssetLife({ caller, language }, { query }): Promise<CallData<AllCalls['getAssetLife']>> {
      const { tenant } = caller;
      const [asset] = (await needAssets(caller, db, [query.assetId])) as [AssetRow];
      const { device_id: deviceId, amount_fen: amount, service_life_months: life, install_date: installed } = asset;
      // What a new one costs today, if that is known.
      const price = asset.replacement_fen ?? amount;
      const now = clock.now();
      const today = localOfEpoch(now, await zoneOf(tenant, db)).slice(0, 10);
      // As the lists of its project read them, so that a figure and its rows agree.
      const zone = await zoneOf(tenant, db, asset.project_id);
      const minute = (at: number) => localOfEpoch(at, zone).slice(0, 16).replace('T', ' ');
      const { times, projectIds } = await timesOf(tenant, asset, zone);
      const ownSince = sinceOf(times, asset);
      const span = { From: minute(Math.max(now - monthMs, firstOf(times))), To: minute(now) };
      const alarms = { from: new Date(epochOfLocal(span.From, zone)!), to: new Date(endOfLocal(span.To, zone)!) };
      const countedFrom = localOfEpoch(Math.max(now - yearMs, firstOf(times)), zone).slice(0, 10);
      const since = new Date(epochOfLocal(countedFrom, zone)!);
      const measured = tenant.projectIds.filter(
        (id) => caller.grants && mayInProject(caller.grants, id, ['energyView']),
      );
      const seesAlarms = holds(caller, projectIds, alarmViewers);
      const mayWatch = deviceId !== null && readsValues(caller, asset.project_id);
      const seesRepairs = holds(caller, projectIds, repairReaders);
      const seesCosts = holds(caller, projectIds, ['workCosts']);
      const [counts, points, cost, failures, energy, statuses, children, documents] = await Promise.all([
        times.length === 0 ? null : countsOfDevice(tenant, db, times, deviceId, alarms, since),
        mayWatch ? pointsOfDevice(tenant, db, deviceId) : [],
        seesCosts ? repairCostOf(tenant, db, times, since) : null,
        deviceId === null || !seesRepairs ? null : failuresOf(tenant, db, times, deviceId, since),
        deviceId === null
          ? null
          : energyOf(tenant, db, deviceId, measured, {
              from: dayAfter(today, -30),
              to: dayAfter(today, -1),
              // The day of an exchange is of two assets.
              ownFrom: dayAfter(
                ownSince === null ? today : localOfEpoch(ownSince, zone).slice(0, 10),
                ownSince === null ? -30 : 1,
              ),
            }),
        statusesOf(deps, caller, [asset]),
        childrenOf(tenant, db, viewerOf(caller), asset.id),
        keptDocumentsOf(tenant, db, 'asset', asset.id),
      ]);
      const written =
        asset.source !== 'lease' && amount !== null && life !== null && installed !== null
          ? depreciation(BigInt(amount), life, installed, today, asset.disposal?.disposed_on)
          : null;
      const figures: ReplaceFigures = {
        cost: cost !== null && price !== null ? { found: cost.recent, against: Number(price) } : null,
        // A class that hardly fails is held against one failure a year.
        failures: failures && { found: failures.failures, against: Math.max(1, failures.median) },
        age: life !== null && installed !== null ? { found: monthsBetween(installed, today), against: life } : null,
        energy,
      };
      const score = replaceScore(figures);
      const inUnit = (part: ReplacePart, value: number | undefined) =>
        value === undefined
          ? null
          : part === 'cost'
            ? value / 100
            : part === 'energy'
              ? Math.round(value / 100) / 10
              : value;
      const heard = Math.max(0, ...points.map(({ id }) => goodReading(id)?.measuredAt ?? 0));
      return {
        Asset: presentAsset(asset, language, mayWith(caller, asset), statuses.get(asset.id) ?? null, clock.now()),
        AlarmSpan: span,
        CountedFrom: countedFrom,
        OwnSince: ownSince === null ? null : localOfEpoch(ownSince, zone).slice(0, 10),
        WasOtherDevice: times.some((time) => time.deviceId !== deviceId || time.to !== null),
        AlarmCount: seesAlarms ? (counts?.alarms ?? null) : null,
        OpenAlarmCount: seesAlarms ? (counts?.open_alarms ?? null) : null,
        RepairCount: seesRepairs ? (counts?.repairs ?? null) : null,
        OpenRepairCount: seesRepairs ? (counts?.open_repairs ?? null) : null,
        HeardEpoch: heard || null,
        MayWatch: mayWatch,
        RepairCost: cost && { Recent: cost.recent / 100, Ever: cost.ever / 100 },
        Replace:
          score.total === null || asset.disposal !== null
            ? null
            : {
                Score: Math.round(score.total * 10) / 10,
                Verdict: verdictOf(score.total),
                NewYearlyCost:
                  asset.source !== 'lease' && price !== null && life !== null
                    ? Math.round(yearlyCost(Number(price), life)) / 100
                    : null,
                PartList: score.parts.map(({ part, score: of, weight }) => ({
                  ScorePart: part,
                  Weight: weight,
                  Score: of === null ? null : Math.round(of * 10) / 10,
                  Found: inUnit(part, figures[part]?.found),
                  Against: inUnit(part, figures[part]?.against),
                })),
              },
        Depreciation: written && {
          MonthlyAmount: inYuan(written.monthly)!,
          Accumulated: inYuan(written.accumulated)!,
          BookValue: inYuan(written.bookValue)!,
          MonthsLeft: written.monthsLeft,
        },
        ContractList: mayInCompany(caller, ['companyAssets'])
          ? (await contractsOfAsset(tenant, db, asset.id)).map(({ id, number, valid_to }) => ({
              ContractId: id,
              ContractNumber: number,
              EndDate: valid_to,
            }))
          : [],
        ChildList: children.map(presentName),
        DocumentList: documents.map((row) => presentKeptDocument(row, deps.fileUrls)),
      };
    },

    async getAssetRunTime({ caller, language, signal }, { query }) {
      const { tenant } = caller;
      const [asset] = (await needAssets(caller, db, [query.assetId])) as [AssetRow];
      const points =
        asset.device_id === null || !readsValues(caller, asset.project_id)
          ? []
          : await pointsOfDevice(tenant, db, asset.device_id);
      const to = clock.now();
      const { times } = await timesOf(tenant, asset, await zoneOf(tenant, db, asset.project_id));
      const from = Math.max(to - runTimeMs, sinceOf(times, asset) ?? 0);
      const running = points.filter(({ is_run_state }) => is_run_state).slice(0, maxRunStates);
      const asked = running.map(({ id, sampling_interval_seconds }) => ({
        pointId: id,
        kind: 'state' as const,
        samplingIntervalMs: sampling_interval_seconds * 1000,
      }));
      const totals =
        asked.length === 0 || from >= to
          ? []
          : await rowFor(historyShare, asked, { from, to }, null).run(tenant.userId, signal, () =>
              history.totals(asked, from, to, signal),
            );
      const nameOf = ({ name, name_en }: (typeof points)[number]) => inLanguage(name, name_en, language);
      return {
        FromEpoch: from,
        RunList: running.map((point, place) => {
          const found = totals[place];
          const states = (found?.kind === 'state' ? found.states : []).filter(({ value }) => Number.isFinite(value));
          const sum = (of: typeof states) => of.reduce((total, { durationMs }) => total + durationMs, 0);
          return {
            PointName: nameOf(point),
            RunHours: sum(states.filter(({ value }) => value !== 0)) / hourMs,
            UnknownHours: Math.max(0, to - from - sum(states)) / hourMs,
          };
        }),
        CounterList: points
          .filter(({ is_hours }) => is_hours)
          .flatMap((point) => {
            const reading = goodReading(point.id);
            return reading ? [{ PointName: nameOf(point), Hours: reading.value, Epoch: reading.measuredAt }] : [];
          }),
      };
    },
  };
}
