import { hourMs, qualityOf, staleAfterMs, type TemplateGroups, type TemplateItem } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import { passingChecks } from '../../commissioning/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { showsLive } from '../../projects/index.ts';
import type { MaintenanceDeps } from '../deps.ts';
import { type Asked, pointsMeant } from './fillIn.wire.ts';
import type { Value } from './reading.ts';
import { pointsOfProject, type SourcePoint } from './source.store.ts';

type Source = NonNullable<TemplateItem['Source']>;

const itemsOf = (sheets: readonly { readonly groups: TemplateGroups }[]): TemplateItem[] =>
  sheets.flatMap(({ groups }) => groups.flatMap(({ ItemList }) => ItemList));
export const hasSources = (sheets: readonly { readonly groups: TemplateGroups }[]): boolean =>
  itemsOf(sheets).some((item) => item.Source != null || item.CheckList?.some((check) => check !== ''));

/**
 * Reads everything that the sheets of a visit ask of points and checks, for `fillIn`. Values of a project whose service has
 * ended are not read, as on every screen.
 */
export async function readSources(
  deps: Pick<MaintenanceDeps, 'db' | 'clock' | 'live' | 'points' | 'history' | 'historyShare'>,
  { tenant, userId }: Caller,
  projectId: number,
  sheets: readonly { readonly groups: TemplateGroups }[],
  executor: DbOrTransaction,
  signal: AbortSignal,
): Promise<Asked> {
  const { clock, live, history, historyShare } = deps;
  const now = clock.now();
  const items = itemsOf(sheets);
  const sources = items.flatMap(({ Source }) => Source ?? []);
  const isShown = await showsLive(tenant, executor, projectId, now);
  const points = sources.length > 0 && isShown ? await pointsOfProject(tenant, executor, projectId) : [];

  const totals = new Map<string, { avg: number; min: number; max: number; knownMs: number }>();
  const hours = [...new Set(sources.flatMap((source) => (source.Statistic === 'now' ? [] : source.Hours)))];
  for (const back of hours) {
    const ofHours = sources.filter((source) => source.Statistic !== 'now' && source.Hours === back);
    const wanted = [
      ...new Map(
        ofHours
          .flatMap((source) => pointsMeant(source, points))
          .filter(({ value_type }) => value_type === 'analog')
          .map((point) => [point.id, point]),
      ).values(),
    ];
    if (wanted.length === 0) continue;
    const asked = wanted.map(({ id, sampling_interval_seconds }) => ({
      pointId: id,
      kind: 'analog' as const,
      samplingIntervalMs: sampling_interval_seconds * 1000,
    }));
    const found = await historyShare.short.run(userId, signal, () =>
      history.totals(asked, now - back * hourMs, now, signal),
    );
    for (const each of found) if (each.kind === 'analog') totals.set(`${each.pointId} ${back}`, each.totals);
  }

  const valueAt = (point: SourcePoint, source: Source): Value => {
    const reading = live.get(point.id);
    if (reading === null) return { value: null, measuredAt: null, quality: null, knownPercent: null, reason: 'noData' };
    const { measuredAt } = reading;
    const quality = qualityOf(reading.quality);
    const isStale = now - measuredAt > staleAfterMs(point.sampling_interval_seconds * 1000);
    if (source.Statistic === 'now') {
      const reason = isStale ? 'stale' : quality === 'bad' || reading.value === null ? 'bad' : null;
      return { value: reading.value, measuredAt, quality, knownPercent: null, reason };
    }
    const sum = totals.get(`${point.id} ${source.Hours}`);
    const value = sum === undefined ? Number.NaN : { mean: sum.avg, min: sum.min, max: sum.max }[source.Statistic];
    const knownPercent = sum === undefined ? 0 : Math.round((sum.knownMs / (source.Hours * hourMs)) * 1000) / 10;
    const isKnown = Number.isFinite(value);
    const reason = !isKnown ? 'noData' : isStale ? 'stale' : null;
    return { value: isKnown ? value : null, measuredAt, quality, knownPercent, reason };
  };

  const wantsChecks = items.some(({ CheckList }) => CheckList?.some((check) => check !== ''));
  const passing = wantsChecks ? await passingChecks(deps, tenant, executor, projectId) : new Set<string>();
  return { points, valueAt, passes: (check) => passing.has(check), now };
}
