export { repairHandlers } from './handlers.ts';
export { repairExporter } from './repairExporter.wire.ts';
export { watchRepairs } from './watchRepairs.ts';
