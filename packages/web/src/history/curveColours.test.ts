import { expect, it } from 'vitest';
import type { Theme } from '../lib/theme.ts';
import { tokens } from '../ui/tokens.ts';
import { palette } from './curveColours.ts';

type Three = readonly [number, number, number];

const times = (matrix: readonly Three[], v: Three): Three =>
  matrix.map(([a, b, c]) => a * v[0] + b * v[1] + c * v[2]) as unknown as Three;

const linearOf = (hex: string): Three =>
  [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as unknown as Three;

/** OKLab, in which equal distances look equally far apart. https://bottosson.github.io/posts/oklab/ */
function oklabOf(linear: Three): Three {
  const lms = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    linear,
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    lms.map((each) => Math.cbrt(Math.max(0, each))) as unknown as Three,
  );
}

/** What people see who lack one kind of cones: Machado, Oliveira and Fernandes 2009, severity 1. */
const eyes: Readonly<Record<string, readonly Three[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const seen = (hex: string, eye: string) =>
  oklabOf(times(eyes[eye]!, linearOf(hex)).map((c) => Math.min(1, Math.max(0, c))) as unknown as Three);
const distance = (a: Three, b: Three) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const luminance = (hex: string) => times([[0.2126, 0.7152, 0.0722]], linearOf(hex))[0];

const themes: readonly Theme[] = ['light', 'dark'];

it.each(themes)('ten curves can be told apart in the %s theme, with any colour vision', (theme) => {
  const tooClose = Object.keys(eyes).flatMap((eye) => {
    const least = eye === 'usual' ? 0.135 : 0.065;
    return palette[theme].flatMap((a, i) =>
      palette[theme].slice(i + 1).flatMap((b) => {
        const apart = distance(seen(a, eye), seen(b, eye));
        return apart < least ? [`${a} and ${b}, ${eye}: ${apart.toFixed(3)}`] : [];
      }),
    );
  });
  expect(tooClose).toEqual([]);
});

it.each(themes)('every curve stands out from its ground in the %s theme and looks like no severity', (theme) => {
  const { surface, raised, urgent, important, general } = tokens[theme];
  for (const colour of palette[theme]) {
    for (const ground of [surface, raised]) {
      const [dark = 0, light = 0] = [luminance(colour), luminance(ground)].sort((a, b) => a - b);
      expect((light + 0.05) / (dark + 0.05), `${colour} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
    for (const severity of [urgent, important, general])
      expect(distance(seen(colour, 'usual'), seen(severity, 'usual')), `${colour} and ${severity}`).toBeGreaterThan(
        0.1,
      );
  }
});
