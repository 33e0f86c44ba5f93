import type { TariffPeriod, TariffSimulation } from '@watchpost/contract';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { DayPainter } from './DayPainter.tsx';
import { paintPeriods, periodsOf, quartersOf } from './paintPeriods.ts';
import { TariffTrial } from './TariffTrial.tsx';

pagesInEnglish();

const day: TariffPeriod[] = [
  { From: 0, To: 480, Class: 1 },
  { From: 480, To: 1440, Class: 3 },
];

it('paints quarters over what is there, in either direction, and joins what is alike', () => {
  expect(paintPeriods(day, 35, 32, 4)).toEqual([
    { From: 0, To: 480, Class: 1 },
    { From: 480, To: 540, Class: 4 },
    { From: 540, To: 1440, Class: 3 },
  ]);
  expect(paintPeriods(paintPeriods(day, 32, 35, 4), 0, 95, 2)).toEqual([{ From: 0, To: 1440, Class: 2 }]);
  expect(periodsOf(quartersOf(day))).toEqual(day);
});

it('leaves quarters without a class as they are: the tariff is refused for them, not filled up', () => {
  expect(paintPeriods([{ From: 0, To: 60, Class: 1 }], 8, 8, 3)).toEqual([
    { From: 0, To: 60, Class: 1 },
    { From: 120, To: 135, Class: 3 },
  ]);
});

function Painter({ told }: { told: (periods: TariffPeriod[]) => void }) {
  const [periods, set] = useState<TariffPeriod[]>(day);
  return (
    <DayPainter
      label="A day"
      periods={periods}
      onChange={(next) => {
        set(next);
        told(next);
      }}
    />
  );
}

it('is painted by keys alone: a class, arrows to move, shift and arrows to paint', async () => {
  let told: TariffPeriod[] = [];
  await showPage(
    <Painter
      told={(periods) => {
        told = periods;
      }}
    />,
    { held: [] },
  );
  await until(() => said().includes('00:00 Off-peak'));
  await click(byRole(document.body, 'button', 'Rush hour'));
  const canvas = document.querySelector<HTMLElement>('[role="slider"]')!;
  const press = (key: string, shiftKey = false) =>
    canvas.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }));
  press('PageUp');
  await until(() => canvas.getAttribute('aria-valuetext') === '01:00 Off-peak');
  press('ArrowRight', true);
  await until(() => told.length === 4);
  expect(told).toEqual([
    { From: 0, To: 60, Class: 1 },
    { From: 60, To: 90, Class: 4 },
    { From: 90, To: 480, Class: 1 },
    { From: 480, To: 1440, Class: 3 },
  ]);
  expect(canvas.getAttribute('aria-valuetext')).toBe('01:15 Rush hour');
});

it('says what the last year would have cost, beside what it did', async () => {
  const answer: TariffSimulation = {
    Start: '2025-12-01',
    End: '2026-11-25',
    Wh: 144_000,
    NowFen: 7200,
    ThenFen: 6480,
    NowClassWhList: [0, 96_000, 0, 48_000, 0, 0],
    ThenClassWhList: [0, 120_000, 0, 24_000, 0, 0],
    EstimatedQuarters: 3,
    MonthList: [{ Month: '2026-11', Wh: 144_000, NowFen: 7200, ThenFen: 6480 }],
  };
  const { bodyOf } = await showPage(
    <TariffTrial tariff={() => ({ PriceList: [0.3, null, 0.9, null, null], SeasonList: [] })} />,
    {
      held: ['energyView'],
      answers: { simulateTariff: () => answer },
    },
  );
  await click(byRole(document.body, 'button', 'Try it on the last 12 months'));
  await until(() => said().includes('64.80'));
  for (const words of ['2026-11', 'Together', '72.00', '−10.0 %', '3 quarter hours estimated'])
    expect(said()).toContain(words);
  expect(bodyOf('simulateTariff')).toMatchObject({ PriceList: [0.3, null, 0.9, null, null] });
});
