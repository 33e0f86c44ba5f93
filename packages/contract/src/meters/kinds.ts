import type { Bilingual } from '../call.ts';

/** Who holds the money: the platform, or the meter itself, to which each recharge is delivered. */
export const prepaidModes = {
  platform: { zh: '平台记账', en: 'Kept by the platform' },
  meterHeld: { zh: '表内计费', en: 'Held by the meter' },
} as const satisfies Record<string, Bilingual>;
export type PrepaidMode = keyof typeof prepaidModes;
export const loadClasses = {
  protected: { zh: '受保护负荷', en: 'Protected' },
  interruptible: { zh: '可中断负荷', en: 'May be switched off' },
} as const satisfies Record<string, Bilingual>;
export type LoadClass = keyof typeof loadClasses;

/** A second person agrees within this time that a protected load may be switched off; afterwards it is asked for anew. */
export const loosenHours = 24;

export const ledgerKinds = {
  opening: { zh: '期初', en: 'Opening balance' },
  recharge: { zh: '充值', en: 'Recharge' },
  charge: { zh: '电费', en: 'Energy' },
  refund: { zh: '退款', en: 'Refund' },
  writeOff: { zh: '核销', en: 'Write-off' },
  reversal: { zh: '冲正', en: 'Reversal' },
} as const satisfies Record<string, Bilingual>;
export type LedgerKind = keyof typeof ledgerKinds;

export const rechargeStates = {
  credited: { zh: '已入账', en: 'Credited' },
  delivering: { zh: '正在下发到电表', en: 'On its way to the meter' },
  delivered: { zh: '已下发', en: 'Taken by the meter' },
  disputed: { zh: '待核对', en: 'To be checked' },
  reversed: { zh: '已冲正', en: 'Reversed' },
} as const satisfies Record<string, Bilingual>;
export type RechargeState = keyof typeof rechargeStates;
/** What may follow. Money that may be in the meter is not reversed until somebody knows where it is. */
export const rechargeNext: Readonly<Record<RechargeState, readonly RechargeState[]>> = {
  credited: ['delivering', 'reversed'],
  delivering: ['delivered', 'disputed', 'credited'],
  delivered: ['reversed'],
  disputed: ['delivered', 'credited'],
  reversed: [],
};

/**
 * What became of a delivery, by the number of purchases the meter has taken: one more, it has it; as many as before, it has not, and it
 * may be sent again; anything else, people decide. Null: not known yet.
 */
export function deliveryResult(
  countBefore: number,
  count: { readonly value: number; readonly isNewerThanOrder: boolean } | null,
): Extract<RechargeState, 'delivered' | 'credited' | 'disputed'> | null {
  if (count === null || !count.isNewerThanOrder) return null;
  if (count.value === countBefore + 1) return 'delivered';
  return count.value === countBefore ? 'credited' : 'disputed';
}

export const rechargeChannels = {
  cash: { zh: '现金', en: 'Cash' },
  transfer: { zh: '转账', en: 'Bank transfer' },
  online: { zh: '在线支付', en: 'Paid online' },
} as const satisfies Record<string, Bilingual>;
export type RechargeChannel = keyof typeof rechargeChannels;

/** Spec §4: meters are switched on or off; else nothing is known of it. */
export const switchStates = {
  on: { zh: '合闸', en: 'On' },
  off: { zh: '拉闸', en: 'Off' },
  unknown: { zh: '未知', en: 'Not known' },
} as const satisfies Record<string, Bilingual>;
export type SwitchState = keyof typeof switchStates;

/** What has to hold before somebody's power is cut, all at the moment of sending. */
export const tripGates = {
  interruptible: {
    zh: '负荷可中断，下级没有受保护设备',
    en: 'The load may be interrupted, nothing protected is behind it',
  },
  owes: {
    zh: '余额低于透支额度，且没有在途充值',
    en: 'The balance lies below the overdraft, and no recharge is on its way',
  },
  notified: { zh: '余额不足事件已持续 72 小时', en: 'The low balance has been an event for 72 hours' },
  workingHours: {
    zh: '工作日周一至周四 09:00–16:00，且次日不是节假日',
    en: 'Monday to Thursday, 09:00 to 16:00, and no holiday follows',
  },
  weather: { zh: '室外 −5 至 35 ℃', en: 'Outside it is −5 to 35 °C' },
  fresh: {
    zh: '示数在 15 分钟内、开关状态在 5 分钟内更新',
    en: 'The register is at most 15 min old, the switch 5 min',
  },
  proven: { zh: '账目平衡，没有待处理的示数异常', en: 'The ledger adds up, no register event is open' },
  armed: {
    zh: '拉闸已启用：服务启动满 30 分钟，恢复备份后已由人员重新启用',
    en: 'Cuts are armed: 30 min after a start of the server, by a person after a restored backup',
  },
  notTooMany: { zh: '本项目一小时内少于 5 次，间隔 60 秒以上', en: 'Fewer than 5 in an hour here, 60 s apart' },
} as const satisfies Record<string, Bilingual>;
export type TripGate = keyof typeof tripGates;
export const tripGateNames = Object.keys(tripGates) as [TripGate, ...TripGate[]];

/** Classes of devices whose power is never cut from here: they keep goods, animals, relics or people alive. */
export const protectedClasses: ReadonlySet<string> = new Set([
  'freezerRoom',
  'chillRoom',
  'evaporatorFan',
  'compressorRack',
  'displayCase',
  'condensingUnit',
  'condenser',
  'barn',
  'barnVentilation',
  'airHandlingUnit',
  'showcase',
  'hall',
  'passengerElevator',
  'goodsElevator',
  'fireAlarmPanel',
  'firePump',
  'fireWaterTank',
  'smokeDetector',
  'gasDetector',
]);

/** Whether something behind a meter keeps its power on: such devices, the end use refrigeration, or another consumer who is protected. */
export const isProtected = ({
  kind,
  code,
}: {
  readonly kind: 'class' | 'subItem' | 'account';
  readonly code: string;
}): boolean =>
  ({ class: protectedClasses.has(code), subItem: code === 'refrigeration', account: code === 'protected' })[kind];
