import type { FenceArea, FenceRow as WireFence } from '@watchpost/contract';
import { mayInProject, maySee } from '../../access/index.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { TransportContext } from '../deps.ts';
import type { CountedFence, FenceValues } from './fence.store.ts';
import type { FenceShape, Place } from './fenceShape.ts';

const placesOf = (corners: readonly (readonly [number, number])[]): Place[] =>
  corners.map(([latitude, longitude]) => ({ latitude, longitude }));

/** The area of a row. */
export const shapeOf = ({ latitude, longitude, radius_metres, corners }: FenceValues): FenceShape =>
  corners === null
    ? { kind: 'circle', centre: { latitude, longitude }, radiusMetres: radius_metres }
    : { kind: 'polygon', corners: placesOf(corners) };

export const presentArea = (row: FenceValues & { id: number }): FenceArea => ({
  GeofenceId: row.id,
  GeofenceName: row.name,
  StopKind: row.stop_kind,
  Kind: row.kind,
  Latitude: row.latitude,
  Longitude: row.longitude,
  RadiusMetres: row.radius_metres,
  CornerList: (row.corners ?? []).map(([Latitude, Longitude]) => ({ Latitude, Longitude })),
});

export const presentFence = (
  row: CountedFence,
  { caller, language }: Pick<TransportContext, 'caller' | 'language'>,
): WireFence => ({
  ...presentArea(row),
  ProjectId: row.project_id,
  ProjectName: inLanguage(row.project_name, row.project_name_en, language),
  WaybillCount: row.waybill_count,
  CreateEpoch: row.created_at.getTime(),
  MayEdit:
    caller.grants !== null &&
    mayInProject(caller.grants, row.project_id, ['waybillEdit']) &&
    maySee(caller.tenant, row.project_id, null),
});
