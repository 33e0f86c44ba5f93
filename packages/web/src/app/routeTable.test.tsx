import { describe, expect, it } from 'vitest';
import { findRoute } from './routeAccess.ts';
import { routes } from './routeTable.ts';

describe('the route table', () => {
  it('has every path once, however it is cased', () => {
    const paths = routes.map(({ path }) => path.toLowerCase());
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('names every screen in both languages', () => {
    for (const { path, title } of routes) {
      expect(title.zh, path).toMatch(/\p{Script=Han}/u);
      expect(title.en, path).toMatch(/^[\x20-\x7e]+$/);
    }
  });

  it.each([...new Map(routes.map((route) => [route.page, route])).values()])(
    'loads the page of $path',
    async ({ page }) => {
      expect(typeof (await page()).default).toBe('function');
    },
  );

  it('finds screens as old links write them', () => {
    expect(findRoute(routes, '/alarmmanage/Index/')?.path).toBe('/alarmManage/index');
    expect(findRoute(routes, '/nowhere')).toBeUndefined();
  });
});
