import { isDeepStrictEqual } from 'node:util';
import { hourMs } from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import type { History } from '../../history/index.ts';
import type { Db } from '../../platform/db/database.ts';
import type { FairShare } from '../../platform/FairShare.ts';
import type { ProjectFacts } from '../../projects/index.ts';
import { openPast } from '../backTest/openPast.ts';
import type { ReplayedAlarm } from '../backTest/replay.ts';
import { type AlarmRule, judgesValues, type PointReference, type RuleLook, wantsMs } from '../engine/index.ts';
import { parseRule } from '../ruleDefinition.ts';
import { type RuleVersionRow, ruleVersionsOf } from '../ruleVersions/ruleVersions.store.ts';
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
  readonly history: Pick<History, 'rawChunks' | 'knownBefore' | 'newest'>;
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
  /** The rule as defined, also where points it refers to are gone; null when it cannot be read. */
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
  const versions = await ruleVersionsOf(tenant, db, [pointId], { from: longAgo, until: new Date(at + 1) });
  const rulesAtMoment = rulesThen(await rulesOfPoint(tenant, db, pointId), versions, alarms, moment);
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
  const { replayed, knownBefore } = await past.from(from, at);
  const points = await replayed(new Map([[pointId, running.map(({ rule }) => rule)]]));
  const maxGapMs = points.find((each) => each.pointId === pointId)!.maxGapSeconds * 1000;
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

/** A version of a rule, with when what it says began to hold: rows before it may have said the same. */
type VersionThen = RuleVersionRow & { readonly saysSoSince: Date };

/** By rule, the version in force at a moment. */
function versionsAt(rows: readonly RuleVersionRow[], moment: Date): Map<number, VersionThen> {
  const found = new Map<number, VersionThen>();
  for (const row of rows) {
    if (row.valid_from > moment) continue;
    const before = found.get(row.rule_id);
    const saysTheSame =
      before !== undefined &&
      before.enabled === row.enabled &&
      before.is_judged === row.is_judged &&
      isDeepStrictEqual(before.definition, row.definition);
    found.set(row.rule_id, { ...row, saysSoSince: saysTheSame ? before.saysSoSince : row.valid_from });
  }
  return found;
}

/**
 * The rules as they stood at a moment, by their versions; those with an alarm that was on as they were when it was raised. Before a
 * rule's first version it is taken as it is now.
 */
function rulesThen(
  rules: readonly RuleOfPointRow[],
  versions: readonly RuleVersionRow[],
  alarms: readonly AlarmThenRow[],
  moment: Date,
): RuleThen[] {
  const ofPoint = alarms.filter(({ subject_kind }) => subject_kind === 'point');
  const then = versionsAt(versions, moment);
  const known = new Set([...rules.map(({ rule_id }) => rule_id), ...then.keys()]);
  const alarmOf = (ruleId: number) => ofPoint.find(({ rule_id }) => rule_id === ruleId) ?? null;
  const present = new Map(rules.map((rule) => [rule.rule_id, rule]));
  const byVersion = [...then.values()].flatMap((version): RuleThen[] => {
    const { rule_id, strategy_name, strategy_name_en, strategy_deleted, definition, enabled, is_judged, saysSoSince } =
      version;
    const alarm = alarmOf(rule_id);
    if (!alarm && (definition === null || !is_judged)) return [];
    const created_at = present.get(rule_id)?.created_at ?? longAgo;
    return [
      {
        ...{ rule_id, alarm, strategy_name, strategy_name_en },
        strategy_id: strategy_deleted ? null : version.strategy_id,
        definition: alarm?.rule_definition ?? definition,
        created_at: created_at > moment ? saysSoSince : created_at,
        changed_at: saysSoSince,
        isClosed: !enabled && !alarm,
        isDeleted: strategy_deleted,
        isPresentRule: false,
      },
    ];
  });
  const byPresent = rules
    .filter(({ rule_id }) => !then.has(rule_id))
    .map(({ enabled, ...rule }) => {
      const alarm = alarmOf(rule.rule_id);
      return {
        ...rule,
        alarm,
        definition: alarm?.rule_definition ?? rule.definition,
        isClosed: !enabled && !alarm,
        isDeleted: false,
        isPresentRule: !alarm,
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
  return [...byPresent, ...byVersion].sort((a, b) => a.rule_id - b.rule_id).concat(gone);
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
