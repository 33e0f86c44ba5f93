import type { Bilingual } from '../../call.ts';

/** What must hold of a rule's definition, said beside the field it names. */
export interface DefinitionRule {
  /** From the definition down: `['bands', 'high', 'limit']`. */
  readonly path: readonly string[];
  readonly words: Bilingual;
  /** True as long as what it compares is not there: a form asks it of what is not filled in yet. */
  readonly holds: (definition: Draft) => boolean;
}

interface BandDraft {
  readonly limit?: unknown;
  readonly severity?: unknown;
}
type Draft = Readonly<Record<string, unknown>> & {
  readonly kind?: unknown;
  readonly bands?: Partial<Readonly<Record<string, BandDraft | undefined>>>;
};

export const bandWords = {
  highHigh: { zh: '上上限', en: 'high-high limit' },
  high: { zh: '上限', en: 'high limit' },
  low: { zh: '下限', en: 'low limit' },
  lowLow: { zh: '下下限', en: 'low-low limit' },
} as const satisfies Record<string, Bilingual>;
export type BandName = keyof typeof bandWords;

/** From the highest value to the lowest. */
export const bandOrder = ['highHigh', 'high', 'low', 'lowLow'] as const satisfies readonly BandName[];

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Upper-upper > upper > lower > lower-lower; of those that are set, each and the next. */
const inOrder = bandOrder.flatMap((upper, place) =>
  bandOrder.slice(place + 1).map(
    (lower, further): DefinitionRule => ({
      path: ['bands', upper, 'limit'],
      words: {
        zh: `${bandWords[upper].zh}须大于${bandWords[lower].zh}`,
        en: `The ${bandWords[upper].en} must be above the ${bandWords[lower].en}`,
      },
      holds: ({ bands }) => {
        const between = bandOrder.slice(place + 1, place + 1 + further);
        if (between.some((band) => bands?.[band])) return true;
        const [above, below] = [bands?.[upper]?.limit, bands?.[lower]?.limit];
        return !isNumber(above) || !isNumber(below) || above > below;
      },
    }),
  ),
);

/** The outer band is strictly the more severe one; 1 is the most severe. */
const outerMoreSevere = (
  [
    ['highHigh', 'high'],
    ['lowLow', 'low'],
  ] as const
).map(
  ([outer, inner]): DefinitionRule => ({
    path: ['bands', outer, 'severity'],
    words: {
      zh: `${bandWords[outer].zh}的级别须高于${bandWords[inner].zh}`,
      en: `The ${bandWords[outer].en} must be more severe than the ${bandWords[inner].en}`,
    },
    holds: ({ bands }) => {
      const [outside, inside] = [bands?.[outer]?.severity, bands?.[inner]?.severity];
      return !isNumber(outside) || !isNumber(inside) || outside < inside;
    },
  }),
);

const notNegative = ['onDelaySeconds', 'offDelaySeconds', 'deadband'].map(
  (field): DefinitionRule => ({
    path: [field],
    words: { zh: '不能小于 0', en: 'Not less than 0' },
    holds: (definition) => !isNumber(definition[field]) || definition[field] >= 0,
  }),
);

const limitOf = (bands: Draft['bands'], ...names: readonly BandName[]): number | undefined =>
  names.map((name) => bands?.[name]?.limit).find(isNumber);

/** Everything that spec §5.2 and the engine ask of the numbers of one rule. */
export const definitionRules: readonly DefinitionRule[] = [
  ...inOrder,
  ...outerMoreSevere,
  ...notNegative,
  {
    path: ['bands'],
    words: { zh: '请至少设置一个限值', en: 'Set at least one limit' },
    holds: ({ kind, bands }) => kind !== 'limit' || bandOrder.some((band) => bands?.[band]),
  },
  {
    path: ['deadband'],
    words: { zh: '死区须小于上限与下限之差', en: 'The deadband must be smaller than the distance of the limits' },
    holds: ({ bands, deadband }) => {
      const ceiling = limitOf(bands, 'high', 'highHigh');
      const floor = limitOf(bands, 'low', 'lowLow');
      return (
        !isNumber(deadband) ||
        ceiling === undefined ||
        floor === undefined ||
        ceiling <= floor ||
        deadband < ceiling - floor
      );
    },
  },
  {
    path: ['values'],
    words: { zh: '请至少选择一个状态', en: 'Choose at least one state' },
    holds: ({ kind, values }) => kind !== 'state' || !Array.isArray(values) || values.length > 0,
  },
  {
    path: ['afterSeconds'],
    words: { zh: '至少 1 分钟', en: 'At least one minute' },
    holds: ({ afterSeconds }) => !isNumber(afterSeconds) || afterSeconds >= 60,
  },
];
