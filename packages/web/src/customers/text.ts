import { defineText } from '../lib/defineText.ts';

export const customerText = defineText({
  customers: { zh: '客户档案', en: 'Customers' },
  search: { zh: '搜索门店、合同、服务商或联系人', en: 'Search shop, contract, provider or contact' },
  shop: { zh: '门店名称', en: 'Shop' },
  contacts: { zh: '联系人', en: 'Contacts' },
  contactOf: { zh: (name: string) => `联系人：${name}`, en: (name: string) => `Contact: ${name}` },
  contactName: { zh: '姓名', en: 'Name' },
  mobile: { zh: '手机', en: 'Phone' },
  email: { zh: '邮箱', en: 'E-mail' },
  addContact: { zh: '添加联系人', en: 'Add a contact' },
  removeContact: { zh: '移除', en: 'Remove' },
  contract: { zh: '服务合同编号', en: 'Service contract number' },
  start: { zh: '服务开始', en: 'Service from' },
  end: { zh: '服务到期', en: 'Service to' },
  endHint: { zh: '到期日由续约延长', en: 'A renewal moves the end' },
  state: { zh: '状态', en: 'State' },
  years: { zh: '监控年限', en: 'Monitoring years' },
  province: { zh: '省份', en: 'Province' },
  city: { zh: '城市', en: 'City' },
  place: { zh: '省市', en: 'Province, city' },
  provider: { zh: '服务商', en: 'Service provider' },
  controlled: { zh: '受控', en: 'Controlled' },
  controlledOf: { zh: '受控状态', en: 'Controlled' },
  uncontrolled: { zh: '非受控', en: 'Uncontrolled' },
  fee: { zh: '年费（元）', en: 'Yearly fee (¥)' },
  projects: { zh: '项目', en: 'Projects' },
  note: { zh: '备注', en: 'Note' },
  add: { zh: '新增客户', en: 'Add customer' },
  editCustomer: { zh: '编辑客户', en: 'Edit customer' },
  edit: { zh: '编辑', en: 'Edit' },
  detail: { zh: '详情', en: 'Details' },
  delete: { zh: '删除', en: 'Delete' },
  deleteOf: {
    zh: (n: number) => `删除 ${n} 个客户？项目不受影响。`,
    en: (n: number) =>
      n === 1 ? 'Delete 1 customer? Its projects stay.' : `Delete ${n} customers? Their projects stay.`,
  },
  saved: { zh: '已保存', en: 'Saved' },
  added: { zh: '已新增', en: 'Added' },
  deleted: { zh: '已删除', en: 'Deleted' },
  setControlled: { zh: '设为受控', en: 'Make controlled' },
  setUncontrolled: { zh: '设为非受控', en: 'Make uncontrolled' },
  reason: { zh: '原因', en: 'Reason' },
  daysLeft: {
    zh: (n: number) => (n < 0 ? `已过期 ${-n} 天` : n === 0 ? '今天到期' : `还有 ${n} 天`),
    en: (n: number) =>
      n < 0
        ? n === -1
          ? '1 day over'
          : `${-n} days over`
        : n === 0
          ? 'ends today'
          : n === 1
            ? '1 day left'
            : `${n} days left`,
  },
  renew: { zh: '续约', en: 'Renew' },
  renewOf: { zh: (name: string) => `续约：${name}`, en: (name: string) => `Renew ${name}` },
  renewHint: {
    zh: (end: string, isOver: boolean) =>
      `${isOver ? '已于' : '当前到期日'} ${end}${isOver ? ' 到期' : ''}。其项目的监测服务随之延长。`,
    en: (end: string, isOver: boolean) =>
      `It ${isOver ? 'ended' : 'ends'} on ${end}. The monitoring of its projects is extended with it.`,
  },
  newEnd: { zh: '新到期日', en: 'New end' },
  amount: { zh: '合同金额（元）', en: 'Amount (¥)' },
  keepNumber: { zh: '留空则不变', en: 'Left empty: as it is' },
  renewed: { zh: '已续约', en: 'Renewed' },
  undoRenewal: { zh: '撤销续约', en: 'Undo renewal' },
  undoRenewalOf: {
    zh: (name: string) => `撤销“${name}”的续约？`,
    en: (name: string) => `Undo the renewal of ${name}?`,
  },
  undoRenewalHint: {
    zh: (end: string, wrongEnd: string) =>
      `服务不再到 ${wrongEnd}，仍于 ${end} 到期；随之延长的项目监测也恢复原到期日。`,
    en: (end: string, wrongEnd: string) =>
      `The service ends on ${end} again, not on ${wrongEnd}. Projects that were extended with it end as before.`,
  },
  undoRenewalSaid: { zh: '已撤销续约', en: 'Renewal undone' },
  lost: { zh: '标记流失', en: 'Mark as lost' },
  lostOf: { zh: (name: string) => `标记流失：${name}`, en: (name: string) => `Mark ${name} as lost` },
  lostReason: { zh: '流失原因', en: 'Why' },
  undoLost: { zh: '撤销流失', en: 'Undo lost' },
  undoLostSaid: { zh: '已撤销流失', en: 'No longer lost' },
  lostSaid: { zh: '已标记流失', en: 'Marked as lost' },
  reminder: { zh: '到期提醒规则', en: 'Reminder rule' },
  reminderHint: {
    zh: '在到期前开始提醒，此后按频率重复，到期当天再提醒一次。邮件发送给有“客户档案”权限的成员。',
    en: 'Reminders begin before the end, repeat, and come once more on the day. They are mailed to members who keep customers.',
  },
  daysBefore: { zh: '到期前（天）', en: 'Days before expiry' },
  every: { zh: '提醒频率（天）', en: 'Frequency (days)' },
  // Renewals
  renewals: { zh: '续约概览', en: 'Renewals' },
  aYear: { zh: (yuan: string) => `¥ ${yuan} / 年`, en: (yuan: string) => `¥ ${yuan} a year` },
  empty: { zh: '还没有客户', en: 'No customers yet' },
  emptyHint: {
    zh: '登记门店、联系人与服务合同；到期前自动提醒，续约后项目监测随之延长。',
    en: 'Register shops, contacts and service contracts. People are reminded before the end, and a renewal extends the monitoring.',
  },
  lowHealthOf: { zh: (n: number) => `健康度偏低 ${n} 个`, en: (n: number) => `${n} of low health` },
  health: { zh: '健康度', en: 'Health' },
  // Detail
  healthOn: { zh: (day: string) => `截至 ${day}`, en: (day: string) => `as of ${day}` },
  noHealth: {
    zh: '还没有健康度：每天计算一次，需要关联项目，且您可查看其全部设备和报警。',
    en: 'No health yet: it is worked out once a day, of customers with projects, for readers of all their devices and alarms.',
  },
  knownParts: {
    zh: (n: number, all: number, weight: number) => `${all} 项中已知 ${n} 项，权重合计 ${weight}%`,
    en: (n: number, all: number, weight: number) => `${n} of ${all} parts known, ${weight} % of the weight`,
  },
  withoutAlarms: {
    zh: '报警部分未向您开放，不计入',
    en: 'Alarms are closed to you and left out',
  },
  unknownPart: { zh: '未知，不计入', en: 'not known, left out' },
  found_connected: {
    zh: (share: string, points: number) => `${share}（${points} 个点位）`,
    en: (share: string, points: number) => `${share} of the time, ${points} ${points === 1 ? 'point' : 'points'}`,
  },
  found_acknowledged: {
    zh: (share: string, of: number) => `${share}（共 ${of} 条）`,
    en: (share: string, of: number) => `${share} of ${of}`,
  },
  found_alarms: {
    zh: (found: string, median: string) => `${found}，中位数 ${median}`,
    en: (found: string, median: string) => `${found}, median ${median}`,
  },
  found_users: {
    zh: (found: number, enough: number) => `${found} 人（${enough} 人为满分）`,
    en: (found: number, enough: number) => `${found} (${enough} or more are full marks)`,
  },
  found_orders: {
    zh: (share: string, of: number) => `${share}（共 ${of} 张）`,
    en: (share: string, of: number) => `${share} of ${of}`,
  },
  found_maintenance: {
    zh: (share: string, of: number) => `${share}（共 ${of} 次）`,
    en: (share: string, of: number) => `${share} of ${of}`,
  },
  trendOf: {
    zh: (from: string, score: string) => `90 天走势：${from} 为 ${score}`,
    en: (from: string, score: string) => `Trend of 90 days: ${score} on ${from}`,
  },
  used: { zh: '近 30 天服务', en: 'Service of the last 30 days' },
  usedUrgent: {
    zh: (n: number, time: string) => `确认紧急报警 ${n} 条，中位用时 ${time}`,
    en: (n: number, time: string) => `${n} urgent ${n === 1 ? 'alarm' : 'alarms'} acknowledged in a median of ${time}`,
  },
  usedNoUrgent: { zh: '没有紧急报警被确认', en: 'no urgent alarm acknowledged' },
  usedWarnings: {
    zh: (n: number) => `确认故障预警 ${n} 条`,
    en: (n: number) => `${n} fault ${n === 1 ? 'warning' : 'warnings'} confirmed`,
  },
  usedRepairs: {
    zh: (n: number) => `验证恢复的维修 ${n} 张`,
    en: (n: number) => `${n} ${n === 1 ? 'repair' : 'repairs'} verified by readings`,
  },
  openAlarms: { zh: '未恢复报警', en: 'Active alarms' },
  profile: { zh: '档案', en: 'Profile' },
  serviceEnds: { zh: '监测到期', en: 'Monitoring ends' },
  noProjects: { zh: '没有关联项目', en: 'No projects' },
  import: { zh: '导入', en: 'Import' },
  importTitle: { zh: '导入客户', en: 'Import customers' },
  importHint: {
    zh: '每行一个客户；联系人一行一位（姓名 手机号 邮箱），项目填写名称，单元格内每行一个，日期如 2026-12-01。',
    en: 'One customer a row; a contact on each line (name, phone, e-mail), projects by name, one on each line of the cell, dates such as 2026-12-01.',
  },
  documents: { zh: '文件', en: 'Documents' },
  course: { zh: '时间线', en: 'Timeline' },
  noCourse: { zh: '还没有记录', en: 'Nothing yet' },
  byClock: { zh: '系统', en: 'System' },
  movedEnd: {
    zh: (from: string, to: string) => `${from} → ${to}`,
    en: (from: string, to: string) => `${from} → ${to}`,
  },
  gapOf: {
    zh: (n: number) => `期间中断 ${n} 天`,
    en: (n: number) => `after a gap of ${n} ${n === 1 ? 'day' : 'days'}`,
  },
  noneChosen: { zh: '请在列表中选择客户', en: 'Choose a customer in the list' },
  back: { zh: '返回列表', en: 'Back to the list' },
  alarmsOpen: {
    zh: (n: number) => `未恢复报警 ${n} 条`,
    en: (n: number) => (n === 1 ? '1 alarm active' : `${n} alarms active`),
  },
  ordersOpen: {
    zh: (n: number, all: number) => `未完成维修 ${n} 张（近一年 ${all} 张）`,
    en: (n: number, all: number) => `${n} open repair ${n === 1 ? 'order' : 'orders'} (${all} in a year)`,
  },
  visitsOpen: {
    zh: (n: number, all: number) => `到期未完成维保 ${n} 张（近一年 ${all} 张）`,
    en: (n: number, all: number) => `${n} maintenance ${n === 1 ? 'order' : 'orders'} due (${all} in a year)`,
  },
  debugOpen: {
    zh: (n: number, all: number) => `未完成调试 ${n} 张（近一年 ${all} 张）`,
    en: (n: number, all: number) => `${n} open commissioning ${n === 1 ? 'order' : 'orders'} (${all} in a year)`,
  },
  active: { zh: '未恢复', en: 'active' },
  open: { zh: '未完成', en: 'open' },
  workCut: {
    zh: (n: number) => `报警和工单只显示近一年内最新的 ${n} 条`,
    en: (n: number) => `Of alarms and orders, the newest ${n} of a year are shown.`,
  },
});
