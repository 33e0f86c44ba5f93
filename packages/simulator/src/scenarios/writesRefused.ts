import type { Scenario } from './Scenario.ts';

/** A controller in local mode: it answers every write with an exception, an MQTT gateway with `"success":false`. */
export const writesRefused: Scenario = {
  name: 'writesRefused',
  needs: ['gateway'],
  takes: ['slave', 'device'],
  start(field, { gateway, slave, device }) {
    const subject = slave ?? device;
    if (subject === undefined) throw new Error('writesRefused needs slave=<address> or device=<code>; see status');
    return field.gateway(gateway!).spoilWrites(subject, 'refuse');
  },
};
