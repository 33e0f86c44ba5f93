import type { PassengerFlow } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { click, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import {
  PassengerCalendarPage,
  PassengerHeatmapPage,
  PassengerPage,
  PassengerStatisticsPage,
} from './footfallPages.tsx';

pagesInEnglish();

const flow: PassengerFlow = {
  CounterList: [
    {
      Mtid: 1,
      MName: 'Main',
      LocationId: 5,
      LocationName: 'Entrances',
      In: 300,
      Out: 290,
      KnownPercent: 100,
      Resets: 0,
    },
    { Mtid: 2, MName: 'Side', LocationId: 5, LocationName: 'Entrances', In: 100, Out: 95, KnownPercent: 80, Resets: 1 },
  ],
  DayList: [
    { Day: '2026-11-23', In: 1900, Out: 1850, KnownPercent: 62.5 },
    { Day: '2026-11-24', In: null, Out: null, KnownPercent: 0 },
    { Day: '2026-11-25', In: 400, Out: 385, KnownPercent: 100 },
  ],
  MatrixList: Array.from({ length: 168 }, (_, i) => ({
    Weekday: Math.floor(i / 24) + 1,
    Hour: i % 24,
    In: i === 41 ? 231.5 : null,
    Days: i === 41 ? 4 : 0,
  })),
  UnplacedIn: 37,
  Today: {
    Day: '2026-11-25',
    In: 400,
    Out: 385,
    Hours: 10,
    ComparedIn: 380,
    UsualIn: 400,
    UsualDays: 8,
    HourList: Array.from({ length: 24 }, (_, Hour) => ({ Hour, In: Hour < 10 ? 38 : null, UsualIn: 40 })),
  },
};
const answers = { getPassengerFlow: () => flow };
const shown = { held: ['monitorView'], answers } as const;

it('compares today with the same weekday, hour by hour', async () => {
  await showPage(<PassengerPage />, shown);
  await until(() => said().includes('-5.0 %') || said().includes('−5.0 %'));
  expect(said()).toContain('380 in the first 10 h; median of 8 such days: 400');
  expect(document.querySelector('[aria-label="09:00: 38 in, usually 40"]')).toBeTruthy();
  expect(document.querySelector('[aria-label="12:00: – in, usually 40"]')).toBeTruthy();
  await until(() => said().includes('Main'));
});

it('shows days in a calendar, and which are incomplete or unknown', async () => {
  await showPage(<PassengerCalendarPage />, shown);
  await until(() => said().includes('1,900'));
  expect(said()).toContain('63 % known');
  expect(said()).toContain('No data');
});

it('shows the busy hours of the week', async () => {
  await showPage(<PassengerHeatmapPage />, shown);
  await until(() => said().includes('232'));
  expect(document.querySelector('[title="231.5 in on average, 4 days"]')).toBeTruthy();
});

it('adds entrances up by area, and says what belongs to no day', async () => {
  await showPage(<PassengerStatisticsPage />, shown);
  await until(() => said().includes('Side'));
  expect(said()).toContain('37 more were counted during gaps');
  await click(document.querySelector('[title=Area]')!);
  await until(() => said().includes('400'));
  expect(said()).not.toContain('Side');
});

it('says what to set up where nothing counts', async () => {
  await showPage(<PassengerPage />, {
    ...shown,
    answers: { getPassengerFlow: () => ({ ...flow, CounterList: [] }) },
  });
  await until(() => said().includes('No people counter'));
});
