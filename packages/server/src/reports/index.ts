export { reportHandlers } from './handlers.ts';
export { makeReports } from './makeReports.ts';
