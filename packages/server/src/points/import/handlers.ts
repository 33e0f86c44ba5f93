import {
  commonErrors,
  deviceErrors,
  pointErrors,
  type pointImportCalls,
  pointImportMaxRows,
  type UploadedFile,
} from '@watchpost/contract';
import { maySee, needInProject } from '../../access/index.ts';
import { gatewayTenantOf, needLineToSetUp } from '../../gateways/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { readSheet, type Sheet } from '../../platform/excel/readSheet.ts';
import { bringInSheet, sheetFile, templateOf, wrongRowsOf } from '../../platform/excel/sheetImport.wire.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { PointContext, PointDeps } from '../PointDeps.ts';
import { addDevices } from '../places/addDevices.ts';
import { pointsToChoose, projectsToSetUp } from '../places/places.store.ts';
import { addPoints, problemsOf } from '../setUp/addPoints.ts';
import type { PointDraft, PointPlace } from '../setUp/PointDraft.ts';
import { findSlave, lockPoints } from '../setUp/setUp.store.ts';
import { deviceColumns, pointColumns, pointExamples, sheetTitles } from './pointSheet.ts';
import { gatewaysNamed, type PlannedDevice, planDevices, rowsOfDevices } from './rowsOfDevices.wire.ts';
import { rowsOfPoints } from './rowsOfPoints.wire.ts';

const contentOf = (files: readonly UploadedFile[]): Uint8Array => {
  const [file] = files;
  if (!file) throw new Refusal(commonErrors.fileMissing);
  return file.content;
};

export function importHandlers(deps: PointDeps): Handlers<typeof pointImportCalls> {
  const { db, events } = deps;

  async function needSlave({ caller }: PointContext, slaveId: number): Promise<PointPlace> {
    const slave = await findSlave(gatewayTenantOf(caller), db, slaveId);
    if (!slave) throw new Refusal(pointErrors.slaveUnknown);
    await needLineToSetUp(caller, db, [slave]);
    return { projectId: slave.project_id, gatewayId: slave.gateway_id, slaveId };
  }

  async function readPoints({ caller, language }: PointContext, place: PointPlace, files: readonly UploadedFile[]) {
    const sheet = await readSheet(contentOf(files), { maxRows: pointImportMaxRows });
    return rowsOfPoints(caller.tenant, db, sheet, place, language);
  }

  /**
   * The one that is named, by the call or its header; else the only one whose devices the caller sets up: of this industry, and of
   * several the one that has the gateways of the sheet.
   */
  async function projectOf(
    { caller, language }: PointContext,
    industry: number | undefined,
    sheet: Sheet,
  ): Promise<number> {
    if (caller.projectId !== null) return caller.projectId;
    const { tenant } = caller;
    const ofIndustry = await projectsToSetUp(tenant, db, { industry: industry ?? null, gatewayNames: [] });
    const gatewayNames = ofIndustry.length > 1 ? gatewaysNamed(sheet, language) : [];
    const meant =
      gatewayNames.length > 0
        ? await projectsToSetUp(tenant, db, { industry: industry ?? null, gatewayNames })
        : ofIndustry;
    const [projectId, ...others] = meant;
    if (projectId === undefined || others.length > 0) throw new Refusal(pointErrors.chooseProject);
    return projectId;
  }

  async function readDevices(
    context: PointContext,
    { industry }: { industry?: number | undefined },
    files: readonly UploadedFile[],
  ) {
    const { caller, language } = context;
    const sheet = await readSheet(contentOf(files), { maxRows: pointImportMaxRows });
    const projectId = await projectOf(context, industry, sheet);
    needInProject(caller, projectId, ['projectConfig']);
    // A trial run alone would tell which hidden devices there are.
    if (!maySee(caller.tenant, projectId, null)) throw new Refusal(deviceErrors.onlySomeDevices);
    return { projectId, ...(await rowsOfDevices(gatewayTenantOf(caller), db, sheet, projectId, language)) };
  }

  return {
    async getPointTemplate({ language }, { query }) {
      return sheetFile(
        templateOf(pointColumns, query.isExample ? pointExamples[language] : [], sheetTitles.points, language),
        { zh: '点位导入模板', en: 'Points template' }[language],
      );
    },

    async importPoint(context, { query, files }) {
      const { caller } = context;
      const place = await needSlave(context, query.slaveId);
      const read = await readPoints(context, place, files);
      return bringInSheet(context, { ...read, columns: pointColumns }, query, async (drafts: readonly PointDraft[]) => {
        await inOneWrite(deps, context, async (write) => {
          await lockPoints(caller.tenant, write.transaction, place.projectId);
          // Somebody may have come in between.
          const [problem] = await problemsOf(caller.tenant, write.transaction, place, drafts);
          if (problem) throw new Refusal(problem.entry, problem.parameters);
          await addPoints(caller.tenant, write, events, place, drafts);
        });
      });
    },

    async correctImportPoint(context, { query, files }) {
      const place = await needSlave(context, query.slaveId);
      const read = await readPoints(context, place, files);
      return wrongRowsOf(
        { ...read, columns: pointColumns },
        { zh: '待修正的点位', en: 'Points to correct' },
        context.language,
      );
    },

    async getModelTreeTemplate({ caller, language }, { query }) {
      const points = await pointsToChoose(gatewayTenantOf(caller), db, query.projectId);
      // What is not placed yet is what has to be filled in.
      const rows = points
        .filter(({ placed }) => !placed)
        .map(({ name, name_en, line, line_en, slave }) =>
          language === 'en'
            ? [null, null, null, line_en ?? line, slave, name_en ?? name]
            : [null, null, null, line, slave, name],
        );
      return sheetFile(
        templateOf(deviceColumns, rows, sheetTitles.devices, language),
        { zh: '设备与点位模板', en: 'Devices and points template' }[language],
      );
    },

    async importModelTree(context, { query, files }) {
      const { projectId, ...read } = await readDevices(context, query, files);
      const { tenant } = context.caller;
      return bringInSheet(
        context,
        { ...read, columns: deviceColumns },
        query,
        async (rows: readonly PlannedDevice[]) => {
          await inOneWrite(deps, context, (write) =>
            addDevices(tenant, write, deps, {
              projectId,
              onSameName: 'merge',
              devices: planDevices(rows),
            }),
          );
        },
      );
    },

    async correctImportModelTree(context, { query, files }) {
      const { projectId: _, ...read } = await readDevices(context, query, files);
      return wrongRowsOf(
        { ...read, columns: deviceColumns },
        { zh: '待修正的设备', en: 'Devices to correct' },
        context.language,
      );
    },
  };
}
