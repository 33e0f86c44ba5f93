/** Half up of quantity × price, in fen: thousandths of a unit times fen a unit. */
export const amountOf = (quantityMilli: number, priceFen: number): number =>
  Number((BigInt(quantityMilli) * BigInt(priceFen) + 500n) / 1000n);
