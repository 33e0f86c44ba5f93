import type { CallName } from '@watchpost/contract';

/** Calls whose answers a changed tag, vehicle or waybill makes old. */
export const callsAboutTransport: readonly CallName[] = [
  'getCarPointInfo',
  'getCarTagDropdownList',
  'getTempRangeWeb',
  'getWaybillManagement',
  'getWaybillPageV2',
  'sensorTagList',
];
