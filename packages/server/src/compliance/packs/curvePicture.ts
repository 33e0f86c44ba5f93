import { hourMs } from '@watchpost/contract';
import { imageLibrary } from '../../platform/loadLater.ts';

/** Lowest and highest good value of an hour; epoch ms. */
export interface HourOfCurve {
  readonly at: number;
  readonly min: number;
  readonly max: number;
}

export interface Curve {
  readonly from: number;
  readonly to: number;
  /** By time; an hour without a good value is not there, and the curve ends before it. */
  readonly hours: readonly HourOfCurve[];
  readonly limits: { readonly low: number | null; readonly high: number | null };
  /** Beginnings of days, epoch ms; `label`: digits and a hyphen, null for a line alone. */
  readonly days: readonly { readonly at: number; readonly label: string | null }[];
}

const [width, height] = [1500, 330];
const [left, right, top, bottom] = [86, 14, 14, 42];

/**
 * Strokes of the signs that a scale needs, in a box of 4 by 6. Drawn instead of written: what fonts a server has is not known, and a
 * picture without its scale proves nothing.
 */
const strokes: Readonly<Record<string, string>> = {
  '0': 'M0,0 H4 V6 H0 Z',
  '1': 'M1,1 L2.5,0 V6',
  '2': 'M0,0 H4 V3 H0 V6 H4',
  '3': 'M0,0 H4 V6 H0 M0.8,3 H4',
  '4': 'M0,0 V3 H4 M4,0 V6',
  '5': 'M4,0 H0 V3 H4 V6 H0',
  '6': 'M4,0 H0 V6 H4 V3 H0',
  '7': 'M0,0 H4 L2,6',
  '8': 'M0,0 H4 V6 H0 Z M0,3 H4',
  '9': 'M4,3 H0 V0 H4 V6 H0',
  '-': 'M0.5,3 H3.5',
  '.': 'M1.7,6 H2.3',
};
const [signWidth, signSize] = [6, 3];

/** A number or a date, with its right end or its middle at x. */
function written(text: string, x: number, y: number, anchor: 'end' | 'middle'): string {
  const length = text.length * signWidth * signSize;
  const start = anchor === 'end' ? x - length : x - length / 2;
  return [...text]
    .map((sign, i) => {
      const path = strokes[sign];
      if (path === undefined) return '';
      const at = `translate(${(start + i * signWidth * signSize).toFixed(1)} ${(y - 3 * signSize).toFixed(1)}) scale(${signSize})`;
      return `<path d="${path}" transform="${at}" fill="none" stroke="#333" stroke-width="0.75"/>`;
    })
    .join('');
}

/** Round steps of a scale: 1, 2 or 5 times a power of ten, four to nine of them. */
export function stepsBetween(low: number, high: number): number[] {
  const rough = (high - low) / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
}

/** Lowest and highest of each hour as one band, with the limits. Of a picture without a value the frame is left. */
export function curveSvg({ from, to, hours, limits, days }: Curve): string {
  const known = [
    ...hours.flatMap(({ min, max }) => [min, max]),
    ...[limits.low, limits.high].filter((v) => v !== null),
  ];
  const [least, most] = known.length === 0 ? [0, 1] : [Math.min(...known), Math.max(...known)];
  const margin = Math.max((most - least) * 0.08, 0.5);
  const [low, high] = [least - margin, most + margin];
  const x = (at: number): number => left + ((at - from) / (to - from)) * (width - left - right);
  const y = (value: number): number => top + ((high - value) / (high - low)) * (height - top - bottom);
  const place = (at: number, value: number): string => `${x(at).toFixed(1)},${y(value).toFixed(1)}`;
  const runs: HourOfCurve[][] = [];
  for (const hour of hours) {
    const run = runs.at(-1);
    if (run && hour.at - run.at(-1)!.at <= hourMs * 1.5) run.push(hour);
    else runs.push([hour]);
  }
  const steps = stepsBetween(low, high);
  const places = steps.every((step) => Math.abs(step - Math.round(step)) < 1e-9) ? 0 : 1;
  const [x0, x1, y0, y1] = [left, width - right, top, height - bottom];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...steps.map(
      (step) =>
        `<path d="M${x0},${y(step).toFixed(1)} H${x1}" stroke="#ddd"/>${written(step.toFixed(places), x0 - 6, y(step), 'end')}`,
    ),
    ...days.map(({ at, label }) => {
      const line = `<path d="M${x(at).toFixed(1)},${label === null ? y1 - 6 : y0} V${y1}" stroke="#ddd"/>`;
      return label === null ? line : line + written(label, Math.min(x(at), x1 - 50), y1 + 24, 'middle');
    }),
    ...[limits.low, limits.high].map((limit) =>
      limit === null
        ? ''
        : `<path d="M${x0},${y(limit).toFixed(1)} H${x1}" stroke="#b00020" stroke-width="2" stroke-dasharray="12 7"/>`,
    ),
    ...runs.map((run) => {
      const ends = [...run, { ...run.at(-1)!, at: run.at(-1)!.at + hourMs }];
      const upper = ends.map(({ at, max }) => place(at, max));
      const lower = ends.map(({ at, min }) => place(at, min)).reverse();
      return `<path d="M${[...upper, ...lower].join(' L')} Z" fill="#1f5fa8" stroke="#1f5fa8" stroke-width="1.6" stroke-linejoin="round"/>`;
    }),
    `<rect x="${x0}" y="${y0}" width="${x1 - x0}" height="${y1 - y0}" fill="none" stroke="#555" stroke-width="1.5"/>`,
    '</svg>',
  ].join('');
}

/** The curve as a picture for pages that are printed from HTML. @returns `data:` of a PNG */
export async function curvePicture(curve: Curve): Promise<string> {
  const png = await imageLibrary()(Buffer.from(curveSvg(curve)))
    .png({ palette: true })
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
