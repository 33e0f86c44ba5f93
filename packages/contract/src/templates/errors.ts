import type { ErrorCatalogue } from '../errors.ts';

export const templateErrors = {
  nameTaken: { code: 409, field: 'name', zh: '模板「{name}」已存在', en: 'A template named “{name}” exists already.' },
  empty: {
    code: 400,
    field: ['RegisterList', 'KeyList', 'value'],
    zh: '模板至少包含一个点位',
    en: 'A template has at least one point.',
  },
  namesTwice: {
    code: 400,
    field: ['RegisterList', 'KeyList'],
    zh: '模板中点位名称重复：{names}',
    en: 'Point names stand twice in the template: {names}.',
  },
  systemTemplate: {
    code: 403,
    zh: '系统模板只能由平台运营方修改或删除，可另存为自定义模板后修改',
    en: 'A system template is changed or deleted only by who runs the installation. Save a copy and change that.',
  },
  notYours: {
    code: 403,
    zh: '只有创建人可以修改或删除该模板',
    en: 'Only who made this template can change or delete it.',
  },
  wrongKind: {
    code: 400,
    field: ['SlaveId', 'GatewayId'],
    zh: '寄存器模板只能应用到从站，MQTT 模板只能应用到 MQTT 网关',
    en: 'A register template goes onto a slave, an MQTT template onto an MQTT gateway.',
  },
  oneLine: {
    code: 400,
    field: 'SlaveId',
    zh: '请选择一个从站，或一个 MQTT 网关',
    en: 'Choose a slave, or an MQTT gateway.',
  },
  nothingToSave: {
    code: 400,
    field: ['SlaveId', 'GatewayId'],
    zh: '没有可以存为模板的点位',
    en: 'There are no points to make a template of.',
  },
  addressOutOfRange: {
    code: 400,
    field: 'RegisterList',
    zh: '点位「{name}」的寄存器地址按起始地址换算后超出 0–65535',
    en: 'The register of “{name}”, counted from the template’s first address, is outside 0–65535.',
  },
  nothingNew: {
    code: 409,
    zh: '模板中的点位都已存在，没有新增',
    en: 'All points of the template are there already.',
  },
  typeDiffers: {
    code: 409,
    zh: '企业已有点类型「{name}」，但取值类型不同',
    en: 'The company has a point type “{name}” already, but of the other kind (analog or status).',
  },
} satisfies ErrorCatalogue;
