export { acknowledgeByPhone } from './acts/acknowledgeByPhone.ts';
export { readerOf } from './alarmStaff.ts';
export { backTestHandlers } from './backTest/handlers.ts';
export { type AlarmCourse, coursesOfPoints } from './coursesOfPoints.store.ts';
export { quantity, type Severity } from './engine/index.ts';
export {
  type AlarmEvaluation,
  type AlarmService,
  type EvaluationInput,
  openAlarms,
} from './evaluator/alarmService.ts';
export type { LinkStatus } from './evaluator/linkLook.ts';
export { ownSource } from './evaluator/watchList.ts';
export { type AlarmHandlerDeps, alarmHandlers } from './handlers.ts';
export { moveToCompany } from './handOver.store.ts';
export { type AlarmHealthDeps, alarmHealthHandlers } from './health/handlers.ts';
export { announced, isDueBy } from './health/health.store.ts';
export { healthExporter } from './health/healthExporter.wire.ts';
export { markLate } from './late/late.store.ts';
export { alarmExporters } from './lists/alarmExporters.wire.ts';
export { type AlarmProofDeps, alarmProofHandlers } from './proof/handlers.ts';
export { foundLately, judgedOf, type PointJudged } from './proof/proof.store.ts';
export { proofExporter } from './proof/proofExporter.wire.ts';
export { proveAlarms } from './proof/proveAlarms.ts';
export { releaseSubjectsOfGateways } from './releaseSubjects.store.ts';
export { definitionOf, parseRule } from './ruleDefinition.ts';
export { keepRuleVersions, ruleVersionsOf } from './ruleVersions/ruleVersions.store.ts';
export { type HiddenAlarm, hiddenAlarmsOf } from './shelves/hiddenAlarms.store.ts';
export { announcedNow } from './shelves/hiding.store.ts';
export {
  beginWorkWindow,
  devicesUnderMaintenance,
  endWorkWindow,
  type WorkWindow,
  workWindowsOf,
} from './shelves/workWindow.store.ts';
export { type AlarmSpan, spansOfPoints } from './spansOfPoints.store.ts';
export { countByProject, nameColumns } from './store.ts';
export { strategyHandlers } from './strategies/handlers.ts';
export { addStrategy, changeStrategyWithin, takePointsOut } from './strategies/saveStrategy.wire.ts';
export { strategyTemplateHandlers } from './strategyTemplates/handlers.ts';
export { type WhyDeps, whyHandlers } from './why/handlers.ts';
export { qualityText } from './words/qualityText.ts';
export { severityText } from './words/severityText.ts';
