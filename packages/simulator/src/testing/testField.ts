import { createPlant, type DemoGateway, demoGateways, demoSeed } from '@watchpost/demo';
import { Field } from '../Field.ts';
import { silentLog } from '../SimulatorLog.ts';
import { ManualClock, startOfTest } from './ManualClock.ts';

/** A plant that has run for two hours, with a clock that only the test moves. */
export function testField(): { field: Field; clock: ManualClock } {
  const clock = new ManualClock();
  const plant = createPlant(demoSeed, startOfTest - 7_200_000);
  plant.step(startOfTest);
  return { field: new Field(plant, clock, 1, silentLog), clock };
}

export function demoGateway<P extends DemoGateway['protocol']>(
  code: string,
  protocol: P,
): Extract<DemoGateway, { protocol: P }> {
  const found = demoGateways.find((gateway) => gateway.code === code && gateway.protocol === protocol);
  if (!found) throw new Error(`The demo has no ${protocol} gateway ${code}`);
  return found as Extract<DemoGateway, { protocol: P }>;
}
