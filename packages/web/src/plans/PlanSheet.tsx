import type { Plan } from '@watchpost/contract';
import { useEffect, useState } from 'react';
import { hollowShape, statusText } from '../devices/index.ts';
import { useText } from '../lib/defineText.ts';
import type { Size } from '../ui/canvas/geometry.ts';
import { severityShapes, severityText } from '../ui/index.ts';
import { PrintedDevices, PrintSheet, sizeOnPaper } from '../ui/print/index.ts';
import { HeatLegend } from './HeatLayer.tsx';
import type { HeatMap } from './heatMap.ts';
import { type Placed, PlanDrawing } from './PlanDrawing.tsx';
import { PartlyUnknown, pointShown, useStateWords, valueShown } from './PlanMarker.tsx';
import { ScaleBar } from './ScaleBar.tsx';
import { planText } from './text.ts';

/** A plan on paper: the whole of it with scale bar and legend, then its devices in words. Shows the moment at which it was made. */
export function PlanSheet({
  plan,
  onDone,
  moment,
  drawing,
  ...shown
}: {
  plan: Plan;
  onDone: () => void;
  /** Of a replay; null: live. */
  moment: number | null;
  drawing: Size;
  placed: readonly Placed[];
  heat: HeatMap | null;
  names: boolean;
  now: number;
  never: ReadonlySet<number>;
}) {
  const stateWords = useStateWords();
  // Values go on while the dialog is open; one sheet shows one moment.
  const [kept] = useState(shown);
  const isReady = usePicture(plan.BaseMapUrl);
  const size = sizeOnPaper(drawing);
  return (
    <PrintSheet title={plan.PlanName} place={plan.LocationName} moment={moment} isReady={isReady} onDone={onDone}>
      <div className="print-drawing" style={{ width: size.width, marginInline: 'auto' }}>
        <svg
          role="img"
          aria-label={plan.PlanName}
          width={size.width}
          height={size.height}
          viewBox={`0 0 ${drawing.width} ${drawing.height}`}
        >
          <PlanDrawing plan={plan} drawing={drawing} pixel={size.pixel} {...kept} />
        </svg>
        {plan.MetresWide === null ? null : <ScaleBar metresWide={plan.MetresWide} pixel={size.pixel} />}
      </div>
      <PlanLegend hasNever={kept.placed.some(({ device }) => kept.never.has(device.Mtid))} />
      {kept.heat ? <HeatLegend isScaled={plan.MetresWide !== null} /> : null}
      <PrintedDevices
        devices={kept.placed.map(({ key, item, device }) => {
          const point = pointShown(item, device);
          return {
            key,
            name: device.MName,
            area: device.LocationName,
            state: stateWords(device, kept.now, kept.never.has(device.Mtid)),
            value: valueShown(point, kept.now),
            measuredAt: point?.Time ?? null,
          };
        })}
      />
    </PrintSheet>
  );
}

/** True once the picture is there, or will not come. */
function usePicture(url: string): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const picture = new Image();
    const ready = () => setReady(true);
    picture.onload = ready;
    picture.onerror = ready;
    picture.src = url;
    return () => {
      picture.onload = null;
      picture.onerror = null;
    };
  }, [url]);
  return isReady;
}

/** How states are drawn. */
function PlanLegend({ hasNever }: { hasNever: boolean }) {
  const t = useText(planText);
  const severities = useText(severityText);
  const words = useText(statusText);
  const box = (state: string) => <rect className={state} x={1.5} y={3.5} width={25} height={13} rx={3} />;
  return (
    <ul className="print-legend">
      {(['urgent', 'important', 'general'] as const).map((severity) => (
        <li key={severity}>
          <svg width={36} height={20} aria-hidden="true" className={`plan-marker plan-marker-${severity}`}>
            {box('')}
            <path className="plan-marker-mark" transform="translate(19 0) scale(0.8)" d={severityShapes[severity]} />
          </svg>
          {severities[severity]}
        </li>
      ))}
      <li>
        <svg width={30} height={20} aria-hidden="true" className="plan-marker plan-marker-beyond">
          {box('')}
        </svg>
        {words.beyond}
      </li>
      <li>
        <svg width={36} height={20} aria-hidden="true" className="plan-marker">
          {box('')}
          <path className="not-shown-mark" transform="translate(19 0) scale(0.8)" d={hollowShape(2)} />
        </svg>
        {words.notShown}
      </li>
      <li>
        <svg width={30} height={20} aria-hidden="true" className="plan-marker plan-marker-offline">
          {box('')}
          {box('plan-marker-hatch')}
        </svg>
        {words.offline}
      </li>
      {hasNever ? (
        <li>
          <svg width={30} height={20} aria-hidden="true" className="plan-marker plan-marker-never">
            {box('')}
          </svg>
          {t.noEarlierData}
        </li>
      ) : null}
      <li>
        <svg width={36} height={20} aria-hidden="true" className="plan-marker">
          {box('')}
          <PartlyUnknown transform="translate(19 0) scale(0.8)" />
        </svg>
        {words.noData}
      </li>
      <li>
        <svg width={30} height={20} aria-hidden="true" className="plan-marker plan-marker-noLimits">
          {box('')}
        </svg>
        {words.noLimits}
      </li>
      <li>
        <svg width={30} height={20} aria-hidden="true" className="plan-marker">
          {box('')}
        </svg>
        {words.normal}
      </li>
    </ul>
  );
}
