import { expect, test } from 'vitest';
import { startOfDay } from '../../platform/zonedTime.ts';
import { isCounted, splitStretches, withMonths } from './parts.ts';

const zone = 'Asia/Shanghai';
const at = (local: string) => new Date(`${local}+08:00`);
const stand = { id: 1, time_zone: zone, through: '2026-05-09', sure: '2026-05-07' };

test('a stretch is taken from counted days as far as nothing has changed; the rest is counted', () => {
  const stretch = { stand, fromDay: '2026-05-01', until: at('2026-05-10T14:00:00') };
  expect(splitStretches([stretch], false)).toEqual({
    spans: [{ projectId: 1, from: '2026-05-01', to: '2026-05-07' }],
    pieces: [
      { projectId: 1, day: '2026-05-08', begin: startOfDay('2026-05-08', zone), finish: at('2026-05-10T14:00:00') },
    ],
    changed: [{ projectId: 1, from: '2026-05-08', to: '2026-05-09' }],
  });
  expect(splitStretches([stretch], true).pieces.map(({ day }) => day)).toEqual([
    '2026-05-08',
    '2026-05-09',
    '2026-05-10',
  ]);
  expect(splitStretches([{ ...stretch, until: at('2026-05-04T00:00:00') }], true)).toEqual({
    spans: [{ projectId: 1, from: '2026-05-01', to: '2026-05-03' }],
    pieces: [],
    changed: [],
  });
  const unknown = { id: 1, time_zone: zone, through: null, sure: null };
  expect(splitStretches([{ ...stretch, stand: unknown }], false)).toMatchObject({
    spans: [],
    pieces: [{ day: '2026-05-01' }],
    changed: [],
  });
});

test('a period knows of counted days: of any, of a project, of a day', () => {
  const span = { projectId: 1, from: '2026-05-01', to: '2026-05-03' };
  for (const parts of [
    { spans: [span], pieces: [], changed: [] },
    { spans: [], pieces: [], changed: [span] },
  ]) {
    expect([isCounted(parts), isCounted(parts, { projectId: 1 }), isCounted(parts, { projectId: 2 })]).toEqual([
      true,
      true,
      false,
    ]);
    expect(['2026-04-30', '2026-05-01', '2026-05-03', '2026-05-04'].map((day) => isCounted(parts, { day }))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  }
  expect(isCounted({ spans: [], pieces: [], changed: [] })).toBe(false);
});

test('whole months of a span stand for their days', () => {
  const months = (from: string, to: string) => Object.values(withMonths({ projectId: 1, from, to }));
  expect(months('2026-01-15', '2026-04-10')).toEqual(['2026-02-01', '2026-04-01']);
  expect(months('2026-01-01', '2026-01-31')).toEqual(['2026-01-01', '2026-02-01']);
  expect(months('2025-12-31', '2026-01-31')).toEqual(['2026-01-01', '2026-02-01']);
  // None: both are the day after, so that every day is taken by itself.
  expect(months('2026-01-02', '2026-01-31')).toEqual(['2026-02-01', '2026-02-01']);
  expect(months('2026-01-05', '2026-01-20')).toEqual(['2026-01-21', '2026-01-21']);
});
