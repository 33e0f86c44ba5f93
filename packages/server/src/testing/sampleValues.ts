import type { AllCalls, CallInput, CallName } from '@watchpost/contract';
import { type Ids, picture } from './equippedCompany.ts';

/** What of a question is said by hand: fields of its query and body, a body that is a list, files. */
type ByHand<Input> = {
  [Part in keyof Input]?: Input[Part] extends readonly unknown[] | undefined ? Input[Part] : Partial<Input[Part]>;
};

/** What the schemas of calls do not say about a good question. */
export type Samples = { readonly [Name in CallName]?: (ids: Ids) => ByHand<CallInput<AllCalls[Name]>> };

const inShanghai = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
});
/** `YYYY-MM-DD HH:mm:ss` in Shanghai, where the companies of the factories are. */
export const local = (epochMs: number): string => inShanghai.format(epochMs);
/** A day in Shanghai. */
export const daysAgo = (days: number): string => local(Date.now() - days * 86_400_000).slice(0, 10);

export const image = () => new File([picture], 'dot.png', { type: 'image/png' });

let count = 0;
/** Each time another one: what is kept as it was is no change that anybody is told. */
export const nextCount = (): number => count++;
