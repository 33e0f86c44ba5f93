import { defineLogWords } from '../logs/defineLogWords.ts';
import { handoverConditions, handoverKinds, handoverOutcomes } from './handover.ts';
import {
  fenceKindWords,
  stopKindWords,
  tagTypes,
  tagTypeWords,
  waybillMoves,
  waybillStatuses,
  waybillStatusWords,
} from './kinds.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const transportLogWords = defineLogWords({
  subjects: {
    sensorTag: { zh: '温度标签', en: 'Tag' },
    carGateway: { zh: '车载网关', en: 'Gateway of a vehicle' },
    geofence: { zh: '电子围栏', en: 'Geofence' },
    tempRange: { zh: '温区', en: 'Temperature range' },
    waybill: { zh: '运单', en: 'Waybill' },
  },
  fields: {
    boundTags: { zh: '标签', en: 'Tags' },
    carId: { zh: '车辆', en: 'Vehicle', pointsAt: 'device' },
    consignee: { zh: '收货方', en: 'Consignee' },
    cycleSeconds: { zh: '采集周期（秒）', en: 'Cycle (seconds)' },
    corners: { zh: '顶点', en: 'Corners' },
    destination: { zh: '目的地', en: 'Destination' },
    destinationFence: { zh: '目的地围栏', en: 'Destination geofence' },
    fenceKind: { zh: '形状', en: 'Shape', values: fenceKindWords },
    fenceMiddle: { zh: '中心', en: 'Centre' },
    fenceRadius: { zh: '半径（米）', en: 'Radius (m)' },
    goodsLagMinutes: { zh: '货物滞后时间（分钟）', en: 'Lag of the goods (min)' },
    goods: { zh: '货物', en: 'Goods' },
    handoverCondition: { zh: '货物状况', en: 'Condition', values: handoverConditions },
    handoverFrom: { zh: '移交人', en: 'Handed over by' },
    handoverKind: { zh: '交接', en: 'Handover', values: handoverKinds },
    handoverOutcome: { zh: '结果', en: 'Outcome', values: handoverOutcomes },
    handoverTo: { zh: '接收人', en: 'Taken over by' },
    humidityOffset: { zh: '湿度偏移（%RH）', en: 'Humidity offset (%RH)' },
    origin: { zh: '发货地', en: 'Origin' },
    plannedArrive: { zh: '计划到达', en: 'Planned arrival' },
    plannedDepart: { zh: '计划发车', en: 'Planned departure' },
    plate: { zh: '车牌号', en: 'Plate' },
    goodsQuantity: { zh: '数量', en: 'Quantity' },
    tempHigh: { zh: '上限（°C）', en: 'Upper limit (°C)' },
    tempLow: { zh: '下限（°C）', en: 'Lower limit (°C)' },
    shipper: { zh: '发货方', en: 'Shipper' },
    stopKind: { zh: '用途', en: 'Use', values: stopKindWords },
    tagType: { zh: '标签类型', en: 'Tag type', values: Object.fromEntries(tagTypes.map((type) => [String(type), tagTypeWords[type]])) },
    tempRangeName: { zh: '温区', en: 'Temperature range' },
    temperatureOffset: { zh: '温度偏移（°C）', en: 'Temperature offset (°C)' },
    waybillMove: { zh: '操作', en: 'Step', values: waybillMoves },
    waybillStatus: { zh: '运单状态', en: 'Status', values: Object.fromEntries(waybillStatuses.map((status) => [String(status), waybillStatusWords[status]])) },
  },
});
