import type { CallName } from '@watchpost/contract';
import { callsAboutPoints } from '../points/index.ts';

/** Calls whose answers a changed tag, vehicle or waybill makes old. */
export const callsAboutTransport: readonly CallName[] = [
  'getCarPointInfo',
  'getCarTagDropdownList',
  'getCarTrack',
  'getGeofencePage',
  'getGoodsEstimate',
  'getTempRangeWeb',
  'getWaybillManagement',
  'getWaybillPageV2',
  'sensorTagList',
];

/** Tags are devices with points, too. */
export const callsAboutTags: readonly CallName[] = [...callsAboutTransport, ...callsAboutPoints];
