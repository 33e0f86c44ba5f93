export { Curve } from './Curve.tsx';
export { CurveChart, type CurveMark } from './CurveChart.tsx';
export { intervalFor, onTheWire, type TimeSpan } from './curveRange.ts';
export { HistoryDialog, type HistoryPoint } from './HistoryDialog.tsx';
export { shapeCurves } from './shapeCurves.ts';
export { useZoneOf } from './useZoneOf.ts';
