/** Alarm strategies of both companies. Limits follow what such goods and rooms usually carry. */

import type { DemoAlarmRule, DemoAlarmStrategy, LimitBand, Severity, SuppressWhile } from './demoFleet.ts';

const minute = 60;

const limits = (
  bands: { highHigh?: LimitBand; high?: LimitBand; low?: LimitBand; lowLow?: LimitBand },
  deadband: number,
  onDelaySeconds: number,
  offDelaySeconds: number,
  ...suppressWhile: SuppressWhile[]
): DemoAlarmRule => ({
  kind: 'limit',
  highHigh: bands.highHigh ?? null,
  high: bands.high ?? null,
  low: bands.low ?? null,
  lowLow: bands.lowLow ?? null,
  deadband,
  onDelaySeconds,
  offDelaySeconds,
  suppressWhile,
  period: null,
});

const state = (value: number, severity: Severity, onDelaySeconds: number, offDelaySeconds = 10): DemoAlarmRule => ({
  kind: 'state',
  value,
  severity,
  onDelaySeconds,
  offDelaySeconds,
  period: null,
});

const badProbe = (severity: Severity): DemoAlarmRule => ({
  kind: 'badQuality',
  severity,
  onDelaySeconds: 2 * minute,
  offDelaySeconds: minute,
  period: null,
});

const urgent: Severity = 1;
const important: Severity = 2;
const general: Severity = 3;

/**
 * Electric defrosts of freezers end within 30 minutes, after which the air takes the better part of an hour to cool down although
 * nothing is wrong. Times as the bench `nuisance` found them: a limit that looks away so can be close.
 */
const whileDefrosting: SuppressWhile = { role: 'defrostActive', value: 1, settleMinutes: 45, maximumMinutes: 120 };
/**
 * A door that stands open has an alarm of its own, and what it let in is cooled away in ten minutes. One that stands open for half
 * an hour hides a warm room no longer: last night's story is told by that alarm.
 */
const whileDoorIsOpen: SuppressWhile = { role: 'doorOpen', value: 1, settleMinutes: 10, maximumMinutes: 30 };

const controlRoom: DemoAlarmStrategy['notification'] = {
  contacts: [
    { account: 'wangqiang', levels: [1, 2, 3], period: null },
    { account: 'zhaolei01', levels: [1, 2], period: null },
  ],
  repeatEveryMinutes: 30,
  notifyOnClear: true,
};
const toOwner = { afterMinutes: 15, accounts: ['zhouming01'] };

/** Every gateway has one: without it a silent line would raise nothing at all. */
const communication = (
  projectCode: string,
  gatewayCodes: string[],
  name: string,
  nameEn: string,
  notification: DemoAlarmStrategy['notification'],
): DemoAlarmStrategy => ({
  code: `${projectCode}Communication`,
  projectCode,
  name,
  nameEn,
  remarks: '一个网关一条报警，不逐点报警。',
  remarksEn: 'One alarm a gateway instead of one a point.',
  target: {
    kind: 'gateways',
    gatewayCodes,
    rules: [{ kind: 'communicationLoss', severity: important, onDelaySeconds: 2 * minute, offDelaySeconds: 30 }],
  },
  escalation: null,
  notification,
});

const freezers = ['freezer-1', 'freezer-2', 'freezer-3', 'freezer-4'];
const chillRooms = ['chill-1', 'chill-2', 'chill-3'];
const trucks = ['truck-1', 'truck-2'];

export const eastChinaStrategies: DemoAlarmStrategy[] = [
  {
    code: 'freezerTemperature',
    projectCode: 'coldStore',
    name: '冷冻间超温',
    nameEn: 'Freezer temperature',
    remarks: '−18 °C 货品：−15 °C 上限，−10 °C 上上限；化霜、开门及其后一段时间不提示。',
    remarksEn: 'Goods at −18 °C: high −15 °C, high-high −10 °C; silent while defrosting or open, and shortly after.',
    target: {
      kind: 'points',
      role: 'roomTemperature',
      deviceCodes: freezers,
      rules: [
        limits(
          {
            highHigh: { limit: -10, severity: urgent },
            high: { limit: -15, severity: important },
            low: { limit: -28, severity: general },
          },
          1,
          3 * minute,
          2 * minute,
          whileDefrosting,
          whileDoorIsOpen,
        ),
        badProbe(important),
        {
          kind: 'noData',
          afterSeconds: 5 * minute,
          severity: important,
          onDelaySeconds: 0,
          offDelaySeconds: 0,
          period: null,
        },
      ],
    },
    escalation: toOwner,
    notification: controlRoom,
  },
  {
    code: 'freezerDoor',
    projectCode: 'coldStore',
    name: '库门未关',
    nameEn: 'Door left open',
    remarks: '正常进出约 10 秒。',
    remarksEn: 'A normal passage takes about 10 seconds.',
    target: {
      kind: 'points',
      role: 'doorOpen',
      deviceCodes: [...freezers, ...chillRooms],
      // Short on purpose: an open freezer loses a degree a minute, and people can still act. With polls each 10 s a passage of
      // 30 s looks as long as 40.
      rules: [state(1, important, 45)],
    },
    escalation: { afterMinutes: 5, accounts: ['zhouming01'] },
    notification: controlRoom,
  },
  {
    code: 'chillTemperature',
    projectCode: 'coldStore',
    name: '冷藏间温度',
    nameEn: 'Chill room temperature',
    remarks: '0–4 °C 货品，过冷会冻坏。',
    remarksEn: 'Goods at 0–4 °C; too cold freezes them.',
    target: {
      kind: 'points',
      role: 'roomTemperature',
      deviceCodes: chillRooms,
      rules: [
        limits(
          {
            highHigh: { limit: 10, severity: urgent },
            high: { limit: 7, severity: important },
            low: { limit: -1, severity: important },
            lowLow: { limit: -3, severity: urgent },
          },
          0.5,
          10 * minute,
          5 * minute,
          whileDefrosting,
          whileDoorIsOpen,
        ),
        badProbe(important),
      ],
    },
    escalation: toOwner,
    notification: controlRoom,
  },
  {
    code: 'rackFault',
    projectCode: 'coldStore',
    name: '机组故障与压力',
    nameEn: 'Rack fault',
    remarks: '机组故障立即通知维保。',
    remarksEn: 'A rack fault goes to maintenance at once.',
    target: { kind: 'points', role: 'rackFault', deviceCodes: ['rack-1'], rules: [state(1, urgent, 20)] },
    escalation: { afterMinutes: 10, accounts: ['zhouming01', 'linyuqing'] },
    notification: controlRoom,
  },
  {
    code: 'dischargePressure',
    projectCode: 'coldStore',
    name: '排气压力',
    nameEn: 'Discharge pressure',
    remarks: '冷凝器脏堵或风机停转时升高。',
    remarksEn: 'Rises when the condenser is dirty or its fan stands still.',
    target: {
      kind: 'points',
      role: 'dischargePressure',
      deviceCodes: ['rack-1'],
      rules: [
        limits(
          { highHigh: { limit: 24, severity: urgent }, high: { limit: 21, severity: important } },
          1,
          minute,
          minute,
        ),
      ],
    },
    escalation: null,
    notification: controlRoom,
  },
  {
    code: 'truckTemperature',
    projectCode: 'coldStore',
    name: '冷藏车厢温',
    nameEn: 'Truck cargo temperature',
    remarks: '途中断网由车载网关补传。',
    remarksEn: 'Gaps on the road are filled by the gateway’s buffer.',
    target: {
      kind: 'points',
      role: 'cargoTemperatureRear',
      deviceCodes: trucks,
      rules: [
        limits(
          { highHigh: { limit: -8, severity: urgent }, high: { limit: -12, severity: important } },
          1,
          10 * minute,
          5 * minute,
          whileDefrosting,
        ),
      ],
    },
    escalation: toOwner,
    notification: controlRoom,
  },
  communication(
    'coldStore',
    ['dtuRooms', 'dtuPlant', 'mqttTruck1', 'mqttTruck2'],
    '冷库通讯中断',
    'Cold store offline',
    controlRoom,
  ),
  communication('supermarket', ['mqttStore'], '门店通讯中断', 'Store offline', controlRoom),
  communication('pigHouse', ['dtuFarm'], '猪场通讯中断', 'Farm offline', controlRoom),
  communication('museum', ['tcpMuseum'], '展厅通讯中断', 'Museum offline', controlRoom),
  {
    code: 'chilledCases',
    projectCode: 'supermarket',
    name: '冷藏柜超温',
    nameEn: 'Chilled case temperature',
    remarks: '乳品、鲜肉柜。',
    remarksEn: 'Dairy and meat cases.',
    target: {
      kind: 'points',
      role: 'airOffTemperature',
      deviceCodes: ['case-1', 'case-2', 'case-3', 'case-4', 'case-5'],
      rules: [
        limits(
          {
            highHigh: { limit: 12, severity: urgent },
            high: { limit: 8, severity: important },
            low: { limit: -3, severity: general },
          },
          1,
          20 * minute,
          5 * minute,
          whileDefrosting,
        ),
        badProbe(important),
      ],
    },
    escalation: toOwner,
    notification: controlRoom,
  },
  {
    code: 'frozenCases',
    projectCode: 'supermarket',
    name: '冷冻柜产品温度',
    nameEn: 'Frozen product temp.',
    remarks: '看产品温度，短时化霜不误报。',
    remarksEn: 'Watches the product, so a defrost raises nothing.',
    target: {
      kind: 'points',
      role: 'productTemperature',
      deviceCodes: ['case-6', 'case-7', 'case-8'],
      rules: [
        limits(
          { highHigh: { limit: -9, severity: urgent }, high: { limit: -12, severity: important } },
          1,
          10 * minute,
          5 * minute,
        ),
        {
          kind: 'rateOfChange',
          perMinute: 0.5,
          windowSeconds: 10 * minute,
          severity: general,
          onDelaySeconds: 0,
          offDelaySeconds: 5 * minute,
          period: null,
        },
      ],
    },
    escalation: toOwner,
    notification: controlRoom,
  },
  {
    code: 'storePower',
    projectCode: 'supermarket',
    name: '夜间用电偏高',
    nameEn: 'High power at night',
    remarks: '闭店后功率仍高，多为照明或夜帘未关。',
    remarksEn: 'Power stays high after closing: usually lights or open night blinds.',
    target: {
      kind: 'points',
      role: 'activePower',
      deviceCodes: ['meter-store-lighting'],
      rules: [
        {
          ...limits({ high: { limit: 2.5, severity: general } }, 0.3, 15 * minute, 5 * minute),
          period: { days: [1, 2, 3, 4, 5, 6, 7], from: '23:00', to: '06:00' },
        },
      ],
    },
    escalation: null,
    notification: { ...controlRoom, repeatEveryMinutes: null },
  },
  {
    code: 'barnGas',
    projectCode: 'pigHouse',
    name: '氨气超标',
    nameEn: 'Ammonia',
    remarks: '通风不足的第一个信号。',
    remarksEn: 'The first sign of too little ventilation.',
    target: {
      kind: 'points',
      role: 'ammonia',
      deviceCodes: ['barn-1', 'barn-2', 'barn-3'],
      rules: [
        limits(
          { highHigh: { limit: 35, severity: urgent }, high: { limit: 25, severity: important } },
          2,
          10 * minute,
          5 * minute,
        ),
      ],
    },
    escalation: { afterMinutes: 15, accounts: ['xumuguan01'] },
    notification: {
      ...controlRoom,
      contacts: [{ account: 'wangqiang', levels: [1, 2, 3], period: null }],
    },
  },
  {
    code: 'barnTemperature',
    projectCode: 'pigHouse',
    name: '猪舍温度',
    nameEn: 'Barn temperature',
    remarks: '育肥猪 18–26 °C。',
    remarksEn: 'Finishing pigs: 18–26 °C.',
    target: {
      kind: 'points',
      role: 'roomTemperature',
      deviceCodes: ['barn-1', 'barn-2', 'barn-3'],
      rules: [
        limits(
          {
            highHigh: { limit: 32, severity: urgent },
            high: { limit: 28, severity: important },
            low: { limit: 15, severity: important },
            lowLow: { limit: 12, severity: urgent },
          },
          0.5,
          10 * minute,
          5 * minute,
        ),
        {
          kind: 'frozenValue',
          forSeconds: 6 * 60 * minute,
          severity: general,
          onDelaySeconds: 0,
          offDelaySeconds: 0,
          period: null,
        },
      ],
    },
    escalation: { afterMinutes: 15, accounts: ['xumuguan01'] },
    notification: { ...controlRoom, contacts: [{ account: 'wangqiang', levels: [1, 2, 3], period: null }] },
  },
  {
    code: 'barnFan',
    projectCode: 'pigHouse',
    name: '风机故障',
    nameEn: 'Fan fault',
    remarks: '三台风机共用一台变频器。',
    remarksEn: 'One converter drives all three fans.',
    target: {
      kind: 'points',
      role: 'fan2Fault',
      deviceCodes: ['ventilation-1', 'ventilation-2', 'ventilation-3'],
      rules: [state(1, urgent, minute)],
    },
    escalation: { afterMinutes: 10, accounts: ['xumuguan01'] },
    notification: { ...controlRoom, contacts: [{ account: 'wangqiang', levels: [1, 2, 3], period: null }] },
  },
  {
    code: 'showcaseHumidity',
    projectCode: 'museum',
    name: '展柜湿度',
    nameEn: 'Showcase humidity',
    remarks: '纸绢类文物 50–60 %RH。',
    remarksEn: 'Paper and silk: 50–60 %RH.',
    target: {
      kind: 'points',
      role: 'humidity',
      deviceCodes: ['showcase-1', 'showcase-2', 'showcase-3', 'showcase-4', 'showcase-5', 'showcase-6'],
      rules: [
        limits(
          {
            highHigh: { limit: 66, severity: urgent },
            high: { limit: 60, severity: important },
            low: { limit: 45, severity: important },
            lowLow: { limit: 38, severity: urgent },
          },
          1,
          30 * minute,
          10 * minute,
        ),
      ],
    },
    escalation: { afterMinutes: 30, accounts: ['xumuguan01'] },
    notification: {
      contacts: [{ account: 'wangqiang', levels: [1, 2, 3], period: null }],
      repeatEveryMinutes: 60,
      notifyOnClear: true,
    },
  },
  {
    code: 'showcaseLight',
    projectCode: 'museum',
    name: '展柜照度',
    nameEn: 'Showcase light',
    remarks: '光敏文物不超过 50 lx，留余量报警。',
    remarksEn: 'Light-sensitive objects: 50 lx; the alarm leaves some room.',
    target: {
      kind: 'points',
      role: 'illuminance',
      deviceCodes: ['showcase-1', 'showcase-2', 'showcase-3', 'showcase-4', 'showcase-5', 'showcase-6'],
      rules: [limits({ high: { limit: 80, severity: general } }, 5, 10 * minute, 5 * minute)],
    },
    escalation: null,
    notification: {
      contacts: [{ account: 'wangqiang', levels: [1, 2, 3], period: null }],
      repeatEveryMinutes: null,
      notifyOnClear: false,
    },
  },
  {
    code: 'supplyHumidity',
    projectCode: 'museum',
    name: '送风湿度偏差',
    nameEn: 'Supply humidity off',
    remarks: '与设定值相差过大，多为加湿器或冷水阀故障。',
    remarksEn: 'Far from its setpoint: usually the humidifier or the chilled water valve.',
    target: {
      kind: 'points',
      role: 'supplyHumidity',
      deviceCodes: ['ahu-1'],
      rules: [
        {
          kind: 'deviation',
          fromRole: 'humiditySetpoint',
          by: 12,
          deadband: 2,
          severity: important,
          onDelaySeconds: 15 * minute,
          offDelaySeconds: 5 * minute,
          period: null,
        },
      ],
    },
    escalation: null,
    notification: {
      contacts: [{ account: 'wangqiang', levels: [1, 2, 3], period: null }],
      repeatEveryMinutes: null,
      notifyOnClear: true,
    },
  },
];

export const beichenStrategies: DemoAlarmStrategy[] = [
  communication('beichenTransport', ['beichenMqttTruck1'], '车辆通讯中断', 'Truck offline', {
    contacts: [{ account: 'hebeichen', levels: [1, 2, 3], period: null }],
    repeatEveryMinutes: null,
    notifyOnClear: true,
  }),
  {
    code: 'beichenTruckTemperature',
    projectCode: 'beichenTransport',
    name: '冷藏车厢温',
    nameEn: 'Truck cargo temperature',
    remarks: '',
    remarksEn: '',
    target: {
      kind: 'points',
      role: 'cargoTemperatureRear',
      deviceCodes: ['beichen-truck-1'],
      rules: [limits({ high: { limit: -12, severity: important } }, 1, 10 * minute, 5 * minute, whileDefrosting)],
    },
    escalation: null,
    notification: {
      contacts: [{ account: 'hebeichen', levels: [1, 2, 3], period: null }],
      repeatEveryMinutes: null,
      notifyOnClear: true,
    },
  },
];
