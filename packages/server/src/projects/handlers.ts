import { type projectCalls, projectErrors } from '@watchpost/contract';
import {
  alsoOfDeleted,
  type Caller,
  mayInCompany,
  mayInProject,
  needInCompany,
  system,
  type Tenant,
} from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import { inOneWrite, logged } from '../logs/index.ts';
import { companiesWhereHeld } from '../people/index.ts';
import { type SheetColumn, workbookType, writeWorkbook } from '../platform/excel/writeWorkbook.ts';
import { given } from '../platform/given.ts';
import type { CallContext, FileReply } from '../platform/http/callServer.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { rowRange } from '../platform/http/rowRange.wire.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { addProject } from './addProject.ts';
import { batchSetProject } from './batchSetProject.ts';
import { deleteProjects, recoverProjects } from './deleteProjects.ts';
import { editProject } from './editProject.ts';
import { emitProjectsChanged } from './emitProjectsChanged.ts';
import { handOverProjects } from './handOverProjects.ts';
import {
  countInProject,
  findCompany,
  findProjects,
  labelsInUse,
  listSubsystems,
  updateProject,
} from './manage.store.ts';
import { needCompany, needToConfigure, needToSee } from './needProject.ts';
import { PartitionTree } from './PartitionTree.ts';
import { listPartitions } from './places.store.ts';
import {
  type Presenting,
  type PresentingList,
  presentDeleted,
  presentDetail,
  presentEffect,
  presentListed,
  presentProject,
  presentSubsystem,
} from './present.ts';
import type { ProjectContext, ProjectDeps } from './projectDeps.ts';
import { deletedQuestion, projectQuestion } from './projectExporters.wire.ts';
import { pageDeletedProjects, pageProjects } from './projectPage.store.ts';
import { deletedColumns, type InSheet, maxExportedProjects, projectColumns } from './projectSheet.ts';
import { projectStateOf } from './projectState.ts';
import { type ProjectForm, subsystemsValue } from './projectValues.ts';
import { setApplications } from './setApplications.ts';
import { listProjects } from './store.ts';
import { subareaHandlers } from './subareas/handlers.ts';

type Input<Name extends keyof typeof projectCalls> = Parameters<Handlers<typeof projectCalls>[Name]>[1];

export function projectHandlers(deps: ProjectDeps): Handlers<typeof projectCalls> {
  const { db, clock, fileUrls, currentAlarms, standsOf, mapTiles } = deps;

  const presenting = ({ language }: Pick<ProjectContext, 'language'>): Presenting => ({
    language,
    nowMs: clock.now(),
    fileUrl: fileUrls.fileUrl,
  });

  /** What the rows of the company's lists are presented with. */
  async function presentingList({ caller, language }: ProjectContext): Promise<PresentingList> {
    const tenant = needCompany(caller);
    const [partitions, { time_zone }] = await Promise.all([listPartitions(tenant, db), findCompany(tenant, db)]);
    return {
      ...presenting({ language }),
      partitions: new PartitionTree(partitions),
      companyZone: time_zone,
      mayOpen: (projectId) => caller.grants?.projects.has(projectId) ?? false,
    };
  }

  async function projectPage(
    context: ProjectContext,
    body: Input<'exportProjectPage'>['body'],
    page: { offset: number; limit: number },
  ) {
    const { caller, language } = context;
    needInCompany(caller, ['projectsView', 'projectsEdit']);
    const tenant = needCompany(caller);
    const list = await presentingList(context);
    const { filter, order } = projectQuestion(body, { partitions: list.partitions, language });
    const { rows, total } = await pageProjects(tenant, db, filter, order, page, {
      nowMs: clock.now(),
      seenBy: caller.tenant,
    });
    return { rows, total, list };
  }

  async function deletedPage(
    context: ProjectContext,
    body: Input<'exportSubareaDelPage'>['body'],
    page: { offset: number; limit: number },
  ) {
    const { caller, language } = context;
    needInCompany(caller, ['projectsView', 'projectsEdit']);
    const list = await presentingList(context);
    const { filter, order } = deletedQuestion(body, { companyZone: list.companyZone, language });
    const { rows, total } = await pageDeletedProjects(
      needCompany(caller),
      db,
      filter,
      order,
      page,
      alsoOfDeleted(caller),
    );
    return { rows, total, list };
  }

  return {
    ...subareaHandlers(deps, presenting),

    async getUserOwnProject(context) {
      const { caller } = context;
      const [alarms, projects] = await Promise.all([currentAlarms(caller), listProjects(caller.tenant, db)]);
      const how = presenting(context);
      const stands = await standsOf(
        caller.tenant,
        projects.map(({ id }) => id),
      );
      // Who sees only some devices there has the boards of those alone.
      const isListed = new Set(caller.tenant.listedProjectIds);
      return projects.map((row) =>
        presentProject(
          isListed.has(row.id) ? { ...row, subsystem_codes: [] } : row,
          alarms.get(row.id),
          stands.get(row.id),
          how,
        ),
      );
    },

    async getCompanyProjectUserConfig({ caller, language }, { query }) {
      const { grants } = caller;
      const map = { MapTiles: mapTiles && { Url: mapTiles.url, Credit: mapTiles.credit, Datum: mapTiles.datum } };
      if (!grants) return { ...nobodysConfig, ...map };
      const manages = mayInCompany(caller, ['projectsView', 'projectsEdit']);
      const [company, tags] = await Promise.all([
        findCompany(grants, db),
        labelsInUse(grants, db, manages ? 'all' : [...grants.projects.keys()]),
      ]);
      const [project] = query.projectId === undefined ? [] : await findProjects(grants, db, [query.projectId]);
      const scope = grants.scopes.find(({ projectId }) => projectId === project?.id);
      return {
        ...map,
        Company: {
          CompanyId: company.id,
          CompanyName: inLanguage(company.name, company.name_en, language),
          Industry: company.industry,
          TimeZone: company.time_zone,
          TagList: tags,
        },
        Project: project
          ? {
              ProjectId: project.id,
              State: projectStateOf(project, clock.now()),
              Industry: project.industry,
              TimeZone: project.time_zone,
              ServiceEnd: project.service_end,
              BigTypeIdList: project.subsystem_ids,
            }
          : null,
        User: {
          MayEditProjects: mayInCompany(caller, ['projectsEdit']),
          MayConfigureProject:
            project !== undefined && mayInProject(grants, project.id, ['projectConfig', 'projectsEdit']),
          AllDevices: scope?.devices !== 'listed',
          AlarmLevels: [...(scope?.alarmLevels ?? [1, 2, 3, 4])],
        },
      };
    },

    async getProject(context, { query }) {
      const tenant = needCompany(context.caller);
      const project = await needToSee(context.caller, db, query.subareaId);
      const [counts, subsystems, list] = await Promise.all([
        countInProject(tenant, db, project.id, viewOf(context.caller, project.id)),
        listSubsystems(tenant, db, project.id, viewOf(context.caller, project.id)),
        presentingList(context),
      ]);
      return presentDetail(project, counts, { ...list, subsystems });
    },

    async getUserProjectAlarm({ caller, language }) {
      const alarms = await currentAlarms(caller);
      const projects = await listProjects(caller.tenant, db, [...alarms.keys()]);
      return projects.map(({ id, name, name_en }) => ({
        ProjectId: id,
        ProjectName: inLanguage(name, name_en, language),
        AlarmCount: alarms.get(id)!.count,
        AlarmLevel: alarms.get(id)!.severity,
      }));
    },

    async getProjectModelList({ caller, language }, { query }) {
      const { subareaId } = query;
      if (subareaId === undefined) needInCompany(caller, ['projectsView', 'projectsEdit', 'applicationManage']);
      const project = subareaId === undefined ? null : await needToSee(caller, db, subareaId);
      const view = project ? viewOf(caller, project.id) : system;
      const subsystems = await listSubsystems(needCompany(caller), db, project?.id ?? null, view);
      return subsystems.map((subsystem) => ({
        ...presentSubsystem(subsystem, language),
        Chosen: project?.subsystem_ids.includes(subsystem.id) ?? false,
        DeviceCount: subsystem.device_count,
      }));
    },

    async updateProjectModel(context, { body }) {
      const { caller, language } = context;
      const tenant = needCompany(caller);
      await inOneWrite(deps, context, async (write) => {
        const { transaction, log, unchanged } = write;
        const project = await needToConfigure(caller, transaction, body.SubareaId);
        const chosen = body.BigTypeIdList;
        const values = await subsystemsValue(tenant, transaction, chosen, project.id, language);
        const { subsystem_ids = project.subsystem_ids } = values;
        if (String(subsystem_ids) === String(project.subsystem_ids)) return unchanged();
        await updateProject(tenant, transaction, project.id, values);
        log({
          companyId: tenant.companyId,
          projectId: project.id,
          subject: { kind: 'project', id: project.id, name: project.name },
          ...logged(project, values),
        });
        await emitProjectsChanged(write, deps.events, tenant.companyId, [project.id], { access: false });
      });
      return null;
    },

    setApplications: async (context, { body }) => ({
      ChangedCount: await setApplications(deps, context, {
        projectIds: body.ProjectIdList,
        subsystemIds: body.BigTypeIdList,
        shown: body.Shown,
      }),
    }),

    async disableProject(context, { query }) {
      await batchSetProject(deps, context, [query.subareaId], { values: {}, disabled: query.disable });
      return null;
    },

    async addProject(context, { body }) {
      const project = { ...projectForm(body), name: body.ProjectName, parentId: body.parentId ?? null };
      return { ProjectId: await addProject(deps, context, project) };
    },

    editProject: (context, { body }) =>
      editProject(deps, context, body.SubareaId, { ...projectForm(body), ...given({ parentId: body.parentId }) }),

    deleteProject: async (context, { query }) =>
      presentEffect(await deleteProjects(deps, context, query.projectIdList)),

    async batchSetProject(context, { body: { TagList, TagMode, ...body } }) {
      const { values } = projectForm(body);
      const settings = given({
        parentId: body.parentId,
        disabled: body.Disabled,
        labels: TagList && { chosen: TagList, mode: TagMode },
      });
      return { Changed: await batchSetProject(deps, context, body.ProjectIdList, { ...settings, values }) };
    },

    recoverProject: (context, { body }) =>
      recoverProjects(deps, context, { projectIds: body.ProjectIdList, newName: body.ProjectName }),

    async getProjectPage(context, { body }) {
      const page = rowRange(body);
      const { rows, total, list } = await projectPage(context, body, page);
      return { Data: rows.map((row) => presentListed(row, list)), TotalCount: total };
    },

    async exportProjectPage(context, { body }) {
      const found = await projectPage(context, body, { offset: 0, limit: maxExportedProjects });
      const title = { zh: '项目列表', en: 'Projects' }[context.language];
      return sheetReply(context, { ...found, title, columns: projectColumns });
    },

    async getSubareaDelPage(context, { body }) {
      const page = rowRange(body);
      const { rows, total, list } = await deletedPage(context, body, page);
      return { Data: rows.map((row) => presentDeleted(row, list)), TotalCount: total };
    },

    async exportSubareaDelPage(context, { body }) {
      const found = await deletedPage(context, body, { offset: 0, limit: maxExportedProjects });
      const title = { zh: '已删除项目', en: 'Deleted projects' }[context.language];
      return sheetReply(context, { ...found, title, columns: deletedColumns });
    },

    async getAccessCompany({ caller, language }) {
      needInCompany(caller, ['projectsEdit']);
      const { companyId } = needCompany(caller);
      const companies = await companiesWhereHeld(system, db, caller.userId, ['projectsEdit']);
      return companies
        .filter(({ id }) => id !== companyId)
        .map(({ id, name, name_en }) => ({ CompanyId: id, CompanyName: inLanguage(name, name_en, language) }));
    },

    updateProjectCompany: (context, { body }) =>
      handOverProjects(deps, context, { fromCompanyId: body.OldCompanyId, projectIds: body.ProjectIdList }),
  };
}

type ProjectBody = Partial<Input<'editProject'>['body']>;

/** What a form sent, in our words; what it did not mention is absent. */
const projectForm = (body: ProjectBody): ProjectForm => ({
  ...given({
    name: body.ProjectName,
    nameEn: body.ProjectNameEn,
    cover: body.Cover,
    subsystemIds: body.BigTypeIdList,
  }),
  values: given({
    code: body.Code,
    industry: body.Industry,
    level: body.ProjectLevel,
    labels: body.TagList,
    address: body.Address,
    latitude: body.Latitude,
    longitude: body.Longitude,
    time_zone: body.TimeZone,
    service_start: body.ServiceStart,
    service_end: body.ServiceEnd,
    description: body.Description,
  }),
});

/** The view that counts a project's devices: the caller's own; for a project that the caller only manages, all devices. */
const viewOf = ({ grants, tenant }: Caller, projectId: number): Tenant =>
  grants?.projects.has(projectId) ? tenant : system;

const nobodysConfig = {
  Company: null,
  Project: null,
  User: { MayEditProjects: false, MayConfigureProject: false, AllDevices: true, AlarmLevels: [] },
};

function sheetReply<Row>(
  { language }: Pick<CallContext<Caller>, 'language'>,
  found: {
    rows: readonly Row[];
    total: number;
    list: PresentingList;
    title: string;
    columns: readonly SheetColumn<InSheet<Row>>[];
  },
): FileReply {
  const { rows, total, title, columns, list } = found;
  if (total > rows.length) throw new Refusal(projectErrors.tooManyToExport, { count: total, max: maxExportedProjects });
  const timeZone = list.companyZone;
  const inSheet = rows.map((row) => ({ ...row, frame: list }));
  return {
    name: `${title} ${localOfEpoch(list.nowMs, timeZone).slice(0, 10)}.xlsx`,
    contentType: workbookType,
    content: writeWorkbook({ title, columns, rows: inSheet, language, timeZone }),
  };
}
