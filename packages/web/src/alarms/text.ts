import { type AlarmRow, followUpWords } from '@watchpost/contract';
import { defineText } from '../lib/defineText.ts';

export const text = defineText({
  replayOnPlan: { zh: '在平面图上回放', en: 'Replay on the floor plan' },
  replayOnDiagram: { zh: '在组态图上回放', en: 'Replay on the diagram' },
  alarms: { zh: '报警', en: 'Alarms' },
  // Status
  unconfirmed: { zh: '未确认', en: 'Unacknowledged' },
  confirmed: { zh: '已确认', en: 'Acknowledged' },
  returned: { zh: '已恢复', en: 'Returned' },
  returnedUnconfirmed: { zh: '已恢复 · 未确认', en: 'Returned · unacknowledged' },
  eliminated: { zh: '已消除', en: 'Cleared' },
  endedBy: { zh: (why: string) => `已结束（${why}）`, en: (why: string) => `Ended: ${why}` },
  unconfirmedToo: {
    zh: (status: string) => `${status} · 未确认`,
    en: (status: string) => `${status} · unacknowledged`,
  },
  detectedLate: { zh: '补传发现', en: 'Found in late data' },
  disproved: {
    zh: '后来补传的数据表明当时报警条件并不成立；记录予以保留',
    en: 'Later data show that its condition did not hold. It is kept on record',
  },
  detectedLateHint: {
    zh: '网关断线期间发生，补传数据时才发现',
    en: 'It happened while the gateway was offline and was found in the data sent afterwards',
  },
  // Beside the level an alarm is listed by
  wasLevel: { zh: (level: string) => `曾为${level}`, en: (level: string) => `was ${level}` },
  atTheEnd: { zh: (level: string) => `结束时${level}`, en: (level: string) => `at the end ${level}` },
  levelAnd: {
    zh: (level: string, other: string) => `${level}，${other}`,
    en: (level: string, other: string) => `${level}, ${other}`,
  },
  // List
  tabCurrent: { zh: '当前报警', en: 'Current' },
  tabConfirmed: { zh: '已确认', en: 'Acknowledged' },
  tabPushStatistics: { zh: '推送统计', en: 'Push statistics' },
  messageHistory: { zh: '推送记录', en: 'Messages' },
  whoNow: { zh: '现在会通知谁', en: 'Who would be called now' },
  tabs: { zh: '报警分类', en: 'Alarm lists' },
  search: { zh: '搜索设备、点位或原因', en: 'Search device, point or reason' },
  level: { zh: '级别', en: 'Severity' },
  kind: { zh: '类型', en: 'Kind' },
  project: { zh: '项目', en: 'Project' },
  devicePoint: { zh: '设备 · 点位', en: 'Device · point' },
  area: { zh: '区域', en: 'Area' },
  reason: { zh: '原因', en: 'Reason' },
  raised: { zh: '触发时间', en: 'Raised' },
  lasting: { zh: '持续时间', en: 'Lasting' },
  status: { zh: '状态', en: 'Status' },
  confirmedBy: { zh: '确认人', en: 'Acknowledged by' },
  none: { zh: '没有报警', en: 'No alarms' },
  noneHint: { zh: '一切正常。新报警会立即出现在这里。', en: 'All is well. A new alarm appears here at once.' },
  noneConfirmed: { zh: '没有已确认的报警', en: 'No acknowledged alarms' },
  noneConfirmedHint: {
    zh: '已确认但尚未恢复的报警显示在这里。',
    en: 'Alarms that are acknowledged and still active are listed here.',
  },
  confirmThisRow: { zh: '确认所在行的报警', en: 'Acknowledge the alarm of this row' },
  confirmedCount: { zh: (n: number) => `已确认 ${n} 条报警`, en: (n: number) => `${n} alarms acknowledged` },
  // Acting
  confirm: { zh: '确认', en: 'Acknowledge' },
  confirmAlarm: { zh: '确认报警', en: 'Acknowledge alarm' },
  handle: { zh: '处理', en: 'Handle' },
  details: { zh: '详情', en: 'Details' },
  confirmOf: { zh: (name: string) => `确认报警：${name}`, en: (name: string) => `Acknowledge alarm: ${name}` },
  handleOf: { zh: (name: string) => `处理报警：${name}`, en: (name: string) => `Handle alarm: ${name}` },
  detailsOf: { zh: (name: string) => `报警详情：${name}`, en: (name: string) => `Alarm details: ${name}` },
  justConfirmed: { zh: '报警已确认，请及时处理', en: 'Alarm acknowledged. Please handle it promptly.' },
  handled: { zh: '处理结果已保存', en: 'Saved' },
  // Detail
  whyItAlarmed: { zh: '报警原因', en: 'Why it alarmed' },
  ruleIs: { zh: (rule: string) => `规则：${rule}`, en: (rule: string) => `Rule: ${rule}` },
  sinceThen: { zh: (words: string) => `其后：${words}`, en: (words: string) => `Since then: ${words}` },
  devicesBehind: { zh: '涉及的设备', en: 'Devices concerned' },
  onGateway: { zh: (name: string) => `所属网关：${name}`, en: (name: string) => `On gateway ${name}` },
  openSlave: { zh: '查看从站', en: 'Open slave' },
  openGateway: { zh: '查看网关', en: 'Open gateway' },
  worst: { zh: '最严重值', en: 'Worst value' },
  limit: { zh: '限值', en: 'Limit' },
  present: { zh: '当前值', en: 'Now' },
  instruction: { zh: '处置说明', en: 'Instruction' },
  presentIs: { zh: (value: string) => `现在 ${value}`, en: (value: string) => `now ${value}` },
  strategy: { zh: '报警策略', en: 'Policy' },
  strategyDeleted: { zh: (name: string) => `${name}（已删除）`, en: (name: string) => `${name} (deleted)` },
  nameless: { zh: '名称未知', en: 'name unknown' },
  // How it goes on
  ahead: { zh: '趋势', en: 'Trend' },
  aheadWorse: {
    zh: (limit: string, level: string, time: string) => `约 ${time}后到达 ${limit}（${level}）`,
    en: (limit: string, level: string, time: string) => `Reaches ${limit} (${level.toLowerCase()}) in about ${time}`,
  },
  aheadBack: {
    zh: (limit: string, time: string) => `约 ${time}后回到 ${limit} 以内`,
    en: (limit: string, time: string) => `Back within ${limit} in about ${time}`,
  },
  aheadOver: {
    zh: (time: string) => `条件已解除，${time}后恢复正常`,
    en: (time: string) => `Condition over, back to normal in ${time}`,
  },
  aheadBetween: {
    zh: (from: string, to: string) => `按最近半小时的趋势，在 ${from} 至 ${to} 之间`,
    en: (from: string, to: string) => `By the trend of the last half hour, between ${from} and ${to}`,
  },
  aheadOverHint: {
    zh: '恢复延时结束前若再次越限，报警继续',
    en: 'Unless it holds again before the delay of its return has passed',
  },
  returnedAt: { zh: '恢复时间', en: 'Returned' },
  ended: { zh: '已结束', en: 'Ended' },
  endedAt: { zh: '结束时间', en: 'Ended' },
  notReturned: {
    zh: (why: string) => `${why}：报警条件是否已解除未知`,
    en: (why: string) => `${why}. Whether its condition was over by then is not known`,
  },
  confirmedAt: { zh: '确认', en: 'Acknowledged' },
  byAt: {
    zh: (name: string, time: string) => `${name} · ${time}`,
    en: (name: string, time: string) => `${name} · ${time}`,
  },
  whatHappened: { zh: '处理经过', en: 'What happened' },
  heldBack: {
    zh: (name: string, since: string, until: string) => `因“${name}”自 ${since} 起暂不判断，最迟 ${until} 恢复`,
    en: (name: string, since: string, until: string) =>
      `Suppressed since ${since} by ${name}, until ${until} at the latest`,
  },
  heldSettling: {
    zh: (name: string, until: string) => `“${name}”刚恢复，${until} 后恢复判断`,
    en: (name: string, until: string) => `Suppressed until ${until}: ${name}`,
  },
  holdsBack: {
    zh: (name: string, since: string, until: string) => `自 ${since} 起暂不报“${name}”，最迟 ${until} 恢复`,
    en: (name: string, since: string, until: string) =>
      `${name} alarm suppressed since ${since}, until ${until} at the latest`,
  },
  toldWhom: {
    zh: (people: number, messages: number) => `通知记录（${people} 人，${messages} 条）`,
    en: (people: number, messages: number) =>
      `Who was notified (${people === 1 ? '1 person' : `${people} people`}, ${messages === 1 ? '1 message' : `${messages} messages`})`,
  },
  notified: {
    zh: (n: number) => `已通知 ${n} 人`,
    en: (n: number) => (n === 1 ? '1 person notified' : `${n} people notified`),
  },
  nobodyNotifiedYet: { zh: '尚未通知任何人', en: 'Nobody has been notified yet' },
  nobodyNotified: { zh: '未通知任何人', en: 'Nobody was notified' },
  followUp: { zh: '处理结果', en: 'Follow-up' },
  followUpNeeded: { zh: '请选择处理结果', en: 'Choose a follow-up' },
  recordFollowUp: { zh: '填写处理结果', en: 'Record follow-up' },
  moreFollowUp: { zh: '处置措施与分析结果', en: 'Measures and analysis' },
  // What to do, by its state
  next: { zh: '下一步', en: 'What to do' },
  nextConfirm: {
    zh: '点“确认报警”表示由您负责，不再重复提醒。然后去现场或联系现场人员查看，并填写处理结果。',
    en: 'Acknowledge to take it on: reminders stop. Then check on site, or call someone there, and record what was done.',
  },
  nextReturned: {
    zh: '已恢复正常。请确认报警，并填写原因和处理结果。',
    en: 'It is back to normal. Acknowledge it, then record what caused it and what was done.',
  },
  nextFollowUp: {
    zh: '去现场或联系现场人员查看，然后填写处理结果。',
    en: 'Check on site, or call someone there, then record what was done.',
  },
  saveFollowUp: { zh: '保存处理结果', en: 'Save follow-up' },
  handledMeanwhile: {
    zh: '您填写期间已有处理结果，您填写的内容仍在；保存后将替换它。',
    en: 'It was handled while you were writing. What you wrote is kept; saving replaces this:',
  },
  replaceFollowUp: { zh: '替换为我填写的', en: 'Replace with mine' },
  confirmFirst: { zh: '请先确认报警，再填写处理结果。', en: 'Acknowledge the alarm first, then say what was done.' },
  openDevice: { zh: '查看设备', en: 'Open device' },
  fullCurve: { zh: '完整曲线', en: 'Full curve' },
  close: { zh: '关闭', en: 'Close' },
  enlarge: { zh: '放大', en: 'Enlarge' },
  reduce: { zh: '缩小', en: 'Reduce' },
  curveOf: {
    zh: (name: string, from: string, to: string) => `${name}曲线，${from} 至 ${to}`,
    en: (name: string, from: string, to: string) => `Curve of ${name}, ${from} to ${to}`,
  },
  alarmDetail: { zh: '报警详情', en: 'Alarm' },
  // Panel
  openAlarms: { zh: '当前报警', en: 'Open alarms' },
  wholeProject: { zh: '整个项目', en: 'whole project' },
  all: { zh: (n: number) => `全部 ${n}`, en: (n: number) => `All ${n}` },
  nothingOpen: { zh: '没有当前报警', en: 'No open alarms' },
  nothingOpenHint: { zh: '新报警会立即出现在这里。', en: 'A new alarm appears here at once.' },
  more: { zh: (n: number) => `另有 ${n} 条`, en: (n: number) => `${n} more` },
  confirmedAs: { zh: (name: string) => `${name} 已确认`, en: (name: string) => `Acknowledged by ${name}` },
  keyMove: { zh: '移动', en: 'move' },
  keyConfirm: { zh: '确认', en: 'acknowledge' },
  keyOpen: { zh: '打开', en: 'open' },
  keyHelp: { zh: '帮助', en: 'help' },
  // Popups
  popups: { zh: '报警弹窗', en: 'Alarm popups' },
  curve: { zh: '曲线', en: 'Curve' },
  curveOfPopup: { zh: (name: string) => `曲线：${name}`, en: (name: string) => `Curve: ${name}` },
  noCurve: { zh: '该报警没有曲线。', en: 'This alarm has no curve.' },
  closePopup: { zh: (name: string) => `关闭弹窗：${name}`, en: (name: string) => `Close popup: ${name}` },
  closeFirstPopup: { zh: '关闭最前面的报警弹窗', en: 'Close the first alarm popup' },
  morePopups: { zh: (n: number) => `另有 ${n} 条`, en: (n: number) => `${n} more` },
  furtherPopups: {
    zh: (n: number) => `另有 ${n} 条较早的报警，关闭以上弹窗后显示`,
    en: (n: number) => `${n} older ones follow when these are closed`,
  },
  foldPopups: { zh: '收起', en: 'Fold' },
  over: { zh: '已结束', en: 'Ended' },
  lastedUntil: {
    zh: (duration: string, time: string) => `持续 ${duration}，至 ${time}`,
    en: (duration: string, time: string) => `lasted ${duration}, until ${time}`,
  },
  closeThese: { zh: (n: number) => `关闭这 ${n} 条`, en: (n: number) => `Close these ${n}` },
  closeAll: { zh: '全部关闭', en: 'Close all' },
});

/** Spec §4: what people decide about an alarm. */
export const followUpText = defineText(followUpWords);

export const alarmTypeText = defineText({
  limit: { zh: '超限', en: 'Limit' },
  state: { zh: '状态', en: 'State' },
  frozen: { zh: '数值停滞', en: 'Frozen value' },
  rateOfChange: { zh: '变化过快', en: 'Rate of change' },
  deviation: { zh: '偏差', en: 'Deviation' },
  noData: { zh: '数据中断', en: 'No data' },
  badQuality: { zh: '数据质量差', en: 'Bad quality' },
  communicationLoss: { zh: '通讯中断', en: 'Communication loss' },
} satisfies Record<AlarmRow['AlarmType'], { zh: string; en: string }>);

/** What a push says, by its kind. */
export const pushText = defineText({
  trigger: { zh: '新报警', en: 'New alarm' },
  repeat: { zh: '重复提醒', en: 'Reminder' },
  escalation: { zh: '报警升级', en: 'Escalation' },
  clear: { zh: '报警恢复', en: 'Returned to normal' },
  ended: { zh: '报警结束（非恢复）', en: 'Ended otherwise' },
  offline: { zh: '离线期间报警', en: 'Alarm while offline' },
});
