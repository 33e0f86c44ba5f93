import type { ErrorCatalogue } from '../../errors.ts';

export const backTestErrors = {
  rulesDoNotFit: {
    code: 400,
    field: ['VariantList', 'RuleList'],
    zh: '报警条件不完整或互相矛盾，请先改正再试算',
    en: 'A condition is incomplete or contradicts itself. Correct it before you try it.',
  },
} as const satisfies ErrorCatalogue;
