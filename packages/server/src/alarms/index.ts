export { acknowledgeByPhone } from './acknowledgeByPhone.ts';
export {
  type AlarmEvaluation,
  type AlarmService,
  type EvaluationInput,
  openAlarms,
} from './alarmService.ts';
export { readerOf } from './alarmStaff.ts';
export { backTestHandlers } from './backTest/handlers.ts';
export { type AlarmCourse, coursesOfPoints } from './coursesOfPoints.store.ts';
export { type AlarmHandlerDeps, alarmHandlers } from './handlers.ts';
export { moveToCompany } from './handOver.store.ts';
export { type AlarmHealthDeps, alarmHealthHandlers } from './health/handlers.ts';
export { healthExporter } from './health/healthExporter.wire.ts';
export type { LinkStatus } from './linkLook.ts';
export { alarmExporters } from './lists/alarmExporters.wire.ts';
export { qualityText } from './qualityText.ts';
export { releaseSubjectsOfGateways } from './releaseSubjects.store.ts';
export { definitionOf, parseRule } from './ruleDefinition.ts';
export { severityText } from './severityText.ts';
export { announcedNow } from './shelves/hiding.store.ts';
export { type AlarmSpan, spansOfPoints } from './spansOfPoints.store.ts';
export { countByProject } from './store.ts';
export { warningHandlers } from './warnings/handlers.ts';
export { keepWarnings } from './warnings/keepWarnings.ts';
export { warningExporter } from './warnings/warningExporter.wire.ts';
export { ownSource } from './watchList.ts';
export { type WhyDeps, whyHandlers } from './why/handlers.ts';
