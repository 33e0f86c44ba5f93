import { defineLogWords, type Words } from '../logs/defineLogWords.ts';
import { cycleSources, functionCodes, registerFormats } from './modbusRules.ts';

const valueTypes: Words = {
  analog: { zh: '模拟量', en: 'analog' },
  status: { zh: '状态量', en: 'status' },
  number: { zh: '数值', en: 'a number' },
  text: { zh: '文本', en: 'text' },
};
const formats: Words = Object.fromEntries(Object.entries(registerFormats).map(([name, { words }]) => [name, words]));
const codes: Words = Object.fromEntries(Object.entries(functionCodes).map(([code, { words }]) => [code, words]));

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const pointLogWords = defineLogWords({
  subjects: {
    point: { zh: '点位', en: 'Point' },
    pointType: { zh: '点类型', en: 'Point type' },
  },
  fields: {
    bit: { zh: '地址位', en: 'Bit' },
    byteOrder: { zh: '字节序', en: 'Byte order' },
    decimals: { zh: '小数位数', en: 'Decimals' },
    deviceNames: { zh: '设备', en: 'Devices' },
    engHigh: { zh: '显示值 y2', en: 'y2' },
    engLow: { zh: '显示值 y1', en: 'y1' },
    errorValues: { zh: '错误值', en: 'Error values' },
    faultValues: { zh: '故障值', en: 'Fault values' },
    format: { zh: '数据格式', en: 'Data format', values: formats },
    formula: { zh: '公式', en: 'Formula' },
    frozenAfterSeconds: { zh: '数值不变判定（秒）', en: 'Stuck after (s)' },
    functionCode: { zh: '功能码', en: 'Function code', values: codes },
    inputs: { zh: '公式引用的点位', en: 'Points in the formula' },
    level: { zh: '级别', en: 'Level' },
    modbus: { zh: '寄存器配置', en: 'Register' },
    mqttDevice: { zh: '下级设备', en: 'Device behind the gateway' },
    mqttKey: { zh: '上报键', en: 'Key' },
    pointNames: { zh: '点位', en: 'Points' },
    pointTypeId: { zh: '点类型', en: 'Point type', pointsAt: 'pointType' },
    rangeHigh: { zh: '量程上限', en: 'Range to' },
    rangeLow: { zh: '量程下限', en: 'Range from' },
    rawHigh: { zh: '原始值 x2', en: 'x2' },
    rawLow: { zh: '原始值 x1', en: 'x1' },
    relatedPoints: { zh: '关联点位', en: 'Related points' },
    cycleSource: { zh: '周期来源', en: 'Cycle from', values: cycleSources },
    samplingIntervalSeconds: { zh: '采集周期（秒）', en: 'Cycle (s)' },
    scaling: { zh: '线性映射', en: 'Mapping' },
    simulation: { zh: '模拟数据', en: 'Simulated' },
    slaveAddress: { zh: '从站地址', en: 'Slave address' },
    statusRegister: { zh: '状态寄存器', en: 'Status register' },
    statusValues: { zh: '状态值', en: 'Status values' },
    storageSpace: { zh: '附加信息', en: 'Further pairs' },
    typeId: { zh: '点类型', en: 'Point type', pointsAt: 'pointType' },
    unit: { zh: '单位', en: 'Unit' },
    units: { zh: '单位', en: 'Units' },
    valueType: { zh: '取值类型', en: 'Value type', values: valueTypes },
    writable: { zh: '可写', en: 'Writable' },
    writeFunctionCode: { zh: '写功能码', en: 'Write function' },
  },
});
