import type { Scenario } from './Scenario.ts';

/** A gateway is gone, and what it would have measured is lost. */
export const gatewayOffline: Scenario = {
  name: 'gatewayOffline',
  needs: ['gateway'],
  start: (field, { gateway }) => field.gateway(gateway!).cutLink(false),
};
