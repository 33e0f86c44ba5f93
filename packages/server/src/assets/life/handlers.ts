import {
  type AllCalls,
  type assetCalls,
  type CallData,
  type PermissionName,
  qualityOf,
  type ReplacePart,
  type ReplaceVerdict,
  repairReaders,
  replaceLimits,
} from '@watchpost/contract';
import { type Caller, mayInCompany, mayInProject, readsValues, zoneOf } from '../../access/index.ts';
import { keptDocumentsOf, presentKeptDocument } from '../../files/index.ts';
import type { Handlers } from '../../handlers.ts';
import { rowFor } from '../../history/index.ts';
import { alarmViewers } from '../../notifications/index.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { inYuan } from '../../platform/yuan.ts';
import { dayAfter, endOfLocal, epochOfLocal, localOfEpoch } from '../../platform/zonedTime.ts';
import { contractsOfAsset } from '../contracts/contract.store.ts';
import type { AssetDeps } from '../deps.ts';
import { presentAsset, presentName } from '../present.ts';
import { type AssetRow, childrenOf } from '../register/asset.store.ts';
import { mayWith, needAssets, viewerOf } from '../register/handlers.ts';
import { depreciation, monthsBetween } from './depreciation.ts';
import { countsOfDevice, energyOf, failuresOf, pointsOfDevice, repairCostOf } from './life.store.ts';
import { type ReplaceFigures, replaceScore } from './replaceScore.ts';
import { statusesOf } from './statusesOf.ts';
import { yearlyCost } from './yearlyCost.ts';

type Calls = Pick<typeof assetCalls, 'getAssetLife' | 'getAssetRunTime'>;

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const yearMs = 365 * dayMs;
const monthMs = 30 * dayMs;
const runTimeMs = monthMs;
/** A rack has more compressors than a dialog has room for. */
const maxRunStates = 6;

const verdictOf = (score: number): ReplaceVerdict =>
  score < replaceLimits.watch ? 'keep' : score <= replaceLimits.examine ? 'watch' : 'examine';

/** What an asset is, and what its device has been through. */
export function lifeHandlers(deps: AssetDeps): Handlers<Calls> {
  const { db, clock, live, history, historyShare } = deps;

  const holds = (caller: Caller, { project_id }: AssetRow, permissions: readonly PermissionName[]) =>
    caller.grants !== null && project_id !== null && mayInProject(caller.grants, project_id, permissions);

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
      const span = { From: minute(now - monthMs), To: minute(now) };
      const alarms = { from: new Date(epochOfLocal(span.From, zone)!), to: new Date(endOfLocal(span.To, zone)!) };
      const countedFrom = localOfEpoch(now - yearMs, zone).slice(0, 10);
      const since = new Date(epochOfLocal(countedFrom, zone)!);
      const measured = tenant.projectIds.filter(
        (id) => caller.grants && mayInProject(caller.grants, id, ['energyView']),
      );
      const seesAlarms = holds(caller, asset, alarmViewers);
      const mayWatch = deviceId !== null && readsValues(caller, asset.project_id);
      const seesRepairs = holds(caller, asset, repairReaders);
      const seesCosts = holds(caller, asset, ['workCosts']);
      const [counts, points, cost, failures, energy, statuses, children, documents] = await Promise.all([
        deviceId === null ? null : countsOfDevice(tenant, db, deviceId, alarms, since),
        mayWatch ? pointsOfDevice(tenant, db, deviceId) : [],
        deviceId === null || !seesCosts ? null : repairCostOf(tenant, db, deviceId, since),
        deviceId === null || !seesRepairs ? null : failuresOf(tenant, db, deviceId, since),
        deviceId === null
          ? null
          : energyOf(tenant, db, deviceId, measured, { from: dayAfter(today, -30), to: dayAfter(today, -1) }),
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
      const from = to - runTimeMs;
      const running = points.filter(({ is_run_state }) => is_run_state).slice(0, maxRunStates);
      const asked = running.map(({ id, sampling_interval_seconds }) => ({
        pointId: id,
        kind: 'state' as const,
        samplingIntervalMs: sampling_interval_seconds * 1000,
      }));
      const totals =
        asked.length === 0
          ? []
          : await rowFor(historyShare, asked, { from, to }, null).run(tenant.userId, signal, () =>
              history.totals(asked, from, to, signal),
            );
      const nameOf = ({ name, name_en }: (typeof points)[number]) => inLanguage(name, name_en, language);
      return {
        RunList: running.map((point, place) => {
          const found = totals[place];
          const states = (found?.kind === 'state' ? found.states : []).filter(({ value }) => Number.isFinite(value));
          const sum = (of: typeof states) => of.reduce((total, { durationMs }) => total + durationMs, 0);
          return {
            PointName: nameOf(point),
            RunHours: sum(states.filter(({ value }) => value !== 0)) / hourMs,
            UnknownHours: Math.max(0, runTimeMs - sum(states)) / hourMs,
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
