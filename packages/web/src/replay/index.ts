/** Monitoring at a moment of the past: the bar that chooses it, and devices as they stood then. */
export { ReplayBar, ReplayButton } from './ReplayBar.tsx';
export { useDevicesThen } from './useDevicesThen.ts';
