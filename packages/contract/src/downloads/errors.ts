import type { ErrorCatalogue } from '../errors.ts';

/** Refusals of exports and of the download centre. Spec §8. */
export const downloadErrors = {
  notReady: { code: 409, zh: '文件尚未生成', en: 'The file is not ready yet.' },
  expired: { code: 404, zh: '文件已过期，请重新导出', en: 'The file has expired. Export it again.' },
  seesLess: {
    code: 403,
    zh: '您能查看的范围已缩小，此文件不再对您开放，请重新导出',
    en: 'You see less now than when this file was made. Export it again.',
  },
  nothingToExport: { code: 404, zh: '没有可导出的数据', en: 'No data to export.' },
  tooManyRows: {
    code: 400,
    zh: '超过 {count} 行，请缩小筛选范围后导出',
    en: 'More than {count} rows. Narrow the filter and export again.',
  },
  tooManyWaiting: {
    code: 429,
    zh: '您有 {count} 个导出任务未完成，请稍后再试',
    en: '{count} of your exports are not finished yet. Try again later.',
  },
  exportFailed: { code: 500, zh: '导出失败，请重试', en: 'The export failed. Try again.' },
} satisfies ErrorCatalogue;
