import type { ErrorCatalogue } from '../errors.ts';

/** Refusals of the Modbus workbench: nothing was asked of the device. */
export const workbenchErrors = {
  gatewayOffline: {
    code: 409,
    zh: '网关「{name}」不在线，无法读取；可先粘贴报文分析',
    en: '“{name}” is offline, so nothing can be read. You can still paste a frame.',
  },
  alreadyReading: {
    code: 409,
    zh: '网关「{name}」正在为工作台读取，请等它结束',
    en: 'The workbench is reading through “{name}” already. Wait until that is done.',
  },
  tooSoon: {
    code: 429,
    zh: '总线须留给采集，请 {seconds} 秒后再读',
    en: 'The bus belongs to polling now. Read again in {seconds} s.',
  },
  wholeProjectNeeded: {
    code: 403,
    zh: '您在此项目中只能查看部分设备，而线路上还有其他设备的数据',
    en: 'You see only some devices of this project, and the line carries data of the others.',
  },
} satisfies ErrorCatalogue;
