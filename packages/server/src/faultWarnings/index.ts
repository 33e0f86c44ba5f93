export { warningHandlers } from './handlers.ts';
export { keepWarnings } from './keepWarnings.ts';
export { findWarning, type WarningRow } from './list.store.ts';
export { presentWarning } from './present.ts';
export { sayOfWarning } from './sayOfWarning.ts';
export { warningExporter } from './warningExporter.wire.ts';
