import {
  type AlarmVerdict,
  type Bilingual,
  commonErrors,
  endReasons,
  type RuleThen,
  shelfKinds,
  type whyCalls,
} from '@watchpost/contract';
import { seesLevel } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import type { History, RawHistory } from '../../history/index.ts';
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
import { type AlarmRule, durationText, judgesValues, quantity, type RuleLook, wantsMs } from '../engine/index.ts';
import { maxGapSecondsOf } from '../evaluator/watchList.ts';
import { parseRule } from '../ruleDefinition.ts';
import { shelvedKind } from '../shelves/shelvedKind.ts';
import { qualityText } from '../words/qualityText.ts';
import { ruleText } from '../words/ruleText.ts';
import { severityText } from '../words/severityText.ts';
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
const minBeforeMs = 24 * hourMs;
const maxBeforeMs = 8 * 24 * hourMs;
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

      const prepared = rules.map((each, place) => {
        const rule = past.ruleOn(row.id, place + 1, each.definition);
        const said = parseRule(place + 1, each.definition);
        return { ...each, said, rule, begunAt: rule && begunWith(rule, each, moment) };
      });
      const running = prepared.flatMap(({ rule }) => (rule ? [rule] : []));
      const oldest = Math.min(at, ...onThen.map(({ raised_at }) => raised_at.getTime()));
      const before = Math.max(minBeforeMs, at - oldest + 2 * hourMs, 2 * Math.max(0, ...running.map(reachMs)));
      const from = at - Math.min(before, maxBeforeMs);
      const { replayed, knownBefore } = await past.from(from);
      const points = replayed(new Map([[row.id, running]]));
      return share.run(caller.userId, signal, async () => {
        // Each rule on what came since it was in force, so that nothing seems to have begun before it was made.
        const replays = new Map(
          [...Map.groupBy(prepared, ({ begunAt }) => begunAt ?? 0)].map(([begunAt, group]) => {
            const rules = group.flatMap(({ rule }) => (rule ? [rule] : []));
            const own = points.map((each) => (each.pointId === row.id ? { ...each, rules } : each));
            return [
              begunAt,
              { replay: createReplay(own, from), shown: shownSince(begunAt, maxGapSecondsOf(row) * 1000) },
            ];
          }),
        );
        const replayOf = ({ begunAt }: (typeof prepared)[number]) => replays.get(begunAt ?? 0)!.replay;
        const takeAll = async (chunk: readonly RawHistory[], to: number) => {
          for (const { replay, shown } of replays.values())
            await replay.take(
              chunk.map((each) => (each.pointId === row.id ? shown(each, to) : each)),
              to,
              signal,
            );
        };
        let firstSeenAt: number | null = null;
        const ids = points.map(({ pointId }) => pointId);
        let newest: { at: number; value: number; quality: number } | null = null;
        for await (const chunk of history.rawChunks(ids, from, at + 1, signal)) {
          await takeAll(chunk.points, chunk.to);
          const own = chunk.points.find(({ pointId }) => pointId === row.id);
          if (own && own.length > 0) {
            firstSeenAt ??= own.measuredAt[0]!;
            const last = own.length - 1;
            newest = { at: own.measuredAt[last]!, value: own.values[last]!, quality: own.quality[last]! };
          }
        }
        const looks = prepared.map((each) => (each.rule ? replayOf(each).look(each.rule.id, row.id, at) : null));
        const until = Math.min(now, at + afterMs);
        if (until > at + 1)
          for await (const chunk of history.rawChunks(ids, at + 1, until, signal))
            await takeAll(chunk.points, chunk.to);

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
        const options: CommonOptions = {
          ...words,
          at,
          maxGapMs: maxGapSecondsOf(row) * 1000,
          nameOf: (id) => finder.nameOf(id) ?? both('另一点位', 'another point'),
          timeOf,
        };
        const list = prepared.map((each, place): RuleThen => {
          const { told, alarm, byPresentRule } = tell(each, looks[place] ?? null);
          return {
            RuleId: each.rule_id,
            StrategyId: each.strategy_id,
            StrategyName: each.strategy_name && inLanguage(each.strategy_name, each.strategy_name_en, language),
            StrategyDeleted: each.isDeleted,
            AlarmType: each.said?.kind ?? 'limit',
            ALARM_SETTING: each.said && told.verdict !== 'notYours' ? say(ruleText(each.said, words)) : '',
            Verdict: told.verdict,
            ByPresentRule: byPresentRule,
            TextList: told.sentences.map(say),
            AlarmId: alarm?.id ?? null,
          };
        });

        function tell(each: (typeof prepared)[number], look: RuleLook | null) {
          const alarm =
            onThen.find(({ rule_id, subject_kind }) => rule_id === each.rule_id && subject_kind === 'point') ?? null;
          // What the rule said then is on record with its alarm, or it was not changed since.
          const byPresentRule = !alarm && each.changed_at > moment;
          const simply = (verdict: AlarmVerdict, ...sentences: Bilingual[]) => ({
            told: { verdict, sentences },
            alarm,
            byPresentRule,
          });
          const sees = (level: number) => seesLevel(tenant, body.ProjectId, level);
          const hidden = each.said && hiddenLevels(each.said, sees);
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
          // Of limits with several levels he may see one and not the other.
          if (look.state.severity !== null && !sees(look.state.severity)) return simply('notYours', notShown);
          const begunAt = each.begunAt !== null && each.begunAt > from ? each.begunAt : null;
          const first = firstSeenAt;
          const seen = lookInWords(look, {
            ...options,
            byPresentRule: byPresentRule || (each.isClosed && !alarm),
            begunAt,
            recordedSince: alarm?.raised_at.getTime() ?? null,
            // A rule that was made or changed since began then; what is about the source goes on through that.
            isEdge: (since) => begunAt === null && (first === null || since <= first) && knownBefore.has(body.PointId),
          });
          const changes = historyOfRule(each, from, moment, timeOf);
          const isAlarming = seen.verdict === 'alarming' || seen.verdict === 'returning';
          if (alarm && isAlarming) return simply(seen.verdict, ...changes, ...seen.sentences, recorded(alarm, timeOf));
          if (alarm)
            return simply(
              'alarming',
              ...changes,
              ...seen.facts,
              both(
                '按现有的历史数据重算得不出这条报警：数据可能此后补传、更正或删除过',
                'The history there is now does not give this alarm: data may have come, been corrected or deleted since',
              ),
              recorded(alarm, timeOf),
            );
          if (each.isClosed)
            return simply(
              'closed',
              both(
                `该策略当时${each.changed_at <= moment ? '已' : '可能已'}关闭（最近修改于 ${timeOf(each.changed_at.getTime())}）；若启用，情况如下`,
                `The policy ${each.changed_at <= moment ? 'was' : 'may have been'} closed then (last changed ${timeOf(each.changed_at.getTime())}). Had it been open:`,
              ),
              ...seen.sentences,
            );
          if (each.created_at > moment)
            return simply(
              'notYet',
              both(
                `该策略 ${timeOf(each.created_at.getTime())} 才建立，当时还没有，因此不会报警`,
                `The policy was made only at ${timeOf(each.created_at.getTime())}: there was nothing then that could have alarmed`,
              ),
              ...seen.facts,
            );
          if (byPresentRule)
            return simply(
              seen.verdict,
              both(
                `该策略此后于 ${timeOf(each.changed_at.getTime())} 修改过；以下按现在的条件说明，当时的条件见操作日志`,
                `The policy was changed since, at ${timeOf(each.changed_at.getTime())}; what follows is by its present conditions, those of then stand in the operation log`,
              ),
              ...seen.sentences,
            );
          const raisedLater = replayOf(each).alarms.filter(({ severity }) => sees(severity));
          const later = laterInWords(raisedLater, each.rule.id, at, until, timeOf);
          return simply(
            seen.verdict,
            ...changes,
            ...seen.sentences,
            ...(!isAlarming && later ? [later] : []),
            ...(isAlarming
              ? [
                  both(
                    '但当时没有记录到报警：数据可能是事后补传的，或当时网关离线、服务未运行',
                    'Yet no alarm is on record: the data may have come later, the gateway was offline, or the server did not run',
                  ),
                ]
              : []),
          );
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

/** Alike for all rules. */
type CommonOptions = Omit<LookOptions, 'byPresentRule' | 'begunAt' | 'recordedSince' | 'isEdge'>;

interface RuleThenRow extends Omit<RuleOfPointRow, 'strategy_id' | 'strategy_name'> {
  strategy_id: number | null;
  strategy_name: string | null;
  isClosed: boolean;
  isDeleted: boolean;
  /** Of the alarm of this rule that was on. */
  raisedAt: Date | null;
}

const longAgo = new Date(0);

/**
 * From when on a rule was in force as it is told of: since its strategy was made or last changed. An alarm that is on record from before
 * a change went on through it, so its rule was the same. What is about the source counts from the last value, which may be older.
 */
function begunWith(rule: AlarmRule, { created_at, changed_at, raisedAt }: RuleThenRow, moment: Date): number | null {
  if (created_at > moment || !judgesValues(rule) || rule.kind === 'frozen' || rule.kind === 'rateOfChange') return null;
  const wasAlike = changed_at > moment || (raisedAt !== null && raisedAt < changed_at);
  return (wasAlike ? created_at : changed_at).getTime();
}

/** That a rule was made or changed within the time that is looked at. */
function historyOfRule(
  { created_at, changed_at }: RuleThenRow,
  from: number,
  moment: Date,
  timeOf: (at: number) => string,
): Bilingual[] {
  const isWithin = (at: Date) => at.getTime() > from && at <= moment;
  const [made, changed] = [timeOf(created_at.getTime()), timeOf(changed_at.getTime())];
  return [
    ...(isWithin(created_at) ? [both(`该策略于 ${made} 建立`, `The policy was made at ${made}`)] : []),
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

/**
 * Of one point, what a rule that began at a moment was shown, piece by piece in the order of time: the value it held just then, as the
 * engine judges it at once, and what was measured since.
 */
function shownSince(begunAt: number, maxGapMs: number): (history: RawHistory, until: number) => RawHistory {
  let held: { at: number; value: number; quality: number } | null = null;
  let hasBegun = false;
  return (history, until) => {
    const { pointId, length, measuredAt, values, quality } = history;
    let first = 0;
    while (first < length && measuredAt[first]! < begunAt) first++;
    if (first > 0) held = { at: measuredAt[first - 1]!, value: values[first - 1]!, quality: quality[first - 1]! };
    const isFirst = !hasBegun && until > begunAt;
    hasBegun ||= isFirst;
    const isFresh = held !== null && begunAt - held.at <= maxGapMs && measuredAt[first] !== begunAt;
    const carried = isFirst && held !== null && isFresh ? held : null;
    if (first === 0 && carried === null) return history;
    return {
      pointId,
      length: length - first + (carried ? 1 : 0),
      measuredAt: Float64Array.from([...(carried ? [begunAt] : []), ...measuredAt.subarray(first, length)]),
      values: Float64Array.from([...(carried ? [carried.value] : []), ...values.subarray(first, length)]),
      quality: Uint8Array.from([...(carried ? [carried.quality] : []), ...quality.subarray(first, length)]),
    };
  };
}

/** The rules as they are, but of an alarm that was on the one it was raised under; and those that are gone since. */
function rulesThen(rules: readonly RuleOfPointRow[], alarms: readonly AlarmThenRow[]): RuleThenRow[] {
  const ofPoint = alarms.filter(({ subject_kind }) => subject_kind === 'point');
  const known = new Set(rules.map(({ rule_id }) => rule_id));
  const present = rules.map((rule) => {
    const alarm = ofPoint.find(({ rule_id }) => rule_id === rule.rule_id);
    return {
      ...rule,
      raisedAt: alarm?.raised_at ?? null,
      definition: alarm?.rule_definition ?? rule.definition,
      isClosed: !rule.enabled && !alarm,
      isDeleted: false,
    };
  });
  const gone = ofPoint
    .filter(({ rule_id }) => !known.has(rule_id))
    .map((alarm) => ({
      rule_id: alarm.rule_id,
      definition: alarm.rule_definition,
      strategy_id: null,
      raisedAt: alarm.raised_at,
      strategy_name: alarm.strategy_name,
      strategy_name_en: alarm.strategy_name_en,
      enabled: true,
      // Nobody knows any more; it was there before its alarm.
      created_at: longAgo,
      changed_at: longAgo,
      isClosed: false,
      isDeleted: alarm.strategy_deleted,
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
  { at, maxGapMs, timeOf, statusValues, ...options }: CommonOptions,
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
  const why = alarm.end_reason && endReasons[alarm.end_reason];
  return both(
    `报警记录：${from} 至 ${until}${why ? `（非恢复：${why.zh}）` : ''}`,
    `On record: from ${from} to ${until}${why ? `, ended otherwise: ${why.en}` : ''}`,
  );
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
