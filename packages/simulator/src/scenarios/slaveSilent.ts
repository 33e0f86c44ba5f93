import type { Scenario } from './Scenario.ts';

/** One controller on the line is dead, named by its address or by its device, or one sub-device of an MQTT gateway; the others go on. */
export const slaveSilent: Scenario = {
  name: 'slaveSilent',
  needs: ['gateway'],
  takes: ['slave', 'device'],
  start(field, { gateway, slave, device }) {
    const subject = slave ?? device;
    if (subject === undefined) throw new Error('slaveSilent needs slave=<address> or device=<code>; see status');
    return field.gateway(gateway!).silence(subject);
  },
};
