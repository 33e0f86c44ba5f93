import { useId } from 'react';
import { type SparklineShape, sparklineHeight, sparklineWidth } from './sparkline.ts';

/** The trend of a card: line, limits dashed, the ground between them tinted. */
export function Sparkline({
  shape,
  label,
  level,
  tone,
}: {
  shape: SparklineShape | null;
  label: string;
  /** Of the point's alarm: colours the line. */
  level: number | null;
  /** `old`: what ends before now. */
  tone: 'live' | 'old';
}) {
  const clip = useId();
  const upper = shape?.upperY ?? 0;
  const lower = shape?.lowerY ?? sparklineHeight;
  return (
    <svg
      className={`spark spark-${tone}${level ? ` spark-level-${level}` : ''}`}
      viewBox={`0 0 ${sparklineWidth} ${sparklineHeight}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <clipPath id={clip}>
        <rect x="0" y="0" width={sparklineWidth} height={sparklineHeight} />
      </clipPath>
      {/* Without a limit nothing says that a value is within it. */}
      {shape && (shape.upperY !== null || shape.lowerY !== null) ? (
        <rect className="spark-within" x="0" y={upper} width={sparklineWidth} height={Math.max(0, lower - upper)} />
      ) : null}
      {[shape?.upperY ?? null, shape?.lowerY ?? null].map((y, index) =>
        y === null ? null : (
          <line
            key={index === 0 ? 'upper' : 'lower'}
            className="spark-limit"
            x1="0"
            x2={sparklineWidth}
            y1={y}
            y2={y}
          />
        ),
      )}
      <g clipPath={`url(#${clip})`}>
        {shape?.paths.map((path) => (
          <path key={path} className="spark-line" d={path} />
        ))}
        {shape?.dots.map(({ x, y }) => (
          <path key={`${x} ${y}`} className="spark-line spark-dot" d={`M${x} ${y}h0.01`} />
        ))}
      </g>
    </svg>
  );
}
