/**
 * What a point means in the physics, with the name and range that go with the meaning. A controller's register map
 * then only says where a role lives (see controllers.ts).
 */

interface RoleDescription {
  name: string;
  nameEn: string;
  pointTypeCode: string;
  unit: string;
  decimals: number;
  level: 1 | 2 | 3;
  rangeLow: number;
  rangeHigh: number;
}

const analog = (
  name: string,
  nameEn: string,
  pointTypeCode: string,
  unit: string,
  decimals: number,
  range: [number, number],
  level: 1 | 2 | 3 = 2,
): RoleDescription => ({ name, nameEn, pointTypeCode, unit, decimals, level, rangeLow: range[0], rangeHigh: range[1] });

const status = (
  name: string,
  nameEn: string,
  pointTypeCode: string,
  level: 1 | 2 | 3 = 2,
  highest = 1,
): RoleDescription => ({ name, nameEn, pointTypeCode, unit: '', decimals: 0, level, rangeLow: 0, rangeHigh: highest });

export const pointRoles = {
  // Refrigerated spaces
  roomTemperature: analog('温度', 'Temperature', 'temperature', '°C', 1, [-50, 60], 1),
  displayTemperature: analog('显示温度', 'Display temperature', 'temperature', '°C', 1, [-50, 60], 3),
  airOffTemperature: analog('出风温度', 'Air-off temperature', 'temperature', '°C', 1, [-50, 60], 1),
  airOnTemperature: analog('回风温度', 'Air-on temperature', 'temperature', '°C', 1, [-50, 60]),
  evaporatorTemperature: analog('蒸发器温度', 'Evaporator temperature', 'temperature', '°C', 1, [-60, 60]),
  productTemperature: analog('产品温度', 'Product temperature', 'temperature', '°C', 1, [-50, 60], 1),
  temperatureSetpoint: analog('温度设定值', 'Temperature setpoint', 'temperature', '°C', 1, [-50, 60]),
  controllerState: status('控制状态', 'Control state', 'controllerState', 3, 3),
  compressorRunning: status('制冷', 'Cooling', 'runState'),
  fanRunning: status('风机', 'Fan', 'runState', 3),
  defrostActive: status('化霜', 'Defrost', 'defrostState'),
  doorOpen: status('库门', 'Door', 'doorState', 1),
  highTemperatureAlarm: status('高温告警位', 'High temperature flag', 'faultState', 3),
  lowTemperatureAlarm: status('低温告警位', 'Low temperature flag', 'faultState', 3),
  probeFault: status('探头故障', 'Probe fault', 'faultState', 3),
  lightOn: status('照明', 'Light', 'switchState', 3),
  valveOpening: analog('膨胀阀开度', 'Expansion valve opening', 'percentage', '%', 0, [0, 100], 3),
  // Compressor rack
  suctionPressure: analog('吸气压力', 'Suction pressure', 'pressure', 'bar', 2, [-1, 20], 1),
  dischargePressure: analog('排气压力', 'Discharge pressure', 'pressure', 'bar', 2, [-1, 40], 1),
  suctionTemperature: analog('吸气温度', 'Suction temperature', 'temperature', '°C', 1, [-60, 80]),
  dischargeTemperature: analog('排气温度', 'Discharge temperature', 'temperature', '°C', 1, [-20, 160]),
  superheat: analog('过热度', 'Superheat', 'temperatureDifference', 'K', 1, [0, 60]),
  outdoorTemperature: analog('室外温度', 'Outdoor temperature', 'temperature', '°C', 1, [-40, 60], 3),
  compressor1Running: status('1 号压缩机', 'Compressor 1', 'runState'),
  compressor2Running: status('2 号压缩机', 'Compressor 2', 'runState'),
  compressor3Running: status('3 号压缩机', 'Compressor 3', 'runState'),
  condenserFanRunning: status('冷凝风机', 'Condenser fan', 'runState', 3),
  oilLevelLow: status('油位低', 'Oil level low', 'faultState'),
  rackFault: status('机组故障', 'Rack fault', 'faultState', 1),
  capacity: analog('负荷率', 'Capacity', 'percentage', '%', 0, [0, 100]),
  runPermission: status('允许运行', 'Run permission', 'switchState', 1),
  runHours: analog('累计运行时间', 'Run hours', 'duration', 'h', 0, [0, 4_000_000], 3),
  // Electricity
  voltage: analog('电压', 'Voltage', 'voltage', 'V', 1, [0, 500]),
  voltageA: analog('A 相电压', 'Voltage L1', 'voltage', 'V', 1, [0, 500], 3),
  voltageB: analog('B 相电压', 'Voltage L2', 'voltage', 'V', 1, [0, 500], 3),
  voltageC: analog('C 相电压', 'Voltage L3', 'voltage', 'V', 1, [0, 500], 3),
  current: analog('电流', 'Current', 'current', 'A', 2, [0, 1000]),
  currentA: analog('A 相电流', 'Current L1', 'current', 'A', 2, [0, 1000], 3),
  currentB: analog('B 相电流', 'Current L2', 'current', 'A', 2, [0, 1000], 3),
  currentC: analog('C 相电流', 'Current L3', 'current', 'A', 2, [0, 1000], 3),
  activePower: analog('有功功率', 'Active power', 'power', 'kW', 2, [0, 1000], 1),
  powerFactor: analog('功率因数', 'Power factor', 'ratio', 'cosφ', 2, [0, 1], 3),
  frequency: analog('频率', 'Frequency', 'frequency', 'Hz', 2, [45, 65], 3),
  activeEnergy: analog('有功电量', 'Active energy', 'energy', 'kWh', 2, [0, 40_000_000], 1),
  reactiveEnergy: analog('无功电量', 'Reactive energy', 'energy', 'kvarh', 2, [0, 40_000_000], 1),
  // Refrigerated trucks
  cargoTemperatureFront: analog('前部温度', 'Front cargo temperature', 'temperature', '°C', 1, [-50, 60], 1),
  cargoTemperatureRear: analog('后部温度', 'Rear cargo temperature', 'temperature', '°C', 1, [-50, 60], 1),
  unitRunning: status('制冷机组', 'Refrigeration unit', 'runState'),
  latitude: analog('纬度', 'Latitude', 'coordinate', '°', 5, [-90, 90], 3),
  longitude: analog('经度', 'Longitude', 'coordinate', '°', 5, [-180, 180], 3),
  speed: analog('车速', 'Speed', 'speed', 'km/h', 0, [0, 160]),
  odometer: analog('里程', 'Odometer', 'distance', 'km', 1, [0, 3_000_000], 3),
  tagTemperature: analog('温度', 'Temperature', 'temperature', '°C', 1, [-90, 85], 1),
  tagBattery: analog('电量', 'Battery', 'percentage', '%', 0, [0, 100], 3),
  batteryVoltage: analog('蓄电池电压', 'Battery voltage', 'voltage', 'V', 1, [0, 36], 3),
  // Barns
  humidity: analog('相对湿度', 'Relative humidity', 'humidity', '%RH', 1, [0, 100], 1),
  ammonia: analog('氨气浓度', 'Ammonia', 'gas', 'ppm', 1, [0, 200], 1),
  carbonDioxide: analog('二氧化碳浓度', 'Carbon dioxide', 'gas', 'ppm', 0, [0, 10_000]),
  pressureDifference: analog('负压', 'Static pressure', 'smallPressure', 'Pa', 0, [-200, 200], 3),
  fanSpeed: analog('风机转速', 'Fan speed', 'percentage', '%', 0, [0, 100]),
  fan1Running: status('1 号风机', 'Fan 1', 'runState'),
  fan2Running: status('2 号风机', 'Fan 2', 'runState'),
  fan3Running: status('3 号风机', 'Fan 3', 'runState'),
  fan2Fault: status('2 号风机故障', 'Fan 2 fault', 'faultState', 1),
  inletOpening: analog('进风窗开度', 'Inlet opening', 'percentage', '%', 0, [0, 100], 3),
  heaterOn: status('加热', 'Heater', 'runState'),
  waterFlow: analog('饮水流量', 'Water flow', 'flow', 'L/min', 1, [0, 500]),
  // Museum
  illuminance: analog('照度', 'Illuminance', 'illuminance', 'lx', 0, [0, 100_000]),
  ultraviolet: analog('紫外辐射', 'Ultraviolet', 'ultraviolet', 'µW/lm', 0, [0, 2000], 3),
  humiditySetpoint: analog('湿度设定值', 'Humidity setpoint', 'humidity', '%RH', 1, [0, 100]),
  supplyTemperature: analog('送风温度', 'Supply air temperature', 'temperature', '°C', 1, [-20, 60]),
  supplyHumidity: analog('送风湿度', 'Supply air humidity', 'humidity', '%RH', 1, [0, 100]),
  chilledWaterValve: analog('冷水阀开度', 'Chilled water valve', 'percentage', '%', 0, [0, 100], 3),
  humidifierOn: status('加湿', 'Humidifier', 'runState'),
  filterPressure: analog('过滤网压差', 'Filter pressure drop', 'smallPressure', 'Pa', 0, [0, 1000], 3),
  visitors: analog('在馆人数', 'Visitors in hall', 'count', '人', 0, [0, 5000], 3),
  // Visitors, parking, public address, signs
  countIn: analog('进入人次', 'In', 'visits', '人次', 0, [0, 0xffff_ffff], 1),
  countOut: analog('离开人次', 'Out', 'visits', '人次', 0, [0, 0xffff_ffff], 1),
  spacesFree: analog('空余车位', 'Free spaces', 'cars', '辆', 0, [0, 5000], 1),
  spacesTaken: analog('已占车位', 'Spaces taken', 'cars', '辆', 0, [0, 5000], 1),
  carEntries: analog('累计入场', 'Cars in, total', 'cars', '辆', 0, [0, 0xffff_ffff], 3),
  carExits: analog('累计出场', 'Cars out, total', 'cars', '辆', 0, [0, 0xffff_ffff], 3),
  audioPower: status('功放', 'Amplifier', 'switchState', 1),
  volume: analog('音量', 'Volume', 'percentage', '%', 0, [0, 100], 1),
  clipPlaying: status('正在播放', 'Playing', 'audioClip', 1, 3),
  audioFault: status('线路故障', 'Line fault', 'faultState', 1),
  signPower: status('屏幕', 'Screen', 'switchState', 1),
  signMessage: status('显示内容', 'Shown', 'signMessage', 1, 3),
  brightness: analog('亮度', 'Brightness', 'percentage', '%', 0, [0, 100]),
  signFault: status('屏幕故障', 'Screen fault', 'faultState', 1),
} satisfies Record<string, RoleDescription>;

export type PointRole = keyof typeof pointRoles;

/** Name, unit, decimals and believable range of a role. */
export const describeRole = (role: PointRole): RoleDescription => pointRoles[role];
