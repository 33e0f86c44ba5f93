import type { DemoSubsystem } from './demoFleet.ts';

const volume = { code: 'volume', name: '容积', nameEn: 'Volume', unit: 'm³' };
const length = { code: 'length', name: '长度', nameEn: 'Length', unit: 'm' };
const refrigerant = { code: 'refrigerant', name: '制冷剂', nameEn: 'Refrigerant', unit: null };
const nominalPower = { code: 'nominalPower', name: '额定功率', nameEn: 'Nominal power', unit: 'kW' };
const goods = { code: 'goods', name: '存放货品', nameEn: 'Goods', unit: null };
const plate = { code: 'plate', name: '车牌号', nameEn: 'Licence plate', unit: null };
const heads = { code: 'heads', name: '存栏数', nameEn: 'Animals', unit: null };
const exhibit = { code: 'exhibit', name: '展品', nameEn: 'Exhibit', unit: null };
const ratio = { code: 'currentRatio', name: '互感器倍率', nameEn: 'CT ratio', unit: null };
const mountedAt = { code: 'position', name: '安装位置', nameEn: 'Mounted at', unit: null };
const spaces = { code: 'spaces', name: '车位数', nameEn: 'Spaces', unit: null };

/** Subsystems and the device classes in them, as the demo uses them. */
export const demoSubsystems: DemoSubsystem[] = [
  {
    code: 'coldStorage',
    name: '冷库系统',
    nameEn: 'Cold storage',
    classes: [
      { code: 'freezerRoom', name: '冷冻间', nameEn: 'Freezer room', properties: [volume, goods] },
      { code: 'chillRoom', name: '冷藏间', nameEn: 'Chill room', properties: [volume, goods] },
      { code: 'dock', name: '穿堂月台', nameEn: 'Loading dock', properties: [volume] },
    ],
  },
  {
    code: 'refrigeration',
    name: '制冷系统',
    nameEn: 'Refrigeration',
    classes: [
      { code: 'compressorRack', name: '并联机组', nameEn: 'Compressor rack', properties: [refrigerant, nominalPower] },
      { code: 'condensingUnit', name: '冷凝机组', nameEn: 'Condensing unit', properties: [refrigerant, nominalPower] },
      { code: 'displayCase', name: '陈列柜', nameEn: 'Display case', properties: [length, goods] },
    ],
  },
  {
    code: 'transport',
    name: '冷链运输',
    nameEn: 'Refrigerated transport',
    classes: [
      { code: 'refrigeratedTruck', name: '冷藏车', nameEn: 'Refrigerated truck', properties: [plate, volume] },
      { code: 'sensorTag', name: '温度标签', nameEn: 'Sensor tag', properties: [] },
    ],
  },
  {
    code: 'electricity',
    name: '供配电系统',
    nameEn: 'Power supply',
    classes: [{ code: 'energyMeter', name: '电能表', nameEn: 'Energy meter', properties: [ratio] }],
  },
  {
    code: 'livestock',
    name: '养殖环境',
    nameEn: 'Livestock climate',
    classes: [
      { code: 'barn', name: '猪舍环境', nameEn: 'Barn climate', properties: [heads] },
      { code: 'barnVentilation', name: '猪舍通风', nameEn: 'Barn ventilation', properties: [nominalPower] },
    ],
  },
  {
    code: 'relicEnvironment',
    name: '文物环境',
    nameEn: 'Relic environment',
    classes: [
      { code: 'showcase', name: '展柜', nameEn: 'Showcase', properties: [exhibit, volume] },
      { code: 'hall', name: '展厅环境', nameEn: 'Hall climate', properties: [volume] },
      { code: 'airHandlingUnit', name: '恒温恒湿机组', nameEn: 'Air handling unit', properties: [nominalPower] },
    ],
  },
  {
    code: 'footfall',
    name: '客流系统',
    nameEn: 'Visitors',
    classes: [{ code: 'peopleCounter', name: '客流计数器', nameEn: 'People counter', properties: [mountedAt] }],
  },
  {
    code: 'parking',
    name: '停车系统',
    nameEn: 'Parking',
    classes: [{ code: 'carPark', name: '停车场', nameEn: 'Car park', properties: [spaces] }],
  },
  {
    code: 'publicAddress',
    name: '广播系统',
    nameEn: 'Public address',
    classes: [{ code: 'audioZone', name: '广播分区', nameEn: 'Audio zone', properties: [] }],
  },
  {
    code: 'signage',
    name: '信息发布',
    nameEn: 'Signs',
    classes: [{ code: 'sign', name: '信息屏', nameEn: 'Sign', properties: [mountedAt] }],
  },
];
