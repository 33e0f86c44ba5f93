import {
  clockKinds,
  type RepairOrder,
  recoveryStates,
  repairSources,
  repairStatusWords,
  serviceTypes,
  settlements,
} from '@watchpost/contract';
import { type Severity, severityText } from '../alarms/index.ts';
import type { Exporter } from '../downloads/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { SheetColumn } from '../platform/excel/writeWorkbook.ts';
import { countOrders, type OrderFilter, pageOrders } from './orderList.store.ts';
import { presentOrders } from './presentOrders.ts';
import { repairQuestion } from './repairQuestion.wire.ts';
import { type Viewer, viewerOf } from './viewer.ts';

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** By the names of the row, so that `FieldList` says which. */
// biome-ignore format: a table is read by columns
export const repairColumns: Readonly<Record<string, SheetColumn<RepairOrder>>> = {
  RepairOrder: { header: { zh: '工单编号', en: 'Order' }, type: 'text', width: 18, value: (row) => row.RepairOrder },
  Status: { header: { zh: '状态', en: 'Status' }, type: 'text', value: (row, language) => repairStatusWords[row.Status][language] },
  Level: { header: { zh: '级别', en: 'Severity' }, type: 'text', width: 12, value: (row, language) => capitalized(severityText(row.Level as Severity)[language]) },
  ProjectName: { header: { zh: '项目', en: 'Project' }, type: 'text', width: 24, value: (row) => row.ProjectName },
  Area: { header: { zh: '区域', en: 'Area' }, type: 'text', value: (row) => row.Area },
  EquipmentName: { header: { zh: '设备', en: 'Device' }, type: 'text', width: 24, value: (row) => row.EquipmentName || null },
  BigTypeName: { header: { zh: '系统', en: 'Subsystem' }, type: 'text', value: (row) => row.BigTypeName },
  SmallTypeName: { header: { zh: '设备类型', en: 'Class' }, type: 'text', value: (row) => row.SmallTypeName },
  FaultContent: { header: { zh: '故障现象', en: 'Fault' }, type: 'text', width: 40, value: (row) => row.FaultContent },
  Source: { header: { zh: '来源', en: 'Source' }, type: 'text', value: (row, language) => repairSources[row.Source][language] },
  ServiceType: { header: { zh: '服务方式', en: 'Service' }, type: 'text', width: 12, value: (row, language) => serviceTypes[row.ServiceType][language] },
  ApplicantName: { header: { zh: '报修人', en: 'Applicant' }, type: 'text', value: (row) => row.ApplicantName },
  RepairUserName: { header: { zh: '维修人员', en: 'Engineer' }, type: 'text', value: (row) => row.RepairUserName },
  MaintenanceUnitName: { header: { zh: '维修单位', en: 'Team' }, type: 'text', value: (row) => row.MaintenanceUnitName },
  CreateTime: { header: { zh: '报修时间', en: 'Reported' }, type: 'date', value: (row) => row.CreateTime },
  ExpectedTime: { header: { zh: '期望完成', en: 'Expected' }, type: 'date', value: (row) => row.ExpectedTime },
  FinishTime: { header: { zh: '完工时间', en: 'Finished' }, type: 'date', value: (row) => row.FinishTime },
  AcceptanceTime: { header: { zh: '验收时间', en: 'Accepted' }, type: 'date', value: (row) => row.AcceptanceTime },
  IsOverdue: { header: { zh: '超时', en: 'Overdue' }, type: 'text', width: 10, value: (row, language) => (row.IsOverdue && row.Clock ? clockKinds[row.Clock.Kind][language] : null) },
  Recovery: { header: { zh: '恢复', en: 'Recovery' }, type: 'text', value: (row, language) => row.Recovery && recoveryStates[row.Recovery][language] },
  Score: { header: { zh: '评价', en: 'Rating' }, type: 'number', value: (row) => row.Score },
  Settlement: { header: { zh: '结算', en: 'Settlement' }, type: 'text', width: 10, value: (row, language) => row.Settlement && settlements[row.Settlement][language] },
};

/** The columns that were asked for, in that order; none known: all. */
export function columnsFor(fields: readonly string[] | undefined): SheetColumn<RepairOrder>[] {
  const chosen = (fields ?? []).flatMap((name) => repairColumns[name] ?? []);
  return chosen.length > 0 ? chosen : Object.values(repairColumns);
}

const pieces = 500;

/** Every order of the filter, read in pieces. */
export async function* everyOrder(
  viewer: Viewer,
  db: Db,
  filter: OrderFilter,
  context: { language: 'zh' | 'en'; now: number },
): AsyncGenerator<RepairOrder> {
  for (let offset = 0; ; offset += pieces) {
    const rows = await pageOrders(viewer, db, filter, { offset, limit: pieces });
    yield* await presentOrders({ viewer, ...context }, db, rows);
    if (rows.length < pieces) return;
  }
}

/** The list of repair orders as a file. */
export const repairExporter = ({ db, clock }: { db: Db; clock: Clock }): Exporter<'repairOrders', RepairOrder> => ({
  kind: 'repairOrders',
  columns: Object.values(repairColumns),
  count: async ({ caller, input }) =>
    countOrders(viewerOf(caller), db, await repairQuestion(caller, db, input.body, clock.now())),
  async *rows({ caller, input, language }) {
    const now = clock.now();
    yield* everyOrder(viewerOf(caller), db, await repairQuestion(caller, db, input.body, now), { language, now });
  },
});
