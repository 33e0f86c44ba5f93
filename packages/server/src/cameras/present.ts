import {
  type CameraRow,
  type CameraStanding,
  cameraFailures,
  type Language,
  type WatchedCamera,
} from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import type { ListedCamera, Standing } from './store.ts';

export const presentStanding = (
  { checked_at, failure, unreachable_since }: Standing,
  language: Language,
): CameraStanding => ({
  State: checked_at === null ? 'unchecked' : failure === null ? 'reachable' : 'unreachable',
  Reason: failure && cameraFailures[failure][language],
  UnreachableSinceEPOCH: unreachable_since?.getTime() ?? null,
  CheckedEPOCH: checked_at?.getTime() ?? null,
});

export interface Presenting {
  readonly language: Language;
  fileUrl(fileId: string): string;
  /** The address at which the caller watches the camera. */
  videoUrl(row: ListedCamera): string;
  maySnapshot(projectId: number): boolean;
  mayEdit(projectId: number): boolean;
}

export const presentWatched = (row: ListedCamera, presenting: Presenting): WatchedCamera => {
  const { language } = presenting;
  return {
    Key: row.id,
    CameraName: inLanguage(row.name, row.name_en, language),
    DeviceNumber: row.number,
    Kind: row.kind,
    VideoAddress: presenting.videoUrl(row),
    ProjectId: row.project_id,
    ProjectName: inLanguage(row.project_name, row.project_name_en, language),
    Mtid: row.device_id,
    MName: row.device_name && inLanguage(row.device_name, row.device_name_en, language),
    BigTypeId: row.subsystem_id,
    BigTypeName: row.subsystem_zh && inLanguage(row.subsystem_zh, row.subsystem_en, language),
    LocationName: row.area_name && inLanguage(row.area_name, row.area_name_en, language),
    ...presentStanding(row, language),
    CoverUrl: row.cover_file_id && presenting.fileUrl(row.cover_file_id),
    CoverEPOCH: row.covered_at?.getTime() ?? null,
    MaySnapshot: presenting.maySnapshot(row.project_id),
  };
};

export const presentCamera = (row: ListedCamera, presenting: Presenting): CameraRow => ({
  ...presentWatched(row, presenting),
  SourceAddress: row.shown_address,
  Note: row.note,
  CreateName: row.created_name,
  UpdateEPOCH: row.updated_at.getTime(),
  MayEdit: presenting.mayEdit(row.project_id),
});
