export { debugOrderExporter } from './debugOrderExporter.wire.ts';
export { passingChecks } from './factsNow.ts';
export { commissioningHandlers } from './handlers.ts';
export { openWork } from './handOver.store.ts';
export { debugOrdersOf } from './order.store.ts';
export { sealHandover } from './sealHandover.ts';
