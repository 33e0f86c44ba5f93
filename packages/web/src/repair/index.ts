export { DeviceRepairs } from './DeviceRepairs.tsx';
export { ReportFault } from './ReportFault.tsx';
export { ReportFromAlarm, ReportFromWarning } from './ReportFromAlarm.tsx';
export { usePosition } from './usePosition.ts';
