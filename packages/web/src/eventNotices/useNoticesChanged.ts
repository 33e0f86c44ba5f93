import type { CallName } from '@watchpost/contract';
import { useAskAgain } from '../lib/askAgain.ts';

const concerned: readonly CallName[] = ['getEventNoticePage'];

/** To be called after a change: everything on the screen that shows event notices is asked for again. */
export const useNoticesChanged = (): (() => Promise<void>) => useAskAgain(concerned);
