import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import type { Size } from '../ui/canvas/geometry.ts';
import type { CanvasScale } from '../ui/canvas/index.ts';
import { clamp } from '../ui/canvas/index.ts';

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** One press of an arrow, and with Shift; of the width. */
const step = 0.005;
const longStep = 0.05;

/** Something on the drawing that is dragged, or moved by the arrow keys. Places are shares of the drawing. */
export function Handle({
  at,
  drawing,
  scale,
  label,
  selected,
  onSelect,
  onMove,
  onRemove,
  children,
}: {
  at: readonly [number, number];
  drawing: Size;
  scale: CanvasScale;
  label: string;
  selected: boolean;
  onSelect: () => void;
  /** Once, when it is let go. */
  onMove: (x: number, y: number) => void;
  onRemove?: () => void;
  children: ReactNode;
}) {
  const [drag, setDrag] = useState<{ from: [number, number]; to: [number, number] } | null>(null);
  const shareOf = (event: PointerEvent): [number, number] => {
    const { x, y } = scale.placeOf(event);
    return [x / drawing.width, y / drawing.height];
  };
  const [x, y] = drag
    ? [clamp(at[0] + drag.to[0] - drag.from[0], 0, 1), clamp(at[1] + drag.to[1] - drag.from[1], 0, 1)]
    : at;
  const onKeyDown = (event: KeyboardEvent) => {
    const way = arrows[event.key];
    if (way) {
      const far = event.shiftKey ? longStep : step;
      onMove(clamp(x + way[0] * far, 0, 1), clamp(y + (way[1] * far * drawing.width) / drawing.height, 0, 1));
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && onRemove) onRemove();
    else if (event.key === 'Enter' || event.key === ' ') onSelect();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: there are no buttons inside a drawing
    <g
      role="button"
      tabIndex={0}
      aria-label={label}
      aria-pressed={selected}
      className="plan-handle"
      transform={`translate(${x * drawing.width} ${y * drawing.height}) scale(${scale.pixel})`}
      onKeyDown={onKeyDown}
      onFocus={onSelect}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.stopPropagation();
        event.currentTarget.setPointerCapture?.(event.pointerId);
        onSelect();
        setDrag({ from: shareOf(event), to: shareOf(event) });
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: shareOf(event) })}
      onPointerUp={(event) => {
        event.stopPropagation();
        if (drag && (drag.from[0] !== drag.to[0] || drag.from[1] !== drag.to[1])) onMove(x, y);
        setDrag(null);
      }}
      onPointerCancel={() => setDrag(null)}
    >
      {children}
    </g>
  );
}
