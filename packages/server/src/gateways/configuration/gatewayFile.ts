import type { Bilingual, Language } from '@watchpost/contract';
import {
  dialAddress,
  gatewayName,
  gatewayProtocols,
  payloadFormats,
  registrationIdentity,
  registrationModes,
  slaveName,
} from '@watchpost/contract';
import { z } from 'zod';
import type { SetUpGateway } from '../setUp/gateway.store.ts';
import type { SetUpSlave } from '../setUp/slave.store.ts';

/** What a configuration file says it is. */
export const fileFormat = 'watchpost-gateway';

const SlaveInFile = z.object({
  address: z.number().int().min(1).max(255),
  name: slaveName,
  category: z.string().max(50).default(''),
  baudRate: z.number().int().min(300).max(921_600).default(9600),
  dataBits: z.number().int().min(7).max(8).default(8),
  parity: z.enum(['none', 'even', 'odd']).default('none'),
  stopBits: z.number().int().min(1).max(2).default(1),
  maxRegisters: z.number().int().min(1).max(125).default(125),
  maxGap: z.number().int().min(0).max(100).default(0),
});

/** What is the same of a point in a file and in the database. */
const PointOfFile = z.object({
  name: z.string().max(200),
  nameEn: z.string().max(200).nullable().optional(),
  slaveAddress: z.number().int().nullable().default(null),
  /** Its code in the company. */
  pointType: z.string().max(100),
  unit: z.string().max(20).optional(),
  decimals: z.number().int().optional(),
  level: z.number().int().optional(),
  writable: z.boolean().optional(),
  samplingIntervalSeconds: z.number().int().optional(),
  rangeLow: z.number().nullable().optional(),
  rangeHigh: z.number().nullable().optional(),
  errorValues: z.array(z.number()).max(20).optional(),
  frozenAfterSeconds: z.number().int().nullable().optional(),
  modbus: z
    .object({
      functionCode: z.number().int(),
      address: z.number().int(),
      format: z.string(),
      byteOrder: z.string().nullable(),
      bit: z.number().int().nullable(),
      scaling: z
        .object({ rawLow: z.number(), rawHigh: z.number(), engLow: z.number(), engHigh: z.number() })
        .nullable(),
      errorValues: z.array(z.number()).max(20),
      statusRegister: z.object({ address: z.number().int(), faultValues: z.array(z.number()).max(20) }).nullable(),
      writeFunctionCode: z.literal([5, 6, 15, 16]).nullable().optional(),
    })
    .nullable()
    .optional(),
  mqttDevice: z.string().max(200).nullable().optional(),
  mqttKey: z.string().max(200).nullable().optional(),
});
export type PointOfFile = z.infer<typeof PointOfFile>;

/** A point of an MQTT gateway is known by what the gateway calls it, every other one by its slave and name. */
const keyOfPoint = ({ slaveAddress, name, mqttKey, mqttDevice }: PointOfFile): string =>
  mqttKey == null ? `${slaveAddress ?? ''}/${name}` : `${mqttDevice ?? ''}\n${mqttKey}`;
/** What people call it. */
export const nameOfPoint = ({ slaveAddress, name }: PointOfFile): string =>
  slaveAddress === null ? name : `${slaveAddress} / ${name}`;

export const GatewayFile = z.object({
  format: z.literal(fileFormat),
  version: z.literal(1),
  serialNumber: z.string().max(16),
  protocol: z.enum(gatewayProtocols),
  gateway: z.object({
    name: gatewayName,
    nameEn: gatewayName.nullable().default(null),
    model: z.string().max(50).default(''),
    description: z.string().max(200).default(''),
    address: dialAddress.nullable().default(null),
    registrationMode: z.enum(registrationModes).default('once'),
    registrationIdentity: registrationIdentity.optional(),
    heartbeat: z
      .string()
      .max(160)
      .regex(/^(?:[0-9A-Fa-f]{2})*$/)
      .default(''),
    payloadFormat: z.enum(payloadFormats).optional(),
  }),
  slaves: z.array(SlaveInFile).max(255),
  points: z.array(PointOfFile).max(20_000),
});
export type GatewayFile = z.infer<typeof GatewayFile>;

/** The whole configuration of a gateway, as it is downloaded; without passwords. */
export const gatewayFile = (
  gateway: SetUpGateway,
  slaves: readonly SetUpSlave[],
  points: readonly PointOfFile[],
): GatewayFile => ({
  format: fileFormat,
  version: 1,
  serialNumber: gateway.serial_number,
  protocol: gateway.protocol,
  gateway: {
    name: gateway.name,
    nameEn: gateway.name_en,
    model: gateway.model,
    description: gateway.description,
    address: gateway.address,
    registrationMode: gateway.registration_mode,
    registrationIdentity: gateway.registration_identity === gateway.serial_number ? '' : gateway.registration_identity,
    heartbeat: gateway.heartbeat.toString('hex'),
    payloadFormat: gateway.payload_format,
  },
  slaves: slaves.map((slave) => ({
    address: slave.address,
    name: slave.name,
    category: slave.category,
    baudRate: slave.baud_rate,
    dataBits: slave.data_bits,
    parity: slave.parity as 'none',
    stopBits: slave.stop_bits,
    maxRegisters: slave.max_registers,
    maxGap: slave.max_gap,
  })),
  points: [...points],
});

/** One thing in which a file and a gateway differ. `removed`: it is on the gateway and not in the file. */
export interface Difference {
  readonly kind: 'gateway' | 'slave' | 'point';
  readonly change: 'added' | 'changed' | 'removed';
  readonly name: string;
  readonly fields: readonly { readonly field: string; readonly before: string; readonly after: string }[];
}

/** What the settings are called; one that is missing here is called by its own name. */
const fieldText: Readonly<Record<string, Bilingual>> = {
  address: { zh: '地址', en: 'Address' },
  baudRate: { zh: '波特率', en: 'Baud rate' },
  category: { zh: '类别', en: 'Category' },
  dataBits: { zh: '数据位', en: 'Data bits' },
  decimals: { zh: '小数位数', en: 'Decimals' },
  description: { zh: '说明', en: 'Description' },
  heartbeat: { zh: '心跳包', en: 'Heartbeat' },
  maxGap: { zh: '可跨越的空寄存器数', en: 'Unused registers bridged' },
  maxRegisters: { zh: '每次最多读取寄存器数', en: 'Registers in one read' },
  errorValues: { zh: '故障值', en: 'Values of a broken sensor' },
  frozenAfterSeconds: { zh: '冻结判定（秒）', en: 'Frozen after (s)' },
  level: { zh: '点位级别', en: 'Level' },
  modbus: { zh: '寄存器', en: 'Register' },
  model: { zh: '型号', en: 'Model' },
  mqttDevice: { zh: '上报设备', en: 'Reported device' },
  mqttKey: { zh: '上报键', en: 'Reported key' },
  name: { zh: '名称', en: 'Name' },
  nameEn: { zh: '英文名称', en: 'English name' },
  parity: { zh: '校验位', en: 'Parity' },
  payloadFormat: { zh: '数据格式', en: 'Message format' },
  pointType: { zh: '点类型', en: 'Point type' },
  rangeHigh: { zh: '量程上限', en: 'Range, upper end' },
  rangeLow: { zh: '量程下限', en: 'Range, lower end' },
  registrationIdentity: { zh: '注册包内容', en: 'Registration' },
  registrationMode: { zh: '注册方式', en: 'Registration mode' },
  samplingIntervalSeconds: { zh: '采集周期（秒）', en: 'Sampling interval (s)' },
  stopBits: { zh: '停止位', en: 'Stop bits' },
  unit: { zh: '单位', en: 'Unit' },
  writable: { zh: '可写', en: 'Writable' },
};

const shown = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

function fieldsOf(before: object, after: object, language: Language) {
  return Object.keys(after).flatMap((key) => {
    const [was, is] = [before[key as keyof object] as unknown, after[key as keyof object] as unknown];
    if (isSame(was, is)) return [];
    return [{ field: fieldText[key]?.[language] ?? key, before: shown(was), after: shown(is) }];
  });
}

/** Keys of JSON have no order. */
const isSame = (a: unknown, b: unknown): boolean => {
  const sorted = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([x], [y]) => (x < y ? -1 : 1))
            .map(([key, part]) => [key, sorted(part)]),
        )
      : Array.isArray(value)
        ? value.map(sorted)
        : (value ?? null);
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
};

/** In what a file differs from the gateway as it is: slaves are known by their address, points by slave and name. */
export function differencesOf(present: GatewayFile, wanted: GatewayFile, language: Language): Difference[] {
  const differences: Difference[] = [];
  const compare = <Item extends object>(
    kind: Difference['kind'],
    before: readonly Item[],
    after: readonly Item[],
    keyOf: (item: Item) => string,
    nameOf: (item: Item) => string,
  ): void => {
    const known = new Map(before.map((item) => [keyOf(item), item]));
    for (const item of after) {
      const was = known.get(keyOf(item));
      known.delete(keyOf(item));
      if (!was) differences.push({ kind, change: 'added', name: nameOf(item), fields: [] });
      else {
        const fields = fieldsOf(was, item, language);
        if (fields.length > 0) differences.push({ kind, change: 'changed', name: nameOf(item), fields });
      }
    }
    for (const item of known.values()) differences.push({ kind, change: 'removed', name: nameOf(item), fields: [] });
  };
  const own = fieldsOf(present.gateway, wanted.gateway, language);
  if (own.length > 0) differences.push({ kind: 'gateway', change: 'changed', name: present.gateway.name, fields: own });
  compare(
    'slave',
    present.slaves,
    wanted.slaves,
    ({ address }) => String(address),
    ({ address, name }) => `${address} ${name}`,
  );
  compare('point', present.points, wanted.points, keyOfPoint, nameOfPoint);
  return differences;
}
