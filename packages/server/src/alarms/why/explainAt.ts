import type { UserTenant } from '../../access/index.ts';
import type { History } from '../../history/index.ts';
import type { Db } from '../../platform/db/database.ts';
import type { FairShare } from '../../platform/FairShare.ts';
import type { ProjectFacts } from '../../projects/index.ts';
import { openPast } from '../backTest/openPast.ts';
import type { ReplayedAlarm } from '../backTest/replay.ts';
import { type AlarmRule, judgesValues, type PointReference, type RuleLook, wantsMs } from '../engine/index.ts';
import { maxGapSecondsOf } from '../evaluator/watchList.ts';
import { parseRule } from '../ruleDefinition.ts';
import type { OtherPoint } from '../words/ruleText.ts';
import { type HeldValue, replayRules } from './replayRules.ts';
import {
  type AlarmThenRow,
  alarmsThen,
  findPointThen,
  type PointThenRow,
  type RuleOfPointRow,
  rulesOfPoint,
  type ShelfThenRow,
  shelvesThen,
} from './why.store.ts';

export interface ExplainDeps {
  readonly db: Db;
  readonly history: Pick<History, 'rawChunks' | 'knownBefore'>;
  readonly share: FairShare;
}

export interface ExplainQuestion {
  /** One of the tenant's. */
  readonly project: ProjectFacts;
  readonly pointId: number;
  readonly at: number;
  readonly now: number;
}

/** A rule as it stood at the moment. */
interface RuleThen extends Omit<RuleOfPointRow, 'strategy_id' | 'strategy_name' | 'enabled'> {
  readonly strategy_id: number | null;
  readonly strategy_name: string | null;
  readonly isClosed: boolean;
  readonly isDeleted: boolean;
  /** Its alarm that was on, as recorded. */
  readonly alarm: AlarmThenRow | null;
  /** What the rule was then is not known; it is judged as it is now. */
  readonly isPresentRule: boolean;
}

/** A rule with what the replay gave. */
export interface ExplainedRule extends RuleThen {
  /** The rule as defined, whatever became of the points it refers to; null when it cannot be read. */
  readonly definedRule: AlarmRule | null;
  /** Null when the rule was not in force: a point that it refers to is not there. */
  readonly look: RuleLook | null;
  /** When the rule was made or changed, where nothing before that was looked at; else null. */
  readonly begunAt: number | null;
  /** What the rule raises in the replay, in the order of time. */
  readonly replayedAlarms: readonly ReplayedAlarm[];
}

export interface Explanation {
  /** The moment, and the stretch around it that was replayed; epoch ms. */
  readonly at: number;
  readonly from: number;
  readonly until: number;
  readonly project: ProjectFacts;
  readonly point: PointThenRow & { id: number; name: string; name_en: string | null; decimals: number };
  readonly maxGapMs: number;
  /** The newest value at the moment. */
  readonly newest: HeldValue | null;
  /** What is found to last since this time or before may have begun earlier. */
  readonly earliestSeenAt: number;
  readonly rules: readonly ExplainedRule[];
  /** Alarms about the loss of its gateway or slave. */
  readonly sourceAlarms: readonly AlarmThenRow[];
  readonly shelves: readonly ShelfThenRow[];
  readonly nameOf: (pointId: number) => { zh: string; en: string } | null;
  readonly otherPoint: (reference: PointReference) => OtherPoint | null;
}

const hourMs = 3_600_000;
/** The replay begins at least this long before the moment, so that the engine knows what it knew then. */
const minBeforeMs = 24 * hourMs;
const maxBeforeMs = 8 * 24 * hourMs;
/** The replay goes on this long after the moment, to show what came of it. */
const afterMs = 24 * hourMs;

/**
 * How each rule on a point stood at a moment, by replaying history around it.
 *
 * @returns null when the tenant does not see the point
 */
export async function explainAt(
  { db, history, share }: ExplainDeps,
  tenant: UserTenant,
  { project, pointId, at, now }: ExplainQuestion,
  { userId, signal }: { readonly userId: number; readonly signal: AbortSignal },
): Promise<Explanation | null> {
  const moment = new Date(at);
  const alarms = await alarmsThen(tenant, db, pointId, moment);
  const rulesAtMoment = rulesThen(await rulesOfPoint(tenant, db, pointId), alarms, moment);
  const definitions = rulesAtMoment.map(({ definition }) => definition);
  const past = await openPast({ db, history }, tenant, project, { pointIds: [pointId], definitions });
  const { rows, finder } = past;
  const row = rows.find(({ id }) => id === pointId);
  const pointThen = await findPointThen(tenant, db, pointId);
  if (!row || !pointThen) return null;
  const shelves = await shelvesThen(tenant, db, pointId, moment);

  const prepared = rulesAtMoment.map((each, place) => {
    const rule = past.ruleOn(pointId, place + 1, each.definition);
    const inForceSince = rule && knownInForceSince(rule, each, moment);
    return { each, rule, inForceSince, definedRule: parseRule(place + 1, each.definition) };
  });
  const running = prepared.flatMap(({ rule, inForceSince }) => (rule ? [{ rule, inForceSince }] : []));
  const oldest = Math.min(at, ...alarms.map(({ raised_at }) => raised_at.getTime()));
  const before = Math.max(minBeforeMs, at - oldest + 2 * hourMs, ...running.map(({ rule }) => 2 * reachMs(rule)));
  const from = at - Math.min(before, maxBeforeMs);
  const until = Math.min(now, at + afterMs);
  const maxGapMs = maxGapSecondsOf(row) * 1000;
  const { replayed, knownBefore } = await past.from(from);
  const points = replayed(new Map([[pointId, running.map(({ rule }) => rule)]]));
  const replay = await share.run(userId, signal, () =>
    replayRules(history, { points, pointId, rules: running, maxGapMs, from, at, until }, signal),
  );

  return {
    at,
    from,
    until,
    project,
    point: { ...pointThen, id: row.id, name: row.name, name_en: row.name_en, decimals: row.decimals },
    maxGapMs,
    newest: replay.newest,
    earliestSeenAt: knownBefore.has(pointId)
      ? (replay.firstSeenAt ?? Number.POSITIVE_INFINITY)
      : Number.NEGATIVE_INFINITY,
    rules: prepared.map(({ each, rule, inForceSince, definedRule }) => ({
      ...each,
      definedRule,
      begunAt: inForceSince !== null && inForceSince > from ? inForceSince : null,
      look: rule && replay.lookOf(rule.id),
      replayedAlarms: rule ? replay.alarmsOf(rule.id) : [],
    })),
    sourceAlarms: alarms.filter(({ subject_kind }) => subject_kind !== 'point'),
    shelves,
    nameOf: finder.nameOf,
    otherPoint(reference) {
      const id = finder.find(pointId, reference);
      const name = id === null ? null : finder.nameOf(id);
      return name && { name, statusValues: rows.find((each) => each.id === id)?.status_values ?? [] };
    },
  };
}

const longAgo = new Date(0);

/** The present rules, those with an alarm as they were when it was raised, and deleted ones whose alarm was on. */
function rulesThen(rules: readonly RuleOfPointRow[], alarms: readonly AlarmThenRow[], moment: Date): RuleThen[] {
  const ofPoint = alarms.filter(({ subject_kind }) => subject_kind === 'point');
  const known = new Set(rules.map(({ rule_id }) => rule_id));
  const present = rules.map(({ enabled, ...rule }) => {
    const alarm = ofPoint.find(({ rule_id }) => rule_id === rule.rule_id) ?? null;
    return {
      ...rule,
      alarm,
      definition: alarm?.rule_definition ?? rule.definition,
      isClosed: !enabled && !alarm,
      isDeleted: false,
      isPresentRule: !alarm && rule.changed_at > moment,
    };
  });
  const gone = ofPoint
    .filter(({ rule_id }) => !known.has(rule_id))
    .map((alarm) => ({
      rule_id: alarm.rule_id,
      alarm,
      definition: alarm.rule_definition,
      strategy_id: null,
      strategy_name: alarm.strategy_name,
      strategy_name_en: alarm.strategy_name_en,
      // Unknown by now; before its alarm.
      created_at: longAgo,
      changed_at: longAgo,
      isClosed: false,
      isDeleted: alarm.strategy_deleted,
      isPresentRule: false,
    }));
  return [...present, ...gone];
}

/**
 * Since when a rule was in force as it is explained: since its strategy was made or last changed. An alarm recorded from before
 * a change went on through it, so its rule was the same. Null for rules about the source, which count from the last value.
 */
function knownInForceSince(rule: AlarmRule, { created_at, changed_at, alarm }: RuleThen, moment: Date): number | null {
  if (created_at > moment || !judgesValues(rule) || rule.kind === 'frozen' || rule.kind === 'rateOfChange') return null;
  const isUnchanged = changed_at > moment || (alarm !== null && alarm.raised_at < changed_at);
  return (isUnchanged ? created_at : changed_at).getTime();
}

/** How far back a rule looks, in ms. */
function reachMs(rule: AlarmRule): number {
  const { own, gates } = wantsMs(rule);
  const delay = 'onDelaySeconds' in rule ? rule.onDelaySeconds * 1000 : 0;
  return Math.max(own, ...gates.map(({ ms }) => ms), rule.kind === 'noData' ? rule.afterSeconds * 1000 : 0) + delay;
}
