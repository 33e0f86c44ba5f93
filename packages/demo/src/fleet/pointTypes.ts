import type { DemoPointType } from './demoFleet.ts';

const analog = (code: string, name: string, nameEn: string, ...units: string[]): DemoPointType => ({
  code,
  name,
  nameEn,
  valueType: 'analog',
  units,
  statusValues: [],
});

const status = (code: string, name: string, nameEn: string, ...texts: [zh: string, en: string][]): DemoPointType => ({
  code,
  name,
  nameEn,
  valueType: 'status',
  units: [],
  statusValues: texts.map(([zh, en], value) => ({ value, zh, en })),
});

/** Point types that the fleet uses: analog with units, status with a text for every value. */
export const demoPointTypes: DemoPointType[] = [
  analog('temperature', '温度', 'Temperature', '°C', '°F'),
  analog('temperatureDifference', '温差', 'Temperature difference', 'K'),
  analog('humidity', '湿度', 'Humidity', '%RH'),
  analog('pressure', '压力', 'Pressure', 'bar', 'MPa', 'kPa'),
  analog('smallPressure', '微压', 'Small pressure', 'Pa'),
  analog('percentage', '百分比', 'Percentage', '%'),
  analog('ratio', '比值', 'Ratio', 'cosφ'),
  analog('count', '人数', 'People', '人'),
  analog('voltage', '电压', 'Voltage', 'V'),
  analog('current', '电流', 'Current', 'A'),
  analog('power', '功率', 'Power', 'kW', 'W'),
  analog('energy', '电量', 'Energy', 'kWh'),
  analog('frequency', '频率', 'Frequency', 'Hz'),
  analog('duration', '时长', 'Duration', 'h', 'min'),
  analog('speed', '速度', 'Speed', 'km/h'),
  analog('distance', '里程', 'Distance', 'km'),
  analog('coordinate', '坐标', 'Coordinate', '°'),
  analog('gas', '气体浓度', 'Gas concentration', 'ppm'),
  analog('flow', '流量', 'Flow', 'L/min'),
  analog('illuminance', '照度', 'Illuminance', 'lx'),
  analog('ultraviolet', '紫外辐射', 'Ultraviolet', 'µW/lm'),
  status('runState', '运行状态', 'Run state', ['停止', 'Stopped'], ['运行', 'Running']),
  status('switchState', '开关状态', 'Switch state', ['关', 'Off'], ['开', 'On']),
  status('doorState', '门状态', 'Door state', ['关闭', 'Closed'], ['打开', 'Open']),
  status('defrostState', '化霜状态', 'Defrost state', ['未化霜', 'No defrost'], ['化霜中', 'Defrosting']),
  status('faultState', '故障状态', 'Fault state', ['正常', 'Normal'], ['故障', 'Fault']),
  status(
    'controllerState',
    '控制状态',
    'Control state',
    ['待机', 'Standby'],
    ['制冷', 'Cooling'],
    ['化霜', 'Defrost'],
    ['滴水', 'Drip time'],
  ),
];
