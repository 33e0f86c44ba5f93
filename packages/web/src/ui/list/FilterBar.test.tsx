import { expect, it } from 'vitest';
import { InTestShell } from '../../testing/InTestShell.tsx';
import { pagesInEnglish } from '../../testing/pagesInEnglish.ts';
import { byRole, click, render, until } from '../../testing/render.tsx';
import { FilterBar } from './FilterBar.tsx';
import { choicesFilter, defineList, flagFilter, rangeFilter, textFilter, useList } from './index.ts';

pagesInEnglish();

const wordsFilter = (param: string) => textFilter({ label: { zh: param, en: param }, param });
const definition = defineList({
  name: 'test',
  filters: {
    search: wordsFilter('q'),
    first: wordsFilter('first'),
    second: wordsFilter('second'),
    third: wordsFilter('third'),
    level: choicesFilter({
      label: { zh: '级别', en: 'Level' },
      param: 'level',
      options: [
        { value: 1, label: { zh: '紧急', en: 'Urgent' } },
        { value: 2, label: { zh: '重要', en: 'Important' } },
      ],
    }),
    raised: rangeFilter({ label: { zh: '触发时间', en: 'Raised' }, maxDays: 31 }),
    own: flagFilter({ label: { zh: '只看我的', en: 'Mine only' }, param: 'own' }),
  },
  sorts: ['time'],
  usualSort: { by: 'time' },
});

const Bar = () => <FilterBar list={useList(definition)} />;
const chips = () => [...document.querySelectorAll('.ant-tag')].map((chip) => chip.textContent);
const fields = () =>
  [...document.querySelectorAll('input[type=search]')].map((field) => field.getAttribute('aria-label'));
const address = () => document.querySelector('[data-testid=address]')?.textContent ?? '';

it('shows the search alone; what narrows the list behind the button stands there as chips, taken off one by one', async () => {
  await render(
    <InTestShell at="/things?level=1,2&own=1">
      <Bar />
    </InTestShell>,
  );
  expect(fields()).toEqual(['q']);
  expect(chips()).toEqual(['Level: Urgent, Important', 'Mine only']);
  expect(document.body.textContent).toContain('Filters (2)');
  await click(document.querySelector<HTMLElement>('.ant-tag .ant-tag-close-icon')!);
  await until(() => chips().length === 1);
  expect(address()).not.toContain('level');
  await click(byRole(document, 'button', 'Filters (1)'));
  await until(() => document.querySelector('[aria-label="Level"]'));
  expect(chips()).toEqual([]);
});
