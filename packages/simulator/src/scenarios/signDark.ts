import { trafficDevices } from '@watchpost/demo';
import { needOneOf } from './needOneOf.ts';
import type { Scenario } from './Scenario.ts';

/** A sign is dark: it answers, shows nothing, and reads back message 0. */
export const signDark: Scenario = {
  name: 'signDark',
  needs: ['device'],
  start(field, { device }) {
    const deviceCode = needOneOf(trafficDevices.signs, device);
    field.advance();
    return field.plant.inject({ kind: 'failed', deviceCode }).clear;
  },
};
