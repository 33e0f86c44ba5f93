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
  platforms: { zh: '已开通平台', en: 'Platforms' },
  platformsHint: { zh: '由平台运营方开通', en: 'Switched on by whoever runs this installation' },
  noPlatforms: { zh: '仅远程监控与系统管理', en: 'Monitoring and administration only' },
  saved: { zh: '已保存，所有成员的页面立即更新', en: 'Saved. Everybody’s pages follow at once.' },
});
