import { isDeepStrictEqual } from 'node:util';
import {
  type AllCalls,
  type CallData,
  commonErrors,
  type ParsedInput,
  previewNamedLimit,
  previewPointLimit,
  type RuleDefinition,
} from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { History } from '../../history/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findProjectFacts } from '../../projects/index.ts';
import { type AlarmRule, isBad, judgesValues } from '../engine/index.ts';
import { outlastsWait } from '../evaluator/continueAlarm.ts';
import { backMs, heldSince } from '../evaluator/judgeEdits.ts';
import { parseRule } from '../ruleDefinition.ts';
import { mergedRules, withAndWithout } from '../strategies/mergedStrategy.wire.ts';
import { loadWhole, needToEdit } from '../strategies/saveStrategy.wire.ts';
import { type OpenOfStrategy, openOfStrategy } from './backTest.store.ts';
import { newestBefore } from './newestBefore.ts';
import { openPast } from './openPast.ts';
import { createReplay } from './replay.ts';

interface PreviewDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly history: Pick<History, 'rawChunks' | 'knownBefore' | 'newest'>;
}

type Input = ParsedInput<AllCalls['previewAlarmStrategy']>['body'];
type Preview = CallData<AllCalls['previewAlarmStrategy']>;

/** A rule as it would be on a point, numbered for the replay; `open`: the alarm that stands under it now. */
interface Judged {
  readonly ruleId: number;
  readonly pointId: number;
  readonly definition: RuleDefinition;
  readonly open: OpenOfStrategy | undefined;
}

/**
 * What an edit of a strategy would do to its alarms: the rules that it changes are replayed up to now, as they are when it is saved.
 * Nothing is written.
 *
 * @throws Refusal where the strategy is gone or the caller may not edit it
 */
export async function previewEdit(
  { db, clock, history }: PreviewDeps,
  { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
  body: Input,
): Promise<Preview> {
  const { tenant } = caller;
  const { row, rules: before, subjects } = await loadWhole(caller, db, body.StrategyId);
  needToEdit(caller, row.project_id);
  const project = await findProjectFacts(tenant, db, row.project_id);
  if (!project) throw new Refusal(commonErrors.notFound);
  const open = await openOfStrategy(tenant, db, row.id);
  const now = clock.now();

  const definitionBefore = new Map(before.map(({ id, definition }) => [id, definition]));
  const after = mergedRules(
    before.map(({ id, definition }) => ({ RuleId: id, Definition: definition })),
    body.RuleList ?? [],
    body.RemoveRuleIdList ?? [],
  );
  const pointsBefore = new Set(subjects.flatMap((each) => (each.subject_kind === 'point' ? [each.subject_id] : [])));
  const pointsAfter = withAndWithout([...pointsBefore], body.AddPointIdList, body.RemovePointIdList);
  const removed = {
    point: new Set(body.RemovePointIdList),
    gateway: new Set(body.RemoveGatewayIdList),
    slave: new Set(body.RemoveSlaveIdList),
  };
  const ownLimits = new Map<string, RuleDefinition>(
    subjects.flatMap(({ rule_id, subject_id, definition }) =>
      definition === null ? [] : [[`${rule_id}:${subject_id}`, definition] as const],
    ),
  );
  const ownAfter = new Map(ownLimits);
  for (const pointId of body.OwnLimits?.PointIdList ?? []) {
    const key = `${body.OwnLimits!.RuleId}:${pointId}`;
    if (body.OwnLimits!.Definition === null) ownAfter.delete(key);
    else ownAfter.set(key, body.OwnLimits!.Definition);
  }
  const isOn = body.Enabled ?? row.enabled;
  const openUnder = new Map(open.map((each) => [`${each.rule_id}:${each.subject_kind}:${each.subject_id}`, each]));

  const found = { ContinueCount: 0, EndCount: 0, BeginCount: 0, UnknownCount: 0 };
  const named: Preview['PointList'] = [];
  const tell = (pointId: number | null, outcome: 'ends' | 'begins') => {
    found[outcome === 'ends' ? 'EndCount' : 'BeginCount'] += 1;
    if (pointId !== null && named.length < previewNamedLimit) named.push({ PointId: pointId, Outcome: outcome });
  };
  /** Rules whose words, or whose points, change: the others go on as they are. */
  const toJudge: Judged[] = [];
  const settled = new Set<OpenOfStrategy>();
  for (const [place, { RuleId, Definition }] of isOn ? after.entries() : []) {
    const said = RuleId === undefined ? undefined : definitionBefore.get(RuleId);
    for (const pointId of pointsAfter) {
      const standing = openUnder.get(`${RuleId}:point:${pointId}`);
      const key = `${RuleId}:${pointId}`;
      const definition = ownAfter.get(key) ?? Definition;
      const isSame = said !== undefined && isDeepStrictEqual(ownLimits.get(key) ?? said, definition);
      const isNew = !pointsBefore.has(pointId) || !row.enabled;
      if (isSame && !isNew) continue;
      const rule = parseRule(place + 1, definition);
      // A rule of another kind begins anew, also where an alarm stood before.
      const goesOn = standing !== undefined && said?.kind === definition.kind;
      if (rule === null || (standing !== undefined && !goesOn)) continue;
      if (judgesValues(rule)) toJudge.push({ ruleId: place + 1, pointId, definition, open: standing });
      else if (standing) {
        // Silence is raised when we notice it: it goes on if it would have been raised by now.
        if (outlastsWait(standing.since, rule, now)) found.ContinueCount += 1;
        else tell(pointId, 'ends');
      }
      if (standing) settled.add(standing);
    }
  }
  const kept = new Map(after.flatMap((rule) => (rule.RuleId === undefined ? [] : [[rule.RuleId, rule] as const])));
  for (const each of open) {
    if (settled.has(each)) continue;
    const rule = kept.get(each.rule_id);
    const isKept = isOn && rule !== undefined && !removed[each.subject_kind].has(each.subject_id);
    const isSameKind = rule?.Definition.kind === definitionBefore.get(each.rule_id)?.kind;
    if (isKept && isSameKind) found.ContinueCount += 1;
    else tell(each.subject_kind === 'point' ? each.subject_id : null, 'ends');
  }

  // Rules with an alarm first: their outcome matters most.
  const points = [...new Set([...toJudge.filter((each) => each.open), ...toJudge].map(({ pointId }) => pointId))];
  const judgedPoints = new Set(points.slice(0, previewPointLimit));
  const judged = toJudge.filter(({ pointId }) => judgedPoints.has(pointId));
  const outcomes = judged.length === 0 ? null : await replayed(judged);
  for (const { ruleId, pointId, open: standing } of judged) {
    const outcome = outcomes!.isOpen(ruleId, pointId);
    if (outcome === null) found.UnknownCount += standing ? 1 : 0;
    else if (standing && outcome) found.ContinueCount += 1;
    else if (standing) tell(pointId, 'ends');
    else if (outcome) tell(pointId, 'begins');
  }
  return { ...found, NotJudgedCount: points.length - judgedPoints.size, PointList: named };

  /** Whether each rule is in alarm now, by history; null: nothing usable was ever measured of its point. */
  async function replayed(some: readonly Judged[]) {
    const definitions = some.map(({ definition }) => definition);
    const pointIds = [...judgedPoints];
    const past = await openPast({ db, history }, tenant, project!, { pointIds, definitions });
    const rulesOf = new Map<number, AlarmRule[]>();
    let from = now;
    for (const { ruleId, pointId, definition, open: standing } of some) {
      const rule = past.ruleOn(pointId, ruleId, definition);
      if (rule === null || !judgesValues(rule)) continue;
      rulesOf.set(pointId, [...(rulesOf.get(pointId) ?? []), rule]);
      from = Math.min(from, now - backMs(rule, standing?.raised_at.getTime() ?? now, now));
    }
    const opened = await past.from(from, now);
    // As they are judged when the edit is saved.
    const replayedPoints = (await opened.replayed(rulesOf)).map((point) => ({
      ...point,
      before: undefined,
      goodBefore: undefined,
    }));
    const ids = replayedPoints.map(({ pointId }) => pointId);
    const newest = await newestBefore(history, ids, now + 1);
    const held = ids.flatMap((id) => {
      const sample = newest.get(id);
      const isHeld = sample !== undefined && sample.measuredAt < from && !isBad(sample.value, sample.quality);
      return isHeld ? heldSince(id, sample.value, from) : [];
    });
    const heard = new Set(held.map(({ pointId }) => pointId));
    const replay = createReplay(replayedPoints, from);
    for await (const chunk of history.rawChunks(ids, from, now + 1, signal)) {
      for (const { pointId, length } of chunk.points) if (length > 0) heard.add(pointId);
      await replay.take([...chunk.points, ...held.splice(0)], chunk.to, signal);
    }
    const openNow = new Set(
      replay.alarms.filter(({ returnedAt }) => returnedAt === null).map((each) => `${each.ruleId}:${each.pointId}`),
    );
    return {
      isOpen: (ruleId: number, pointId: number): boolean | null =>
        heard.has(pointId) ? openNow.has(`${ruleId}:${pointId}`) : null,
    };
  }
}
