import { readFileSync } from 'node:fs';
import { theme as antdTheme } from 'antd';
import { expect, it } from 'vitest';
import { themeConfig } from './antdTheme.ts';
import { tokens } from './tokens.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The colours of one block of the style sheet, named as in tokens.ts. */
const coloursOf = (selector: string): Record<string, string> => {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([a-z-]+): (#[0-9a-f]+);/g)].map(([, name = '', value = '']) => [
      name.replace(/-(.)/g, (_match, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
};

it('gives style sheets and the kit the same colours', () => {
  expect(coloursOf(':root')).toEqual(tokens.light);
  expect(coloursOf(':root[data-theme="dark"]')).toEqual(tokens.dark);
  expect(coloursOf(':root:not([data-theme])')).toEqual(tokens.dark);
});

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

it.each(['light', 'dark'] as const)('keeps every text readable on its ground in the %s theme', (theme) => {
  const t = tokens[theme];
  const pairs: [string, string, string][] = [
    ...(
      ['text', 'muted', 'accent', 'accentHover', 'urgent', 'important', 'general', 'record', 'good'] as const
    ).flatMap((name) =>
      (['background', 'surface', 'raised'] as const).map((ground): [string, string, string] => [
        `${name} on ${ground}`,
        t[name],
        t[ground],
      ]),
    ),
    ...(['accent', 'urgent', 'important', 'general', 'good'] as const).map((name): [string, string, string] => [
      `${name} on its soft ground`,
      t[name],
      t[`${name}Soft`],
    ]),
    // Notes: words of every kind on the ground of what they are about.
    ...(['accent', 'urgent', 'important', 'general', 'good'] as const).map((name): [string, string, string] => [
      `text on the soft ground of ${name}`,
      t.text,
      t[`${name}Soft`],
    ]),
    ['on accent', t.onAccent, t.accent],
    ['on accent under the pointer', t.onAccent, t.accentHover],
  ];
  const tooPale = pairs
    .filter(([, front, back]) => contrast(front, back) < 4.5)
    .map(([name, a, b]) => `${name}: ${contrast(a, b).toFixed(2)}`);
  expect(tooPale).toEqual([]);
});

it.each(['light', 'dark'] as const)('gives notes the soft ground of their colour in the %s theme', (theme) => {
  const t = tokens[theme];
  const kit = antdTheme.getDesignToken(themeConfig(theme, true));
  expect([kit.colorInfoBg, kit.colorSuccessBg, kit.colorWarningBg, kit.colorErrorBg]).toEqual([
    t.accentSoft,
    t.goodSoft,
    t.importantSoft,
    t.urgentSoft,
  ]);
});
