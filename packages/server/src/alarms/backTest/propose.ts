import type { RuleDefinition } from '@watchpost/contract';
import type { ReplayedAlarm } from './replay.ts';

/** What goes on for longer than this is no passing excursion: a proposal may not lose it. Seconds. */
const lastingSeconds = 45 * 60;
/** Delays that are tried, in seconds; none so long that something lasting is lost. */
export const delaysTried = [0, 300, 600, 900, 1200, 1800, 2700] as const;

type Limits = Extract<RuleDefinition, { kind: 'limit' }>;
type Delayed = Extract<RuleDefinition, { onDelaySeconds: number }>;

const isDelayed = (rule: RuleDefinition): rule is Delayed => 'onDelaySeconds' in rule;

/** Never below what is set: somebody had a reason for it, and less of a delay makes nothing calmer. */
export const withDelay = (rules: readonly RuleDefinition[], seconds: number): RuleDefinition[] =>
  rules.map((rule) =>
    isDelayed(rule) && seconds > rule.onDelaySeconds
      ? { ...rule, onDelaySeconds: seconds, offDelaySeconds: Math.max(rule.offDelaySeconds, Math.min(seconds, 300)) }
      : rule,
  );

export const withDeadband = (rules: readonly RuleDefinition[], deadband: number): RuleDefinition[] =>
  rules.map((rule) =>
    rule.kind === 'limit'
      ? { ...rule, deadband: Math.max(rule.deadband, Math.min(deadband, maxDeadband(rule))) }
      : rule,
  );

/** Less than half of the narrowest room between a high and a low limit. */
function maxDeadband(rule: Limits): number {
  const sets = [rule.bands, ...(rule.periods ?? []).flatMap(({ bands }) => bands ?? [])];
  const rooms = sets.flatMap(({ highHigh, high, low, lowLow }) => {
    const [ceiling, floor] = [high ?? highHigh, low ?? lowLow];
    return ceiling && floor ? [(ceiling.limit - floor.limit) / 2] : [];
  });
  return Math.min(Number.MAX_VALUE, ...rooms.filter((room) => room > 0));
}

/**
 * A deadband that the value does not cross by its own restlessness: three times the usual step from one sample to the next, by
 * the median, so that a defrost in between does not count. Rounded to a step of the point's decimals.
 */
export function restlessness(steps: number[], decimals: number): number {
  const moving = steps.filter((step) => step > 0).sort((a, b) => a - b);
  const median = moving[Math.floor(moving.length / 2)] ?? 0;
  const unit = 10 ** -Math.max(0, decimals);
  return Math.round(Math.max(unit, Math.ceil((3 * median) / unit - 1e-9) * unit) * 1e6) / 1e6;
}

const lasting = (alarms: readonly ReplayedAlarm[], end: number): ReplayedAlarm[] =>
  alarms.filter(({ raisedAt, returnedAt }) => (returnedAt ?? end) - raisedAt >= lastingSeconds * 1000);

/**
 * The shortest delay after which hardly anything is left but what lasts: one in twenty of the passing ones. What lasted without
 * delay is still raised with it; a delay that loses one of these is not proposed.
 *
 * @param byDelay the alarms of each tried delay, shortest first, the first of them without any
 */
export function bestDelay(
  byDelay: readonly { seconds: number; alarms: readonly ReplayedAlarm[] }[],
  end: number,
): number {
  const undelayed = byDelay[0]!.alarms;
  const kept = lasting(undelayed, end);
  const passing = undelayed.length - kept.length;
  const fits = byDelay.filter(({ alarms, seconds }) =>
    kept.every((one) =>
      alarms.some(
        ({ pointId, ruleId, raisedAt, returnedAt }) =>
          pointId === one.pointId &&
          ruleId === one.ruleId &&
          raisedAt <= one.raisedAt + seconds * 1000 &&
          (returnedAt ?? end) > one.raisedAt,
      ),
    ),
  );
  const enough = fits.find(({ alarms }) => alarms.length - kept.length <= passing / 20);
  return (enough ?? fits.at(-1) ?? byDelay[0]!).seconds;
}
