import type { Language, TemplateDetail, TemplateRow as WireRow } from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { presentMapping } from '../points/index.ts';
import type { Template, TemplateRow } from './store.ts';
import type { TemplatePoint } from './TemplatePoint.ts';

export interface Presenting {
  readonly language: Language;
  readonly timeZone: string;
  mayEdit(row: TemplateRow): boolean;
}

export const presentRow = (row: TemplateRow, { language, timeZone, mayEdit }: Presenting): WireRow => ({
  id: row.id,
  name: inLanguage(row.name, row.name_en, language),
  value: row.value,
  num: row.point_count,
  TYPE: row.company_id === null ? 'system' : 'custom',
  CREATETIME: localOfEpoch(row.created_at.getTime(), timeZone),
  FLAG: row.shared,
  Kind: row.kind,
  Brand: row.brand,
  Model: row.model,
  Category: inLanguage(row.category, row.category_en, language),
  Source: row.source,
  SourceName: row.source_name,
  CreateName: row.creator,
  MayEdit: mayEdit(row),
});

export const noteIn = ({ note, noteEn }: TemplatePoint, language: Language): string =>
  inLanguage(note, noteEn ?? null, language);

const presentPoint = (point: TemplatePoint, language: Language) => ({
  PointName: point.name,
  PointNameEn: point.nameEn,
  PointTypeName: point.typeName,
  ValueType: point.valueType === 'status' ? 1 : 0,
  Unit: point.unit ?? '',
  Decimals: point.decimals,
  Level: point.level,
  IsWrite: point.writable,
  Cycle: point.samplingIntervalSeconds,
  RangeLow: point.rangeLow,
  RangeHigh: point.rangeHigh,
  ErrorValueList: [...point.errorValues],
  FrozenMinutes: point.frozenAfterSeconds === null ? null : Math.round(point.frozenAfterSeconds / 60),
  Note: noteIn(point, language),
});

/** @param typeNames what a type is called that is named by code, or in the other language */
export function presentDetail(
  row: Template,
  presenting: Presenting,
  typeNames: (typeName: string) => string,
): TemplateDetail {
  const points = row.points.map((point) => ({ ...point, typeName: typeNames(point.typeName) }));
  return {
    ...presentRow(row, presenting),
    Name: row.name,
    nameEn: row.name_en,
    Description: inLanguage(row.description, row.description_en, presenting.language),
    FirstAddress: row.first_address,
    MaxRegisters: row.max_registers,
    MaxGap: row.max_gap,
    BaudRate: row.baud_rate,
    DataBits: row.data_bits,
    Parity: row.parity,
    StopBits: row.stop_bits,
    RegisterList:
      row.kind === 'register'
        ? points.flatMap((point) => {
            const mapping = presentMapping(point.modbus);
            const { FunctionCode, RegisterAddress, DataFormat } = mapping;
            return FunctionCode === null || RegisterAddress === null || DataFormat === null
              ? []
              : [
                  {
                    ...presentPoint(point, presenting.language),
                    ...mapping,
                    FunctionCode,
                    RegisterAddress,
                    DataFormat,
                  },
                ];
          })
        : [],
    KeyList:
      row.kind === 'mqtt'
        ? points.map((point) => ({ ...presentPoint(point, presenting.language), MqttKey: point.mqttKey ?? '' }))
        : [],
  };
}
