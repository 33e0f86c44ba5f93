import { setTimeout as pause } from 'node:timers/promises';
import { type Fleet, insertFleet, insertRule } from '../../bench/rig/fleet.ts';
import type { RuleDefinition } from '../../packages/contract/src/index.ts';
import type { Database } from '../../packages/server/src/platform/db/database.ts';
import { Door } from './Door.ts';
import { FieldGateway } from './FieldGateway.ts';

const gatewayCount = 6;
export const pointsPerGateway = 24;
/** The last points of each gateway; every second one with a delay. */
const doorsPerGateway = 8;
export const firstDoor = pointsPerGateway - doorsPerGateway;
const delayMs = 2_000;
export const measureEveryMs = 40;

/** Gateways whose values tell their own sequence number, and doors that open by chance, with and without a delay before the alarm. */
export interface DoorField {
  gateways: FieldGateway[];
  /** By gateway and place. */
  doors: Door[][];
}

/** The company, points and rules of a `DoorField`; the database must be migrated. */
export async function insertDoorFleet(database: Database): Promise<Fleet> {
  const made = await insertFleet(database, { gateways: gatewayCount, pointsPerGateway, doors: doorsPerGateway });
  for (const onDelaySeconds of [0, delayMs / 1000]) {
    const points = made.gateways.flatMap(({ pointIds }) =>
      pointIds.filter((_, at) => at >= firstDoor && (at - firstDoor) % 2 === (onDelaySeconds === 0 ? 0 : 1)),
    );
    const rule: RuleDefinition = { kind: 'state', values: [1], severity: 2, onDelaySeconds, offDelaySeconds: 0 };
    await insertRule(database, made.projectId, rule, points);
  }
  return made;
}

/** @param portOf by the number of the gateway */
export const openDoorField = (fleet: Fleet, portOf: (gateway: number) => number, random: () => number): DoorField => ({
  gateways: fleet.gateways.map((login, index) => new FieldGateway(portOf(index), login)),
  doors: fleet.gateways.map(() =>
    Array.from({ length: doorsPerGateway }, (_, index) => new Door(index % 2 === 0 ? 0 : delayMs, random)),
  ),
});

export function measureOnce({ gateways, doors }: DoorField): void {
  const now = Date.now();
  for (const [index, gateway] of gateways.entries()) {
    const sequence = gateway.measurements.length;
    const values = Array.from({ length: pointsPerGateway }, (_, point) =>
      point < firstDoor ? sequence * 100 + point : doors[index]![point - firstDoor]!.report(now),
    );
    const { measuredAt } = gateway.measure(now, values);
    for (const [at, door] of doors[index]!.entries()) door.reported(measuredAt, values[firstDoor + at]!);
  }
}

/** Everything measured until then is acknowledged. */
export const isDoneUntil = ({ gateways }: DoorField, at: number): boolean =>
  gateways.every((gateway) => gateway.isDoneUntil(at));

/** @throws when it does not come true in time */
export async function until(isTrue: () => boolean, patienceMs: number, what: string): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  while (!isTrue()) {
    if (Date.now() > giveUpAt) throw new Error(`Not within ${patienceMs / 1000} s: ${what}`);
    await pause(20);
  }
}
