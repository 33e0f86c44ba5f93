import { ServedLine } from '../ServedLine.ts';
import type { Scenario } from './Scenario.ts';

/** A panel on the same bus asks a slave, too, and the DTU passes its answers on: they look like ours and are of other registers. */
export const secondMaster: Scenario = {
  name: 'secondMaster',
  needs: ['gateway'],
  takes: ['slave', 'device'],
  start(field, { gateway, slave, device }) {
    const subject = slave ?? device;
    if (subject === undefined) throw new Error('secondMaster needs slave=<address> or device=<code>; see status');
    const line = field.gateway(gateway!);
    if (!(line instanceof ServedLine)) throw new Error(`${gateway} has no line that somebody else could ask on`);
    return line.secondMaster(subject);
  },
};
