import {
  commonErrors,
  dayMs,
  type faultReportCalls,
  hourMs,
  type ReportState,
  repairErrors,
  reportLimits,
  type stickerCalls,
} from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { countCall, limitsByNetwork } from '../../account/index.ts';
import { decodeImages, keepImagesOfStrangers } from '../../files/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { nameOfUser } from '../../people/index.ts';
import type { Admit } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { labelSheet } from '../../platform/labelSheet.ts';
import { randomCode } from '../../platform/randomCode.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { insertAttachments, insertJournal } from '../../work/index.ts';
import type { RepairDeps } from '../deps.ts';
import { distanceMetres } from '../distance.ts';
import { listFaultCodes } from '../faultCodes/faultCode.store.ts';
import { needCode } from '../faultCodes/needCode.ts';
import { orderName } from '../orderName.ts';
import { refOf } from '../refreshClocks.ts';
import { insertOrder, isServedAt, lockAnyOrder } from '../repair.store.ts';
import { receiptLength, stickerIdLength } from './codeLengths.ts';
import { formToken, needFormToken } from './formToken.ts';
import {
  devicesWithStickers,
  findReport,
  findSticker,
  insertReport,
  lockSticker,
  replaceStickers,
  revokeStickers,
  type StickerRow,
  waitingReports,
} from './sticker.store.ts';

export interface ReportDeps extends RepairDeps {
  /** Signs the forms. */
  readonly reportSecret: string;
  readonly fileStorage: Storage;
  /** Where people open this installation; null: not set. */
  readonly publicUrl: string | null;
}

/** A code that was printed again counts for so long: until the new one is stuck over it. */
const oldStickersCountDays = 30;
/** Twenty sheets: a file of a second. */
const maxStickers = 480;
/** Undecided reports of one sticker, at most: more of them help nobody. */
const maxWaiting = reportLimits.stickerDay;

const tooOften = (waitMs: number): Refusal =>
  new Refusal(repairErrors.reportedOften, { seconds: Math.max(1, Math.ceil(waitMs / 1000)) });

const stateOf = (status: number | null): ReportState => {
  if (status === null || status === 0) return 'closed';
  if (status === -1) return 'waiting';
  return status === 7 ? 'done' : 'working';
};

async function needSticker({ db, clock }: Pick<ReportDeps, 'db' | 'clock'>, id: string): Promise<StickerRow> {
  const sticker = await findSticker(system, db, id, new Date(clock.now()));
  if (!sticker) throw new Refusal(repairErrors.noSticker);
  return sticker;
}

/** Before the pictures of a report are read: it comes from a form of ours. */
export const admitReports = (
  deps: Pick<ReportDeps, 'db' | 'clock' | 'reportSecret'>,
): Admit<Pick<typeof faultReportCalls, 'sendReport'>> => ({
  async sendReport({ Sticker, FormToken }) {
    needFormToken(deps.reportSecret, Sticker, FormToken, deps.clock.now());
    await needSticker(deps, Sticker);
  },
});

/** Reports by QR code, which anybody may send, and the stickers with the codes. */
export function stickerHandlers(deps: ReportDeps): Handlers<typeof faultReportCalls & typeof stickerCalls> {
  const { db, clock, events, fileStorage: storage, reportSecret, publicUrl } = deps;

  /** Counts a report against what one sticker, one address and one company may send. @throws Refusal `reportedOften` */
  const countReport = ({ id, company_id }: StickerRow, address: string): Promise<void> => {
    const of = (key: string, count: number, withinMs: number) => ({
      key,
      allowance: { count, withinMs },
      refuse: tooOften,
    });
    return countCall(db, clock.now(), [
      of(`report:${id}`, reportLimits.stickerHour, hourMs),
      of(`report:${id}`, reportLimits.stickerDay, dayMs),
      ...limitsByNetwork('report', address, { count: reportLimits.addressHour, withinMs: hourMs }, tooOften),
      ...limitsByNetwork('report', address, { count: reportLimits.addressDay, withinMs: dayMs }, tooOften),
      of(`reportsOf:${company_id}`, reportLimits.companyDay, dayMs),
    ]);
  };

  return {
    async getReportForm({ language }, { query }) {
      const sticker = await needSticker(deps, query.Sticker);
      const codes = await listFaultCodes({ companyId: sticker.company_id }, db, { classId: sticker.device_class_id });
      return {
        EquipmentName: inLanguage(sticker.device_name, sticker.device_name_en, language),
        ProjectName: inLanguage(sticker.project_name, sticker.project_name_en, language),
        SymptomList: codes
          .filter(({ kind }) => kind === 'symptom')
          .map((code) => ({ Key: code.id, Value: language === 'zh' ? code.name_zh : code.name_en })),
        RepairedSinceEPOCH: sticker.open_since?.getTime() ?? null,
        FormToken: formToken(reportSecret, sticker.id, clock.now()),
      };
    },

    async sendReport(context, { query, body, files }) {
      const receipt = randomCode(receiptLength);
      // Only programs fill in what the form hides. They are told that it went well.
      if (body.Website !== '') {
        context.markLogged();
        return { Receipt: receipt };
      }
      const sticker = await needSticker(deps, query.Sticker);
      const at = new Date(clock.now());
      if (!(await isServedAt(system, db, sticker.project_id, at))) throw new Refusal(repairErrors.noSticker);
      await countReport(sticker, context.address);
      const images = await decodeImages(files);
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log, afterCommit } = write;
        await lockSticker(system, transaction, sticker.id);
        if ((await waitingReports(system, transaction, sticker.id)) >= maxWaiting) throw tooOften(hourMs);
        if (body.SymptomId !== undefined)
          await needCode({ companyId: sticker.company_id }, transaction, {
            id: body.SymptomId,
            kind: 'symptom',
            classId: sticker.device_class_id,
          });
        const addsTo = body.AddToOpen ? sticker.open_id : null;
        const orderId = addsTo ?? (await insertDraft(transaction, sticker, body, at));
        const order = (await lockAnyOrder(system, transaction, orderId))!;
        const fileIds = await keepImagesOfStrangers({ storage }, transaction, sticker.company_id, images, at);
        await insertAttachments(
          system,
          transaction,
          refOf(order),
          fileIds.map((fileId) => ({ step: 'before' as const, fileId })),
          { at, userName: body.Name },
        );
        if (addsTo !== null)
          await insertJournal(system, transaction, refOf(order), {
            at,
            userId: null,
            userName: body.Name,
            action: 'complement',
            fromState: order.status,
            toState: order.status,
            text: { zh: `扫码补充：${body.FaultContent}`, en: `Added by QR code: ${body.FaultContent}` },
          });
        await insertReport(system, transaction, {
          receipt,
          stickerId: sticker.id,
          orderId,
          addedToOpen: addsTo !== null,
          at,
          distance: distanceOf(sticker, body),
        });
        log({
          companyId: sticker.company_id,
          projectId: sticker.project_id,
          subject: { kind: 'repairOrder', id: orderId, name: orderName(order) },
          after: { repairStatus: String(order.status), text: body.FaultContent },
        });
        afterCommit(() => events.emit('listsChanged', { companyId: sticker.company_id, kinds: ['repair'] }));
        return { Receipt: receipt };
      });
    },

    async getReportState({ language }, { query }) {
      const report = await findReport(system, db, query.Receipt);
      if (!report) throw new Refusal(repairErrors.noReport);
      return {
        EquipmentName: inLanguage(report.device_name, report.device_name_en, language),
        ProjectName: inLanguage(report.project_name, report.project_name_en, language),
        ReportEPOCH: report.reported_at.getTime(),
        State: stateOf(report.status),
      };
    },

    async getStickers({ caller, language }, { query }) {
      const rows = await devicesWithStickers(caller.tenant, db, query.ProjectId, new Date(clock.now()));
      return rows.map((row) => ({
        EquipmentId: row.device_id,
        EquipmentName: inLanguage(row.device_name, row.device_name_en, language),
        Area: row.area_name === null ? null : inLanguage(row.area_name, row.area_name_en, language),
        SmallTypeName: inLanguage(row.class_name, row.class_name_en, language),
        MadeEPOCH: row.made_at?.getTime() ?? null,
        ReportCount: row.report_count,
      }));
    },

    async makeStickers(context, { body }) {
      const { tenant } = context.caller;
      const { language } = context;
      const ids = [...new Set(body.EquipmentIdList)];
      if (ids.length > maxStickers) throw new Refusal(repairErrors.stickersTooMany, { max: maxStickers });
      const base = publicUrl ?? body.Address;
      if (base === undefined) throw new Refusal(repairErrors.noAddress);
      const stickers = await inOneWrite(deps, context, async ({ transaction, log }) => {
        const at = new Date(clock.now());
        const devices = await devicesWithStickers(tenant, transaction, body.ProjectId, at, ids);
        if (devices.length < ids.length) throw new Refusal(commonErrors.notFound);
        const made = devices.map((device) => ({ device, id: randomCode(stickerIdLength) }));
        await replaceStickers(
          tenant,
          transaction,
          body.ProjectId,
          made.map(({ device, id }) => ({ id, deviceId: device.device_id })),
          {
            at,
            by: await nameOfUser(tenant, transaction, tenant.userId),
            oldUntil: new Date(at.getTime() + oldStickersCountDays * dayMs),
          },
        );
        log({
          companyId: tenant.companyId,
          projectId: body.ProjectId,
          subject: { kind: 'deviceSticker', id: null, name: devices.map(({ device_name }) => device_name).join('、') },
          after: { stickers: made.length },
        });
        return made;
      });
      return {
        name: `${{ zh: '报修二维码', en: 'Report stickers' }[language]}.pdf`,
        contentType: 'application/pdf',
        content: await labelSheet(
          stickers.map(({ device, id }) => ({
            address: `${base.replace(/\/+$/, '')}/r/${id}`,
            title: inLanguage(device.device_name, device.device_name_en, language),
            place: inLanguage(device.project_name, device.project_name_en, language),
            strong: '设备故障，扫码报修',
            small: 'Something wrong? Scan to report it.',
          })),
        ),
      };
    },

    revokeStickers: (context, { body }) =>
      inOneWrite(deps, context, async ({ transaction, log, unchanged }) => {
        const { tenant } = context.caller;
        const at = new Date(clock.now());
        const ids = [...new Set(body.EquipmentIdList)];
        const devices = await devicesWithStickers(tenant, transaction, body.ProjectId, at, ids);
        if (devices.length < ids.length) throw new Refusal(commonErrors.notFound);
        const count = await revokeStickers(tenant, transaction, ids, at);
        if (count === 0) {
          unchanged();
          return null;
        }
        log({
          companyId: tenant.companyId,
          projectId: body.ProjectId,
          subject: { kind: 'deviceSticker', id: null, name: devices.map(({ device_name }) => device_name).join('、') },
          before: { stickers: count },
        });
        return null;
      }),
  };
}

type Transaction = Parameters<Parameters<typeof inOneWrite>[2]>[0]['transaction'];

const insertDraft = (
  transaction: Transaction,
  sticker: StickerRow,
  report: { SymptomId?: number; FaultContent: string; Name: string; Phone?: string },
  at: Date,
): Promise<number> =>
  insertOrder(system, transaction, {
    project_id: sticker.project_id,
    severity: 2,
    source: 'qr',
    device_id: sticker.device_id,
    device_name: sticker.device_name,
    device_name_en: sticker.device_name_en,
    area_id: null,
    symptom_id: report.SymptomId ?? null,
    fault_content: report.FaultContent,
    remark: '',
    service_type: 'onSite',
    contact_phone: report.Phone ?? null,
    applicant_name: report.Name,
    created_at: at,
    expected_at: null,
    is_app: true,
    parent_id: null,
    warning_id: null,
  });

/** How far from the project the report was sent, in metres; null: not said, or the project has no position. */
function distanceOf(
  { latitude, longitude }: StickerRow,
  { Latitude, Longitude }: { Latitude?: number; Longitude?: number },
): number | null {
  if (latitude === null || longitude === null || Latitude === undefined || Longitude === undefined) return null;
  return Math.round(distanceMetres({ latitude: Latitude, longitude: Longitude }, { latitude, longitude }));
}
