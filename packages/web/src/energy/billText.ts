import { defineText } from '../lib/defineText.ts';

export const billText = defineText({
  bill: { zh: '月度电费账单', en: 'Bill of a month' },
  month: { zh: '账单月份', en: 'Month of the bill' },
  terms: { zh: '供电合同', en: 'Supply contract' },
  noTerms: {
    zh: '填写供电合同后，这里按电度电费、基本电费和力调电费列出每月账单。',
    en: 'Once a supply contract is entered, the bill of each month stands here: energy, basic fee and power factor.',
  },
  basicFee: { zh: '基本电费', en: 'Basic fee' },
  adjustment: { zh: '力调电费', en: 'Power factor adjustment' },
  factor: {
    zh: (factor: string, standard: string) => `功率因数 ${factor}，标准 ${standard}`,
    en: (factor: string, standard: string) => `Power factor ${factor}, standard ${standard}`,
  },
  factorUnknown: {
    zh: '没有整月的无功电量，未计算',
    en: 'No reactive energy of the whole month, so it is not calculated',
  },
  demandUnknown: { zh: '当月没有实测需量', en: 'no demand was measured' },
  total: { zh: '合计', en: 'Total' },
  soFar: { zh: '截至目前', en: 'So far' },
  provisional: { zh: '部分电价未定', en: 'Some prices are not final' },
  estimated: { zh: (n: number) => `${n} 个时段为估算`, en: (n: number) => `${n} quarter hours estimated` },
  suspect: { zh: (kwh: string) => `未计入：${kwh} kWh`, en: (kwh: string) => `Not counted: ${kwh} kWh` },
  reactiveSuspect: { zh: '无功示数有跳变', en: 'The reactive register jumped' },
  demand: {
    zh: (peak: string, contract: string) => `最大需量 ${peak} kW，合同 ${contract} kW`,
    en: (peak: string, contract: string) => `Demand ${peak} kW, contract ${contract} kW`,
  },
  hint: {
    zh: '按本平台的电表计算，结算以供电公司的电表和账单为准。',
    en: 'Calculated from the meters of this platform. Those of the grid company decide what is paid.',
  },
  empty: { zh: '还没有供电合同', en: 'No supply contract yet' },
  add: { zh: '新增供电合同', en: 'Add supply contract' },
  edit: { zh: '编辑', en: 'Edit' },
  editOf: { zh: (name: string) => `编辑供电合同：${name}`, en: (name: string) => `Edit supply contract of ${name}` },
  remove: { zh: '删除', en: 'Delete' },
  removeOf: {
    zh: (name: string, month: string) => `删除 ${name} 自 ${month} 起的供电合同`,
    en: (name: string, month: string) => `Delete the supply contract of ${name} from ${month}`,
  },
  removeHint: {
    zh: '此前的合同重新生效；账单按其余合同计算。',
    en: 'The contract before it counts again, for the bills, too.',
  },
  meter: { zh: '电表', en: 'Meter' },
  fromMonth: { zh: '起始月份', en: 'From month' },
  price: { zh: '基本电费单价（元/kVA 或 kW·月）', en: 'Price of the basic fee (¥ a kVA or kW and month)' },
  capacity: { zh: '变压器容量（kVA）', en: 'Transformer capacity (kVA)' },
  contractDemand: { zh: '合同最大需量（kW）', en: 'Contract demand (kW)' },
  contractDemandHint: {
    zh: '15 分钟需量预计超过它的 95% 时发出事件通知',
    en: 'An event notice comes when a quarter of an hour is expected to exceed 95 % of it',
  },
  standard: { zh: '功率因数标准', en: 'Power factor standard' },
  noStandard: { zh: '不考核', en: 'Not adjusted' },
  reactivePoint: { zh: '无功电量示数点位', en: 'Register of reactive energy' },
  reactiveHint: {
    zh: '单位为 varh、kvarh 或 Mvarh；倍率与该电表相同',
    en: 'Its unit is varh, kvarh or Mvarh; it counts with the multiplier of the meter',
  },
  actions: { zh: '操作', en: 'Actions' },
  saved: { zh: '已保存', en: 'Saved' },
});
