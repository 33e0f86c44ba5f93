import { type KeyboardEvent, type PointerEvent, type ThHTMLAttributes, useRef, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { text } from './text.ts';
import { maxWidth, minWidth } from './useListColumns.ts';

/** One press of an arrow key. */
const stepPx = 16;

/** A head of a column whose right edge can be dragged, or moved with the arrow keys. */
export function HeaderCell({
  name,
  width,
  onWidth,
  children,
  ...cell
}: Omit<ThHTMLAttributes<HTMLTableCellElement>, 'width'> & {
  name?: string;
  width?: number;
  /** Absent: of a column that is no column of the list, such as that of the check boxes. */
  onWidth?: (width: number) => void;
}) {
  const t = useText(text);
  const head = useRef<HTMLTableCellElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const start = useRef({ x: 0, width: 0 });
  if (!onWidth || name === undefined) return <th {...cell}>{children}</th>;

  const bounded = (value: number) => Math.round(Math.max(minWidth, Math.min(maxWidth, value)));
  const present = () => head.current?.offsetWidth ?? width ?? minWidth;
  const grab = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width: present() };
    setDragged(start.current.width);
  };
  const widthAt = (event: PointerEvent) => bounded(start.current.width + event.clientX - start.current.x);
  const drop = (event: PointerEvent) => {
    if (dragged === null) return;
    setDragged(null);
    if (widthAt(event) !== start.current.width) onWidth(widthAt(event));
  };
  const byKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -stepPx : event.key === 'ArrowRight' ? stepPx : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onWidth(bounded(present() + step));
  };
  return (
    <th {...cell} ref={head}>
      {children}
      {/* biome-ignore lint/a11y/useSemanticElements: a rule across the page is no handle */}
      <span
        className={dragged === null ? 'list-width' : 'list-width list-width-dragged'}
        style={dragged === null ? undefined : { transform: `translateX(${dragged - start.current.width}px)` }}
        role="separator"
        aria-orientation="vertical"
        aria-label={t.widthOf(name)}
        aria-valuenow={width ?? 0}
        aria-valuemin={minWidth}
        aria-valuemax={maxWidth}
        tabIndex={0}
        onPointerDown={grab}
        onPointerMove={(event) => dragged !== null && setDragged(widthAt(event))}
        onPointerUp={drop}
        onPointerCancel={() => setDragged(null)}
        onKeyDown={byKey}
        // The head itself sorts when it is clicked.
        onClick={(event) => event.stopPropagation()}
      />
    </th>
  );
}
