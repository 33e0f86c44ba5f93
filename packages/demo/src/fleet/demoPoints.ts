import type { DemoGateway, DemoPoint } from './demoFleet.ts';
import { demoGateways } from './demoGateways.ts';

/** Points of one gateway, slave by slave or sub-device by sub-device. */
export const pointsOf = (gateway: DemoGateway): DemoPoint[] =>
  gateway.protocol === 'MQTT'
    ? gateway.devices.flatMap((device) => device.points)
    : gateway.slaves.flatMap((slave) => slave.points);

/** Every point of both companies; `pointIndexes` of the demo history point into this list. */
export const demoPoints: DemoPoint[] = demoGateways.flatMap(pointsOf);
