/**
 * The unit a part of a formula has; null: it fits beside any other. That is a number somebody typed, a state, and what comes out
 * of a multiplication or division: those are how one unit is turned into another.
 */
export type FormulaUnit = string | null;

/** Two units that a formula adds, subtracts, compares or chooses between. */
export class UnitsDiffer extends Error {
  readonly left: string;
  readonly right: string;

  constructor(left: string, right: string) {
    super(`${left}, ${right}`);
    this.left = left;
    this.right = right;
  }
}

/** A difference of temperatures is in K, and may be added to one in °C. */
const temperatures: readonly FormulaUnit[] = ['°C', 'K', '℃'];

/**
 * The unit of what is added, subtracted, compared or chosen between.
 *
 * @throws UnitsDiffer
 */
export function commonUnit(units: readonly FormulaUnit[]): FormulaUnit {
  let common: FormulaUnit = null;
  for (const unit of units) {
    if (unit === null || unit === common) continue;
    if (common !== null && !(temperatures.includes(unit) && temperatures.includes(common)))
      throw new UnitsDiffer(common, unit);
    common = common === null ? unit : '°C';
  }
  return common;
}

/** Whether one of them may stand where the other is expected. */
export function unitsGoTogether(one: string, other: string): boolean {
  try {
    commonUnit([one, other]);
    return true;
  } catch (error) {
    if (error instanceof UnitsDiffer) return false;
    throw error;
  }
}
