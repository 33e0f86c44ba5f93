import { expect, it } from 'vitest';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, type, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { ServiceCalendarsDialog, windowsOf } from './ServiceCalendarsDialog.tsx';

pagesInEnglish();

it('reads hours as they are typed, and leaves what is no time for the form to refuse', () => {
  expect(windowsOf(1, '8:00-12:00，13:00–24:00')).toEqual([
    { Weekday: 1, From: '08:00', To: '12:00' },
    { Weekday: 1, From: '13:00', To: '24:00' },
  ]);
  expect(windowsOf(2, 'morning')).toEqual([{ Weekday: 2, From: 'morning', To: '' }]);
  expect(windowsOf(3, '  ')).toEqual([]);
});

it('adds a calendar with the hours of each day, and says what is wrong with one', async () => {
  const { requests, received } = await showPage(<ServiceCalendarsDialog onClose={() => {}} />, {
    held: ['maintenanceContracts'],
    answers: { getServiceCalendars: () => [], saveServiceCalendar: () => ({ CalendarId: 3 }) },
  });
  await click(await until(() => byRole(document.body, 'button', 'Add service calendar')));
  const field = (name: string) => until(() => document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`));
  await type(await until(() => document.querySelector<HTMLInputElement>('#CalendarName')), 'Shops');
  await type(await field('Mon'), '08:00-12:00 11:00-18:00');
  await click(await until(() => byRole(document.body, 'button', 'Save')));
  await until(() => said().includes('Hours of one day must not overlap.'));
  await type(await field('Mon'), '08:00-12:00');
  await click(byRole(document.body, 'button', 'Save')!);
  await until(() => received.includes('saveServiceCalendar'));
  expect(requests[received.indexOf('saveServiceCalendar')]?.body).toMatchObject({
    CalendarName: 'Shops',
    WindowList: expect.arrayContaining([{ Weekday: 1, From: '08:00', To: '12:00' }]),
    HolidayList: [],
  });
});
