import { type Diagram, type DiagramDocument, type DiagramRow, emptyDiagram } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { testDevice, testPoint, testState } from '../devices/testDevice.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, byRole, click, unmountAll, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { DiagramPage } from './DiagramPage.tsx';
import { DiagramSheet } from './DiagramSheet.tsx';

pagesInEnglish();

const row: DiagramRow = {
  DiagramId: 7,
  DiagramName: 'Circuit',
  ProjectId: 1,
  Version: 3,
  SmallTypeCode: null,
  DeviceCount: 1,
  UpdateEpoch: 0,
};
const document_: DiagramDocument = {
  ...emptyDiagram(),
  nodes: [
    { id: 'room', symbol: 'coldRoom', at: [100, 100], size: [114, 178], turn: 0, device: 3, bind: { temperature: 11 } },
    { id: 'fan', symbol: 'fan', at: [400, 100], size: [60, 60], turn: 0, device: null, bind: {} },
  ],
};
const diagram: Diagram = {
  ...row,
  NameZh: '回路',
  NameEn: 'Circuit',
  Document: document_,
  DeviceId: null,
  DeviceList: [],
  IsCurrent: true,
};
const freezer = testDevice({ AlarmLevel: 1, AlarmCount: 1, Points: [testPoint({ Time: Date.now() })] });
const answers = {
  getDiagramList: () => [row],
  getDiagram: () => diagram,
  getTableListRead: () => ({ Data: [freezer], TotalCount: 1 }),
};
const room = () => until(() => document.querySelector<SVGElement>('svg [aria-label^="Freezer 3"]'));
const keys = (element: Element, key: string, more: KeyboardEventInit = {}) =>
  act(async () => {
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  });

it('shows each symbol with its value and state, and what is chosen beside it', async () => {
  await showPage(<DiagramPage />, { held: ['monitorView'], answers });
  const symbol = await room();
  await until(() => symbol.getAttribute('aria-label')?.includes('−18.2'));
  expect(symbol.getAttribute('aria-label')).toMatch(/^Freezer 3, Temperature −18\.2\s°C, Urgent$/);
  await keys(symbol, 'Enter');
  const link = await until(() => byRole(document.body, 'link', 'Open device'));
  expect(link.getAttribute('href')).toBe('/monitor/unit?id=3');
  expect(said()).toContain('Room temperature');
});

it('offers drawing to nobody without the right, not even by the address', async () => {
  await showPage(<DiagramPage />, { held: ['monitorView'], answers, at: '/monitor/configuration?edit=1' });
  await room();
  expect(said()).not.toContain('Draw it for me');
  expect(said()).not.toContain('Save');
});

it('says of blank symbols that their devices are not visible', async () => {
  const blank = { ...document_.nodes[0]!, device: null, bind: {}, notVisible: true as const };
  const seen = { ...diagram, Document: { ...document_, nodes: [blank] } };
  await showPage(<DiagramPage />, { held: ['monitorView'], answers: { ...answers, getDiagram: () => seen } });
  await until(() => said().includes('devices that you may not see'));
  const symbol = await until(() => document.querySelector('svg [role="img"]'));
  expect(symbol.getAttribute('aria-label')).toBe('Not visible to you');
  expect(said()).toContain('devices that you may not see');
});

it('adds, connects, moves and takes back by keyboard, and saves upon the version it began from', async () => {
  const { bodyOf } = await showPage(<DiagramPage />, {
    held: ['monitorView', 'diagramEdit'],
    at: '/monitor/configuration?edit=1',
    answers: { ...answers, saveDiagram: () => ({ Version: 4 }) },
  });
  await click(await until(() => byRole(document.body, 'button', 'Add Damper')));
  const damper = () => until(() => document.querySelector('svg [aria-label^="Damper: drag"]'));
  await keys(await damper(), 'ArrowRight');
  await keys(await damper(), 'ArrowRight', { shiftKey: true });
  await click(byRole(document.body, 'button', 'Undo'));
  await click(byRole(document.body, 'button', 'Redo'));
  await keys(await damper(), 'd', { ctrlKey: true });
  await until(() => document.querySelectorAll('svg [aria-label^="Damper: drag"]').length === 2);
  await click(byRole(document.body, 'button', 'Undo'));
  const port = await until(() => document.querySelector('[aria-label="Fan, port Air out"]') ?? chooseFan());
  await keys(port, 'Enter');
  await keys(await until(() => document.querySelector('[aria-label="Damper, port Air in"]')), 'Enter');
  await click(byRole(document.body, 'button', 'Save'));
  const body = await until(
    () => bodyOf('saveDiagram') as { BaseVersion: number; Document: DiagramDocument } | undefined,
  );
  expect(body.BaseVersion).toBe(3);
  expect(body.Document.nodes.map(({ id }) => id)).toEqual(['room', 'fan', 'damper1']);
  expect(body.Document.nodes[2]!.at).toEqual([680 + 110, 380]);
  expect(body.Document.lines).toMatchObject([{ from: ['fan', 'airOut'], to: ['damper1', 'airIn'], medium: 'air' }]);

  function chooseFan(): null {
    document
      .querySelector('svg [aria-label^="Fan: drag"]')
      ?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    return null;
  }
});

it('says of a moment before the first value that nothing was known yet, beside the diagram and on paper', async () => {
  const moment = Date.now() - 3_600_000;
  const then = testDevice({ AlarmLevel: null, Points: [testPoint({ Value: null, Time: null, Quality: null })] });
  const show = (NeverIdList: number[]) =>
    showPage(<DiagramPage />, {
      held: ['monitorView'],
      at: `/monitor/configuration?at=${moment}`,
      answers: {
        ...answers,
        getPastTable: () => ({ Data: [then], TotalCount: 1, MomentEPOCH: moment, NeverIdList }),
        getPastAlarmList: () => [],
      },
    });
  const beside = () => document.querySelector('.dg-side')?.textContent ?? '';
  await show([3]);
  await until(() => beside().includes('No earlier data'));
  unmountAll();
  await show([]);
  await until(() => beside().includes('Offline'));
  expect(beside()).not.toContain('No earlier data');
  unmountAll();
  window.print = () => {};
  const live = {
    deviceOf: new Map(),
    pointOf: new Map(),
    trendOf: new Map(),
    now: moment,
    isPast: true,
    neverPoints: null,
  };
  const paper = { diagram, document: document_, moment, live, devices: [then], onDone: () => {} };
  await showPage(<DiagramSheet {...paper} never={new Set([3])} />, { answers: {} });
  await until(() => document.querySelector('.print-table')?.textContent?.includes('No earlier data'));
});

it('says on paper of a device of which a part is unknown, or without limits, that it is not normal', async () => {
  window.print = () => {};
  const at = Date.now();
  const door = testState('doorState', 0, 'Closed', { Time: at, Quality: 'bad' });
  const blind = testDevice({ Mtid: 3, MName: 'Blind', Points: [testPoint({ Time: at }), door] });
  const meter = testDevice({ Mtid: 4, MName: 'Meter', Points: [testPoint({ Time: at, Band: null })] });
  const fine = testDevice({ Mtid: 5, MName: 'Fine', Points: [testPoint({ Time: at })] });
  const live = {
    ...{ deviceOf: new Map(), pointOf: new Map(), trendOf: new Map() },
    ...{ now: at, isPast: false, neverPoints: null },
  };
  const paper = { diagram, document: document_, moment: null, live, devices: [blind, meter, fine], onDone: () => {} };
  await showPage(<DiagramSheet {...paper} never={new Set()} />, { answers: {} });
  await until(() => document.querySelectorAll('.print-table tbody tr').length === 3);
  const states = [...document.querySelectorAll('.print-table tbody tr')].map((row) =>
    ['No data', 'No limits', 'Normal'].filter((word) => row.textContent?.includes(word)),
  );
  expect(states).toEqual([['No data'], ['No limits'], ['Normal']]);
});
