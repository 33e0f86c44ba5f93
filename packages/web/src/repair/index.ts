export { callsAboutRepairs } from './callsAboutRepairs.ts';
export { ReportFromAlarm } from './ReportFromAlarm.tsx';
