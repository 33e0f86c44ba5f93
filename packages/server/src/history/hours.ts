/** History is cut at whole hours of UTC, numbered from 1970: a number needs no time zone and fits an int. */
export const hourMs = 3_600_000;

export const hourOf = (epochMs: number): number => Math.floor(epochMs / hourMs);

/** Epoch ms of the hour's first moment. */
export const hourStart = (hour: number): number => hour * hourMs;
