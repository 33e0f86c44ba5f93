import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { WatchedRuleRow } from './evaluator.store.ts';
import { watchListOf } from './watchList.ts';

test('that what a rule is held against is not there is logged once, not at every look', () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const missing = {
    rule_id: 7,
    ...{ subject_kind: 'point', subject_id: 12, strategy_id: 3, repeat_minutes: null, notify_on_clear: false },
    definition: {
      ...{ kind: 'deviation', from: { pointId: 99 }, direction: 'either', limit: 3, deadband: 0, severity: 1 },
      ...{ onDelaySeconds: 0, offDelaySeconds: 0 },
    },
  } as const satisfies WatchedRuleRow;
  const rows = (...rules: WatchedRuleRow[]) => ({
    ...{ rules, points: [], sources: [], calendar: [] },
  });
  const before = watchListOf(rows(missing), log);
  watchListOf(rows(missing, { ...missing, rule_id: 8 }), log, before);
  expect(lines.map((line) => JSON.parse(line).ruleId)).toEqual([7, 8]);
});
