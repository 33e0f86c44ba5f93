import type { Curve } from '@watchpost/contract';
import { describe, expect, it } from 'vitest';
import { gapsOf, overlapOf, runsOf, sampleAt, shapeCurves, withGaps } from './shapeCurves.ts';

const minute = 60_000;
const sample = (atMinute: number, Value: number | null) => ({
  Time: atMinute * minute,
  Value,
  ...(Value !== null && { Min: Value, Max: Value }),
});

const curve = (DataList: Curve['DataList'], changes: Partial<Curve> = {}): Curve => ({
  PointId: 1,
  PointName: 'Room temperature',
  DeviceName: 'Freezer 3',
  PointType: 0,
  PointTypeName: 'Temperature',
  Unit: '°C',
  UnitMap: [],
  Decimals: 1,
  DataList,
  Max: null,
  Min: null,
  Avg: null,
  KnownMs: null,
  BeyondMs: null,
  UpperLimit: null,
  LowerLimit: null,
  SuperUpperLimit: null,
  SuperLowerLimit: null,
  ...changes,
});

const span = (fromMinute: number, toMinute: number) => ({ from: fromMinute * minute, to: toMinute * minute });

describe('a gap stays a gap', () => {
  it('breaks the line where buckets are missing', () => {
    const shape = shapeCurves([curve([sample(0, 1), sample(10, 2), sample(40, 3)])], span(0, 50), 10);
    expect(shape.data[0]).toEqual([0, 10, 20, 40].map((at) => at * minute));
    expect(shape.data[1]).toEqual([1, 2, null, 3]);
  });

  it('is as wide beside a curve that goes on', () => {
    const broken = curve([sample(0, 1), sample(10, 2), sample(60, 3), sample(70, 4)]);
    const whole = curve([0, 10, 20, 30, 40, 50, 60, 70].map((at) => sample(at, 5)));
    const shape = shapeCurves([broken, whole], span(0, 80), 10);
    expect(shape.data[1]).toEqual([1, 2, null, null, null, null, 3, 4]);
    expect(shape.data.slice(2, 4).map((edge) => edge.slice(2, 6))).toEqual([
      [null, null, null, null],
      [null, null, null, null],
    ]);
  });

  it('goes on at the times of another curve where nothing is missing', () => {
    const minutes = curve([sample(0, 1), sample(10, 2)]);
    const between = curve([sample(5, 7), sample(15, 8)]);
    expect(shapeCurves([minutes, between], span(0, 20), 0).data[1]).toEqual([1, undefined, 2, undefined]);
  });

  it('does not break the line at the interval that is an hour longer because clocks went back', () => {
    for (const interval of [120, 240, 1440]) {
      const times = [0, interval, 2 * interval + 60, 3 * interval + 60];
      expect(
        withGaps(
          times.map((at) => sample(at, 1)),
          interval * minute,
        ),
      ).toHaveLength(4);
    }
  });

  it('never turns a null into zero, nor the edges of its bucket', () => {
    const shape = shapeCurves([curve([sample(0, 1), { Time: 10 * minute, Value: null }])], span(0, 20), 10);
    expect(shape.data.slice(1).map((column) => column[1])).toEqual([null, null, null]);
  });

  it('adds nothing to raw data: only the server knows how long a value holds', () => {
    expect(withGaps([sample(0, 1), sample(90, 2)], 0)).toHaveLength(2);
  });

  it('marks the time without data from the last value to the next', () => {
    expect(gapsOf([sample(0, 1), sample(1, null), sample(9, 2)], span(0, 9))).toEqual([span(0, 9)]);
  });

  it('marks the time before a point existed and after it fell silent', () => {
    const samples = Array.from({ length: 11 }, (_, index) => sample(60 + index, -18));
    expect(gapsOf(samples, span(0, 120))).toEqual([span(0, 60), span(70, 120)]);
  });

  it('marks everything when there is nothing', () => {
    expect(gapsOf([], span(0, 60))).toEqual([span(0, 60)]);
    expect(shapeCurves([curve([])], span(0, 60), 0).empty).toBe(true);
  });

  it('greys only what no point has', () => {
    expect(overlapOf([[span(0, 10), span(20, 30)], [span(5, 25)]])).toEqual([span(5, 10), span(20, 25)]);
    expect(overlapOf([[span(0, 30)], [span(1, 2), span(3, 9)], [span(2, 4), span(8, 30)]])).toEqual([
      span(3, 4),
      span(8, 9),
    ]);
  });

  it('looks at each gap about once, however many there are', () => {
    let looks = 0;
    const gaps = Array.from({ length: 2000 }, (_, i) => span(3 * i, 3 * i + 2));
    const counted = new Proxy(gaps, {
      get(list, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) looks++;
        return list[key as never];
      },
    });
    expect(overlapOf([counted, counted])).toEqual(gaps);
    expect(looks).toBeLessThan(8 * gaps.length);
  });
});

describe('several points on one chart', () => {
  it('keeps points apart that were measured at different times', () => {
    const shape = shapeCurves(
      [curve([sample(0, 1), sample(2, 3)]), curve([sample(1, 70)], { PointId: 2, Unit: '%RH' })],
      span(0, 2),
      0,
    );
    expect(shape.data).toEqual([
      [0, minute, 2 * minute],
      [1, undefined, 3],
      [undefined, 70, undefined],
    ]);
  });

  it('draws its first curve in the accent; others keep their colour in any order, and when another one goes', () => {
    const coloursOf = (pointIds: number[]) => {
      const shape = shapeCurves(
        pointIds.map((PointId) => curve([], { PointId, PointType: PointId === 24 ? 1 : 0 })),
        span(0, 2),
        0,
      );
      return Object.fromEntries([...shape.analogs, ...shape.states].map((each) => [each.curve.PointId, each.colour]));
    };
    const all = coloursOf([21, 22, 24, 27]);
    expect(all[21]).toBe(0);
    expect(coloursOf([21, 27, 24, 22])).toEqual(all);
    expect(coloursOf([24, 21, 22])).toEqual({ 21: 0, 22: all[22], 24: all[24] });
    expect(coloursOf([24, 22])).toEqual({ 22: 0, 24: all[24] });
  });

  it('gives ten points ten colours, though their ids want the same', () => {
    const ten = Array.from({ length: 10 }, (_, i) => curve([], { PointId: 7 + i * 10 }));
    expect(new Set(shapeCurves(ten, span(0, 2), 0).analogs.map(({ colour }) => colour)).size).toBe(10);
  });

  it('gives each unit a scale of its own', () => {
    const shape = shapeCurves(
      [curve([]), curve([], { PointId: 2, Unit: 'bar' }), curve([], { PointId: 3 })],
      span(0, 2),
      0,
    );
    expect(shape.units).toEqual(['°C', 'bar']);
    expect(shape.analogs.map(({ scale }) => scale)).toEqual(['y0', 'y1', 'y0']);
  });

  it('carries the lowest and the highest of each bucket beside its average', () => {
    const shape = shapeCurves([curve([{ Time: 0, Value: 2, Min: 1, Max: 9 }])], span(0, 10), 10);
    expect(shape.data.slice(1)).toEqual([[2], [1], [9]]);
  });
});

describe('states', () => {
  const door = {
    UnitMap: [
      { Key: 0, Value: 'Closed' },
      { Key: 1, Value: 'Open' },
    ],
  };
  it('last until the next change, and the last one until the end', () => {
    expect(
      runsOf({ ...door, DataList: [sample(0, 0), sample(5, 1), sample(6, 1), sample(8, 0)] }, span(0, 10)),
    ).toEqual([
      { ...span(0, 5), value: 0, text: 'Closed' },
      { ...span(5, 8), value: 1, text: 'Open' },
      { ...span(8, 10), value: 0, text: 'Closed' },
    ]);
  });

  it('end where the data end: an unknown door is not a closed one', () => {
    expect(runsOf({ ...door, DataList: [sample(0, 1), sample(3, null)] }, span(0, 10))).toEqual([
      { ...span(0, 3), value: 1, text: 'Open' },
    ]);
  });
});

it('reads the value that holds at a moment', () => {
  const samples = [sample(0, 1), sample(10, 2)];
  expect(sampleAt(samples, 9 * minute)?.Value).toBe(1);
  expect(sampleAt(samples, 10 * minute)?.Value).toBe(2);
  expect(sampleAt(samples, -1)).toBeNull();
});
