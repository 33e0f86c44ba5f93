import {
  type AllCalls,
  type CallData,
  commonErrors,
  type DayFilter,
  dayFilterWords,
  type Language,
  type ScheduleConflict,
  type ScheduleEffect,
  writingErrors,
} from '@watchpost/contract';
import { type Caller, system, tenantOf, writeRightsOf } from '../../access/index.ts';
import { inBothLanguages, Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { findPointsToWrite, type PointToWriteRow, returnsAhead, valueInWords } from '../../writing/index.ts';
import { calendarOf } from '../calendarOf.ts';
import type { SchedulingDeps } from '../deps.ts';
import { isSkipped, needExpression, nextDues, placeOf } from '../dueTimes.ts';
import { jobsThatWrite } from '../run.store.ts';
import type { GroupRow } from '../schedule.store.ts';

/** Due times that a preview shows. */
const previewed = 30;
const maxConflicts = 20;
/** Two writes to one point that lie closer than this are in each other's way. */
const conflictMs = 60_000;

interface Draft {
  readonly group: GroupRow;
  readonly JobId?: number | null | undefined;
  readonly JobTimeExpression: string;
  readonly DayFilter: DayFilter;
  readonly PointValueList: readonly { PointId: number; Value: number }[];
}

/**
 * What a task would do: when it is due, what it would write and what would stop that at this moment, and what else writes the same
 * points within a minute.
 *
 * @throws Refusal for an expression that cannot be read, is never due or too often
 */
export async function previewTask(
  deps: SchedulingDeps,
  caller: Caller,
  language: Language,
  draft: Draft,
): Promise<CallData<AllCalls['getScheduleFirings']>> {
  const { group } = draft;
  const place = placeOf(group);
  const now = deps.clock.now();
  needExpression(draft.JobTimeExpression, place, now);
  const dues = nextDues(draft.JobTimeExpression, place, now, previewed);
  const day = (due: number) => localOfEpoch(due, place.timeZone).slice(0, 10);
  const range = { from: day(dues[0]!), to: day(dues.at(-1)!) };
  const calendar = await calendarOf(caller.tenant, deps.db, group.projects[0]?.id ?? 0, range);
  const isLeftOut = (due: number) => isSkipped(draft.DayFilter, due, place.timeZone, calendar);
  const ids = draft.PointValueList.map(({ PointId }) => PointId);
  const points = await findPointsToWrite(caller.tenant, deps.db, ids);
  return {
    TimeZone: place.timeZone,
    FiringList: dues.map((due) => ({
      DueEpoch: due,
      Skipped: isLeftOut(due) ? dayFilterWords[draft.DayFilter][language] : null,
    })),
    EffectList: await effectsOf(deps, caller, language, draft, points),
    ConflictList: await conflictsOf(
      deps,
      caller,
      language,
      draft,
      points,
      dues.filter((due) => !isLeftOut(due)),
    ),
  };
}

const nameOf = (point: PointToWriteRow, language: Language): string =>
  [
    point.device_name === null ? null : inLanguage(point.device_name, point.device_name_en, language),
    inLanguage(point.name, point.name_en, language),
  ]
    .filter(Boolean)
    .join(' · ');

async function effectsOf(
  { db, live, writing }: SchedulingDeps,
  { userId, grants }: Caller,
  language: Language,
  { PointValueList }: Draft,
  points: ReadonlyMap<number, PointToWriteRow>,
): Promise<ScheduleEffect[]> {
  if (!grants) throw new Refusal(commonErrors.notYourCompany);
  const writer = { tenant: tenantOf(userId, grants, ['remoteWrite']), rights: writeRightsOf(grants) };
  const effects: ScheduleEffect[] = [];
  for (const { PointId, Value } of PointValueList) {
    const point = points.get(PointId);
    if (!point) continue;
    const present = live.get(PointId)?.value ?? null;
    const { point: writable, blocked } = await writing.look(db, writer, PointId);
    const refusal = writable
      ? (writing.whyNever(writer, point, Value) ?? blocked)
      : new Refusal(writingErrors.readOnlyForYou);
    effects.push({
      PointId,
      PointName: nameOf(point, language),
      Now: present === null ? '–' : valueInWords(point, present)[language],
      Then: valueInWords(point, Value)[language],
      Refusal: refusal && inBothLanguages(refusal)[language],
    });
  }
  return effects;
}

async function conflictsOf(
  { db }: SchedulingDeps,
  { tenant }: Caller,
  language: Language,
  { JobId, PointValueList }: Draft,
  points: ReadonlyMap<number, PointToWriteRow>,
  dues: readonly number[],
): Promise<ScheduleConflict[]> {
  const ids = PointValueList.map(({ PointId }) => PointId).filter((id) => points.has(id));
  if (ids.length === 0 || dues.length === 0) return [];
  const conflicts: ScheduleConflict[] = [];
  const add = (pointId: number, other: number, words: string) => {
    for (const due of dues) {
      if (Math.abs(due - other) >= conflictMs) continue;
      const PointName = nameOf(points.get(pointId)!, language);
      conflicts.push({ DueEpoch: due, PointName, With: words, WithEpoch: other });
    }
  };
  for (const job of await jobsThatWrite(tenant, db, ids, JobId ?? null)) {
    const place = placeOf(job);
    // Asked for about each due time of ours: the other may be due thousands of times between the first and the last.
    const others = new Set(
      dues.flatMap((due) => nextDues(job.expression, place, due - conflictMs, 2).filter((at) => at < due + conflictMs)),
    );
    if (others.size === 0) continue;
    const days = [...others].map((at) => localOfEpoch(at, place.timeZone).slice(0, 10)).sort();
    const calendar = await calendarOf(system, db, job.project_id, { from: days[0]!, to: days.at(-1)! });
    const words = job.is_seen ? job.name : { zh: '其他任务', en: 'Another task' }[language];
    for (const at of others) {
      if (isSkipped(job.day_filter, at, place.timeZone, calendar)) continue;
      for (const { pointId } of job.writes) if (ids.includes(pointId)) add(pointId, at, words);
    }
  }
  const returning = { zh: '临时写入到期恢复', en: 'A value written for a time returns' }[language];
  for (const [pointId, { return_at }] of await returnsAhead(tenant, db, ids))
    add(pointId, return_at.getTime(), returning);
  return conflicts.sort((one, other) => one.DueEpoch - other.DueEpoch).slice(0, maxConflicts);
}
