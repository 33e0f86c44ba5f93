import type { ErrorCatalogue } from '../errors.ts';

export const eventNoticeErrors = {
  personOutside: {
    code: 400,
    field: 'PersonList',
    zh: '所选通知人无权查看该项目的事件，或只能查看部分设备',
    en: 'A chosen person may not open the events of this project, or sees only some of its devices.',
  },
  tooManyEvents: {
    code: 400,
    zh: '一次最多导出 {limit} 条事件，请缩小范围',
    en: 'At most {limit} events go into one file. Narrow the search.',
  },
} satisfies ErrorCatalogue;
