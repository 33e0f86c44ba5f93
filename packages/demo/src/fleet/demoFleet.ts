/**
 * The shapes of the demonstration fleet: what the server seeds as rows and the simulator speaks on the wires.
 *
 * Names that users own (projects, areas, devices, points, gateways) are stored once in the product, so `name` is the
 * stored Chinese name and `nameEn` the English one for a seed in English. Codes are ours and never reach a screen.
 */

import type { PointRole } from './pointRoles.ts';

/** Spec §1: 1 cold chain and transport, 2 supermarket, 3 agriculture and livestock, 4 cultural relics. */
export type Industry = 1 | 2 | 3 | 4;

/** 1 urgent, 2 important, 3 general, 4 record only. Spec §3. */
export type Severity = 1 | 2 | 3 | 4;

export interface Named {
  name: string;
  nameEn: string;
}

export interface DemoCompany extends Named {
  code: string;
  /** The partition in which its projects stand. */
  region: Named;
  industry: Industry;
  projects: DemoProject[];
  members: DemoMember[];
  strategies: DemoAlarmStrategy[];
}

export interface DemoProject extends Named {
  /** What the demo finds it by. */
  code: string;
  /** What its company calls it by. */
  number: string;
  industry: Industry;
  /** IANA zone of the site. */
  timeZone: 'Asia/Shanghai';
  address: string;
  addressEn: string;
  latitude: number;
  longitude: number;
  description: string;
  descriptionEn: string;
  /** Days before the seed at which monitoring began. */
  serviceStartDaysAgo: number;
  /** Days after the seed at which the service ends; small where the demo shows the expiry reminder. */
  serviceEndInDays: number;
  areas: DemoArea[];
  devices: DemoDevice[];
}

export interface DemoArea extends Named {
  code: string;
  /** Null for an area directly below the project. */
  parentCode: string | null;
}

/** Subsystem (spec: BigType) with the device classes (spec: SmallType) below it. */
export interface DemoSubsystem extends Named {
  code: string;
  classes: DemoDeviceClass[];
}

export interface DemoDeviceClass extends Named {
  code: string;
  /** Static properties that a device of this class carries, in the order a form shows them. */
  properties: (Named & { code: string; unit: string | null })[];
}

export interface DemoDevice extends Named {
  /** Unique over all companies, because it also addresses the physics. */
  code: string;
  subsystemCode: string;
  classCode: string;
  areaCode: string;
  /** The big number on the device's card. */
  mainRole: PointRole;
  brand: string;
  model: string;
  serialNumber: string;
  /** `YYYY-MM-DD`. */
  productionDate: string;
  properties: Record<string, string>;
}

export type PointValueType = 'analog' | 'status';

export interface DemoPointType extends Named {
  code: string;
  valueType: PointValueType;
  /** Empty for a status type; the first is the default. */
  units: string[];
  /** Empty for an analog type. */
  statusValues: { value: number; zh: string; en: string }[];
}

/** Spec §5.1: the seven data formats. */
export type DataFormat = 's16' | 'u16' | 's32' | 'u32' | 'f32' | 'bits16' | 'bit';
export type ByteOrder = 'AB' | 'BA' | 'ABCD' | 'CDAB' | 'BADC' | 'DCBA';
export type FunctionCode = 1 | 2 | 3 | 4;

/** Straight line through (rawLow, engLow) and (rawHigh, engHigh); the spec's x1, x2, y1, y2. */
export interface Scaling {
  rawLow: number;
  rawHigh: number;
  engLow: number;
  engHigh: number;
}

export interface DemoPoint extends Named {
  /** `<deviceCode>.<role>`, unique over all companies. */
  code: string;
  deviceCode: string;
  role: PointRole;
  pointTypeCode: string;
  /** Empty for a status point. */
  unit: string;
  decimals: number;
  /** Point level as the spec's devices screen shows it: 1 key point, 2 ordinary, 3 auxiliary. */
  level: 1 | 2 | 3;
  writable: boolean;
  samplingIntervalSeconds: number;
  /** Engineering range: a value outside is not believable. */
  rangeLow: number;
  rangeHigh: number;
  source: ModbusSource | MqttSource;
}

export interface ModbusSource {
  kind: 'modbus';
  slaveAddress: number;
  functionCode: FunctionCode;
  /** 0-based address on the wire. */
  register: number;
  format: DataFormat;
  /** Null for the format bit, which has none. */
  byteOrder: ByteOrder | null;
  /** 1–16, 1 the least significant; only for `bits16`. */
  bit: number | null;
  scaling: Scaling;
  /** Register contents, unsigned, that the device sends instead of a value, for example 7FFFh. */
  errorValues: number[];
}

export interface MqttSource {
  kind: 'mqtt';
  /** The sub-device's name in the gateway's topics. */
  deviceName: string;
  key: string;
  /** It hangs on the tag of this name, which any gateway may hear. */
  isOfTag?: true;
}

export interface SerialSettings {
  baudRate: number;
  dataBits: 7 | 8;
  parity: 'none' | 'even' | 'odd';
  stopBits: 1 | 2;
}

export interface DemoSlave extends Named {
  /** 1–255, unique on the gateway. */
  address: number;
  /** The controller as its maker calls it. */
  category: string;
  serial: SerialSettings;
  /** Most registers the device answers in one request. */
  maxRegisters: number;
  /** Unused registers that a block may bridge. */
  maxGap: number;
  points: DemoPoint[];
}

interface DemoGatewayBase extends Named {
  code: string;
  companyCode: string;
  projectCode: string;
  /** 10 or 16 capitals and digits, first a letter. */
  serialNumber: string;
  /** Communication card: 20 digits; null for a gateway on the site's own network. */
  cardNumber: string | null;
  authorization: 'creator' | 'user' | 'project' | 'enterprise';
}

/** Dials in over TCP, sends its registration, then is a transparent serial line. */
export interface DemoDtuGateway extends DemoGatewayBase {
  protocol: 'DTU';
  registration: {
    identity: 'serialNumber' | 'imei' | 'iccid';
    mode: 'once' | 'everyPacket' | 'both';
    encoding: 'ascii' | 'hex';
    /** What goes out, as text; the serial number for identity `serialNumber`. */
    text: string;
  };
  /** Bytes in hex, sent when the line was idle for the interval. */
  heartbeat: { hex: string; intervalSeconds: number };
  slaves: DemoSlave[];
}

/** Listens; the platform dials out. */
export interface DemoModbusTcpGateway extends DemoGatewayBase {
  protocol: 'MODBUS_TCP';
  slaves: DemoSlave[];
}

/** Polls its field by itself and publishes with the ThingsBoard gateway API. */
export interface DemoMqttGateway extends DemoGatewayBase {
  protocol: 'MQTT';
  publishIntervalSeconds: number;
  devices: { name: string; deviceCode: string; points: DemoPoint[] }[];
}

export type DemoGateway = DemoDtuGateway | DemoModbusTcpGateway | DemoMqttGateway;

export type DemoRoleKind =
  | 'companyAdministrator'
  | 'projectOwner'
  | 'operator'
  | 'maintenanceEngineer'
  | 'externalEngineer'
  | 'viewer';

export interface DemoMember {
  /** 8–16 letters and digits. */
  account: string;
  nickname: string;
  nicknameEn: string;
  department: string;
  departmentEn: string;
  email: string;
  mobile: string;
  roleKind: DemoRoleKind;
  /** Null: company-wide. */
  projectCodes: string[] | null;
  /** Null: all devices of the member's projects. */
  deviceCodes: string[] | null;
  deviceAccess: 'readOnly' | 'readWrite';
  /** Alarm levels visible to the member. */
  alarmLevels: Severity[];
}

export interface LimitBand {
  limit: number;
  severity: Severity;
}

/** Weekly period in the project's zone; `to` at or before `from` ends on the next day. Days 1 Monday … 7 Sunday. */
export interface WeeklyPeriod {
  days: number[];
  from: string;
  to: string;
}

interface RuleTiming {
  onDelaySeconds: number;
  offDelaySeconds: number;
}

/** While another role of the same device has this value, and so many minutes after; all in all at most the longest. */
export interface SuppressWhile {
  role: PointRole;
  value: number;
  settleMinutes: number;
  maximumMinutes: number;
}

export type DemoAlarmRule = RuleTiming & { period: WeeklyPeriod | null } & (
    | {
        kind: 'limit';
        highHigh: LimitBand | null;
        high: LimitBand | null;
        low: LimitBand | null;
        lowLow: LimitBand | null;
        deadband: number;
        /** Not annunciated while one of them holds; empty: always. */
        suppressWhile: readonly SuppressWhile[];
      }
    | { kind: 'state'; value: number; severity: Severity }
    | { kind: 'noData'; afterSeconds: number; severity: Severity }
    | { kind: 'frozenValue'; forSeconds: number; severity: Severity }
    | { kind: 'rateOfChange'; perMinute: number; windowSeconds: number; severity: Severity }
    | { kind: 'deviation'; fromRole: PointRole; by: number; deadband: number; severity: Severity }
    | { kind: 'badQuality'; severity: Severity }
  );

/** Raised at the gateway (or its slave) and not at each point below. */
export interface DemoCommunicationRule extends RuleTiming {
  kind: 'communicationLoss';
  severity: Severity;
}

export interface DemoAlarmStrategy extends Named {
  code: string;
  projectCode: string;
  remarks: string;
  remarksEn: string;
  /** What it watches: one role on a list of devices, or gateways and their slaves. */
  target:
    | { kind: 'points'; role: PointRole; deviceCodes: string[]; rules: DemoAlarmRule[] }
    | { kind: 'gateways'; gatewayCodes: string[]; rules: DemoCommunicationRule[] };
  escalation: { afterMinutes: number; accounts: string[] } | null;
  notification: {
    contacts: { account: string; levels: Severity[]; period: WeeklyPeriod | null }[];
    /** Null: once. */
    repeatEveryMinutes: number | null;
    notifyOnClear: boolean;
  };
}
