import { defineLogWords } from '../logs/defineLogWords.ts';
import { dashboardPartWords } from './parts.ts';

/** What the operation log calls the things of this domain, and their fields. */
export const dashboardLogWords = defineLogWords({
  subjects: { dashboard: { zh: '看板默认布局', en: 'Dashboard for everybody' } },
  fields: {
    dashboardOrder: { zh: '部件顺序', en: 'Order of the parts', values: dashboardPartWords },
    dashboardHidden: { zh: '隐藏的部件', en: 'Hidden parts', values: dashboardPartWords },
  },
});
