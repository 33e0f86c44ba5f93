import type { CallName } from '@watchpost/contract';
import { useAskAgain } from '../lib/askAgain.ts';

export const callsAboutNotices: readonly CallName[] = ['getEventNoticePage'];

/** To be called after a change: everything on the screen that shows event notices is asked for again. */
export const useNoticesChanged = (): (() => Promise<void>) => useAskAgain(callsAboutNotices);
