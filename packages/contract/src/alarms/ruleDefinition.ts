import { z } from 'zod';

const severity = z.literal([1, 2, 3, 4]);
const delays = { onDelaySeconds: z.number(), offDelaySeconds: z.number() };
const bandLimit = z.object({ limit: z.number(), severity }).exactOptional();

/**
 * What an alarm rule says: `alarm_rule.definition` as it is stored and as it travels, the engine's rule without its id.
 * Here stands only its form; whether its numbers make sense is the engine's `validateRule`.
 */
export const RuleDefinition = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('limit'),
    bands: z.object({ lowLow: bandLimit, low: bandLimit, high: bandLimit, highHigh: bandLimit }),
    deadband: z.number(),
    ...delays,
  }),
  z.object({ kind: z.literal('state'), values: z.array(z.number()), severity, ...delays }),
  z.object({ kind: z.literal('noData'), afterSeconds: z.number(), severity }),
  z.object({ kind: z.literal('badQuality'), severity, ...delays }),
  z.object({ kind: z.literal('communicationLoss'), severity, ...delays }),
]);
export type RuleDefinition = z.infer<typeof RuleDefinition>;
