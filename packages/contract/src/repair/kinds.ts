import type { Bilingual } from '../call.ts';

/** `Status` of a repair order. Spec §4; −1 is ours, 5 is not used. */
export const repairStatus = {
  draft: -1,
  revoked: 0,
  awaiting: 1,
  accepted: 2,
  signedIn: 3,
  rejected: 4,
  finished: 6,
  completed: 7,
} as const;
export type RepairStatus = (typeof repairStatus)[keyof typeof repairStatus];
export const repairStatuses = Object.values(repairStatus).sort((a, b) => a - b) as RepairStatus[];

/** 6 awaits that the applicant accepts the repair, which the specification calls confirmation. */
export const repairStatusWords: Readonly<Record<RepairStatus, Bilingual>> = {
  [-1]: { zh: '未提交', en: 'Not submitted' },
  0: { zh: '已撤回', en: 'Revoked' },
  1: { zh: '待接单', en: 'Awaiting acceptance' },
  2: { zh: '已接单', en: 'Accepted' },
  3: { zh: '已签到', en: 'Signed in' },
  4: { zh: '已拒单', en: 'Rejected' },
  6: { zh: '待确认', en: 'Awaiting confirmation' },
  7: { zh: '已完成', en: 'Completed' },
};

/** Those in which somebody still has something to do. */
export const openRepairStatuses: readonly RepairStatus[] = [1, 2, 3, 4, 6];
/** The filter *in maintenance*. */
export const inMaintenance: readonly RepairStatus[] = [2, 3];

/** Where an order came from. Stored with orders: never reuse a name. */
export const repairSources = {
  manual: { zh: '手工报修', en: 'Reported by hand' },
  alarm: { zh: '报警转工单', en: 'From an alarm' },
  warning: { zh: '故障预警转工单', en: 'From a fault warning' },
  rework: { zh: '二次维修', en: 'Rework' },
  qr: { zh: '扫码报修', en: 'Reported by QR code' },
} as const satisfies Record<string, Bilingual>;
export type RepairSource = keyof typeof repairSources;
export const repairSourceNames = Object.keys(repairSources) as [RepairSource, ...RepairSource[]];

export const serviceTypes = {
  onSite: { zh: '上门', en: 'On site' },
  remote: { zh: '远程', en: 'Remote' },
} as const satisfies Record<string, Bilingual>;
export type ServiceType = keyof typeof serviceTypes;
export const serviceTypeNames = Object.keys(serviceTypes) as [ServiceType, ...ServiceType[]];

/** Spec §4. */
export const rejectReasons = {
  falseAlarm: { zh: '误报', en: 'False alarm' },
  timeConflict: { zh: '时间冲突', en: 'Time conflict' },
  businessTrip: { zh: '出差', en: 'Business trip' },
  unableToRepair: { zh: '无法维修', en: 'Unable to repair' },
  other: { zh: '其他', en: 'Other' },
} as const satisfies Record<string, Bilingual>;
export type RejectReason = keyof typeof rejectReasons;
export const rejectReasonNames = Object.keys(rejectReasons) as [RejectReason, ...RejectReason[]];

export const settlements = {
  free: { zh: '免费', en: 'Free' },
  paid: { zh: '付费', en: 'Paid' },
} as const satisfies Record<string, Bilingual>;
export type Settlement = keyof typeof settlements;
/** Why an order is proposed as free. */
export const freeReasons = {
  warranty: { zh: '报修时资产在质保期内', en: 'Its asset was under warranty when reported' },
  rework: { zh: '二次维修', en: 'It is rework' },
  sameCause: { zh: '该设备90天内因同一原因维修过', en: 'Its device was repaired for the same cause within 90 days' },
  contract: { zh: '维保合同已约定该级别的维修', en: 'A maintenance contract covers repairs of this severity' },
} as const satisfies Record<string, Bilingual>;
export type FreeReason = keyof typeof freeReasons;
export const freeReasonNames = Object.keys(freeReasons) as [FreeReason, ...FreeReason[]];
export const settlementNames = Object.keys(settlements) as [Settlement, ...Settlement[]];

/** What a code of the fault catalogue says. Stored with codes: never reuse a name. */
export const faultCodeKinds = {
  symptom: { zh: '故障现象', en: 'Symptom' },
  mechanism: { zh: '失效机理', en: 'Mechanism' },
  cause: { zh: '故障原因', en: 'Cause' },
  remedy: { zh: '处理措施', en: 'Remedy' },
} as const satisfies Record<string, Bilingual>;
export type FaultCodeKind = keyof typeof faultCodeKinds;
export const faultCodeKindNames = Object.keys(faultCodeKinds) as [FaultCodeKind, ...FaultCodeKind[]];

/** When a picture was taken. */
export const attachmentSteps = {
  before: { zh: '修前', en: 'Before' },
  during: { zh: '过程', en: 'During' },
  after: { zh: '修后', en: 'After' },
} as const satisfies Record<string, Bilingual>;
export type AttachmentStep = keyof typeof attachmentSteps;
export const attachmentStepNames = Object.keys(attachmentSteps) as [AttachmentStep, ...AttachmentStep[]];

/** Whether readings show that the trouble is over. `waiting`: for the first good reading after the finish. */
export const recoveryStates = {
  waiting: { zh: '等待恢复', en: 'Waiting for recovery' },
  observing: { zh: '观察中', en: 'Observing' },
  verified: { zh: '已验证恢复', en: 'Recovery verified' },
  notRecovered: { zh: '未恢复', en: 'Not recovered' },
  notVerifiable: { zh: '无法验证', en: 'Cannot be verified' },
} as const satisfies Record<string, Bilingual>;
export type RecoveryState = keyof typeof recoveryStates;
export const recoveryStateNames = Object.keys(recoveryStates) as [RecoveryState, ...RecoveryState[]];

export const repairSorts = ['create', 'number', 'status', 'level', 'project', 'device', 'due', 'acceptance'] as const;

/** An applicant rates for so long after the acceptance, and asks for rework for so long. Our choice. */
export const assessWithinDays = 30;
export const reworkWithinDays = 90;
/** A fault that comes back so soon after the acceptance is proposed as rework. Our choice. */
export const returnsWithinHours = 72;
/** Farther from the project than this, a sign-in needs a reason. Our choice; positions of phones indoors are off by some 100 m. */
export const signInWithinMetres = 500;

/** Figures of the analysis of repairs, each of which opens the orders that it counts. */
export const repairFigures = {
  submitted: { zh: '报修', en: 'Submitted' },
  completed: { zh: '已完成', en: 'Completed' },
  revoked: { zh: '已撤回', en: 'Revoked' },
  overdue: { zh: '逾期未完成', en: 'Overdue now' },
  accepted: { zh: '已接单', en: 'Accepted' },
  repaired: { zh: '已签到并完工', en: 'Signed in and finished' },
  down: { zh: '有停机时长', en: 'With a downtime' },
  mature: { zh: '完成已满30天', en: 'Completed 30 days ago' },
  firstTime: { zh: '一次修复', en: 'Fixed the first time' },
  maturing: { zh: '完成未满30天', en: 'Still maturing' },
  rework: { zh: '二次维修', en: 'Rework' },
  verified: { zh: '数据验证恢复', en: 'Recovery verified' },
  finished: { zh: '已完工', en: 'Finished' },
  failures: { zh: '设备故障', en: 'Failures of devices' },
} as const satisfies Record<string, Bilingual>;
export type RepairFigure = keyof typeof repairFigures;
export const repairFigureNames = Object.keys(repairFigures) as [RepairFigure, ...RepairFigure[]];

/** Days that a loan to an outside engineer lasts at most, and hours before the report from which it shows the curve. Our choice. */
export const loanDays = 14;
export const loanCurveHours = 24;

/** Poll of the message centre, and how many it shows. Spec §9. */
export const repairMessagePoll = { seconds: 60, pageSize: 10 } as const;
