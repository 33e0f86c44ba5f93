import { z } from 'zod';
import { say } from '../inputWords.ts';
import { clearable, labels } from '../projects/fields.ts';
import { commaList, day, id, nameOf } from '../scalars.ts';

/** The specification names no length; one line of a card. */
export const deviceName = nameOf({ zh: '设备名称', en: 'A device name' }, 1, 50);
export const propertyName = nameOf({ zh: '属性名称', en: 'A property name' }, 1, 20);
/** Spec §5.3: attribute text 1 to 20. */
export const propertyOption = nameOf({ zh: '选项', en: 'An option' }, 1, 20);
export const subItemName = nameOf({ zh: '分项名称', en: 'A sub-item name' }, 1, 20);

/** How much a static property holds at most. */
export const maxPropertyLength = 100;

const plate = z.string().trim().max(50);

/** Static properties as they are entered; an empty value takes it away. What kind each is decides the server. */
export const propertyValues = z
  .array(z.object({ PropertyId: id, Value: z.string().trim().max(maxPropertyLength) }))
  .max(200)
  .refine((list) => new Set(list.map(({ PropertyId }) => PropertyId)).size === list.length, {
    error: say({ zh: '同一属性填写了两次', en: 'A property is given twice' }),
  });

/** A device as its form has it. */
export const deviceFields = {
  ModelTreeName: deviceName,
  ModelTreeNameEn: clearable(deviceName).describe('shown in English; none: the name itself'),
  SmallTypeId: id.describe('its class, which says of which subsystem it is'),
  LocationId: clearable(id).describe('an area of the project; none: nowhere in particular'),
  SN: plate.optional().describe('serial number of the equipment'),
  Brand: plate.optional(),
  Model: plate.optional(),
  Specification: z.string().trim().max(100).optional(),
  ProductionDate: clearable(day).describe('YYYY-MM-DD'),
  TagList: labels.optional(),
  Cover: clearable(z.string().trim().max(300)).describe('the address or id that an upload answered'),
};

/** At least one device. Spec §5.3: at least one item must be selected before any batch action. */
export const someDevices = (max: number) =>
  commaList(
    z
      .array(id, { error: say({ zh: '请至少选择一台设备', en: 'Choose at least one device' }) })
      .min(1, { error: say({ zh: '请至少选择一台设备', en: 'Choose at least one device' }) })
      .max(max),
  );
