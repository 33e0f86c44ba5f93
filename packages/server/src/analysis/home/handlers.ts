import {
  type AllCalls,
  type analysisCalls,
  type CallData,
  type Language,
  leastToStandOut,
  type ParsedInput,
  type RankedProject,
} from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import { amountsOf, isMostlyKnown, sumsOfProjects } from '../../energy/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { deviceCounts, waitingNow } from '../alarms.store.ts';
import { areasOf } from '../areas.store.ts';
import { askedDays, type Days } from '../asking.wire.ts';
import type { AnalysisDeps } from '../deps.ts';
import { figuresByDay, projectFigures } from '../facts/figures.store.ts';
import { isCounted } from '../facts/parts.ts';
import { standing } from '../funnel.ts';
import { degreeHours, presentProjects, type SiteEnergy } from '../present.ts';

const waitingShown = 10;

type Home = CallData<AllCalls['getHomeAnalysis']>;

/** The analysis of all projects, as its page and its file have it. */
export async function homeOf(
  { db, clock }: Pick<AnalysisDeps, 'db' | 'clock'>,
  tenant: UserTenant,
  language: Language,
  body: ParsedInput<AllCalls['getHomeAnalysis']>['body'],
): Promise<Home> {
  const now = new Date(clock.now());
  const asked = await askedDays(tenant, db, now, body);
  const { projects, projectIds, seconds, everyLevel } = asked;
  const areas = await areasOf(tenant, db, projectIds);
  /** What supplied the projects with a known floor area on ended days, by project, where most of it is known. */
  async function energyOf(days: Days) {
    const rows = areas.size === 0 ? [] : await sumsOfProjects(tenant, db, [...areas.keys()], days, 'month');
    const found = new Map<number, SiteEnergy>();
    for (const [id, own] of Map.groupBy(rows, (row) => row.id)) {
      // Too little of it is known: days without readings would pass for days without energy.
      if (!isMostlyKnown(own, asked.endedDays.days)) continue;
      found.set(id, { wh: amountsOf(own).Wh, squareMetres: areas.get(id)! });
    }
    return found;
  }

  const [parts, partsBefore, partsByDay] = [asked.parts(), asked.partsBefore(), asked.parts(true)];
  const [byProject, earlier, byDay, counts, waiting, energy, energyBefore] = await Promise.all([
    projectFigures(tenant, db, parts, 'project'),
    projectFigures(tenant, db, partsBefore, 'all'),
    figuresByDay(tenant, db, partsByDay),
    deviceCounts(tenant, db, projectIds, 'project'),
    waitingNow(tenant, db, projectIds, now, waitingShown),
    energyOf(asked.endedDays.now),
    energyOf(asked.endedDays.before),
  ]);
  // Of other projects than now it would compare stores, not periods.
  const isSame = [...energy.keys()].every((id) => energyBefore.has(id));
  const comparedWith = isSame ? [...energy.keys()].map((id) => energyBefore.get(id)!) : [];
  const devicesOf = new Map(counts.map(({ key, devices }) => [Number(key), devices]));
  const figuresOf = new Map(byProject.map((row) => [Number(row.key), row]));
  const devices = counts.reduce((sum, each) => sum + each.devices, 0);
  const measure = { devices, seconds, knowsDegrees: everyLevel && isCounted(parts) };
  const all = presentProjects(byProject, measure, [...energy.values()]);
  const meanRate = devices === 0 ? 0 : all.Alarms / devices;
  const nameOf = new Map(projects.map(({ id, name, name_en }) => [id, inLanguage(name, name_en, language)]));
  const ranked = projects.map(({ id }): RankedProject => {
    const own = devicesOf.get(id) ?? 0;
    const row = figuresOf.get(id);
    const site = energy.get(id);
    const expected = meanRate * own;
    const found = standing(row?.alarms ?? 0, expected);
    return {
      ...presentProjects(
        row ? [row] : [],
        { devices: own, seconds, knowsDegrees: everyLevel && isCounted(parts, { projectId: id }) },
        site ? [site] : [],
      ),
      ProjectId: id,
      ProjectName: nameOf.get(id)!,
      Expected: Math.round(expected * 10) / 10,
      Standing: found === 'usual' && expected < leastToStandOut ? 'few' : found,
    };
  });
  return {
    Now: all,
    Before: presentProjects(earlier, { ...measure, knowsDegrees: everyLevel && isCounted(partsBefore) }, comparedWith),
    ProjectList: ranked.sort((a, b) => (b.PerDeviceMonth ?? -1) - (a.PerDeviceMonth ?? -1)),
    DayList: byDay.map((row) => ({
      Day: row.day,
      Alarms: row.alarms,
      Urgent: row.urgent,
      ExcursionSeconds: Math.round(row.excursion_seconds),
      DegreeHours: everyLevel && isCounted(partsByDay, { day: row.day }) ? degreeHours(row.degree_seconds) : null,
    })),
    MondayList: waiting.map(({ kind, project_id, id, name, name_en, since, expected_at }) => ({
      Kind: kind,
      ProjectId: project_id,
      ProjectName: nameOf.get(project_id) ?? '',
      Name: inLanguage(name, name_en, language).trim(),
      Id: id,
      SinceEpoch: since?.getTime() ?? null,
      ExpectedEpoch: expected_at?.getTime() ?? null,
    })),
  };
}

/** Handlers of the analysis of all projects. */
export const homeHandlers = (deps: AnalysisDeps): Pick<Handlers<typeof analysisCalls>, 'getHomeAnalysis'> => ({
  getHomeAnalysis: ({ caller, language }, { body }) => homeOf(deps, caller.tenant, language, body),
});
