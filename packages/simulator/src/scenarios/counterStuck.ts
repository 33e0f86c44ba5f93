import { trafficDevices } from '@watchpost/demo';
import { needOneOf } from './needOneOf.ts';
import type { Scenario } from './Scenario.ts';

/** A people counter counts nobody any more; its registers stand still. */
export const counterStuck: Scenario = {
  name: 'counterStuck',
  needs: ['device'],
  start(field, { device }) {
    const deviceCode = needOneOf([trafficDevices.mainDoor, trafficDevices.parkingDoor], device);
    field.advance();
    return field.plant.inject({ kind: 'counterStuck', deviceCode }).clear;
  },
};
