import type { Scenario } from './Scenario.ts';

/** An MQTT gateway loses its network, goes on measuring, and sends all of it in a burst when the scenario ends. */
export const lateBuffer: Scenario = {
  name: 'lateBuffer',
  needs: ['gateway'],
  start(field, { gateway }) {
    const found = field.gateway(gateway!);
    if (found.gateway.protocol !== 'MQTT')
      throw new Error(`${found.gateway.code} stores nothing: only MQTT gateways do`);
    return found.cutLink(true);
  },
};
