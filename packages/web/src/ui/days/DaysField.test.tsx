import { dayMs } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { formatDateTime } from '../../lib/dates.ts';
import { InTestShell } from '../../testing/InTestShell.tsx';
import { pagesInEnglish } from '../../testing/pagesInEnglish.ts';
import { act, render, type, until } from '../../testing/render.tsx';
import { DaysField } from './DaysField.tsx';
import { useDays } from './useDays.ts';

pagesInEnglish();

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const dayOf = (daysAhead: number) => formatDateTime(Date.now() + daysAhead * dayMs, zone).slice(0, 10);

function Shown() {
  const [days, choose] = useDays(31);
  return (
    <>
      <DaysField label="Days" days={days} maxDays={31} onChange={choose} />
      <output data-testid="shown">{`${days.from} ${days.to}`}</output>
    </>
  );
}
async function show(at = '/') {
  const { container } = await render(
    <InTestShell at={at}>
      <Shown />
    </InTestShell>,
  );
  const fields = () => [...container.querySelectorAll<HTMLInputElement>('.ant-picker input')];
  return {
    fields,
    said: () => container.querySelector('[role=alert]')?.textContent ?? null,
    shown: () => container.querySelector('[data-testid=shown]')?.textContent,
    address: () => container.querySelector('[data-testid=address]')?.textContent,
    async typeAndLeave(place: 0 | 1, words: string) {
      await act(async () => fields()[place]!.focus());
      await type(fields()[place]!, words);
      await act(async () => fields()[place]!.blur());
    },
  };
}

it('says at the field why days that were typed cannot be shown, and what is shown meanwhile', async () => {
  const page = await show();
  const usual = page.shown();
  expect(usual).toBe(`${dayOf(-6)} ${dayOf(0)}`);
  await page.typeAndLeave(0, dayOf(-40));
  await until(() => page.said() === `At most 31 days; these are 41. Below is still ${dayOf(-6)} to ${dayOf(0)}.`);
  expect(page.fields()[0]!.value).toBe(dayOf(-40));
  expect([page.shown(), page.address()]).toEqual([usual, '']);

  await page.typeAndLeave(0, dayOf(-20));
  await until(() => page.said() === null);
  expect(page.shown()).toBe(`${dayOf(-20)} ${dayOf(0)}`);
  expect(page.address()).toBe(`?from=${dayOf(-20)}&to=${dayOf(0)}`);

  await page.typeAndLeave(1, dayOf(3));
  await until(() => page.said()?.startsWith('Days after today cannot be chosen.'));
  await page.typeAndLeave(1, dayOf(-25));
  await until(() => page.said()?.startsWith('The first day must not be after the last.'));
});

it('takes days that are picked in the calendar only when both ends are picked', async () => {
  const page = await show(`/?from=${dayOf(-6)}&to=${dayOf(0)}`);
  const pickDay = async (day: string) => {
    const cell = await until(() => document.querySelector<HTMLElement>(`.ant-picker-dropdown td[title="${day}"]`));
    // As a browser does: what is pressed gets the focus.
    await act(async () => document.querySelector<HTMLElement>('.ant-picker-panel')!.focus());
    await act(async () => cell.click());
  };
  await act(async () => {
    page.fields()[0]!.focus();
    page.fields()[0]!.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    page.fields()[0]!.click();
  });
  await pickDay(dayOf(-5));
  await act(async () => document.querySelector<HTMLElement>('.ant-picker-panel')!.focus());
  expect(page.shown()).toBe(`${dayOf(-6)} ${dayOf(0)}`);
  await pickDay(dayOf(-3));
  await until(() => page.shown() === `${dayOf(-5)} ${dayOf(-3)}`);
});

it('opens on the days of the address; what is no such period counts as not said', async () => {
  const [from, to] = [dayOf(-12), dayOf(-3)];
  expect((await show(`/?from=${from}&to=${to}`)).shown()).toBe(`${from} ${to}`);
  const usual = `${dayOf(-6)} ${dayOf(0)}`;
  for (const wrong of [
    `?from=${dayOf(-50)}&to=${to}`,
    `?from=${to}&to=${from}`,
    '?from=2026-13-40&to=x',
    `?from=${from}`,
  ])
    expect((await show(`/${wrong}`)).shown()).toBe(usual);
});
