import type { CallName } from '@watchpost/contract';

/** Calls whose answers a changed asset or contract makes old. */
export const callsAboutAssets: readonly CallName[] = [
  'getAssetCategories',
  'getAssetContractPage',
  'getAssetLife',
  'getAssetLocations',
  'getAssetPage',
  'getStocktake',
  'getStocktakeItemPage',
  'getStocktakePage',
];
