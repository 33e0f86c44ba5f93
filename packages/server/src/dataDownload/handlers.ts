import {
  type AllCalls,
  commonErrors,
  type dataDownloadCalls,
  dataDownloadErrors,
  downloadIntervalMinutes,
  lastMonth,
  maxValuesAtOnce,
  type ParsedInput,
} from '@watchpost/contract';
import type { Caller } from '../access/index.ts';
import { askExport, type DownloadDeps, ownWish } from '../downloads/index.ts';
import type { Handlers } from '../handlers.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { epochOfLocal, localOfEpoch } from '../platform/zonedTime.ts';
import { freePoints, needProjectOfPoints } from '../points/index.ts';
import { beforehand, contentOf, contentTypes, extensionOf } from './content.ts';
import { fileTitleOf } from './detailOf.ts';
import { type DataDownloadDeps, planDownload, type Wish } from './plan.ts';
import { presentSubsystems } from './present.ts';
import { pointsToPick, projectZone } from './store.ts';

type Body = ParsedInput<AllCalls['downHistoryDataToExcelOrPdf']>['body'];

export const wishOf = async ({ db }: { db: Db }, { tenant }: Pick<Caller, 'tenant'>, body: Body): Promise<Wish> => {
  // Without a point there is no project to find, and the answer would be “not found”.
  if (body.pointIdList.length + body.zipFileList.length === 0) throw new Refusal(dataDownloadErrors.noPoints);
  return {
    projectId: await needProjectOfPoints(tenant, db, body.pointIdList, body.ProjectId),
    start: body.start,
    end: body.end,
    pointIds: body.pointIdList,
    intervalMinutes: body.tmes,
    fileType: body.fileType,
    isZip: body.isZip,
    isMerge: body.isMerge,
    marksAlarms: body.isAlarmLacy,
    saysAlarms: body.isAlarmLacy || body.isAlarmList,
    zipFiles: body.zipFileList.map(({ FileName, PointIdList }) => ({ name: FileName, pointIds: PointIdList })),
  };
};

export const dataDownloadHandlers = (deps: DataDownloadDeps & DownloadDeps): Handlers<typeof dataDownloadCalls> => ({
  async downHistoryDataToExcelOrPdf({ caller, language, signal }, { body }) {
    const wish = await wishOf(deps, caller, body);
    const plan = await planDownload(deps, caller, wish, language);
    if (plan.values > maxValuesAtOnce) throw new Refusal(dataDownloadErrors.tooMuchAtOnce, { count: plan.values });
    const { stream } = contentOf(deps, plan, await beforehand(deps, plan, signal));
    const extension = extensionOf(plan);
    return { name: `${fileTitleOf(plan, wish)}.${extension}`, contentType: contentTypes[extension], content: stream };
  },

  async downHistoryDataToExcelOrPdfBack(context, { body }) {
    // A caller without the right, or with too much, is refused now and not in a notice later.
    const wish = await wishOf(deps, context.caller, body);
    await planDownload(deps, context.caller, wish, context.language);
    const input = { body: { ...body, ProjectId: wish.projectId } };
    return { DownloadId: await askExport(deps, context, 'pointHistory', input) };
  },

  async repeatDownload(context, { body: { DownloadId, Range } }) {
    const { caller } = context;
    const wish = await ownWish(deps, caller, DownloadId);
    if (!wish) throw new Refusal(commonErrors.notFound);
    if (Range === 'same') return { DownloadId: await askExport(deps, context, wish.kind, wish.input, wish.projectId) };
    if (wish.kind !== 'pointHistory') throw new Refusal(dataDownloadErrors.notRepeatable);
    const body = wish.input.body as Body;
    const projectId = await needProjectOfPoints(caller.tenant, deps.db, body.pointIdList, body.ProjectId);
    const timeZone = await projectZone(caller.tenant, deps.db, projectId);
    if (timeZone === null) throw new Refusal(commonErrors.notFound);
    const { start, end } = lastMonth(localOfEpoch(deps.clock.now(), timeZone));
    const rangeMs = epochOfLocal(end, timeZone)! - epochOfLocal(start, timeZone)!;
    // A month may need a longer interval than what was asked for then.
    const tmes = Math.max(Number(body.tmes), downloadIntervalMinutes(rangeMs) ?? 0);
    const input = { body: { ...body, start, end, tmes } };
    return { DownloadId: await askExport(deps, context, wish.kind, input, wish.projectId) };
  },

  async getDownloadPoints({ caller, language }, { query }) {
    const { tenant } = caller;
    const ofDevices = await pointsToPick(tenant, deps.db, query.ProjectId);
    return presentSubsystems(ofDevices, await freePoints(tenant, deps.db, query.ProjectId), language);
  },
});
