export {
  type AlarmEvaluation,
  type AlarmService,
  type EvaluationInput,
  type LinkStatus,
  openAlarms,
  type PointLimits,
} from './alarmService.ts';
export { type AlarmHandlerDeps, alarmHandlers } from './handlers.ts';
export { definitionOf, parseRule, type RuleDefinition } from './ruleDefinition.ts';
