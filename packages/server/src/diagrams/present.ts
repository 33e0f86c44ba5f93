import type { Diagram, DiagramRow, DiagramVersion, Language, ShownDocument } from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import type { ListedDiagram, VersionFacts } from './store.ts';

export const presentRow = (row: ListedDiagram, language: Language): DiagramRow => ({
  DiagramId: row.id,
  DiagramName: inLanguage(row.name, row.name_en, language),
  ProjectId: row.project_id,
  Version: row.version,
  DeviceCount: row.devices,
  UpdateEpoch: row.updated_at.getTime(),
});

export const presentDiagram = (
  row: ListedDiagram,
  document: ShownDocument,
  { language, version }: { language: Language; version: number },
): Diagram => ({
  ...presentRow(row, language),
  Version: version,
  NameZh: row.name,
  NameEn: row.name_en,
  Document: document,
  IsCurrent: version === row.version,
});

export const presentVersion = (row: VersionFacts): DiagramVersion => ({
  Version: row.version,
  Note: row.note,
  Author: row.author,
  RestoredFrom: row.restored_from,
  ElementCount: row.elements,
  CreateEpoch: row.created_at.getTime(),
});
