import type {
  AllCalls,
  CallData,
  ImportedProperties,
  Language,
  PropertyForm,
  PropertyRow,
  StaticProperty,
} from '@watchpost/contract';
import type { z } from 'zod';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { ImportOutcome } from './importProperties.ts';
import type { CatalogueClass, Property, PropertyOfDevice } from './store.ts';

export const presentProperty = (row: Property, language: Language): PropertyRow => ({
  PropertyId: row.id,
  SmallTypeId: row.class_id,
  // What a company entered is edited again as it was entered; the catalogue is only read.
  PropertyName: row.company_id === null ? inLanguage(row.name, row.name_en, language) : row.name,
  PropertyNameEn: row.name_en,
  Kind: row.kind,
  Unit: row.unit,
  Options: row.options,
  IsOwn: row.company_id !== null,
  Position: row.position,
});

/** One of the company's own as its form has it. */
export const formOfProperty = (row: Property): z.input<typeof PropertyForm> => ({
  SmallTypeId: row.class_id,
  PropertyName: row.name,
  PropertyNameEn: row.name_en,
  Kind: row.kind,
  Unit: row.unit,
  Options: row.options,
  Position: row.position,
});

/** Of a device: every name in the language of who reads it. */
export const presentStaticProperties = (rows: readonly PropertyOfDevice[], language: Language): StaticProperty[] =>
  rows.map((row) => ({
    ...presentProperty(row, language),
    PropertyName: inLanguage(row.name, row.name_en, language),
    Value: row.value,
  }));

/** Every subsystem with its classes, those whose own name or whose subsystem's name has the text. */
export function presentCatalogue(
  classes: readonly CatalogueClass[],
  devices: readonly { class_id: number }[],
  text: string,
  language: Language,
  setsUpAlarms: boolean,
): CallData<AllCalls['getModelClassList']> {
  const counts = Map.groupBy(devices, ({ class_id }) => class_id);
  const part = text.toLowerCase();
  const found = classes.filter((row) =>
    [row.class_zh, row.class_en, row.subsystem_zh, row.subsystem_en].some((name) => name.toLowerCase().includes(part)),
  );
  return [...Map.groupBy(found, ({ subsystem_id }) => subsystem_id)].map(([id, ofSubsystem]) => ({
    BigTypeId: id,
    BigTypeName: inLanguage(ofSubsystem[0]!.subsystem_zh, ofSubsystem[0]!.subsystem_en, language),
    SmallTypes: ofSubsystem.map((row) => ({
      SmallTypeId: row.class_id,
      SmallTypeName: inLanguage(row.class_zh, row.class_en, language),
      DeviceCount: counts.get(row.class_id)?.length ?? 0,
      PropertyCount: row.property_count,
      OwnPropertyCount: row.own_property_count,
      StrategyTemplateList: setsUpAlarms
        ? row.templates.map(({ name, name_en }) => inLanguage(name, name_en, language))
        : null,
    })),
  }));
}

export function presentImport(
  { rows, columns, imported }: ImportOutcome,
  { isDryRun }: { isDryRun: boolean },
  language: Language,
): ImportedProperties {
  const wrong = rows.filter(({ problems }) => problems.length > 0);
  return {
    TotalCount: rows.length,
    ImportedCount: imported,
    WrongCount: wrong.length,
    IsDryRun: isDryRun,
    Rows: wrong.map(({ rowNumber, readable, problems }) => ({
      Row: rowNumber,
      ModelTreeName: readable.name ?? '',
      Errors: problems.map(({ column, message }) => ({
        Column: columns.find(({ key }) => key === column)?.header[language] ?? '',
        Message: message[language],
      })),
    })),
  };
}
