import type { QualityReason } from '@watchpost/contract';
import { defineText, type Text } from '../lib/defineText.ts';

/** Why a value cannot be trusted, in words for a person at the equipment. One entry a reason of the contract. */
export const qualityText = defineText({
  good: { zh: '正常', en: 'Good' },
  lateAnswerPossible: { zh: '可能是迟到或他人的应答', en: 'Possibly a late answer, or one to somebody else' },
  lineTakenOver: { zh: '线路刚被另一连接接管', en: 'The line was just taken over by another connection' },
  clockSkew: { zh: '网关时钟不准，以服务器时间为准', en: 'Gateway clock is off; server time is used' },
  timeout: { zh: '设备未应答', en: 'The device did not answer' },
  crcError: { zh: '通讯报文损坏', en: 'The message arrived damaged' },
  outOfRange: { zh: '超出量程', en: 'Outside the measuring range' },
  sensorFault: { zh: '传感器故障或断线', en: 'Sensor broken or unplugged' },
  noCommunication: { zh: '网关或线路离线', en: 'Gateway or line is down' },
  notANumber: { zh: '设备上报的不是数值', en: 'The device sent no number' },
  reportedByGateway: { zh: '网关报告错误', en: 'The gateway reported an error' },
  badFormat: { zh: '数据格式无法识别', en: 'The value was not understood' },
  fromTheFuture: { zh: '设备时间超前过多，未采用', en: 'Dated too far in the future; not used' },
  frozen: { zh: '数值长时间不变，传感器可能卡滞', en: 'Unchanged for too long; the sensor may be stuck' },
  inputMissing: { zh: '公式引用的点位缺失或无数据', en: 'A point the formula uses is missing or silent' },
  noResult: { zh: '公式没有结果：除数为零', en: 'The formula has no result: it divides by zero' },
  unreadable: { zh: '存储的历史数据已损坏', en: 'What was stored cannot be read' },
  exception: { zh: '设备返回异常', en: 'The device answered an exception' },
} satisfies Record<QualityReason, { zh: string; en: string }>);

export type QualityWords = Text<typeof qualityText>;

export const reasonInWords = (
  reason: string | null,
  exceptionCode: number | null,
  words: Text<typeof qualityText>,
): string | null => {
  if (reason === null || reason === 'good') return null;
  const known = reason in words ? words[reason as QualityReason] : words.badFormat;
  return reason === 'exception' && exceptionCode !== null ? `${known} (${exceptionCode})` : known;
};
