import { saveFile } from '../downloads/index.ts';
import { formatDateTime, formatDateTimeSeconds, zoneInWords } from '../lib/dates.ts';
import type { Theme } from '../lib/theme.ts';
import { tokens } from '../ui/index.ts';
import { curveColour } from './curveColours.ts';
import { font } from './curveLook.ts';
import type { TimeSpan } from './curveRange.ts';

interface PictureOf {
  readonly charts: readonly {
    /** Null: not painted yet; it is left out. */
    readonly canvas: HTMLCanvasElement | null;
    /** Where charts are of several things. */
    readonly heading?: string;
  }[];
  readonly title: string;
  readonly span: TimeSpan;
  readonly timeZone: string;
  readonly legend: readonly { readonly name: string; readonly colour: number }[];
  readonly theme: Theme;
}

/** CSS pixels. */
const margin = 20;
const titleHeight = 26;
const lineHeight = 20;
const gap = 12;

/** Hands a PNG that stands for itself to the browser's downloads; nothing while no chart is painted. */
export async function saveCurvePicture(picture: PictureOf): Promise<void> {
  const content = await drawPicture(picture);
  const stamp = formatDateTimeSeconds(picture.span.to, picture.timeZone).replace(/[: ]/g, '-');
  if (content) saveFile({ name: `${picture.title}-${stamp}.png`, content });
}

/** What it is about, when, which line is which, and the charts under each other. */
function drawPicture({ charts: given, title, span, timeZone, legend, theme }: PictureOf): Promise<Blob | null> {
  const charts = given.flatMap(({ canvas: chart, heading }) => (chart ? [{ chart, heading }] : []));
  const ratio = window.devicePixelRatio || 1;
  const width = Math.max(...charts.map(({ chart }) => chart.width)) + 2 * margin * ratio;
  const canvas = document.createElement('canvas');
  const ctx = canvas.getContext('2d');
  if (!ctx || charts.length === 0) return Promise.resolve(null);
  const colours = tokens[theme];
  const heightOf = ({ chart, heading }: { chart: HTMLCanvasElement; heading: string | undefined }) =>
    (heading === undefined ? 0 : lineHeight * ratio) + chart.height + gap * ratio;
  ctx.font = font(12 * ratio);
  // Where each name of the legend stands: in lines as they have room.
  const places: { x: number; line: number }[] = [];
  let x = margin * ratio;
  let line = 0;
  for (const { name } of legend) {
    const taken = ctx.measureText(name).width + 34 * ratio;
    if (x > margin * ratio && x + taken > width - margin * ratio) {
      x = margin * ratio;
      line += 1;
    }
    places.push({ x, line });
    x += taken;
  }
  const legendTop = (margin + titleHeight + lineHeight) * ratio;
  const chartsTop = legendTop + (line + 1) * lineHeight * ratio + gap * ratio;
  canvas.width = width;
  canvas.height = chartsTop + charts.reduce((sum, each) => sum + heightOf(each), 0) + margin * ratio;

  ctx.fillStyle = colours.surface;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.textBaseline = 'top';
  ctx.fillStyle = colours.text;
  ctx.font = `600 ${font(17 * ratio)}`;
  ctx.fillText(title, margin * ratio, margin * ratio);
  ctx.font = font(12 * ratio);
  ctx.fillStyle = colours.muted;
  ctx.fillText(
    `${formatDateTime(span.from, timeZone)} – ${formatDateTime(span.to, timeZone)} (${zoneInWords(timeZone, span.to)})`,
    margin * ratio,
    (margin + titleHeight) * ratio,
  );
  ctx.textBaseline = 'middle';
  for (const [index, { name, colour }] of legend.entries()) {
    const place = places[index]!;
    const y = legendTop + (place.line + 0.5) * lineHeight * ratio;
    ctx.fillStyle = curveColour(theme, colour);
    ctx.fillRect(place.x, y - 1.5 * ratio, 12 * ratio, 3 * ratio);
    ctx.fillStyle = colours.text;
    ctx.fillText(name, place.x + 18 * ratio, y);
  }
  let y = chartsTop;
  ctx.fillStyle = colours.muted;
  for (const each of charts) {
    const { chart, heading } = each;
    if (heading !== undefined) ctx.fillText(heading, margin * ratio, y + (lineHeight / 2) * ratio);
    ctx.drawImage(chart, margin * ratio, heading === undefined ? y : y + lineHeight * ratio);
    y += heightOf(each);
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
