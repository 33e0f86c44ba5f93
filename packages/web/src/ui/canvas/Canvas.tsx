import { Button } from 'antd';
import { type PointerEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { defineText, useText } from '../../lib/defineText.ts';
import './Canvas.css';
import { clamp, fit, held, type Size, type View, zoomAt } from './geometry.ts';

const text = defineText({
  nearer: { zh: '放大', en: 'Zoom in' },
  farther: { zh: '缩小', en: 'Zoom out' },
  whole: { zh: '显示全部', en: 'Show all' },
  keys: { zh: '方向键移动，+ − 缩放，0 显示全部', en: 'Arrow keys move, + and − zoom, 0 shows all' },
});

const zoomStep = 1.4;
/** Of the window, for one press of an arrow. */
const panShare = 0.1;
/** Of a phone, CSS pixels. */
const narrow = 600;
/** Less than this is a click with an unsteady hand, CSS pixels. */
const stillPixels = 4;

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** What stands on the canvas asks it: how large a CSS pixel is there, and where a pointer is. */
export interface CanvasScale {
  /** Drawing units of one CSS pixel: what is drawn this large keeps its size when people zoom. */
  readonly pixel: number;
  placeOf(event: { clientX: number; clientY: number }): Place;
}

/**
 * A drawing to pan and zoom: by wheel, drag, two fingers, keys and buttons. Drawn as SVG, in units of its own.
 *
 * @param onPlace a click on the drawing itself
 */
export function Canvas({
  drawing,
  label,
  onPlace,
  onDropped,
  onPixel,
  beginsHigh = false,
  children,
}: {
  drawing: Size;
  label: string;
  onPlace?: (place: Place) => void;
  /** Something was dragged here from outside; with the text that it carries. */
  onDropped?: (carried: string, place: Place) => void;
  /** Told how many drawing units a CSS pixel is, for what stands beside the drawing. */
  onPixel?: (pixel: number) => void;
  /** On a phone begins with the whole height from the left edge on, where the whole width would be too small to read. */
  beginsHigh?: boolean;
  children: (scale: CanvasScale) => ReactNode;
}) {
  const t = useText(text);
  const svg = useRef<SVGSVGElement>(null);
  const [window_, setWindow] = useState<Size>({ width: 800, height: 500 });
  const [chosen, setChosen] = useState<View | null>(null);
  const whole = fit(drawing, window_);
  const view = chosen ?? whole;
  const height = (view.width * window_.height) / window_.width;
  const pixel = view.width / window_.width;
  const fingers = useRef(new Map<number, Place>());
  const moved = useRef(0);
  const begin = useRef(beginsHigh ? drawing : null);

  useEffect(() => onPixel?.(pixel), [onPixel, pixel]);
  useEffect(() => {
    const element = svg.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      if (width <= 0 || height <= 0) return;
      setWindow({ width, height });
      const first = begin.current;
      begin.current = null;
      const shown = first && width < narrow ? (first.height * width) / height : Number.POSITIVE_INFINITY;
      if (first && shown < first.width) setChosen({ x: 0, y: 0, width: shown });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const placeOf = useCallback(
    ({ clientX, clientY }: { clientX: number; clientY: number }): Place => {
      const box = svg.current?.getBoundingClientRect();
      return { x: view.x + (clientX - (box?.left ?? 0)) * pixel, y: view.y + (clientY - (box?.top ?? 0)) * pixel };
    },
    [view.x, view.y, pixel],
  );
  const show = (next: View) => setChosen(held(next, drawing, window_));
  const zoom = (factor: number, at: Place = { x: view.x + view.width / 2, y: view.y + height / 2 }) => {
    const next = zoomAt(view, at, factor, whole);
    if (next.width >= whole.width) setChosen(null);
    else show(next);
  };
  const pan = (x: number, y: number) => show({ ...view, x: view.x + x, y: view.y + y });

  // React listens to wheels passively, and then the page would scroll along.
  const onWheel = useRef<(event: WheelEvent) => void>(() => undefined);
  useEffect(() => {
    onWheel.current = (event) => {
      event.preventDefault();
      zoom(clamp(1.0015 ** -event.deltaY, 0.5, 2), placeOf(event));
    };
  });
  useEffect(() => {
    const element = svg.current;
    const listen = (event: WheelEvent) => onWheel.current(event);
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, []);

  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    fingers.current.set(event.pointerId, now);
    moved.current += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    const other = others[0];
    if (other) {
      const far = (a: Place, b: Place) => Math.hypot(a.x - b.x, a.y - b.y) || 1;
      zoom(far(now, other) / far(before, other), placeOf({ clientX: other.x, clientY: other.y }));
    } else if (moved.current > stillPixels) pan((before.x - now.x) * pixel, (before.y - now.y) * pixel);
  };
  const letGo = (event: PointerEvent<SVGSVGElement>) => {
    if (!fingers.current.delete(event.pointerId)) return;
    if (event.type === 'pointerup' && moved.current <= stillPixels && fingers.current.size === 0)
      onPlace?.(placeOf(event));
  };

  return (
    <div className="canvas">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing is no field set */}
      <svg
        ref={svg}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by the keyboard, like a map
        tabIndex={0}
        role="group"
        aria-label={`${label}. ${t.keys}`}
        viewBox={`${view.x} ${view.y} ${view.width} ${height}`}
        preserveAspectRatio="none"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          if (fingers.current.size === 0) moved.current = 0;
          fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
          event.currentTarget.setPointerCapture?.(event.pointerId);
        }}
        onPointerMove={onPointerMove}
        onDragOver={(event) => onDropped && event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          onDropped?.(event.dataTransfer.getData('text/plain'), placeOf(event));
        }}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onKeyDown={(event) => {
          if (event.target !== event.currentTarget) return;
          const step = view.width * panShare;
          const run: Record<string, () => void> = {
            ArrowLeft: () => pan(-step, 0),
            ArrowRight: () => pan(step, 0),
            ArrowUp: () => pan(0, -step),
            ArrowDown: () => pan(0, step),
            '+': () => zoom(zoomStep),
            '=': () => zoom(zoomStep),
            '-': () => zoom(1 / zoomStep),
            '0': () => setChosen(null),
          };
          if (!run[event.key]) return;
          event.preventDefault();
          run[event.key]!();
        }}
      >
        {children({ pixel, placeOf })}
      </svg>
      <div className="canvas-tools">
        <Button size="small" aria-label={t.nearer} title={t.nearer} onClick={() => zoom(zoomStep)}>
          +
        </Button>
        <Button size="small" aria-label={t.farther} title={t.farther} onClick={() => zoom(1 / zoomStep)}>
          −
        </Button>
        <Button size="small" onClick={() => setChosen(null)}>
          {t.whole}
        </Button>
      </div>
    </div>
  );
}
