import type { FaultCode, Language } from '@watchpost/contract';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { FaultCodeRow } from './faultCode.store.ts';

export const presentFaultCode = (row: FaultCodeRow, language: Language): FaultCode => ({
  FaultCodeId: row.id,
  Kind: row.kind,
  Code: row.code,
  NameZh: row.name_zh,
  NameEn: row.name_en,
  Iso14224: row.iso14224,
  SmallTypeId: row.device_class_id,
  SmallTypeName: row.class_name === null ? null : inLanguage(row.class_name, row.class_name_en, language),
  Active: row.active,
  IsOwn: row.company_id !== null,
});
