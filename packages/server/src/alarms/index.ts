export {
  type AlarmEvaluation,
  type AlarmService,
  type EvaluationInput,
  openAlarms,
} from './alarmService.ts';
export { type AlarmHandlerDeps, alarmHandlers } from './handlers.ts';
export { moveToCompany } from './handOver.store.ts';
export type { LinkStatus } from './linkLook.ts';
export { releaseSubjectsOfGateways } from './releaseSubjects.store.ts';
export { definitionOf, parseRule, type RuleDefinition } from './ruleDefinition.ts';
export { severityText } from './severityText.ts';
export { countByProject } from './store.ts';
export { ownSource } from './watchList.ts';
