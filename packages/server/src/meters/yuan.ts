/** Money is kept in fen (¥0.01); people and the operation log are told yuan. */
export const fenOf = (yuan: number): number => Math.round(yuan * 100);
export const yuanOf = (fen: number): number => fen / 100;
