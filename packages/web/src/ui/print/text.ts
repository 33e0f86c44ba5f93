import { defineText } from '../../lib/defineText.ts';

export const printText = defineText({
  print: { zh: '打印', en: 'Print' },
  valuesOf: { zh: (time: string) => `数值时间 ${time}`, en: (time: string) => `Values of ${time}` },
  replayOf: { zh: (time: string) => `回放 ${time}`, en: (time: string) => `Replay of ${time}` },
  printedBy: {
    zh: (time: string, name: string) => `打印 ${time}，${name}`,
    en: (time: string, name: string) => `Printed ${time} by ${name}`,
  },
  device: { zh: '设备', en: 'Device' },
  area: { zh: '区域', en: 'Area' },
  state: { zh: '状态', en: 'State' },
  value: { zh: '数值', en: 'Value' },
  measured: { zh: '测量时间', en: 'Measured at' },
  noArea: { zh: '未分区', en: 'No area' },
});
