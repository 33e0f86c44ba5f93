import { expect, test } from 'vitest';
import type { ReadingColumns } from '../events.ts';
import { LiveValues, type PointFacts } from '../points/index.ts';
import { VirtualPoints } from './virtualPoints.ts';

test('a value that was set is not overwritten by the old one said again while it is not durable yet', async () => {
  const live = new LiveValues();
  const submitted: { columns: ReadingColumns; done: () => void }[] = [];
  let now = 100_000;
  const virtual = new VirtualPoints({
    points: {
      withoutGateway: () => [{ id: 7, kind: 'virtual', sampling_interval_seconds: 10 } as PointFacts],
    } as never,
    live,
    clock: { now: () => now },
    submit: (columns) => new Promise((done) => submitted.push({ columns, done })),
  });
  const commit = async () => {
    const { columns, done } = submitted.shift()!;
    live.apply(columns);
    done();
    await new Promise((resolve) => setImmediate(resolve));
  };
  void virtual.set(7, -18);
  await commit();
  now += 20_000;
  virtual.repeat();
  const set = virtual.set(7, -25);
  virtual.repeat();
  now += 5_000;
  virtual.repeat();
  expect(submitted).toHaveLength(2);
  await commit();
  await commit();
  await set;
  expect(live.get(7)?.value).toBe(-25);
  now += 20_000;
  virtual.repeat();
  expect(submitted.map(({ columns }) => columns.values[0])).toEqual([-25]);
});
