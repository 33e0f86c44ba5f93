import {
  type AllCalls,
  type gatewayCalls,
  gatewayErrors,
  type Language,
  type ParsedInput,
  type SimStatusName,
  simStatus,
} from '@watchpost/contract';
import { type Caller, zoneOf } from '../../access/index.ts';
import { defineExporter, type Exporter, type ExportQuestion } from '../../downloads/index.ts';
import type { Handlers } from '../../handlers.ts';
import type { Db } from '../../platform/db/database.ts';
import { workbookType, writeWorkbook } from '../../platform/excel/writeWorkbook.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { localOfEpoch, startOfDay } from '../../platform/zonedTime.ts';
import type { GatewayDeps } from '../GatewayDeps.ts';
import { gatewayTenantOf } from '../gatewayTenant.ts';
import { needGateway } from '../needGateway.ts';
import { epochOf, presentGateway, presentInfo, presentSlave } from '../present.ts';
import { gatewaysToChoose } from '../setUp/gateway.store.ts';
import { mayShare } from '../sharing/shareGateway.ts';
import { sharedUsers } from '../sharing/sharing.store.ts';
import {
  countGateways,
  type GatewayFilter,
  type GatewayOrder,
  type ListedGateway,
  pageGateways,
} from './gatewayPage.store.ts';
import { gatewayColumns, maxExportedGateways } from './gatewaySheet.ts';
import { type ListedSlave, pageSlaves } from './slavePage.store.ts';

type ListCalls = Pick<
  typeof gatewayCalls,
  | 'exportDeviceList'
  | 'getDeviceInfo'
  | 'getDeviceTotal'
  | 'getMasterControl'
  | 'getModbusDeviceModulePage'
  | 'getTerminalDropdow'
  | 'showDeviceList'
>;
type FilterBody = ParsedInput<AllCalls['exportDeviceList']>['body'];

/** A line has no more slaves than it has addresses. */
const wholeLine = { offset: 0, limit: 255 };
const maxToChoose = 2_000;
/** The named projects; with `QueryAll` all of the caller's; else the current one. */
const projectsOf = (
  caller: Pick<Caller, 'projectId'>,
  body: { ProjectIdList?: number[] | undefined; QueryAll?: boolean | undefined },
): readonly number[] | undefined =>
  body.ProjectIdList ?? (body.QueryAll || caller.projectId === null ? undefined : [caller.projectId]);

const cardStateOf = (number: number): string | null =>
  (Object.keys(simStatus) as SimStatusName[]).find((name) => simStatus[name] === number) ?? null;

/** What the list is asked for, in our words: list, totals and exports ask alike. */
export async function gatewayQuestion(
  caller: Caller,
  db: Db,
  body: Omit<FilterBody, 'SortType' | 'IsAsc'>,
): Promise<GatewayFilter> {
  const zone = body.CreateTime && body.CreateTime.length > 0 ? await zoneOf(caller.tenant, db) : null;
  const [from, to = from] = body.CreateTime ?? [];
  return {
    projectIds: projectsOf(caller, body),
    text: body.NameOrDESCRIBES,
    protocols: body.PROTOCOLList,
    connections: body.ConnectStatusList,
    syncs: body.SystemStatusList,
    cardStates: body.SimStatus?.map(cardStateOf),
    flows: body.SimFlowStatusList,
    createdFrom: zone && from ? startOfDay(from, zone) : undefined,
    createdBefore: zone && to ? startOfDay(to, zone, 1) : undefined,
    isCreator: body.IsQueryCreator,
    isLook: body.IsQueryLook,
    use: body.Use,
    slaveId: body.DeviceModuleId,
  };
}

const orderOf = (body: Pick<FilterBody, 'SortType' | 'IsAsc'>, language: Language): GatewayOrder => ({
  by: body.SortType === 'name' && language === 'en' ? 'nameEn' : body.SortType,
  ascending: body.IsAsc,
});

export function listHandlers({ db, clock, badPointsOf, nextAskAt, lastSeenAt }: GatewayDeps): Handlers<ListCalls> {
  const slavesOf = async (caller: Caller, gatewayId: number): Promise<ListedSlave[]> => {
    const tenant = gatewayTenantOf(caller);
    return (await pageSlaves(tenant, db, { gatewayId }, { by: 'address', ascending: true }, wholeLine)).rows;
  };
  /** What is stored of when it was last heard of is up to half a minute old. */
  const asOfNow = (row: ListedGateway): ListedGateway => {
    const at = lastSeenAt(row.id);
    const isNewer = at !== null && at > (row.last_seen_at?.getTime() ?? 0);
    return isNewer ? { ...row, last_seen_at: new Date(at) } : row;
  };

  return {
    async showDeviceList({ caller, language }, { body }) {
      const tenant = gatewayTenantOf(caller);
      const page = rowRange(body);
      const filter = await gatewayQuestion(caller, db, body);
      const { rows, total } = await pageGateways(tenant, db, filter, orderOf(body, language), page);
      const presenting = { language, tenant };
      return { Data: rows.map((row) => presentGateway(asOfNow(row), presenting)), TotalCount: total };
    },

    async exportDeviceList({ caller, language }, { body }) {
      const filter = await gatewayQuestion(caller, db, body);
      const page = { offset: 0, limit: maxExportedGateways };
      const { rows, total } = await pageGateways(gatewayTenantOf(caller), db, filter, orderOf(body, language), page);
      if (total > rows.length)
        throw new Refusal(gatewayErrors.tooManyToExport, { count: total, max: maxExportedGateways });
      const timeZone = await zoneOf(caller.tenant, db);
      const title = { zh: '网关列表', en: 'Gateways' }[language];
      return {
        name: `${title} ${localOfEpoch(clock.now(), timeZone).slice(0, 10)}.xlsx`,
        contentType: workbookType,
        content: writeWorkbook({ title, columns: gatewayColumns, rows, language, timeZone }),
      };
    },

    async getDeviceTotal({ caller }, { body }) {
      const totals = await countGateways(gatewayTenantOf(caller), db, await gatewayQuestion(caller, db, body));
      return {
        Total: totals.total,
        Online: totals.online,
        Offline: totals.offline,
        NeverSeen: totals.never_seen,
        Waiting: totals.waiting,
        WithCard: totals.with_card,
        CardTrouble: totals.card_trouble,
        SlaveTotal: totals.slave_total,
        SilentSlaveTotal: totals.silent_slave_total,
        ProtocolList: totals.by_protocol.map(({ protocol, count }) => ({ PROTOCOL: protocol, Count: count })),
      };
    },

    async getDeviceInfo({ caller, language }, { query }) {
      const tenant = gatewayTenantOf(caller);
      const gateway = await needGateway(tenant, db, query.deviceId);
      const [page, slaves, shared] = await Promise.all([
        pageGateways(
          tenant,
          db,
          { gatewayIds: [gateway.id] },
          { by: 'name', ascending: true },
          { offset: 0, limit: 1 },
        ),
        slavesOf(caller, gateway.id),
        sharedUsers(tenant, db, gateway.id),
      ]);
      const isEdited = tenant.editedProjectIds.has(gateway.project_id);
      return presentInfo(asOfNow(page.rows[0]!), gateway, slaves, shared, {
        language,
        tenant,
        nextAskAt,
        mayShare: isEdited && mayShare(caller, gateway),
      });
    },

    async getModbusDeviceModulePage({ caller, language }, { body }) {
      const filter = {
        projectIds:
          body.DeviceId === undefined && body.DeviceModuleId === undefined ? projectsOf(caller, body) : undefined,
        gatewayId: body.DeviceId,
        slaveId: body.DeviceModuleId,
        text: body.Name,
        connections: body.ConnectStatusList,
      };
      const order = { by: body.SortType, ascending: body.IsAsc };
      const page = rowRange(body);
      const { rows, total } = await pageSlaves(gatewayTenantOf(caller), db, filter, order, page);
      return { Data: rows.map((row) => presentSlave(row, { language, nextAskAt })), TotalCount: total };
    },

    async getMasterControl({ caller, language }, { query }) {
      const tenant = gatewayTenantOf(caller);
      const gateway = await needGateway(tenant, db, query.deviceId);
      const slaves = await slavesOf(caller, gateway.id);
      const { rows } = await pageGateways(
        tenant,
        db,
        { gatewayIds: [gateway.id] },
        { by: 'name', ascending: true },
        { offset: 0, limit: 1 },
      );
      const row = asOfNow(rows[0]!);
      const lineUpAt = slaves.find(({ line_up_at }) => line_up_at !== null)?.line_up_at ?? null;
      return {
        DeviceId: row.id,
        DeviceName: inLanguage(row.name, row.name_en, language),
        ConnectStatus: row.connection,
        SinceEPOCH: epochOf(row.connection === 1 ? lineUpAt : row.offline_since),
        LastSeenEPOCH: epochOf(row.last_seen_at),
        SlaveTotal: slaves.length,
        SilentSlaveTotal: slaves.filter(({ connection }) => connection === 0).length,
        PointTotal: row.point_count,
        BadPointTotal: badPointsOf(tenant, row.id, {
          gateway: row.connection !== 1,
          slaveIds: new Set(slaves.flatMap(({ id, connection }) => (connection === 0 ? [id] : []))),
        }),
        Slaves: slaves.map((slave) => presentSlave(slave, { language, nextAskAt })),
      };
    },

    async getTerminalDropdow({ caller, language }, { query }) {
      const rows = await gatewaysToChoose(
        gatewayTenantOf(caller),
        db,
        {
          projectId: query.ProjectId ?? caller.projectId ?? undefined,
          protocols: query.protocolList,
          text: query.name,
        },
        maxToChoose,
      );
      return rows.map((row) => ({
        DeviceId: row.id,
        DeviceName: inLanguage(row.name, row.name_en, language),
        DeviceNo: row.serial_number,
        PROTOCOL: row.protocol,
        ProjectId: row.project_id,
        Slaves: row.slaves.map(({ id, name, address }) => ({
          DeviceModuleId: id,
          SlaveName: name,
          DeviceAddress: address,
        })),
      }));
    },
  };
}

const rowsAtOnce = 500;

/** The gateways as the list shows them. */
export function gatewayExporter({ db }: { db: Db }): Exporter<'gateways', ListedGateway> {
  type Question = ExportQuestion<Parameters<Exporter<'gateways', never>['count']>[0]['input']>;
  const pageAt = async ({ caller, input, language }: Question, offset: number, limit: number) => {
    const filter = await gatewayQuestion(caller, db, input.body);
    return pageGateways(gatewayTenantOf(caller), db, filter, orderOf(input.body, language), { offset, limit });
  };
  return defineExporter<'gateways', ListedGateway>({
    kind: 'gateways',
    columns: gatewayColumns,
    count: async (question) => (await pageAt(question, 0, 1)).total,
    async *rows(question) {
      for (let offset = 0; ; offset += rowsAtOnce) {
        const { rows } = await pageAt(question, offset, rowsAtOnce);
        yield* rows;
        if (rows.length < rowsAtOnce) return;
      }
    },
  });
}
