import { z } from 'zod';
import { commonShape, modbusShape, orNone, pointTypeName, registerAddress, withModbusRules } from '../points/fields.ts';
import { flag, integer, nameOf } from '../scalars.ts';

/** `register`: the registers of a device on a bus; `mqtt`: the keys under which a gateway reports. */
export const templateKinds = ['register', 'mqtt'] as const;
export type TemplateKind = (typeof templateKinds)[number];

/**
 * Where a template's figures are from. `maker`: the maker's own manual or template; `field`: reported by people who use the
 * device, may differ by firmware; `own`: entered by the company.
 */
export const templateSources = ['maker', 'field', 'own'] as const;

export const templateName = nameOf({ zh: '模板名称', en: 'A template name' }, 1, 50);

/** A company has its own point types: a template names those it means, by name or code, and makes what is missing. */
const typeShape = {
  PointTypeName: pointTypeName.describe('of the company’s point types, in either language or by code'),
  ValueType: integer
    .pipe(z.number().min(0).max(1))
    .default(0)
    .describe('0 analog, 1 status; for a type that is not there yet'),
};

const { PointTypeId: _, ...withoutType } = commonShape;

/** One value of a device on a bus. */
export const TemplateRegister = withModbusRules(
  z.object({
    ...withoutType,
    ...typeShape,
    ...modbusShape,
    RegisterAddress: orNone(registerAddress).describe('counted from FirstAddress, as the manual has it'),
    StatusRegister: orNone(registerAddress).describe('counted likewise'),
    Note: z.string().trim().max(200).optional(),
  }),
);

/** One value that a gateway reports. */
export const TemplateKey = z.object({
  ...withoutType,
  ...typeShape,
  MqttKey: z.string().trim().min(1).max(200),
  Note: z.string().trim().max(200).optional(),
});

const parities = ['none', 'even', 'odd'] as const;

const content = {
  Brand: z.string().trim().max(50).optional(),
  Model: z.string().trim().max(50).optional(),
  Category: z.string().trim().max(50).optional().describe('what it is: a controller, a meter'),
  Description: z.string().trim().max(500).optional(),
  Source: z.enum(templateSources).optional(),
  SourceName: z.string().trim().max(300).optional().describe('the document the figures are from'),
  FirstAddress: integer
    .pipe(z.number().min(0).max(1))
    .optional()
    .describe('whether the manual counts registers from 0 (as on the wire) or from 1'),
  MaxRegisters: integer.pipe(z.number().min(1).max(125)).optional().describe('most registers one read may ask for'),
  MaxGap: integer.pipe(z.number().min(0).max(100)).optional().describe('unused registers that one read may bridge'),
  BaudRate: integer.pipe(z.number().min(300).max(1_000_000)).optional(),
  DataBits: integer.pipe(z.number().min(7).max(8)).optional(),
  Parity: z.enum(parities).optional(),
  StopBits: integer.pipe(z.number().min(1).max(2)).optional(),
};

export const TemplateShape = {
  name: templateName,
  nameEn: orNone(templateName).describe('shown in English; none: the name itself'),
  value: z.string().max(20_000).optional().describe('kept and answered as sent; a template with one needs no points'),
  FLAG: flag.optional().describe('shared: everybody in the company has it, else who made it'),
  ...content,
  RegisterList: z.array(TemplateRegister).max(500).optional().describe('of a register template'),
  KeyList: z.array(TemplateKey).max(500).optional().describe('of an MQTT template'),
};

/** What separates it from the name stays: `Case 1 ` makes `Case 1 Air temperature`. */
export const prefix = z
  .string()
  .overwrite((text) => text.trimStart())
  .max(20)
  .optional()
  .describe('put before every point name');
