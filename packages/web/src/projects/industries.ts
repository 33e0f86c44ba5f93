import type { Bilingual } from '@watchpost/contract';

/** The industries of a project, by their number on the wire. Spec §1. */
export const industries: Readonly<Record<number, Bilingual>> = {
  1: { zh: '冷链仓储与运输', en: 'Cold chain' },
  2: { zh: '商超', en: 'Supermarket' },
  3: { zh: '农牧', en: 'Livestock' },
  4: { zh: '文物', en: 'Cultural relics' },
};

export const industryNumbers: readonly number[] = Object.keys(industries).map(Number);
