import type { RankedProject } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { analysisText } from './text.ts';

const size = { width: 640, height: 320 };
const margin = { left: 56, right: 24, top: 24, bottom: 44 };
/** With fewer there is nothing to see that the table does not say. */
export const leastForScatter = 4;

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
};

/** Projects of which both are known: hours beyond limits a device, and energy by floor area. */
export function placesOf(projects: readonly RankedProject[]) {
  return projects.flatMap(({ ProjectId, ProjectName, Devices, ExcursionSeconds, KwhPerM2 }) =>
    KwhPerM2 === null || Devices === 0
      ? []
      : [{ id: ProjectId, name: ProjectName, x: ExcursionSeconds / 3600 / Devices, y: KwhPerM2 }],
  );
}

/** Goods against energy: who loses both lies at the top right of the medians. A point opens the project's alarms. */
export function Scatter({
  places,
  onOpen,
}: {
  places: ReturnType<typeof placesOf>;
  /** Null: points open nothing. */
  onOpen: ((projectId: number, name: string) => void) | null;
}) {
  const t = useText(analysisText);
  const most = { x: Math.max(0.1, ...places.map(({ x }) => x)), y: Math.max(0.1, ...places.map(({ y }) => y)) };
  const left = (x: number) => margin.left + (x / most.x) * (size.width - margin.left - margin.right);
  const top = (y: number) => size.height - margin.bottom - (y / most.y) * (size.height - margin.top - margin.bottom);
  const middle = { x: left(median(places.map(({ x }) => x))), y: top(median(places.map(({ y }) => y))) };
  const right = size.width - margin.right;
  const bottom = size.height - margin.bottom;
  return (
    <div className="analysis-wide">
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, drawn */}
      <svg
        className="analysis-scatter"
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="group"
        aria-label={t.scatter}
      >
        <path className="axis" d={`M${margin.left} ${margin.top}V${bottom}H${right}`} />
        <path className="median" d={`M${middle.x} ${margin.top}V${bottom}M${margin.left} ${middle.y}H${right}`} />
        <text x={right} y={size.height - 8} textAnchor="end">
          {t.scatterX}
        </text>
        <text x={8} y={14}>
          {t.scatterY}
        </text>
        <text x={margin.left - 6} y={bottom} textAnchor="end">
          0
        </text>
        <text x={margin.left - 6} y={margin.top + 10} textAnchor="end">
          {formatNumber(most.y, 1)}
        </text>
        <text x={right} y={bottom + 16} textAnchor="end">
          {formatNumber(most.x, 1)}
        </text>
        <text className="corner" x={right} y={margin.top + 10} textAnchor="end">
          {t.bothHigh}
        </text>
        <text className="corner" x={margin.left + 6} y={margin.top + 10}>
          {t.energyHigh}
        </text>
        <text className="corner" x={right} y={bottom - 8} textAnchor="end">
          {t.excursionHigh}
        </text>
        <text className="corner" x={margin.left + 6} y={bottom - 8}>
          {t.bothLow}
        </text>
        {places.map(({ id, name, x, y }) => {
          const words = t.placeOf(name, formatNumber(x, 1), formatNumber(y, 1));
          const at = { cx: left(x), cy: top(y), r: 6 };
          if (onOpen === null)
            return (
              <circle key={id} {...at}>
                <title>{words}</title>
              </circle>
            );
          const open = () => onOpen(id, name);
          return (
            // biome-ignore lint/a11y/useSemanticElements: a button inside a drawing
            <circle
              key={id}
              {...at}
              role="button"
              tabIndex={0}
              aria-label={words}
              onClick={open}
              onKeyDown={({ key }) => (key === 'Enter' || key === ' ') && open()}
            >
              <title>{words}</title>
            </circle>
          );
        })}
      </svg>
    </div>
  );
}
