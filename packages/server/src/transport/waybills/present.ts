import {
  openWaybillStatuses,
  type WaybillCertificate,
  type WaybillHandover,
  type WaybillStatement,
  type WaybillRow as WireWaybill,
  waybillStatusWords,
} from '@watchpost/contract';
import { mayInProject } from '../../access/index.ts';
import { type DocumentRow, documentAddress } from '../../compliance/index.ts';
import type { FileUrls } from '../../files/index.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { TransportContext } from '../deps.ts';
import type { HandoverRow } from '../handovers/handover.store.ts';
import type { WaybillRow } from './waybill.store.ts';

const epochOf = (at: Date | null): number | null => at?.getTime() ?? null;

export function presentWaybill(
  row: WaybillRow,
  { caller, language, now }: Pick<TransportContext, 'caller' | 'language'> & { now: number },
): WireWaybill {
  const arrived = epochOf(row.arrived_at);
  const planned = epochOf(row.planned_arrive);
  /** Once it has arrived, what was not reached is not known, and no longer late. */
  const isLate = (planned: number | null, arrived: number | null): boolean =>
    planned !== null && (arrived !== null ? arrived > planned : row.status < 2 && now > planned);
  const { grants } = caller;
  return {
    WaybillId: row.id,
    WaybillNumber: row.number,
    TransportStatus: row.status,
    TransportStatusName: waybillStatusWords[row.status][language],
    ProjectId: row.project_id,
    ProjectName: inLanguage(row.project_name, row.project_name_en, language),
    CarId: row.device_id,
    CarName: row.device_name === null ? null : inLanguage(row.device_name, row.device_name_en, language),
    Shipper: row.shipper,
    Consignee: row.consignee,
    Origin: row.origin,
    Destination: row.destination,
    OriginFenceId: row.origin_fence_id,
    OriginFenceName: row.origin_fence_name,
    MovesByFence: row.moves_by_fence,
    DestinationFenceId: row.destination_fence_id,
    DestinationFenceName: row.fence_name,
    GoodsLagMinutes: row.goods_lag_minutes,
    Goods: row.goods,
    Quantity: row.quantity,
    TempRangeId: row.temp_range_id,
    TempRangeName: row.range_name === null ? null : inLanguage(row.range_name, row.range_name_en, language),
    Low: row.low,
    High: row.high,
    PlannedDepart: epochOf(row.planned_depart),
    PlannedArrive: planned,
    DepartEpoch: epochOf(row.departed_at),
    ArriveEpoch: arrived,
    EndEpoch: epochOf(row.ended_at),
    IsLate: isLate(planned, arrived),
    StopList: row.stops.map((stop) => ({
      StopId: stop.id,
      StopName: stop.name,
      GeofenceId: stop.geofence_id,
      GeofenceName: stop.fence_name,
      PlannedEpoch: stop.planned,
      ArriveEpoch: stop.arrived ?? stop.handed_over,
      LeaveEpoch: stop.left,
      IsByHandover: stop.arrived === null && stop.handed_over !== null,
      IsLate: isLate(stop.planned, stop.arrived ?? stop.handed_over),
    })),
    TagCount: row.tag_count,
    Remark: row.remark,
    CreateEpoch: row.created_at.getTime(),
    CreateName: row.created_name,
    MayEdit:
      openWaybillStatuses.includes(row.status) &&
      grants !== null &&
      mayInProject(grants, row.project_id, ['waybillEdit']),
  };
}

export const presentHandover = (row: HandoverRow, { fileUrl }: Pick<FileUrls, 'fileUrl'>): WaybillHandover => ({
  HandoverId: row.id,
  Kind: row.kind,
  Outcome: row.outcome,
  Time: row.at.getTime(),
  RecordEpoch: row.recorded_at.getTime(),
  FromName: row.from_name,
  ToName: row.to_name,
  ToPhone: row.to_phone,
  Place: row.place,
  Latitude: row.latitude,
  Longitude: row.longitude,
  Quantity: row.quantity,
  Condition: row.condition,
  Note: row.note,
  Signature: row.signature,
  PhotoList: row.file_ids.map((id) => fileUrl(id)),
  ReadingList: row.readings.map(({ serial, celsius }) => ({ TagSn: serial, Value: celsius })),
  UserName: row.user_name,
});

/** A certificate, with the differences of its figures from the revision before. */
export function presentCertificate(
  { id, revision, statement, issued_at }: DocumentRow,
  previous: DocumentRow | null,
  publicUrl: string | null,
): WaybillCertificate {
  const said = JSON.parse(statement) as WaybillStatement;
  const before = previous === null ? null : (JSON.parse(previous.statement) as WaybillStatement);
  return {
    Document: id,
    Revision: revision,
    Reason: said.reason,
    IssueEpoch: issued_at.getTime(),
    Address: documentAddress(publicUrl, id, statement),
    UnreadList: [...said.unread],
    ChangeList: (before === null ? [] : said.tags).flatMap((tag) => {
      const was = before?.tags.find((each) => each.serial === tag.serial && each.from === tag.from);
      if (!was || was.sha === tag.sha) return [];
      const beyond = tag.beyondMs === null || was.beyondMs === null ? null : tag.beyondMs - was.beyondMs;
      return [
        { TagSn: tag.serial, Samples: tag.samples - was.samples, KnownMs: tag.knownMs - was.knownMs, BeyondMs: beyond },
      ];
    }),
  };
}
