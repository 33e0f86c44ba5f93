import { defineText } from '../lib/defineText.ts';

export const text = defineText({
  events: { zh: '安全事件', en: 'Security events' },
  search: { zh: '搜索账号、对象或网络', en: 'Search account, subject or network' },
  event: { zh: '事件', en: 'Event' },
  time: { zh: '时间', en: 'Time' },
  times: { zh: '次数', en: 'Times' },
  account: { zh: '账号', en: 'Account' },
  unknownAccount: { zh: (typed: string) => `${typed}（不存在）`, en: (typed: string) => `${typed} (no such account)` },
  several: { zh: '多个', en: 'Several' },
  subject: { zh: '对象', en: 'Subject' },
  network: { zh: '来源网络', en: 'Network' },
  client: { zh: '客户端', en: 'Client' },
  empty: { zh: '没有安全事件', en: 'No security events' },
  emptyHint: {
    zh: '失败的登录、被拒的越权访问、从新网络的登录会出现在这里。',
    en: 'Failed sign-ins, refused access and sign-ins from new networks appear here.',
  },
});
