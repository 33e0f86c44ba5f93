/** What stands in the field and talks to the platform: protocols, slaves, register maps and MQTT keys. */

import {
  acrelAdl3000,
  airHandlingController,
  barnClimateBox,
  barnVentilationPlc,
  carelIr33,
  danfossEkc202d,
  eastronSdm120,
  eplusEe072,
  hallSensor,
  pointOf,
  rackPlc,
  showcaseLightHead,
  slaveOf,
  wirenBoardMsw,
} from './controllers.ts';
import type { DemoGateway, DemoMqttGateway, DemoSlave, Named } from './demoFleet.ts';
import { beichenProjects, deviceNamed, eastChinaProjects } from './demoProjects.ts';
import type { PointRole } from './pointRoles.ts';

/** Live values of the cold-store change while one watches; the other sites are slower. */
const coldStoreIntervalSeconds = 10;
const truckIntervalSeconds = 10;
const supermarketIntervalSeconds = 30;
const farmIntervalSeconds = 30;
const museumIntervalSeconds = 60;

const eastChina = (code: string) => deviceNamed(eastChinaProjects, code);
const beichen = (code: string) => deviceNamed(beichenProjects, code);

/** The common heartbeat text of a Chinese DTU maker: "www.usr.cn". */
const heartbeat = { hex: '7777772E7573722E636E', intervalSeconds: 30 };

const roomNames = (temperature: Named): Partial<Record<PointRole, Named>> => ({ roomTemperature: temperature });
const roomAir = roomNames({ name: '库温', nameEn: 'Room temperature' });
const barnAir = roomNames({ name: '舍内温度', nameEn: 'Barn temperature' });
const caseAir = roomNames({ name: '柜内温度', nameEn: 'Case temperature' });
const lightHead = { name: '照度探头', nameEn: 'light head' };
const showcaseDoor: Partial<Record<PointRole, Named>> = { doorOpen: { name: '柜门', nameEn: 'Case door' } };
const ahuFan: Partial<Record<PointRole, Named>> = { fanRunning: { name: '送风机', nameEn: 'Supply fan' } };

const usualKeys: Partial<Record<PointRole, string>> = {
  airOffTemperature: 'airOff',
  airOnTemperature: 'airOn',
  evaporatorTemperature: 'coil',
  productTemperature: 'product',
  temperatureSetpoint: 'setpoint',
  cargoTemperatureFront: 'tempFront',
  cargoTemperatureRear: 'tempRear',
  roomTemperature: 'temp',
  defrostActive: 'defrost',
  doorOpen: 'door',
  latitude: 'lat',
  longitude: 'lon',
};

const mqttDevice = (
  device: Named & { code: string },
  roles: PointRole[],
  intervalSeconds: number,
  writable: PointRole[] = [],
  names: Partial<Record<PointRole, Named>> = {},
): DemoMqttGateway['devices'][number] => ({
  // Sub-devices use their stored name, as an installer would type it into the gateway.
  name: device.name,
  deviceCode: device.code,
  points: roles.map((role) =>
    pointOf(
      device.code,
      role,
      intervalSeconds,
      writable.includes(role),
      { kind: 'mqtt', deviceName: device.name, key: usualKeys[role] ?? role },
      names,
    ),
  ),
});

const truckRoles: PointRole[] = [
  'cargoTemperatureFront',
  'cargoTemperatureRear',
  'temperatureSetpoint',
  'unitRunning',
  'defrostActive',
  'doorOpen',
  'outdoorTemperature',
  'latitude',
  'longitude',
  'speed',
  'odometer',
  'batteryVoltage',
];
const truckNames: Partial<Record<PointRole, Named>> = { doorOpen: { name: '厢门', nameEn: 'Cargo door' } };

/** A tag that the gateway of a truck hears. */
const tag = (device: Named & { code: string }, serialNumber: string): DemoMqttGateway['devices'][number] => ({
  name: serialNumber,
  deviceCode: device.code,
  points: (['tagTemperature', 'tagBattery'] as const).map((role) =>
    pointOf(device.code, role, truckIntervalSeconds, false, {
      kind: 'mqtt',
      deviceName: serialNumber,
      key: role === 'tagTemperature' ? 'temperature' : 'battery',
      isOfTag: true,
    }),
  ),
});

const truckGateway = (
  code: string,
  companyCode: string,
  projectCode: string,
  number: number,
  device: Named & { code: string },
  serialNumber: string,
  cardNumber: string,
  tags: DemoMqttGateway['devices'] = [],
): DemoMqttGateway => ({
  code,
  companyCode,
  projectCode,
  protocol: 'MQTT',
  serialNumber,
  name: `冷藏车 ${number} 号车载网关`,
  nameEn: `Truck ${number} gateway`,
  cardNumber,
  authorization: 'project',
  publishIntervalSeconds: truckIntervalSeconds,
  devices: [mqttDevice(device, truckRoles, truckIntervalSeconds, ['temperatureSetpoint'], truckNames), ...tags],
});

const multideckRoles: PointRole[] = [
  'airOffTemperature',
  'airOnTemperature',
  'productTemperature',
  'evaporatorTemperature',
  'temperatureSetpoint',
  'defrostActive',
  'lightOn',
  'valveOpening',
];
const islandRoles: PointRole[] = multideckRoles.filter((role) => role !== 'lightOn');
const rackRoles: PointRole[] = [
  'suctionPressure',
  'dischargePressure',
  'suctionTemperature',
  'dischargeTemperature',
  'superheat',
  'capacity',
  'compressor1Running',
  'compressor2Running',
  'rackFault',
];
const threePhaseRoles: PointRole[] = [
  'voltageA',
  'voltageB',
  'voltageC',
  'currentA',
  'currentB',
  'currentC',
  'activePower',
  'powerFactor',
  'activeEnergy',
  'reactiveEnergy',
];
const singlePhaseRoles: PointRole[] = ['voltage', 'current', 'activePower', 'activeEnergy'];

/** All slaves on one serial line use the serial settings of the first. */
const onOneLine = (slaves: DemoSlave[]): DemoSlave[] =>
  slaves.map((slave) => ({ ...slave, serial: slaves[0]!.serial }));

const coldStoreRooms: DemoGateway = {
  code: 'dtuRooms',
  companyCode: 'eastChina',
  projectCode: 'coldStore',
  protocol: 'DTU',
  serialNumber: 'WPDTU26001',
  name: '冷库 1 号 DTU',
  nameEn: 'Cold rooms DTU',
  cardNumber: '89860426102590018801',
  authorization: 'project',
  registration: { identity: 'serialNumber', mode: 'once', encoding: 'ascii', text: 'WPDTU26001' },
  heartbeat,
  slaves: onOneLine([
    ...[1, 2, 3, 4].map((number) =>
      slaveOf(danfossEkc202d, 10 + number, eastChina(`freezer-${number}`), coldStoreIntervalSeconds, {
        names: roomAir,
      }),
    ),
    ...[1, 2, 3].map((number) =>
      slaveOf(carelIr33, 20 + number, eastChina(`chill-${number}`), coldStoreIntervalSeconds, { names: roomAir }),
    ),
    slaveOf(wirenBoardMsw, 31, eastChina('dock-1'), coldStoreIntervalSeconds),
  ]),
};

const coldStorePlant: DemoGateway = {
  code: 'dtuPlant',
  companyCode: 'eastChina',
  projectCode: 'coldStore',
  protocol: 'DTU',
  serialNumber: 'WPDTU26000000002',
  name: '机房 DTU',
  nameEn: 'Machine room DTU',
  cardNumber: '89860426102590018802',
  authorization: 'project',
  // This make registers with its card instead of a text.
  registration: { identity: 'iccid', mode: 'once', encoding: 'ascii', text: '89860426102590018802' },
  heartbeat: { hex: 'FE', intervalSeconds: 60 },
  slaves: onOneLine([
    slaveOf(rackPlc, 1, eastChina('rack-1'), coldStoreIntervalSeconds),
    slaveOf(acrelAdl3000, 5, eastChina('meter-main'), coldStoreIntervalSeconds),
    slaveOf(eastronSdm120, 6, eastChina('meter-lighting'), coldStoreIntervalSeconds),
  ]),
};

const supermarketGateway: DemoGateway = {
  code: 'mqttStore',
  companyCode: 'eastChina',
  projectCode: 'supermarket',
  protocol: 'MQTT',
  serialNumber: 'WPMQT26000000003',
  name: '西溪店网关',
  nameEn: 'Xixi store gateway',
  cardNumber: null,
  authorization: 'project',
  publishIntervalSeconds: supermarketIntervalSeconds,
  devices: [
    ...[1, 2, 3, 4, 5].map((number) =>
      mqttDevice(eastChina(`case-${number}`), multideckRoles, supermarketIntervalSeconds, ['temperatureSetpoint']),
    ),
    ...[6, 7, 8].map((number) =>
      mqttDevice(eastChina(`case-${number}`), islandRoles, supermarketIntervalSeconds, ['temperatureSetpoint']),
    ),
    mqttDevice(
      eastChina('store-room'),
      [
        'roomTemperature',
        'evaporatorTemperature',
        'temperatureSetpoint',
        'compressorRunning',
        'defrostActive',
        'doorOpen',
      ],
      supermarketIntervalSeconds,
      ['temperatureSetpoint'],
      roomAir,
    ),
    mqttDevice(eastChina('rack-2'), rackRoles, supermarketIntervalSeconds),
    mqttDevice(eastChina('meter-store'), threePhaseRoles, supermarketIntervalSeconds),
    mqttDevice(eastChina('meter-refrigeration'), singlePhaseRoles, supermarketIntervalSeconds),
    mqttDevice(eastChina('meter-store-lighting'), singlePhaseRoles, supermarketIntervalSeconds),
    mqttDevice(
      eastChina('unit-bakery'),
      ['compressor1Running', 'runPermission', 'dischargeTemperature', 'suctionTemperature'],
      supermarketIntervalSeconds,
      ['runPermission'],
    ),
    ...['counter-main', 'counter-parking'].map((code) =>
      mqttDevice(eastChina(code), ['countIn', 'countOut'], supermarketIntervalSeconds),
    ),
    mqttDevice(
      eastChina('parking-1'),
      ['spacesFree', 'spacesTaken', 'carEntries', 'carExits'],
      supermarketIntervalSeconds,
    ),
    ...['audio-floor', 'audio-checkout'].map((code) =>
      mqttDevice(eastChina(code), ['volume', 'audioPower', 'clipPlaying', 'audioFault'], supermarketIntervalSeconds, [
        'volume',
        'audioPower',
      ]),
    ),
    ...['sign-entrance', 'sign-frozen'].map((code) =>
      mqttDevice(eastChina(code), ['signMessage', 'brightness', 'signPower', 'signFault'], supermarketIntervalSeconds, [
        'signMessage',
        'brightness',
        'signPower',
      ]),
    ),
  ],
};

const farmGateway: DemoGateway = {
  code: 'dtuFarm',
  companyCode: 'eastChina',
  projectCode: 'pigHouse',
  protocol: 'DTU',
  serialNumber: 'WPDTU26004',
  name: '猪场 DTU',
  nameEn: 'Farm DTU',
  cardNumber: '89860426102590018804',
  authorization: 'enterprise',
  // Prefixes every packet with its registration, as some transparent DTUs do.
  registration: { identity: 'serialNumber', mode: 'both', encoding: 'ascii', text: 'WPDTU26004' },
  heartbeat: { hex: '4842', intervalSeconds: 45 },
  slaves: onOneLine([
    ...[1, 2, 3].map((number) =>
      slaveOf(barnClimateBox, number, eastChina(`barn-${number}`), farmIntervalSeconds, { names: barnAir }),
    ),
    ...[1, 2, 3].map((number) =>
      slaveOf(barnVentilationPlc, 10 + number, eastChina(`ventilation-${number}`), farmIntervalSeconds),
    ),
    slaveOf(eastronSdm120, 20, eastChina('meter-farm'), farmIntervalSeconds),
  ]),
};

const museumGateway: DemoGateway = {
  code: 'tcpMuseum',
  companyCode: 'eastChina',
  projectCode: 'museum',
  protocol: 'MODBUS_TCP',
  serialNumber: 'WPTCP26005',
  name: '一号展厅采集器',
  nameEn: 'Hall 1 data collector',
  cardNumber: null,
  authorization: 'project',
  slaves: onOneLine([
    ...[1, 2, 3, 4, 5, 6].map((number) =>
      slaveOf(eplusEe072, number, eastChina(`showcase-${number}`), museumIntervalSeconds, { names: caseAir }),
    ),
    ...[1, 2, 3, 4, 5, 6].map((number) =>
      slaveOf(showcaseLightHead, 20 + number, eastChina(`showcase-${number}`), museumIntervalSeconds, {
        suffix: lightHead,
        names: showcaseDoor,
      }),
    ),
    slaveOf(hallSensor, 10, eastChina('hall-1'), museumIntervalSeconds),
    slaveOf(airHandlingController, 11, eastChina('ahu-1'), museumIntervalSeconds, { names: ahuFan }),
  ]),
};

export const demoGateways: DemoGateway[] = [
  coldStoreRooms,
  coldStorePlant,
  truckGateway('mqttTruck1', 'eastChina', 'coldStore', 1, eastChina('truck-1'), 'WPMQT26011', '89860426102590018811', [
    tag(eastChina('truck-1-front'), 'T26A00117'),
    tag(eastChina('truck-1-middle'), 'T26A00119'),
    tag(eastChina('truck-1-rear'), 'T26A00118'),
  ]),
  truckGateway('mqttTruck2', 'eastChina', 'coldStore', 2, eastChina('truck-2'), 'WPMQT26012', '89860426102590018812', [
    tag(eastChina('truck-2-rear'), 'T26A00204'),
  ]),
  supermarketGateway,
  farmGateway,
  museumGateway,
  truckGateway(
    'beichenMqttTruck1',
    'beichen',
    'beichenTransport',
    1,
    beichen('beichen-truck-1'),
    'WPMQT26091',
    '89860426102590018891',
  ),
];
