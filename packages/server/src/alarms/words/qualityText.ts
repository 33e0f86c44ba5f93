import { type Bilingual, type QualityReason, reasonOf } from '@watchpost/contract';

const words: Record<QualityReason, Bilingual> = {
  good: { zh: '正常', en: 'good' },
  lateAnswerPossible: { zh: '可能是迟到或他人的应答', en: 'possibly a late answer, or one to somebody else' },
  lineTakenOver: { zh: '线路刚被另一连接接管', en: 'the line was just taken over by another connection' },
  clockSkew: { zh: '网关时钟不准', en: 'gateway clock off' },
  timeout: { zh: '设备无应答', en: 'no answer' },
  crcError: { zh: '报文校验错误', en: 'damaged frame' },
  outOfRange: { zh: '超出量程', en: 'out of range' },
  sensorFault: { zh: '传感器故障', en: 'sensor fault' },
  noCommunication: { zh: '通讯中断', en: 'no communication' },
  notANumber: { zh: '不是数值', en: 'not a number' },
  reportedByGateway: { zh: '网关报告错误', en: 'reported by the gateway' },
  badFormat: { zh: '格式无法识别', en: 'unknown format' },
  fromTheFuture: { zh: '时间超前', en: 'dated in the future' },
  frozen: { zh: '数值长时间不变', en: 'unchanged for too long' },
  inputMissing: { zh: '公式引用的点位无数据', en: 'an input of the formula is missing' },
  noResult: { zh: '公式没有结果（除数为零）', en: 'the formula has no result (division by zero)' },
  unreadable: { zh: '历史数据已损坏', en: 'history unreadable' },
  exception: { zh: '设备异常应答', en: 'exception' },
};

/** Why a value is not good, for the sentence of an alarm. Undefined when it is. */
export function qualityText(code: number): Bilingual | undefined {
  const why = reasonOf(code);
  if (why === null) return undefined;
  const { zh, en } = words[why.reason];
  return why.exceptionCode === null
    ? { zh, en }
    : { zh: `${zh} ${why.exceptionCode}`, en: `${en} ${why.exceptionCode}` };
}
