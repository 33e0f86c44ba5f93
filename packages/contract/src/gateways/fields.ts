import { z } from 'zod';
import type { Bilingual } from '../call.ts';
import { inputText, say } from '../inputWords.ts';
import { clearable } from '../projects/fields.ts';
import { commaList, day, flag, freeText, id, idList, integer, listFilter, nameOf, orEmpty } from '../scalars.ts';
import { gatewayErrors } from './errors.ts';

/**
 * How a gateway talks to us. `DTU`: dials in and is a transparent serial line; `MODBUS_TCP`: we dial it; `RTU_TCP`: we dial it, and
 * it is a transparent serial line; `MQTT`: publishes by itself.
 */
export const gatewayProtocols = ['DTU', 'MODBUS_TCP', 'RTU_TCP', 'MQTT'] as const;
export type GatewayProtocol = (typeof gatewayProtocols)[number];
/** Those that are polled. */
export const modbusProtocols = ['DTU', 'MODBUS_TCP', 'RTU_TCP'] as const;
/** Whether it is we who connect, so that it needs an address. */
export const isDialled = (protocol: GatewayProtocol): boolean => protocol === 'MODBUS_TCP' || protocol === 'RTU_TCP';
/** Whether its slaves stand on a serial line, in either direction of dialling: frames with a checksum and without a transaction id. */
export const isSerialLine = (protocol: GatewayProtocol): boolean => protocol === 'DTU' || protocol === 'RTU_TCP';

/** What an MQTT gateway's messages look like. */
export const payloadFormats = ['thingsboard', 'neuron', 'mapping', 'sparkplug'] as const;
export type PayloadFormat = (typeof payloadFormats)[number];

/** `ConnectStatus` of a gateway. */
export const gatewayConnection = { offline: 0, online: 1, neverSeen: 2 } as const;

/** `SystemStatus`: whether the gateway has the configuration that is set up. `unknown`: it reports none. */
export const gatewaySync = { waiting: 0, synced: 1, unknown: 2 } as const;

/** `SimStatus`: the carrier's states of a communication card. */
export const simStatus = {
  inUse: 1,
  oneWayShutdown: 2,
  shutdown: 3,
  dormancy: 4,
  testingPeriod: 5,
  silentPeriod: 6,
} as const;
export type SimStatusName = keyof typeof simStatus;

/** A card in one of these states carries no data. In its silent period it does, from the moment it is first used. */
export const simStopped: readonly SimStatusName[] = ['oneWayShutdown', 'shutdown', 'dormancy'];

/** `SimFlowStatus`: how much of the card's data plan is left. `low`: less than a fifth. */
export const simFlow = { unknown: 0, enough: 1, low: 2, usedUp: 3 } as const;
/** Of the plan; from here on it is `low`. */
export const simFlowLowShare = 0.8;

/** `AuthorizationType`: who may open a gateway. */
export const gatewaySharing = { creator: 0, user: 1, project: 2, enterprise: 3 } as const;
export type GatewaySharing = keyof typeof gatewaySharing;

/** Why a gateway is not heard of. */
export const offlineReasons = [
  'online',
  'disconnected',
  'forbidden',
  'neverSeen',
  'wrongSerial',
  'refused',
  'card',
  'power',
  'nothingPolled',
  'dialling',
  'unreachable',
  'silent',
] as const;
export type OfflineReason = (typeof offlineReasons)[number];

/** Spec §5.1: 10 or 16 characters, capital letters and digits, first a letter. */
export const serialLengths = [10, 16] as const;
export const serialPattern = /^[A-Z](?:[A-Z0-9]{9}|[A-Z0-9]{15})$/;

export const gatewayName = nameOf({ zh: '网关名称', en: 'A gateway name' }, 1, 25);
export const slaveName = nameOf({ zh: '从站名称', en: 'A slave name' }, 1, 25);

export const serialNumber = z
  .string()
  .trim()
  .min(1, { abort: true })
  .regex(serialPattern, {
    error: say({
      zh: '序列号须为 10 或 16 位大写字母和数字，首位为字母',
      en: 'A serial number has 10 or 16 capital letters and digits, the first a letter',
    }),
  });

/** Spec §5.1. A real ICCID may be shorter or hold letters; that one belongs into the registration. */
export const cardNumber = z
  .string()
  .trim()
  .min(1, { abort: true })
  .regex(/^\d{20}$/, {
    error: say({ zh: '通信卡号须为 20 位数字', en: 'A communication card number has 20 digits' }),
  });

const between = (what: Bilingual, min: number, max: number) => {
  const error = say({
    zh: `${what.zh}须为 ${min}–${max} 的整数`,
    en: `${what.en} is a whole number from ${min} to ${max}`,
  });
  return integer.pipe(z.number().min(min, { error }).max(max, { error }));
};

/** Spec §5.1: 1–255. The standard ends at 247; beyond it the form says so and lets it pass. */
export const maxSlaveAddresses = 255;
export const slaveAddress = between({ zh: '从站地址', en: 'A slave address' }, 1, maxSlaveAddresses);
export const standardSlaveAddresses = 247;

export const baudRates = [1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200] as const;
const baudRate = integer.pipe(
  z.number().refine((rate) => (baudRates as readonly number[]).includes(rate), {
    error: say({
      zh: `波特率须为 ${baudRates.join('、')} 之一`,
      en: `The baud rate is one of ${baudRates.join(', ')}`,
    }),
  }),
);
export const parities = ['none', 'odd', 'even'] as const;

/** One of several words, or its place among them: other clients number what the specification does not show. */
const orPlace = <const Choices extends readonly [string, ...string[]]>(choices: Choices) =>
  z.preprocess(
    (value) => (/^\d$/.test(String(value)) ? choices[Number(value)] : value),
    z.enum(choices),
  ) as unknown as z.ZodType<Choices[number], Choices[number]>;

/** Of the serial line behind the gateway: what its own settings have to say, too. */
const lineSettings = {
  BaudRate: baudRate,
  DataBit: between({ zh: '数据位', en: 'Data bits' }, 7, 8),
  CheckBit: orPlace(parities).describe('none, odd or even; also as 0, 1 and 2'),
  StopBit: between({ zh: '停止位', en: 'Stop bits' }, 1, 2),
};

/** How a slave is read: what its template or data sheet allows. */
const readLimits = {
  MaxRegisters: between({ zh: '每次最多读取寄存器数', en: 'Registers in one read' }, 1, 125),
  MaxGap: between({ zh: '可跨越的空寄存器数', en: 'Unused registers bridged' }, 0, 100),
};

const slaveFields = {
  DeviceAddress: slaveAddress.describe('Modbus address, 1 to 255, once on its gateway'),
  SlaveName: slaveName,
  Category: freeText(50),
  ...lineSettings,
  ...readLimits,
};

/** One slave as a form sends it; what is left out of a new one takes the usual value, of an old one stays. */
const SlaveInput = z.object({
  DeviceModuleId: id.optional().describe('of a slave that exists; absent: a new one'),
  DeviceAddress: slaveFields.DeviceAddress,
  SlaveName: slaveFields.SlaveName,
  Category: slaveFields.Category.optional(),
  BaudRate: slaveFields.BaudRate.optional(),
  DataBit: slaveFields.DataBit.optional(),
  CheckBit: slaveFields.CheckBit.optional(),
  StopBit: slaveFields.StopBit.optional(),
  MaxRegisters: slaveFields.MaxRegisters.optional(),
  MaxGap: slaveFields.MaxGap.optional(),
});

/** A slave among those of its gateway; an id alone is one that exists. */
const ListedSlave = z.preprocess(
  (slave) => (/^\d+$/.test(String(slave)) ? { DeviceModuleId: slave } : slave),
  SlaveInput.extend({
    DeviceModuleId: SlaveInput.shape.DeviceModuleId.describe(
      'of a slave of this gateway: it is changed. Of a slave elsewhere that the caller may open: a new one like it, without its points',
    ),
    DeviceAddress: SlaveInput.shape.DeviceAddress.optional().describe('none: that of DeviceModuleId'),
    SlaveName: SlaveInput.shape.SlaveName.optional().describe(
      'none: that of DeviceModuleId, else the name of the gateway with the address',
    ),
  }).refine(({ DeviceModuleId, DeviceAddress }) => (DeviceModuleId ?? DeviceAddress) !== undefined, {
    path: ['DeviceAddress'],
    error: say(inputText.missing),
  }),
);

/** As many as a line has addresses. */
const slaveList = z.array(ListedSlave).max(255);

const addressOf = z
  .string()
  .trim()
  .max(255, { abort: true })
  .regex(/^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:]+\])(?::([1-9]\d{0,4}))?$/, {
    error: say({
      zh: '须为主机名或 IP 地址，可带端口，如 192.168.1.10:502',
      en: 'A host name or IP address, with a port if it is not 502, such as 192.168.1.10:502',
    }),
  })
  .refine((text) => Number(/:(\d+)$/.exec(text)?.[1] ?? 502) <= 65_535, {
    error: say({ zh: '端口须为 1–65535', en: 'A port is a number from 1 to 65535' }),
  });

export const registrationModes = ['once', 'everyPacket', 'both'] as const;

/** Bytes as people write them: pairs of hexadecimal digits, blanks between them as they like. */
const hexBytes = (max: number) =>
  z
    .string()
    .trim()
    .transform((text) => text.replace(/\s+/g, ''))
    .pipe(
      z
        .string()
        .max(max * 2)
        .regex(/^(?:[0-9A-Fa-f]{2})*$/, {
          error: say({
            zh: '须为成对的十六进制字符，如 FE 或 77 77 77',
            en: 'Pairs of hexadecimal digits, such as FE or 77 77 77',
          }),
        }),
    ) as unknown as z.ZodType<string, string>;

/** What the server recognises a DTU by: spec §5.1 for serial numbers; an IMEI; an ICCID, whose last places may hold letters. Empty: its serial number. */
export const registrationIdentity = z
  .string()
  .trim()
  .max(40)
  .regex(/^(?:[A-Z](?:[A-Z0-9]{9}|[A-Z0-9]{15})|[0-9]{15}|[0-9A-F]{19,20})?$/, {
    error: say({
      zh: '须为序列号（10 或 16 位大写字母与数字，以字母开头）、IMEI（15 位数字）或 ICCID（19 或 20 位）',
      en: 'A serial number (10 or 16 capitals and digits, a letter first), an IMEI (15 digits) or an ICCID (19 or 20 places)',
    }),
  });

/** An address, or a network in CIDR notation. */
const network = z
  .string()
  .trim()
  .max(43)
  .pipe(
    z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
      error: say({
        zh: '须为 IP 地址或网段，如 203.0.113.7 或 10.20.0.0/16',
        en: 'An IP address or a network, such as 203.0.113.7 or 10.20.0.0/16',
      }),
    }),
  );
const maxNetworks = 20;

/** What a DTU says and does; what is left out of a new one is its serial number, said once, without a heartbeat. */
const dtuFields = {
  RegistrationMode: z.enum(registrationModes),
  RegistrationIdentity: registrationIdentity,
  HeartBeat: hexBytes(80).describe('bytes as hexadecimal digits; empty: none is known'),
  AllowedNetworks: z
    .array(network)
    .max(maxNetworks)
    .describe('networks a DTU may dial in from, as addresses or in CIDR notation; none: from anywhere'),
};

const commonFields = {
  DeviceName: gatewayName,
  DeviceNameEn: clearable(gatewayName).describe('shown in English; none: the name itself'),
  DeviceNo: serialNumber,
  DeviceTypeE: freeText(50).describe('make and model, as it stands on the housing'),
  DESCRIBES: freeText(200),
};

/** Whether a DTU waits to be asked before it says who it is, so that it could never be known. */
export const saysNothing = (
  protocol: GatewayProtocol,
  mode: (typeof registrationModes)[number] | undefined,
  heartbeatLength: number,
): boolean => protocol === 'DTU' && mode === 'everyPacket' && heartbeatLength === 0;

/** How a gateway is read that was entered without saying so: one that has an address is dialled. */
const protocolBy = (address: unknown): (typeof modbusProtocols)[number] =>
  address === undefined ? 'DTU' : 'MODBUS_TCP';

export const NewModbusGateway = z
  .object({
    CompanyId: id.optional(),
    ProjectId: id,
    ...commonFields,
    DeviceTypeE: commonFields.DeviceTypeE.optional(),
    DESCRIBES: commonFields.DESCRIBES.optional(),
    CduType: orPlace(modbusProtocols)
      .optional()
      .describe(
        'DTU: dials in; MODBUS_TCP: we dial it; RTU_TCP: we dial a serial line that carries RTU frames; also as 0, 1 and 2. None: MODBUS_TCP with an address, else DTU',
      ),
    Address: orEmpty(addressOf).describe('of MODBUS_TCP and RTU_TCP: host, or host:port'),
    RegistrationMode: dtuFields.RegistrationMode.optional(),
    RegistrationIdentity: dtuFields.RegistrationIdentity.optional().describe('of DTU; empty: the serial number'),
    HeartBeat: dtuFields.HeartBeat.optional(),
    AllowedNetworks: dtuFields.AllowedNetworks.optional(),
    ICCID: orEmpty(cardNumber),
    BaudRate: lineSettings.BaudRate.optional().describe('of the line; a slave may say otherwise'),
    DataBit: lineSettings.DataBit.optional(),
    CheckBit: lineSettings.CheckBit.optional(),
    StopBit: lineSettings.StopBit.optional(),
    DeviceAddress: orEmpty(slaveAddress).describe(
      'of a single slave, named like the gateway; else DeviceModuleAndAddressList',
    ),
    DeviceModuleAndAddressList: slaveList.default([]),
  })
  .transform(({ CduType, ...rest }) => ({ ...rest, CduType: CduType ?? protocolBy(rest.Address) }))
  .refine(({ CduType, Address }) => !isDialled(CduType) || Address !== undefined, {
    path: ['Address'],
    error: say({ zh: '请填写要连接的地址', en: 'Give the address to connect to' }),
  })
  .refine(
    ({ CduType, RegistrationMode, HeartBeat }) => !saysNothing(CduType, RegistrationMode, HeartBeat?.length ?? 0),
    {
      path: ['HeartBeat'],
      error: say(gatewayErrors.saysNothing),
    },
  );

const keptOff = flag.optional().describe('hang up on it and keep it off; false: it may connect again');

/** Only what is to change; the rest stays. Slaves that are not mentioned stay as they are. */
export const ModbusGatewayChange = z.object({
  DeviceId: id.optional().describe('or DeviceNo'),
  DeviceNo: serialNumber.optional().describe('the gateway by its serial number, which stays'),
  ProjectId: id.optional(),
  DeviceName: commonFields.DeviceName.optional(),
  DeviceNameEn: commonFields.DeviceNameEn,
  DeviceTypeE: commonFields.DeviceTypeE.optional(),
  DESCRIBES: commonFields.DESCRIBES.optional(),
  Address: orEmpty(addressOf),
  RegistrationMode: dtuFields.RegistrationMode.optional(),
  RegistrationIdentity: dtuFields.RegistrationIdentity.optional(),
  HeartBeat: dtuFields.HeartBeat.optional(),
  AllowedNetworks: dtuFields.AllowedNetworks.optional(),
  BaudRate: lineSettings.BaudRate.optional().describe('of every slave'),
  DataBit: lineSettings.DataBit.optional(),
  CheckBit: lineSettings.CheckBit.optional(),
  StopBit: lineSettings.StopBit.optional(),
  CduType: orPlace(modbusProtocols).optional(),
  DeviceAddress: orEmpty(slaveAddress).describe('of the only slave'),
  DeviceModuleAndAddressList: slaveList.optional(),
  IsDisconnected: keptOff,
});

export const NewSlave = z.object({ DeviceId: id, ...SlaveInput.omit({ DeviceModuleId: true }).shape });
export const SlaveChange = z.object({
  DeviceModuleId: id,
  ...z.object(slaveFields).partial().shape,
});

const userName = z
  .string()
  .trim()
  .min(1, { abort: true })
  .regex(/^[\x21-\x7e]{1,64}$/, {
    error: say({
      zh: '用户名须为 1–64 个不含空格的英文字符',
      en: 'A user name has 1 to 64 letters, digits and signs without blanks',
    }),
  });
/** Of a machine, not of a person: longer than people's, and never trimmed. */
const devicePassword = z.string().regex(/^[\x21-\x7e]{8,64}$/, {
  error: say({
    zh: '密码须为 8–64 个不含空格的英文字符',
    en: 'A password has 8 to 64 letters, digits and signs without blanks',
  }),
});

/** The specification spells the fields of an MQTT gateway like this. */
export const NewMqttGateway = z.object({
  CompanyId: id.optional(),
  pid: id.describe('the project'),
  uid: orEmpty(id).describe('the person it is made for; none: the caller'),
  deviceName: gatewayName,
  deviceNameEn: clearable(gatewayName),
  deviceNo: serialNumber,
  deviceUserName: orEmpty(userName).describe('none: the serial number'),
  deviceUserPwd: orEmpty(devicePassword).describe('none: one is made, and told once'),
  payloadFormat: z.enum(payloadFormats).default('thingsboard'),
  mappingProfileId: orEmpty(id).describe('of the format `mapping`'),
  DeviceTypeE: commonFields.DeviceTypeE.optional(),
  DESCRIBES: commonFields.DESCRIBES.optional(),
  ICCID: orEmpty(cardNumber),
});

export const MqttGatewayChange = z.object({
  DeviceId: id,
  deviceName: gatewayName.optional(),
  deviceNameEn: clearable(gatewayName),
  deviceUserName: orEmpty(userName),
  deviceUserPwd: orEmpty(devicePassword).describe('a new one; none: the present one stays'),
  payloadFormat: z.enum(payloadFormats).optional(),
  mappingProfileId: clearable(id),
  IsDisconnected: keptOff,
  DeviceTypeE: commonFields.DeviceTypeE.optional(),
  DESCRIBES: commonFields.DESCRIBES.optional(),
});

export { addressOf as dialAddress };

/** Several of a fixed set, as a list or as one comma-separated text; optional and empty both mean "no filter". */
export const choiceList = <const Choice extends string>(choices: readonly Choice[]) =>
  listFilter(z.array(z.enum(choices)).max(choices.length));

/** One day, or the first and the last of several, as a list or comma-separated. */
export const dayRange = commaList(z.array(day).max(2)).optional();

/** So many gateways go into one change. */
export const maxGatewaysAtOnce = 500;
export const someIds = idList.pipe(z.array(z.number()).min(1).max(maxGatewaysAtOnce)) as unknown as z.ZodType<
  number[],
  readonly number[] | string
>;
/** Texts beside ids, in their order: `A,B` or a list. An empty place stays a place: left out, the others would move up. */
export const textsFor = (item: z.ZodType<string, string>) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',') : value),
    z.array(item).min(1).max(maxGatewaysAtOnce),
  ) as unknown as z.ZodType<string[], readonly string[] | string>;
