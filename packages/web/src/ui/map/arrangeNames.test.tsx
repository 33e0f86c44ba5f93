import { expect, it } from 'vitest';
import { arrangeNames } from './arrangeNames.ts';

/** Signs 26 px high with names 100 px wide below or above them, as the map draws them. */
function mapOf(sites: readonly { name: string; x: number; y: number; alarm?: true }[]): HTMLElement {
  const map = document.createElement('div');
  for (const { name, x, y, alarm } of sites) {
    const site = map.appendChild(document.createElement('button'));
    if (alarm) site.className = 'map-site-alarm';
    const sign = site.appendChild(document.createElement('span'));
    sign.className = 'map-site-sign';
    sign.getBoundingClientRect = () => new DOMRect(x - 13, y - 13, 26, 26);
    const words = site.appendChild(document.createElement('span'));
    words.className = 'map-site-name';
    words.textContent = name;
    words.getBoundingClientRect = () =>
      ({
        above: new DOMRect(x - 50, y - 31, 100, 16),
        right: new DOMRect(x + 17, y - 8, 100, 16),
        left: new DOMRect(x - 117, y - 8, 100, 16),
      })[words.dataset.place ?? ''] ?? new DOMRect(x - 50, y + 15, 100, 16);
  }
  return map;
}
const placesOf = (map: HTMLElement) =>
  Object.fromEntries(
    [...map.querySelectorAll<HTMLElement>('.map-site-name')].map((name) => [name.textContent, name.dataset.place]),
  );

it('lets no name of a site cover another one, and gives sites in alarm the first choice', () => {
  const map = mapOf([
    { name: 'West', x: 0, y: 0 },
    { name: 'East', x: 70, y: 0, alarm: true },
    { name: 'Middle', x: 35, y: 0 },
    { name: 'South', x: 72, y: 35 },
    { name: 'Far', x: 400, y: 0 },
  ]);
  arrangeNames(map);
  expect(placesOf(map)).toEqual({ East: 'above', West: 'below', Middle: 'none', South: 'below', Far: 'below' });
});
