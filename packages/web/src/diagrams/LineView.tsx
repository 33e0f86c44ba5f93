import { type DiagramLine, media } from '@watchpost/contract';
import { memo } from 'react';
import { letterPlace, type Point, pathOf } from './geometry.ts';

/** Shorter stretches bear no letters, drawing units. */
const shortest = 120;

/** A pipe or wire: its medium reads by dash and letters. */
export const LineView = memo(function LineView({
  line,
  corners,
  selected = false,
}: {
  line: DiagramLine;
  corners: readonly Point[];
  selected?: boolean;
}) {
  const { at, length } = letterPlace(corners);
  return (
    <g aria-hidden className={`dg-line dg-line-${line.medium}${selected ? ' dg-line-selected' : ''}`}>
      <path d={pathOf(corners)} />
      {length >= shortest ? (
        <g transform={`translate(${at[0]} ${at[1]})`}>
          <rect x={-12} y={-8} width={24} height={16} />
          <text textAnchor="middle" y={4} fontSize={11}>
            {media[line.medium].letters}
          </text>
        </g>
      ) : null}
    </g>
  );
});
