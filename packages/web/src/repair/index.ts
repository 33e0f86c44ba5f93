export { ReportFromAlarm } from './ReportFromAlarm.tsx';
