import { trafficDevices } from '@watchpost/demo';
import { needOneOf } from './needOneOf.ts';
import type { Scenario } from './Scenario.ts';

/** Somebody resets a people counter: its registers begin again at zero, once. */
export const counterReset: Scenario = {
  name: 'counterReset',
  needs: ['device'],
  start(field, { device }) {
    const deviceCode = needOneOf([trafficDevices.mainDoor, trafficDevices.parkingDoor], device);
    field.advance();
    return field.plant.inject({ kind: 'counterReset', deviceCode }).clear;
  },
};
