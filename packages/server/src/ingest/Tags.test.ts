import { expect, test } from 'vitest';
import type { PointCatalogue, PointFacts } from '../points/index.ts';
import { Tags } from './Tags.ts';

const points = [{ id: 1, company_id: 7, kind: 'tag', mqtt_device: 'T1', mqtt_key: 'temperature' } as PointFacts];
const heardBy = (tags: Tags, id: number, now: number) =>
  tags.hear({ id, company_id: 7 }, { device: 'T1', key: 'temperature' }, now);
const stretch = (gatewayId: number, from: number, until: number) => ({ serialNumber: 'T1', gatewayId, from, until });

test('a sighting that could not be written is written next time, also when another gateway heard the tag meanwhile', () => {
  const tags = new Tags({ withoutGateway: () => points } as unknown as PointCatalogue);
  heardBy(tags, 1, 1_000);
  const lost = tags.takeHeard();
  heardBy(tags, 2, 2_000);
  tags.putBack(lost);
  const again = tags.takeHeard();
  expect(again).toEqual([stretch(1, 1_000, 1_000), stretch(2, 2_000, 2_000)]);
  tags.putBack(again);
  heardBy(tags, 2, 3_000);
  expect(tags.takeHeard()).toEqual([stretch(1, 1_000, 1_000), stretch(2, 2_000, 3_000)]);
  expect(tags.takeHeard()).toEqual([]);
});
