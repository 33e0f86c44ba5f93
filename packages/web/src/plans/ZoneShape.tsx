import type { PlanZone } from '@watchpost/contract';
import type { Size } from '../ui/canvas/geometry.ts';

const nameHeight = 20;
/** Of a letter and of a Chinese character, CSS pixels. */
const letterWidth = 7.5;
const characterWidth = 13.5;

const widthOf = (letters: readonly string[]): number =>
  letters.reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e80 ? characterWidth : letterWidth), 0);

/** The name of a zone as far as it fits into the zone, so that the names of neighbours do not cover each other. */
export function zoneNameShown({ ZoneName, Corners }: PlanZone, drawing: Size, pixel: number): string {
  const across = Corners.map(([x]) => (x * drawing.width) / pixel);
  const room = Math.max(...across) - Math.min(...across) - 8;
  const letters = [...ZoneName];
  if (widthOf(letters) <= room) return ZoneName;
  const fitting = letters.findIndex((_, index) => widthOf(letters.slice(0, index + 1)) + letterWidth > room);
  // A single letter says nothing.
  return fitting < 2 ? '' : `${letters.slice(0, fitting).join('').trimEnd()}…`;
}

/** Where the name of a zone stands: middle and size, CSS pixels. Markers that would cover it stand smaller. */
export function zoneNameBox(zone: PlanZone, drawing: Size, pixel: number) {
  const { Corners } = zone;
  const left = (Math.min(...Corners.map(([x]) => x)) * drawing.width) / pixel + 6;
  const top = (Math.min(...Corners.map(([, y]) => y)) * drawing.height) / pixel + 2;
  const width = widthOf([...zoneNameShown(zone, drawing, pixel)]);
  return { x: left + width / 2, y: top + nameHeight / 2, width, height: nameHeight };
}

/**
 * A zone with its name in its upper left corner.
 *
 * @param pixel drawing units of one CSS pixel
 * @param part the name alone stands over the markers, so that none hides it
 */
export function ZoneShape({
  zone,
  drawing,
  pixel,
  part = 'both',
}: {
  zone: PlanZone;
  drawing: Size;
  pixel: number;
  part?: 'both' | 'area' | 'name';
}) {
  const corners = zone.Corners.map(([x, y]) => [x * drawing.width, y * drawing.height] as const);
  const left = Math.min(...corners.map(([x]) => x));
  const top = Math.min(...corners.map(([, y]) => y));
  return (
    <g className="plan-zone">
      {part === 'name' ? null : (
        <path d={`M${corners.map(([x, y]) => `${x} ${y}`).join('L')}Z`} vectorEffect="non-scaling-stroke" />
      )}
      {part === 'area' ? null : (
        <g transform={`translate(${left + 6 * pixel} ${top + 16 * pixel}) scale(${pixel})`}>
          <text className="plan-zone-name">
            {zoneNameShown(zone, drawing, pixel)}
            <title>{zone.ZoneName}</title>
          </text>
        </g>
      )}
    </g>
  );
}
