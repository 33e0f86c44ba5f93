import { formatNumber, formatWithUnit } from '../lib/numbers.ts';

export interface Measured {
  readonly Unit: string;
  readonly Decimals: number;
  readonly UnitMap: readonly { readonly Key: number; readonly Value: string }[];
}

/** A value as people say it: the word of a state, else the number with its unit; a dash for null. */
export const valueWords = ({ Unit, Decimals, UnitMap }: Measured, value: number | null): string =>
  UnitMap.find(({ Key }) => Key === value)?.Value ?? formatWithUnit(value, Unit, Decimals);

/** A limit without more places than it needs. */
export const limitWords = ({ Unit, Decimals }: Measured, limit: number): string => {
  const places = Number.isInteger(limit) ? 0 : Decimals;
  return Unit === '' ? formatNumber(limit, places) : formatWithUnit(limit, Unit, places);
};

/** What may be written, in one short text. */
export function allowedWords(
  point: Measured & {
    readonly Lowest: number | null;
    readonly Highest: number | null;
    readonly AllowedValues: readonly number[];
  },
  t: {
    readonly anyValue: string;
    readonly from: (low: string) => string;
    readonly upTo: (high: string) => string;
    readonly between: (low: string, high: string) => string;
  },
): string {
  const { Lowest, Highest, AllowedValues } = point;
  if (AllowedValues.length > 0) return AllowedValues.map((value) => valueWords(point, value)).join(' / ');
  if (Lowest !== null && Highest !== null) return t.between(limitWords(point, Lowest), limitWords(point, Highest));
  if (Lowest !== null) return t.from(limitWords(point, Lowest));
  return Highest === null ? t.anyValue : t.upTo(limitWords(point, Highest));
}
