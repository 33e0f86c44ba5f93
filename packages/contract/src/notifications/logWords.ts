import { defineLogWords, type Words } from '../logs/defineLogWords.ts';

const weekdayWords: Words = {
  1: { zh: '周一', en: 'Monday' },
  2: { zh: '周二', en: 'Tuesday' },
  3: { zh: '周三', en: 'Wednesday' },
  4: { zh: '周四', en: 'Thursday' },
  5: { zh: '周五', en: 'Friday' },
  6: { zh: '周六', en: 'Saturday' },
  7: { zh: '周日', en: 'Sunday' },
};

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const notificationLogWords = defineLogWords({
  subjects: {
    absence: { zh: '休假', en: 'Leave' },
    calendarDay: { zh: '日历', en: 'Calendar' },
    dutyRota: { zh: '值班表', en: 'Rota' },
    webhook: { zh: 'Webhook', en: 'Webhook' },
  },
  fields: {
    absence: { zh: '休假', en: 'Leave' },
    channels: { zh: '通知方式', en: 'Ways' },
    countsAs: { zh: '按何日', en: 'Counts as', values: { ...weekdayWords, 8: { zh: '节假日', en: 'holiday' } } },
    disabledAt: { zh: '停用时间', en: 'Disabled since' },
    enabled: { zh: '启用', en: 'Enabled' },
    endTime: { zh: '止', en: 'Until' },
    fromDay: { zh: '首日', en: 'From' },
    holidays: { zh: '节假日', en: 'Holidays' },
    quietHours: { zh: '免打扰时段', en: 'Quiet hours' },
    secret: { zh: '密钥', en: 'Secret' },
    shifts: { zh: '班次', en: 'Shifts' },
    startTime: { zh: '起', en: 'From' },
    step: { zh: '升级层级', en: 'Step' },
    substitute: { zh: '代班人', en: 'Substitute' },
    untilDay: { zh: '末日', en: 'Until' },
    url: { zh: '地址', en: 'Address' },
    weekdays: { zh: '星期', en: 'Days of the week', values: weekdayWords },
  },
});
