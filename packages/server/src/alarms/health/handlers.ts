import {
  type AlarmHealth,
  type alarmHealthCalls,
  alarmTimeBuckets,
  type BadActor,
  commonErrors,
  type Language,
  minToPropose,
  type ParsedInput,
  type StandingAlarm,
} from '@watchpost/contract';
import { type Caller, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { dayAfter, localOfEpoch } from '../../platform/zonedTime.ts';
import { bestDelay, delaysTried } from '../backTest/propose.ts';
import { otherPointsOf } from '../otherPoints.store.ts';
import { raisedBetween } from '../raisedBetween.ts';
import { definitionOf, parseRule } from '../ruleDefinition.ts';
import { type RuleTextOptions, ruleText } from '../words/ruleText.ts';
import {
  type ActorRow,
  countAround,
  type HealthQuestion,
  readHealth,
  readStanding,
  type StandingRow,
} from './health.store.ts';
import { ratesOf } from './rates.ts';

export interface AlarmHealthDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/** Told one by one; what is counted is all of them. */
const listedAtMost = 20;
const topTen = 10;

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : rounded((part / whole) * 100, 1));
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

export const alarmHealthHandlers = (deps: AlarmHealthDeps): Handlers<typeof alarmHealthCalls> => ({
  getAlarmHealth: ({ caller, language }, { body }) => healthOf(deps, caller, language, body),
});

/**
 * How well the alarms are set up, as far as the caller may see them.
 *
 * @throws Refusal for more than 31 days, or an end before the beginning
 */
export async function healthOf(
  { db, clock }: AlarmHealthDeps,
  caller: Caller,
  language: Language,
  body: ParsedInput<typeof alarmHealthCalls.getAlarmHealth>['body'],
): Promise<AlarmHealth> {
  const { tenant } = caller;
  const timeZone = await zoneOf(tenant, db, body.ProjectId ?? null);
  const now = clock.now();
  const { from, to } = raisedBetween(
    { from: body.StartTime, to: body.EndTime },
    { from: 'StartTime', to: 'EndTime' },
    timeZone,
    now,
  );
  if (from === null || to === null || to < from) throw new Refusal(commonErrors.badInput, { fields: 'EndTime' });
  const question: HealthQuestion = {
    projectId: body.ProjectId ?? null,
    from,
    until: new Date(Math.max(from.getTime(), Math.min(to.getTime() + 1, now))),
    now: new Date(now),
    timeZone,
  };
  const row = await readHealth(tenant, db, question);
  const other = await otherPointsOf(tenant, db, row.actors.map(definitionSaid));
  const around = await countAround(tenant, db, question);
  const standing = await readStanding(tenant, db, question, listedAtMost);
  const [start, end] = [question.from.getTime(), question.until.getTime()];
  const rates = ratesOf(row.times, start, end, body.Operators);
  const total = row.times.length;
  const sum = (counts: Iterable<number>) => [...counts].reduce((all, each) => all + each, 0);
  const projects = row.projects.map((project) => ({
    ProjectId: project.id,
    ProjectName: inLanguage(project.name, project.name_en, language),
    Count: project.count,
    PreviousCount: around.before.get(project.id) ?? 0,
    Urgent: project.urgent,
    Unconfirmed: project.unconfirmed,
    MedianResponseSeconds: project.median_response,
    Standing: standing.byProject.get(project.id) ?? 0,
  }));
  return {
    From: start,
    To: end,
    Operators: body.Operators,
    Total: total,
    PreviousTotal: sum(around.before.values()),
    Recorded: around.recorded,
    Hidden: around.hidden,
    LevelList: [1, 2, 3].map((level) => {
      const count = row.levels.find(({ severity }) => severity === level)?.count ?? 0;
      return { Level: level, Count: count, Percent: percent(count, total) };
    }),
    PerDay: rounded(rates.perDay, 1),
    PerTenMinutes: rounded(rates.perTenMinutes, 2),
    Peak: rates.peak && { Count: rates.peak.count, EPOCH: rates.peak.at },
    AcceptablePercent: rounded(rates.acceptable, 1),
    ManageablePercent: rounded(rates.manageable, 1),
    DemandingPercent: rounded(rates.demanding, 1),
    OverloadedPercent: rounded(rates.overloaded, 1),
    FloodPercent: rounded(rates.floodPercent, 1),
    FloodCount: rates.floods.length,
    FloodList: rates.floods
      .toSorted((a, b) => b.count - a.count)
      .slice(0, listedAtMost)
      .sort((a, b) => a.from - b.from)
      .map(({ from, to, count, peak }) => ({ From: from, To: to, Count: count, Peak: peak })),
    DayList: daysOf(row.days, question),
    DurationList: bucketsOf(row.durations),
    ResponseList: bucketsOf(row.responses),
    Unconfirmed: row.unconfirmed,
    MedianResponseSeconds: row.median_response,
    ChatteringCount: row.chattering_sources,
    StandingCount: sum(standing.byProject.values()),
    StandingList: standing.rows.map((each) => presentStanding(each, language)),
    TopTenPercent: percent(sum(row.actors.slice(0, topTen).map(({ count }) => count)), total),
    BadActorList: row.actors.map((actor) => presentActor(actor, { total, end, other }, language)),
    ProjectList: body.ProjectId === undefined ? projects : [],
  };
}

const bucketsOf = (counts: readonly number[]) =>
  alarmTimeBuckets.map(({ key }, place) => ({ Bucket: key, Count: counts[place] ?? 0 }));

/** Every day of the stretch, those without alarms too. */
function daysOf(
  counts: readonly { day: string; severity: number; count: number }[],
  { from, until, timeZone }: HealthQuestion,
) {
  const of = new Map(counts.map(({ day, severity, count }) => [`${day} ${severity}`, count]));
  const dayOf = (at: number) => localOfEpoch(at, timeZone).slice(0, 10);
  const last = dayOf(Math.max(from.getTime(), until.getTime() - 1));
  const days = [];
  for (let day = dayOf(from.getTime()); day <= last; day = dayAfter(day, 1)) {
    const count = (level: number) => of.get(`${day} ${level}`) ?? 0;
    days.push({ Day: day, Urgent: count(1), Important: count(2), General: count(3) });
  }
  return days;
}

const definitionSaid = ({ definition, last_definition }: ActorRow): unknown => definition ?? last_definition;

function presentActor(
  row: ActorRow,
  { total, end, other }: { total: number; end: number; other: NonNullable<RuleTextOptions['other']> },
  language: Language,
): BadActor {
  const rule = row.definition === null ? null : parseRule(row.rule_id, row.definition);
  const said = parseRule(row.rule_id, definitionSaid(row));
  return {
    ProjectId: row.project_id,
    ProjectName: inLanguage(row.project_name, row.project_name_en, language),
    RuleId: row.rule_id,
    Type: row.subject_kind,
    SourceId: row.subject_id,
    StrategyId: row.strategy_id,
    StrategyName: row.strategy_name === null ? null : inLanguage(row.strategy_name, row.strategy_name_en, language),
    Mtid: row.device_id,
    MName: inLanguage(row.device_name, row.device_name_en, language),
    PointId: row.point_id,
    PointName: inLanguage(row.subject_name, row.subject_name_en, language),
    Unit: row.unit,
    AlarmType: row.kind as BadActor['AlarmType'],
    ALARM_SETTING: said ? ruleText(said, { ...row, statusValues: row.status_values ?? [], other })[language] : '',
    Level: row.severity,
    Count: row.count,
    Percent: percent(row.count, total),
    Chattering: row.chattering,
    MedianSeconds: row.median_seconds,
    Definition: rule && definitionOf(rule),
    HasOwnLimits: row.has_own_limits,
    LineDelay: rule?.kind === 'communicationLoss' && row.spans ? lineDelay(row.spans, rule.onDelaySeconds, end) : null,
  };
}

/**
 * The same search as the back-test's, on the breaks themselves: nobody keeps the past of lines but as alarms. A longer delay
 * comes on top of the one they were raised with.
 */
function lineDelay(spans: NonNullable<ActorRow['spans']>, delay: number, end: number): BadActor['LineDelay'] {
  if (spans.length < minToPropose) return null;
  const breaks = spans.map(({ at, seconds }) => ({
    ruleId: 1,
    pointId: 1,
    raisedAt: at,
    returnedAt: seconds === null ? null : at + seconds * 1000,
    severity: 1,
    extreme: null,
    hasReturned: true,
    ringing: [],
  }));
  const tried = delaysTried.map((seconds) => ({
    seconds,
    alarms: breaks
      .filter(({ raisedAt, returnedAt }) => (returnedAt ?? end) - raisedAt > seconds * 1000)
      .map((each) => ({ ...each, raisedAt: each.raisedAt + seconds * 1000 })),
  }));
  const best = bestDelay(tried, end);
  if (best === 0) return null;
  return { Seconds: delay + best, Count: tried.find(({ seconds }) => seconds === best)!.alarms.length };
}

const presentStanding = (row: StandingRow, language: Language): StandingAlarm => ({
  AlarmId: row.id,
  ProjectId: row.project_id,
  ProjectName: inLanguage(row.project_name, row.project_name_en, language),
  MName: inLanguage(row.device_name, row.device_name_en, language),
  PointName: inLanguage(row.subject_name, row.subject_name_en, language),
  Level: row.severity,
  ALARM_DESCRIBE: language === 'en' ? row.sentence_en : row.sentence_zh,
  ALARM_EPOCH: row.raised_at.getTime(),
  Confirmed: row.is_confirmed,
});
