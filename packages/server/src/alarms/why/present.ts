import type { AlarmExplanation, Bilingual, RuleThen } from '@watchpost/contract';
import { seesLevel, type UserTenant } from '../../access/index.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import type { Reader } from '../alarmStaff.ts';
import { ruleText } from '../words/ruleText.ts';
import type { ExplainedRule, Explanation } from './explainAt.ts';
import { shelfInWords, sourceInWords, valueInWords } from './pointInWords.ts';
import { ruleInWords } from './ruleInWords.ts';

/** An explanation as its reader may see it, in their language. */
export function explanationRow(
  explanation: Explanation,
  tenant: UserTenant,
  { language, managesAlarms }: Reader,
): AlarmExplanation {
  const { at, project, point, newest, rules, sourceAlarms, shelves, otherPoint } = explanation;
  const say = (words: Bilingual) => words[language];
  const timeOf = timeIn(project.time_zone, at);
  const words = {
    unit: point.unit,
    decimals: point.decimals,
    statusValues: point.status_values,
    other: otherPoint,
    timeOf,
    canView: (level: number) => seesLevel(tenant, project.id, level),
  };

  function ruleRow(rule: ExplainedRule): RuleThen {
    const { definedRule, alarm, isPresentRule, strategy_name, strategy_name_en } = rule;
    const { verdict, sentences } = ruleInWords(rule, explanation, words);
    return {
      RuleId: rule.rule_id,
      StrategyId: rule.strategy_id,
      StrategyName: strategy_name && inLanguage(strategy_name, strategy_name_en, language),
      StrategyDeleted: rule.isDeleted,
      AlarmType: definedRule?.kind ?? 'limit',
      ALARM_SETTING: definedRule && verdict !== 'notYours' ? say(ruleText(definedRule, words)) : '',
      Verdict: verdict,
      ByPresentRule: isPresentRule,
      TextList: sentences.map(say),
      AlarmId: alarm?.id ?? null,
    };
  }

  return {
    PointId: point.id,
    PointName: inLanguage(point.name, point.name_en, language),
    MName: point.device_name === null ? '' : inLanguage(point.device_name, point.device_name_en, language),
    ProjectId: project.id,
    EPOCH: at,
    TextList: [
      valueInWords(newest, explanation, words),
      ...sourceAlarms.map((alarm) => sourceInWords(alarm, timeOf)),
      ...shelves.map((shelf) => shelfInWords(shelf, timeOf, managesAlarms)),
      ...(rules.length === 0 ? [notWatched] : []),
    ].map(say),
    RuleList: rules.map(ruleRow),
  };
}

const notWatched: Bilingual = {
  zh: '没有任何报警策略监测该点位，因此不会报警',
  en: 'No alarm policy watches this point, so it cannot alarm',
};

/** Moments on the day of `at` as a time, others with their date. */
function timeIn(timeZone: string, at: number): (epochMs: number) => string {
  const day = localOfEpoch(at, timeZone).slice(0, 10);
  return (epochMs) => {
    const local = localOfEpoch(epochMs, timeZone);
    return local.startsWith(day) ? local.slice(11, 19) : local.slice(0, 16);
  };
}
