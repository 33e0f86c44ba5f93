import type { ErrorCatalogue } from '../errors.ts';

/** Refusals of calls about devices. Spec §5.3 and §8. */
export const deviceErrors = {
  nameTaken: {
    code: 409,
    field: 'ModelTreeName',
    zh: '项目中已有名为「{name}」的设备，请改名，或将两台设备合并',
    en: 'The project already has a device named “{name}”. Choose another name, or merge the two.',
  },
  momentAhead: {
    code: 400,
    field: 'MomentEPOCH',
    zh: '时刻不能晚于现在',
    en: 'This moment lies in the future.',
  },
  unknownClass: {
    code: 400,
    field: ['SmallTypeId', 'smallTypeId'],
    zh: '所选设备类型不存在，请刷新后重选',
    en: 'This device class does not exist. Refresh and choose again.',
  },
  areaOfAnotherProject: {
    code: 400,
    field: 'LocationId',
    zh: '所选区域不属于该项目',
    en: 'This area is not one of the project.',
  },
  onlySomeDevices: {
    code: 403,
    zh: '您在该项目中只能看到部分设备，不能新增设备',
    en: 'You see only some devices of this project, so you cannot add any.',
  },
  mergeIntoItself: {
    code: 400,
    field: 'MergeModelTreeIdList',
    zh: '保留的设备不能同时是被合并的设备',
    en: 'The device that stays cannot be one of those merged into it.',
  },
  nothingToSet: { code: 400, zh: '请至少修改一项', en: 'Change at least one setting.' },
  tooManyLabels: {
    code: 400,
    field: 'TagList',
    zh: '设备「{name}」的标签超过 {max} 个',
    en: '“{name}” would have more than {max} labels.',
  },
  propertyOfAnotherClass: {
    code: 400,
    field: 'StaticPropertyList',
    zh: '有属性不属于该设备类型，请刷新后重填',
    en: 'One of these properties is not of this device class. Refresh and fill in again.',
  },
  wrongPropertyValue: {
    code: 400,
    field: 'StaticPropertyList',
    zh: '属性「{name}」填写有误：{reason}',
    en: 'The property “{name}” is wrong: {reason}.',
  },
  propertyNameTaken: {
    code: 409,
    field: 'PropertyName',
    zh: '该设备类型已有名为「{name}」的属性',
    en: 'This device class already has a property named “{name}”.',
  },
  propertyKindInUse: {
    code: 409,
    field: 'Kind',
    zh: '已有 {count} 台设备填写了属性「{name}」，不能更改其数据类型',
    en: '“{name}” is filled in for {count} devices, so it stays the kind it is.',
  },
  propertyOfCatalogue: {
    code: 409,
    zh: '目录属性不能修改，只能修改企业自定义属性',
    en: 'Properties of the catalogue stay as they are. Only the company’s own can be changed.',
  },
  pointNotOfDevice: {
    code: 400,
    field: ['RoleList', 'mainPointId'],
    zh: '有点位未关联到该设备，请刷新后重选',
    en: 'One of these points does not serve this device. Refresh and choose again.',
  },
  roleOfAnotherClass: {
    code: 400,
    field: 'RoleList',
    zh: '设备「{name}」的类型没有角色「{role}」，请刷新后重选',
    en: '“{role}” is no role of the class of “{name}”. Refresh and choose again.',
  },
  roleOfAnotherType: {
    code: 400,
    field: 'RoleList',
    zh: '点位「{name}」的类型不适合角色「{role}」',
    en: 'The type of the point “{name}” does not fit the role “{role}”.',
  },
  pointInTwoRoles: {
    code: 400,
    field: 'RoleList',
    zh: '同一点位不能同时用作「{first}」和「{second}」，请保留其一',
    en: 'One point cannot be “{first}” and “{second}” at once. Keep one of them.',
  },
  noSuchRelation: {
    code: 400,
    field: 'ToMtidList',
    zh: '「{from}」不能向「{to}」供冷或送风，请按设备类型选择',
    en: '“{from}” cannot cool “{to}” or supply it with air. Choose by the classes of the devices.',
  },
  mainPointHidden: {
    code: 400,
    field: 'mainPointId',
    zh: '主点位须是展示的点位',
    en: 'The main point has to be one that is shown.',
  },
  subItemOfCatalogue: {
    code: 409,
    zh: '默认分项不能修改或删除',
    en: 'The usual sub-items stay as they are.',
  },
  subItemNameTaken: {
    code: 409,
    field: 'SubentryName',
    zh: '已有名为「{name}」的分项',
    en: 'There already is a sub-item named “{name}”.',
  },
  tooManyToExport: {
    code: 400,
    zh: '共 {count} 行，一次最多导出 {max} 行，请缩小筛选范围',
    en: 'There are {count} rows; at most {max} fit into one file. Narrow the filter.',
  },
} satisfies ErrorCatalogue;
