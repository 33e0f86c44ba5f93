import type { ErrorCatalogue } from '../errors.ts';

/** Refusals about tags, vehicles and waybills. */
export const transportErrors = {
  tagsTaken: {
    code: 409,
    zh: '标签号已存在：{names}',
    en: 'These tags are registered already: {names}.',
  },
  tagTwice: { code: 400, zh: '标签号重复：{name}', en: 'The tag {name} is named twice.' },
  tagsBound: {
    code: 409,
    zh: '标签正在运单中使用，请先解绑：{names}',
    en: 'Unbind these tags from their waybills first: {names}.',
  },
  tagsGone: {
    code: 400,
    field: 'SensorIdList',
    zh: '所选标签已不存在，请重新选择',
    en: 'Some of these tags no longer exist. Choose again.',
  },
  tagElsewhere: {
    code: 409,
    zh: '标签 {name} 已绑定到另一张未完成的运单',
    en: 'The tag {name} is bound to another open waybill.',
  },
  tagOfOtherProject: {
    code: 400,
    field: 'SensorIdList',
    zh: '标签 {name} 不属于该运单的项目',
    en: 'The tag {name} is not of the project of this waybill.',
  },
  offsetNeedsReason: {
    code: 400,
    field: 'Reason',
    zh: '修改校准偏移须填写原因',
    en: 'Say why the calibration offset is changed.',
  },
  rangeTooLong: {
    code: 400,
    field: 'end',
    zh: '查询超出限制：一次最多 {days} 天',
    en: 'Query range exceeds limit: {days} days at a time.',
  },
  notVehicle: {
    code: 400,
    field: ['CarId', 'carId'],
    zh: '所选设备不是运输车辆',
    en: 'That device is no vehicle.',
  },
  noPosition: {
    code: 400,
    field: 'carId',
    zh: '该车辆没有经纬度点位，无法显示轨迹',
    en: 'This vehicle has no points for latitude and longitude, so there is no track.',
  },
  gatewayUnknown: {
    code: 400,
    zh: '没有序列号为 {name} 的网关',
    en: 'There is no gateway with the serial number {name}.',
  },
  gatewayOnOtherCar: {
    code: 409,
    zh: '网关 {name} 已装在另一辆车上',
    en: 'The gateway {name} is in another vehicle.',
  },
  numberTaken: {
    code: 409,
    field: 'WaybillNumber',
    zh: '运单号已存在：{name}',
    en: 'The waybill number {name} exists already.',
  },
  numberTwice: { code: 400, zh: '运单号重复：{name}', en: 'The waybill number {name} is named twice.' },
  waybillClosed: {
    code: 409,
    zh: '运单已结束，不能再修改',
    en: 'The waybill is closed and can no longer be changed.',
  },
  moveNotNow: {
    code: 409,
    zh: '状态为“{status}”的运单不能{move}',
    en: 'A waybill that is “{status}” cannot take the step “{move}”.',
  },
  notLoaded: {
    code: 409,
    zh: '发车前须选择车辆，并至少绑定一个标签',
    en: 'Before it departs a waybill needs a vehicle and at least one tag.',
  },
  handoverTime: {
    code: 400,
    field: 'Time',
    zh: '交接时间最多为 {hours} 小时前，且不能晚于现在',
    en: 'A handover is recorded up to {hours} hours later, and not before it takes place.',
  },
  deliveryBeforeDeparture: {
    code: 400,
    field: 'Time',
    zh: '送达时间不能早于发车时间',
    en: 'A delivery cannot be earlier than the departure.',
  },
  handoverTooLate: {
    code: 409,
    zh: '运单已结束，只能补录结束之前的交接',
    en: 'The waybill is closed: only a handover from before its end can be added.',
  },
  keyOfAnother: {
    code: 409,
    zh: '该请求标识已用于另一张运单',
    en: 'This key was used for another waybill.',
  },
  reasonMissing: { code: 400, field: 'Reason', zh: '请填写原因', en: 'Say why.' },
  boundTooEarly: {
    code: 400,
    field: 'BoundTime',
    zh: '绑定时间最多为 {hours} 小时前，且不能晚于现在',
    en: 'Tags are bound from {hours} hours ago at the earliest, and not in the future.',
  },
  departureTime: {
    code: 400,
    field: 'Time',
    zh: '发车时间不能早于运单录入前 {hours} 小时，且不能晚于现在',
    en: 'A departure is at most {hours} h before the waybill was entered, and not in the future.',
  },
  originOfOtherProject: {
    code: 400,
    field: 'OriginFenceId',
    zh: '该电子围栏不属于此项目',
    en: 'This geofence belongs to another project.',
  },
  sameFence: {
    code: 400,
    field: 'DestinationFenceId',
    zh: '起点与目的地须为不同的电子围栏',
    en: 'Origin and destination need different geofences.',
  },
  arrivalTime: {
    code: 400,
    field: 'Time',
    zh: '到达时间须在发车之后，且不能晚于现在',
    en: 'An arrival is after the departure, and not in the future.',
  },
  handoverAfterDelivery: {
    code: 400,
    field: 'Time',
    zh: '已记录 {when} 的交接，送达不能早于它',
    en: 'A handover at {when} is recorded; a delivery cannot be earlier.',
  },
  fenceTaken: {
    code: 409,
    field: 'GeofenceName',
    zh: '该项目已有同名围栏',
    en: 'The project has a geofence of this name already.',
  },
  fenceCrossed: {
    code: 400,
    field: 'CornerList',
    zh: '多边形的边相交或面积为零，请调整顶点',
    en: 'Edges of the polygon cross each other, or it has no area. Move its corners.',
  },
  fenceTooLarge: {
    code: 400,
    field: 'CornerList',
    zh: '围栏过大：中心到顶点最多 {metres} 米',
    en: 'The geofence is too large: {metres} m at most from its middle to a corner.',
  },
  fencesTooMany: {
    code: 409,
    zh: '一个项目最多 {count} 个围栏',
    en: 'A project has {count} geofences at most.',
  },
  fenceUsed: {
    code: 409,
    zh: '未完成的运单以这些围栏为目的地，不能删除：{names}',
    en: 'Open waybills go to these geofences, so they stay: {names}.',
  },
  fenceOfOtherProject: {
    code: 400,
    field: 'DestinationFenceId',
    zh: '该项目没有此围栏',
    en: 'The project has no such geofence.',
  },
  rangeTaken: {
    code: 409,
    field: 'TempRangeName',
    zh: '温区名称已存在',
    en: 'A temperature range of this name exists already.',
  },
  rangeUsed: {
    code: 409,
    zh: '有 {count} 张运单使用该温区，不能删除',
    en: '{count} waybills use this temperature range; it cannot be deleted.',
  },
  rangeOfPlatform: {
    code: 400,
    field: 'TempRangeId',
    zh: '平台自带的温区不能修改或删除',
    en: 'Ranges that come with the platform can be neither changed nor deleted.',
  },
} as const satisfies ErrorCatalogue;
