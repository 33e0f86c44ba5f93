import type { CallName } from '@watchpost/contract';
import { useAskAgain } from '../lib/askAgain.ts';

export const callsAboutCameras: readonly CallName[] = ['getCameraPage', 'getVideoMonitorPage'];

/** To be called after a change: everything on the screen that shows cameras is asked for again. */
export const useCamerasChanged = (): (() => Promise<void>) => useAskAgain(callsAboutCameras);
