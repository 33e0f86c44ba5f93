/** The sites of both companies: four of the first, one per industry, and the only one of the other. */

import type { DemoArea, DemoDevice, DemoProject, Named } from './demoFleet.ts';
import type { PointRole } from './pointRoles.ts';

const area = (code: string, name: string, nameEn: string, parentCode: string | null = null): DemoArea => ({
  code,
  name,
  nameEn,
  parentCode,
});

interface Make {
  subsystemCode: string;
  classCode: string;
  mainRole: PointRole;
  brand: string;
  model: string;
}

/** A device of a make; the maker's serial number counts up from `firstSerial`. */
const device = (
  make: Make,
  code: string,
  name: string,
  nameEn: string,
  areaCode: string,
  serialNumber: string,
  productionDate: string,
  properties: Record<string, string> = {},
): DemoDevice => ({ code, name, nameEn, areaCode, serialNumber, productionDate, properties, ...make });

/** Named here once, used by rooms and by the register maps that serve them. */
export const deviceNamed = (projects: DemoProject[], code: string): Named & { code: string } => {
  const found = projects.flatMap((project) => project.devices).find((candidate) => candidate.code === code);
  if (!found) throw new Error(`The demo has no device ${code}`);
  return found;
};

const freezerRoom: Make = {
  subsystemCode: 'coldStorage',
  classCode: 'freezerRoom',
  mainRole: 'roomTemperature',
  brand: '大明冷库',
  model: 'DM-FR120',
};
const chillRoom: Make = { ...freezerRoom, classCode: 'chillRoom', model: 'DM-CR90' };
const dock: Make = { ...freezerRoom, classCode: 'dock', model: 'DM-DK' };
const lowTemperatureRack: Make = {
  subsystemCode: 'refrigeration',
  classCode: 'compressorRack',
  mainRole: 'suctionPressure',
  brand: 'Bitzer',
  model: '3×4NES-14Y',
};
const threePhaseMeter: Make = {
  subsystemCode: 'electricity',
  classCode: 'energyMeter',
  mainRole: 'activePower',
  brand: 'Acrel',
  model: 'ADL3000',
};
const singlePhaseMeter: Make = { ...threePhaseMeter, brand: 'Eastron', model: 'SDM120' };
export const refrigeratedTruck: Make = {
  subsystemCode: 'transport',
  classCode: 'refrigeratedTruck',
  mainRole: 'cargoTemperatureRear',
  brand: '福田欧马可',
  model: 'S3 冷藏车',
};
/** A label with a thermometer and a radio that lies between the goods. */
const sensorTag: Make = {
  subsystemCode: 'transport',
  classCode: 'sensorTag',
  mainRole: 'tagTemperature',
  brand: 'ELPRO',
  model: 'LIBERO Gx',
};
const multideck: Make = {
  subsystemCode: 'refrigeration',
  classCode: 'displayCase',
  mainRole: 'airOffTemperature',
  brand: '海容',
  model: 'LF-25',
};
const frozenIsland: Make = { ...multideck, model: 'SD-21' };
const supermarketColdRoom: Make = {
  subsystemCode: 'coldStorage',
  classCode: 'chillRoom',
  mainRole: 'roomTemperature',
  brand: '海容',
  model: 'CR-40',
};
const supermarketRack: Make = { ...lowTemperatureRack, brand: 'Carel', model: 'Hecu 2×ZF' };
const barn: Make = {
  subsystemCode: 'livestock',
  classCode: 'barn',
  mainRole: 'roomTemperature',
  brand: '德康畜牧',
  model: 'FB-600',
};
const ventilation: Make = { ...barn, classCode: 'barnVentilation', mainRole: 'fanSpeed', model: 'EV-3×50' };
const showcase: Make = {
  subsystemCode: 'relicEnvironment',
  classCode: 'showcase',
  mainRole: 'humidity',
  brand: '天禹文保',
  model: 'TY-S2',
};
const hall: Make = { ...showcase, classCode: 'hall', mainRole: 'roomTemperature', model: 'TY-H1' };
const airHandlingUnit: Make = {
  ...showcase,
  classCode: 'airHandlingUnit',
  mainRole: 'supplyTemperature',
  brand: '克莱门特',
  model: 'CHW-18',
};

const condensingUnit: Make = {
  subsystemCode: 'refrigeration',
  classCode: 'condensingUnit',
  mainRole: 'compressor1Running',
  brand: '华冷制冷设备',
  model: 'ZB-15',
};
const peopleCounter: Make = {
  subsystemCode: 'footfall',
  classCode: 'peopleCounter',
  mainRole: 'countIn',
  brand: '示范客流',
  model: 'VC-3D',
};
const carPark: Make = {
  subsystemCode: 'parking',
  classCode: 'carPark',
  mainRole: 'spacesFree',
  brand: '示范停车',
  model: 'P-120',
};
const audioZone: Make = {
  subsystemCode: 'publicAddress',
  classCode: 'audioZone',
  mainRole: 'volume',
  brand: '示范音响',
  model: 'PA-60',
};
const sign: Make = {
  subsystemCode: 'signage',
  classCode: 'sign',
  mainRole: 'signMessage',
  brand: '示范屏显',
  model: 'LED-P5',
};

const coldStore: DemoProject = {
  code: 'coldStore',
  number: 'EC-01',
  name: '华东冷链一号库',
  nameEn: 'East China Cold Store 1',
  industry: 1,
  timeZone: 'Asia/Shanghai',
  address: '上海市青浦区华新镇凤溪示范路 18 号',
  addressEn: '18 Fengxi Demonstration Road, Huaxin, Qingpu, Shanghai',
  latitude: 31.2113,
  longitude: 121.2057,
  description: '两万立方米冷冻冷藏库，自有冷藏车两台。',
  descriptionEn: 'Freezer and chill store of 20,000 m³ with two refrigerated trucks of its own.',
  serviceStartDaysAgo: 640,
  serviceEndInDays: 455,
  areas: [
    area('freezerHall', '冷冻区', 'Freezer hall'),
    area('chillHall', '冷藏区', 'Chill hall'),
    area('loadingDock', '月台', 'Loading dock'),
    area('machineRoom', '机房', 'Machine room'),
    area('switchRoom', '配电间', 'Switch room', 'machineRoom'),
    area('fleet', '车队', 'Truck fleet'),
  ],
  devices: [
    device(freezerRoom, 'freezer-1', '冷冻间 1 号', 'Freezer 1', 'freezerHall', 'DMFR2401', '2024-03-12', {
      volume: '2400',
      goods: '冷冻水产',
    }),
    device(freezerRoom, 'freezer-2', '冷冻间 2 号', 'Freezer 2', 'freezerHall', 'DMFR2402', '2024-03-12', {
      volume: '2400',
      goods: '冷冻肉类',
    }),
    device(freezerRoom, 'freezer-3', '冷冻间 3 号', 'Freezer 3', 'freezerHall', 'DMFR2403', '2024-03-14', {
      volume: '1800',
      goods: '冰淇淋',
    }),
    device(freezerRoom, 'freezer-4', '冷冻间 4 号', 'Freezer 4', 'freezerHall', 'DMFR2404', '2024-03-14', {
      volume: '1800',
      goods: '速冻面点',
    }),
    device(chillRoom, 'chill-1', '冷藏间 1 号', 'Chill room 1', 'chillHall', 'DMCR2401', '2024-04-02', {
      volume: '1500',
      goods: '乳制品',
    }),
    device(chillRoom, 'chill-2', '冷藏间 2 号', 'Chill room 2', 'chillHall', 'DMCR2402', '2024-04-02', {
      volume: '1500',
      goods: '鲜肉',
    }),
    device(chillRoom, 'chill-3', '冷藏间 3 号', 'Chill room 3', 'chillHall', 'DMCR2403', '2024-04-05', {
      volume: '1100',
      goods: '果蔬',
    }),
    device(dock, 'dock-1', '穿堂月台', 'Loading dock', 'loadingDock', 'DMDK2401', '2024-04-05', { volume: '900' }),
    device(lowTemperatureRack, 'rack-1', '并联机组', 'Compressor rack', 'machineRoom', 'BZ4N14Y0117', '2024-02-20', {
      refrigerant: 'R448A',
      nominalPower: '48',
    }),
    device(threePhaseMeter, 'meter-main', '总电表', 'Main meter', 'switchRoom', 'ACR30000218', '2024-02-28', {
      currentRatio: '200/5',
    }),
    device(singlePhaseMeter, 'meter-lighting', '照明电表', 'Lighting meter', 'switchRoom', 'SDM1208841', '2024-02-28', {
      currentRatio: '1',
    }),
    device(refrigeratedTruck, 'truck-1', '冷藏车 1 号', 'Truck 1', 'fleet', 'FTS30091', '2024-06-18', {
      plate: '沪A·DL801',
      volume: '18',
    }),
    device(refrigeratedTruck, 'truck-2', '冷藏车 2 号', 'Truck 2', 'fleet', 'FTS30092', '2024-06-18', {
      plate: '沪A·DL802',
      volume: '18',
    }),
    device(sensorTag, 'truck-1-front', '1 号车前部标签', 'Front tag, truck 1', 'fleet', 'T26A00117', '2026-03-02'),
    device(sensorTag, 'truck-1-middle', '1 号车中部标签', 'Middle tag, truck 1', 'fleet', 'T26A00119', '2026-03-02'),
    device(sensorTag, 'truck-1-rear', '1 号车门边标签', 'Door tag, truck 1', 'fleet', 'T26A00118', '2026-03-02'),
    device(sensorTag, 'truck-2-rear', '2 号车门边标签', 'Door tag, truck 2', 'fleet', 'T26A00204', '2026-03-02'),
  ],
};

const supermarket: DemoProject = {
  code: 'supermarket',
  number: 'FC-12',
  name: '鲜选超市西溪店',
  nameEn: 'Fresh Choice Xixi Store',
  industry: 2,
  timeZone: 'Asia/Shanghai',
  address: '杭州市西湖区西溪示范街 66 号',
  addressEn: '66 Xixi Demonstration Street, Xihu, Hangzhou',
  latitude: 30.2756,
  longitude: 120.0713,
  description: '社区超市，陈列柜八组，冷藏库一间。',
  descriptionEn: 'Neighbourhood supermarket with eight display cases and a cold room.',
  serviceStartDaysAgo: 410,
  serviceEndInDays: 320,
  areas: [
    area('salesFloor', '卖场', 'Sales floor'),
    area('dairyAisle', '乳品区', 'Dairy aisle', 'salesFloor'),
    area('meatAisle', '鲜肉区', 'Meat aisle', 'salesFloor'),
    area('frozenAisle', '冷冻区', 'Frozen aisle', 'salesFloor'),
    area('backOfStore', '后场', 'Back of store'),
    area('entrances', '出入口', 'Entrances'),
    area('carPark', '停车场', 'Car park'),
  ],
  devices: [
    device(multideck, 'case-1', '乳品柜 1 号', 'Dairy case 1', 'dairyAisle', 'HRLF2511', '2025-05-06', {
      length: '3.75',
      goods: '鲜奶',
    }),
    device(multideck, 'case-2', '乳品柜 2 号', 'Dairy case 2', 'dairyAisle', 'HRLF2512', '2025-05-06', {
      length: '3.75',
      goods: '酸奶',
    }),
    device(multideck, 'case-3', '鲜肉柜', 'Meat case', 'meatAisle', 'HRLF2513', '2025-05-06', {
      length: '2.5',
      goods: '鲜肉',
    }),
    device(multideck, 'case-4', '果蔬柜', 'Produce case', 'salesFloor', 'HRLF2514', '2025-05-07', {
      length: '3.75',
      goods: '果蔬',
    }),
    device(multideck, 'case-5', '饮料柜', 'Drinks case', 'salesFloor', 'HRLF2515', '2025-05-07', {
      length: '2.5',
      goods: '饮料',
    }),
    device(frozenIsland, 'case-6', '冷冻岛柜 1 号', 'Frozen island 1', 'frozenAisle', 'HRSD2116', '2025-05-09', {
      length: '2.1',
      goods: '冰淇淋',
    }),
    device(frozenIsland, 'case-7', '冷冻岛柜 2 号', 'Frozen island 2', 'frozenAisle', 'HRSD2117', '2025-05-09', {
      length: '2.1',
      goods: '速冻水饺',
    }),
    device(frozenIsland, 'case-8', '冷冻岛柜 3 号', 'Frozen island 3', 'frozenAisle', 'HRSD2118', '2025-05-09', {
      length: '2.1',
      goods: '冷冻海鲜',
    }),
    device(
      supermarketColdRoom,
      'store-room',
      '后场冷藏库',
      'Store cold room',
      'backOfStore',
      'HRCR4001',
      '2025-05-12',
      {
        volume: '60',
        goods: '周转货品',
      },
    ),
    device(supermarketRack, 'rack-2', '超市并联机组', 'Store rack', 'backOfStore', 'HECU20417', '2025-04-22', {
      refrigerant: 'R448A',
      nominalPower: '18',
    }),
    device(threePhaseMeter, 'meter-store', '门店总表', 'Store main meter', 'backOfStore', 'ACR30000733', '2025-04-25', {
      currentRatio: '150/5',
    }),
    device(
      singlePhaseMeter,
      'meter-refrigeration',
      '冷链电表',
      'Refrigeration meter',
      'backOfStore',
      'SDM1208902',
      '2025-04-25',
      {
        currentRatio: '1',
      },
    ),
    device(
      singlePhaseMeter,
      'meter-store-lighting',
      '照明分表',
      'Store lighting meter',
      'backOfStore',
      'SDM1208903',
      '2025-04-25',
      {
        currentRatio: '1',
      },
    ),
    device(peopleCounter, 'counter-main', '正门客流', 'Main entrance', 'entrances', 'VC3D0411', '2025-06-02', {
      position: '正门上方',
    }),
    device(
      peopleCounter,
      'counter-parking',
      '停车场门客流',
      'Car park entrance',
      'entrances',
      'VC3D0412',
      '2025-06-02',
      {
        position: '停车场通道',
      },
    ),
    device(carPark, 'parking-1', '地面停车场', 'Surface car park', 'carPark', 'P1200093', '2025-06-10', {
      spaces: '120',
    }),
    device(
      condensingUnit,
      'unit-bakery',
      '烘焙间冷凝机组',
      'Bakery condensing unit',
      'salesFloor',
      'CU26A0000417',
      '2026-11-02',
    ),
    device(audioZone, 'audio-floor', '卖场广播', 'Sales floor audio', 'salesFloor', 'PA600141', '2025-06-12'),
    device(audioZone, 'audio-checkout', '收银区广播', 'Checkout audio', 'salesFloor', 'PA600142', '2025-06-12'),
    device(sign, 'sign-entrance', '入口屏', 'Entrance sign', 'entrances', 'P5240071', '2025-06-15', {
      position: '停车场入口',
    }),
    device(sign, 'sign-frozen', '冷冻区屏', 'Frozen aisle sign', 'frozenAisle', 'P5240072', '2025-06-15', {
      position: '冷冻区吊顶',
    }),
  ],
};

const pigHouse: DemoProject = {
  code: 'pigHouse',
  number: 'JH-03',
  name: '嘉禾生态猪场',
  nameEn: 'Jiahe Pig Farm',
  industry: 3,
  timeZone: 'Asia/Shanghai',
  address: '浙江省嘉兴市海盐县百步镇示范村 3 号',
  addressEn: '3 Demonstration Village, Baibu, Haiyan, Jiaxing, Zhejiang',
  latitude: 30.5236,
  longitude: 120.7719,
  description: '育肥猪舍三栋，负压通风。',
  descriptionEn: 'Three finishing barns with negative-pressure ventilation.',
  serviceStartDaysAgo: 345,
  serviceEndInDays: 20,
  areas: [
    area('barnNorth', '北区', 'North barns'),
    area('barnSouth', '南区', 'South barn'),
    area('farmPower', '配电房', 'Power room'),
  ],
  devices: [
    device(barn, 'barn-1', '猪舍 1 栋', 'Barn 1', 'barnNorth', 'DKFB6001', '2025-08-01', { heads: '600' }),
    device(barn, 'barn-2', '猪舍 2 栋', 'Barn 2', 'barnNorth', 'DKFB6002', '2025-08-01', { heads: '580' }),
    device(barn, 'barn-3', '猪舍 3 栋', 'Barn 3', 'barnSouth', 'DKFB6003', '2025-08-03', { heads: '540' }),
    device(ventilation, 'ventilation-1', '1 栋通风', 'Barn 1 ventilation', 'barnNorth', 'DKEV5001', '2025-08-05', {
      nominalPower: '3.3',
    }),
    device(ventilation, 'ventilation-2', '2 栋通风', 'Barn 2 ventilation', 'barnNorth', 'DKEV5002', '2025-08-05', {
      nominalPower: '3.3',
    }),
    device(ventilation, 'ventilation-3', '3 栋通风', 'Barn 3 ventilation', 'barnSouth', 'DKEV5003', '2025-08-05', {
      nominalPower: '3.3',
    }),
    device(singlePhaseMeter, 'meter-farm', '猪场电表', 'Farm meter', 'farmPower', 'SDM1209310', '2025-07-28', {
      currentRatio: '1',
    }),
  ],
};

const museum: DemoProject = {
  code: 'museum',
  number: 'JN-01',
  name: '江南博物馆一号展厅',
  nameEn: 'Jiangnan Museum Hall 1',
  industry: 4,
  timeZone: 'Asia/Shanghai',
  address: '苏州市姑苏区示范巷 9 号',
  addressEn: '9 Demonstration Lane, Gusu, Suzhou',
  latitude: 31.3241,
  longitude: 120.6277,
  description: '书画与织绣展厅，展柜六组，恒温恒湿机组一台。',
  descriptionEn: 'Hall for painting and embroidery: six showcases and one air handling unit.',
  serviceStartDaysAgo: 250,
  serviceEndInDays: 480,
  areas: [
    area('paintingRoom', '书画展区', 'Painting room'),
    area('textileRoom', '织绣展区', 'Textile room'),
    area('plantRoom', '空调机房', 'Plant room'),
  ],
  devices: [
    device(showcase, 'showcase-1', '展柜 1 号', 'Showcase 1', 'paintingRoom', 'TYS2301', '2026-01-15', {
      exhibit: '山水手卷',
      volume: '2.4',
    }),
    device(showcase, 'showcase-2', '展柜 2 号', 'Showcase 2', 'paintingRoom', 'TYS2302', '2026-01-15', {
      exhibit: '花鸟册页',
      volume: '1.8',
    }),
    device(showcase, 'showcase-3', '展柜 3 号', 'Showcase 3', 'paintingRoom', 'TYS2303', '2026-01-15', {
      exhibit: '书法立轴',
      volume: '2.0',
    }),
    device(showcase, 'showcase-4', '展柜 4 号', 'Showcase 4', 'textileRoom', 'TYS2304', '2026-01-18', {
      exhibit: '缂丝挂屏',
      volume: '2.2',
    }),
    device(showcase, 'showcase-5', '展柜 5 号', 'Showcase 5', 'textileRoom', 'TYS2305', '2026-01-18', {
      exhibit: '苏绣屏风',
      volume: '3.0',
    }),
    device(showcase, 'showcase-6', '展柜 6 号', 'Showcase 6', 'textileRoom', 'TYS2306', '2026-01-18', {
      exhibit: '织锦残片',
      volume: '0.9',
    }),
    device(hall, 'hall-1', '展厅环境', 'Hall climate', 'paintingRoom', 'TYH1101', '2026-01-20', { volume: '2600' }),
    device(airHandlingUnit, 'ahu-1', '恒温恒湿机组', 'Air handling unit', 'plantRoom', 'CHW18055', '2025-12-08', {
      nominalPower: '18',
    }),
  ],
};

export const eastChinaProjects: DemoProject[] = [coldStore, supermarket, pigHouse, museum];

/** The other company's only site: the same names on purpose, so that a mix-up between companies would show. */
export const beichenProjects: DemoProject[] = [
  {
    code: 'beichenTransport',
    number: 'BC-01',
    name: '北辰冷链车队',
    nameEn: 'Beichen Truck Fleet',
    industry: 1,
    timeZone: 'Asia/Shanghai',
    address: '天津市武清区示范大道 101 号',
    addressEn: '101 Demonstration Avenue, Wuqing, Tianjin',
    latitude: 39.3842,
    longitude: 117.0446,
    description: '京津城际冷链配送。',
    descriptionEn: 'Chilled deliveries between Beijing and Tianjin.',
    serviceStartDaysAgo: 180,
    serviceEndInDays: 185,
    areas: [area('beichenFleet', '车队', 'Truck fleet')],
    devices: [
      device(refrigeratedTruck, 'beichen-truck-1', '冷藏车 1 号', 'Truck 1', 'beichenFleet', 'FTS30417', '2025-03-11', {
        plate: '津C·BC001',
        volume: '16',
      }),
    ],
  },
];
