import type { CallName } from '@watchpost/contract';
import { useAskAgain } from '../../lib/askAgain.ts';

/** Calls whose answers a changed device makes old. */
export const callsAboutDevices: readonly CallName[] = [
  'getArealist',
  'getBigSmallType',
  'getModelClassList',
  'getModelPropertyList',
  'getModelTreeBaseInfo',
  'getModelTreeDetail',
  'getModelTreeGroupStatistics',
  'getModelTreePage',
  'getModelTreeProjectStatistics',
  'getModelTreeShowPoint',
  'getSubentryTree',
  'getTableListRead',
  'getWhatGoesWithModelTree',
  'modelTrees',
  'queryPointRead',
];

/** To be called after a change: everything on the screen that shows devices is asked for again. */
export const useDevicesChanged = (): (() => Promise<void>) => useAskAgain(callsAboutDevices);
