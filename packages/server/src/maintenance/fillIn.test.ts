import { TemplateItem } from '@watchpost/contract';
import { expect, test } from 'vitest';
import { type Asked, fillIn, withRows } from './values/fillIn.wire.ts';
import type { Value } from './values/reading.ts';
import type { SourcePoint } from './values/source.store.ts';

const now = Date.parse('2026-11-28T06:00:00Z');
const point = (id: number, fields: Partial<SourcePoint> = {}): SourcePoint => ({
  ...{ id, name: '温度', name_en: 'Temperature', unit: '°C', decimals: 1, sampling_interval_seconds: 60 },
  ...{
    point_type_id: 1,
    value_type: 'analog',
    device_id: id * 10,
    device_name: `冷间${id}`,
    device_name_en: null,
    main: true,
  },
  ...fields,
});
const known = (value: number): Value => ({
  ...{ value, measuredAt: now - 30_000, quality: 'good', knownPercent: null, reason: null },
});
const asked = (points: readonly SourcePoint[], values: Record<number, Value>): Asked => ({
  points,
  valueAt: ({ id }) => values[id]!,
  passes: (check) => check === 'gatewaysOnline',
  now,
});
const item = (fields: object) => TemplateItem.parse({ Name: 'x', Content: 'numerical', ...fields });
const groupsOf = (...items: object[]) => [{ GroupName: 'g', ItemList: items.map(item) }];
const source = { PointTypeId: 1, Statistic: 'now' };

test('a number is filled in with where it comes from, and what a person wrote over it stays with the reading beside it', () => {
  const groups = groupsOf({ High: -15, Source: source });
  const first = fillIn(groups, [], [], asked([point(1)], { 1: known(-18.04) }));
  expect(first.answers).toEqual([{ Group: 0, Item: 0, Text: '-18.0', LineList: [], Note: '' }]);
  expect(first.readings[0]).toMatchObject({
    ...{ text: '-18.0', value: -18.04, reason: null, measuredAt: now - 30_000, quality: 'good' },
    device: { name: '冷间1' },
  });
  // Read again: a value that nobody touched is replaced, one by hand is not.
  const again = fillIn(groups, first.answers, first.readings, asked([point(1)], { 1: known(-17.5) }));
  expect(again.answers[0]!.Text).toBe('-17.5');
  const byHand = [{ ...again.answers[0]!, Text: '-16' }];
  const kept = fillIn(groups, byHand, again.readings, asked([point(1)], { 1: known(-17) }));
  expect(kept.answers[0]!.Text).toBe('-16');
  expect(kept.readings[0]).toMatchObject({ text: '-17.0', value: -17 });
});

test('what is old, bad or missing is not filled in, and says so with the value that it had', () => {
  const groups = groupsOf({ Source: source });
  for (const reason of ['stale', 'bad', 'noData'] as const) {
    const { answers, readings } = fillIn(groups, [], [], asked([point(1)], { 1: { ...known(-18), reason } }));
    expect([answers, readings[0]!.text, readings[0]!.reason, readings[0]!.value]).toEqual([[], '', reason, -18]);
  }
  expect(fillIn(groups, [], [], asked([], {})).readings[0]!.reason).toBe('noPoint');
});

test('of several points the worst by the limits is filled in, unless one of them is not known or there are no limits', () => {
  const points = [point(1), point(2), point(3)];
  const values = { 1: known(-18), 2: known(-14.2), 3: known(-20) };
  const read = (fields: object, of: Record<number, Value> = values) =>
    fillIn(groupsOf({ Source: source, ...fields }), [], [], asked(points, of)).readings[0]!;
  expect(read({ High: -15 })).toMatchObject({ text: '-14.2', device: { name: '冷间2' } });
  expect(read({ Low: -19 })).toMatchObject({ text: '-20.0', device: { name: '冷间3' } });
  expect(read({})).toMatchObject({ text: '', reason: 'several' });
  expect(read({ High: -15 }, { ...values, 3: { ...known(-20), reason: 'stale' } })).toMatchObject({
    ...{ text: '', reason: 'stale', device: { name: '冷间3' } },
  });
});

test('a value beyond its limit is not rounded into it', () => {
  const { answers } = fillIn(groupsOf({ High: -15, Source: source }), [], [], asked([point(1)], { 1: known(-14.96) }));
  expect(answers[0]!.Text).toBe('-14.96');
});

test('an option stands for a state, a list has a row for each device, and a tick ticks itself and goes again', () => {
  const points = [point(1), point(2, { name: '机组故障', value_type: 'status', main: false })];
  const groups = withRows(
    groupsOf(
      {
        Content: 'option',
        OptionList: [
          { Text: 'fine', Ok: true, Value: 0 },
          { Text: 'broken', Ok: false, Value: 1 },
        ],
        Source: { PointName: '机组故障' },
      },
      { Content: 'list', Source: source },
      { Content: 'checklist', LineList: ['wiring', 'gateways'], CheckList: ['', 'gatewaysOnline'] },
    ),
    points,
  );
  expect(groups[0]!.ItemList[1]!.LineList).toEqual(['冷间1']);
  const good = asked(points, { 1: known(-18), 2: known(1) });
  const { answers, readings } = fillIn(groups, [], [], good);
  expect(answers.map(({ Text, LineList }) => [Text, LineList])).toEqual([
    ['broken', []],
    ['', ['-18.0']],
    ['', ['gateways']],
  ]);
  const later = fillIn(groups, answers, readings, { ...good, passes: () => false });
  expect(later.answers.map(({ Item }) => Item)).toEqual([0, 1]);
  expect(later.readings.at(-1)).toMatchObject({ reason: 'open' });
  expect(fillIn(groups, [], [], asked(points, { 1: known(-18), 2: known(7) })).readings[0]!.reason).toBe('noOption');
});
