import {
  type AlarmHealth,
  alarmRates,
  alarmTargets,
  alarmTimeBuckets,
  type BadActor,
  type Bilingual,
  backTestCalls,
  bestOf,
  canBeTried,
  canJudgeTopTen,
  type Language,
  minToPropose,
  proposalDays,
  proposalOf,
} from '@watchpost/contract';
import { type Caller, mayInProject } from '../../access/index.ts';
import type { Exporter } from '../../downloads/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type BackTestDeps, backTestHandlers, type TryRules } from '../backTest/handlers.ts';
import { durationText, type Severity } from '../engine/index.ts';
import { severityText } from '../words/severityText.ts';
import { type AlarmHealthDeps, healthOf } from './handlers.ts';

/** One figure of the report: what stands in which part of it. */
interface HealthRow {
  readonly part: Bilingual;
  /** What it is of, in the reader's language. */
  readonly item: string;
  readonly value: number | null;
  readonly unit?: Bilingual;
  readonly percent?: number | null;
  readonly target?: string;
  readonly at?: number | null;
  readonly note?: string | null;
  /** What would make a source quieter. */
  readonly proposal?: string | null;
}

const words = (zh: string, en: string): Bilingual => ({ zh, en });
const alarmsUnit = words('条', 'alarms');
const percentUnit = words('%', '%');
const minutesUnit = words('分钟', 'min');
const peopleUnit = words('人', 'people');
const sourcesUnit = words('个', 'sources');

const parts = {
  figures: words('关键指标', 'Key figures'),
  load: words('每 10 分钟的负荷', 'Load by ten minutes'),
  levels: words('级别分布', 'By level'),
  days: words('每日报警', 'Alarms by day'),
  durations: words('持续时间', 'How long they lasted'),
  responses: words('确认用时', 'How long until acknowledged'),
  actors: words('高频报警点', 'Bad actors'),
  projects: words('各项目', 'By project'),
  standing: words('长期未恢复的报警', 'Standing alarms'),
  floods: words('报警泛滥', 'Alarm floods'),
};

const bucketWords = new Map<string, Bilingual>(alarmTimeBuckets.map(({ key, zh, en }) => [key, { zh, en }]));

/** As the screen says it: whole minutes; what is shorter than one in parts of it. */
const minutesOf = (seconds: number | null): number | null =>
  seconds === null ? null : seconds < 60 ? Math.round(seconds / 6) / 10 : Math.floor(seconds / 60);
const nameOf = (...names: readonly string[]): string => names.filter((name) => name !== '').join(' · ');

/** The whole report, a row a figure, in the order of the screen. */
async function* rowsOf(
  health: AlarmHealth,
  language: Language,
  proposedFor: (actor: BadActor) => Promise<string | null>,
): AsyncGenerator<HealthRow> {
  const say = (zh: string, en: string): string => (language === 'en' ? en : zh);
  const { alarmsPerDay, floodPercent, topTenPercent, chattering, standing, levelPercent } = alarmTargets;
  const figure = (item: string, value: number | null, unit: Bilingual, more: Partial<HealthRow> = {}): HealthRow => ({
    part: parts.figures,
    item,
    value,
    unit,
    ...more,
  });
  yield figure(say('同时值班人数', 'Operators at a time'), health.Operators, peopleUnit);
  yield figure(say('报警总数', 'Alarms'), health.Total, alarmsUnit);
  yield figure(say('上一周期', 'In the period before'), health.PreviousTotal, alarmsUnit);
  yield figure(say('仅记录，未计入', 'For the record only, not counted'), health.Recorded, alarmsUnit);
  yield figure(say('触发时已隐藏，未计入', 'Hidden when raised, not counted'), health.Hidden, alarmsUnit);
  yield figure(say('人均日报警数', 'Per operator and day'), health.PerDay, alarmsUnit, { target: `≤ ${alarmsPerDay}` });
  yield figure(say('每人每 10 分钟报警', 'Per operator and 10 min'), health.PerTenMinutes, alarmsUnit, {
    target: `≤ ${alarmRates.acceptable}`,
  });
  yield figure(say('最忙的 10 分钟', 'Busiest 10 minutes'), health.Peak?.Count ?? 0, alarmsUnit, {
    target: `≤ ${alarmRates.flood * health.Operators}`,
    at: health.Peak?.EPOCH ?? null,
  });
  yield figure(say('处于报警泛滥的时间', 'Time in alarm floods'), health.FloodPercent, percentUnit, {
    target: `< ${floodPercent}`,
  });
  yield figure(say('前十报警点占比', 'Share of the ten worst'), health.TopTenPercent, percentUnit, {
    ...(canJudgeTopTen(health)
      ? { target: `≤ ${topTenPercent}` }
      : { note: say('报警或报警点太少，不作评价', 'Too few alarms or sources to judge') }),
  });
  yield figure(say('抖动报警', 'Chattering sources'), health.ChatteringCount, sourcesUnit, { target: `${chattering}` });
  yield figure(say('长期未恢复', 'Standing alarms'), health.StandingCount, alarmsUnit, { target: `< ${standing}` });
  yield figure(
    say('确认用时（中位数）', 'Time to acknowledge (median)'),
    minutesOf(health.MedianResponseSeconds),
    minutesUnit,
  );
  yield figure(say('未确认', 'Not acknowledged'), health.Unconfirmed, alarmsUnit);

  for (const [item, percent] of [
    [say('至多 1 条', 'Up to 1'), health.AcceptablePercent],
    [say('至多 2 条', 'Up to 2'), health.ManageablePercent],
    [say('多于 2 条', 'More than 2'), health.DemandingPercent],
    [say('多于 10 条', 'More than 10'), health.OverloadedPercent],
  ] as const)
    yield { part: parts.load, item, value: null, percent };

  for (const { Level, Count, Percent } of health.LevelList) {
    const atMost = levelPercent[Level];
    yield {
      part: parts.levels,
      item: severityText(Level as Severity)[language],
      value: Count,
      unit: alarmsUnit,
      percent: Percent,
      ...(atMost === undefined ? {} : { target: `≤ ${atMost} %` }),
    };
  }
  for (const { Day, Urgent, Important, General } of health.DayList)
    yield {
      part: parts.days,
      item: Day,
      value: Urgent + Important + General,
      unit: alarmsUnit,
      note: say(
        `紧急 ${Urgent}，重要 ${Important}，一般 ${General}`,
        `${Urgent} urgent, ${Important} important, ${General} general`,
      ),
    };
  for (const [part, list] of [
    [parts.durations, health.DurationList],
    [parts.responses, health.ResponseList],
  ] as const)
    for (const { Bucket, Count } of list)
      yield { part, item: bucketWords.get(Bucket)?.[language] ?? Bucket, value: Count, unit: alarmsUnit };

  for (const actor of health.BadActorList)
    yield {
      part: parts.actors,
      item: nameOf(actor.ProjectName, actor.MName, actor.PointName),
      value: actor.Count,
      unit: alarmsUnit,
      percent: actor.Percent,
      note: nameOf(
        actor.StrategyName ?? '',
        actor.ALARM_SETTING,
        actor.Chattering > 0 ? say(`抖动 ${actor.Chattering} 条`, `${actor.Chattering} while chattering`) : '',
        actor.MedianSeconds === null
          ? ''
          : say(
              `典型时长 ${durationText(actor.MedianSeconds).zh}`,
              `typically ${durationText(actor.MedianSeconds).en}`,
            ),
      ),
      proposal: await proposedFor(actor),
    };
  for (const project of health.ProjectList)
    yield {
      part: parts.projects,
      item: project.ProjectName,
      value: project.Count,
      unit: alarmsUnit,
      note: say(
        `前一时段 ${project.PreviousCount}，紧急 ${project.Urgent}，未确认 ${project.Unconfirmed}，长期未恢复 ${project.Standing}`,
        `${project.PreviousCount} before, ${project.Urgent} urgent, ${project.Unconfirmed} not acknowledged, ${project.Standing} standing`,
      ),
    };
  for (const alarm of health.StandingList)
    yield {
      part: parts.standing,
      item: nameOf(alarm.ProjectName, alarm.MName, alarm.PointName),
      value: null,
      at: alarm.ALARM_EPOCH,
      note: alarm.ALARM_DESCRIBE,
    };
  for (const flood of health.FloodList)
    yield {
      part: parts.floods,
      item: say(
        `持续 ${durationText((flood.To - flood.From) / 1000).zh}`,
        `${durationText((flood.To - flood.From) / 1000).en} long`,
      ),
      value: flood.Count,
      unit: alarmsUnit,
      at: flood.From,
      note: say(`最忙 10 分钟 ${flood.Peak} 条`, `${flood.Peak} in its busiest 10 min`),
    };
}

/** What the screen proposes for a source, in its words; each that can be tried is tried on its past. Null: nothing for this caller. */
async function proposed(
  tryRules: TryRules,
  caller: Caller,
  actor: BadActor,
  language: Language,
): Promise<string | null> {
  const say = (zh: string, en: string): string => (language === 'en' ? en : zh);
  const delay = (seconds: number) =>
    say(`延时 ${Math.round(seconds / 60)} 分钟`, `${Math.round(seconds / 60)} min delay`);
  const { Definition, LineDelay, Count } = actor;
  if (Definition === null) return say('该条件已不再启用', 'This condition is no longer in force');
  if (Count < minToPropose) return say('次数太少，不作建议', 'Too few to propose anything');
  if (LineDelay && 'onDelaySeconds' in Definition)
    return nameOf(
      delay(LineDelay.Seconds),
      say(`本时段 ${Count} → ${LineDelay.Count} 条`, `${Count} → ${LineDelay.Count} in this period`),
    );
  if (!canBeTried(actor)) return say('请检查传感器与线路', 'Look at the sensor and its line');
  if (caller.grants === null || !mayInProject(caller.grants, actor.ProjectId, backTestCalls.backTestAlarmRules.access))
    return null;
  let found: ReturnType<typeof bestOf>;
  try {
    const { ResultList } = await tryRules(
      { caller, language, signal: new AbortController().signal },
      {
        body: {
          ProjectId: actor.ProjectId,
          PointIdList: [actor.PointId!],
          Days: proposalDays,
          VariantList: [{ RuleList: [Definition] }],
          Propose: true,
          RepeatMinutes: null,
          NotifyOnClear: false,
        },
      },
    );
    found = bestOf(ResultList);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return say('无法试算', 'Could not be tried');
  }
  if (!found)
    return say(
      '放宽死区或延时无济于事：请检查限值或设备',
      'No deadband or delay helps: look at the limits or the equipment',
    );
  const { deadband, onDelaySeconds } = proposalOf(actor.RuleId, Definition, found.best.RuleList[0]!);
  const amount = deadband === undefined ? '' : `${deadband} ${actor.Unit}`.trim();
  const [from, to] = [found.given.AlarmCount, found.best.AlarmCount];
  return nameOf(
    amount === '' ? '' : say(`死区 ${amount}`, `Deadband ${amount}`),
    onDelaySeconds === undefined ? '' : delay(onDelaySeconds),
    say(`${proposalDays} 天 ${from} → ${to} 条`, `${from} → ${to} in ${proposalDays} days`),
    actor.HasOwnLimits
      ? say('该点位另设了限值，请在策略中修改', 'This point has limits of its own; change them there')
      : '',
  );
}

/** The report of alarm health as a file: every figure with its target, to be sorted and filtered by part. */
export const healthExporter = (
  deps: AlarmHealthDeps & BackTestDeps,
  { backTestAlarmRules: tryRules } = backTestHandlers(deps),
): Exporter<'alarmHealth', HealthRow> => ({
  kind: 'alarmHealth',
  columns: [
    { header: words('部分', 'Part'), type: 'text', width: 24, value: ({ part }, language) => part[language] },
    { header: words('项目', 'Item'), type: 'text', width: 44, value: ({ item }) => item },
    { header: words('数值', 'Value'), type: 'number', value: ({ value }) => value },
    { header: words('单位', 'Unit'), type: 'text', width: 10, value: ({ unit }, language) => unit?.[language] ?? null },
    { header: words('占比（%）', 'Share (%)'), type: 'number', decimals: 1, value: ({ percent }) => percent ?? null },
    { header: words('目标', 'Target'), type: 'text', width: 12, value: ({ target }) => target ?? null },
    { header: words('时间', 'Time'), type: 'date', value: ({ at }) => at ?? null },
    { header: words('说明', 'Note'), type: 'text', width: 60, value: ({ note }) => note || null },
    { header: words('建议', 'Proposal'), type: 'text', width: 44, value: ({ proposal }) => proposal ?? null },
  ],
  async count({ caller, input, language }) {
    const health = await healthOf(deps, caller, language, input.body);
    let count = 0;
    for await (const _ of rowsOf(health, language, async () => null)) count++;
    return count;
  },
  async *rows({ caller, input, language }) {
    const health = await healthOf(deps, caller, language, input.body);
    yield* rowsOf(health, language, (actor) => proposed(tryRules, caller, actor, language));
  },
});
