import { type AlarmVerdict, type Bilingual, endReasons } from '@watchpost/contract';
import { type AlarmRule, durationText } from '../engine/index.ts';
import type { RuleTextOptions } from '../words/ruleText.ts';
import { severityText } from '../words/severityText.ts';
import type { ExplainedRule, Explanation } from './explainAt.ts';
import { lookInWords } from './lookInWords.ts';
import type { TimeOf } from './pointInWords.ts';
import type { AlarmThenRow } from './why.store.ts';

export interface RuleWords extends RuleTextOptions {
  readonly timeOf: TimeOf;
  /** Whether the reader sees alarms of a level. */
  readonly canView: (level: number) => boolean;
}

interface RuleInWords {
  readonly verdict: AlarmVerdict;
  readonly sentences: readonly Bilingual[];
}

const both = (zh: string, en: string): Bilingual => ({ zh, en });

const notShown = both('您看不到该项目中这一级别的报警', 'Alarms of this level are not shown to you in this project');

/** Whether a rule alarmed at the moment, and why: first what is on record, then whether it was in force, then what the replay gave. */
export function ruleInWords(rule: ExplainedRule, explanation: Explanation, words: RuleWords): RuleInWords {
  const { definedRule, look, alarm, begunAt, created_at, changed_at, isClosed, isPresentRule } = rule;
  const { at, maxGapMs, earliestSeenAt } = explanation;
  const { timeOf, canView } = words;
  const moment = new Date(at);
  const is = (verdict: AlarmVerdict, ...sentences: Bilingual[]): RuleInWords => ({ verdict, sentences });

  const levels = definedRule ? levelsOf(definedRule) : [];
  if (levels.length > 0 && !levels.some(canView)) return is('notYours', notShown);
  if (!look)
    return is(
      'unknown',
      both(
        '该条件参照的点位不存在，或您无权查看，因此未生效或无法说明',
        'A point it looks at is not there, or not yours to see, so that it is not in force or cannot be told of',
      ),
    );
  // Limits have several levels, of which some may be shown to the reader.
  if (look.state.severity !== null && !canView(look.state.severity)) return is('notYours', notShown);

  const seen = lookInWords(look, {
    ...words,
    at,
    maxGapMs,
    nameOf: (id) => explanation.nameOf(id) ?? both('另一点位', 'another point'),
    byPresentRule: isPresentRule || isClosed,
    begunAt,
    recordedSince: alarm?.raised_at.getTime() ?? null,
    // A rule that was made or changed began with that. Conditions about the source go on through it.
    isEdge: (since) => begunAt === null && since <= earliestSeenAt,
  });
  const isAlarming = seen.verdict === 'alarming' || seen.verdict === 'returning';
  const changes = changesInWords(rule, explanation, timeOf);
  if (alarm && isAlarming) return is(seen.verdict, ...changes, ...seen.sentences, recordInWords(alarm, timeOf));
  if (alarm)
    return is(
      'alarming',
      ...changes,
      ...seen.facts,
      both(
        '按现有的历史数据重算得不出这条报警：数据可能此后补传、更正或删除过',
        'The history there is now does not give this alarm: data may have come, been corrected or deleted since',
      ),
      recordInWords(alarm, timeOf),
    );
  const [created, changed] = [timeOf(created_at.getTime()), timeOf(changed_at.getTime())];
  if (isClosed)
    return is(
      'closed',
      both(
        `该策略当时${changed_at <= moment ? '已' : '可能已'}关闭（最近修改于 ${changed}）；若启用，情况如下`,
        `The policy ${changed_at <= moment ? 'was' : 'may have been'} closed then (last changed ${changed}). Had it been open:`,
      ),
      ...seen.sentences,
    );
  if (created_at > moment)
    return is(
      'notYet',
      both(
        `该策略 ${created} 才建立，当时还没有，因此不会报警`,
        `The policy was made only at ${created}: there was nothing then that could have alarmed`,
      ),
      ...seen.facts,
    );
  if (isPresentRule)
    return is(
      seen.verdict,
      both(
        `该策略此后于 ${changed} 修改过；以下按现在的条件说明，当时的条件见操作日志`,
        `The policy was changed since, at ${changed}; what follows is by its present conditions, those of then stand in the operation log`,
      ),
      ...seen.sentences,
    );
  if (isAlarming)
    return is(
      seen.verdict,
      ...changes,
      ...seen.sentences,
      both(
        '但当时没有记录到报警：数据可能是事后补传的，或当时网关离线、服务未运行',
        'Yet no alarm is on record: the data may have come later, the gateway was offline, or the server did not run',
      ),
    );
  return is(seen.verdict, ...changes, ...seen.sentences, ...laterInWords(rule, explanation, words));
}

/** The levels at which a rule can alarm. */
function levelsOf(rule: AlarmRule): number[] {
  if (rule.kind !== 'limit') return [rule.severity];
  const sets = [rule.bands, ...(rule.periods ?? []).flatMap(({ bands }) => bands ?? [])];
  return sets.flatMap((bands) => Object.values(bands).map(({ severity }) => severity));
}

/** That a rule was made or changed within the stretch that was replayed. */
function changesInWords(
  { created_at, changed_at }: ExplainedRule,
  { from, at }: Explanation,
  timeOf: TimeOf,
): Bilingual[] {
  const isWithin = (date: Date) => date.getTime() > from && date.getTime() <= at;
  const [created, changed] = [timeOf(created_at.getTime()), timeOf(changed_at.getTime())];
  return [
    ...(isWithin(created_at) ? [both(`该策略于 ${created} 建立`, `The policy was made at ${created}`)] : []),
    ...(isWithin(changed_at) && changed_at.getTime() !== created_at.getTime()
      ? [
          both(
            `该策略于 ${changed} 修改过，此前的条件可能不同`,
            `The policy was changed at ${changed}; before, its conditions may have been others`,
          ),
        ]
      : []),
  ];
}

function recordInWords(alarm: AlarmThenRow, timeOf: TimeOf): Bilingual {
  const from = timeOf(alarm.raised_at.getTime());
  if (alarm.returned_at === null)
    return both(`报警记录：自 ${from} 起，尚未恢复`, `On record: since ${from}, not over yet`);
  const until = timeOf(alarm.returned_at.getTime());
  const why = alarm.end_reason && endReasons[alarm.end_reason];
  return both(
    `报警记录：${from} 至 ${until}${why ? `（非恢复：${why.zh}）` : ''}`,
    `On record: from ${from} to ${until}${why ? `, ended otherwise: ${why.en}` : ''}`,
  );
}

/** What a condition that was not in alarm raised afterwards. */
function laterInWords(
  { replayedAlarms }: ExplainedRule,
  { at, until }: Explanation,
  { timeOf, canView }: RuleWords,
): Bilingual[] {
  const next = replayedAlarms.find(({ severity, raisedAt }) => raisedAt > at && canView(severity));
  if (next) {
    const level = severityText(next.severity as 1 | 2 | 3 | 4);
    return [
      both(
        `之后于 ${timeOf(next.raisedAt)} 报警（${level.zh}）`,
        `It alarmed later, at ${timeOf(next.raisedAt)} (${level.en})`,
      ),
    ];
  }
  if (until - at < 60_000) return [];
  const stretch = durationText((until - at) / 1000);
  return [both(`此后 ${stretch.zh}内也没有报警`, `Nor did it alarm in the ${stretch.en} after`)];
}
