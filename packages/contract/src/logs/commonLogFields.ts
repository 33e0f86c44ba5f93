import { kindWords } from '../points/fields.ts';
import { projectStateWords } from '../projects/logWords.ts';
import type { LogField, Words } from './defineLogWords.ts';

/** Of points and of templates. */
const kinds: Words = {
  ...kindWords,
  register: { zh: '寄存器', en: 'Registers' },
};

/** Fields that several domains log under one name; what one domain alone logs stands in its `logWords.ts`. */
// biome-ignore format: a table is read by columns
export const commonLogFields = {
  Address: { zh: '地址', en: 'Address' },
  address: { zh: '地址', en: 'Address' },
  areaId: { zh: '区域', en: 'Area', pointsAt: 'place' },
  CallList: { zh: '操作', en: 'Operations' },
  code: { zh: '编码', en: 'Code' },
  companyId: { zh: '企业', en: 'Company', pointsAt: 'company' },
  cover: { zh: '封面', en: 'Cover' },
  deletedAt: { zh: '删除时间', en: 'Deleted' },
  description: { zh: '描述', en: 'Description' },
  deviceId: { zh: '设备', en: 'Device', pointsAt: 'device' },
  deviceIds: { zh: '设备', en: 'Devices', pointsAt: 'device' },
  devices: { zh: '设备权限', en: 'Device permission', values: { all: { zh: '全部设备', en: 'all devices' }, listed: { zh: '仅所选设备', en: 'listed devices only' } } },
  end: { zh: '止', en: 'Until' },
  EndTime: { zh: '止', en: 'Until' },
  expiresAt: { zh: '有效期至', en: 'Valid until' },
  gatewayId: { zh: '网关', en: 'Gateway', pointsAt: 'gateway' },
  Key: { zh: '名称', en: 'Name' },
  kind: { zh: '类型', en: 'Kind', values: kinds },
  language: { zh: '语言', en: 'Language' },
  name: { zh: '名称', en: 'Name' },
  nameEn: { zh: '英文名称', en: 'English name' },
  nameZh: { zh: '名称', en: 'Name' },
  note: { zh: '备注', en: 'Note' },
  options: { zh: '选项', en: 'Options' },
  password: { zh: '密码', en: 'Password', values: { changed: { zh: '已修改', en: 'changed' }, reset: { zh: '已重置', en: 'reset' }, set: { zh: '已设置', en: 'set' }, 'set by the company': { zh: '由企业设置', en: 'set by the company' } } },
  pointId: { zh: '点位', en: 'Point', pointsAt: 'point' },
  points: { zh: '点位数', en: 'Points' },
  position: { zh: '次序', en: 'Order' },
  ProjectId: { zh: '项目', en: 'Project', pointsAt: 'place' },
  projectId: { zh: '项目', en: 'Project', pointsAt: 'place' },
  ProjectIdList: { zh: '项目', en: 'Projects', pointsAt: 'place' },
  projectIds: { zh: '项目', en: 'Projects', pointsAt: 'place' },
  ProjectName: { zh: '项目名称', en: 'Project name' },
  projects: { zh: '项目', en: 'Projects' },
  realName: { zh: '姓名', en: 'Name' },
  reason: { zh: '原因', en: 'Reason' },
  shown: { zh: '已查看', en: 'Shown' },
  start: { zh: '起', en: 'From' },
  StartTime: { zh: '起', en: 'From' },
  state: { zh: '状态', en: 'State', values: { ...projectStateWords, running: { zh: '正在写入', en: 'writing' }, cancelled: { zh: '已取消', en: 'cancelled' }, open: { zh: '有效', en: 'open' }, revoked: { zh: '已撤销', en: 'revoked' }, pending: { zh: '待审批', en: 'waiting' }, approved: { zh: '已通过', en: 'approved' }, refused: { zh: '未通过', en: 'refused' } } },
  SubjectId: { zh: '对象编号', en: 'Number of the subject' },
  SubjectKindList: { zh: '对象类型', en: 'Kinds' },
  template: { zh: '模板', en: 'Template' },
  Text: { zh: '搜索', en: 'Search' },
  text: { zh: '内容', en: 'Text' },
  UserIdList: { zh: '操作人', en: 'People' },
  Value: { zh: '值', en: 'Value' },
  withoutProof: { zh: '未验证身份（企业设置允许）', en: 'Without proof of identity, as the company allows' },
} as const satisfies Readonly<Record<string, LogField>>;
