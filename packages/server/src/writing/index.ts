export { writingHandlers } from './handlers.ts';
export { moveToCompany } from './handOver.store.ts';
export { Returns } from './Returns.ts';
export { Writing, type WritingDeps } from './Writing.ts';
export { writePoint } from './write/writePoint.ts';
export { writeExporter } from './writeExporter.ts';
