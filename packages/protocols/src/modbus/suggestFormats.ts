import { type ByteOrder, decodeValue, formatTable } from './formats.ts';
import { errorPatternOf, type NumberFormat } from './registerForms.ts';

/** Why a form is believed. Closed list: the screen has words for each. */
export type FormReason =
  /** Between −60 and 150 when divided: temperatures, humidities, openings. `value` is the divided number. */
  | { kind: 'measuredRange'; value: number; dividedBy: 10 | 100 }
  /** As it is and as tenths it lies in that range: only the device's display tells. */
  | { kind: 'tenthsOrWhole'; whole: number; tenths: number }
  /** Over the reads it moved by so little. */
  | { kind: 'changesLittle'; reads: number; spread: number }
  /** Read without a sign it would be as large as this. */
  | { kind: 'unsignedIsAbsurd'; value: number }
  /** An ordinary number, where its two registers by themselves are none. */
  | { kind: 'ordinaryFloat'; value: number; registers: readonly number[] }
  | { kind: 'ordinarySize'; value: number }
  /** In the usual byte order it would be this. */
  | { kind: 'otherOrderIsAbsurd'; value: number }
  /** The other values of this answer stand in this order. */
  | { kind: 'orderOfOthers' }
  /** It grew and never fell: a counter. */
  | { kind: 'growsSteadily'; by: number }
  | { kind: 'largeCounter'; value: number }
  | { kind: 'errorValue'; pattern: number; bits: 16 | 32 }
  | { kind: 'onlyZeroOrOne' }
  | { kind: 'zero' };

export interface FormSuggestion {
  format: NumberFormat;
  byteOrder: ByteOrder;
  /** What its number is likely to be divided by. */
  dividedBy: 1 | 10 | 100;
  /** Whether something speaks for it that others have not. */
  isLikely: boolean;
  reasons: FormReason[];
}

interface Candidate extends FormSuggestion {
  /** Of each register it takes. */
  score: number;
}

/** What refrigeration and climate equipment measures in degrees, percent and bar. */
const measured = { low: -60, high: 150 };
const isMeasured = (value: number): boolean => value >= measured.low && value <= measured.high;
/** What counts energy or seconds moves by no more between two reads. */
const maxCounted = 1_000;
/** In tenths of a volt what would be a temperature in hundredths. */
const isMainsVoltage = (value: number): boolean => value >= 100 && value <= 450;
/** Volts, watts, revolutions, kilograms. */
const largestOrdinary = 10_000;
const isOrdinaryFloat = (value: number): boolean => Math.abs(value) >= 0.001 && Math.abs(value) < 1e7;
/** A room, a case or a mains voltage moves by no more than this between two looks. */
const littleOf = (value: number): number => Math.max(1, Math.abs(value) * 0.05);

/** Smallest and largest of the values, without those that are no numbers. */
const spreadOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

function ofSteadiness(values: readonly number[], dividedBy: number): { score: number; reasons: FormReason[] } {
  if (values.length < 2) return { score: 0, reasons: [] };
  const spread = spreadOf(values) / dividedBy;
  const last = values.at(-1)! / dividedBy;
  return spread <= littleOf(last)
    ? { score: 0.5, reasons: [{ kind: 'changesLittle', reads: values.length, spread }] }
    : { score: -1, reasons: [] };
}

/** One register on its own. `reads`: its contents, the newest last. */
function oneRegister(reads: readonly number[]): Candidate[] {
  const last = reads.at(-1)!;
  const common = { dividedBy: 1 as const, isLikely: false };
  if (reads.every((raw) => raw === 0))
    return [{ ...common, format: 's16', byteOrder: 'AB', score: 0.5, reasons: [{ kind: 'zero' }] }];
  if (reads.every((raw) => raw <= 1))
    return [
      { ...common, format: 'u16', byteOrder: 'AB', isLikely: true, score: 2, reasons: [{ kind: 'onlyZeroOrOne' }] },
    ];
  const inOrder = (byteOrder: 'AB' | 'BA'): Candidate => {
    const pattern = errorPatternOf('u16', byteOrder, [last]);
    const signed = reads.map((raw) => decodeValue('s16', byteOrder, [raw])!);
    const value = signed.at(-1)!;
    const unsigned = decodeValue('u16', byteOrder, [last])!;
    const penalty = byteOrder === 'AB' ? 0 : 1;
    if (pattern !== null)
      return {
        ...common,
        format: 's16',
        byteOrder,
        isLikely: true,
        score: 2.2 - penalty,
        reasons: [{ kind: 'errorValue', pattern, bits: 16 }],
      };
    if (isMeasured(value / 10)) {
      const steady = ofSteadiness(signed, 10);
      const isEither = isMeasured(value);
      const reasons: FormReason[] = [
        isEither
          ? { kind: 'tenthsOrWhole', whole: value, tenths: value / 10 }
          : { kind: 'measuredRange', value: value / 10, dividedBy: 10 },
        ...(value < 0 ? [{ kind: 'unsignedIsAbsurd', value: unsigned } as const] : []),
        ...steady.reasons,
      ];
      return {
        format: 's16',
        byteOrder,
        dividedBy: isEither ? 1 : 10,
        isLikely: true,
        score: 3 + steady.score - penalty,
        reasons,
      };
    }
    if (isMeasured(value / 100)) {
      const steady = ofSteadiness(signed, 100);
      return {
        format: 's16',
        byteOrder,
        dividedBy: 100,
        isLikely: value < 0 || (steady.score > 0 && !isMainsVoltage(value / 10)),
        score: 2 + Math.min(steady.score, 0.3) - penalty,
        reasons: [
          { kind: 'measuredRange', value: value / 100, dividedBy: 100 },
          ...(value < 0 ? [{ kind: 'unsignedIsAbsurd', value: unsigned } as const] : []),
          ...steady.reasons,
        ],
      };
    }
    const values = reads.map((raw) => decodeValue('u16', byteOrder, [raw])!);
    const steady = ofSteadiness(values, 1);
    const score = (unsigned <= largestOrdinary ? 1.5 : 0.3) + Math.min(steady.score, 0.3) - penalty;
    return {
      ...common,
      format: 'u16',
      byteOrder,
      score,
      isLikely: unsigned <= largestOrdinary && steady.score > 0,
      reasons: [{ kind: 'ordinarySize', value: unsigned }, ...steady.reasons],
    };
  };
  const usual = inOrder('AB');
  const swapped = inOrder('BA');
  const absurd = decodeValue('s16', 'AB', [last])!;
  return [
    usual,
    { ...swapped, isLikely: false, reasons: [...swapped.reasons, { kind: 'otherOrderIsAbsurd', value: absurd }] },
  ];
}

const orders32 = formatTable.f32.byteOrders;

/** Two registers together. `reads`: pairs, the newest last. */
function twoRegisters(reads: readonly (readonly number[])[], usualOrder: ByteOrder | null): Candidate[] {
  const last = reads.at(-1)!;
  if (last.every((raw) => raw === 0)) return [];
  const candidates: Candidate[] = [];
  const floats = orders32.flatMap((byteOrder) => {
    const values = reads.map((pair) => decodeValue('f32', byteOrder, pair));
    return values.every((value): value is number => value !== null && isOrdinaryFloat(value))
      ? [{ byteOrder, values }]
      : [];
  });
  for (const { byteOrder, values } of floats) {
    const value = values.at(-1)!;
    const steady = ofSteadiness(values, 1);
    const isUsual = usualOrder === byteOrder;
    const preference = byteOrder === 'ABCD' ? 0.2 : byteOrder === 'CDAB' ? 0.1 : -0.8;
    candidates.push({
      format: 'f32',
      byteOrder,
      dividedBy: 1,
      isLikely: true,
      score: 2.4 + (isMeasured(value) ? 0.4 : 0) + steady.score + preference + (isUsual ? 0.5 : 0),
      reasons: [
        { kind: 'ordinaryFloat', value, registers: last },
        ...steady.reasons,
        ...(isUsual ? [{ kind: 'orderOfOthers' } as const] : []),
      ],
    });
  }
  for (const byteOrder of ['ABCD', 'CDAB'] as const) {
    const pattern = errorPatternOf('u32', byteOrder, last);
    if (pattern !== null && pattern !== 0x80000000 && pattern !== 0xffffffff)
      candidates.push({
        format: pattern === 0x7fffffff ? 's32' : 'f32',
        byteOrder,
        dividedBy: 1,
        isLikely: true,
        score: 3.2,
        reasons: [{ kind: 'errorValue', pattern, bits: 32 }],
      });
    const counts = reads.map((pair) => decodeValue('u32', byteOrder, pair)!);
    const value = counts.at(-1)!;
    const grown = value - counts[0]!;
    const grows =
      counts.every((count, index) => index === 0 || count >= counts[index - 1]!) &&
      grown > 0 &&
      grown <= maxCounted * counts.length;
    // A counter's high word is small; a larger one would have counted for decades.
    // A low word that could be a temperature by itself speaks for two values.
    const isWhole = !isMeasured((value & 0xffff) / 10);
    const isCounter = value >= 0x10000 && value < 0x10000000 && (grows || isWhole);
    if (isCounter)
      candidates.push({
        format: 'u32',
        byteOrder,
        dividedBy: 1,
        isLikely: grows,
        score: (grows ? (isWhole ? 3.4 : 2.6) : 1.7) - (byteOrder === 'ABCD' ? 0 : 0.2),
        reasons: grows
          ? [
              { kind: 'growsSteadily', by: grown },
              { kind: 'largeCounter', value },
            ]
          : [{ kind: 'largeCounter', value }],
      });
  }
  return candidates;
}

const bestOf = (candidates: readonly Candidate[]): Candidate | null =>
  candidates.reduce<Candidate | null>((found, one) => (found === null || one.score > found.score ? one : found), null);

interface Choice {
  candidate: Candidate;
  registers: 1 | 2;
}

/** The best sum of scores over all registers, each counted once. Null: the second register of a pair. */
function choose(reads: readonly (readonly number[])[], order: ByteOrder | null): (Choice | null)[] {
  const count = reads.at(-1)!.length;
  const sums = Array<number>(count + 1).fill(0);
  const best = Array<Choice | null>(count).fill(null);
  for (let at = count - 1; at >= 0; at--) {
    const one = bestOf(oneRegister(reads.map((read) => read[at]!)))!;
    const pairs = reads.map((read) => read.slice(at, at + 2));
    const two = at + 1 < count ? bestOf(twoRegisters(pairs, order)) : null;
    const sumOfOne = one.score + sums[at + 1]!;
    const sumOfTwo = two === null ? Number.NEGATIVE_INFINITY : two.score * 2 + sums[at + 2]!;
    best[at] = sumOfTwo > sumOfOne ? { candidate: two!, registers: 2 } : { candidate: one, registers: 1 };
    sums[at] = Math.max(sumOfOne, sumOfTwo);
  }
  for (let at = 0; at < count; at++) if (best[at]?.registers === 2) best[++at] = null;
  return best;
}

/** The order of most floats among the choices of which no other order makes an ordinary number; null: there are none. */
function orderOfMost(choices: readonly (Choice | null)[], last: readonly number[]): ByteOrder | null {
  const votes = new Map<ByteOrder, number>();
  for (const [at, choice] of choices.entries()) {
    if (choice?.candidate.format !== 'f32') continue;
    const fitting = orders32.filter((order) => {
      const value = decodeValue('f32', order, last.slice(at, at + 2));
      return value !== null && isOrdinaryFloat(value);
    });
    if (fitting.length === 1) votes.set(fitting[0]!, (votes.get(fitting[0]!) ?? 0) + 1);
  }
  return [...votes].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}

/**
 * What registers are likely to hold, by what numbers of real equipment look like: one suggestion where a value begins, null for
 * the second register of a pair. A suggestion, not a finding: the device's manual or display has the last word.
 *
 * @param reads the same registers, read once or several times, the newest last; all of one length, at least one register
 */
export function suggestFormats(reads: readonly (readonly number[])[]): (FormSuggestion | null)[] {
  const count = reads.at(-1)?.length ?? 0;
  if (count === 0) return [];
  const first = choose(reads, null);
  const order = orderOfMost(first, reads.at(-1)!);
  const choices = order === null ? first : choose(reads, order);
  const tenths = saysTenths(choices);
  return choices.map((choice, at) => {
    if (choice === null) return null;
    const { score: _, ...found } = choice.candidate;
    const reasons = found.reasons.filter(({ kind }) => kind !== 'orderOfOthers' || standsAsOthers(choices, at));
    const suggestion = { ...found, reasons };
    const isEither = suggestion.reasons.some(({ kind }) => kind === 'tenthsOrWhole');
    return isEither && tenths ? { ...suggestion, dividedBy: 10 } : suggestion;
  });
}

/** Whether there are other values of two registers, all of them in the order of this one: the order of most is not that of all. */
function standsAsOthers(choices: readonly (Choice | null)[], at: number): boolean {
  const others = choices.filter((choice, other) => choice?.registers === 2 && other !== at);
  return others.length > 0 && others.every((other) => other?.candidate.byteOrder === choices[at]?.candidate.byteOrder);
}

/** A device that sends one value in tenths sends all of a kind so. */
const saysTenths = (choices: readonly (Choice | null)[]): boolean =>
  choices.some((choice) => choice?.candidate.reasons.some(({ kind }) => kind === 'measuredRange') ?? false);
