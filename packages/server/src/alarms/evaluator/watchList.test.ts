import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../platform/log/log.ts';
import type { WatchedPointRow, WatchedRuleRow } from './evaluatorRows.ts';
import { createRuleCache } from './ruleCache.ts';
import { watchListOf } from './watchList.ts';

let lines: { ruleId: number; msg: string }[] = [];
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
beforeEach(() => {
  lines = [];
});

const delays = { onDelaySeconds: 0, offDelaySeconds: 0 };
const rise = { kind: 'rateOfChange', direction: 'rise', limit: 5, windowSeconds: 600, severity: 2, ...delays };

const ruleRow = (ruleId: number, pointId: number, definition: object): WatchedRuleRow => ({
  ...{ rule_id: ruleId, subject_kind: 'point', subject_id: pointId, strategy_id: 3, repeat_minutes: null },
  ...{ notify_on_clear: false, definition: JSON.stringify(definition) },
});
const pointRow = (id: number): WatchedPointRow => ({
  ...{ id, company_id: 1, project_id: 1, gateway_id: 1, slave_id: null, protocol: 'MQTT', name: 'x', name_en: null },
  ...{ unit: '', decimals: 1, sampling_interval_seconds: 60, value_type: 'analog', status_values: [] },
  ...{ device_id: id, device_ids: [id], device_name: 'd', device_name_en: null, area_id: null, area_name: null },
  ...{ area_name_en: null, point_type_id: 1, time_zone: 'Asia/Shanghai' },
});
const rowsOf = (rules: readonly WatchedRuleRow[]) => ({
  ...{ rules, sources: [], calendar: [], changed: new Map<number, number>() },
  points: [...new Set(rules.map(({ subject_id }) => subject_id))].map(pointRow),
});

test('that what a rule is held against is not there is logged once, not at every look', async () => {
  const deviation = {
    kind: 'deviation',
    from: { pointId: 99 },
    direction: 'either',
    limit: 3,
    deadband: 0,
    severity: 1,
  };
  const missing = ruleRow(7, 12, { ...deviation, ...delays });
  const ruleCache = createRuleCache(log);
  const before = await watchListOf(rowsOf([missing]), ruleCache, log);
  await watchListOf(rowsOf([missing, { ...missing, rule_id: 8 }]), ruleCache, log, before);
  expect(lines.map(({ ruleId }) => ruleId)).toEqual([7, 8]);
});

test('a stored rule that looks farther back, waits or hides longer than a rule may runs with the longest, which is logged once', async () => {
  const day = 86_400;
  const defrost = { point: { pointId: 2 }, values: [0], settleSeconds: 60, maxHiddenSeconds: 30 * day };
  const rules = [
    ruleRow(7, 1, { ...rise, windowSeconds: 365 * day, onDelaySeconds: 30 * day, onlyWhile: [defrost] }),
    ruleRow(8, 1, { kind: 'frozen', tolerance: 0, afterSeconds: 7 * day, severity: 3 }),
    ruleRow(9, 2, { kind: 'noData', afterSeconds: 7 * day, severity: 3 }),
  ];
  const ruleCache = createRuleCache(log);
  const list = await watchListOf(rowsOf(rules), ruleCache, log);
  expect([...list.rules.values()].map(({ rule }) => rule)).toEqual([
    {
      ...{ id: 7, ...rise, windowSeconds: day, onDelaySeconds: 7 * day },
      onlyWhile: [{ ...defrost, maxHiddenSeconds: day }],
    },
    { id: 8, kind: 'frozen', tolerance: 0, afterSeconds: 2 * day, severity: 3 },
    { id: 9, kind: 'noData', afterSeconds: 7 * day, severity: 3 },
  ]);
  ruleCache.nextGeneration();
  await watchListOf(rowsOf(rules), ruleCache, log, list);
  expect(lines.map(({ ruleId }) => ruleId)).toEqual([7, 8]);
});

test('a rule is read once for all points it watches, and not again until it is written otherwise', async () => {
  const rules = (second: object) => [ruleRow(7, 1, rise), ruleRow(7, 2, rise), ruleRow(8, 1, second)];
  const ruleCache = createRuleCache(silentLog);
  const list = await watchListOf(rowsOf(rules(rise)), ruleCache, silentLog);
  const first = list.rules.get('7:point:1')!.rule;
  expect(list.rules.get('7:point:2')!.rule).toBe(first);
  ruleCache.nextGeneration();
  const next = await watchListOf(rowsOf(rules({ ...rise, limit: 6 })), ruleCache, silentLog, list);
  expect(next.rules.get('7:point:1')!.rule).toBe(first);
  expect(next.rules.get('8:point:1')!.rule).toMatchObject({ limit: 6 });
});

test('readings and people have their turn while the rules of all companies are looked through', async () => {
  const rules = Array.from({ length: 3_000 }, (_, i) => ruleRow(1, i + 1, rise));
  let turns = 0;
  let isOver = false;
  const takeTurn = () => {
    turns += 1;
    if (!isOver) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  const ruleCache = createRuleCache(silentLog);
  await ruleCache.referencesIn(rules);
  const ofReading = turns;
  await watchListOf(rowsOf(rules), ruleCache, silentLog);
  isOver = true;
  expect(ofReading).toBeGreaterThanOrEqual(5);
  expect(turns - ofReading).toBeGreaterThanOrEqual(10);
});
