import {
  type Diagram,
  type DiagramDocument,
  type DiagramRow,
  type DiagramVersion,
  type GeneratedDiagram,
  type GeneratedDiagramRow,
  generatedKinds,
  type Language,
  type ShownDocument,
} from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import type { Generated } from './generate.ts';
import type { ListedDiagram, VersionFacts } from './store.ts';

export const presentRow = (row: ListedDiagram, language: Language): DiagramRow => ({
  DiagramId: row.id,
  DiagramName: inLanguage(row.name, row.name_en, language),
  ProjectId: row.project_id,
  Version: row.version,
  SmallTypeCode: row.class_code,
  DeviceCount: row.devices,
  UpdateEpoch: row.updated_at.getTime(),
});

export const presentDiagram = (
  row: ListedDiagram,
  document: ShownDocument,
  {
    language,
    version,
    devices,
    deviceId,
  }: {
    language: Language;
    version: number;
    /** Of its class. */
    devices: readonly { id: number; name: string; name_en: string | null }[];
    deviceId: number | null;
  },
): Diagram => ({
  ...presentRow(row, language),
  Version: version,
  NameZh: row.name,
  NameEn: row.name_en,
  Document: document,
  DeviceId: deviceId,
  DeviceList: devices.map(({ id, name, name_en }) => ({ Mtid: id, MName: inLanguage(name, name_en, language) })),
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

const nameOfGenerated = ({ kind, of }: Generated, language: Language): string => {
  const words = generatedKinds[kind][language];
  return of ? `${inLanguage(of.name, of.name_en, language)}${language === 'zh' ? '：' : ': '}${words}` : words;
};

export const presentGeneratedRow = (
  generated: Generated,
  projectId: number,
  language: Language,
): GeneratedDiagramRow => ({
  Kind: generated.kind,
  Mtid: generated.of?.id ?? null,
  DiagramName: nameOfGenerated(generated, language),
  ProjectId: projectId,
  DeviceCount: generated.devices.length,
  IsAssumed: generated.isAssumed,
});

export function presentGenerated(
  generated: Generated,
  document: DiagramDocument,
  projectId: number,
  language: Language,
): GeneratedDiagram {
  const bound = new Set(document.nodes.flatMap(({ bind }) => Object.values(bind)));
  const unsure = generated.devices.flatMap(({ points }) =>
    points.filter(({ id, role }) => bound.has(id) && role === null),
  );
  return {
    ...presentGeneratedRow(generated, projectId, language),
    Document: document,
    UnsureCount: new Set(unsure.map(({ id }) => id)).size,
  };
}
