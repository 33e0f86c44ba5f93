import { trafficDevices } from '@watchpost/demo';
import { needOneOf } from './needOneOf.ts';
import type { Scenario } from './Scenario.ts';

/** Four times as many people as usual come, as on a day of special offers. */
export const crowd: Scenario = {
  name: 'crowd',
  needs: ['device'],
  start(field, { device }) {
    const deviceCode = needOneOf([trafficDevices.mainDoor, trafficDevices.parkingDoor], device);
    field.advance();
    return field.plant.inject({ kind: 'crowd', deviceCode }).clear;
  },
};
