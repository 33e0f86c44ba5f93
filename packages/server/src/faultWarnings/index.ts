export { warningHandlers } from './handlers.ts';
export { keepWarnings } from './keepWarnings.ts';
export { warningExporter } from './warningExporter.wire.ts';
