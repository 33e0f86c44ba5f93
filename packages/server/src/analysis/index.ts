export { analysedDeviceExporter, analysedProjectExporter } from './analysisExporters.wire.ts';
export { type CountDaysDeps, countDays } from './facts/countDays.ts';
export { analysisHandlers } from './handlers.ts';
