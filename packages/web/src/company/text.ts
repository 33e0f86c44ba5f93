import { defineText } from '../lib/defineText.ts';

export const text = defineText({
  name: { zh: '企业名称', en: 'Company name' },
  nameEn: { zh: '英文名称', en: 'English name' },
  nameEnHint: { zh: '留空则英文界面也显示企业名称', en: 'Left empty, English screens show the company name' },
  dataScreen: { zh: '数据大屏地址', en: 'Address of the data screen' },
  dataScreenHint: {
    zh: '从页面右上角的“数据大屏”打开。可填入：{company} 企业编号、{user} 用户编号、{language} 语言（zh 或 en）。',
    en: 'Opened from the header. Filled in: {company} and {user} with their numbers, {language} with zh or en.',
  },
  dataScreenOff: {
    zh: '平台运营方尚未为本企业开通数据大屏，地址先保存，开通后生效。',
    en: 'The data screen is not switched on for your company. The address is kept until it is.',
  },
  knowledgeHub: { zh: '知识库地址', en: 'Address of the knowledge hub' },
  knowledgeHubHint: {
    zh: '填写后，系统管理菜单中出现“知识库”，在新窗口打开。',
    en: 'With an address, Administration has an entry that opens it in a window of its own.',
  },
  linkAlarmLevel: { zh: '通讯中断报警级别', en: 'Severity of communication loss' },
  linkAlarmHint: {
    zh: '用于没有通讯中断策略的网关和从站：中断后，其下点位的“数据中断”和“数据质量差”合并为一条报警，级别不低于被合并的报警，通知这些点位所属策略的联系人。',
    en: 'For gateways and slaves without a policy for communication loss. While one is down, no-data and bad-quality alarms of its points are one alarm. It is never milder than those, and notifies the contacts of their policy.',
  },
  linkAlarmMinutes: { zh: '通讯中断多久后报警', en: 'Communication loss after' },
  unjudged: { zh: '每日未判断时长上限', en: 'Unjudged time allowed per day' },
  unjudgedHint: {
    zh: '点位一天内缺数或数据质量差超过此时长，系统事件中会提示。',
    en: 'An event tells of points that were without a usable value for longer on one day.',
  },
  minutes: { zh: '分钟', en: 'min' },
  withoutProof: { zh: '免验证身份的账号', en: 'Accounts without proof of identity' },
  withoutProofHint: {
    zh: '仅用于无法再次验证身份的第三方系统：这些账号通过接口登录后，删除、转移、批量写入等操作不再要求验证，操作日志会注明。网页登录不受影响。',
    en: 'For other systems that cannot prove an identity again: signed in through the interface, these accounts delete, hand over and write in batches without being asked, and the operation log says so. Sign-ins in a browser are asked as always.',
  },
  nobody: { zh: '无', en: 'Nobody' },
  platforms: { zh: '已开通平台', en: 'Platforms' },
  platformsHint: { zh: '由平台运营方开通', en: 'Enabled by the platform operator' },
  noPlatforms: { zh: '仅远程监控与系统管理', en: 'Monitoring and administration only' },
  saved: { zh: '已保存，所有成员的页面立即更新', en: 'Saved. The pages of all members update at once.' },
});
