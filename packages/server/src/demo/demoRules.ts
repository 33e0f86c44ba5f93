import type { DemoAlarmRule, DemoCommunicationRule } from '@watchpost/demo';

/** A defrost lifts the air of a room above its limit for up to nine minutes; a limit that may not alarm meanwhile waits longer. */
const defrostSeconds = 10 * 60;

/**
 * A demo rule as the alarm engine takes it, without its id. Null for kinds that the engine does not evaluate yet and for
 * weekly periods; they are seeded when it does.
 */
export function ruleDefinition(rule: DemoAlarmRule | DemoCommunicationRule): object | null {
  if ('period' in rule && rule.period !== null) return null;
  const { onDelaySeconds, offDelaySeconds } = rule;
  switch (rule.kind) {
    case 'limit': {
      const bands = Object.fromEntries(
        (['lowLow', 'low', 'high', 'highHigh'] as const).flatMap((band) => (rule[band] ? [[band, rule[band]]] : [])),
      );
      const waits = rule.suppressWhile ? Math.max(onDelaySeconds, defrostSeconds) : onDelaySeconds;
      return { kind: 'limit', bands, deadband: rule.deadband, onDelaySeconds: waits, offDelaySeconds };
    }
    case 'state':
      return { kind: 'state', values: [rule.value], severity: rule.severity, onDelaySeconds, offDelaySeconds };
    case 'noData':
      return { kind: 'noData', afterSeconds: rule.afterSeconds, severity: rule.severity };
    case 'badQuality':
    case 'communicationLoss':
      return { kind: rule.kind, severity: rule.severity, onDelaySeconds, offDelaySeconds };
    default:
      return null;
  }
}
