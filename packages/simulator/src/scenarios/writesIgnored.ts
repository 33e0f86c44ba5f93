import type { Scenario } from './Scenario.ts';

/** A controller that says yes to every write and keeps its own value: only reading back finds out. */
export const writesIgnored: Scenario = {
  name: 'writesIgnored',
  needs: ['gateway'],
  takes: ['slave', 'device'],
  start(field, { gateway, slave, device }) {
    const subject = slave ?? device;
    if (subject === undefined) throw new Error('writesIgnored needs slave=<address> or device=<code>; see status');
    return field.gateway(gateway!).spoilWrites(subject, 'ignore');
  },
};
