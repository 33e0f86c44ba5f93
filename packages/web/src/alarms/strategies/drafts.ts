import { type AlarmKindName, RuleDefinition } from '@watchpost/contract';

/** A definition as the form has it while it is being filled in. */
export type DefinitionDraft = Readonly<Record<string, unknown>> & { readonly kind: AlarmKindName };

interface KnownShape {
  readonly shape: Readonly<Record<string, unknown>> & { readonly kind: { readonly value: AlarmKindName } };
}
const options = RuleDefinition.options as unknown as readonly KnownShape[];

/** Every kind of condition there is. */
export const ruleKinds: readonly AlarmKindName[] = options.map(({ shape }) => shape.kind.value);

/** Whether a condition of this kind can say so much: `periods`, `onlyWhile`. */
export const canSay = (kind: AlarmKindName, field: string): boolean =>
  options.some(({ shape }) => shape.kind.value === kind && field in shape);

/** What a new condition begins with. */
export function usualDraft(kind: AlarmKindName): DefinitionDraft {
  const delays = { onDelaySeconds: 300, offDelaySeconds: 120 };
  const usual: Readonly<Record<string, object>> = {
    limit: { bands: {}, deadband: 1, ...delays },
    state: { values: [], severity: 2, ...delays },
    noData: { afterSeconds: 900, severity: 3 },
    badQuality: { severity: 3, onDelaySeconds: 120, offDelaySeconds: 60 },
    communicationLoss: { severity: 2, onDelaySeconds: 120, offDelaySeconds: 30 },
    frozen: { tolerance: 0, afterSeconds: 21_600, severity: 3 },
    rateOfChange: {
      direction: 'rise',
      limit: 5,
      windowSeconds: 600,
      severity: 2,
      onDelaySeconds: 0,
      offDelaySeconds: 300,
    },
    deviation: { direction: 'either', limit: 3, deadband: 0.5, severity: 2, ...delays },
  };
  return { kind, ...usual[kind] };
}

/** Which values a condition is about; null: any, or it is not about a point. */
export function valuesOfKind(kind: AlarmKindName): 'analog' | 'status' | null {
  if (kind === 'state') return 'status';
  return kind === 'noData' || kind === 'badQuality' || kind === 'communicationLoss' ? null : 'analog';
}
