export { ReportFault } from './ReportFault.tsx';
export { ReportFromAlarm } from './ReportFromAlarm.tsx';
export { usePosition } from './usePosition.ts';
