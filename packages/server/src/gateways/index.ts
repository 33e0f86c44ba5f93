export { type GatewayCatalogue, loadGatewayCatalogue } from './gatewayCatalogue.ts';
export { GatewayLinks } from './gatewayLinks.ts';
export { moveToCompany } from './handOver.store.ts';
export {
  allGateways,
  type GatewayFacts,
  insertRejection,
  type LineChange,
  type Rejection,
  type SlaveFacts,
  trimRejections,
  writeLastSeen,
  writeLineChanges,
} from './store.ts';
