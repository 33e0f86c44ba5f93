export { Curve } from './Curve.tsx';
export { CurveChart } from './CurveChart.tsx';
export type { CurveMark } from './curveFrame.ts';
export { intervalFor, onTheWire, type TimeSpan } from './curveRange.ts';
export type { CurveView } from './curveView.ts';
export { HistoryDialog, type HistoryPoint } from './HistoryDialog.tsx';
export { RangeInput } from './RangeInput.tsx';
export { shapeCurves } from './shapeCurves.ts';
export { useZoneOf } from './useZoneOf.ts';
