import {
  commonErrors,
  type goodsCalls,
  staleAfterMs,
  transportErrors,
  type UploadedFile,
  type WaybillDetail,
  type WaybillTag,
  type waybillCalls,
  waybillImportMaxRows,
} from '@watchpost/contract';
import { mayInProject, maySee, needInProject } from '../../access/index.ts';
import { certifiedUntil, documentsOf, readDocumentFile } from '../../compliance/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite } from '../../logs/index.ts';
import { readSheet } from '../../platform/excel/readSheet.ts';
import { bringInSheet, markedRowsOf, sheetFile, templateOf } from '../../platform/excel/sheetImport.wire.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { findProjectFacts, shownUntil } from '../../projects/index.ts';
import { custodianAt } from '../certificates/certificatePaper.ts';
import { isCertificateDue } from '../certificates/due.store.ts';
import { certificateFile } from '../certificates/issueCertificates.ts';
import type { TransportContext, TransportDeps } from '../deps.ts';
import { arrivalVisit, departureFrom } from '../fences/fenceMoves.ts';
import { addHandover } from '../handovers/addHandover.wire.ts';
import { handoversOf } from '../handovers/handover.store.ts';
import { fileIn, projectOf } from '../projectOf.ts';
import { lastReadOf } from '../tags/memory.store.ts';
import { tellTransport } from '../tellTransport.ts';
import { findStretches, heldValues, kineticMean, worstDay } from './figures.ts';
import { goodsEstimate } from './goodsEstimate.wire.ts';
import { bindToWaybill, moveWaybill, unbindFromWaybill } from './moveWaybill.ts';
import { presentCertificate, presentHandover, presentWaybill } from './present.ts';
import { isSilent } from './readiness.ts';
import { addWaybills, changeWaybill, needToEdit, valuesOf } from './saveWaybill.wire.ts';
import {
  type BoundTag,
  deleteRange,
  eventsOf,
  findWaybill,
  insertRange,
  listRanges,
  lockRanges,
  pageWaybills,
  tagsOf,
  updateRange,
  usesOfRange,
  type WaybillRow,
} from './waybill.store.ts';
import { projectsOfSheet, rowsOfWaybills, waybillColumns } from './waybillSheet.wire.ts';

export function waybillHandlers(deps: TransportDeps): Handlers<typeof waybillCalls & typeof goodsCalls> {
  const { db, clock, history } = deps;

  /** What a tag measured while it was bound, held against the limits of the waybill. */
  async function figuresOf(
    { caller: { tenant }, language, signal }: TransportContext,
    { low, high, shipper }: WaybillRow,
    tag: BoundTag,
    certificates: ReadonlyMap<number, string>,
    handovers: readonly { readonly at: number; readonly to: string }[],
    until: number,
  ): Promise<WaybillTag> {
    const from = tag.bound_at.getTime();
    const to = Math.min(tag.unbound_at?.getTime() ?? until, until);
    const shown = {
      SensorId: tag.tag_id,
      TagSn: tag.serial_number,
      TagName: inLanguage(tag.name, tag.name_en, language),
      Place: tag.place,
      BoundEpoch: from,
      UnboundEpoch: tag.unbound_at?.getTime() ?? null,
      PointId: tag.point_id,
      IsSilent: isSilent(deps, tag, clock.now()),
      CertificateUntil: tag.point_id === null ? null : (certificates.get(tag.point_id) ?? null),
      MemoryReadEpoch: tag.tag_id === null ? null : ((await lastReadOf(tenant, db, tag.tag_id))?.getTime() ?? null),
    };
    const nothing = {
      ...{ KnownMs: null, Lowest: null, Highest: null, Mean: null, BeyondMs: null, KineticMean: null, WorstDay: null },
      ExcursionList: [],
    };
    if (tag.point_id === null || tag.cycle_seconds === null || to <= from) return { ...shown, ...nothing };
    const samplingIntervalMs = tag.cycle_seconds * 1000;
    const limits =
      low === null && high === null
        ? null
        : [{ from, to, low: low ?? Number.NEGATIVE_INFINITY, high: high ?? Number.POSITIVE_INFINITY }];
    const point = { pointId: tag.point_id, samplingIntervalMs, kind: 'analog' as const, limits };
    const [found] = await history.rawWithTotals([point], from, to, signal);
    const totals = found?.totals;
    if (!found || !totals) return { ...shown, ...nothing };
    const number = (value: number): number | null => (Number.isFinite(value) ? value : null);
    const staleMs = staleAfterMs(samplingIntervalMs);
    const worst = worstDay(found, found.before, { from, to, staleMs });
    const { excursions } = findStretches(found, found.before, { from, to, staleMs }, { low, high });
    return {
      ...shown,
      KnownMs: Math.round(totals.knownMs),
      Lowest: number(totals.min),
      Highest: number(totals.max),
      Mean: number(totals.avg),
      BeyondMs: limits === null ? null : Math.round(totals.beyondMs ?? 0),
      WorstDay: worst && { FromEpoch: worst.from, KineticMean: worst.kinetic },
      KineticMean: kineticMean(heldValues(found, found.heldTo, staleMs)),
      ExcursionList: excursions.map((each) => ({
        FromEpoch: each.from,
        ToEpoch: each.to,
        Extreme: each.extreme,
        DegreeHours: each.degreeHours,
        Custodian: custodianAt({ handovers, shipper }, each.from),
      })),
    };
  }

  /** When the vehicle came to the destination of a waybill, as its positions say. */
  async function arrivalAt(
    { caller, signal }: TransportContext,
    waybill: WaybillRow,
    until: number,
  ): Promise<WaybillDetail['FenceArrival']> {
    const visit = await arrivalVisit(deps, caller.tenant, waybill, until, signal);
    if (!visit) return null;
    return {
      FromEpoch: visit.from,
      ToEpoch: visit.to,
      IsArrivalKnown: visit.isArrivalKnown,
      IsOpen: visit.isOpen,
    };
  }

  async function detailOf(context: TransportContext, id: number): Promise<WaybillDetail> {
    const { caller, language } = context;
    const { tenant } = caller;
    const waybill = await findWaybill(tenant, db, id);
    const project = waybill && (await findProjectFacts(tenant, db, waybill.project_id));
    if (!waybill || !project) throw new Refusal(commonErrors.notFound);
    const until = Math.min(clock.now(), shownUntil(project) ?? Number.POSITIVE_INFINITY);
    const handovers = await handoversOf(tenant, db, id);
    const takenOver = handovers.map(({ at, to_name }) => ({ at: at.getTime(), to: to_name }));
    const tags: WaybillTag[] = [];
    const bound = await tagsOf(tenant, db, id);
    const certified = await certifiedUntil(
      tenant,
      db,
      bound.flatMap(({ point_id }) => point_id ?? []),
    );
    for (const tag of bound) tags.push(await figuresOf(context, waybill, tag, certified, takenOver, until));
    const events = await eventsOf(tenant, db, id);
    const certificates = await documentsOf(tenant, db, 'waybill', id);
    const { grants } = caller;
    return {
      ...presentWaybill(waybill, { caller, language, now: clock.now() }),
      TagList: tags,
      HandoverList: handovers.map((row) => presentHandover(row, deps.fileUrls)),
      CertificateList: certificates.map((row, i) =>
        presentCertificate(row, certificates[i + 1] ?? null, deps.publicUrl),
      ),
      FenceDeparture: waybill.status === 0 ? await departureFrom(deps, tenant, waybill, until, context.signal) : null,
      FenceArrival: await arrivalAt(context, waybill, until),
      IsCertificateDue: await isCertificateDue(tenant, db, id),
      MayHandOver:
        waybill.status !== 5 &&
        maySee(tenant, waybill.project_id, null) &&
        grants !== null &&
        mayInProject(grants, waybill.project_id, ['waybillEdit']),
      EventList: events.map(({ at, user_name, text_zh, text_en }) => ({
        Time: at.getTime(),
        UserName: user_name,
        Content: language === 'en' ? text_en : text_zh,
      })),
    };
  }

  async function sheetOf(context: TransportContext, named: number | undefined, files: readonly UploadedFile[]) {
    const { caller, language } = context;
    if (named !== undefined) needToEdit(caller, projectOf(caller, named));
    const sheet = await readSheet(fileIn(files), { maxRows: waybillImportMaxRows });
    const isSaid = named !== undefined || caller.projectId !== null;
    const possible = isSaid ? [] : await projectsOfSheet(caller.tenant, db, sheet, language);
    const projectId = projectOf(caller, named, possible.length > 0 ? possible : undefined);
    needToEdit(caller, projectId);
    const read = await rowsOfWaybills(caller.tenant, db, sheet, projectId, language);
    return { sheet, projectId, columns: waybillColumns, ...read };
  }

  return {
    async getWaybillPageV2({ caller, language }, { body }) {
      const asked = body.ProjectId === undefined ? body.ProjectIdList : [body.ProjectId];
      const here = body.QueryAll || caller.projectId === null ? undefined : [caller.projectId];
      const { rows, total } = await pageWaybills(
        caller.tenant,
        db,
        {
          projectIds: asked ?? here,
          number: body.WaybillNumber,
          statuses: body.TransportStatusList,
          carIds: body.CarIdList,
          text: body.Text,
        },
        { by: body.SortType, ascending: body.IsAsc },
        rowRange(body),
      );
      return {
        Data: rows.map((row) => presentWaybill(row, { caller, language, now: clock.now() })),
        TotalCount: total,
      };
    },

    getWaybillManagement: (context, { query }) => detailOf(context, query.waybillId),

    getGoodsEstimate: (context, { query }) => goodsEstimate(deps, context, query.waybillId),

    async addWaybill(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      const { ProjectId: projectId, ...form } = body;
      needToEdit(caller, projectId);
      return inOneWrite(deps, context, async (write) => {
        const values = await valuesOf(tenant, write.transaction, projectId, form);
        const [id] = await addWaybills(
          deps,
          tenant,
          write,
          projectId,
          [{ ...values, number: body.WaybillNumber }],
          [body.StopList],
        );
        return { WaybillId: id! };
      });
    },

    async editWaybill(context, { body }) {
      await changeWaybill(deps, context, body);
      return null;
    },

    async moveWaybill(context, { body }) {
      await moveWaybill(deps, context, {
        id: body.WaybillId,
        move: body.Move,
        reason: body.Reason,
        time: body.Time,
      });
      return detailOf(context, body.WaybillId);
    },

    async addHandover(context, { body }) {
      await addHandover(deps, context, body);
      return detailOf(context, body.WaybillId);
    },

    async getWaybillCertificate({ caller, language }, { query }) {
      const file = await readDocumentFile(caller.tenant, db, query.document, certificateFile(language));
      const waybill =
        file?.kind === 'waybill' && file.subject_id !== null
          ? await findWaybill(caller.tenant, db, file.subject_id)
          : undefined;
      if (!file || !waybill) throw new Refusal(commonErrors.notFound);
      const title = { zh: '温度证书', en: 'Temperature certificate' }[language];
      return {
        name: `${title} ${waybill.number} r${file.revision}.pdf`,
        contentType: 'application/pdf',
        content: file.content,
      };
    },

    async waybillBindTagsV2Web(context, { body }) {
      const { WaybillId: id, SensorIdList: tagIds, Place: place, BoundTime: boundTime } = body;
      await bindToWaybill(deps, context, { id, tagIds, place, boundTime });
      return null;
    },

    async waybillUnbindTagsWebV2(context, { body }) {
      await unbindFromWaybill(deps, context, { id: body.WaybillId, tagIds: body.SensorIdList });
      return null;
    },

    async getTempRangeWeb({ caller, language }) {
      const ranges = await listRanges(caller.tenant, db);
      return ranges.map(({ id, company_id, name, name_en, low, high }) => ({
        TempRangeId: id,
        TempRangeName: inLanguage(name, name_en, language),
        Low: low,
        High: high,
        IsOwn: company_id !== null,
      }));
    },

    async saveTempRange(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log, unchanged } = write;
        await lockRanges(tenant, transaction);
        const ranges = await listRanges(tenant, transaction);
        const { TempRangeId: id, TempRangeName: name } = body;
        const values = { name, low: body.Low ?? null, high: body.High ?? null };
        const before = ranges.find((range) => range.id === id);
        if (id !== undefined && !before) throw new Refusal(commonErrors.notFound);
        if (before && before.company_id === null) throw new Refusal(transportErrors.rangeOfPlatform);
        if (ranges.some((range) => range.id !== id && range.name.toLowerCase() === name.toLowerCase()))
          throw new Refusal(transportErrors.rangeTaken);
        const told = ({ name, low, high }: { name: string; low: number | null; high: number | null }) => ({
          name,
          tempLow: low,
          tempHigh: high,
        });
        const { companyId } = tenant;
        if (before) {
          if (Object.keys(differing<typeof values>(before, values)).length === 0) unchanged();
          else {
            await updateRange(tenant, transaction, before.id, values);
            const subject = { kind: 'tempRange', id: before.id, name } as const;
            log({ companyId, subject, before: told(before), after: told(values) });
            tellTransport(write, deps.events, companyId);
          }
          return { TempRangeId: before.id };
        }
        const added = await insertRange(tenant, transaction, values);
        log({ companyId, subject: { kind: 'tempRange', id: added, name }, after: told(values) });
        tellTransport(write, deps.events, companyId);
        return { TempRangeId: added };
      });
    },

    async deleteTempRange(context, { body }) {
      const { tenant } = context.caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        await lockRanges(tenant, transaction);
        const range = (await listRanges(tenant, transaction)).find(({ id }) => id === body.TempRangeId);
        if (!range) throw new Refusal(commonErrors.notFound);
        if (range.company_id === null) throw new Refusal(transportErrors.rangeOfPlatform);
        const count = await usesOfRange(tenant, transaction, range.id);
        if (count > 0) throw new Refusal(transportErrors.rangeUsed, { count });
        await deleteRange(tenant, transaction, range.id);
        const { id, name, low, high } = range;
        log({
          companyId: tenant.companyId,
          subject: { kind: 'tempRange', id, name },
          before: { name, tempLow: low, tempHigh: high },
        });
        tellTransport(write, deps.events, tenant.companyId);
        return null;
      });
    },

    async getWaybillTemplate({ caller, language }, { query }) {
      needInProject(caller, projectOf(caller, query.projectId), ['waybillEdit']);
      const title = { zh: '运单导入模板', en: 'Waybills template' };
      return sheetFile(templateOf(waybillColumns, [], title, language), title[language]);
    },

    async batchImportWaybill(context, { query, files }) {
      const { tenant } = context.caller;
      const filled = await sheetOf(context, query.projectId, files);
      const { projectId } = filled;
      return bringInSheet(context, filled, query, (forms) =>
        inOneWrite(deps, context, async (write) => {
          const waybills = [];
          for (const { ProjectId: _, ...form } of forms)
            waybills.push({
              ...(await valuesOf(tenant, write.transaction, projectId, form)),
              number: form.WaybillNumber,
            });
          const stops = forms.map(({ StopList }) => StopList);
          return addWaybills(deps, tenant, write, projectId, waybills, stops);
        }),
      );
    },

    async correctImportWaybill(context, { query, files }) {
      const filled = await sheetOf(context, query.projectId, files);
      return markedRowsOf(filled, { zh: '待修正的运单', en: 'Waybills to correct' }, context.language);
    },
  };
}
