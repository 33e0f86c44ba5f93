export { reportHandlers } from './handlers.ts';
export { makeReports, maxTries } from './makeReports.ts';
export { periodBefore } from './period.ts';
export { insertPolicy, insertReport, setProjects } from './report.store.ts';
