/** What part of a drawing is shown, in its own units. */
export interface View {
  readonly x: number;
  readonly y: number;
  /** The height follows from the window's shape. */
  readonly width: number;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** As near as one goes: so many times the whole. */
const nearest = 16;

export const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** The whole drawing in the middle of the window. */
export function fit(drawing: Size, window: Size): View {
  const width = Math.max(drawing.width, (drawing.height * window.width) / window.height);
  const height = (width * window.height) / window.width;
  return { x: (drawing.width - width) / 2, y: (drawing.height - height) / 2, width };
}

/** Nearer (`factor` above 1) or farther; the place under the pointer stays where it is. */
export function zoomAt(view: View, at: { x: number; y: number }, factor: number, whole: View): View {
  const width = clamp(view.width / factor, whole.width / nearest, whole.width);
  const share = width / view.width;
  return { x: at.x - (at.x - view.x) * share, y: at.y - (at.y - view.y) * share, width };
}

/** The middle of the window never leaves the drawing. */
export function held(view: View, drawing: Size, window: Size): View {
  const height = (view.width * window.height) / window.width;
  return {
    width: view.width,
    x: clamp(view.x, -view.width / 2, drawing.width - view.width / 2),
    y: clamp(view.y, -height / 2, drawing.height - height / 2),
  };
}

/** To the nearest line of a grid. */
export const snap = (value: number, step: number): number => Math.round(value / step) * step;
