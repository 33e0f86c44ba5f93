import { type BootPasswordState, bootPasswordStates } from '@watchpost/contract';
import { useBilingual } from '../lib/language.ts';
import { WordTag } from '../ui/index.ts';

/** What became of a boot password; only one that is good today is green. */
export function PasswordTag({ state }: { state: BootPasswordState }) {
  const inWords = useBilingual();
  return <WordTag good={state === 'issued' || null} words={inWords(bootPasswordStates[state])} />;
}
