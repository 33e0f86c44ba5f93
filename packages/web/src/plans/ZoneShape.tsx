import type { PlanZone } from '@watchpost/contract';
import type { Size } from '../ui/canvas/geometry.ts';

/** A zone with its name in its upper left corner. @param pixel drawing units of one CSS pixel */
export function ZoneShape({ zone, drawing, pixel }: { zone: PlanZone; drawing: Size; pixel: number }) {
  const corners = zone.Corners.map(([x, y]) => [x * drawing.width, y * drawing.height] as const);
  const left = Math.min(...corners.map(([x]) => x));
  const top = Math.min(...corners.map(([, y]) => y));
  return (
    <g className="plan-zone">
      <path d={`M${corners.map(([x, y]) => `${x} ${y}`).join('L')}Z`} vectorEffect="non-scaling-stroke" />
      <g transform={`translate(${left + 6 * pixel} ${top + 16 * pixel}) scale(${pixel})`}>
        <text>{zone.ZoneName}</text>
      </g>
    </g>
  );
}
