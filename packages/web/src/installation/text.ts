import { defineText } from '../lib/defineText.ts';

export const text = defineText({
  inbox: { zh: '测试收件箱', en: 'Test inbox' },
  inboxSubtitle: {
    zh: '没有接短信或邮件服务时，发出的消息留在这里',
    en: 'Messages stay here while no SMS or mail service carries them',
  },
  sentAt: { zh: '时间', en: 'Time' },
  channel: { zh: '方式', en: 'Channel' },
  sms: { zh: '短信', en: 'SMS' },
  mail: { zh: '邮件', en: 'Mail' },
  recipient: { zh: '接收人', en: 'To' },
  message: { zh: '内容', en: 'Message' },
  refresh: { zh: '刷新', en: 'Refresh' },
  noMessages: { zh: '还没有消息', en: 'No messages yet' },
  noMessagesHint: {
    zh: '验证码和审批结果等消息发出后会出现在这里。',
    en: 'Codes, decisions and other messages appear here as they are sent.',
  },
  messageTo: { zh: (to: string) => `发给 ${to} 的消息`, en: (to: string) => `Message to ${to}` },

  applications: { zh: '企业入驻申请', en: 'Company applications' },
  company: { zh: '企业名称', en: 'Company' },
  industry: { zh: '行业', en: 'Industry' },
  1: { zh: '冷链', en: 'Cold chain' },
  2: { zh: '商超', en: 'Supermarkets' },
  3: { zh: '农牧', en: 'Livestock' },
  4: { zh: '文物', en: 'Cultural relics' },
  applicant: { zh: '申请人', en: 'Applicant' },
  mobile: { zh: '手机号', en: 'Phone number' },
  appliedAt: { zh: '申请时间', en: 'Applied' },
  state: { zh: '状态', en: 'State' },
  decision: { zh: '审批', en: 'Decision' },
  decidedBy: {
    zh: (name: string, time: string) => `${name}，${time}`,
    en: (name: string, time: string) => `${name}, ${time}`,
  },
  approve: { zh: '通过', en: 'Approve' },
  refuse: { zh: '不通过', en: 'Refuse' },
  approveTitle: { zh: (name: string) => `通过“${name}”的申请？`, en: (name: string) => `Approve ${name}?` },
  approveHint: {
    zh: (person: string, mobile: string) => `将创建该企业，${person}（${mobile}）成为企业管理员并收到短信通知。`,
    en: (person: string, mobile: string) =>
      `The company is created, and ${person} (${mobile}) becomes its administrator and is told by SMS.`,
  },
  approved: { zh: (name: string) => `已创建企业“${name}”`, en: (name: string) => `${name} has been created` },
  refuseTitle: { zh: (name: string) => `不通过“${name}”的申请`, en: (name: string) => `Refuse ${name}` },
  reason: { zh: '原因', en: 'Reason' },
  reasonHint: { zh: '申请人会收到此原因', en: 'The applicant reads it' },
  refused: { zh: '已通知申请人', en: 'The applicant has been told' },
  noApplications: { zh: '还没有申请', en: 'No applications yet' },
  noApplicationsHint: {
    zh: '企业在登录页提交入驻申请后会出现在这里。',
    en: 'Companies apply from the login page; they appear here.',
  },
});
