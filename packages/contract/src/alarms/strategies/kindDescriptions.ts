import type { Bilingual } from '../../call.ts';

/** What each kind of alarm means, for the list of alarm types and the choice of a condition. */
export const alarmKindDescriptions: Readonly<Record<string, Bilingual>> = {
  limit: {
    zh: '数值超出上限、下限、上上限或下下限并持续一段时间',
    en: 'The value stays beyond a high, low, high-high or low-low limit for some time',
  },
  state: {
    zh: '状态量处于所选状态并持续一段时间，例如门未关',
    en: 'A status stays at a chosen state for some time, such as a door left open',
  },
  noData: { zh: '超过设定时间没有可用数据', en: 'No usable value has come for longer than set' },
  badQuality: {
    zh: '有数据但不可信，例如传感器断线或超出量程',
    en: 'Values come but cannot be trusted: a broken sensor, a value out of range',
  },
  communicationLoss: {
    zh: '网关或从站没有应答；其下的点位不再逐个报警',
    en: 'A gateway or slave does not answer; the points below it raise nothing of their own',
  },
  frozen: {
    zh: '数值长时间不变，多为传感器或控制器卡死',
    en: 'The value does not move for a long time: usually a stuck sensor or controller',
  },
  rateOfChange: { zh: '数值上升或下降过快', en: 'The value rises or falls too fast' },
  deviation: { zh: '数值与另一个点位相差过大', en: 'The value is too far from that of another point' },
};
