export { debugOrderExporter } from './debugOrderExporter.wire.ts';
export { commissioningHandlers } from './handlers.ts';
