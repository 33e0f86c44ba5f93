import type { StocktakeState } from '@watchpost/contract';

export const isGoodStocktake: Readonly<Record<StocktakeState, boolean | null>> = {
  planned: null,
  open: true,
  review: null,
  closed: null,
  cancelled: null,
};
