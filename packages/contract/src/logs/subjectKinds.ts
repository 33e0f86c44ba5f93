import type { Bilingual } from '../call.ts';

/** What operations are about. A domain that begins to write adds its own. */
// biome-ignore format: a table is read by columns
export const subjectKinds = {
  absence: { zh: '休假', en: 'Leave' },
  account: { zh: '账号', en: 'Account' },
  alarm: { zh: '报警', en: 'Alarm' },
  alarmStrategy: { zh: '报警策略', en: 'Alarm strategy' },
  application: { zh: '企业申请', en: 'Application of a company' },
  area: { zh: '区域', en: 'Area' },
  calendarDay: { zh: '日历', en: 'Calendar' },
  camera: { zh: '摄像头', en: 'Camera' },
  company: { zh: '企业', en: 'Company' },
  device: { zh: '设备', en: 'Device' },
  deviceClass: { zh: '设备类型', en: 'Device class' },
  deviceProperty: { zh: '设备属性', en: 'Device property' },
  download: { zh: '导出', en: 'Export' },
  dutyRota: { zh: '值班表', en: 'Rota' },
  file: { zh: '图片', en: 'Image' },
  gateway: { zh: '网关', en: 'Gateway' },
  invitation: { zh: '邀请', en: 'Invitation' },
  mappingProfile: { zh: '映射方案', en: 'Mapping' },
  member: { zh: '人员', en: 'Member' },
  partition: { zh: '分区', en: 'Partition' },
  point: { zh: '点位', en: 'Point' },
  pointType: { zh: '点类型', en: 'Point type' },
  project: { zh: '项目', en: 'Project' },
  role: { zh: '角色', en: 'Role' },
  session: { zh: '登录', en: 'Sign-in' },
  slave: { zh: '从站', en: 'Slave' },
  strategyTemplate: { zh: '策略模板', en: 'Strategy template' },
  subItem: { zh: '能耗分项', en: 'Energy sub-item' },
  template: { zh: '模板', en: 'Template' },
  vpn: { zh: 'VPN', en: 'VPN' },
  webhook: { zh: 'Webhook', en: 'Webhook' },
  writeBatch: { zh: '批量写入', en: 'Batch of writes' },
} as const satisfies Record<string, Bilingual>;
export type SubjectKind = keyof typeof subjectKinds;
