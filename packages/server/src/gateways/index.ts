export { GatewayLinks, startGraceMs } from './gatewayLinks.ts';
export {
  allGateways,
  type GatewayFacts,
  insertRejection,
  type LineChange,
  type Rejection,
  trimRejections,
  writeLastSeen,
  writeLineChanges,
} from './store.ts';
