import type { Bilingual } from '../call.ts';

export interface WriteOutcomeWords extends Bilingual {
  /** True: the device has the value. False: it has not. Null: nobody knows (yet). */
  readonly success: boolean | null;
  /** What to make of it, for people who did not see it happen. */
  readonly hint: Bilingual;
}

/** What can become of one write. Stored with the record: never rename one. */
export const writeOutcomes = {
  queued: {
    success: null,
    zh: '等待写入',
    en: 'Waiting',
    hint: { zh: '批量写入中，尚未轮到', en: 'Part of a batch, not its turn yet' },
  },
  sending: {
    success: null,
    zh: '发送中',
    en: 'Sending',
    hint: { zh: '已发往设备，等待结果', en: 'On its way to the device' },
  },
  succeeded: {
    success: true,
    zh: '写入成功',
    en: 'Written',
    hint: { zh: '设备已写入，回读一致', en: 'The device took it and reads back the same value' },
  },
  acknowledged: {
    success: true,
    zh: '网关已确认',
    en: 'Confirmed by the gateway',
    hint: { zh: '网关回复成功，尚未回读到新值', en: 'The gateway said yes; the new value has not been read back yet' },
  },
  refusedByDevice: {
    success: false,
    zh: '设备拒绝',
    en: 'Refused by the device',
    hint: { zh: '设备回复异常，值未改变', en: 'The device answered no; its value did not change' },
  },
  readsBackDifferently: {
    success: false,
    zh: '回读不一致',
    en: 'Reads back differently',
    hint: {
      zh: '写入后读到的是另一个值：可能被控制器限幅、改写或处于本地模式',
      en: 'After the write the device holds another value: its controller may limit it, set it itself, or be in local mode',
    },
  },
  noResponse: {
    success: null,
    zh: '无应答',
    en: 'No answer',
    hint: {
      zh: '写入没有得到应答：设备可能已收到，也可能没有。系统不会自动重发，请看下一次采集',
      en: 'The write was not answered: the device may have it or not. It is not sent again; watch the next reading',
    },
  },
  notConnected: {
    success: false,
    zh: '网关离线',
    en: 'Gateway offline',
    hint: { zh: '网关离线，没有发送', en: 'The gateway is offline; nothing was sent' },
  },
  notSupported: {
    success: false,
    zh: '不支持写入',
    en: 'Not supported',
    hint: {
      zh: '该点位或网关不支持写入，没有发送',
      en: 'This point or its gateway cannot be written; nothing was sent',
    },
  },
  notSent: {
    success: false,
    zh: '未发送',
    en: 'Not sent',
    hint: { zh: '检查未通过或已取消，没有发送', en: 'A check failed or it was cancelled; nothing was sent' },
  },
  unknown: {
    success: null,
    zh: '结果未知',
    en: 'Outcome unknown',
    hint: {
      zh: '服务器在发送与应答之间停止：可能已写入，系统不会自动重发',
      en: 'The server stopped between sending and the answer: the device may have it. It is not sent again',
    },
  },
} as const satisfies Record<string, WriteOutcomeWords>;

export type WriteOutcome = keyof typeof writeOutcomes;
export const writeOutcomeNames = Object.keys(writeOutcomes) as [WriteOutcome, ...WriteOutcome[]];

/** What was read back all the same after a write that was not answered. */
export const readAfterNoAnswer = {
  old: { zh: '读回的仍是旧值', en: 'the value read back is still the old one' },
  other: { zh: '读回的是另一个值', en: 'another value was read back' },
} as const satisfies Record<string, Bilingual>;

/** What became of an automatic return to the value from before. Stored: never rename one. */
export const returnStates = {
  waiting: { zh: '等待自动恢复', en: 'Will return' },
  returning: { zh: '正在恢复', en: 'Returning' },
  returned: { zh: '已恢复原值', en: 'Returned' },
  cancelled: { zh: '已取消恢复', en: 'Return cancelled' },
  superseded: { zh: '已被后来的写入取代', en: 'Replaced by a later write' },
  changedMeanwhile: { zh: '值已被他处改变，不再恢复', en: 'Changed elsewhere meanwhile, left as it is' },
  failed: { zh: '恢复失败', en: 'Could not be returned' },
} as const satisfies Record<string, Bilingual>;
export type ReturnState = keyof typeof returnStates;
export const returnStateNames = Object.keys(returnStates) as [ReturnState, ...ReturnState[]];

/** Comparisons of an interlock, as they are shown. */
export const interlockOperators = {
  equal: { sign: '=', zh: '等于', en: 'equals' },
  notEqual: { sign: '≠', zh: '不等于', en: 'is not' },
  below: { sign: '<', zh: '小于', en: 'below' },
  atMost: { sign: '≤', zh: '不大于', en: 'at most' },
  above: { sign: '>', zh: '大于', en: 'above' },
  atLeast: { sign: '≥', zh: '不小于', en: 'at least' },
} as const satisfies Record<string, Bilingual & { readonly sign: string }>;
export type InterlockOperator = keyof typeof interlockOperators;
export const interlockOperatorNames = Object.keys(interlockOperators) as [InterlockOperator, ...InterlockOperator[]];

/** What a device means by the exception it answers a write with. Modbus application protocol §7. */
// biome-ignore format: a table is read by columns
const exceptionWords: Readonly<Record<number, Bilingual>> = {
  1: { zh: '不支持该功能码', en: 'it does not know this function' },
  2: { zh: '没有该寄存器地址', en: 'it has no such address, or it cannot be written' },
  3: { zh: '不接受该值', en: 'it does not accept this value' },
  4: { zh: '设备执行失败', en: 'it failed to carry it out' },
  5: { zh: '已受理，仍在执行', en: 'it has taken the order and is still at it' },
  6: { zh: '设备忙', en: 'it is busy' },
  7: { zh: '设备拒绝执行', en: 'it will not carry it out' },
  8: { zh: '存储器校验错误', en: 'its memory has an error' },
  10: { zh: '网关通道不可用', en: 'the gateway has no path to it' },
  11: { zh: '目标设备无应答', en: 'it does not answer the gateway' },
};

/** `异常码 02：没有该寄存器地址` */
export const describeException = (code: number): Bilingual => {
  const hex = code.toString(16).toUpperCase().padStart(2, '0');
  const words = exceptionWords[code];
  return words
    ? { zh: `异常码 ${hex}：${words.zh}`, en: `exception ${hex}: ${words.en}` }
    : { zh: `异常码 ${hex}`, en: `exception ${hex}` };
};
