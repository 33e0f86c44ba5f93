import type { DeviceRow, Plan, PlanItem } from '@watchpost/contract';
import type { ReactNode } from 'react';
import type { Size } from '../ui/canvas/geometry.ts';
import { HeatLayer } from './HeatLayer.tsx';
import type { HeatMap } from './heatMap.ts';
import { markerSizes } from './markerSizes.ts';
import { PlanMarker, PlanPatterns } from './PlanMarker.tsx';
import { ZoneShape, zoneNameBox } from './ZoneShape.tsx';

/** A device where it stands. */
export interface Placed {
  readonly item: PlanItem;
  readonly device: DeviceRow;
  readonly key: string;
}

/**
 * A plan as it is seen, on the screen and on paper: base map, heat map, zones, devices.
 *
 * @param placed the most pressing first: those are given room
 * @param pixel drawing units of one CSS pixel
 * @param never devices of which nothing is kept from before the moment that is shown
 * @param around what stands around each marker: a link, or nothing on paper
 */
export function PlanDrawing({
  plan,
  placed,
  drawing,
  pixel,
  heat,
  names,
  now,
  never,
  around,
}: {
  plan: Plan;
  placed: readonly Placed[];
  drawing: Size;
  pixel: number;
  heat: HeatMap | null;
  names: boolean;
  now: number;
  never: ReadonlySet<number>;
  around?: (placed: Placed, marker: ReactNode) => ReactNode;
}) {
  const sizes = markerSizes(
    placed.map(({ item }) => ({ x: (item.X * drawing.width) / pixel, y: (item.Y * drawing.height) / pixel })),
    names,
    plan.ZoneList.map((zone) => zoneNameBox(zone, drawing, pixel)),
  );
  return (
    <>
      <PlanPatterns />
      <image
        className="plan-base"
        href={plan.BaseMapUrl}
        width={drawing.width}
        height={drawing.height}
        preserveAspectRatio="none"
      />
      {heat && plan.MetresWide !== null ? (
        <HeatLayer heat={heat} metresWide={plan.MetresWide} drawing={drawing} />
      ) : null}
      {plan.ZoneList.map((zone) => (
        <ZoneShape
          key={`${zone.ZoneName} ${zone.Corners[0]}`}
          zone={zone}
          drawing={drawing}
          pixel={pixel}
          part="area"
        />
      ))}
      {placed.map((each, index) => {
        const { item, device, key } = each;
        const isNever = never.has(device.Mtid);
        const marker = <PlanMarker item={item} device={device} now={now} size={sizes[index]!} isNever={isNever} />;
        return (
          <g key={key} transform={`translate(${item.X * drawing.width} ${item.Y * drawing.height}) scale(${pixel})`}>
            {around ? around(each, marker) : marker}
          </g>
        );
      })}
      {plan.ZoneList.map((zone) => (
        <ZoneShape
          key={`${zone.ZoneName} ${zone.Corners[0]}`}
          zone={zone}
          drawing={drawing}
          pixel={pixel}
          part="name"
        />
      ))}
    </>
  );
}
