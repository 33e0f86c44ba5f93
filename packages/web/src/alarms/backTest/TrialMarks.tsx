import { useEffect, useRef, useState } from 'react';
import { formatDateTime } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { formatWithUnit } from '../../lib/numbers.ts';
import { SeverityMark, severityOf } from '../../ui/index.ts';
import { text } from './text.ts';

/** From when to when there was an alarm, or would have been one. */
export interface TrialMark {
  readonly from: number;
  /** Null: it still is. */
  readonly to: number | null;
  readonly level: number;
  /** The condition that raised it, or what the alarm said. */
  readonly what: string;
  /** How far it went; null where nobody kept that. */
  readonly extreme: number | null;
}

export interface TrialLane {
  readonly name: string;
  readonly marks: readonly TrialMark[];
}

const laneHeight = 16;
const gap = 4;
/** An alarm of minutes in a month must still be seen. CSS pixels. */
const minWidth = 2;
/** More of a list nobody reads. */
const maxListed = 100;
/** Of the height of its lane: what is urgent stands out by more than colour. */
const shareOf = { urgent: 1, important: 0.75, general: 0.5, record: 0.3 } as const;

/** Where a mark lies between the edges, in the unit of these. */
export function placeOf(
  { from, to }: TrialMark,
  span: { readonly from: number; readonly to: number },
  edges: { readonly left: number; readonly right: number },
): { x: number; width: number } | null {
  const end = to ?? span.to;
  if (from >= span.to || end <= span.from) return null;
  const scale = (edges.right - edges.left) / (span.to - span.from);
  const x = edges.left + (Math.max(from, span.from) - span.from) * scale;
  return { x, width: Math.max(minWidth, edges.left + (Math.min(end, span.to) - span.from) * scale - x) };
}

/**
 * Under a curve, on its scale of time: a lane for what the tried limits would have raised, and one for what was really raised;
 * below them the same in words.
 */
export function TrialMarks({
  lanes,
  span,
  width,
  edges,
  timeZone,
  unit,
  decimals,
}: {
  lanes: readonly TrialLane[];
  span: { readonly from: number; readonly to: number };
  /** CSS pixels, of the curve above. */
  width: number;
  edges: { readonly left: number; readonly right: number };
  timeZone: string;
  unit: string;
  decimals: number;
}) {
  const t = useText(text);
  const shown = lanes.map((lane) => ({ ...lane, marks: lane.marks.filter((mark) => placeOf(mark, span, edges)) }));
  const time = (at: number | null) => (at === null ? t.still : formatDateTime(at, timeZone).slice(5, 16));
  const inWords = (mark: TrialMark) =>
    `${time(mark.from)} – ${time(mark.to)}${mark.extreme === null ? '' : ` · ${formatWithUnit(mark.extreme, unit, decimals)}`} · ${mark.what}`;
  return (
    <div className="trial-marks">
      {shown.map(({ name, marks }) => (
        <div key={name} className="trial-lane">
          <p className="trial-name">
            {name} <strong className="tabular">{t.count(marks.length)}</strong>
          </p>
          <svg width={width} height={laneHeight + gap} role="img" aria-label={`${name} ${t.count(marks.length)}`}>
            <line className="limit-grid" x1={edges.left} x2={edges.right} y1={laneHeight + 0.5} y2={laneHeight + 0.5} />
            {marks.map((mark) => {
              const place = placeOf(mark, span, edges)!;
              const severity = severityOf(mark.level);
              const height = laneHeight * shareOf[severity];
              return (
                <rect
                  key={`${mark.from} ${mark.level} ${mark.what}`}
                  className={`trial-mark trial-${severity}`}
                  x={place.x}
                  width={place.width}
                  y={laneHeight - height}
                  height={height}
                >
                  <title>{inWords(mark)}</title>
                </rect>
              );
            })}
          </svg>
        </div>
      ))}
      {shown.some(({ marks }) => marks.length > 0) ? (
        <details>
          <summary>{t.inWords}</summary>
          <div className="trial-lists">
            {shown.map(({ name, marks }) => (
              <section key={name}>
                <h3 className="trial-title">{name}</h3>
                {marks.length === 0 ? <p className="strategy-hint">{t.noneRaised}</p> : null}
                <ul>
                  {marks.slice(0, maxListed).map((mark) => (
                    <li key={`${mark.from} ${mark.level} ${mark.what}`} className="tabular">
                      <SeverityMark level={mark.level} /> {inWords(mark)}
                    </li>
                  ))}
                </ul>
                {marks.length > maxListed ? <p className="strategy-hint">{t.firstListed(maxListed)}</p> : null}
              </section>
            ))}
          </div>
        </details>
      ) : null}
    </div>
  );
}

/** What a curve of states alone leaves beside its bars. CSS pixels. */
const stateEdges = { left: 40, right: 20 };

/** As wide as the place it stands in, for a curve that draws its own axis. */
export function MeasuredTrialMarks(props: Omit<Parameters<typeof TrialMarks>[0], 'width' | 'edges'>) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={frame}>
      {width > 0 && props.lanes.length > 0 ? (
        <TrialMarks {...props} width={width} edges={{ left: stateEdges.left, right: width - stateEdges.right }} />
      ) : null}
    </div>
  );
}
