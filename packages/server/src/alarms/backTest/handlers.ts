import {
  type BackTestResult,
  type backTestCalls,
  backTestErrors,
  backTestOccurrenceLimit,
  type CallData,
  commonErrors,
  dayMs,
  isTaken,
  minToPropose,
  type ParsedInput,
  type RuleDefinition,
} from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import type { History } from '../../history/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { FairShare } from '../../platform/FairShare.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findProjectFacts, shownUntil } from '../../projects/index.ts';
import type { AlarmRule } from '../engine/index.ts';
import { otherPointsOf } from '../otherPoints.store.ts';
import { referenceProblems } from '../referenceProblems.ts';
import { parseRule } from '../ruleDefinition.ts';
import { presentProblem } from '../strategies/present.ts';
import { delayProblems } from './delayProblems.ts';
import { openPast } from './openPast.ts';
import { previewEdit } from './previewEdit.wire.ts';
import { bestDelay, delaysTried, restlessness, withDeadband, withDelay } from './propose.ts';
import { createReplay, type ReplayedAlarm } from './replay.ts';

export interface BackTestDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly history: Pick<History, 'rawChunks' | 'knownBefore' | 'newest'>;
}

/** One computes while another waits for PostgreSQL; more would only make each slower. */
const testsAtOnce = 2;
/** How far before the range the engine begins, so that it knows at its start what it knew then: doors, delays, silence. */
const warmUpMs = 2 * dayMs;
/** Rules of one variant have ids of their own hundred. */
const perVariant = 100;
/** Points that are listed by name. */
const namesTold = 8;

interface Variant {
  readonly index: number;
  readonly kind: BackTestResult['Kind'];
  readonly rules: readonly RuleDefinition[];
}

/** Tries rules on the past: for the call, or for a report. */
export type TryRules = (
  asked: Pick<CallContext<Caller>, 'caller' | 'language' | 'signal'>,
  input: Pick<ParsedInput<typeof backTestCalls.backTestAlarmRules>, 'body'>,
) => Promise<CallData<typeof backTestCalls.backTestAlarmRules>>;

export function backTestHandlers({ db, clock, history }: BackTestDeps): Handlers<typeof backTestCalls> & {
  readonly backTestAlarmRules: TryRules;
} {
  const share = new FairShare(testsAtOnce);
  return {
    previewAlarmStrategy: ({ caller, signal }, { body }) =>
      share.run(caller.userId, signal, () => previewEdit({ db, clock, history }, { caller, signal }, body)),

    async checkAlarmDelays({ caller, language, signal }, { body }) {
      const { tenant } = caller;
      const project = await findProjectFacts(tenant, db, body.ProjectId);
      if (!project) throw new Refusal(commonErrors.notFound);
      const problems = await share.run(caller.userId, signal, () =>
        delayProblems({ db, clock, history }, tenant, body.ProjectId, body.PointIdList, body.RuleList, signal),
      );
      return problems.map(({ rule, delaySeconds, cycleSeconds, neededSeconds, points }) => ({
        RuleIndex: rule,
        DelaySeconds: delaySeconds,
        Cycle: cycleSeconds,
        NeededCycle: neededSeconds,
        PointCount: points.length,
        PointNameList: points.slice(0, namesTold).map(({ name }) => name[language]),
      }));
    },

    async backTestAlarmRules({ caller, language, signal }, { body }) {
      const { tenant } = caller;
      const project = await findProjectFacts(tenant, db, body.ProjectId);
      if (!project) throw new Refusal(commonErrors.notFound);
      const said = body.VariantList.flatMap(({ RuleList }) => RuleList);
      const past = await openPast({ db, history }, tenant, project, { pointIds: body.PointIdList, definitions: said });
      // A stored rule with too long a time is tried as it runs; one that no form takes is not tried.
      const mayBeTried = (rule: AlarmRule | null) => rule !== null && isTaken(rule);
      if (!said.every((definition) => mayBeTried(parseRule(1, definition))))
        throw new Refusal(backTestErrors.rulesDoNotFit);
      const asked = new Set(body.PointIdList);
      const tried = past.rows.filter(({ id }) => asked.has(id));
      if (tried.length === 0) throw new Refusal(commonErrors.notFound);
      const other = await otherPointsOf(tenant, db, said);
      const to = Math.min(clock.now(), shownUntil(project) ?? Number.POSITIVE_INFINITY);
      const from = to - body.Days * dayMs;
      const warmFrom = from - warmUpMs;
      const { knownBefore, replayed } = await past.from(warmFrom);
      let samples = 0;
      let begins = [...asked].some((id) => knownBefore.has(id)) ? from : Number.POSITIVE_INFINITY;
      const steps: number[] = [];

      /** All variants in one pass over the samples. */
      async function run(variants: readonly Variant[]): Promise<ReplayedAlarm[]> {
        const rulesOn = (pointId: number) =>
          variants.flatMap(({ rules }, v) =>
            rules.flatMap((definition, r) => past.ruleOn(pointId, v * perVariant + r + 1, definition) ?? []),
          );
        const points = await replayed(new Map(tried.map(({ id }) => [id, rulesOn(id)])));
        const replay = createReplay(points, warmFrom);
        samples = 0;
        steps.length = 0;
        for await (const chunk of history.rawChunks(
          points.map(({ pointId }) => pointId),
          warmFrom,
          to,
          signal,
        )) {
          await replay.take(chunk.points, chunk.to, signal);
          for (const point of chunk.points) {
            const first = firstSince(point.measuredAt, from);
            samples += point.length - first;
            if (!asked.has(point.pointId)) continue;
            if (point.length > 0) begins = Math.min(begins, Math.max(from, point.measuredAt[0]!));
            // Some thousand of them say enough of how restless a value is.
            for (let i = first + 1; i < point.length && steps.length < 20_000; i++) {
              const step = Math.abs(point.values[i]! - point.values[i - 1]!);
              if (point.quality[i]! < 64 && Number.isFinite(step)) steps.push(step);
            }
          }
        }
        // An alarm that ended before belongs to another range.
        return replay.alarms.filter(({ returnedAt }) => returnedAt === null || returnedAt > from);
      }

      return share.run(caller.userId, signal, async () => {
        const variants: Variant[] = body.VariantList.map(({ RuleList }, index) => ({
          index,
          kind: 'given',
          rules: RuleList,
        }));
        const ofVariant = (alarms: readonly ReplayedAlarm[], v: number) =>
          alarms.filter(({ ruleId }) => Math.floor((ruleId - 1) / perVariant) === v);
        let alarms = await run(variants);
        const asSet = ofVariant(alarms, 0).length;
        if (body.Propose && asSet >= minToPropose) {
          const given = variants[0]!.rules;
          const deadband = restlessness(steps, Math.max(...tried.map(({ decimals }) => decimals)));
          const calm = withDeadband(given, deadband);
          const delays = delaysTried.map(
            (seconds): Variant => ({ index: 0, kind: 'delay', rules: withDelay(calm, seconds) }),
          );
          const byDelay = await run(delays);
          const seconds = bestDelay(
            delaysTried.map((tried, v) => ({
              seconds: tried,
              alarms: ofVariant(byDelay, v).map((alarm) => ({ ...alarm, ruleId: alarm.ruleId % perVariant })),
            })),
            to,
          );
          const changed: Variant[] = [
            { index: 0, kind: 'deadband', rules: calm },
            { index: 0, kind: 'delay', rules: withDelay(given, seconds) },
            { index: 0, kind: 'proposal', rules: withDelay(calm, seconds) },
          ];
          // A door has no deadband, and a delayed alarm need not be notified twice.
          const known = new Set([JSON.stringify(given)]);
          for (const variant of changed) {
            const said = JSON.stringify(variant.rules);
            if (!known.has(said)) variants.push(variant);
            known.add(said);
          }
          alarms = await run(variants);
        }
        const results = variants
          .map((variant, v) => presentResult(variant, ofVariant(alarms, v), { from, to }, body))
          .filter(({ Kind, AlarmCount }) => Kind === 'given' || AlarmCount < asSet);
        return {
          From: from,
          To: to,
          HistoryFrom: Number.isFinite(begins) ? begins : null,
          SampleCount: samples,
          ResultList: results,
          // A point that cannot be judged must not look as if it had been calm.
          ProblemList: referenceProblems(past.rows, body.PointIdList, body.VariantList[0]!.RuleList).map((problem) =>
            presentProblem(problem, other, language),
          ),
          NoProposal:
            !body.Propose || results.some(({ Kind }) => Kind !== 'given')
              ? null
              : asSet < minToPropose
                ? 'tooFew'
                : 'noneCalmer',
        };
      });
    },
  };
}

function presentResult(
  variant: Variant,
  alarms: readonly ReplayedAlarm[],
  { from, to }: { from: number; to: number },
  settings: { RepeatMinutes: number | null; NotifyOnClear: boolean },
): BackTestResult {
  const messages = alarms.reduce((sum, { hasReturned, ringing }) => {
    const ofStretches = ringing.map((stretch) => {
      const repeatsUntil = (at: number) =>
        settings.RepeatMinutes === null
          ? 0
          : Math.floor(Math.max(0, at - stretch.from) / 60_000 / settings.RepeatMinutes);
      const end = stretch.until ?? to;
      return (stretch.from >= from ? 1 : 0) + repeatsUntil(end) - repeatsUntil(Math.min(from, end));
    });
    // Recipients get the all-clear, also when the alarm had become milder by then; of another end people hear nothing.
    const clear = settings.NotifyOnClear && hasReturned && ringing.length > 0 ? 1 : 0;
    return ofStretches.reduce((a, b) => a + b, sum + clear);
  }, 0);
  const activeMs = alarms.reduce(
    (sum, { raisedAt, returnedAt }) => sum + (returnedAt ?? to) - Math.max(from, raisedAt),
    0,
  );
  return {
    Index: variant.index,
    Kind: variant.kind,
    RuleList: [...variant.rules],
    AlarmCount: alarms.length,
    MessageCount: messages,
    ActiveSeconds: Math.round(activeMs / 1000),
    OccurrenceList: alarms.slice(0, backTestOccurrenceLimit).map((alarm) => ({
      PointId: alarm.pointId,
      RuleIndex: (alarm.ruleId - 1) % perVariant,
      Level: alarm.severity,
      ALARM_EPOCH: alarm.raisedAt,
      ALARM_EPOCH_CLEARED: alarm.returnedAt,
      MaxValue: alarm.extreme,
    })),
    IsCapped: alarms.length > backTestOccurrenceLimit,
  };
}

/** Index of the first time at or after one; the length when there is none. Times ascend. */
function firstSince(times: Float64Array, at: number): number {
  const index = times.findIndex((time) => time >= at);
  return index < 0 ? times.length : index;
}
