import { hourMs } from '@watchpost/contract';

export const hourOf = (epochMs: number): number => Math.floor(epochMs / hourMs);

/** Epoch ms of the hour's first moment. */
export const hourStart = (hour: number): number => hour * hourMs;
