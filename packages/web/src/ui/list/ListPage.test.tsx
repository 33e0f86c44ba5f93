import type { QueryClient } from '@tanstack/react-query';
import type { AlarmRow, TableView } from '@watchpost/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { testAlarm } from '../../alarms/testAlarm.ts';
import { switchLanguage } from '../../lib/language.ts';
import { newQueryClient, useCall } from '../../lib/useCall.ts';
import { type FakeCalls, fakeApi, Refusal } from '../../testing/fakeApi.ts';
import { InTestShell } from '../../testing/InTestShell.tsx';
import { pagesInEnglish } from '../../testing/pagesInEnglish.ts';
import { act, byRole, click, render, type, unmountAll, until } from '../../testing/render.tsx';
import {
  choicesFilter,
  defineList,
  type ListColumn,
  ListPage,
  type ListPageProps,
  pagingOf,
  rangeFilter,
  textFilter,
  useList,
  whileWaiting,
} from './index.ts';

pagesInEnglish();

const definition = defineList({
  name: 'test',
  filters: {
    text: textFilter({ label: { zh: '搜索名称', en: 'Search name' } }),
    level: choicesFilter({
      label: { zh: '级别', en: 'Level' },
      param: 'level',
      options: [
        { value: 1, label: { zh: '紧急', en: 'Urgent' } },
        { value: 2, label: { zh: '重要', en: 'Important' } },
      ],
    }),
    raised: rangeFilter({ label: { zh: '触发时间', en: 'Raised' }, maxDays: 31 }),
  },
  sorts: ['time', 'level'],
  usualSort: { by: 'time' },
});
type Definition = typeof definition.filters;

const columns: ListColumn<AlarmRow>[] = [
  { key: 'name', title: 'Name', always: true, width: 200, render: (row) => row.MName },
  { key: 'level', title: 'Level', sort: 'level', width: 100, render: (row) => row.Level },
  { key: 'reason', title: 'Reason', render: (row) => row.ALARM_DESCRIBE },
  { key: 'project', title: 'Project', usuallyHidden: true, render: (row) => row.ProjectName },
];

function TestList(props: Partial<ListPageProps<AlarmRow, Definition, 'time' | 'level'>>) {
  const list = useList(definition);
  const { text, level } = list.query.filters;
  const page = useCall(
    'getAlarmAct',
    { query: { status: 0 }, body: { Acontent: text, Level: level, ...pagingOf(list.query) } },
    whileWaiting,
  );
  return (
    <ListPage
      list={list}
      page={page}
      columns={columns}
      label="Things"
      keyOf={(row) => row.Id}
      nameOf={(row) => row.MName}
      empty={{ title: 'No things yet', hint: 'Add the first one.' }}
      {...props}
    />
  );
}

type Props = Parameters<typeof TestList>[0];
async function show(
  answers: FakeCalls,
  { at = '/things', queryClient = newQueryClient(), ...props }: Props & { at?: string; queryClient?: QueryClient } = {},
) {
  const api = fakeApi({
    getTableField: () => ({ ForeignId: 0, TableType: 'test', Field: null }),
    getTableViews: () => [],
    updateTableField: () => null,
    ...answers,
  });
  await render(
    <InTestShell at={at} queryClient={queryClient}>
      <TestList {...props} />
    </InTestShell>,
  );
  const last = (name: (typeof api.received)[number]) => api.requests[api.received.lastIndexOf(name)];
  return { ...api, last };
}

const address = () => decodeURIComponent(document.querySelector('[data-testid=address]')?.textContent ?? '');
const rows = () => [...document.querySelectorAll<HTMLElement>('tr.list-row')];
const heads = () => [...document.querySelectorAll('th')].map((head) => head.textContent).filter(Boolean);
const nameIn = (index: number) => rows()[index]?.querySelector('td:not(.ant-table-selection-column)')?.textContent;
const says = (words: string) => document.body.textContent?.includes(words) ?? false;
const boxOf = (name: string) => document.querySelector<HTMLElement>(`input[aria-label="Select ${name}"]`)!;
const press = (key: string) =>
  act(async () => {
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
const things = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => testAlarm({ Id: from + index, MName: `Thing ${from + index}` }));
const page = (data: AlarmRow[], total = data.length) => ({ Data: data, TotalCount: total });

afterEach(() => {
  vi.unstubAllGlobals();
});

it('asks for what the address says', async () => {
  const { last } = await show(
    { getAlarmAct: () => page(things(3), 300) },
    { at: '/things?q=cold&level=1,2&sort=level&asc=1&page=2&size=50' },
  );
  await until(() => rows().length === 3);
  expect(last('getAlarmAct')?.body).toEqual({
    Acontent: 'cold',
    Level: [1, 2],
    SortType: 'level',
    IsAsc: true,
    PageIndex: 2,
    PageSize: 50,
  });
  expect(says('300 in total')).toBe(true);
});

it('writes what is typed into the address, starts again at the first page, and clears it again', async () => {
  await show({ getAlarmAct: () => page(things(3), 300) }, { at: '/things?page=3' });
  await until(() => rows().length === 3);
  await type(byRole(document, 'textbox', 'Search name'), ' door ');
  await until(() => address() === '?q=door');
  await click(byRole(document, 'button', 'Clear filters'));
  await until(() => address() === '');
});

it('reaches the search by the key /', async () => {
  await show({ getAlarmAct: () => page(things(1)) });
  await until(() => rows().length === 1);
  await press('/');
  expect(document.activeElement).toBe(byRole(document, 'textbox', 'Search name'));
});

it('orders by a column that the server can order by, and only by such', async () => {
  const { last } = await show({ getAlarmAct: () => page(things(2)) }, { at: '/things?page=1' });
  await until(() => rows().length === 2);
  const [name, level] = [...document.querySelectorAll<HTMLElement>('th')];
  await click(level!);
  await until(() => address().includes('sort=level'));
  expect(last('getAlarmAct')?.body).toMatchObject({ SortType: 'level', IsAsc: false });
  await click(name!);
  expect(address()).toContain('sort=level');
});

it('opens a row by click and by Enter, walking with j and k', async () => {
  const opened: string[] = [];
  await show({ getAlarmAct: () => page(things(3)) }, { onOpen: (row) => opened.push(row.MName) });
  await until(() => rows().length === 3);
  await press('j');
  await press('j');
  await press('k');
  await press('j');
  expect(document.activeElement).toBe(rows()[1]);
  await press('Enter');
  await click(rows()[2]!);
  expect(opened).toEqual(['Thing 2', 'Thing 3']);
});

it('a key of the page works on the row the focus is in', async () => {
  const marked: string[] = [];
  const run = (row: AlarmRow) => void marked.push(row.MName);
  await show(
    { getAlarmAct: () => page(things(2)) },
    { rowKeys: [{ keys: 'm', what: { zh: '标记', en: 'Mark' }, run }] },
  );
  await until(() => rows().length === 2);
  await press('m');
  await press('j');
  await press('m');
  expect(marked).toEqual(['Thing 1']);
});

it('where no row has anything to do there is no column for it, which would lie over the last one', async () => {
  await show({ getAlarmAct: () => page(things(2)) }, { rowActions: () => [] });
  await until(() => rows().length === 2);
  expect([...document.querySelectorAll('th')].map(({ textContent }) => textContent)).not.toContain('Actions');
});

it('an action of a row says what it is done to, and does not open the row', async () => {
  const did: string[] = [];
  await show(
    { getAlarmAct: () => page(things(1)) },
    {
      onOpen: () => did.push('opened'),
      rowActions: (row) => [
        { key: 'edit', label: 'Edit', inline: true, run: () => did.push(`edit ${row.Id}`) },
        { key: 'delete', label: 'Delete', danger: true, run: () => did.push(`delete ${row.Id}`) },
      ],
    },
  );
  await until(() => rows().length === 1);
  await click(byRole(document, 'button', 'Edit: Thing 1'));
  await click(byRole(document, 'button', 'More actions: Thing 1'));
  const item = await until(() => document.querySelector<HTMLElement>('.ant-dropdown-menu-item'));
  await click(item);
  expect(did).toEqual(['edit 1', 'delete 1']);
});

it('keeps what is selected across pages, counts it, and ends it when other filters may hide it', async () => {
  const seen: number[][] = [];
  await show(
    {
      getAlarmAct: ({ body }) => {
        const index = (body as { PageIndex: number }).PageIndex;
        return page(things(10, (index - 1) * 10 + 1), 20);
      },
    },
    {
      at: '/things?size=10',
      selectable: (row) => row.Id !== 2,
      batch: (selected, clear) => (
        <Button
          onClick={() => {
            seen.push(selected.map(({ Id }) => Id));
            clear();
          }}
        >
          Mark
        </Button>
      ),
    },
  );
  await until(() => rows().length === 10);
  const box = (index: number) => rows()[index]!.querySelector<HTMLInputElement>('input[type=checkbox]')!;
  expect(box(1).disabled).toBe(true);
  expect(box(0).getAttribute('aria-label')).toBe('Select Thing 1');
  await click(box(0));
  await click(document.querySelector<HTMLElement>('.ant-pagination-next button')!);
  await until(() => nameIn(0) === 'Thing 11');
  await click(box(2));
  await until(() => says('2 selected'));
  await click(byRole(document, 'button', 'Mark'));
  expect(seen).toEqual([[1, 13]]);
  expect(says('selected')).toBe(false);
  await click(box(0));
  await until(() => says('1 selected'));
  await type(byRole(document, 'textbox', 'Search name'), 'x');
  await until(() => !says('selected'));
});

it('a selected row that leaves the list is no longer selected, and stays so when it comes back', async () => {
  let there = things(3);
  const queryClient = newQueryClient();
  const again = () => act(() => queryClient.invalidateQueries());
  await show({ getAlarmAct: () => page(there) }, { queryClient, batch: () => null });
  await until(() => rows().length === 3);
  await click(boxOf('Thing 1'));
  await click(boxOf('Thing 3'));
  await until(() => says('2 selected'));
  there = things(2);
  await again();
  await until(() => says('1 selected'));
  there = things(3);
  await again();
  await until(() => rows().length === 3);
  expect(says('1 selected')).toBe(true);
});

it('what is selected but not on this page is named, and can be taken out', async () => {
  await show(
    { getAlarmAct: ({ body }) => page(things(10, ((body as { PageIndex: number }).PageIndex - 1) * 10 + 1), 20) },
    { at: '/things?size=10', batch: () => null },
  );
  await until(() => rows().length === 10);
  await click(boxOf('Thing 1'));
  expect(says('not on this page')).toBe(false);
  await click(document.querySelector<HTMLElement>('.ant-pagination-next button')!);
  await until(() => nameIn(0) === 'Thing 11');
  await click(boxOf('Thing 13'));
  await click(await until(() => byRole(document, 'button', '1 not on this page')));
  await click(await until(() => byRole(document, 'button', 'Do not select Thing 1')));
  await until(() => says('1 selected'));
  expect(says('not on this page')).toBe(false);
});

it('a range that is longer than can be asked for says so, and offers the longest there is', async () => {
  await show({ getAlarmAct: () => new Refusal(400, 'too long') }, { at: '/things?from=2026-01-01&to=2026-03-01' });
  await until(() => says('Raised: at most 31 days can be asked for'));
  expect(says('Could not be loaded')).toBe(false);
  expect(document.querySelector('.list-filters [role=alert]')?.textContent).toBe('At most 31 days');
  await click(byRole(document, 'button', 'The last 31 days'));
  await until(() => !says('at most 31 days can be asked for'));
  const asked = new URLSearchParams(address());
  expect((Date.parse(asked.get('to')!) - Date.parse(asked.get('from')!)) / 86_400_000).toBe(30);
});

it('tells nothing yet from nothing that matches', async () => {
  await show({ getAlarmAct: () => page([]) }, { at: '/things?q=cold' });
  await until(() => says('Nothing matches these filters'));
  expect(says('No things yet')).toBe(false);
  await click(byRole(document.querySelector('.list-body')!, 'button', 'Clear filters'));
  await until(() => says('No things yet'));
  expect(address()).toBe('');
});

it('a page beyond the end leads to the last page, and never says that there is nothing', async () => {
  const said: string[] = [];
  await show(
    {
      getAlarmAct: ({ body }) => {
        said.push(document.body.textContent ?? '');
        return (body as { PageIndex: number }).PageIndex > 3 ? page([], 41) : page(things(1), 41);
      },
    },
    { at: '/things?page=99&level=1' },
  );
  await until(() => rows().length === 1);
  expect(address()).toBe('?page=3&level=1');
  expect(said.join()).not.toMatch(/No things yet|Nothing matches/);
});

it('shows the server’s words and a way to try again when the list cannot be had', async () => {
  let fails = true;
  await show({ getAlarmAct: () => (fails ? new Refusal(500, 'Server error.') : page(things(1))) });
  await until(() => says('Server error.'));
  fails = false;
  await click(byRole(document, 'button', 'Try again'));
  await until(() => rows().length === 1);
});

it('says so when the list may not be seen', async () => {
  await show({ getAlarmAct: () => new Refusal(403, 'Ask your administrator.') });
  await until(() => says('You may not see this'));
});

it('shows the columns that were chosen before, in that order, and ignores what it does not know', async () => {
  const Field = JSON.stringify({
    order: ['gone', 'reason', 'name'],
    hidden: ['level', 'name'],
    shown: ['project'],
    widths: { name: 240, level: 9_999 },
  });
  await show({
    getAlarmAct: () => page(things(1)),
    getTableField: () => ({ ForeignId: 0, TableType: 'test', Field }),
  });
  await until(() => rows().length === 1);
  expect(heads()).toEqual(['Reason', 'Project', 'Name']);
});

it('keeps on the server which columns are chosen, in which order and how wide', async () => {
  vi.stubGlobal('PointerEvent', globalThis.PointerEvent ?? MouseEvent);
  const { last } = await show({ getAlarmAct: () => page(things(1)) });
  await until(() => rows().length === 1);
  await click(byRole(document, 'button', 'Choose columns'));
  const box = (name: string) =>
    [...document.querySelectorAll('.list-columns label')]
      .find((label) => label.textContent === name)!
      .querySelector('input')!;
  expect(box('Name').disabled).toBe(true);
  await click(box('Level'));
  await click(box('Project'));
  await click(byRole(document, 'button', 'Move up: Reason'));
  const edge = document.querySelector<HTMLElement>('[role=separator][aria-label="Width of Name"]')!;
  await act(async () => {
    edge.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  });
  // Earlier saves may differ; the last one is the choice.
  const kept = await until(() => {
    const body = last('updateTableField')?.body as { TableType: string; Field: string } | undefined;
    return body?.Field.includes('"widths":{"name"') ? body : null;
  });
  expect(kept.TableType).toBe('test');
  expect(JSON.parse(kept.Field)).toMatchObject({
    order: ['name', 'reason', 'level', 'project'],
    hidden: ['level'],
    shown: ['project'],
  });
  await click(byRole(document, 'button', 'Reset'));
  await until(() => heads().join() === 'Name,Level,Reason');
});

it('opens a saved view, and keeps the present one under a name', async () => {
  const views: TableView[] = [{ ViewId: 4, ViewName: 'Urgent', Query: 'level=1&size=50', Field: null }];
  const { last } = await show(
    {
      getAlarmAct: () => page(things(1)),
      getTableViews: () => views,
      saveTableView: ({ body }) => {
        const { ViewName, Query } = body as { ViewName: string; Query: string };
        const view = { ViewId: 5, ViewName, Query, Field: null };
        views.push(view);
        return view;
      },
      deleteTableView: () => {
        views.pop();
        return null;
      },
    },
    { at: '/things?q=cold&page=1' },
  );
  await until(() => rows().length === 1);
  await click(byRole(document, 'button', 'Views'));
  await until(() => says('Urgent'));
  await type(byRole(document, 'textbox', 'Name of the view'), 'Cold ones');
  await click(byRole(document, 'button', 'Save'));
  await until(() => byRole(document, 'button', 'Cold ones'));
  expect(last('saveTableView')?.body).toMatchObject({ TableType: 'test', ViewName: 'Cold ones', Query: 'q=cold' });
  await click(byRole(document, 'button', 'Urgent'));
  await until(() => address() === '?level=1&size=50');
});

it('exports what is filtered, and nothing when there is nothing', async () => {
  const asked: unknown[] = [];
  const onExport: Props['onExport'] = ({ filters }) => void asked.push(filters);
  await show({ getAlarmAct: () => page(things(1)) }, { at: '/things?q=cold', onExport });
  await until(() => rows().length === 1);
  await click(byRole(document, 'button', 'Export'));
  expect(asked).toEqual([{ text: 'cold', level: undefined }]);
  await unmountAll();
  await show({ getAlarmAct: () => page([]) }, { onExport });
  await until(() => says('No things yet'));
  expect((byRole(document, 'button', 'Export') as HTMLButtonElement).disabled).toBe(true);
});

it('on a phone, rows are cards that say what the columns say', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
  }));
  const opened: string[] = [];
  await show({ getAlarmAct: () => page(things(2)) }, { onOpen: (row) => opened.push(row.MName) });
  const cards = await until(() => {
    const found = [...document.querySelectorAll<HTMLElement>('.list-card')];
    return found.length === 2 ? found : null;
  });
  expect(cards[0]!.textContent).toContain('Thing 1');
  expect(document.querySelector('.list-filter-choice')).toBeNull();
  await click(byRole(document, 'button', 'Filters'));
  expect(document.querySelector('.list-filter-choice')).not.toBeNull();
  expect(cards[0]!.textContent).toContain('Level');
  await click(cards[1]!.querySelector('button')!);
  expect(opened).toEqual(['Thing 2']);
});

it('says the same in Chinese', async () => {
  switchLanguage('zh');
  await show({ getAlarmAct: () => page([]) }, { at: '/things?q=cold' });
  await until(() => says('没有符合筛选条件的内容'));
  for (const name of ['清除筛选', '选择显示的列']) byRole(document, 'button', name);
  byRole(document, 'textbox', '搜索名称');
});

it('back from a row finds the list where it was left', async () => {
  const scrolls: number[] = [];
  vi.stubGlobal('scrollTo', (_x: number, y: number) => scrolls.push(y));
  fakeApi({
    getTableField: () => ({ ForeignId: 0, TableType: 'test', Field: null }),
    getAlarmAct: () => page(things(20)),
  });
  function LeaveAndReturn() {
    const [away, setAway] = useState(false);
    const navigate = useNavigate();
    const go = (to: boolean) => {
      setAway(to);
      if (to) navigate('/thing');
      else navigate(-1);
    };
    return away ? <Button onClick={() => go(false)}>Back</Button> : <TestList onOpen={() => go(true)} />;
  }
  await render(
    <InTestShell at="/things">
      <LeaveAndReturn />
    </InTestShell>,
  );
  await until(() => rows().length === 20);
  Object.defineProperty(window, 'scrollY', { value: 640, configurable: true });
  window.dispatchEvent(new Event('scroll'));
  await click(rows()[15]!);
  await click(byRole(document, 'button', 'Back'));
  await until(() => rows().length === 20);
  expect(scrolls.at(-1)).toBe(640);
});
