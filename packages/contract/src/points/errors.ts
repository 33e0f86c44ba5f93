import type { Bilingual } from '../call.ts';
import type { ErrorCatalogue } from '../errors.ts';

/** Refusals about points, their types and what they serve. Spec §5.1, §5.3, §8. */
export const pointErrors = {
  chooseProject: {
    code: 400,
    field: 'projectId',
    zh: '请指定项目（projectId）',
    en: 'Say which project: projectId.',
  },
  severalProjects: {
    code: 400,
    field: ['PointIdList', 'pointIdList', 'pointIds'],
    zh: '一次只能查询同一项目的点位',
    en: 'Choose points of one project at a time.',
  },
  nameTakenOnSlave: {
    code: 409,
    zh: '该从站已有名为「{name}」的点位',
    en: 'This slave already has a point named “{name}”.',
  },
  nameTakenInProject: {
    code: 409,
    zh: '项目中已有名为「{name}」的虚拟或计算点位',
    en: 'The project already has a virtual or computed point named “{name}”.',
  },
  nameTwice: {
    code: 409,
    zh: '名称「{name}」在这些点位中出现了不止一次',
    en: 'More than one of these points is named “{name}”.',
  },
  keyTwice: {
    code: 409,
    zh: '上报键「{key}」在这些点位中出现了不止一次',
    en: 'More than one of these points has the key “{key}”.',
  },
  mqttKeyTaken: {
    code: 409,
    zh: '该网关已有上报键「{key}」的点位',
    en: 'This gateway already has a point for the key “{key}”.',
  },
  namesClash: {
    code: 409,
    zh: '改名后以下点位会重名：{names}',
    en: 'After this these points would have the same name: {names}.',
  },
  nameEmpty: {
    code: 400,
    field: 'PointName',
    zh: '改名后「{name}」的名称为空或超过 50 个字符',
    en: 'After this “{name}” would have no name, or one of more than 50 characters.',
  },
  typeUnknown: {
    code: 400,
    field: ['PointTypeId', 'PointList'],
    zh: '所选点类型不存在，请刷新后重选',
    en: 'There is no such point type. Refresh and choose again.',
  },
  unitNotOfType: {
    code: 400,
    field: ['Unit', 'PointList'],
    zh: '单位「{unit}」不属于点类型「{type}」',
    en: '“{unit}” is not a unit of the point type “{type}”.',
  },
  typeNameTaken: {
    code: 409,
    field: 'PointTypeName',
    zh: '点类型「{name}」已存在',
    en: 'The point type “{name}” already exists.',
  },
  typesInUse: {
    code: 409,
    zh: '部分所选点类型正在使用，不能删除：{names}',
    en: 'Some of the selected point types are in use and cannot be deleted: {names}.',
  },
  typeKindInUse: {
    code: 409,
    field: 'ValueType',
    zh: '点类型「{name}」正在使用，不能改变取值类型',
    en: 'The point type “{name}” is in use: whether it is analog or a status cannot change.',
  },
  unitsInUse: {
    code: 409,
    zh: '以下单位仍被点位使用，不能删除：{units}',
    en: 'Points still use these units, so they stay: {units}.',
  },
  notWritable: { code: 409, zh: '该点位不支持写入', en: 'This point does not support writing.' },
  notVirtual: {
    code: 409,
    zh: '只有虚拟点位可以直接设值',
    en: 'Only a virtual point takes a value directly.',
  },
  valueNotOfType: {
    code: 400,
    field: 'Value',
    zh: '该值不在点位的取值范围内',
    en: 'This value is not among those the point can have.',
  },
  formulaCircle: {
    code: 409,
    field: 'Formula',
    zh: '公式形成循环引用：{names}',
    en: 'The formula would go round in a circle: {names}.',
  },
  formulaUnits: {
    code: 400,
    field: 'Formula',
    zh: '公式把 {left} 与 {right} 直接相加减或比较，请先换算成同一单位，例如 b * 0.001',
    en: 'The formula adds or compares {left} and {right}. Convert one of them first, such as b * 0.001.',
  },
  formulaOtherUnit: {
    code: 400,
    field: 'Formula',
    zh: '公式结果的单位是 {result}，而点位的单位是 {unit}。请改选单位，或在公式中换算，例如 a * 0.001',
    en: 'The formula gives {result}, but the point is in {unit}. Choose another unit, or convert in the formula, such as a * 0.001.',
  },
  breaksFormula: {
    code: 409,
    zh: '计算点位「{name}」的公式将不再成立：{reason}',
    en: 'The formula of “{nameEn}” would no longer hold: {reasonEn}',
  },
  inputUnknown: {
    code: 400,
    field: 'Formula',
    zh: '公式引用的点位不存在或不属于该项目',
    en: 'The formula uses a point that does not exist or is not of this project.',
  },
  inputOfOthers: {
    code: 409,
    zh: '以下计算点位会失去所引用的点位，请先修改它们：{names}',
    en: 'These computed points would lose what they use. Change them first: {names}.',
  },
  kindStays: {
    code: 400,
    field: 'Kind',
    zh: '点位的数据来源不能修改，请新建点位',
    en: 'Where a point’s value comes from cannot change. Add a new point.',
  },
  slaveUnknown: { code: 404, zh: '从站不存在，请刷新', en: 'There is no such slave. Refresh.' },
  gatewayUnknown: { code: 404, zh: '网关不存在，请刷新', en: 'There is no such gateway. Refresh.' },
  notModbus: {
    code: 400,
    field: 'SlaveId',
    zh: '网关「{name}」使用 MQTT，不能添加 Modbus 点位',
    en: 'The gateway “{name}” speaks MQTT and has no Modbus points.',
  },
  notMqtt: {
    code: 400,
    field: 'GatewayId',
    zh: '网关「{name}」不使用 MQTT',
    en: 'The gateway “{name}” does not speak MQTT.',
  },
  choosePlace: {
    code: 400,
    field: 'ModelTreeOrLocationIdList',
    zh: '请至少选择一个设备或区域',
    en: 'Choose at least one device or area.',
  },
  alreadyLinked: {
    code: 409,
    field: 'PointIdList',
    zh: '以下点位已关联所选设备，不能重复选择：{names}',
    en: 'These points are linked to the device already and cannot be chosen again: {names}.',
  },
  placeAmbiguous: {
    code: 400,
    field: 'ModelTreeOrLocationIdList',
    zh: '{place} 既是设备又是区域，请改用名称“{device}”或“{area}”，或给出类型（1 设备，2 区域）',
    en: '{place} is both a device and an area: give the name instead, “{device}” or “{area}”, or Type 1 (device) or 2 (area).',
  },
  placeSeveral: {
    code: 400,
    field: 'ModelTreeOrLocationIdList',
    zh: '该项目有多个“{name}”，请给出编号',
    en: 'The project has several “{name}”. Give the number instead.',
  },
  placeUnknown: {
    code: 400,
    field: ['ModelTreeOrLocationIdList', 'ModelTreeIdA', 'LocationId', 'modelTreeId'],
    zh: '所选设备或区域不存在，或不属于该项目',
    en: 'One of the devices or areas does not exist or is not of this project.',
  },
  relevanceItself: {
    code: 400,
    field: 'PointRelevanceList',
    zh: '点位不能关联自身',
    en: 'A point cannot be related to itself.',
  },
  deviceNamesTaken: {
    code: 409,
    field: 'ModelTreeInfoList',
    zh: '项目中已有同名设备：{names}。请选择自动编号或合并到已有设备',
    en: 'The project already has devices named {names}. Choose to number the new ones, or to give the points to the devices that are there.',
  },
  mergeOtherClass: {
    code: 409,
    field: 'SmallTypeId',
    zh: '设备「{name}」的类型不同，不能合并',
    en: 'The device “{name}” is of another class and cannot be merged with.',
  },
  mergeOtherArea: {
    code: 409,
    field: 'LocationId',
    zh: '已有设备「{name}」不在所选区域，不能合并；请不选区域，或选择它所在的区域',
    en: 'The device “{name}” that is there stands in another area. Choose no area, or the one it stands in.',
  },
  classUnknown: {
    code: 400,
    field: 'SmallTypeId',
    zh: '所选设备类型不存在或不属于该子系统',
    en: 'There is no such device class in this subsystem.',
  },
  nothingToChange: { code: 400, zh: '没有需要修改的内容', en: 'There is nothing to change.' },
  findNothing: {
    code: 400,
    field: 'FindPointName',
    zh: '所选点位的名称中没有「{text}」',
    en: 'No name of the selected points contains “{text}”.',
  },
  tooManyPoints: {
    code: 409,
    zh: '一个从站最多 {max} 个点位',
    en: 'A slave has at most {max} points.',
  },
} satisfies ErrorCatalogue;

/** What a success says that found none. Spec §8. */
export const noRelatedPoints: Bilingual = {
  zh: '当前点位没有关联点位',
  en: 'The current point has no associated point',
};
