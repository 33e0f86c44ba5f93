import { pushTypes } from '@watchpost/contract';

/** What tells that an alarm is over: it returned to normal, or ended otherwise. For those who were told of it, after they were. */
export const allClearTypes: readonly number[] = [pushTypes.clear, pushTypes.ended];

export const isAllClear = ({ pushType }: { readonly pushType: number }): boolean => allClearTypes.includes(pushType);
