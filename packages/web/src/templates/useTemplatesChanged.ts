import type { CallName } from '@watchpost/contract';
import { useAskAgain } from '../lib/askAgain.ts';

export const callsAboutTemplates: readonly CallName[] = ['getTempByUid', 'getTempById'];

/** To be called after a change: everything on the screen that shows templates is asked for again. */
export const useTemplatesChanged = (): (() => Promise<void>) => useAskAgain(callsAboutTemplates);
