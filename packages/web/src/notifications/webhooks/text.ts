import { defineText } from '../../lib/defineText.ts';

export const text = defineText({
  tab: { zh: 'Webhook', en: 'Webhooks' },
  hint: {
    zh: '报警触发、升级、重复和恢复（returned）时，以及报警因规则停用或修改、时段结束、上级通讯中断等原因结束（ended，附 reason）时，向以下地址发送带签名的 POST 请求；项目到期后停止。',
    en: 'A signed POST goes to these addresses when an alarm is raised, gets worse, repeats, is over (returned), or ends because its rule was switched off or changed, its period is over or a lost gateway explains it (ended, with a reason), while the project is served.',
  },
  none: { zh: '还没有 Webhook', en: 'No webhooks yet' },
  add: { zh: '新增 Webhook', en: 'Add webhook' },
  edit: { zh: '修改', en: 'Edit' },
  editTitle: { zh: '修改 Webhook', en: 'Edit webhook' },
  name: { zh: '名称', en: 'Name' },
  url: { zh: '地址', en: 'Address' },
  levels: { zh: '报警级别', en: 'Levels' },
  forWhom: { zh: '适用于', en: 'For' },
  ofCompany: { zh: '企业全部项目', en: 'All projects of the company' },
  ofProject: { zh: '仅本项目', en: 'This project only' },
  enabled: { zh: '启用', en: 'Enabled' },
  off: { zh: '已关闭', en: 'Off' },
  newSecret: { zh: '更换密钥', en: 'New secret' },
  newSecretAsk: {
    zh: (name: string) => `更换“${name}”的密钥？旧密钥立即失效。`,
    en: (name: string) => `Replace the secret of “${name}”? The old one ends at once.`,
  },
  secret: { zh: '签名密钥', en: 'Secret' },
  secretOnce: {
    zh: '请现在保存，关闭后无法再查看。请求头 X-Watchpost-Signature 为 t=秒,v1=HMAC-SHA256(密钥, “秒.正文”)。',
    en: 'Keep it now; it is never shown again. The header X-Watchpost-Signature is t=seconds,v1=HMAC-SHA256(secret, “seconds.body”).',
  },
  kept: { zh: '已保存好', en: 'I have kept it' },
  test: { zh: '发送测试', en: 'Send a test' },
  testTaken: { zh: '测试消息已被接收', en: 'The test message was taken' },
  testFailed: { zh: (why: string) => `测试失败：${why}`, en: (why: string) => `The test failed: ${why}` },
  never: { zh: '尚未发送', en: 'Nothing sent yet' },
  taken: { zh: (time: string) => `${time} 已接收`, en: (time: string) => `Taken ${time}` },
  failed: {
    zh: (time: string, why: string) => `${time} 失败：${why}`,
    en: (time: string, why: string) => `Failed ${time}: ${why}`,
  },
  failing: {
    zh: (n: number, time: string) => `自 ${time} 起连续失败 ${n} 次`,
    en: (n: number, time: string) => `${n} tries failed since ${time}`,
  },
  switchedOff: {
    zh: (time: string) => `长期失败，已于 ${time} 自动关闭`,
    en: (time: string) => `Switched off ${time} because nothing had been taken for long`,
  },
  gone: {
    zh: (time: string) => `对方表示已不存在（HTTP 410），已于 ${time} 自动关闭`,
    en: (time: string) => `Switched off ${time}: the other side said that it is gone (HTTP 410)`,
  },
  remove: { zh: '删除', en: 'Delete' },
  removeAsk: { zh: (name: string) => `删除 Webhook“${name}”？`, en: (name: string) => `Delete the webhook “${name}”?` },
  removed: { zh: '已删除', en: 'Deleted' },
  saved: { zh: '已保存', en: 'Saved' },
});
