/** Interest a year that money in equipment is held against. Our choice. */
const interest = 0.06;
const residualShare = 0.05;

/**
 * What equipment costs a year with its interest (equivalent annual cost), bought at a price and worth 5 % of it after its life.
 *
 * @param price in any unit, which is that of the result
 */
export function yearlyCost(price: number, lifeMonths: number): number {
  const growth = (1 + interest) ** (lifeMonths / 12);
  return ((price - (price * residualShare) / growth) * interest * growth) / (growth - 1);
}
