/** Yuan of the wire in fen, as the database keeps money. */
export const inFen = (yuan: number | null): number | null => (yuan === null ? null : Math.round(yuan * 100));

/** Fen of the database in yuan. */
export const inYuan = (fen: number | bigint | null): number | null => (fen === null ? null : Number(fen) / 100);
