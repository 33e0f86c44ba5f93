import { openWaybillStatuses, type WaybillRow as WireWaybill, waybillStatusWords } from '@watchpost/contract';
import { mayInProject } from '../../access/index.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { TransportContext } from '../deps.ts';
import type { WaybillRow } from './waybill.store.ts';

const epochOf = (at: Date | null): number | null => at?.getTime() ?? null;

export function presentWaybill(
  row: WaybillRow,
  { caller, language, now }: Pick<TransportContext, 'caller' | 'language'> & { now: number },
): WireWaybill {
  const arrived = epochOf(row.arrived_at);
  const planned = epochOf(row.planned_arrive);
  const isAway = row.status < 2;
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
    IsLate: planned !== null && (arrived !== null ? arrived > planned : isAway && now > planned),
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
