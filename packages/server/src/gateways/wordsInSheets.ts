import type { Bilingual, GatewayProtocol } from '@watchpost/contract';

/** The words of lists and files for what the wire says in numbers and codes. */

export const protocolText: Record<GatewayProtocol, Bilingual> = {
  DTU: { zh: 'DTU', en: 'DTU' },
  MODBUS_TCP: { zh: 'Modbus TCP', en: 'Modbus TCP' },
  RTU_TCP: { zh: 'RTU over TCP', en: 'RTU over TCP' },
  MQTT: { zh: 'MQTT', en: 'MQTT' },
};
export const connectionText: Readonly<Record<number, Bilingual>> = {
  0: { zh: '离线', en: 'Offline' },
  1: { zh: '在线', en: 'Online' },
  2: { zh: '未上线', en: 'Never seen' },
};
export const syncText: Readonly<Record<number, Bilingual>> = {
  0: { zh: '待同步', en: 'Waiting' },
  1: { zh: '已同步', en: 'In sync' },
  2: { zh: '未上报', en: 'Not reported' },
};
export const cardStateText: Readonly<Record<string, Bilingual>> = {
  inUse: { zh: '在用', en: 'In use' },
  oneWayShutdown: { zh: '单向停机', en: 'One-way shutdown' },
  shutdown: { zh: '停机', en: 'Shut down' },
  dormancy: { zh: '休眠', en: 'Dormant' },
  testingPeriod: { zh: '测试期', en: 'Testing period' },
  silentPeriod: { zh: '沉默期', en: 'Silent period' },
};
export const flowText: Readonly<Record<number, Bilingual>> = {
  0: { zh: '未知', en: 'Not known' },
  1: { zh: '充足', en: 'Enough' },
  2: { zh: '不足两成', en: 'Nearly used up' },
  3: { zh: '已用完', en: 'Used up' },
};
export const sharingText: Readonly<Record<string, Bilingual>> = {
  creator: { zh: '仅创建人', en: 'Its maker' },
  user: { zh: '指定人员', en: 'Named people' },
  project: { zh: '项目', en: 'The project' },
  enterprise: { zh: '企业', en: 'The company' },
};
