import type { Bilingual } from '../../call.ts';
import { dayKinds, longestSeconds, maxOnlyWhile, maxPeriods, maxStates } from '../ruleDefinition.ts';

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
  /** Of another point, beside which the limit stands. */
  readonly from?: unknown;
}
type BandDrafts = Partial<Readonly<Record<string, BandDraft | undefined>>>;
interface PeriodDraft {
  readonly days?: readonly number[];
  readonly fromMinute?: number;
  readonly untilMinute?: number;
  readonly endsNextDay?: boolean;
  readonly bands?: BandDrafts;
}
type Draft = Readonly<Record<string, unknown>> & {
  readonly kind?: unknown;
  readonly bands?: BandDrafts;
  readonly periods?: readonly PeriodDraft[];
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

/** What must hold of one set of limits, beside the field of one of them. */
interface BandRule {
  readonly path: readonly string[];
  readonly words: Bilingual;
  readonly holds: (bands: BandDrafts) => boolean;
}

/** Limits that stand beside different points have no order that could be known beforehand. */
const areComparable = (one: BandDraft | undefined, other: BandDraft | undefined): boolean =>
  JSON.stringify(one?.from) === JSON.stringify(other?.from);

/** Upper-upper > upper > lower > lower-lower; of those that are set, each and the next. */
const inOrder = bandOrder.flatMap((upper, place) =>
  bandOrder.slice(place + 1).map(
    (lower, further): BandRule => ({
      path: [upper, 'limit'],
      words: {
        zh: `${bandWords[upper].zh}须大于${bandWords[lower].zh}`,
        en: `The ${bandWords[upper].en} must be above the ${bandWords[lower].en}`,
      },
      holds: (bands) => {
        const between = bandOrder.slice(place + 1, place + 1 + further);
        if (between.some((band) => bands[band])) return true;
        const [above, below] = [bands[upper]?.limit, bands[lower]?.limit];
        return !isNumber(above) || !isNumber(below) || above > below || !areComparable(bands[upper], bands[lower]);
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
  ([outer, inner]): BandRule => ({
    path: [outer, 'severity'],
    words: {
      zh: `${bandWords[outer].zh}的级别须高于${bandWords[inner].zh}`,
      en: `The ${bandWords[outer].en} must be more severe than the ${bandWords[inner].en}`,
    },
    holds: (bands) => {
      const [outside, inside] = [bands[outer]?.severity, bands[inner]?.severity];
      return !isNumber(outside) || !isNumber(inside) || outside < inside;
    },
  }),
);

const hasLimit = (bands: BandDrafts | undefined): boolean => bandOrder.some((band) => bands?.[band]);
const setOneLimit: Bilingual = { zh: '请至少设置一个限值', en: 'Set at least one limit' };

/** Of the rule's own limits, and of those that a period has in their place. */
const bandRules: readonly DefinitionRule[] = [
  ...[...inOrder, ...outerMoreSevere].flatMap(({ path, words, holds }): DefinitionRule[] => [
    { path: ['bands', ...path], words, holds: ({ bands }) => !bands || holds(bands) },
    { path: ['periods'], words, holds: ({ periods }) => (periods ?? []).every(({ bands }) => !bands || holds(bands)) },
  ]),
  {
    path: ['bands'],
    words: setOneLimit,
    // Limits that no period uses need not be there.
    holds: ({ kind, bands, periods }) =>
      kind !== 'limit' || hasLimit(bands) || (!!periods?.length && periods.every((period) => period.bands)),
  },
  {
    path: ['periods'],
    words: setOneLimit,
    holds: ({ periods }) => (periods ?? []).every(({ bands }) => !bands || hasLimit(bands)),
  },
];

const minutesOfDay = 1440;

/** When a period is on, day by day; what a holiday runs into is known only by the calendar. */
function stretchesOf({ days = [], fromMinute = 0, untilMinute = 0, endsNextDay }: PeriodDraft) {
  return [...new Set(days)].flatMap((day) =>
    endsNextDay
      ? [
          { day, from: fromMinute, until: minutesOfDay },
          ...(day <= 7 ? [{ day: (day % 7) + 1, from: 0, until: untilMinute }] : []),
        ]
      : [{ day, from: fromMinute, until: untilMinute }],
  );
}

const doNotOverlap = (periods: readonly PeriodDraft[]): boolean => {
  const all = periods.map(stretchesOf);
  return all.every((stretches, place) =>
    all
      .slice(place + 1)
      .every((others) =>
        stretches.every((one) =>
          others.every((other) => one.day !== other.day || one.from >= other.until || other.from >= one.until),
        ),
      ),
  );
};

/** Spec §5.2: time periods must not overlap and the start must not be after the end. */
const periodRules: readonly DefinitionRule[] = [
  {
    path: ['periods'],
    words: { zh: '请至少选择一天', en: 'Choose at least one day' },
    holds: ({ periods }) => (periods ?? []).every(({ days }) => days === undefined || days.length > 0),
  },
  {
    path: ['periods'],
    words: {
      zh: '开始时间不能晚于结束时间；跨零点请勾选“次日结束”',
      en: 'The start must not be after the end; across midnight, tick “ends next day”',
    },
    holds: ({ periods }) =>
      (periods ?? []).every(
        ({ fromMinute, untilMinute, endsNextDay }) =>
          !isNumber(fromMinute) ||
          !isNumber(untilMinute) ||
          (endsNextDay ? untilMinute <= fromMinute : untilMinute > fromMinute),
      ),
  },
  {
    path: ['periods'],
    words: { zh: '时段不能重叠', en: 'Periods must not overlap' },
    // Too many are said to be too many, not held against each other.
    holds: ({ periods = [] }) => periods.length > maxPeriods || doNotOverlap(periods),
  },
];

const notNegative = ['onDelaySeconds', 'offDelaySeconds', 'deadband', 'tolerance'].map(
  (field): DefinitionRule => ({
    path: [field],
    words: { zh: '不能小于 0', en: 'Not less than 0' },
    holds: (definition) => !isNumber(definition[field]) || definition[field] >= 0,
  }),
);

const positive = ['limit', 'windowSeconds'].map(
  (field): DefinitionRule => ({
    path: [field],
    words: { zh: '须大于 0', en: 'More than 0' },
    holds: (definition) => !isNumber(definition[field]) || definition[field] > 0,
  }),
);

interface WhileDraft {
  readonly values?: readonly number[];
  readonly settleSeconds?: unknown;
  readonly maxHiddenSeconds?: unknown;
}

const whileOf = ({ onlyWhile }: Draft, place: number): WhileDraft =>
  (onlyWhile as readonly WhileDraft[] | undefined)?.[place] ?? {};

const tooManyStates: Bilingual = { zh: `最多 ${maxStates} 个状态`, en: `At most ${maxStates} states` };

/** What must hold of each other state the rule waits for, said beside the field of that one. */
const whileRules: readonly DefinitionRule[] = Array.from({ length: maxOnlyWhile }, (_, place) => {
  const of = (definition: Draft) => whileOf(definition, place);
  const at = ['onlyWhile', `${place}`];
  return [
    {
      path: [...at, 'values'],
      words: { zh: '请至少选择一个状态', en: 'Choose at least one state' },
      holds: (definition: Draft) => of(definition).values?.length !== 0,
    },
    {
      path: [...at, 'settleSeconds'],
      words: { zh: '不能小于 0', en: 'Not less than 0' },
      holds: (definition: Draft) => {
        const { settleSeconds } = of(definition);
        return !isNumber(settleSeconds) || settleSeconds >= 0;
      },
    },
    {
      path: [...at, 'maxHiddenSeconds'],
      words: { zh: '须大于 0', en: 'More than 0' },
      holds: (definition: Draft) => {
        const { maxHiddenSeconds } = of(definition);
        return !isNumber(maxHiddenSeconds) || maxHiddenSeconds > 0;
      },
    },
  ];
}).flat();

const secondsOfDay = 86_400;

function atMost(seconds: number): Bilingual {
  const days = seconds / secondsOfDay;
  return days > 2
    ? { zh: `最多 ${days} 天`, en: `At most ${days} days` }
    : { zh: `最多 ${days * 24} 小时`, en: `At most ${days * 24} hours` };
}

/** What a form takes at most. A stored rule that says more runs nevertheless: what is longer than `longestSeconds` with these. */
const boundRules: readonly DefinitionRule[] = [
  ...(['onDelaySeconds', 'offDelaySeconds', 'windowSeconds'] as const).map(
    (field): DefinitionRule => ({
      path: [field],
      words: atMost(longestSeconds[field]),
      holds: (definition) => !isNumber(definition[field]) || definition[field] <= longestSeconds[field],
    }),
  ),
  ...(['frozen', 'noData'] as const).map(
    (which): DefinitionRule => ({
      path: ['afterSeconds'],
      words: atMost(longestSeconds.afterSeconds[which]),
      holds: ({ kind, afterSeconds }) =>
        kind !== which || !isNumber(afterSeconds) || afterSeconds <= longestSeconds.afterSeconds[which],
    }),
  ),
  ...Array.from({ length: maxOnlyWhile }, (_, place) =>
    (['settleSeconds', 'maxHiddenSeconds'] as const).map(
      (field): DefinitionRule => ({
        path: ['onlyWhile', `${place}`, field],
        words: atMost(longestSeconds[field]),
        holds: (definition) => {
          const seconds = whileOf(definition, place)[field];
          return !isNumber(seconds) || seconds <= longestSeconds[field];
        },
      }),
    ),
  ).flat(),
  {
    path: ['afterSeconds'],
    words: { zh: '至少 1 分钟', en: 'At least one minute' },
    holds: ({ afterSeconds }) => !isNumber(afterSeconds) || afterSeconds >= 60,
  },
  {
    path: ['periods'],
    words: { zh: `最多 ${maxPeriods} 个时段`, en: `At most ${maxPeriods} periods` },
    holds: ({ periods }) => (periods ?? []).length <= maxPeriods,
  },
  {
    path: ['periods'],
    words: { zh: '同一天只能选择一次', en: 'Each day only once' },
    holds: ({ periods }) => (periods ?? []).every(({ days }) => (days ?? []).length <= dayKinds.length),
  },
  {
    path: ['values'],
    words: tooManyStates,
    holds: ({ values }) => !Array.isArray(values) || values.length <= maxStates,
  },
  ...Array.from(
    { length: maxOnlyWhile },
    (_, place): DefinitionRule => ({
      path: ['onlyWhile', `${place}`, 'values'],
      words: tooManyStates,
      holds: (definition) => (whileOf(definition, place).values ?? []).length <= maxStates,
    }),
  ),
];

const limitOf = (bands: Draft['bands'], ...names: readonly BandName[]): BandDraft | undefined =>
  names.map((name) => bands?.[name]).find((band) => isNumber(band?.limit));

function isNarrower(deadband: number, bands: Draft['bands']): boolean {
  const ceiling = limitOf(bands, 'high', 'highHigh');
  const floor = limitOf(bands, 'low', 'lowLow');
  if (!ceiling || !floor || !areComparable(ceiling, floor)) return true;
  const range = (ceiling.limit as number) - (floor.limit as number);
  return range <= 0 || deadband < range;
}

/** Without these the engine cannot judge by a rule. */
const runRules: readonly DefinitionRule[] = [
  ...bandRules,
  ...periodRules,
  ...notNegative,
  ...positive,
  ...whileRules,
  {
    path: ['deadband'],
    words: {
      zh: '死区须小于上限与下限之差（偏差报警须小于偏差）',
      en: 'The deadband must be smaller than the distance of the limits, of a deviation smaller than it',
    },
    holds: ({ kind, bands, periods, deadband, limit }) => {
      if (!isNumber(deadband)) return true;
      if (kind === 'deviation') return !isNumber(limit) || limit <= 0 || deadband < limit;
      return [bands, ...(periods ?? []).map((period) => period.bands)].every((set) => isNarrower(deadband, set));
    },
  },
  {
    path: ['values'],
    words: { zh: '请至少选择一个状态', en: 'Choose at least one state' },
    holds: ({ kind, values }) => kind !== 'state' || !Array.isArray(values) || values.length > 0,
  },
];

/** Everything that spec §5.2 and the engine ask of the numbers of one rule. */
export const definitionRules: readonly DefinitionRule[] = [...runRules, ...boundRules];

/** Whether a form would take a complete definition. */
export const isTaken = (definition: { readonly kind: string }): boolean =>
  definitionRules.every(({ holds }) => holds(definition as Draft));

/** Whether the engine can run a complete definition, also one that was stored when a form took more than it does now. */
export const canRun = (definition: { readonly kind: string }): boolean => {
  const said = definition as Draft;
  return runRules.every(({ holds }) => holds(said)) && (!isNumber(said.afterSeconds) || said.afterSeconds > 0);
};
