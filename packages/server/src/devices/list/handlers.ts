import { deviceErrors, type deviceListCalls, type Language } from '@watchpost/contract';
import { needInProject, type UserTenant, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { workbookType, writeWorkbook } from '../../platform/excel/writeWorkbook.ts';
import type { FileReply } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { subsystemsChosen } from '../../projects/index.ts';
import type { DeviceFilter } from '../conditions.store.ts';
import type { DeviceDeps } from '../deviceDeps.ts';
import { presentStaticProperties } from '../properties/present.ts';
import { propertiesOfDevices } from '../properties/store.ts';
import { count, deviceStates, noDevices, ofDevices, type StatusTotals } from '../states/deviceStates.ts';
import { deviceColumns, devicesInSheet, projectColumns } from './deviceSheet.ts';
import { peopleSeeing } from './people.store.ts';
import {
  devicesWithin,
  type PresentingDevices,
  presentApplications,
  presentAreas,
  presentChoice,
  presentListed,
  presentRecords,
  presentTotals,
  presentTree,
  presentType,
} from './present.ts';
import {
  areasOfProject,
  type DeviceOrder,
  deviceIds,
  devicesInOrder,
  type ListedDevice,
  type NamedProject,
  namedDevices,
  pageDevices,
  placedDevices,
  pointTypesOf,
  projectsBelow,
} from './store.ts';

type Input<Name extends keyof typeof deviceListCalls> = Parameters<Handlers<typeof deviceListCalls>[Name]>[1];
type ListQuestion = Input<'exportModelTreePage'>['body'];

/** One file holds so many rows at most; more is not read by people but by programs, which page through the call. */
export const maxInSheet = 20_000;
/** A dropdown of more is not chosen from but searched. */
const maxToChoose = 1_000;

/** What a list's call asks, in our words. */
export function deviceQuestion(
  body: ListQuestion,
  language: Language,
): { filter: DeviceFilter; order: DeviceOrder; statuses: readonly number[] | undefined } {
  const projectIds = body.ProjectId === undefined ? body.ProjectIdList : [body.ProjectId];
  const classIds = body.SmallTypeId === undefined ? body.SmallTypeIdList : [body.SmallTypeId];
  return {
    filter: {
      projectIds,
      placeIds: body.SubareaIdList,
      subsystemId: body.BigTypeId,
      subsystem: body.subsystem,
      classIds,
      areaIds: body.LocationIdList,
      text: body.ModelTreeName,
      labels: body.TagList,
      brand: body.Brand,
      model: body.Model,
      hasPoints: body.IsMonitor,
      isWatched: body.IsSetAlarm,
      isWritable: body.ReadWrite && body.ReadWrite === 'readWrite',
      levels: body.LevelList,
    },
    order: { by: body.SortType === 'name' && language === 'en' ? 'nameEn' : body.SortType, ascending: body.IsAsc },
    statuses: body.ModelTreeStatus,
  };
}

/** The page of a list, each device with how it stands now. */
export async function listDevices(
  deps: Pick<DeviceDeps, 'db' | 'points' | 'live' | 'clock'>,
  tenant: UserTenant,
  question: ReturnType<typeof deviceQuestion>,
  range: { offset: number; limit: number },
) {
  const filter = await withStatuses(deps, tenant, question);
  const { rows, total } = await pageDevices(tenant, deps.db, filter, question.order, range);
  return { rows, total, states: await statesOf(deps, tenant, rows) };
}

/** Every device of the list, in pieces, each with how it stands when it is read. */
export async function* allDevices(
  deps: Pick<DeviceDeps, 'db' | 'points' | 'live' | 'clock'>,
  tenant: UserTenant,
  question: ReturnType<typeof deviceQuestion>,
  rowsAtOnce: number,
) {
  const ids = await deviceIds(tenant, deps.db, await withStatuses(deps, tenant, question), question.order);
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const rows = await devicesInOrder(tenant, deps.db, ids.slice(from, from + rowsAtOnce));
    yield { rows, states: await statesOf(deps, tenant, rows) };
  }
}

const statesOf = (
  deps: Parameters<typeof deviceStates>[0],
  tenant: UserTenant,
  rows: readonly { id: number; project_id: number }[],
) =>
  deviceStates(
    deps,
    tenant,
    [...new Set(rows.map(({ project_id }) => project_id))],
    ofDevices(rows.map(({ id }) => id)),
  );

/** How a device stands is not in the database: which ones stand as asked is found out first. */
async function withStatuses(
  deps: Pick<DeviceDeps, 'db' | 'points' | 'live' | 'clock'>,
  tenant: UserTenant,
  { filter, statuses }: ReturnType<typeof deviceQuestion>,
): Promise<DeviceFilter> {
  if (!statuses) return filter;
  const wanted = new Set<number>(statuses);
  const candidates = await deviceIds(tenant, deps.db, filter);
  const states = await deviceStates(deps, tenant, filter.projectIds ?? tenant.projectIds);
  return { ...filter, deviceIds: candidates.filter((id) => wanted.has(states.of(id).status)) };
}

export function deviceListHandlers(deps: DeviceDeps): Handlers<typeof deviceListCalls> {
  const { db, clock, fileUrls } = deps;

  const presentPage = async (
    tenant: UserTenant,
    { rows, states }: { rows: readonly ListedDevice[]; states: { of: PresentingDevices['stateOf'] } },
    { language, withProperties }: { language: Language; withProperties: boolean },
  ) => {
    const presenting = {
      language,
      zone: await zoneOf(tenant, db),
      fileUrl: fileUrls.fileUrl,
      stateOf: states.of,
    };
    if (!withProperties) return rows.map((row) => presentListed(row, presenting));
    const properties = await propertiesOfDevices(
      tenant,
      db,
      rows.map(({ id }) => id),
    );
    return rows.map((row) =>
      presentListed(row, presenting, presentStaticProperties(properties.get(row.id) ?? [], language)),
    );
  };

  async function page(tenant: UserTenant, language: Language, body: Input<'getModelTreePage'>['body']) {
    const question = deviceQuestion(body, language);
    const range = rowRange(body);
    const found = await listDevices(deps, tenant, question, range);
    const how = { language, withProperties: body.IsGetStaticProperty };
    return { question, Data: await presentPage(tenant, found, how), TotalCount: found.total };
  }

  /** Every project with how its devices stand, by name. */
  async function projectStatistics(
    tenant: UserTenant,
    body: Omit<Input<'exportModelTreeProjectStatistics'>['body'], 'CompanyId'>,
  ): Promise<(NamedProject & { totals: StatusTotals })[]> {
    const projects = await projectsBelow(tenant, db, { placeIds: body.subareaIdList, text: body.ProjectName });
    const projectIds = projects.map(({ id }) => id);
    const [devices, states] = await Promise.all([
      placedDevices(tenant, db, { projectIds, subsystemId: body.BigTypeId }),
      deviceStates(deps, tenant, projectIds),
    ]);
    const totals = new Map(projectIds.map((id) => [id, noDevices()]));
    for (const { id, project_id } of devices) count(totals.get(project_id)!, states.of(id));
    return projects.map((project) => ({ ...project, totals: totals.get(project.id)! }));
  }

  return {
    async getModelTreePage({ caller, language }, { body }) {
      const { Data, TotalCount } = await page(caller.tenant, language, body);
      return { Data, TotalCount };
    },

    async getModelPage({ caller, language }, { body }) {
      const { question, Data, TotalCount } = await page(caller.tenant, language, body);
      const named = await namedDevices(caller.tenant, db, question.filter, maxToChoose);
      return { Data, TotalCount, ModelTreeDropdown: named.map((device) => presentChoice(device, language)) };
    },

    async exportModelTreePage({ caller, language }, { body }) {
      const { tenant } = caller;
      const found = await listDevices(deps, tenant, deviceQuestion(body, language), { offset: 0, limit: maxInSheet });
      if (found.total > maxInSheet) throw new Refusal(deviceErrors.tooManyToExport, tooMany(found.total));
      const zone = await zoneOf(tenant, db);
      const title = { zh: '设备列表', en: 'Devices' }[language];
      const rows = devicesInSheet(found.rows, found.states);
      return sheet(title, writeWorkbook({ title, columns: deviceColumns, rows, language, timeZone: zone }), zone);
    },

    async getModelTreeGroupStatistics({ caller, language }, { body }) {
      const { tenant } = caller;
      const projects = await projectsBelow(tenant, db, { placeIds: body.subareaIdList });
      const projectIds = projects.map(({ id }) => id);
      const [devices, states] = await Promise.all([
        placedDevices(tenant, db, { projectIds, subsystemId: body.BigTypeId }),
        deviceStates(deps, tenant, projectIds),
      ]);
      const keyOf = (device: (typeof devices)[number]) =>
        ({ subsystem: device.subsystem_id, class: device.class_id, brand: device.brand })[body.Type];
      const sum = noDevices();
      const groups = [...Map.groupBy(devices, keyOf)].map(([key, members]) => {
        const totals = noDevices();
        for (const { id } of members) {
          count(totals, states.of(id));
          count(sum, states.of(id));
        }
        const first = members[0]!;
        const name = {
          subsystem: inLanguage(first.subsystem_zh, first.subsystem_en, language),
          class: inLanguage(first.class_zh, first.class_en, language),
          brand: first.brand,
        }[body.Type];
        return {
          Key: typeof key === 'number' ? key : null,
          Name: name,
          ProjectCount: new Set(members.map(({ project_id }) => project_id)).size,
          ...presentTotals(totals),
        };
      });
      // Of brands nobody knows an order but the number.
      if (body.Type === 'brand') groups.sort((a, b) => b.Total - a.Total);
      return { Sum: presentTotals(sum), Groups: groups };
    },

    async getModelTreeProjectStatistics({ caller, language }, { body }) {
      const rows = await projectStatistics(caller.tenant, body);
      const { SortType: by } = body;
      if (by !== 'name') rows.sort((a, b) => a.totals[by] - b.totals[by]);
      if (!body.IsAsc) rows.reverse();
      const start = (body.PageIndex - 1) * body.PageSize;
      return {
        Data: rows.slice(start, start + body.PageSize).map(({ id, name, name_en, totals }) => ({
          ProjectId: id,
          ProjectName: inLanguage(name, name_en, language),
          ...presentTotals(totals),
        })),
        TotalCount: rows.length,
      };
    },

    async getApplicationPage({ caller, language }, { body }) {
      const { tenant } = caller;
      const projects = await projectsBelow(tenant, db, { text: body.ProjectName });
      if (!body.IsAsc) projects.reverse();
      const start = (body.PageIndex - 1) * body.PageSize;
      const shown = projects.slice(start, start + body.PageSize);
      const projectIds = shown.map(({ id }) => id);
      const [devices, states, chosen] = await Promise.all([
        placedDevices(tenant, db, { projectIds }),
        deviceStates(deps, tenant, projectIds),
        subsystemsChosen(tenant, db, projectIds),
      ]);
      const devicesOf = Map.groupBy(devices, ({ project_id }) => project_id);
      const chosenOf = Map.groupBy(chosen, ({ project_id }) => project_id);
      return {
        Data: shown.map(({ id, name, name_en }) => ({
          ProjectId: id,
          ProjectName: inLanguage(name, name_en, language),
          Applications: presentApplications(devicesOf.get(id) ?? [], chosenOf.get(id) ?? [], states.of, language),
        })),
        TotalCount: projects.length,
      };
    },

    async exportModelTreeProjectStatistics({ caller, language }, { body }) {
      const rows = await projectStatistics(caller.tenant, body);
      const zone = await zoneOf(caller.tenant, db);
      const title = { zh: '设备项目统计', en: 'Devices by project' }[language];
      return sheet(title, writeWorkbook({ title, columns: projectColumns, rows, language, timeZone: zone }), zone);
    },

    async modelTrees({ caller, language }, { query }) {
      const filter = query.projectId === undefined ? {} : { projectIds: [query.projectId] };
      const devices = await placedDevices(caller.tenant, db, filter);
      return presentTree(devices, language, { withDevices: query.isGetModelTree });
    },

    async getchildPlan({ caller, language }, { query }) {
      const [areas, devices] = await Promise.all([
        areasOfProject(caller.tenant, db, query.project),
        placedDevices(caller.tenant, db, { projectIds: [query.project] }),
      ]);
      return presentAreas(areas, devices, language);
    },

    async queryDeviceInfo({ caller, language }, { body }) {
      const filter = body.ProjectId === undefined ? {} : { projectIds: [body.ProjectId] };
      const devices = await placedDevices(caller.tenant, db, filter);
      return presentRecords(presentTree(devices, language, { withDevices: true }));
    },

    getMtIdList: ({ caller }, { query }) =>
      deviceIds(caller.tenant, db, {
        projectIds: query.projectId === undefined ? undefined : [query.projectId],
        subsystemId: query.bigTypeId,
        classIds: query.smallTypeId === undefined ? undefined : [query.smallTypeId],
        text: query.modelTreeName,
      }),

    async getArealist({ caller, language }, { query }) {
      const [areas, devices] = await Promise.all([
        areasOfProject(caller.tenant, db, query.projectId),
        placedDevices(caller.tenant, db, { projectIds: [query.projectId] }),
      ]);
      const counts = devicesWithin(areas, devices);
      return areas.map((area) => ({
        ...presentChoice(area, language),
        parentId: area.parent_id === query.projectId ? null : area.parent_id,
        DeviceCount: counts.get(area.id) ?? 0,
      }));
    },

    async getPersonList({ caller }, { query }) {
      needInProject(caller, query.projectId, ['projectConfig', 'membersView', 'membersEdit']);
      const people = await peopleSeeing(caller.tenant, db, query.projectId, query.modelTreeId ?? null);
      return people.map(({ id, name }) => ({ Key: id, Value: name }));
    },

    async getModelTreeAndPointTypeDropdown({ caller, language }, { body }) {
      const filter = {
        projectIds: body.ProjectId === undefined ? body.ProjectIdList : [body.ProjectId],
        subsystemId: body.BigTypeId,
        classIds: body.SmallTypeId === undefined ? undefined : [body.SmallTypeId],
      };
      const [devices, types] = await Promise.all([
        namedDevices(caller.tenant, db, filter, maxToChoose),
        pointTypesOf(caller.tenant, db, filter, language),
      ]);
      return {
        ModelTreeDropdown: devices.map((device) => presentChoice(device, language)),
        PointTypeDropdown: types.map((type) => presentType(type, language)),
      };
    },
  };

  function sheet(title: string, content: FileReply['content'], zone: string): FileReply {
    return {
      name: `${title} ${localOfEpoch(clock.now(), zone).slice(0, 10)}.xlsx`,
      contentType: workbookType,
      content,
    };
  }
}

const tooMany = (count: number) => ({ count, max: maxInSheet });
