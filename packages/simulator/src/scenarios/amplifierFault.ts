import { trafficDevices } from '@watchpost/demo';
import { needOneOf } from './needOneOf.ts';
import type { Scenario } from './Scenario.ts';

/** An amplifier has failed: it answers, and plays nothing. */
export const amplifierFault: Scenario = {
  name: 'amplifierFault',
  needs: ['device'],
  start(field, { device }) {
    const deviceCode = needOneOf(trafficDevices.zones, device);
    field.advance();
    return field.plant.inject({ kind: 'failed', deviceCode }).clear;
  },
};
