import { defineText } from '../../lib/defineText.ts';

interface DelaySaid {
  readonly names: string;
  readonly delay: string;
  readonly cycle: string;
  readonly needed: string;
}

export const text = defineText({
  whoNow: { zh: '现在会通知谁（按已保存的设置）', en: 'Who is notified now (saved settings)' },
  tab: { zh: '报警策略', en: 'Policies' },
  strategies: { zh: '报警策略', en: 'Alarm policies' },
  search: { zh: '搜索策略名称或备注', en: 'Search name or remarks' },
  name: { zh: '策略名称', en: 'Policy name' },
  nameTaken: {
    zh: '本项目已有同名策略，列表和消息中将难以区分',
    en: 'Another policy of this project has this name: lists and messages will not tell them apart',
  },
  nameEn: { zh: '英文名称', en: 'English name' },
  remarks: { zh: '备注', en: 'Remarks' },
  remarksEn: { zh: '英文备注', en: 'Remarks in English' },
  project: { zh: '项目', en: 'Project' },
  deviceClass: { zh: '设备类型', en: 'Device class' },
  pointType: { zh: '点类型', en: 'Point type' },
  kinds: { zh: '报警类型', en: 'Alarm types' },
  type: { zh: '类型', en: 'Type' },
  policiesOn: { zh: '监测的策略', en: 'Policies' },
  state: { zh: '状态', en: 'State' },
  opened: { zh: '已开启', en: 'On' },
  closed: { zh: '已关闭', en: 'Off' },
  people: { zh: '联系人', en: 'Who is notified' },
  nobody: { zh: '仅弹窗', en: 'Popups only' },
  points: { zh: '点位', en: 'Points' },
  watches: {
    zh: (points: number, sources: number) =>
      [points > 0 ? `${points} 个点位` : '', sources > 0 ? `${sources} 个网关或从站` : ''].filter(Boolean).join('，') ||
      '–',
    en: (points: number, sources: number) =>
      [
        points > 0 ? `${points} ${points === 1 ? 'point' : 'points'}` : '',
        sources > 0 ? `${sources} ${sources === 1 ? 'gateway or slave' : 'gateways and slaves'}` : '',
      ]
        .filter(Boolean)
        .join(', ') || '–',
  },
  own: { zh: (count: number) => `${count} 个单独限值`, en: (count: number) => `${count} with limits of their own` },
  alarmsNow: { zh: '当前报警', en: 'Active now' },
  changedAt: { zh: '最近修改', en: 'Changed' },
  createdBy: { zh: '创建人', en: 'Made by' },
  add: { zh: '新增策略', en: 'Add policy' },
  edit: { zh: '编辑', en: 'Edit' },
  open: { zh: '查看', en: 'Open' },
  doOpen: { zh: '开启', en: 'Switch on' },
  doClose: { zh: '关闭', en: 'Switch off' },
  copy: { zh: '复制', en: 'Copy' },
  delete: { zh: '删除', en: 'Delete' },
  assign: { zh: '批量关联点位', en: 'Add points in batch' },
  none: { zh: '还没有报警策略', en: 'No alarm policies yet' },
  noneHint: {
    zh: '没有策略就不会产生任何报警。先为最重要的设备设置限值。',
    en: 'Without a policy nothing alarms. Begin with limits for the equipment that matters most.',
  },
  saved: { zh: '已保存', en: 'Saved' },
  nobodyReadsOffline: {
    zh: '没有联系人会收到离线期间发生并已消除的报警',
    en: 'No contact reads of alarms that came and went while a gateway was offline',
  },
  savedWithoutOffline: {
    zh: '已保存。没有联系人会收到离线期间发生并已消除的报警：请至少为一位联系人勾选“离线期间的报警也告知”。',
    en: 'Saved. No contact reads of alarms that came and went while a gateway was offline: select “Alarms while offline, too” for at least one.',
  },
  instruction: { zh: '处置说明', en: 'Instruction' },
  instructionEn: { zh: '英文处置说明', en: 'Instruction in English' },
  instructionHint: {
    zh: '报警时要做什么：显示在报警详情最前面，并随邮件、短信和电话一起发出',
    en: 'What to do when it alarms: shown first in the alarm, and part of mails, SMS and calls',
  },
  savedWithoutContacts: {
    zh: '已保存。此策略没有联系人：报警只弹窗和列表显示，短信和电话仅发给值班人员。请在“联系人”中添加。',
    en: 'Saved. This policy has no contacts: its alarms show in popups and lists, and only people on duty get SMS and calls. Add contacts below.',
  },
  deleted: { zh: '已删除', en: 'Deleted' },
  done: { zh: (count: number) => `已更新 ${count} 条策略`, en: (count: number) => `${count} changed` },
  deleteTitle: {
    zh: (count: number) => (count === 1 ? '删除该策略？' : `删除 ${count} 条策略？`),
    en: (count: number) => (count === 1 ? 'Delete this policy?' : `Delete ${count} policies?`),
  },
  deleteHint: {
    zh: '由其产生的未恢复报警将立即结束；历史报警保留。',
    en: 'What is active under it ends at once; past alarms stay.',
  },
  closeTitle: {
    zh: (count: number) => (count === 1 ? '关闭该策略？' : `关闭 ${count} 条策略？`),
    en: (count: number) => (count === 1 ? 'Switch off this policy?' : `Switch off ${count} policies?`),
  },
  closeHint: {
    zh: '关闭后不再产生报警，未恢复的报警立即结束。',
    en: 'Nothing is raised any more, and what is active under it ends at once.',
  },
  cancel: { zh: '取消', en: 'Cancel' },
  ok: { zh: '确定', en: 'OK' },
  newTitle: { zh: '新增报警策略', en: 'New alarm policy' },
  readOnly: {
    zh: '您可以查看该策略，但不能修改。修改需要“报警策略：编辑”权限，并能查看该项目的全部设备。',
    en: 'You may look at this policy. Changing it takes the permission “Alarm policies: set up” and sight of all devices of the project.',
  },
  hiddenPoints: {
    zh: (count: number) => `另有 ${count} 个点位您无权查看`,
    en: (count: number) => `${count} more that you may not see`,
  },

  what: { zh: '基本信息', en: 'General' },
  enabled: { zh: '启用', en: 'Enabled' },
  alarmPoints: { zh: '报警点位', en: 'Alarm points' },
  choosePoints: { zh: '选择点位', en: 'Choose points' },
  chosenPoints: {
    zh: (count: number) => `已选 ${count} 个点位`,
    en: (count: number) => (count === 1 ? '1 point chosen' : `${count} points chosen`),
  },
  takeChosen: {
    zh: (count: number) => `确定（${count} 个点位）`,
    en: (count: number) => (count === 1 ? 'Take 1 point' : `Take ${count} points`),
  },
  allMatching: { zh: (count: number) => `全选 ${count} 个`, en: (count: number) => `Choose all ${count}` },
  area: { zh: '区域', en: 'Area' },
  device: { zh: '设备', en: 'Device' },
  point: { zh: '点位', en: 'Point' },
  remove: { zh: '移除', en: 'Remove' },
  moreFound: {
    zh: (shown: number, total: number) => `共 ${total} 个，只显示前 ${shown} 个，请缩小范围`,
    en: (shown: number, total: number) => `${shown} of ${total} shown: narrow the search`,
  },
  noPoints: { zh: '没有符合条件的点位', en: 'No points fit' },
  gateways: { zh: '网关', en: 'Gateways' },
  slaves: { zh: '从站', en: 'Slaves' },
  gatewaysHint: {
    zh: '通讯中断在网关或从站上判断，其下的点位不再逐个报警。',
    en: 'Communication is judged at gateways and slaves; the points below raise nothing of their own.',
  },

  conditions: { zh: '触发条件', en: 'Conditions' },
  addCondition: { zh: '添加条件', en: 'Add a condition' },
  removeCondition: { zh: '删除该条件', en: 'Remove this condition' },
  follows: { zh: '限值随另一点位变化', en: 'Limits follow another point' },
  followsHint: {
    zh: '限值 = 该点位的当前值 + 上面填写的数，例如设定值 +3。',
    en: 'The limit is that point’s value plus the number above, such as the setpoint + 3.',
  },
  followed: { zh: '跟随的点位', en: 'Point to follow' },
  limitName: { zh: '限值', en: 'Limit' },
  level: { zh: '级别', en: 'Level' },
  values: { zh: '报警状态', en: 'States that alarm' },
  onDelay: { zh: '持续时间（分钟）', en: 'For at least (minutes)' },
  onDelayHint: { zh: '条件持续多久才报警', en: 'How long it must last before it alarms' },
  offDelay: { zh: '恢复时间（分钟）', en: 'Back for (minutes)' },
  offDelayHint: { zh: '恢复后稳定多久才消除', en: 'How long it must be back before the alarm is over' },
  deadband: { zh: '死区', en: 'Deadband' },
  deadbandHint: {
    zh: '须回到限值以内这么多才算恢复，避免在限值附近反复报警',
    en: 'How far inside its limit the value must come back, so that it does not alarm again and again',
  },
  afterMinutes: { zh: '无数据时间（分钟）', en: 'Silent for (minutes)' },
  frozenMinutes: { zh: '不变时间（分钟）', en: 'Unmoved for (minutes)' },
  tolerance: { zh: '允许波动', en: 'Movement allowed' },
  rateLimit: { zh: '变化幅度', en: 'Change by' },
  windowMinutes: { zh: '在（分钟）内', en: 'Within (minutes)' },
  direction: { zh: '方向', en: 'Direction' },
  rise: { zh: '上升', en: 'Rise' },
  fall: { zh: '下降', en: 'Fall' },
  either: { zh: '任一方向', en: 'Either way' },
  above: { zh: '高于', en: 'Above' },
  below: { zh: '低于', en: 'Below' },
  deviationLimit: { zh: '偏差', en: 'Off by more than' },
  comparedWith: { zh: '对比点位', en: 'Compared with' },
  pointName: { zh: '点位名称', en: 'point name' },
  anyName: { zh: '该类型仅有的一个', en: 'The only one of its type' },
  lacksIt: {
    zh: (what: string, devices: string, isJudged: boolean) =>
      `没有“${what}”：${devices}。${isJudged ? '这些设备上不参照它，照常判断。' : '这些设备上此条件不判断任何点位。'}`,
    en: (what: string, devices: string, isJudged: boolean) =>
      `No “${what}” on ${devices}: ${isJudged ? 'judged there without it.' : 'this condition judges nothing there.'}`,
  },
  severalOfIt: {
    zh: (what: string, candidates: string, devices: string) =>
      `“${what}”不止一个（${candidates}），请选择点位名称：${devices}。`,
    en: (what: string, candidates: string, devices: string) =>
      `Several of “${what}” (${candidates}) on ${devices}: choose which by its name.`,
  },
  devicesSaid: {
    zh: (names: string, more: number, all: number) => (more > 0 ? `${names}等 ${all} 台` : names),
    en: (names: string, more: number, _all: number) => (more > 0 ? `${names} and ${more} more` : names),
  },
  pointsSaid: {
    zh: (names: string, more: number, all: number) => (more > 0 ? `${names}等 ${all} 个点位` : names),
    en: (names: string, more: number, _all: number) => (more > 0 ? `${names} and ${more} more` : names),
  },
  delayNeverCompletes: {
    zh: ({ names, delay, cycle, needed }: DelaySaid) =>
      `补传数据中延时 ${delay} 无法走完：约每 ${needed} 上报一次，采集周期却设为 ${cycle}（${names}）。请将采集周期改为 ${needed}。`,
    en: ({ names, delay, cycle, needed }: DelaySaid) =>
      `In stored data the delay of ${delay} never completes: readings about every ${needed}, cycle set to ${cycle} (${names}). Set the cycle to ${needed}.`,
  },
  samePointType: { zh: '同设备的点类型', en: 'Same device, by type' },
  onePoint: { zh: '指定点位', en: 'One point' },
  periods: { zh: '生效时段', en: 'In force' },
  always: { zh: '始终生效', en: 'Always' },
  onlyInPeriods: { zh: '仅在以下时段', en: 'Only in these periods' },
  addPeriod: { zh: '添加时段', en: 'Add a period' },
  ownBands: { zh: '本时段使用单独限值', en: 'Limits of its own in this period' },
  holiday: { zh: '节假日', en: 'Holiday' },
  onlyWhile: { zh: '仅当设备处于以下状态时判断', en: 'Only while the equipment is in these states' },
  onlyWhileHint: {
    zh: '须全部成立，例如“门已关”且“未化霜”：开门、化霜期间及其后一段时间不提示；各自超过最长时间后照常报警。',
    en: 'All of them must hold, for example “door closed” and “not defrosting”: nothing is raised meanwhile and for a time after, but for none of them longer than its longest time.',
  },
  stateN: { zh: (n: number) => `状态 ${n}`, en: (n: number) => `State ${n}` },
  addState: { zh: '再加一个状态', en: 'Add another state' },
  statePoint: { zh: '状态点位', en: 'Point' },
  settle: { zh: '恢复后等待（分钟）', en: 'And for (minutes) after' },
  maxHidden: { zh: '最长不判断（分钟）', en: 'At most (minutes)' },

  notifying: { zh: '通知', en: 'Notification' },
  notifyingHint: {
    zh: '正在查看报警的人员总会看到弹窗。联系人另按以下方式收到通知。',
    en: 'People who look at alarms always see the popup. Contacts are notified in these ways as well.',
  },
  contact: { zh: '联系人', en: 'Person' },
  invitePeople: { zh: '邀请新成员', en: 'Invite people' },
  addContact: { zh: '添加联系人', en: 'Add a person' },
  choosePerson: { zh: '选择联系人', en: 'Choose a person' },
  receiveLevel: { zh: '接收级别', en: 'Receives' },
  channels: { zh: '通知方式', en: 'By' },
  receivePeriod: { zh: '接收时段', en: 'When' },
  wholeDay: { zh: '全天', en: 'All day' },
  from: { zh: '从', en: 'From' },
  until: { zh: '到', en: 'Until' },
  endsNextDay: { zh: '次日结束', en: 'Ends next day' },
  tellsOffline: { zh: '离线期间的报警也告知', en: 'Alarms while offline, too' },
  tellsOfflineHint: {
    zh: '网关离线期间发生并已消除的报警：不打电话、不发短信，仅在应用内和邮件中告知',
    en: 'Alarms that came and went while the gateway was offline: in the app and by mail, never by SMS or call',
  },
  step: { zh: '步骤', en: 'Step' },
  atOnce: { zh: '立即', en: 'At once' },
  stepN: { zh: (n: number) => `第 ${n} 次升级`, en: (n: number) => `Escalation ${n}` },
  days: { zh: '星期', en: 'Days' },
  repeat: { zh: '重复通知间隔（分钟）', en: 'Repeat every (minutes)' },
  repeatHint: { zh: '未确认时重复；留空不重复', en: 'While unacknowledged; empty: notified once' },
  escalate: { zh: '升级间隔（分钟）', en: 'Escalate after (minutes)' },
  escalateHint: {
    zh: '未确认时通知下一步联系人；留空不升级',
    en: 'Then the next step is notified; empty: no escalation',
  },
  onClear: { zh: '恢复时通知', en: 'Notify on recovery' },
  lackMember: { zh: '已不是企业成员，收不到通知', en: 'No member of the company any more: hears nothing' },
  lackProject: { zh: '无权打开该项目，收不到通知', en: 'May not open this project: hears nothing' },
  lackMobile: { zh: '没有手机号，收不到短信和电话', en: 'No phone number: neither SMS nor calls' },
  lackEmail: { zh: '没有邮箱，收不到邮件', en: 'No e-mail address: no mail' },

  past: { zh: '过去 30 天', en: 'The last 30 days' },
  pastOf: {
    zh: (name: string) => `${name} 过去 30 天与限值`,
    en: (name: string) => `${name}: the last 30 days and its limits`,
  },
  showPoint: { zh: '查看点位', en: 'Show' },
  pastHint: {
    zh: '拖动限值线或直接输入；浅色带为死区。',
    en: 'Drag a line or type its value; the light band is the deadband.',
  },
  pastOwn: {
    zh: '该点位有单独限值，曲线显示其单独限值（已保存的）。',
    en: 'This point has limits of its own: these are drawn, as they are saved.',
  },
  pastEmpty: { zh: '选择点位后在此查看其过去 30 天', en: 'Choose points to see their last 30 days here' },
  pastNothing: { zh: '该点位过去 30 天没有数据', en: 'This point has no data in the last 30 days' },
  pastRefused: { zh: '查看曲线需要“远程监控：查看”权限', en: 'Curves take the permission “Monitoring: view”' },
  beyond: {
    zh: (line: string, share: string) => `${line}：${share}% 的时间`,
    en: (line: string, share: string) => `${line}: ${share}% of the time`,
  },

  previewTitle: { zh: '保存会影响报警', en: 'Saving changes alarms' },
  continues: {
    zh: (n: number) => `${n} 条继续`,
    en: (n: number) => (n === 1 ? '1 continues' : `${n} continue`),
  },
  ends: {
    zh: (n: number) => `${n} 条结束，并注明原因`,
    en: (n: number) => (n === 1 ? '1 ends and says why' : `${n} end and say why`),
  },
  begins: {
    zh: (n: number) => `${n} 条出现（按已有数据，经设定的延时）`,
    en: (n: number) =>
      n === 1 ? '1 begins, by the readings so far and the delay' : `${n} begin, by the readings so far and the delay`,
  },
  unknownAlarms: {
    zh: (n: number) => `${n} 条无法预判：近期没有数据`,
    en: (n: number) =>
      n === 1 ? '1 cannot be judged: no recent readings' : `${n} cannot be judged: no recent readings`,
  },
  notJudged: {
    zh: (n: number) => `另有 ${n} 个点位保存后判断`,
    en: (n: number) => (n === 1 ? '1 more point is judged after saving' : `${n} more points are judged after saving`),
  },
  endsWord: { zh: '结束', en: 'ends' },
  beginsWord: { zh: '出现', en: 'begins' },
  andMore: { zh: (n: number) => `另有 ${n} 个`, en: (n: number) => `${n} more` },
  saveNow: { zh: '保存', en: 'Save' },
  saveAsNew: { zh: '另存为新策略', en: 'Save as a new policy' },
  ownLimits: { zh: '单独限值', en: 'Limits of single devices' },
  ownLimitsHint: {
    zh: '个别设备限值不同时在此设置，无需复制策略。',
    en: 'Where a device needs other limits: no copy of the policy is needed.',
  },
  addOwn: { zh: '为设备设置单独限值', en: 'Give a device its own limits' },
  ownOf: { zh: (name: string) => `${name} 的单独限值`, en: (name: string) => `Limits of ${name}` },
  takeBack: { zh: '恢复为策略限值', en: 'Use the policy’s again' },
  condition: { zh: '条件', en: 'Condition' },
  saveFirst: { zh: '请先保存策略的修改', en: 'Save the policy first' },

  copyTitle: { zh: (name: string) => `复制“${name}”`, en: (name: string) => `Copy “${name}”` },
  toProjects: { zh: '复制到项目', en: 'Into projects' },
  newName: { zh: '新名称', en: 'New name' },
  newNameHint: { zh: '留空沿用原名称', en: 'Empty: the same name' },
  preview: { zh: '预览', en: 'Preview' },
  matched: {
    zh: (count: number) => `找到 ${count} 个对应点位`,
    en: (count: number) => (count === 1 ? '1 point found' : `${count} points found`),
  },
  unmatched: { zh: '没有对应点位', en: 'Nothing like' },
  unclear: {
    zh: '条件引用的点位在设备上不止一个，未加入（请在条件中选择点位名称）',
    en: 'A condition looks at one of several points there, left out (choose which by its name)',
  },
  leftOut: { zh: '不是该项目成员，未复制', en: 'No members there, left out' },
  limitsCome: {
    zh: (count: number) => `${count} 个点位沿用单独限值`,
    en: (count: number) => `${count} ${count === 1 ? 'point keeps its' : 'points keep their'} own limits`,
  },
  limitsLeft: {
    zh: '单独限值未复制（对应点位按策略限值）',
    en: 'Own limits not copied (the matching points use the policy’s)',
  },
  nothingThere: { zh: '没有可监视的点位，不会复制', en: 'Nothing to watch there: not copied' },
  copied: { zh: (count: number) => `已复制 ${count} 条`, en: (count: number) => `${count} copied` },
  copyHere: { zh: '复制到本项目的策略默认关闭', en: 'A copy in its own project begins switched off' },

  assignTitle: { zh: (name: string) => `为“${name}”批量关联点位`, en: (name: string) => `Points for “${name}”` },
  assignHint: {
    zh: '符合全部所选条件的点位将加入策略；取值类型不符的点位不计。',
    en: 'Points that fit everything chosen are added; those of the other kind of value are not meant.',
  },
  fits: {
    zh: (matched: number, changed: number) => `符合 ${matched} 个，其中 ${changed} 个将变更`,
    en: (matched: number, changed: number) => `${matched} fit, ${changed} of them change`,
  },
  takeOut: { zh: '移出策略', en: 'Take out' },
  putIn: { zh: '加入策略', en: 'Add' },
});

export const weekdayText = defineText({
  d1: { zh: '周一', en: 'Mon' },
  d2: { zh: '周二', en: 'Tue' },
  d3: { zh: '周三', en: 'Wed' },
  d4: { zh: '周四', en: 'Thu' },
  d5: { zh: '周五', en: 'Fri' },
  d6: { zh: '周六', en: 'Sat' },
  d7: { zh: '周日', en: 'Sun' },
});
