export {
  crossedLimit,
  isUpper,
  type Limit,
  type LimitBand,
  type Limits,
  limitsOf,
  limitText,
  nearestLimits,
} from './limits.ts';
export { keepNewer, newestOf, withLiveValue, withLiveValues } from './liveValue.ts';
