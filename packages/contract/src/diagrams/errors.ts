import type { ErrorCatalogue } from '../errors.ts';

/** Refusals about diagrams. */
export const diagramErrors = {
  nameTaken: {
    code: 409,
    field: 'DiagramName',
    zh: '该项目已有同名组态图',
    en: 'The project has a diagram of this name already.',
  },
  changedMeanwhile: {
    code: 409,
    field: 'BaseVersion',
    zh: '{who}已于此期间保存了第 {version} 版，请重新加载后再编辑',
    en: '{who} saved version {version} meanwhile. Load it before you edit.',
  },
  notOfProject: {
    code: 400,
    field: 'Document',
    zh: '{field}：元件 {node} 绑定的设备、点位或图不属于该项目',
    en: '{field}: symbol {node} is bound to a device, point or diagram that is not of this project.',
  },
  classTaken: {
    code: 409,
    field: 'SmallTypeCode',
    zh: '该设备类型已有组态图',
    en: 'This class of devices has a diagram already.',
  },
  noRole: {
    code: 400,
    field: 'Document',
    zh: '{field}：元件 {node} 绑定的点位没有角色，类型图只能按角色绑定。请先在“点位角色与设备关系”中设置',
    en: '{field}: symbol {node} is bound to a point without a role, and a diagram of a class shows roles. Give it one under Roles and connections.',
  },
  otherDevice: {
    code: 400,
    field: 'Document',
    zh: '{field}：元件 {node} 绑定了另一台设备，类型图只能显示设备本身',
    en: '{field}: symbol {node} is bound to another device, and a diagram of a class shows a device alone.',
  },
  noDeviceOfClass: {
    code: 409,
    zh: '该项目没有此类型的设备，无法绑定',
    en: 'The project has no device of this class to draw on.',
  },
  noSuchVersion: { code: 404, zh: '该版本已不存在', en: 'There is no such version any more.' },
} satisfies ErrorCatalogue;
