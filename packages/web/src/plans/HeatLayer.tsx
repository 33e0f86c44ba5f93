import { type DeviceRow, type Plan, type PlanItem, pointDataOf } from '@watchpost/contract';
import { useMemo } from 'react';
import { mainPointOf } from '../devices/index.ts';
import { useText } from '../lib/defineText.ts';
import type { Size } from '../ui/canvas/geometry.ts';
import { toCelsius } from './celsius.ts';
import { type HeatMap, heatMap, mostKelvin, type Probe } from './heatMap.ts';
import { planText } from './text.ts';

interface Placed {
  readonly item: PlanItem;
  readonly device: DeviceRow;
}

/**
 * The heat map of a plan by the temperatures that its devices show; those that are stale or bad count for nothing.
 *
 * @returns null while it is off; the plan has to have its width in metres, else how far a probe reaches is not known
 */
export function useHeatMap(plan: Plan, placed: readonly Placed[], drawing: Size | null, now: number): HeatMap | null {
  const { MetresWide, ZoneList } = plan;
  const height = drawing && MetresWide !== null ? (MetresWide * drawing.height) / drawing.width : null;
  // The same values give the same map: it is worked out anew when one of them changes.
  const known = JSON.stringify(
    placed.flatMap(({ item, device }) => probeAt(item, device, plan.AirPointList, now) ?? []),
  );
  return useMemo(() => {
    if (MetresWide === null || height === null) return null;
    const size = { width: MetresWide, height };
    const probes = (JSON.parse(known) as Probe[]).map((probe) => ({
      ...probe,
      x: probe.x * size.width,
      y: probe.y * size.height,
    }));
    const zones = ZoneList.map(({ Corners }) => Corners.map(([x, y]) => [x * size.width, y * size.height] as const));
    return heatMap(zones, probes, size);
  }, [known, MetresWide, height, ZoneList]);
}

/**
 * Where a device stands, as fractions of the plan, with what it measures in °C: the point that measures its air, else its main one. A
 * condenser's temperature that somebody chose to show says nothing of the room.
 */
export function probeAt(item: PlanItem, device: DeviceRow, airPoints: readonly number[], now: number): Probe | null {
  const point = device.Points.find(({ PointId }) => airPoints.includes(PointId)) ?? mainPointOf(device);
  if (!point || point.Value === null || pointDataOf(point, now) !== 'known') return null;
  const celsius = toCelsius(point.Unit, point.Value);
  if (!celsius) return null;
  const { LowerLimit, UpperLimit } = point;
  const middle = LowerLimit === null || UpperLimit === null ? null : celsius((LowerLimit + UpperLimit) / 2);
  return { x: item.X, y: item.Y, value: celsius(point.Value), middle };
}

const classOf = (step: number): string =>
  step === 0 ? 'plan-heat-even' : step < 0 ? 'plan-heat-cold' : 'plan-heat-warm';
const strengthOf = (step: number): number => (step === 0 ? 0.1 : 0.12 + (0.5 * Math.abs(step)) / mostKelvin);

export function HeatLayer({ heat, metresWide, drawing }: { heat: HeatMap; metresWide: number; drawing: Size }) {
  return (
    <g transform={`scale(${drawing.width / metresWide})`}>
      <defs>
        <pattern
          id="plan-heat-hatch"
          width={0.8}
          height={0.8}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path d="M0 0V0.8" className="plan-heat-hatch" />
        </pattern>
      </defs>
      <path d={heat.unknown} fill="url(#plan-heat-hatch)" />
      {[...heat.steps].map(([step, d]) => (
        <path key={step} d={d} className={classOf(step)} fillOpacity={strengthOf(step)} shapeRendering="crispEdges" />
      ))}
    </g>
  );
}

/** What the colours say, in words and figures. */
export function HeatLegend({ isScaled }: { isScaled: boolean }) {
  const t = useText(planText);
  if (!isScaled) return <p className="plan-heat-legend">{t.heatNeedsMetres}</p>;
  const steps = Array.from({ length: 2 * mostKelvin + 1 }, (_, index) => index - mostKelvin);
  return (
    <div className="plan-heat-legend">
      <span>−{mostKelvin} K</span>
      <svg width={130} height={12} aria-hidden="true">
        {steps.map((step, index) => (
          <rect
            key={step}
            x={index * 10}
            width={10}
            height={12}
            className={classOf(step)}
            fillOpacity={strengthOf(step)}
          />
        ))}
      </svg>
      <span>+{mostKelvin} K</span>
      <span>{t.heatAgainst}</span>
      <svg width={24} height={12} aria-hidden="true" className="plan-heat-unknown">
        <path d="M0 12 12 0M6 12 18 0M12 12 24 0" className="plan-heat-hatch-line" />
      </svg>
      <span>{t.notMeasured}</span>
    </div>
  );
}
