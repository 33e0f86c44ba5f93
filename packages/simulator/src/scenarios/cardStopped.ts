import type { Scenario } from './Scenario.ts';

/** The carrier shuts the card of a gateway down: it says so, and the gateway is away until the card is paid for. */
export const cardStopped: Scenario = {
  name: 'cardStopped',
  needs: ['gateway'],
  start(field, { gateway }) {
    const stopped = field.gateway(gateway!);
    const { cardNumber, protocol } = stopped.gateway;
    if (cardNumber === null) throw new Error(`${gateway} has no card; it is on the network of its site`);
    const releases = [field.carrier.stopCard(cardNumber), stopped.cutLink(protocol === 'MQTT')];
    return () => {
      for (const release of releases.reverse()) release();
    };
  },
};
