import type { Scenario } from './Scenario.ts';

/** Somebody forgets a door: the room warms by about a degree and a half a minute. */
export const doorLeftOpen: Scenario = {
  name: 'doorLeftOpen',
  needs: ['device'],
  start(field, { device }) {
    field.advance();
    return field.plant.inject({ kind: 'doorOpen', deviceCode: device! }).clear;
  },
};
