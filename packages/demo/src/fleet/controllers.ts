/**
 * Register maps of the controllers in the demo: which register of a slave carries which role.
 *
 * Addresses are 0-based as on the wire. Maps marked "maker" follow the maker's or a public template's addresses;
 * those marked "site" stand for what an integrator programs into a PLC or an I/O module.
 */

import type {
  ByteOrder,
  DataFormat,
  DemoPoint,
  DemoSlave,
  FunctionCode,
  ModbusSource,
  Named,
  Scaling,
  SerialSettings,
} from './demoFleet.ts';
import { describeRole, type PointRole } from './pointRoles.ts';

interface RegisterSpec {
  role: PointRole;
  functionCode: FunctionCode;
  register: number;
  format: DataFormat;
  byteOrder: ByteOrder | null;
  bit: number | null;
  scaling: Scaling;
  errorValues: number[];
  writable: boolean;
}

interface ControllerSpec {
  category: string;
  serial: SerialSettings;
  maxRegisters: number;
  maxGap: number;
  registers: RegisterSpec[];
}

const line9600: SerialSettings = { baudRate: 9600, dataBits: 8, parity: 'none', stopBits: 1 };
const line9600even: SerialSettings = { ...line9600, parity: 'even' };
const line19200: SerialSettings = { ...line9600, baudRate: 19_200, stopBits: 2 };

const identity: Scaling = { rawLow: 0, rawHigh: 1, engLow: 0, engHigh: 1 };
/** `÷10` of the makers' tables, as the four numbers of the spec's mapping. */
const dividedBy = (divisor: number): Scaling => ({ rawLow: 0, rawHigh: divisor * 100, engLow: 0, engHigh: 100 });
/** A 4–20 mA input of an S7 PLC: 0–27648 over the transmitter's range. */
const s7Analog = (engLow: number, engHigh: number): Scaling => ({ rawLow: 0, rawHigh: 27_648, engLow, engHigh });

/** 7FFFh, the usual mark of an open or shorted probe in a signed register. */
const openProbe = 0x7fff;

const word = (
  functionCode: 3 | 4,
  register: number,
  role: PointRole,
  more: Partial<Pick<RegisterSpec, 'format' | 'byteOrder' | 'scaling' | 'errorValues' | 'writable' | 'bit'>> = {},
): RegisterSpec => {
  const format = more.format ?? 's16';
  const wide = format === 's32' || format === 'u32' || format === 'f32';
  return {
    role,
    functionCode,
    register,
    format,
    byteOrder: more.byteOrder ?? (wide ? 'ABCD' : 'AB'),
    bit: more.bit ?? null,
    scaling: more.scaling ?? identity,
    errorValues: more.errorValues ?? [],
    writable: more.writable ?? false,
  };
};

const bit = (functionCode: 1 | 2, register: number, role: PointRole, writable = false): RegisterSpec => ({
  role,
  functionCode,
  register,
  format: 'bit',
  byteOrder: null,
  bit: null,
  scaling: identity,
  errorValues: [],
  writable,
});

const probe = { scaling: dividedBy(10), errorValues: [openProbe] };
const tenths = { scaling: dividedBy(10) };
const unsigned = { format: 'u16' as const };

/** Maker. Case and room controller with S3 (air), S5 (coil), door and defrost. */
export const danfossEkc202d: ControllerSpec = {
  category: 'Danfoss EKC 202D',
  serial: line9600even,
  maxRegisters: 8,
  maxGap: 0,
  registers: [
    word(3, 2529, 'roomTemperature', probe),
    word(3, 1010, 'evaporatorTemperature', probe),
    word(3, 2575, 'displayTemperature', probe),
    word(3, 99, 'temperatureSetpoint', { ...tenths, writable: true }),
    word(3, 2006, 'controllerState', unsigned),
    word(3, 2509, 'compressorRunning', unsigned),
    word(3, 2510, 'fanRunning', unsigned),
    word(3, 2511, 'defrostActive', unsigned),
    word(3, 20_004, 'highTemperatureAlarm', unsigned),
    word(3, 20_005, 'lowTemperatureAlarm', unsigned),
    word(3, 20_006, 'doorOpen', unsigned),
  ],
};

/** Maker. Chill room controller; answers one block of at most 20 registers. */
export const carelIr33: ControllerSpec = {
  category: 'Carel IR33',
  serial: line19200,
  maxRegisters: 20,
  maxGap: 4,
  registers: [
    word(4, 403, 'roomTemperature', probe),
    word(4, 412, 'evaporatorTemperature', probe),
    word(4, 406, 'displayTemperature', tenths),
    word(3, 404, 'temperatureSetpoint', { ...tenths, writable: true }),
    bit(2, 7, 'compressorRunning'),
    bit(2, 18, 'defrostActive'),
    bit(2, 43, 'doorOpen'),
    bit(2, 3, 'probeFault'),
    bit(1, 5, 'highTemperatureAlarm'),
  ],
};

/** Maker. Wall sensor of the dock: 7FFFh and FFFFh are its error marks. */
export const wirenBoardMsw: ControllerSpec = {
  category: 'Wiren Board WB-MSW v4',
  serial: { ...line9600, stopBits: 2 },
  maxRegisters: 10,
  maxGap: 0,
  registers: [
    word(4, 4, 'roomTemperature', { scaling: dividedBy(100), errorValues: [0x7fff] }),
    word(4, 5, 'humidity', { format: 'u16', scaling: dividedBy(100), errorValues: [0xffff] }),
  ],
};

/** Site. Rack PLC: transmitters as 0–27648, a status word, 32-bit counters with the low word first. */
export const rackPlc: ControllerSpec = {
  category: 'Siemens S7-1200',
  serial: line19200,
  maxRegisters: 40,
  maxGap: 5,
  registers: [
    word(3, 0, 'suctionPressure', { scaling: s7Analog(-1, 9), errorValues: [openProbe] }),
    word(3, 1, 'dischargePressure', { scaling: s7Analog(0, 35), errorValues: [openProbe] }),
    word(3, 2, 'suctionTemperature', probe),
    word(3, 3, 'dischargeTemperature', probe),
    word(3, 4, 'superheat', tenths),
    word(3, 5, 'outdoorTemperature', { ...probe, byteOrder: 'BA' }),
    word(3, 6, 'capacity', unsigned),
    word(3, 10, 'compressor1Running', { format: 'bits16', bit: 1 }),
    word(3, 10, 'compressor2Running', { format: 'bits16', bit: 2 }),
    word(3, 10, 'compressor3Running', { format: 'bits16', bit: 3 }),
    word(3, 10, 'condenserFanRunning', { format: 'bits16', bit: 5 }),
    word(3, 10, 'oilLevelLow', { format: 'bits16', bit: 9 }),
    word(3, 10, 'rackFault', { format: 'bits16', bit: 16 }),
    word(3, 12, 'runHours', { format: 'u32', byteOrder: 'CDAB' }),
  ],
};

/** Maker addresses (voltage 97, current 100, energy 0, reactive energy 4); power and factor on the site's transducer outputs. */
export const acrelAdl3000: ControllerSpec = {
  category: 'Acrel ADL3000',
  serial: line9600,
  maxRegisters: 60,
  maxGap: 3,
  registers: [
    word(3, 0, 'activeEnergy', { format: 'u32', scaling: dividedBy(100) }),
    word(3, 4, 'reactiveEnergy', { format: 'u32', scaling: dividedBy(100) }),
    word(3, 97, 'voltageA', { ...unsigned, ...tenths }),
    word(3, 98, 'voltageB', { ...unsigned, ...tenths }),
    word(3, 99, 'voltageC', { ...unsigned, ...tenths }),
    word(3, 100, 'currentA', { ...unsigned, scaling: dividedBy(100) }),
    word(3, 101, 'currentB', { ...unsigned, scaling: dividedBy(100) }),
    word(3, 102, 'currentC', { ...unsigned, scaling: dividedBy(100) }),
    word(3, 110, 'activePower', { format: 's32', byteOrder: 'CDAB', scaling: dividedBy(100) }),
    word(3, 118, 'powerFactor', { ...unsigned, scaling: dividedBy(1000) }),
    word(3, 119, 'frequency', { ...unsigned, scaling: dividedBy(100) }),
  ],
};

/** Maker. Single-phase meter with big-endian floats; power comes in watts. */
export const eastronSdm120: ControllerSpec = {
  category: 'Eastron SDM120',
  serial: line9600,
  maxRegisters: 80,
  maxGap: 0,
  registers: [
    word(4, 0x00, 'voltage', { format: 'f32' }),
    word(4, 0x06, 'current', { format: 'f32' }),
    word(4, 0x0c, 'activePower', { format: 'f32', scaling: { rawLow: 0, rawHigh: 1000, engLow: 0, engHigh: 1 } }),
    word(4, 0x1e, 'powerFactor', { format: 'f32' }),
    word(4, 0x46, 'frequency', { format: 'f32' }),
    word(4, 0x156, 'activeEnergy', { format: 'f32' }),
  ],
};

/** Site. Climate box of a barn: low byte first, as cheap RS-485 transmitters often send. */
export const barnClimateBox: ControllerSpec = {
  category: 'RS-485 climate transmitter',
  serial: line9600,
  maxRegisters: 16,
  maxGap: 0,
  registers: [
    word(4, 0, 'roomTemperature', { ...probe, byteOrder: 'BA' }),
    word(4, 1, 'humidity', { format: 'u16', byteOrder: 'BA', scaling: dividedBy(10), errorValues: [0xffff] }),
    word(4, 2, 'ammonia', { format: 'u16', byteOrder: 'BA', scaling: dividedBy(10), errorValues: [0xffff] }),
    word(4, 3, 'carbonDioxide', { format: 'u16', byteOrder: 'BA', errorValues: [0xffff] }),
    word(4, 4, 'pressureDifference', { byteOrder: 'BA' }),
    word(4, 8, 'waterFlow', { format: 'f32', byteOrder: 'BADC' }),
  ],
};

/** Site. Ventilation PLC: fans as coils, feedback as inputs, speed as a fully reversed float. */
export const barnVentilationPlc: ControllerSpec = {
  category: 'Delta DVP-SS2',
  serial: line9600even,
  maxRegisters: 32,
  maxGap: 0,
  registers: [
    bit(1, 0, 'fan1Running'),
    bit(1, 1, 'fan2Running'),
    bit(1, 2, 'fan3Running'),
    bit(1, 3, 'heaterOn'),
    bit(2, 0, 'fan2Fault'),
    word(3, 4096, 'temperatureSetpoint', { ...tenths, writable: true }),
    word(3, 4098, 'fanSpeed', { format: 'f32', byteOrder: 'DCBA' }),
    word(3, 4100, 'inletOpening', unsigned),
  ],
};

/** Maker addresses FA1h and FAAh: hundredths. */
export const eplusEe072: ControllerSpec = {
  category: 'E+E EE072',
  serial: line9600even,
  maxRegisters: 16,
  maxGap: 8,
  registers: [
    word(3, 0xfa1, 'roomTemperature', { scaling: dividedBy(100), errorValues: [openProbe] }),
    word(3, 0xfaa, 'humidity', { scaling: dividedBy(100), errorValues: [openProbe] }),
  ],
};

/** Site. Light head beside a showcase's sensor, lock contact on its input. */
export const showcaseLightHead: ControllerSpec = {
  category: 'Showcase light head',
  serial: line9600,
  maxRegisters: 16,
  maxGap: 0,
  registers: [
    word(4, 0, 'illuminance', { format: 'f32', byteOrder: 'CDAB' }),
    word(4, 2, 'ultraviolet', { format: 'u16' }),
    bit(2, 0, 'doorOpen'),
  ],
};

/** Site. Hall sensor: temperature float with the words swapped, as E+E EE210 sends it (24.27 is `29 00 41 C2`). */
export const hallSensor: ControllerSpec = {
  category: 'E+E EE210',
  serial: line9600even,
  maxRegisters: 16,
  maxGap: 0,
  registers: [
    word(3, 0x19, 'roomTemperature', { format: 'f32', byteOrder: 'CDAB' }),
    word(3, 0x1b, 'humidity', { format: 'f32', byteOrder: 'CDAB' }),
    word(3, 0x1d, 'carbonDioxide', { format: 's32', byteOrder: 'ABCD' }),
    word(3, 0x1f, 'visitors', { format: 'u16' }),
  ],
};

/** Site. Air handling unit with a writable humidity and temperature setpoint. */
export const airHandlingController: ControllerSpec = {
  category: 'Siemens Climatix',
  serial: line19200,
  maxRegisters: 60,
  maxGap: 2,
  registers: [
    word(4, 0, 'supplyTemperature', probe),
    word(4, 1, 'supplyHumidity', { ...tenths, ...unsigned }),
    word(4, 2, 'chilledWaterValve', unsigned),
    word(4, 3, 'fanSpeed', unsigned),
    word(4, 4, 'filterPressure', unsigned),
    bit(2, 0, 'humidifierOn'),
    bit(1, 0, 'fanRunning'),
    word(3, 0, 'temperatureSetpoint', { ...tenths, writable: true }),
    word(3, 1, 'humiditySetpoint', { ...tenths, writable: true }),
  ],
};

/** The start values of a point, for any protocol. */
export function pointOf(
  deviceCode: string,
  role: PointRole,
  samplingIntervalSeconds: number,
  writable: boolean,
  source: DemoPoint['source'],
  names: Partial<Record<PointRole, Named>> = {},
): DemoPoint {
  const described = describeRole(role);
  return {
    code: `${deviceCode}.${role}`,
    deviceCode,
    role,
    name: names[role]?.name ?? described.name,
    nameEn: names[role]?.nameEn ?? described.nameEn,
    pointTypeCode: described.pointTypeCode,
    unit: described.unit,
    decimals: described.decimals,
    level: described.level,
    writable,
    samplingIntervalSeconds,
    rangeLow: described.rangeLow,
    rangeHigh: described.rangeHigh,
    source,
  };
}

/** One controller on a line, serving one device. */
export function slaveOf(
  controller: ControllerSpec,
  address: number,
  device: Named & { code: string },
  samplingIntervalSeconds: number,
  options: { suffix?: Named; names?: Partial<Record<PointRole, Named>>; omit?: PointRole[] } = {},
): DemoSlave {
  return {
    address,
    name: options.suffix ? `${device.name}${options.suffix.name}` : device.name,
    nameEn: options.suffix ? `${device.nameEn} ${options.suffix.nameEn}` : device.nameEn,
    category: controller.category,
    serial: controller.serial,
    maxRegisters: controller.maxRegisters,
    maxGap: controller.maxGap,
    points: controller.registers
      .filter(({ role }) => !options.omit?.includes(role))
      .map(({ role, writable, ...register }) => {
        const source: ModbusSource = { kind: 'modbus', slaveAddress: address, ...register };
        return pointOf(device.code, role, samplingIntervalSeconds, writable, source, options.names);
      }),
  };
}
