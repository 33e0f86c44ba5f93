export { writingHandlers } from './handlers.ts';
export { moveToCompany } from './handOver.store.ts';
export { returnValuesJob } from './returnValues.ts';
export { Writing, type WritingDeps } from './Writing.ts';
export { writeExporter } from './writeExporter.ts';
