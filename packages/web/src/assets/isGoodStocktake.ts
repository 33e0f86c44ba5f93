import type { StocktakeState } from '@watchpost/contract';

export const isGoodStocktake: Readonly<Record<StocktakeState, boolean | null>> = {
  open: true,
  closed: null,
  cancelled: null,
};
