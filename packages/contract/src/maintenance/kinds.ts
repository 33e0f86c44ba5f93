import type { Bilingual } from '../call.ts';

/** Spec §3.2. Stored. */
export const teamTypes = {
  onSite: { zh: '上门', en: 'On site' },
  remote: { zh: '远程', en: 'Remote' },
} as const satisfies Record<string, Bilingual>;
export type TeamType = keyof typeof teamTypes;
export const teamTypeNames = Object.keys(teamTypes) as [TeamType, ...TeamType[]];

/** What an item of a template asks for (spec §3.2). Stored. */
export const itemContents = {
  option: { zh: '选项', en: 'Option' },
  numerical: { zh: '数值', en: 'Numerical' },
  reference: { zh: '参考', en: 'Reference' },
  list: { zh: '列表', en: 'List' },
  text: { zh: '文本', en: 'Text' },
  yesNo: { zh: '是否', en: 'Yes or no' },
  checklist: { zh: '清单', en: 'Checklist' },
} as const satisfies Record<string, Bilingual>;
export type ItemContent = keyof typeof itemContents;
export const itemContentNames = Object.keys(itemContents) as [ItemContent, ...ItemContent[]];

/** What of a point's readings an item takes. Stored in templates. */
export const sourceStatistics = {
  now: { zh: '当前值', en: 'Value now' },
  mean: { zh: '平均值', en: 'Mean' },
  min: { zh: '最低值', en: 'Lowest' },
  max: { zh: '最高值', en: 'Highest' },
} as const satisfies Record<string, Bilingual>;
export type SourceStatistic = keyof typeof sourceStatistics;
export const sourceStatisticNames = Object.keys(sourceStatistics) as [SourceStatistic, ...SourceStatistic[]];

/** Why an item was not filled in by itself. Stored with visits. */
export const notFilledReasons = {
  noPoint: { zh: '项目中没有对应点位', en: 'The project has no such point' },
  several: { zh: '有多个对应点位，请手工选择', en: 'Several points fit: fill it in by hand' },
  noData: { zh: '没有数据', en: 'No data' },
  stale: { zh: '数据已过期', en: 'The value is too old' },
  bad: { zh: '数据异常', en: 'The quality is bad' },
  noOption: { zh: '状态没有对应选项', en: 'No option stands for this state' },
  open: { zh: '检查未通过', en: 'The check is open' },
} as const satisfies Record<string, Bilingual>;
export type NotFilledReason = keyof typeof notFilledReasons;
export const notFilledReasonNames = Object.keys(notFilledReasons) as [NotFilledReason, ...NotFilledReason[]];

/** Whether an item takes pictures. Stored in templates; an item that says nothing is `optional`. */
export const itemPhotos = {
  optional: { zh: '可拍照', en: 'Photo optional' },
  required: { zh: '必须拍照', en: 'Photo required' },
  whenBad: { zh: '异常时必须拍照', en: 'Photo required when bad' },
} as const satisfies Record<string, Bilingual>;
export type ItemPhoto = keyof typeof itemPhotos;
export const itemPhotoNames = Object.keys(itemPhotos) as [ItemPhoto, ...ItemPhoto[]];

/** Who signs a visit. Stored. */
export const visitRoles = {
  engineer: { zh: '维保人员', en: 'Engineer' },
  store: { zh: '现场负责人', en: 'On site' },
} as const satisfies Record<string, Bilingual>;
export type VisitRole = keyof typeof visitRoles;
export const visitRoleNames = Object.keys(visitRoles) as [VisitRole, ...VisitRole[]];

/** Spec §7. Stored. */
export const maintenanceCycles = {
  day: { zh: '日', en: 'Day' },
  halfMonth: { zh: '半月', en: 'Half a month' },
  month: { zh: '月', en: 'Month' },
  quarter: { zh: '季度', en: 'Quarter' },
  halfYear: { zh: '半年', en: 'Half a year' },
  year: { zh: '年', en: 'Year' },
} as const satisfies Record<string, Bilingual>;
export type MaintenanceCycle = keyof typeof maintenanceCycles;
export const maintenanceCycleNames = Object.keys(maintenanceCycles) as [MaintenanceCycle, ...MaintenanceCycle[]];

/** Where a contract stands on a day; `terminated` is stored, the others follow from signatures and dates. */
export const contractStates = {
  toSign: { zh: '待签署', en: 'To be signed' },
  signed: { zh: '已签署', en: 'Signed' },
  inEffect: { zh: '生效中', en: 'In effect' },
  expired: { zh: '已到期', en: 'Expired' },
  terminated: { zh: '已终止', en: 'Terminated' },
} as const satisfies Record<string, Bilingual>;
export type ContractState = keyof typeof contractStates;
export const contractStateNames = Object.keys(contractStates) as [ContractState, ...ContractState[]];

/** Who signs: the enterprise, and the maintenance unit. */
export const contractParties = {
  a: { zh: '甲方', en: 'Party A' },
  b: { zh: '维保单位', en: 'Maintenance unit' },
} as const satisfies Record<string, Bilingual>;
export type ContractParty = keyof typeof contractParties;
export const contractPartyNames = Object.keys(contractParties) as [ContractParty, ...ContractParty[]];

/** How who signed a contract proved who they are. Stored. */
export const signatureProofs = {
  identity: { zh: '凭身份验证签署', en: 'signed with proof of identity' },
  sms: { zh: '凭短信验证码签署', en: 'signed with a code sent by SMS' },
} as const satisfies Record<string, Bilingual>;
export type SignatureProof = keyof typeof signatureProofs;
export const signatureProofNames = Object.keys(signatureProofs) as [SignatureProof, ...SignatureProof[]];

/** Stored. Maintained is `done` or `confirmed`, everything else is not (spec §4). */
export const maintenanceStates = {
  planned: { zh: '未维保', en: 'Not maintained' },
  started: { zh: '维保中', en: 'Started' },
  done: { zh: '已维保', en: 'Maintained' },
  confirmed: { zh: '已确认', en: 'Confirmed' },
  skipped: { zh: '已跳过', en: 'Skipped' },
  merged: { zh: '已合并', en: 'Merged' },
} as const satisfies Record<string, Bilingual>;
export type MaintenanceState = keyof typeof maintenanceStates;
export const maintenanceStateNames = Object.keys(maintenanceStates) as [MaintenanceState, ...MaintenanceState[]];

export type MaintenanceAction = 'assign' | 'move' | 'start' | 'fill' | 'finish' | 'sign' | 'confirm' | 'skip' | 'merge';
/**
 * What somebody is to a visit: `keeper` holds the right to keep all of them (272); `leader` and `member` are of its team; `candidate` is a
 * member while nobody is assigned.
 */
export type VisitPerson = 'keeper' | 'leader' | 'assignee' | 'candidate' | 'member';
const doing = ['keeper', 'leader', 'assignee'] as const;
/** From which states an action leads where, and who does it; it keeps the state where it says none. */
export const maintenanceSteps: Readonly<
  Record<
    MaintenanceAction,
    {
      readonly from: readonly MaintenanceState[];
      readonly to: MaintenanceState | null;
      readonly who: readonly VisitPerson[];
    }
  >
> = {
  assign: { from: ['planned'], to: null, who: ['keeper', 'leader'] },
  move: { from: ['planned'], to: null, who: ['keeper', 'leader'] },
  start: { from: ['planned'], to: 'started', who: [...doing, 'candidate'] },
  // Two people may fill in one visit.
  fill: { from: ['started'], to: null, who: [...doing, 'member'] },
  finish: { from: ['started'], to: 'done', who: doing },
  sign: { from: ['done', 'confirmed'], to: null, who: [...doing, 'member'] },
  confirm: { from: ['done'], to: 'confirmed', who: ['keeper'] },
  skip: { from: ['planned'], to: 'skipped', who: ['keeper'] },
  merge: { from: ['planned'], to: 'merged', who: ['keeper'] },
};

export const maintenanceActionNames = Object.keys(maintenanceSteps) as [MaintenanceAction, ...MaintenanceAction[]];

/** What can be changed of a contract or a template. Stored. */
export const maintenanceChanges = {
  name: { zh: '名称', en: 'name' },
  number: { zh: '合同编号', en: 'number' },
  partyA: { zh: '甲方', en: 'party A' },
  team: { zh: '维保单位', en: 'team' },
  signingDay: { zh: '签约日期', en: 'signing date' },
  term: { zh: '合同期限', en: 'term' },
  cycle: { zh: '维保周期', en: 'cycle' },
  first: { zh: '首次维保日期', en: 'first maintenance' },
  projects: { zh: '项目', en: 'projects' },
  templates: { zh: '模板', en: 'templates' },
  amount: { zh: '合同金额', en: 'amount' },
  targets: { zh: '服务时限', en: 'service targets' },
  note: { zh: '备注', en: 'note' },
  signature: { zh: '签署', en: 'signature' },
  type: { zh: '模板类型', en: 'type' },
  content: { zh: '检查内容', en: 'items' },
  published: { zh: '发布', en: 'publication' },
} as const satisfies Record<string, Bilingual>;
export type MaintenanceChange = keyof typeof maintenanceChanges;

/** What makes the visits of a plan, beside the cycle of the contract. Stored. */
export const planKinds = {
  cycle: { zh: '按周期', en: 'By cycle' },
  runtime: { zh: '按运行时间', en: 'By run time' },
  condition: { zh: '按故障预警', en: 'By fault warnings' },
} as const satisfies Record<string, Bilingual>;
export type PlanKind = keyof typeof planKinds;
export const planKindNames = Object.keys(planKinds) as [PlanKind, ...PlanKind[]];

/** Days before its forecast at which a visit by run time is made. */
export const runtimeAheadDays = 14;
/** Days after a visit for a warning in which no other warning makes one: the device is being looked after. */
export const conditionRestDays = 14;
/** Days within which a confirmed warning gets its visit. */
export const conditionDueDays = 7;
/** Visits further apart than this are not one visit. */
export const mergeWithinDays = 7;

/** Orders are made so many days ahead. */
export const planAheadDays = 90;
