import { defineText } from '../lib/defineText.ts';

export const text = defineText({
  // The dialog of one point.
  write: { zh: '写入', en: 'Write' },
  writeTo: { zh: (point: string) => `写入“${point}”`, en: (point: string) => `Write ${point}` },
  writePoint: { zh: (point: string) => `向${point}写入`, en: (point: string) => `Write to ${point}` },
  presentValue: { zh: '当前值', en: 'Present value' },
  noPresentValue: { zh: '没有当前值', en: 'No present value' },
  stale: { zh: '已陈旧', en: 'stale' },
  quality: {
    zh: (quality: string) => (quality === 'bad' ? '无效' : quality === 'uncertain' ? '存疑' : '正常'),
    en: (quality: string) => (quality === 'bad' ? 'not valid' : quality === 'uncertain' ? 'uncertain' : 'good'),
  },
  newValue: { zh: '新值', en: 'New value' },
  allowed: { zh: '允许范围', en: 'Allowed' },
  anyValue: { zh: '不限', en: 'any' },
  from: { zh: (limit: string) => `≥ ${limit}`, en: (limit: string) => `≥ ${limit}` },
  upTo: { zh: (limit: string) => `≤ ${limit}`, en: (limit: string) => `≤ ${limit}` },
  between: {
    zh: (low: string, high: string) => `${low} 至 ${high}`,
    en: (low: string, high: string) => `${low} to ${high}`,
  },
  interlock: { zh: '联锁', en: 'Interlock' },
  reason: { zh: '写入原因', en: 'Reason' },
  reasonHint: { zh: '将记入写入记录', en: 'Kept in the write log' },
  returnAfter: { zh: '自动恢复', en: 'Return automatically' },
  returnHint: {
    zh: '到时若仍是此值，自动写回当前值；留空则不恢复',
    en: 'After this time the present value is written back, if nobody changed it meanwhile. Empty: never',
  },
  minutes: { zh: '分钟后', en: 'minutes' },
  notConnected: { zh: '网关离线：写入将不会发送', en: 'The gateway is offline: nothing will be sent' },
  cannotWrite: { zh: '现在不能写入', en: 'This cannot be written now' },
  consequence: {
    zh: '设备会立即按新值运行。写入只发送一次，随后回读确认。',
    en: 'The equipment acts on the new value at once. It is sent once, then read back.',
  },
  sending: {
    zh: '正在写入并回读…可以关闭此窗口，写入会继续，结果会另行提示。',
    en: 'Writing and reading back… You may close this: the write goes on, and you are notified what became of it.',
  },
  ownUnderWay: { zh: '您的写入仍在进行，请等待结果', en: 'Your write is still under way. Wait for its result.' },
  outcomeFor: {
    zh: (point: string, words: string) => `写入“${point}”：${words}`,
    en: (point: string, words: string) => `${point}: ${words}`,
  },
  lastWrite: { zh: '上次写入', en: 'Last write' },
  close: { zh: '关闭', en: 'Close' },
  again: { zh: '再次写入', en: 'Write again' },
  result: { zh: '写入结果', en: 'Result' },
  readBack: { zh: '回读值', en: 'Read back' },
  notRead: { zh: '未读到', en: 'nothing' },
  before: { zh: '原值', en: 'Before' },
  returnsAt: {
    zh: (time: string, value: string) => `${time} 恢复为 ${value}`,
    en: (time: string, value: string) => `returns to ${value} at ${time}`,
  },
  cancelReturn: { zh: '取消自动恢复', en: 'Call off the return' },
  returnCancelled: { zh: '已取消自动恢复', en: 'The return is called off' },

  // The page.
  tabs: { zh: '写入数据', en: 'Write data' },
  points: { zh: '选择点位', en: 'Points' },
  log: { zh: '写入记录', en: 'Write log' },
  search: { zh: '搜索点位或设备', en: 'Search points and devices' },
  searchLog: { zh: '搜索点位、设备或原因', en: 'Search points, devices, reasons' },
  project: { zh: '项目', en: 'Project' },
  subsystem: { zh: '子系统', en: 'Subsystem' },
  device: { zh: '设备', en: 'Device' },
  pointType: { zh: '点类型', en: 'Point type' },
  point: { zh: '点位', en: 'Point' },
  interlocked: { zh: '有联锁', en: 'Interlock' },
  connected: { zh: '网关', en: 'Gateway' },
  online: { zh: '在线', en: 'Online' },
  offline: { zh: '离线', en: 'Offline' },
  noPoints: { zh: '没有可写入的点位', en: 'No point can be written' },
  noPointsHint: {
    zh: '可写点位由终端管理设置；您还须对其设备有读写权限。',
    en: 'Which points can be written is set up with the gateways; you need read and write on their devices, too.',
  },
  writeSelected: { zh: '写入所选', en: 'Write these' },

  // Many points.
  batchTitle: { zh: (n: number) => `写入 ${n} 个点位`, en: (n: number) => `Write ${n} point${n === 1 ? '' : 's'}` },
  oneForAll: { zh: '同一个值', en: 'One value for all' },
  eachItsOwn: { zh: '逐点填写', en: 'One for each' },
  howValues: { zh: '写入值', en: 'Values' },
  valueForAll: { zh: '全部写入', en: 'Value' },
  valueOf: { zh: (point: string) => `${point}的新值`, en: (point: string) => `New value of ${point}` },
  mixed: {
    zh: '所选点位的类型或单位不同，只能逐点填写',
    en: 'These points have different types or units: each needs a value of its own',
  },
  stopOnError: { zh: '遇到失败即停止', en: 'Stop at the first failure' },
  stopOnErrorHint: {
    zh: '按顺序逐点写入，前一点未成功则其余不再发送',
    en: 'One after the other; when one is not written the rest is not sent',
  },
  start: { zh: '开始写入', en: 'Start writing' },
  batchConsequence: {
    zh: (n: number) => `${n} 个点位的设备会立即按新值运行。需要验证身份。`,
    en: (n: number) =>
      `The equipment of ${n} point${n === 1 ? '' : 's'} acts on the new values at once. You will be asked who you are.`,
  },
  progress: { zh: '写入进度', en: 'Progress' },
  progressOf: {
    zh: (done: number, total: number) => `已处理 ${done} / ${total}`,
    en: (done: number, total: number) => `${done} of ${total} finished`,
  },
  written: { zh: (n: number) => `成功 ${n}`, en: (n: number) => `${n} written` },
  notWritten: { zh: (n: number) => `未成功 ${n}`, en: (n: number) => `${n} not written` },
  cancelBatch: { zh: '停止剩余写入', en: 'Leave out the rest' },
  cancelled: { zh: '剩余点位不再写入', en: 'The rest is left out' },
  leaveHint: {
    zh: '可以关闭此窗口，写入会继续；结果见写入记录。',
    en: 'You may close this; writing goes on. Results stand in the write log.',
  },
  batchState: {
    zh: (state: string) =>
      ({
        running: '正在写入',
        done: '已完成',
        stopped: '遇到失败，已停止',
        cancelled: '已取消',
        interrupted: '服务器停止，已中断',
      })[state] ?? '',
    en: (state: string) =>
      ({
        running: 'Writing',
        done: 'Done',
        stopped: 'Stopped at a failure',
        cancelled: 'Cancelled',
        interrupted: 'Interrupted: the server stopped',
      })[state] ?? '',
  },

  // The log.
  time: { zh: '时间', en: 'Time' },
  who: { zh: '操作人', en: 'Who' },
  outcome: { zh: '结果', en: 'Outcome' },
  message: { zh: '说明', en: 'Message' },
  noRecords: { zh: '还没有写入记录', en: 'Nothing was written yet' },
  noRecordsHint: {
    zh: '每一次写入都会记在这里，包括未成功的。',
    en: 'Every write is kept here, those that failed included.',
  },

  // Limits.
  limits: { zh: '写入限制', en: 'Limits of writing' },
  limitsOf: { zh: (point: string) => `“${point}”的写入限制`, en: (point: string) => `Limits of writing ${point}` },
  least: { zh: '最小值', en: 'Minimum' },
  most: { zh: '最大值', en: 'Maximum' },
  allowedValues: { zh: '只允许这些值', en: 'Only these values' },
  allowedValuesHint: {
    zh: '输入数字后回车；留空则范围内任意值',
    en: 'Type a number and press Enter. Empty: any within the limits',
  },
  minInterval: { zh: '最小写入间隔', en: 'At most once in' },
  seconds: { zh: '秒', en: 'seconds' },
  withInterlock: {
    zh: '设置联锁：仅当另一点位满足条件时允许写入',
    en: 'Interlock: only while another point meets a condition',
  },
  interlockPoint: { zh: '联锁点位', en: 'Point' },
  operator: { zh: '条件', en: 'Condition' },
  interlockValue: { zh: '值', en: 'Value' },
  sentence: { zh: '提示', en: 'What must be so' },
  sentenceEn: { zh: '英文提示', en: 'The same in English' },
  sentenceHint: { zh: '例如：须先关闭库门', en: 'For example: The door must be closed' },
  sentenceEnHint: {
    zh: '例如：The door must be closed；留空则同左',
    en: 'For readers of English. Empty: the same words',
  },
  limitsSaved: { zh: '写入限制已保存', en: 'Limits saved' },
});
