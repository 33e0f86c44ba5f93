import type { ErrorCatalogue } from '../errors.ts';

/** Refusals of remote writing: nothing was sent. Spec §5.1, §8. */
export const writingErrors = {
  notWritable: {
    code: 400,
    field: ['pointID', 'PointId', 'PointList'],
    zh: '该点位不支持写入',
    en: 'This point cannot be written.',
  },
  prepaidSwitch: {
    code: 409,
    field: ['pointID', 'PointId', 'PointList'],
    zh: '该点位是预付费电表的开关，请在“供配电监控”的“预付费”页中拉闸或合闸',
    en: 'This point switches a prepaid meter. Switch it under “Power supply”, tab “Prepaid meters”.',
  },
  prepaidMoney: {
    code: 409,
    field: ['pointID', 'PointId', 'PointList'],
    zh: '该点位用于预付费电表的充值，请在“供配电监控”的“预付费”页中充值',
    en: 'This point holds purchases of a prepaid meter. Recharge it under “Power supply”, tab “Prepaid meters”.',
  },
  readOnlyForYou: {
    code: 403,
    zh: '您对该设备只有只读权限，请联系管理员',
    en: 'You may only read this device. Ask your administrator.',
  },
  noLongerYours: {
    code: 404,
    zh: '点位已被删除，或您已无权写入',
    en: 'The point has been deleted, or you may no longer write to it.',
  },
  belowMinimum: {
    code: 400,
    field: ['writeData', 'PointList'],
    zh: '不能小于 {limit}',
    en: 'Not below {limit}.',
  },
  aboveMaximum: {
    code: 400,
    field: ['writeData', 'PointList'],
    zh: '不能大于 {limit}',
    en: 'Not above {limit}.',
  },
  notAllowedValue: {
    code: 400,
    field: ['writeData', 'PointList'],
    zh: '只能写入：{values}',
    en: 'Only these values can be written: {valuesEn}.',
  },
  notRepresentable: {
    code: 400,
    field: ['writeData', 'PointList'],
    zh: '该点位无法精确表示此值，最接近的是 {nearest}',
    en: 'The device cannot hold exactly this value; the nearest is {nearest}.',
  },
  outOfFormat: {
    code: 400,
    field: ['writeData', 'PointList'],
    zh: '超出该点位数据格式的范围',
    en: 'Beyond what the data format of this point can hold.',
  },
  interlocked: {
    code: 409,
    zh: '联锁禁止写入：{sentence}（{point} 当前为 {value}）',
    en: 'Blocked by an interlock: {sentenceEn} ({pointEn} is {valueEn} now).',
  },
  /** For readers who may not see the interlock's point. */
  interlockedBySomething: {
    code: 409,
    zh: '联锁禁止写入：{sentence}',
    en: 'Blocked by an interlock: {sentenceEn}.',
  },
  interlockUnknown: {
    code: 409,
    zh: '联锁条件无法确认，不允许写入：{sentence}（联锁点位没有可信的当前值）',
    en: 'The interlock cannot be checked, so nothing is written: {sentenceEn} (its point has no value that can be trusted now).',
  },
  valueChanged: {
    code: 409,
    field: ['expectedValue', 'PointList'],
    zh: '当前值已变为 {value}，请确认后重试',
    en: 'The present value is {valueEn} now. Look at it and confirm again.',
  },
  tooSoon: {
    code: 409,
    zh: '距上次写入不足 {seconds} 秒，请 {rest} 秒后再试',
    en: 'This point may be written once in {seconds} s. Try again in {rest} s.',
  },
  alreadyWriting: {
    code: 409,
    zh: '该点位正在写入，请等待结果',
    en: 'A write to this point is under way. Wait for its result.',
  },
  serviceEnded: {
    code: 403,
    zh: '项目监控服务已到期，不能写入，请联系客户经理',
    en: 'The service of this project has ended; nothing can be written. Contact your account manager.',
  },
  noValueToReturnTo: {
    code: 400,
    field: ['returnMinutes', 'ReturnMinutes'],
    zh: '没有可信的当前值，无法设置自动恢复',
    en: 'Without a present value that can be trusted there is nothing to return to.',
  },
  samePointTwice: {
    code: 400,
    field: 'PointList',
    zh: '同一点位不能重复出现',
    en: 'A point cannot be listed twice.',
  },
  batchEnded: {
    code: 409,
    zh: '该批量写入已结束',
    en: 'This batch has already ended.',
  },
  returnOver: {
    code: 409,
    zh: '自动恢复已执行或已取消',
    en: 'This return has already happened or been cancelled.',
  },
  interlockOfOtherProject: {
    code: 400,
    field: 'Interlock',
    zh: '联锁点位须在同一项目内，且不能是该点位自身',
    en: 'The point of an interlock is another one of the same project.',
  },
} satisfies ErrorCatalogue;
