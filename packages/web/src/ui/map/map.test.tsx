import L from 'leaflet';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { switchLanguage } from '../../lib/language.ts';
import { act, byRole, click, render, until } from '../../testing/render.tsx';
import { type DraftPosition, type MapSite, PlacePicker, SiteMap } from './index.ts';

let shown: Awaited<ReturnType<typeof render>> | null = null;

beforeEach(() => {
  switchLanguage('en');
  // The test's document has no sizes; a map without one shows nothing.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500);
  globalThis.fetch = async () => new Response('', { status: 404 });
});
afterEach(async () => {
  await shown?.unmount();
  shown = null;
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

const site = (id: number, latitude: number, longitude: number): MapSite => ({
  id,
  name: `Store ${id}`,
  latitude,
  longitude,
  level: id === 1 ? 1 : null,
  alarmCount: id === 1 ? 2 : 0,
  muted: false,
  words: 'words',
});
const marks = (what: 'site' | 'group') => [...document.querySelectorAll<HTMLElement>(`.map-${what}`)];

/** The map as a page has it, with what was chosen. */
const showSites = async (sites: readonly MapSite[]) => {
  const chosen: (number | readonly number[])[] = [];
  shown = await render(
    <SiteMap
      label="Stores"
      sites={sites}
      selectedId={null}
      tiles={null}
      onSelect={(id) => chosen.push(id)}
      onSelectGroup={(ids) => chosen.push(ids)}
    />,
  );
  await until(() => document.querySelector('.map-pin'));
  return chosen;
};

it('a marker is chosen by a click, as a key on its button makes one', async () => {
  const chosen = await showSites([site(1, 52.5, 13.4), site(2, 30.2, 120.1)]);
  await click(marks('site')[0]!);
  expect(chosen).toEqual([1]);
});

it('a group opens until its sites stand apart', async () => {
  await showSites([site(1, 30.2, 120.1), site(2, 30.6, 120.6), site(3, 52.5, 13.4)]);
  expect(marks('group').length).toBe(1);
  await click(marks('group')[0]!);
  await until(() => marks('site').length === 2 && marks('group').length === 0);
});

it('sites at the very same place are listed, however near one looks', async () => {
  const chosen = await showSites([site(1, 30.2, 120.1), site(2, 30.2, 120.1)]);
  for (let press = 0; press < 12; press += 1) await click(byRole(document, 'button', 'Zoom in'));
  await click(marks('group')[0]!);
  expect(chosen.at(-1)).toEqual([1, 2]);
});

it('shows the land of the whole earth when the map moved away again before the nearer coasts came', async () => {
  const square = { type: 'Topology', objects: { land: { type: 'GeometryCollection', geometries: [] } }, arcs: [] };
  const waiting: (() => void)[] = [];
  globalThis.fetch = async (address) => {
    const isSquare = !String(address).includes('land-110m');
    if (isSquare) await new Promise<void>((resolve) => waiting.push(resolve));
    return new Response(isSquare ? '[]' : JSON.stringify(square));
  };
  await showSites([site(1, 52.5, 13.4), site(2, -33, 151)]);
  const shown = vi.spyOn(L.GeoJSON.prototype, 'remove');
  for (let press = 0; press < 4; press += 1) await click(byRole(document, 'button', 'Zoom in'));
  await until(() => waiting.length > 0);
  for (let press = 0; press < 4; press += 1) await click(byRole(document, 'button', 'Zoom out'));
  await act(async () => {
    for (const come of waiting) come();
  });
  expect(shown).not.toHaveBeenCalled();
});

function Picker({ start }: { start: DraftPosition }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <PlacePicker value={value} onChange={setValue} tiles={null} />
      <output>{`${value.latitude},${value.longitude}`}</output>
    </>
  );
}
const picked = () => document.querySelector('output')?.textContent;

it('arrow keys move the marker, Shift moves it further', async () => {
  shown = await render(<Picker start={{ latitude: 30, longitude: 120 }} />);
  const sign = await until(() => document.querySelector<HTMLElement>('button.map-place-sign'));
  expect(sign.getAttribute('aria-label')).toContain('latitude 30.0000');
  const press = (key: string, shiftKey = false) =>
    act(
      async () =>
        void sign.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true })),
    );
  await press('ArrowRight');
  const near = Number(picked()?.split(',')[1]);
  expect(near).toBeGreaterThan(120);
  await press('ArrowLeft');
  await press('ArrowRight', true);
  expect(Number(picked()?.split(',')[1]) - 120).toBeCloseTo((near - 120) * 10, 3);
  await press('ArrowUp');
  expect(Number(picked()?.split(',')[0])).toBeGreaterThan(30);
});

it('a position is cleared as a whole', async () => {
  shown = await render(<Picker start={{ latitude: 30, longitude: 120 }} />);
  await click(byRole(document, 'button', 'Clear position'));
  expect(picked()).toBe('null,null');
  expect(document.querySelector('.map-place-sign')).toBeNull();
});
