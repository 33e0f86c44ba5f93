import {
  commonErrors,
  type PointValue,
  silentAfterCycles,
  type TagKey,
  type tagCalls,
  tagImportMaxRows,
  type UploadedFile,
  type TagRow as WireTag,
} from '@watchpost/contract';
import { type Caller, mayInProject, maySee, needInProject } from '../../access/index.ts';
import { certifiedUntil } from '../../compliance/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { readSheet } from '../../platform/excel/readSheet.ts';
import { bringInSheet, isRight, markedRowsOf, sheetFile, templateOf } from '../../platform/excel/sheetImport.wire.ts';
import { writeWorkbook } from '../../platform/excel/writeWorkbook.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { findPoints } from '../../points/index.ts';
import type { TransportContext, TransportDeps } from '../deps.ts';
import { fileIn, projectOf } from '../projectOf.ts';
import { rangeOf } from '../rangeOf.ts';
import { addTags } from './addTags.ts';
import { changeTags, deleteTags } from './changeTags.wire.ts';
import { newestSyncs, rangesOf, syncsDuring, uploadsOf } from './memory.store.ts';
import { holesWithin } from './memoryRanges.ts';
import { calibrationsOf, findTags, pageTags, type TagRow } from './tag.store.ts';
import { historyColumns, readTag } from './tagHistory.wire.ts';
import { rowsOfTags, tagColumns, wantedTag } from './tagSheet.wire.ts';

const usualType = 1;

const shownUploads = 20;
const shownHoles = 200;

export function tagHandlers(deps: TransportDeps): Handlers<typeof tagCalls> {
  const { db, clock, history, presentLive } = deps;

  async function needTag({ tenant }: Pick<Caller, 'tenant'>, id: number): Promise<TagRow> {
    const [tag] = await findTags(tenant, db, [id]);
    if (!tag) throw new Refusal(commonErrors.notFound);
    return tag;
  }

  /** Tags are set up where the caller sets up gateways and sees every device. */
  function needToSetUp(caller: Caller, projectId: number): void {
    needInProject(caller, projectId, ['terminalsEdit']);
    if (!maySee(caller.tenant, projectId, null)) throw new Refusal(commonErrors.wholeProjectNeeded);
  }

  async function presented({ caller, language }: TransportContext, rows: readonly TagRow[]): Promise<WireTag[]> {
    const values = new Map<number, PointValue>();
    for (const [projectId, tags] of Map.groupBy(rows, ({ project_id }) => project_id)) {
      const ids = tags.flatMap(({ points }) => Object.values(points));
      const points = await findPoints(caller.tenant, db, ids);
      for (const value of await presentLive(caller.tenant, projectId, points, language))
        values.set(value.PointId, value);
    }
    const certificates = await certifiedUntil(
      caller.tenant,
      db,
      rows.flatMap(({ points }) => points.temperature ?? []),
    );
    return rows.map((row) => ({
      ...presentTag(row, values, { caller, language, now: clock.now() }),
      CertificateUntil: certificates.get(row.points.temperature ?? 0) ?? null,
    }));
  }

  async function sheetOf(context: TransportContext, projectId: number, files: readonly UploadedFile[]) {
    needToSetUp(context.caller, projectId);
    const sheet = await readSheet(fileIn(files), { maxRows: tagImportMaxRows });
    const rows = await rowsOfTags(context.caller.tenant, db, sheet, context.language);
    return { sheet, rows, columns: tagColumns };
  }

  /** A tag's readings as a spreadsheet. */
  async function asFile(
    { caller, language, signal }: TransportContext,
    { SensorId, start, end }: { SensorId: number; start: string; end: string },
    as: 'corrected' | 'original',
  ) {
    const tag = await needTag(caller, SensorId);
    needInProject(caller, tag.project_id, ['historyExcel', 'historyExcelData']);
    const range = await rangeOf(deps, caller, tag.project_id, { start, end });
    const calibrations = await calibrationsOf(caller.tenant, db, tag.id);
    const rows = await readTag(
      history,
      tag,
      { calibrations, syncs: await syncsDuring(caller.tenant, db, tag.id, range) },
      { ...range, as },
      signal,
    );
    const { timeZone } = range;
    const title = tag.serial_number;
    return sheetFile(
      writeWorkbook({ title, columns: historyColumns(tag, as), rows, language, timeZone }),
      `${title} ${start.slice(0, 10)}`,
    );
  }

  /** A page of a tag's readings, newest first. */
  async function asPage(
    { caller, signal }: TransportContext,
    { SensorId, start, end }: { SensorId: number; start: string; end: string },
    as: 'corrected' | 'original',
    { index, size }: { index: number; size: number },
  ) {
    const tag = await needTag(caller, SensorId);
    const range = await rangeOf(deps, caller, tag.project_id, { start, end });
    const calibrations = await calibrationsOf(caller.tenant, db, tag.id);
    const rows = (
      await readTag(
        history,
        tag,
        { calibrations, syncs: await syncsDuring(caller.tenant, db, tag.id, range) },
        { ...range, as },
        signal,
      )
    ).reverse();
    return { Data: rows.slice((index - 1) * size, index * size), TotalCount: rows.length };
  }

  return {
    async batchAddSensorTag(context, { query, body }) {
      const { caller } = context;
      const projectId = projectOf(caller, query.projectId);
      needToSetUp(caller, projectId);
      const tags = body.map((tag) => wantedTag(tag, query.tagType ?? usualType));
      const ids = await inOneWrite(deps, context, (write) => addTags(deps, caller.tenant, write, projectId, tags));
      return { SensorIdList: ids };
    },

    async sensorTagList(context, { body }) {
      const { caller } = context;
      const asked = body.ProjectId === undefined ? body.ProjectIdList : [body.ProjectId];
      const here = body.QueryAll || caller.projectId === null ? undefined : [caller.projectId];
      const { rows, total } = await pageTags(
        caller.tenant,
        db,
        {
          projectIds: asked ?? here,
          text: body.Name,
          types: body.TagTypeList,
          isBound: body.IsBound,
          isRecorder: body.IsRecorder,
        },
        { by: body.SortType, ascending: body.IsAsc },
        rowRange(body),
      );
      return { Data: await presented(context, rows), TotalCount: total };
    },

    updateSensor: async (context, { body }) => ({ Updated: await changeTags(deps, context, body) }),
    batchDeleteSensorTag: async (context, { body }) => ({
      Deleted: await deleteTags(deps, context, body.SensorIdList),
    }),

    async getSensorHistList(context, { query }) {
      const { Data, TotalCount } = await asPage(context, query, 'corrected', {
        index: query.pageIndex,
        size: query.pageSize,
      });
      return { Data: Data.map(({ tOffset: _t, hOffset: _h, TagEpoch: _c, ...reading }) => reading), TotalCount };
    },
    async getTagMemory({ caller, language }, { query }) {
      const [tag] = await findTags(caller.tenant, db, [query.sensorId]);
      if (!tag) throw new Refusal(commonErrors.notFound);
      const ranges = await rangesOf(caller.tenant, db, tag.id);
      const uploads = await uploadsOf(caller.tenant, db, tag.id, shownUploads);
      const syncs = await newestSyncs(caller.tenant, db, tag.id, shownUploads);
      const times = ranges.flatMap(({ firstAt, lastAt }) => [firstAt, lastAt]);
      const { expected, holes } = holesWithin(ranges, { from: Math.min(...times), to: Math.max(...times) + 1 });
      const received = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
      return {
        ReceivedCount: received,
        MissingCount: Math.max(0, expected - received),
        FirstEpoch: times.length === 0 ? null : Math.min(...times),
        LastEpoch: times.length === 0 ? null : Math.max(...times),
        HoleList: holes
          .slice(-shownHoles)
          .reverse()
          .map(({ first, last, from, to }) => ({ First: first, Last: last, FromEpoch: from, ToEpoch: to })),
        UploadList: uploads.map((each) => ({
          BeginEpoch: each.began_at.getTime(),
          EndEpoch: each.received_at.getTime(),
          First: each.first_sequence,
          Last: each.last_sequence,
          AddedCount: each.added,
          GatewayName:
            each.gateway_name === null ? null : inLanguage(each.gateway_name, each.gateway_name_en, language),
        })),
        ClockList: syncs
          .reverse()
          .map(({ gatewayTime, tagTime }) => ({ Time: gatewayTime, OffsetMs: tagTime - gatewayTime })),
      };
    },
    getOriginalSensorHistList: (context, { body }) =>
      asPage(context, body, 'original', { index: body.PageIndex, size: body.PageSize }),
    exportOriginalSensorHistList: (context, { body }) => asFile(context, body, 'original'),
    downSensorHistoryData: (context, { query }) => asFile(context, query, 'corrected'),

    async getSensorTagTemplate({ language }) {
      const example = [['T2600001', { zh: '前部 1 号', en: 'Front 1' }[language], null, '60', '0', '0']];
      const title = { zh: '标签导入模板', en: 'Tags template' };
      return sheetFile(templateOf(tagColumns, example, title, language), title[language]);
    },

    async importSensorTag(context, { query, files }) {
      const { tenant } = context.caller;
      const projectId = projectOf(context.caller, query.projectId);
      const filled = await sheetOf(context, projectId, files);
      const right = filled.rows.flatMap((row) => (isRight(row) && row.value ? [wantedTag(row.value, usualType)] : []));
      return bringInSheet(context, { ...filled, right }, query, (tags) =>
        inOneWrite(deps, context, (write) => addTags(deps, tenant, write, projectId, tags)),
      );
    },

    async correctImportSensorTag(context, { query, files }) {
      const filled = await sheetOf(context, projectOf(context.caller, query.projectId), files);
      return markedRowsOf(filled, { zh: '待修正的标签', en: 'Tags to correct' }, context.language);
    },
  };
}

function presentTag(
  row: TagRow,
  values: ReadonlyMap<number, PointValue>,
  { caller, language, now }: Pick<TransportContext, 'caller' | 'language'> & { now: number },
): Omit<WireTag, 'CertificateUntil'> {
  const live = (key: TagKey): PointValue | null => values.get(row.points[key] ?? 0) ?? null;
  const times = Object.values(row.points).flatMap((id) => values.get(id)?.Time ?? []);
  const last = times.length === 0 ? null : Math.max(...times);
  const { grants } = caller;
  return {
    SensorId: row.id,
    TagSn: row.serial_number,
    TagName: inLanguage(row.name, row.name_en, language),
    TagType: row.tag_type,
    ProjectId: row.project_id,
    ProjectName: inLanguage(row.project_name, row.project_name_en, language),
    ModelTreeId: row.device_id,
    cycle: row.cycle_seconds,
    tOffset: row.t_offset,
    hOffset: row.h_offset,
    tAlarm: row.alarm_low === null && row.alarm_high === null ? null : { low: row.alarm_low, high: row.alarm_high },
    State: last === null ? 'new' : now - last > silentAfterCycles * row.cycle_seconds * 1000 ? 'silent' : 'heard',
    LastEpoch: last,
    GatewayName: row.gateway_name === null ? null : inLanguage(row.gateway_name, row.gateway_name_en, language),
    Temperature: live('temperature'),
    Humidity: live('humidity'),
    Door: live('door'),
    Battery: live('battery'),
    WaybillId: row.waybill_id,
    WaybillNumber: row.waybill_number,
    MayEdit: grants !== null && mayInProject(grants, row.project_id, ['terminalsEdit']),
  };
}
