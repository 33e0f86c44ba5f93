export { securityEventHandlers } from './handlers.ts';
export { keepSecurityEvents } from './keepSecurityEvents.ts';
export { createReportForbidden } from './reportForbidden.ts';
export { securityEventExporter } from './securityEventExporter.ts';
export { deleteOldEvents } from './store.ts';
