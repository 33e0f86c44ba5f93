/** One canvas for plans and diagrams. */
export { Canvas, type CanvasScale, type Place } from './Canvas.tsx';
export { clamp, snap } from './geometry.ts';
