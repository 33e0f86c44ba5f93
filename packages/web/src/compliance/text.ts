import { defineText } from '../lib/defineText.ts';

export const proofText = defineText({
  tabs: { zh: '合规证明', en: 'Proof' },
  conformity: { zh: '合规状态', en: 'Conformity' },
  findings: { zh: '超限与缺口', en: 'Excursions and gaps' },
  packs: { zh: '合规包', en: 'Packs' },
  certificates: { zh: '校准证书', en: 'Certificates' },
  profiles: { zh: '企业档案', en: 'Own profiles' },
  seals: { zh: '封存与核对', en: 'Seals' },
  wholeProject: { zh: '需要可查看该项目的全部设备', en: 'This takes access to all devices of the project' },
  point: { zh: '点位', en: 'Point' },
  device: { zh: '设备', en: 'Device' },
  profile: { zh: '适用标准', en: 'Profile' },
  version: { zh: (n: number) => `第 ${n} 版`, en: (n: number) => `version ${n}` },
  nextVersion: { zh: (n: number) => `明日起按第 ${n} 版`, en: (n: number) => `version ${n} from tomorrow on` },
  standards: { zh: '标准', en: 'Standards' },
  limits: { zh: '限值', en: 'Limits' },
  light: { zh: '状态', en: 'State' },
  reasons: { zh: '不符合原因', en: 'Why not' },
  sealedUntil: { zh: '已封存至', en: 'Sealed until' },
  since: { zh: '起始', en: 'Since' },
  from: { zh: (when: string) => `自 ${when} 起`, en: (when: string) => `from ${when}` },
  assign: { zh: '纳入合规档案', en: 'Put points under a profile' },
  assigned: { zh: '已纳入，从下一天起逐日封存', en: 'Done. Sealed day by day from the next day on' },
  assignHint: {
    zh: '从下一天起，整天逐日封存；限值独立于报警策略。',
    en: 'Sealed day by day from the next day on. Limits are independent of alarm policies.',
  },
  points: { zh: '点位', en: 'Points' },
  alarmLimits: { zh: '报警限值', en: 'Alarm limits' },
  low: { zh: '下限', en: 'Lower limit' },
  high: { zh: '上限', en: 'Upper limit' },
  profileHint: {
    zh: (seconds: number, gap: number, out: number, error: number) =>
      `采集周期 ≤ ${seconds} 秒；超过 ${gap} 分钟无数据为缺口；超限 ${out} 分钟起须处理；证书误差 ≤ ${error}`,
    en: (seconds: number, gap: number, out: number, error: number) =>
      `Sampled every ${seconds} s at most; ${gap} min without data is a gap; an excursion counts from ${out} min; certified error ≤ ${error}`,
  },
  gspHint: {
    zh: '（0 °C 以下 1.0，湿度 5 %RH）；至少 2 个温度点位、3 人收到短信或电话',
    en: ' (1.0 below 0 °C, 5 %RH); 2 temperature points and 3 people notified by SMS or call at least',
  },
  end: { zh: '结束', en: 'End' },
  endOf: {
    zh: (n: number) => `结束 ${n} 个点位的合规档案`,
    en: (n: number) => `End the profile of ${n} point${n === 1 ? '' : 's'}`,
  },
  endHint: {
    zh: '今天仍会封存，之后不再封存。已有的封存记录保留。',
    en: 'Today is still sealed, and no day after it. What was sealed stays.',
  },
  ended: { zh: '合规档案已结束', en: 'Profile ended' },
  noPoints: { zh: '还没有纳入合规档案的点位', en: 'No points under a profile yet' },
  noPointsHint: {
    zh: '纳入后，每天的原始数据会被封存签名，超限与缺口会列出待说明。',
    en: 'Their raw data is then sealed and signed each day, and excursions and gaps are listed to be explained.',
  },
  retry: { zh: '重试', en: 'Try again' },
});

/** Leads from a reason of the light to the place where it is mended. */
export const mendText = defineText({
  noData: { zh: '查看设备', en: 'Open device' },
  outside: { zh: '查看设备', en: 'Open device' },
  interval: { zh: '修改点位', en: 'Edit point' },
  certificate: { zh: '登记证书', en: 'Register certificate' },
  findings: { zh: '去处理', en: 'Explain or confirm' },
  alarms: { zh: '去确认', en: 'Acknowledge' },
  people: { zh: '报警策略', en: 'Alarm policies' },
  probes: { zh: '纳入更多点位', en: 'Add points' },
  seals: { zh: '查看封存', en: 'Open seals' },
  proof: { zh: '查看核对结果', en: 'Open verification' },
});

export const profileText = defineText({
  name: { zh: '档案名称', en: 'Profile' },
  version: { zh: '版本', en: 'Version' },
  versions: { zh: '以往版本', en: 'Earlier versions' },
  olderVersions: {
    zh: (n: number) => `更早的 ${n} 个版本`,
    en: (n: number) => `${n} older version${n === 1 ? '' : 's'}`,
  },
  figures: { zh: '要求', en: 'Requirements' },
  after: { zh: (standard: string) => `依据 ${standard}`, en: (standard: string) => `after ${standard}` },
  rest: {
    zh: (answer: number, years: number) => `报警 ${answer} 分钟内确认；保存 ${years} 年`,
    en: (answer: number, years: number) =>
      `Alarms acknowledged within ${answer} min; kept for ${years} year${years === 1 ? '' : 's'}`,
  },
  basedOn: { zh: '依据的标准', en: 'Copy of' },
  basedOnHint: {
    zh: '以标准的数值为起点。可以比标准更严；比标准宽松时，请自行确认审核方是否接受。',
    en: 'Begins with the figures of the standard. Stricter is safe; where it is laxer, ask your auditor first.',
  },
  sampleSeconds: { zh: '采集周期（秒）', en: 'Time between samples, s' },
  gapMinutes: { zh: '缺口时长（分钟）', en: 'Gap from, min' },
  excursionMinutes: { zh: '超限计入时长（分钟）', en: 'Excursion counts from, min' },
  maxError: { zh: '证书允许误差', en: 'Certified error allowed' },
  answerMinutes: { zh: '报警确认时限（分钟）', en: 'Acknowledge alarms within, min' },
  keepYears: { zh: '保存年限', en: 'Keep records for, years' },
  add: { zh: '新增企业档案', en: 'Add a profile' },
  added: { zh: '企业档案已新增', en: 'Profile added' },
  editOf: { zh: (name: string) => `修改 ${name}`, en: (name: string) => `Edit ${name}` },
  editHint: {
    zh: (n: number) => `数值改变时保存为第 ${n} 版。适用的点位自下一天起按新版判定；已判定的记录保留原版本。`,
    en: (n: number) =>
      `Changed figures are saved as version ${n}. Points under the profile are judged by it from their next day on; what was judged before keeps its version.`,
  },
  saved: { zh: '企业档案已保存', en: 'Profile saved' },
  deleteOf: {
    zh: (n: number) => `删除 ${n} 个企业档案`,
    en: (n: number) => `Delete ${n} profile${n === 1 ? '' : 's'}`,
  },
  deleteHint: {
    zh: '仍有点位使用的档案不能删除。已判定的记录仍写明所用版本。',
    en: 'Profiles that points are under stay. What was judged by a profile still names it.',
  },
  deleted: { zh: '企业档案已删除', en: 'Profile deleted' },
  none: { zh: '还没有企业档案', en: 'No profiles of your own yet' },
  noneHint: {
    zh: '点位可以直接按标准判定；要求比标准更严时，在这里复制一份并改成自己的数值。',
    en: 'Points can be under a standard as it is. Where you ask for more, copy one here and set figures of your own.',
  },
});

export const findingText = defineText({
  kind: { zh: '类型', en: 'Kind' },
  state: { zh: '状态', en: 'State' },
  time: { zh: '时间', en: 'Time' },
  lasted: { zh: '时长', en: 'Lasted' },
  extreme: { zh: '极值', en: 'Extreme' },
  cause: { zh: '原因', en: 'Cause' },
  action: { zh: '说明与措施', en: 'Explanation and action' },
  goods: { zh: '货物处理', en: 'Goods' },
  by: { zh: '填写人', en: 'By' },
  confirmedBy: { zh: '确认人', en: 'confirmed by' },
  explain: { zh: '说明', en: 'Explain' },
  explainOf: {
    zh: (n: number) => `说明 ${n} 项超限或缺口`,
    en: (n: number) => `Explain ${n} excursion${n === 1 ? '' : 's'} or gap${n === 1 ? '' : 's'}`,
  },
  explained: { zh: '已保存', en: 'Saved' },
  actionHint: {
    zh: '至少 10 个字符：发生了什么，采取了什么措施',
    en: 'Ten characters at least: what happened and what was done',
  },
  confirm: { zh: '确认', en: 'Confirm' },
  confirmOf: {
    zh: (n: number) => `确认 ${n} 项超限或缺口的说明`,
    en: (n: number) => `Confirm what is said of ${n} excursion${n === 1 ? ' or gap' : 's or gaps'}`,
  },
  confirmHint: {
    zh: '作为第二人确认：原因、措施与货物处理属实。之后不能再修改。',
    en: 'As the second person: cause, action and, of excursions, what became of the goods are as stated. They cannot be changed then.',
  },
  confirmed: { zh: '已确认', en: 'Confirmed' },
  own: { zh: '由您填写，须由另一人确认', en: 'Entered by you; it takes another person' },
  none: { zh: '没有超限与缺口', en: 'No excursions or gaps' },
  noneHint: {
    zh: '已封存的日子里，数据完整且都在限值内。',
    en: 'On all sealed days data is complete and within its limits.',
  },
});

export const certificateText = defineText({
  number: { zh: '证书编号', en: 'Certificate number' },
  laboratory: { zh: '校准机构', en: 'Laboratory' },
  doneOn: { zh: '校准日期', en: 'Calibrated on' },
  validUntil: { zh: '有效期至', en: 'Valid until' },
  maxError: { zh: '最大误差', en: 'Largest error' },
  maxErrorHint: { zh: '各校准点中绝对值最大的误差', en: 'The largest of all calibration points, without its sign' },
  state: { zh: '状态', en: 'State' },
  valid: { zh: '有效', en: 'Valid' },
  expired: { zh: '已过期', en: 'Expired' },
  file: { zh: '文件', en: 'File' },
  fileOf: { zh: (number: string) => `证书 ${number} 的文件`, en: (number: string) => `File of certificate ${number}` },
  keepFile: { zh: '上传文件', en: 'Upload file' },
  replaceFile: { zh: '更换文件', en: 'Replace file' },
  fileKept: { zh: '证书文件已保存', en: 'File kept' },
  fileHint: {
    zh: (mb: number) => `PDF 或图片，不超过 ${mb} MB。发布的合规包用到该证书后，文件不能更换。`,
    en: (mb: number) =>
      `PDF or image, ${mb} MB at most. Once a published pack uses the certificate, its file stays as it is.`,
  },
  choose: { zh: '选择文件', en: 'Choose a file' },
  add: { zh: '登记证书', en: 'Register certificate' },
  added: { zh: '证书已登记', en: 'Certificate registered' },
  delete: { zh: '删除', en: 'Delete' },
  deleteOf: {
    zh: (n: number) => `删除 ${n} 份证书`,
    en: (n: number) => `Delete ${n} certificate${n === 1 ? '' : 's'}`,
  },
  deleted: { zh: '证书已删除', en: 'Certificate deleted' },
  none: { zh: '还没有校准证书', en: 'No certificates yet' },
});

export const packText = defineText({
  name: { zh: '合规包', en: 'Pack' },
  month: { zh: '月份', en: 'Month' },
  devices: { zh: '设备', en: 'Devices' },
  devicesHint: { zh: '不选则包括全部', en: 'None chosen: all' },
  language: { zh: '语言', en: 'Language' },
  status: { zh: '状态', en: 'Status' },
  missing: { zh: '发布前还缺', en: 'Missing before publication' },
  complete: { zh: '齐全，可以发布', en: 'Complete' },
  more: { zh: (n: number) => `另有 ${n} 项`, en: (n: number) => `and ${n} more` },
  points: { zh: '点位', en: 'Points' },
  size: { zh: '大小', en: 'Size' },
  made: { zh: '生成', en: 'Made' },
  published: { zh: '发布', en: 'Published' },
  revision: { zh: '版本', en: 'Revision' },
  revised: {
    zh: (n: number) => `发布后有 ${n} 天重新封存`,
    en: (n: number) => `${n} day${n === 1 ? '' : 's'} sealed again since`,
  },
  make: { zh: '生成合规包', en: 'Make a pack' },
  makeAgain: { zh: '重新生成', en: 'Make again' },
  making: { zh: '正在生成，完成后显示在列表中', en: 'Being made. It shows in the list once it is done' },
  makeHint: {
    zh: '一个 ZIP：PDF 报告、原始数据、封存与日根、公钥和核对程序。',
    en: 'One ZIP: report as PDF, raw data, seals and roots, public key, and a program that checks them.',
  },
  download: { zh: '下载', en: 'Download' },
  publish: { zh: '发布', en: 'Publish' },
  publishOf: { zh: (name: string) => `发布 ${name}`, en: (name: string) => `Publish ${name}` },
  publishHint: {
    zh: '发布后不能更改或删除；更正须生成新版本。',
    en: 'A published pack can be neither changed nor deleted. A correction is a further revision.',
  },
  publishedSaid: { zh: '合规包已发布', en: 'Pack published' },
  ownPack: { zh: '由您生成，须由另一人发布', en: 'Made by you; it takes another person to publish it' },
  delete: { zh: '删除', en: 'Delete' },
  deleteOf: { zh: (name: string) => `删除 ${name}`, en: (name: string) => `Delete ${name}` },
  deleted: { zh: '草稿已删除', en: 'Draft deleted' },
  none: { zh: '还没有合规包', en: 'No packs yet' },
});

export const sealText = defineText({
  verifyTitle: { zh: '核对', en: 'Verify' },
  verifyHint: {
    zh: '由原始数据重新计算封存值、日根和签名，逐一指出不符的点位和日期。',
    en: 'Recomputes hashes, roots and signatures from the raw data and names each point and day that does not match.',
  },
  days: { zh: '日期范围', en: 'Days' },
  verify: { zh: '核对', en: 'Verify' },
  proof: { zh: '下载证明', en: 'Download proof' },
  key: { zh: '下载公钥', en: 'Download public key' },
  allMatch: { zh: '全部一致', en: 'Everything matches' },
  nothing: { zh: '该期间没有封存记录', en: 'Nothing was sealed on these days' },
  someWrong: {
    zh: (n: number) => `${n} 处不一致`,
    en: (n: number) => `${n} ${n === 1 ? 'does' : 'do'} not match`,
  },
  toKnow: {
    zh: (n: number) => `一致；${n} 处需要注意`,
    en: (n: number) => `No contradiction; ${n} to know of`,
  },
  summary: {
    zh: (points: number, days: number, samples: string, roots: number) =>
      `${points} 个点位、${days} 个点位日、${samples} 个样本、${roots} 个日根`,
    en: (points: number, days: number, samples: string, roots: number) =>
      `${points} points, ${days} days of points, ${samples} samples, ${roots} roots`,
  },
  shown: { zh: (n: number) => `仅显示前 ${n} 项`, en: (n: number) => `The first ${n} are shown` },
  problems: { zh: '核对结果', en: 'What does not match' },
  root: { zh: (n: number) => `日根 ${n}`, en: (n: number) => `Root ${n}` },
  nightly: { zh: '每夜自动核对', en: 'Verified each night' },
  nightlyNone: {
    zh: '还没有自动核对过。每夜核对最近的日子和较早日子的一部分，30 天内轮完一遍。',
    en: 'Not verified yet. Each night the newest days and a share of the earlier ones are, all of them within 30 days.',
  },
  nightlyState: {
    zh: (recent: number, all: number, last: string) =>
      `${all} 天中有 ${recent} 天在最近 30 天内核对过，最近一次 ${last}`,
    en: (recent: number, all: number, last: string) =>
      `${recent} of ${all} sealed days verified within the last 30 days, most recently ${last}`,
  },
  nightlyGood: { zh: '全部一致', en: 'Everything matches' },
  nightlyBroken: {
    zh: (n: number) => `${n} 天不一致`,
    en: (n: number) => `${n} day${n === 1 ? ' does' : 's do'} not match`,
  },
  brokenDay: {
    zh: (day: string, since: string) => `${day}（${since} 首次发现）`,
    en: (day: string, since: string) => `${day}, first found ${since}`,
  },
  seals: { zh: '日根', en: 'Roots' },
  number: { zh: '序号', en: 'Number' },
  day: { zh: '日期', en: 'Day' },
  again: { zh: '重新封存', en: 'Sealed again' },
  made: { zh: '封存时间', en: 'Sealed at' },
  points: { zh: '点位', en: 'Points' },
  empty: { zh: (n: number) => `其中 ${n} 个无数据`, en: (n: number) => `${n} without data` },
  samples: { zh: '样本', en: 'Samples' },
  hash: { zh: '签名内容', en: 'Signed hash' },
  revisions: { zh: '重新封存的日期', en: 'Days sealed again' },
  none: { zh: '还没有封存记录', en: 'Nothing is sealed yet' },
  noneHint: {
    zh: '纳入合规档案的点位，每天结束两小时后封存。',
    en: 'Points under a profile are sealed two hours after the end of each day.',
  },
});
