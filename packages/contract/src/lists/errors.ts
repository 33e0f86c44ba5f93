import type { ErrorCatalogue } from '../errors.ts';

export const listErrors = {
  tooManyViews: {
    code: 409,
    zh: '每个列表最多保存 {count} 个视图，请先删除不用的视图',
    en: 'A list keeps at most {count} views. Delete one you no longer use.',
  },
  tooManySettings: {
    code: 409,
    zh: '列设置过多，无法继续保存',
    en: 'Too many column settings are kept. This one cannot be added.',
  },
} satisfies ErrorCatalogue;
