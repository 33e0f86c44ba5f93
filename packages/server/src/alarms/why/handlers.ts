import {
  type AlarmVerdict,
  type Bilingual,
  commonErrors,
  type RuleThen,
  shelfKinds,
  type whyCalls,
} from '@watchpost/contract';
import { seesLevel } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import type { History } from '../../history/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { FairShare } from '../../platform/FairShare.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { epochOfLocal, localOfEpoch } from '../../platform/zonedTime.ts';
import { findProjectFacts, shownUntil } from '../../projects/index.ts';
import { hiderFor, readerOf } from '../alarmStaff.ts';
import { openPast } from '../backTest/openPast.ts';
import { createReplay, type ReplayedAlarm } from '../backTest/replay.ts';
import { type AlarmRule, durationText, quantity, wantsMs } from '../engine/index.ts';
import { qualityText } from '../qualityText.ts';
import { parseRule } from '../ruleDefinition.ts';
import { ruleText } from '../ruleText.ts';
import { severityText } from '../severityText.ts';
import { shelvedKind } from '../shelves/shelvedKind.ts';
import { maxGapSecondsOf } from '../watchList.ts';
import { type LookOptions, lookInWords } from './lookWords.ts';
import {
  type AlarmThenRow,
  alarmsThen,
  findPointThen,
  type RuleOfPointRow,
  rulesOfPoint,
  type ShelfThenRow,
  shelvesThen,
} from './why.store.ts';

export interface WhyDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly history: Pick<History, 'rawChunks' | 'knownBefore'>;
}

const hourMs = 3_600_000;
/** The engine is let run over at least so much before the moment, so that it knows what it knew then. */
const leastBeforeMs = 24 * hourMs;
const mostBeforeMs = 8 * 24 * hourMs;
/** What came of it is told of so much after the moment. */
const afterMs = 24 * hourMs;
const atOnce = 2;

const both = (zh: string, en: string): Bilingual => ({ zh, en });

const notShown = both('您看不到该项目中这一级别的报警', 'Alarms of this level are not shown to you in this project');

export function whyHandlers({ db, clock, history }: WhyDeps): Handlers<typeof whyCalls> {
  const share = new FairShare(atOnce);
  return {
    async explainAlarm({ caller, language, signal }, { body }) {
      const { tenant } = caller;
      const project = await findProjectFacts(tenant, db, body.ProjectId);
      if (!project) throw new Refusal(commonErrors.notFound);
      const now = Math.min(clock.now(), shownUntil(project) ?? Number.POSITIVE_INFINITY);
      const asked = epochOfLocal(body.Time, project.time_zone);
      if (asked === null) throw new Refusal(commonErrors.badInput, { fields: 'Time' });
      const at = Math.min(asked, now);
      const moment = new Date(at);
      const onThen = await alarmsThen(tenant, db, body.PointId, moment);
      const rules = rulesThen(await rulesOfPoint(tenant, db, body.PointId), onThen);
      const definitions = rules.map(({ definition }) => definition);
      const past = await openPast({ db, history }, tenant, project, { pointIds: [body.PointId], definitions });
      const { rows: around, finder } = past;
      const row = around.find(({ id }) => id === body.PointId);
      const point = await findPointThen(tenant, db, body.PointId);
      if (!row || !point) throw new Refusal(commonErrors.notFound);
      const shelves = await shelvesThen(tenant, db, body.PointId, moment);
      const say = (words: Bilingual) => words[language];
      const { managesAlarms } = readerOf(caller, language)(body.ProjectId);
      const timeOf = timeIn(project.time_zone, at);

      const prepared = rules.map((each, place) => ({
        ...each,
        said: parseRule(place + 1, each.definition),
        rule: past.ruleOn(row.id, place + 1, each.definition),
      }));
      const running = prepared.flatMap(({ rule }) => (rule ? [rule] : []));
      const oldest = Math.min(at, ...onThen.map(({ raised_at }) => raised_at.getTime()));
      const before = Math.max(leastBeforeMs, at - oldest + 2 * hourMs, 2 * Math.max(0, ...running.map(reachMs)));
      const from = at - Math.min(before, mostBeforeMs);
      const { replayed } = await past.from(from);
      const points = replayed(new Map([[row.id, running]]));
      return share.run(caller.userId, signal, async () => {
        const replay = createReplay(points, from);
        const ids = points.map(({ pointId }) => pointId);
        let newest: { at: number; value: number; quality: number } | null = null;
        for await (const chunk of history.rawChunks(ids, from, at + 1, signal)) {
          await replay.take(chunk.points, chunk.to, signal);
          const own = chunk.points.find(({ pointId }) => pointId === row.id);
          if (own && own.length > 0) {
            const last = own.length - 1;
            newest = { at: own.measuredAt[last]!, value: own.values[last]!, quality: own.quality[last]! };
          }
        }
        const looks = prepared.map(({ rule }) => (rule ? replay.look(rule.id, row.id, at) : null));
        const until = Math.min(now, at + afterMs);
        if (until > at + 1)
          for await (const chunk of history.rawChunks(ids, at + 1, until, signal))
            await replay.take(chunk.points, chunk.to, signal);

        const words = {
          unit: point.unit,
          decimals: row.decimals,
          statusValues: point.status_values,
          other: (reference: Parameters<typeof finder.find>[1]) => {
            const id = finder.find(row.id, reference);
            const name = id === null ? null : finder.nameOf(id);
            const there = around.find((each) => each.id === id);
            return name && { name, statusValues: there?.status_values ?? [] };
          },
        };
        const options: LookOptions = {
          ...words,
          at,
          maxGapMs: maxGapSecondsOf(row) * 1000,
          nameOf: (id) => finder.nameOf(id) ?? both('另一点位', 'another point'),
          timeOf,
        };
        const list = prepared.map((each, place): RuleThen => {
          const { told, alarm } = tell(each, looks[place] ?? null);
          return {
            RuleId: each.rule_id,
            StrategyId: each.strategy_id,
            StrategyName: each.strategy_name && inLanguage(each.strategy_name, each.strategy_name_en, language),
            AlarmType: each.said?.kind ?? 'limit',
            ALARM_SETTING: each.said && told.verdict !== 'notYours' ? say(ruleText(each.said, words)) : '',
            Verdict: told.verdict,
            TextList: told.sentences.map(say),
            AlarmId: alarm?.id ?? null,
          };
        });

        function tell(each: (typeof prepared)[number], look: ReturnType<typeof replay.look>) {
          const alarm =
            onThen.find(({ rule_id, subject_kind }) => rule_id === each.rule_id && subject_kind === 'point') ?? null;
          const simply = (verdict: AlarmVerdict, ...sentences: Bilingual[]) => ({
            told: { verdict, sentences },
            alarm,
          });
          const hidden = each.said && hiddenLevels(each.said, (level) => seesLevel(tenant, body.ProjectId, level));
          if (hidden === 'all') return simply('notYours', notShown);
          if (!look || !each.rule) {
            return simply(
              'unknown',
              both(
                '该条件参照的点位不存在，或您无权查看，因此未生效或无法说明',
                'A point it looks at is not there, or not yours to see, so that it is not in force or cannot be told of',
              ),
            );
          }
          const sees = (level: number) => seesLevel(tenant, body.ProjectId, level);
          // Of limits with several levels he may see one and not the other.
          if (look.state.severity !== null && !sees(look.state.severity)) return simply('notYours', notShown);
          const seen = lookInWords(look, options);
          const sentences = [...seen.sentences];
          const later = laterInWords(
            replay.alarms.filter(({ severity }) => sees(severity)),
            each.rule.id,
            at,
            until,
            timeOf,
          );
          if (seen.verdict !== 'alarming' && seen.verdict !== 'returning' && later) sentences.push(later);
          if (alarm)
            return { told: { verdict: seen.verdict, sentences: [...sentences, recorded(alarm, timeOf)] }, alarm };
          const isAlarming = seen.verdict === 'alarming' || seen.verdict === 'returning';
          if (each.isClosed)
            return simply(
              'closed',
              both(
                `该策略当时${each.changed_at <= moment ? '已' : '可能已'}关闭（最近修改于 ${timeOf(each.changed_at.getTime())}）；若启用，情况如下`,
                `The policy ${each.changed_at <= moment ? 'was' : 'may have been'} closed then (last changed ${timeOf(each.changed_at.getTime())}). Had it been open:`,
              ),
              ...sentences,
            );
          if (each.created_at > moment)
            sentences.unshift(
              both(
                `该策略 ${timeOf(each.created_at.getTime())} 才建立，当时还没有；以下按现在的条件说明`,
                `The policy was made only at ${timeOf(each.created_at.getTime())}; what follows is by its present conditions`,
              ),
            );
          else if (each.changed_at > moment)
            sentences.unshift(
              both(
                `该策略此后于 ${timeOf(each.changed_at.getTime())} 修改过；以下按现在的条件说明，当时的条件见操作日志`,
                `The policy was changed since, at ${timeOf(each.changed_at.getTime())}; what follows is by its present conditions, those of then stand in the operation log`,
              ),
            );
          else if (isAlarming)
            sentences.push(
              both(
                '但当时没有记录到报警：数据可能是事后补传的，或当时网关离线、服务未运行',
                'Yet no alarm is on record: the data may have come later, the gateway was offline, or the server did not run',
              ),
            );
          return { told: { verdict: seen.verdict, sentences }, alarm };
        }

        return {
          PointId: row.id,
          PointName: inLanguage(row.name, row.name_en, language),
          MName: point.device_name === null ? '' : inLanguage(point.device_name, point.device_name_en, language),
          ProjectId: body.ProjectId,
          EPOCH: at,
          TextList: [
            valueInWords(newest, options),
            ...onThen.filter(({ subject_kind }) => subject_kind !== 'point').map((lost) => sourceInWords(lost, timeOf)),
            ...shelves.map((shelf) => shelfInWords(shelf, timeOf, managesAlarms)),
            ...(rules.length === 0
              ? [
                  both(
                    '没有任何报警策略监测该点位，因此不会报警',
                    'No alarm policy watches this point, so it cannot alarm',
                  ),
                ]
              : []),
          ].map(say),
          RuleList: list,
        };
      });
    },
  };
}

interface RuleThenRow extends Omit<RuleOfPointRow, 'strategy_id' | 'strategy_name'> {
  strategy_id: number | null;
  strategy_name: string | null;
  isClosed: boolean;
}

/** The rules as they are, but of an alarm that was on the one it was raised under; and those that are gone since. */
function rulesThen(rules: readonly RuleOfPointRow[], alarms: readonly AlarmThenRow[]): RuleThenRow[] {
  const ofPoint = alarms.filter(({ subject_kind }) => subject_kind === 'point');
  const known = new Set(rules.map(({ rule_id }) => rule_id));
  const present = rules.map((rule) => {
    const alarm = ofPoint.find(({ rule_id }) => rule_id === rule.rule_id);
    return { ...rule, definition: alarm?.rule_definition ?? rule.definition, isClosed: !rule.enabled && !alarm };
  });
  const gone = ofPoint
    .filter(({ rule_id }) => !known.has(rule_id))
    .map((alarm) => ({
      rule_id: alarm.rule_id,
      definition: alarm.rule_definition,
      strategy_id: null,
      strategy_name: alarm.strategy_name,
      strategy_name_en: alarm.strategy_name_en,
      enabled: true,
      created_at: alarm.raised_at,
      changed_at: alarm.raised_at,
      isClosed: false,
    }));
  return [...present, ...gone];
}

/** How far back a rule wants to see, in ms. */
function reachMs(rule: AlarmRule): number {
  const { own, gates } = wantsMs(rule);
  const delay = 'onDelaySeconds' in rule ? rule.onDelaySeconds * 1000 : 0;
  return Math.max(own, ...gates.map(({ ms }) => ms), rule.kind === 'noData' ? rule.afterSeconds * 1000 : 0) + delay;
}

function hiddenLevels(rule: AlarmRule, sees: (level: number) => boolean): 'all' | 'some' | null {
  const sets = rule.kind === 'limit' ? [rule.bands, ...(rule.periods ?? []).flatMap(({ bands }) => bands ?? [])] : [];
  const levels =
    rule.kind === 'limit'
      ? sets.flatMap((bands) => Object.values(bands).map(({ severity }) => severity))
      : [rule.severity];
  const hidden = levels.filter((level) => !sees(level)).length;
  return hidden === 0 ? null : hidden === levels.length ? 'all' : 'some';
}

const timeIn = (timeZone: string, at: number) => {
  const day = localOfEpoch(at, timeZone).slice(0, 10);
  return (epochMs: number): string => {
    const local = localOfEpoch(epochMs, timeZone);
    return local.startsWith(day) ? local.slice(11, 19) : local.slice(0, 16);
  };
};

function valueInWords(
  newest: { at: number; value: number; quality: number } | null,
  { at, maxGapMs, timeOf, statusValues, ...options }: LookOptions,
): Bilingual {
  if (newest === null) return both('此前没有收到过数据', 'No data had come before');
  const bad = newest.quality >= 64 || !Number.isFinite(newest.value);
  const why = qualityText(newest.quality);
  const status = statusValues.find(({ value }) => value === newest.value);
  const amount = status ?? both(quantity(newest.value, options), quantity(newest.value, options));
  const measured = timeOf(newest.at);
  if (bad)
    return both(
      `当时的数值无效（${why?.zh ?? '不是数值'}），测于 ${measured}`,
      `The value was bad (${why?.en ?? 'not a number'}), measured at ${measured}`,
    );
  const quality = why ? both(`，存疑：${why.zh}`, `, uncertain: ${why.en}`) : both('，质量正常', ', good');
  const age = at - newest.at > maxGapMs ? durationText((at - newest.at) / 1000) : null;
  return both(
    `当时的数值为 ${amount.zh}（测于 ${measured}${quality.zh}）${age ? `，已是 ${age.zh}前的旧值` : ''}`,
    `The value was ${amount.en} (measured at ${measured}${quality.en})${age ? `, ${age.en} old by then` : ''}`,
  );
}

const recorded = (alarm: AlarmThenRow, timeOf: (at: number) => string): Bilingual => {
  const from = timeOf(alarm.raised_at.getTime());
  if (alarm.returned_at === null)
    return both(`报警记录：自 ${from} 起，尚未恢复`, `On record: since ${from}, not over yet`);
  const until = timeOf(alarm.returned_at.getTime());
  return both(`报警记录：${from} 至 ${until}`, `On record: from ${from} to ${until}`);
};

const sourceInWords = (lost: AlarmThenRow, timeOf: (at: number) => string): Bilingual =>
  both(
    `“${lost.subject_name}”自 ${timeOf(lost.raised_at.getTime())} 起通讯中断：其下点位的无数据与数据质量报警因此不再单独发出`,
    `${inLanguage(lost.subject_name, lost.subject_name_en, 'en')} was lost since ${timeOf(lost.raised_at.getTime())}: the points below it do not alarm about silence and bad quality on their own`,
  );

function shelfInWords(shelf: ShelfThenRow, timeOf: (at: number) => string, managesAlarms: boolean): Bilingual {
  const kind = shelfKinds[shelf.kind];
  const until = shelf.until_at ? timeOf(shelf.until_at.getTime()) : null;
  const { reason, userName: who } = hiderFor(managesAlarms, { reason: shelf.reason, userName: shelf.user_name });
  // Somebody shelves one kind of alarm of a point, of limits one side; the others are as ever.
  const which = shelf.alarm_kind === null ? both('报警', 'alarms') : shelvedKind(shelf.alarm_kind, shelf.side);
  return both(
    `当时${kind.zh}（${which.zh}）：照常判断，但不显示也不通知${[until && `至 ${until}`, who, reason]
      .filter(Boolean)
      .map((part) => `，${part}`)
      .join('')}`,
    `${kind.en} then (${which.en}): judged as ever, but neither shown nor announced${[
      until && `until ${until}`,
      who,
      reason,
    ]
      .filter(Boolean)
      .map((part) => `, ${part}`)
      .join('')}`,
  );
}

/** What came of it within a day, where it was not in alarm. */
function laterInWords(
  alarms: readonly ReplayedAlarm[],
  ruleId: number,
  at: number,
  until: number,
  timeOf: (at: number) => string,
): Bilingual | null {
  const next = alarms.find((alarm) => alarm.ruleId === ruleId && alarm.raisedAt > at);
  if (next) {
    const level = severityText(next.severity as 1 | 2 | 3 | 4);
    return both(
      `之后于 ${timeOf(next.raisedAt)} 报警（${level.zh}）`,
      `It alarmed later, at ${timeOf(next.raisedAt)} (${level.en})`,
    );
  }
  if (until - at < 60_000) return null;
  const stretch = durationText((until - at) / 1000);
  return both(`此后 ${stretch.zh}内也没有报警`, `Nor did it alarm in the ${stretch.en} after`);
}
