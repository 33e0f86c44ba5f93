export { writingHandlers } from './handlers.ts';
export { moveToCompany } from './handOver.store.ts';
export { presentReturn } from './present.ts';
export { Returns } from './Returns.ts';
export { returnsAhead } from './returns.store.ts';
export { Writing, type WritingDeps } from './Writing.ts';
export { writePoint } from './write/writePoint.ts';
export { writeExporter } from './writeExporter.ts';
