import { DialledTransport } from '../DialledTransport.ts';
import { ServedLine } from '../ServedLine.ts';
import type { Scenario } from './Scenario.ts';

/** Far too cold to be true, in every register: −12.3 with one decimal. */
const forgedWord = 0x10000 - 123;

/** Somebody who knows what a DTU says dials in beside it, and answers every poll with one made-up value. */
export const forgedDtu: Scenario = {
  name: 'forgedDtu',
  needs: ['gateway'],
  start(field, { gateway }) {
    const line = field.gateway(gateway!);
    if (!(line instanceof ServedLine) || !(line.transport instanceof DialledTransport))
      throw new Error(`${gateway} does not dial in, so nobody can pass for it`);
    const forged = line.transport.twin();
    forged.open(() => ({
      readBits: (_functionCode, _address, quantity) => Array.from({ length: quantity }, () => false),
      readRegisters: (_functionCode, _address, quantity) => Array.from({ length: quantity }, () => forgedWord),
      writeBits: () => {},
      writeRegisters: () => {},
    }));
    return () => forged.close();
  },
};
