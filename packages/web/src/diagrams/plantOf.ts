import type { DeviceRow, PlantDevice } from '@watchpost/contract';

/** A device as drawings are made of it. */
export const plantOf = ({ Mtid, MName, SmallTypeCode, MainPointId, Points }: DeviceRow): PlantDevice => ({
  id: Mtid,
  name: MName,
  classCode: SmallTypeCode,
  mainPointId: MainPointId,
  points: Points.map(({ PointId, PointName, PointTypeCode }) => ({
    id: PointId,
    name: PointName,
    typeCode: PointTypeCode,
  })),
});
