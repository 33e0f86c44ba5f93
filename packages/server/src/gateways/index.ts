// Without the handlers and exporters: they stand on points, alarms and devices, which stand on what is here.
export { flowSql, stoppedSql } from './cards/cardFlow.ts';
export { readCards } from './cards/readCards.ts';
export { type ConfigurationVersions, createVersionFollower } from './configuration/followVersions.ts';
export { refusalWords, secondMasterTrouble, surplusKeysTrouble, takenOverTrouble } from './diagnosis/diagnosisText.ts';
export { trimGatewayEvents } from './diagnosis/event.store.ts';
export { dialTarget } from './dialTarget.ts';
export type { FieldAddress, HeardKey } from './GatewayDeps.ts';
export { type GatewayCatalogue, loadGatewayCatalogue } from './gatewayCatalogue.ts';
export { arrivalGraceMs, GatewayLinks } from './gatewayLinks.ts';
export { type GatewayTenant, gatewayTenantOf } from './gatewayTenant.ts';
export { moveToCompany } from './handOver.store.ts';
export { hashAccessToken } from './mqtt/accessToken.ts';
export { needGateway, needGatewayToSetUp, needLineToOpen, needLineToSetUp, needModbus } from './needGateway.ts';
export { fitSlave } from './setUp/fitSlave.ts';
export { type LineSettings, lineSettingsOf, slavesOf } from './setUp/slave.store.ts';
export {
  allGateways,
  countLeftOut,
  type GatewayFacts,
  insertRejection,
  insertTrouble,
  type Rejection,
  type SlaveFacts,
  type Trouble,
  trimRejections,
  writeLastSeen,
  writeLineChanges,
} from './store.ts';
export { gatewayNotHidden, gatewayShared, gatewayVisible, slaveVisible } from './visible.store.ts';
