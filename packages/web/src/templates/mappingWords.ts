type Number_ = number | null | undefined;

/** `0–10 → 0–1`, and nothing where the value stays as it is. */
export const mappingWords = ({ X1, X2, Y1, Y2 }: { X1?: Number_; X2?: Number_; Y1?: Number_; Y2?: Number_ }): string =>
  X1 == null ? '' : `${X1}–${X2} → ${Y1}–${Y2}`;
