import { defineText } from '../../lib/defineText.ts';

export const whyText = defineText({
  why: { zh: '报警依据', en: 'Explain' },
  title: {
    zh: (name: string) => `${name}：报警依据`,
    en: (name: string) => `${name}: why it alarmed – or didn’t`,
  },
  at: { zh: '时刻', en: 'At' },
  point: { zh: '点位', en: 'Point' },
  hint: {
    zh: '由同一报警引擎在真实历史数据上重算得出。',
    en: 'Worked out by the alarm engine itself on the history there is.',
  },
  byPresentRule: {
    zh: (verdict: string) => `按现行规则：${verdict}`,
    en: (verdict: string) => `By the present rule: ${verdict.toLowerCase()}`,
  },
  deleted: { zh: (name: string) => `${name}（已删除）`, en: (name: string) => `${name} (deleted)`.trim() },
  moment: { zh: '所选时刻', en: 'Selected time' },
  openAlarm: { zh: '查看报警', en: 'Open the alarm' },
  curve: { zh: (name: string) => `${name}在所选时刻前后的曲线`, en: (name: string) => `${name} around that moment` },
});
