import type { PointReference, RuleDefinition } from '@watchpost/contract';
import type { DemoAlarmRule, DemoCommunicationRule, WeeklyPeriod } from '@watchpost/demo';

/** The point of a role on the device whose rule is made, and the states it has; undefined where it has none. */
export type PointOfRole = (role: string) => { reference: PointReference; states: readonly number[] } | undefined;

/** A demo rule as the alarm engine takes it, without its id. Null where the device lacks the point it is compared with. */
export function ruleDefinition(
  rule: DemoAlarmRule | DemoCommunicationRule,
  pointOf: PointOfRole = () => undefined,
): RuleDefinition | null {
  const { onDelaySeconds, offDelaySeconds } = rule;
  const periods = 'period' in rule && rule.period !== null ? { periods: [periodOf(rule.period)] } : {};
  switch (rule.kind) {
    case 'limit': {
      const bands = Object.fromEntries(
        (['lowLow', 'low', 'high', 'highHigh'] as const).flatMap((band) => (rule[band] ? [[band, rule[band]]] : [])),
      );
      const onlyWhile = rule.suppressWhile.flatMap(({ role, value, settleMinutes, maximumMinutes }) => {
        const other = pointOf(role);
        if (other === undefined) return [];
        const values = other.states.filter((state) => state !== value);
        return [
          {
            point: other.reference,
            values,
            settleSeconds: settleMinutes * 60,
            maxHiddenSeconds: maximumMinutes * 60,
          },
        ];
      });
      return {
        kind: 'limit',
        bands,
        deadband: rule.deadband,
        onDelaySeconds,
        offDelaySeconds,
        ...(onlyWhile.length > 0 && { onlyWhile }),
        ...periods,
      };
    }
    case 'state':
      return {
        kind: 'state',
        values: [rule.value],
        severity: rule.severity,
        onDelaySeconds,
        offDelaySeconds,
        ...periods,
      };
    case 'frozenValue':
      return { kind: 'frozen', tolerance: 0, afterSeconds: rule.forSeconds, severity: rule.severity, ...periods };
    case 'rateOfChange':
      return {
        kind: 'rateOfChange',
        direction: 'rise',
        limit: (rule.perMinute * rule.windowSeconds) / 60,
        windowSeconds: rule.windowSeconds,
        severity: rule.severity,
        onDelaySeconds,
        offDelaySeconds,
        ...periods,
      };
    case 'deviation': {
      const other = pointOf(rule.fromRole);
      if (other === undefined) return null;
      return {
        kind: 'deviation',
        from: other.reference,
        direction: 'either',
        limit: rule.by,
        deadband: rule.deadband,
        severity: rule.severity,
        onDelaySeconds,
        offDelaySeconds,
        ...periods,
      };
    }
    case 'noData':
      return { kind: 'noData', afterSeconds: rule.afterSeconds, severity: rule.severity };
    case 'badQuality':
    case 'communicationLoss':
      return { kind: rule.kind, severity: rule.severity, onDelaySeconds, offDelaySeconds };
  }
}

function periodOf({ days, from, to }: WeeklyPeriod) {
  const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const [fromMinute, until] = [minuteOf(from), minuteOf(to)];
  return {
    days: days as (1 | 2 | 3 | 4 | 5 | 6 | 7)[],
    fromMinute,
    untilMinute: until === 0 ? 1440 : until,
    endsNextDay: until !== 0 && until <= fromMinute,
  };
}
