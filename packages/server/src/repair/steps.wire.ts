import {
  type AllCalls,
  assessWithinDays,
  type Bilingual,
  clockKinds,
  commonErrors,
  hourMs,
  loanCurveHours,
  loanDays,
  maintenanceErrors,
  openRepairStatuses,
  type ParsedInput,
  pauseReasons,
  type RepairStatus,
  rejectReasons,
  repairErrors,
  repairStatus,
  reworkWithinDays,
  type ServiceType,
  settlements,
  signInWithinMetres,
} from '@watchpost/contract';
import { zoneOf } from '../access/index.ts';
import { quantity } from '../alarms/index.ts';
import { sayOfWarning } from '../faultWarnings/index.ts';
import { nameOfUser } from '../people/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { epochOfLocal, localOfEpoch } from '../platform/zonedTime.ts';
import {
  amountOf,
  deleteParts,
  endPauses,
  insertCosts,
  insertJournal,
  insertPause,
  keepPhotos,
  moveAttachments,
  readClocks,
  voidPause,
} from '../work/index.ts';
import type { RepairContext, RepairDeps } from './deps.ts';
import { distanceMetres } from './distance.ts';
import { classOfDevice, type FaultCodeRow } from './faultCodes/faultCode.store.ts';
import { needCode } from './faultCodes/needCode.ts';
import { beginRecovery } from './judgeRecovery.ts';
import { insertLoan } from './loans/loan.store.ts';
import { membersFor } from './messages.store.ts';
import { alarmsOfOrder, linkAlarms } from './orderAlarms.store.ts';
import { faultOf } from './orderName.ts';
import { watchedPoints, watchPoints, writeHandValues } from './recovery.store.ts';
import { whyNotVerified } from './recoveryWords.ts';
import { refOf, refreshClocks } from './refreshClocks.ts';
import { deleteOrder, insertOrder, lockOrder, type OrderChange, updateOrder } from './repair.store.ts';
import { reworkedBy, sayOfRework } from './reworkedBy.ts';
import { moveReports } from './stickers/sticker.store.ts';
import { needNoOpenOrder, needService, submission, submittedText } from './submitOrder.ts';
import { needReason, type Step, type StepDone, takeStep } from './takeStep.wire.ts';
import { coversPlace, findTeam, repairersOfTeam } from './teams/team.store.ts';
import { tell } from './tell.ts';
import { factsOf } from './viewer.ts';
import { watchSet } from './watchSet.ts';

type BodyOf<Name extends keyof AllCalls> = ParsedInput<AllCalls[Name]>['body'];

const none: Bilingual = { zh: '', en: '' };

/** `：words`, nothing for none. */
const said = (mark: string, words: string): string => (words === '' ? '' : `${mark}${words}`);

/** Each step of an order: what it changes and how the journal says it. Who and when stands in the contract's table. */
export const createSteps = (deps: RepairDeps) => ({
  submit: (context: RepairContext, body: BodyOf<'submitRepairActive'>) =>
    takeStep(deps, context, 'submit', body, async ({ tenant, viewer, transaction, order, at, userName }) => {
      await needService(tenant, transaction, order.project_id, at);
      const isSaid = body.IgnoreDuplicate || (body.ReworkOf ?? order.parent_id ?? null) !== null;
      if (order.device_id !== null && !isSaid) await needNoOpenOrder(viewer, transaction, order.device_id);
      const alarms = await alarmsOfOrder(tenant, transaction, order.id);
      const parent = await reworkedBy(
        viewer,
        transaction,
        { deviceId: order.device_id, symptomId: order.symptom_id, alarmIds: alarms.map(({ id }) => id) },
        {
          reworkOf: body.ReworkOf ?? (body.IgnoreDuplicate ? undefined : (order.parent_id ?? undefined)),
          isSaid: body.IgnoreDuplicate,
        },
        at,
      );
      // A stranger's report says nothing of points: they are those of the device that have limits now.
      if (order.source === 'qr') {
        const about = { deviceId: order.device_id, pointIds: [], alarms: [] };
        await watchPoints(
          tenant,
          transaction,
          order.id,
          await watchSet(tenant, transaction, about, deps.usualLimitsOfPoint),
        );
      }
      const change = await submission(tenant, transaction, order, at);
      if (parent) await sayOfRework(tenant, transaction, parent, { number: change.number, userName, at });
      return {
        change: { ...change, parent_id: parent?.id ?? null },
        text: submittedText(order),
        tells: ['assignee'],
      };
    }),

  /** What a draft says goes into an open order, with its photos; who reported it by a sticker sees what becomes of that one. */
  merge: (context: RepairContext, body: BodyOf<'mergeRepairActive'>) =>
    takeStep(deps, context, 'merge', body, async ({ tenant, viewer, transaction, order, at, userName }) => {
      const target = await lockOrder(viewer, transaction, body.TargetId);
      if (!target) throw new Refusal(commonErrors.notFound);
      if (target.project_id !== order.project_id || !openRepairStatuses.includes(target.status as RepairStatus))
        throw new Refusal(repairErrors.mergeOpenOnly);
      const photos = await moveAttachments(tenant, transaction, refOf(order), target.id);
      await moveReports(tenant, transaction, order.id, target.id);
      const fault = faultOf(order);
      const [zh, en] =
        photos === 0 ? ['', ''] : [`（${photos}张照片）`, ` (${photos} ${photos === 1 ? 'photo' : 'photos'})`];
      // Not with the phone: more people read the target than its draft.
      const who = order.applicant_name;
      const text = { zh: `并入${who}的报修${zh}：${fault.zh}`, en: `Merged: report by ${who}${en}: ${fault.en}` };
      // Its revision goes up: who looks at it sees that there is more to know.
      await updateOrder(tenant, transaction, target.id, {});
      await insertJournal(tenant, transaction, refOf(target), {
        ...{ at, userId: tenant.userId, userName, action: 'complement', text },
        ...{ fromState: target.status, toState: target.status },
      });
      const to = target.assignee_id === null ? (['applicant'] as const) : (['assignee', 'applicant'] as const);
      await tell(tenant, transaction, target, { to, text, at });
      return { text: { zh: `并入工单${target.number}`, en: `Merged into ${target.number}` } };
    }),

  remove: (context: RepairContext, body: BodyOf<'deleteRepairActive'>) =>
    takeStep(deps, context, 'remove', body, async ({ tenant, transaction, order }) => {
      await deleteParts(tenant, transaction, refOf(order));
      await deleteOrder(tenant, transaction, order.id);
      return { text: { zh: '', en: '' }, isGone: true };
    }),

  dispatch: (context: RepairContext, body: BodyOf<'dispatchRepairActive'>) =>
    takeStep(deps, context, 'dispatch', body, async (step) => {
      const { ServiceType, ExpectedTime, Remark = '' } = body;
      const { name, change } = await needRepairer(step, body, Remark, ServiceType ?? step.order.service_type);
      const expected = ExpectedTime === undefined ? null : await expectedAt(step, ExpectedTime);
      return {
        change: {
          ...change,
          ...(ServiceType ? { service_type: ServiceType } : {}),
          ...(expected ? { expected_at: expected } : {}),
        },
        text: { zh: `派单给${name}${said('：', Remark)}`, en: `Dispatched to ${name}${said(': ', Remark)}` },
        tells: ['assignee'],
      };
    }),

  accept: (context: RepairContext, body: BodyOf<'acceptRepairActive'>) =>
    takeStep(deps, context, 'accept', body, async ({ tenant, viewer, transaction, order, at, userName }) => {
      if (viewer.lent.has(order.id) && order.device_id !== null)
        await insertLoan(
          tenant,
          transaction,
          { ...order, device_id: order.device_id },
          {
            from: at,
            curveFrom: new Date((order.submitted_at ?? at).getTime() - loanCurveHours * hourMs),
            until: new Date(at.getTime() + loanDays * 24 * hourMs),
          },
        );
      return {
        change: {
          assignee_id: tenant.userId,
          assignee_name: userName,
          accepted_at: order.accepted_at ?? at,
        },
        text: { zh: `${userName}已接单`, en: `Accepted by ${userName}` },
        tells: ['applicant'],
      };
    }),

  reject: (context: RepairContext, body: BodyOf<'rejectRepairActive'>) =>
    takeStep(deps, context, 'reject', body, async ({ tenant, transaction, log, order, at }) => {
      await endPauses(tenant, transaction, refOf(order), at);
      const type = rejectReasons[body.Type];
      if (body.Type === 'falseAlarm') await sayOf(order, 'false', body.Reason, { tenant, transaction, log, at });
      return {
        change: { reject_type: body.Type, reject_reason: body.Reason, paused_since: null },
        text: { zh: `拒单（${type.zh}）：${body.Reason}`, en: `Rejected (${type.en.toLowerCase()}): ${body.Reason}` },
        tells: ['dispatchers', 'applicant'],
      };
    }),

  reassign: (context: RepairContext, body: BodyOf<'reassignRepairActive'>) =>
    takeStep(deps, context, 'reassign', body, async (step) => {
      needReason(step, body.Reason, 'reassignReason');
      const { name, change } = await needRepairer(step, body, body.Reason, step.order.service_type);
      await endPauses(step.tenant, step.transaction, refOf(step.order), step.at);
      return {
        change: {
          ...change,
          reject_type: null,
          reject_reason: null,
          paused_since: null,
        },
        text: {
          zh: `转派给${name}${said('：', body.Reason)}`,
          en: `Reassigned to ${name}${said(': ', body.Reason)}`,
        },
        tells: ['assignee'],
      };
    }),

  revoke: (context: RepairContext, body: BodyOf<'revokeRepairActive'>) =>
    takeStep(deps, context, 'revoke', body, async (step) => {
      needReason(step, body.Reason, 'revokeReason');
      await endPauses(step.tenant, step.transaction, refOf(step.order), step.at);
      return {
        change: { paused_since: null },
        text: { zh: `撤回${said('：', body.Reason)}`, en: `Revoked${said(': ', body.Reason)}` },
        tells: step.order.assignee_id === null ? ['applicant'] : ['assignee', 'applicant'],
      };
    }),

  signIn: (context: RepairContext, body: BodyOf<'signInRepairActive'>) =>
    takeStep(deps, context, 'signIn', body, async ({ tenant, transaction, order, at, userName }) => {
      const { Latitude, Longitude, Reason } = body;
      const position =
        Latitude === undefined || Longitude === undefined ? null : { latitude: Latitude, longitude: Longitude };
      const site =
        order.latitude === null || order.longitude === null
          ? null
          : { latitude: order.latitude, longitude: order.longitude };
      const metres = position && site ? Math.round(distanceMetres(position, site)) : null;
      // Where the project has no position there is nothing to be far from.
      if (Reason === '' && site !== null) {
        if (metres === null) throw new Refusal(repairErrors.noPosition);
        if (metres > signInWithinMetres) throw new Refusal(repairErrors.farAway, { km: (metres / 1000).toFixed(1) });
      }
      await keepPhotos(tenant, transaction, refOf(order), body.PhotoList, { at, userName });
      const far = metres === null ? none : { zh: `，距现场${metres}米`, en: `, ${metres} m from the site` };
      const hides = body.HideAlarms && order.device_id !== null;
      const hidden = hides
        ? { zh: '；检修期间不显示该设备的报警', en: '; alarms of the device are not shown meanwhile' }
        : none;
      return {
        change: { arrived_at: order.arrived_at ?? at, hides_alarms: hides },
        text: {
          zh: `${userName}已签到${far.zh}${said('：', Reason)}${hidden.zh}`,
          en: `${userName} signed in${far.en}${said(': ', Reason)}${hidden.en}`,
        },
        position,
        tells: ['applicant'],
      };
    }),

  pause: (context: RepairContext, body: BodyOf<'pauseRepairActive'>) =>
    takeStep(deps, context, 'pause', body, async ({ tenant, transaction, order, at }) => {
      await insertPause(tenant, transaction, refOf(order), {
        clockKind: null,
        reason: body.Type,
        note: body.Reason,
        from: at,
        until: null,
      });
      const type = pauseReasons[body.Type];
      return {
        change: { paused_since: at },
        text: { zh: `暂停（${type.zh}）：${body.Reason}`, en: `Paused (${type.en.toLowerCase()}): ${body.Reason}` },
        tells: ['applicant'],
      };
    }),

  resume: (context: RepairContext, body: BodyOf<'resumeRepairActive'>) =>
    takeStep(deps, context, 'resume', body, async ({ tenant, transaction, order, at }) => {
      await endPauses(tenant, transaction, refOf(order), at);
      return { change: { paused_since: null }, text: { zh: '继续', en: 'Resumed' } };
    }),

  voidPause: (context: RepairContext, body: BodyOf<'voidPauseRepairActive'>) =>
    takeStep(deps, context, 'voidPause', body, async ({ tenant, transaction, order, at, userName }) => {
      const breached = async () =>
        ((await readClocks(tenant, transaction, 'repair', [order.id])).get(order.id) ?? []).flatMap(
          ({ kind, breached_at }) => (breached_at === null ? [] : kind),
        );
      const before = await breached();
      const pause = await voidPause(tenant, transaction, refOf(order), {
        id: body.PauseId,
        by: userName,
        reason: body.Reason,
        at,
      });
      if (pause === null) throw new Refusal(repairErrors.noSuchPause);
      // Without it a target may have been missed already: the journal says which.
      await refreshClocks(tenant, transaction, order, at.getTime());
      const missed = (await breached()).filter((kind) => !before.includes(kind)).map((kind) => clockKinds[kind]);
      const late =
        missed.length === 0
          ? none
          : {
              zh: `；超时：${missed.map(({ zh }) => zh).join('、')}`,
              en: `; overdue by this: ${missed.map(({ en }) => en).join(', ')}`,
            };
      const type = pauseReasons[pause.reason as keyof typeof pauseReasons];
      const from = localOfEpoch(pause.from_at.getTime(), order.time_zone).slice(5, 16);
      return {
        text: {
          zh: `作废${from}的暂停（${type.zh}）：${body.Reason}${late.zh}`,
          en: `Pause of ${from} voided (${type.en.toLowerCase()}): ${body.Reason}${late.en}`,
        },
        tells: order.assignee_id === null ? ['applicant'] : ['assignee', 'applicant'],
      };
    }),

  startRemote: (context: RepairContext, body: BodyOf<'startRemoteRepairActive'>) =>
    takeStep(deps, context, 'startRemote', body, async (step) => {
      await needRemoteService(step);
      const hidden =
        step.order.device_id === null
          ? none
          : { zh: '；期间不显示该设备的报警', en: '; alarms of the device are not shown meanwhile' };
      return {
        change: { hides_alarms: true },
        text: { zh: `开始远程处理${hidden.zh}`, en: `Remote work begun${hidden.en}` },
        tells: ['applicant'],
      };
    }),

  remote: (context: RepairContext, body: BodyOf<'remoteRepairActive'>) =>
    takeStep(deps, context, 'remote', body, async (step) => {
      await needRemoteService(step);
      return finish(step, body, true);
    }),

  finish: (context: RepairContext, body: BodyOf<'finishRepairActive'>) =>
    takeStep(deps, context, 'finish', body, (step) => finish(step, body, false)),

  pass: (context: RepairContext, body: BodyOf<'passRepairActive'>) =>
    takeStep(deps, context, 'pass', body, async ({ tenant, transaction, log, order, at }) => {
      if (order.recovery_state !== 'verified' && [...body.Text].length < 10)
        throw new Refusal(repairErrors.notVerified, {
          why: whyNotVerified(order.recovery_state, order.recovery_why),
        });
      await sayOf(order, 'done', order.number ?? '', { tenant, transaction, log, at });
      return {
        change: { completed_at: at, acceptance_text: body.Text === '' ? null : body.Text },
        text: { zh: `验收通过${said('：', body.Text)}`, en: `Repair accepted${said(': ', body.Text)}` },
        tells: ['assignee', 'applicant'],
      };
    }),

  fail: (context: RepairContext, body: BodyOf<'failRepairActive'>) =>
    takeStep(deps, context, 'fail', body, async ({ tenant, transaction, order, at }) => {
      // The customer's time to answer is not the engineer's.
      await insertPause(tenant, transaction, refOf(order), {
        clockKind: 'resolution',
        reason: 'acceptance',
        note: '',
        from: order.finished_at ?? at,
        until: at,
      });
      return {
        change: {
          status: order.was_remote ? repairStatus.accepted : repairStatus.signedIn,
          finished_at: null,
          recovery_state: null,
          recovery_why: null,
          recovery_since: null,
          verified_at: null,
          observed_seconds: 0,
          findings: '[]',
        },
        text: { zh: `验收不通过：${body.Reason}`, en: `Sent back: ${body.Reason}` },
        tells: ['assignee'],
      };
    }),

  complement: (context: RepairContext, body: BodyOf<'complementRepairActive'>) =>
    takeStep(deps, context, 'complement', body, async ({ tenant, transaction, order, at, userName }) => {
      await keepPhotos(tenant, transaction, refOf(order), body.PhotoList, { at, userName });
      const photos = body.PhotoList?.length ?? 0;
      const [zh, en] =
        photos === 0 ? ['', ''] : [`（${photos}张照片）`, ` (${photos} ${photos === 1 ? 'photo' : 'photos'})`];
      return {
        text: { zh: `补充${zh}${said('：', body.Text)}`, en: `Note${en}${said(': ', body.Text)}` },
        tells: order.assignee_id === null ? ['applicant'] : ['assignee', 'applicant'],
      };
    }),

  assess: (context: RepairContext, body: BodyOf<'assessRepairActive'>) =>
    takeStep(deps, context, 'assess', body, async ({ order, at }) => {
      if (order.score !== null) throw new Refusal(repairErrors.ratedAlready);
      needRecent(order, at, assessWithinDays, 'tooLateToRate');
      return {
        change: { score: body.Score, assess_text: body.Text },
        text: {
          zh: `评价${body.Score}分${said('：', body.Text)}`,
          en: `Rated ${body.Score} of 5${said(': ', body.Text)}`,
        },
        tells: ['assignee'],
      };
    }),

  settle: (context: RepairContext, body: BodyOf<'settleRepairActive'>) =>
    takeStep(deps, context, 'settle', body, async ({ tenant, transaction, order }) => {
      if (order.settlement !== null) throw new Refusal(repairErrors.settledAlready);
      if (body.Type === 'paid' && body.CostList.length === 0) throw new Refusal(repairErrors.costLineNeeded);
      if (body.Type === 'free' && body.CostList.length > 0) throw new Refusal(repairErrors.freeHasNoCosts);
      await insertCosts(
        tenant,
        transaction,
        refOf(order),
        body.CostList.map((line) => ({
          kind: line.Kind,
          description: line.Description,
          quantityMilli: line.QuantityMilli,
          unit: line.Unit,
          priceFen: line.PriceFen,
          amountFen: amountOf(line.QuantityMilli, line.PriceFen),
        })),
      );
      const { zh, en } = settlements[body.Type];
      // Amounts are for those who may see them; the journal is for everybody.
      return { change: { settlement: body.Type }, text: { zh: `结算：${zh}`, en: `Settled: ${en.toLowerCase()}` } };
    }),

  /** @returns the id of the new order */
  async secondMaintenance(
    context: RepairContext,
    body: BodyOf<'secondMaintenanceRepairActive'>,
  ): Promise<number | null> {
    let made: number | null = null;
    await takeStep(deps, context, 'secondMaintenance', body, async (step) => {
      const { tenant, transaction, order, at, userName } = step;
      needRecent(order, at, reworkWithinDays, 'tooLateForRework');
      await needService(tenant, transaction, order.project_id, at);
      made = await rework(step, body.Reason);
      const child = (await lockOrder(step.viewer, transaction, made))!;
      await insertJournal(tenant, transaction, refOf(child), {
        at,
        userId: tenant.userId,
        userName,
        action: 'submit',
        fromState: null,
        toState: repairStatus.awaiting,
        text: submittedText(child),
        userAgent: context.userAgent,
      });
      await refreshClocks(tenant, transaction, child, at.getTime());
      await tell(tenant, transaction, child, { to: ['assignee'], text: submittedText(child), at });
      return {
        text: { zh: `二次维修${child.number}：${body.Reason}`, en: `Rework ${child.number}: ${body.Reason}` },
      };
    });
    return made;
  },
});

/** What became of an order is feedback on the fault warning that it came from, where it came from one. */
async function sayOf(
  { warning_id: id }: Pick<Step['order'], 'warning_id'>,
  feedback: 'done' | 'false',
  remark: string,
  { tenant, transaction, log, at }: Pick<Step, 'tenant' | 'transaction' | 'log' | 'at'>,
): Promise<void> {
  if (id !== null) await sayOfWarning(tenant, { transaction, log }, { id, feedback, remark, at });
}

/** A new order at its beginning, with the device, alarms and points of the first. */
async function rework({ tenant, transaction, order, at, userName }: Step, reason: string): Promise<number> {
  const id = await insertOrder(tenant, transaction, {
    project_id: order.project_id,
    severity: order.severity,
    source: 'rework',
    device_id: order.device_id,
    device_name: order.device_name,
    device_name_en: order.device_name_en,
    area_id: order.area_id,
    symptom_id: order.symptom_id,
    fault_content: reason,
    remark: '',
    service_type: order.service_type,
    contact_phone: order.contact_phone,
    applicant_name: userName,
    created_at: at,
    expected_at: null,
    is_app: false,
    parent_id: order.id,
    warning_id: order.warning_id,
  });
  const alarms = await alarmsOfOrder(tenant, transaction, order.id);
  await linkAlarms(tenant, transaction, id, [
    ...alarms.map((alarm) => alarm.id),
    ...(order.returned_alarm_id === null ? [] : [order.returned_alarm_id]),
  ]);
  const points = await watchedPoints(tenant, transaction, order.id);
  await watchPoints(
    tenant,
    transaction,
    id,
    points.map(({ point_id, high, low }) => ({ pointId: point_id, high, low })),
  );
  const change = await submission(tenant, transaction, { ...order, team_id: null }, at);
  await updateOrder(tenant, transaction, id, { ...change, status: repairStatus.awaiting });
  return id;
}

async function finish(
  { tenant, transaction, order, at, userName }: Step,
  body: BodyOf<'finishRepairActive'>,
  isRemote: boolean,
): Promise<StepDone> {
  await keepPhotos(tenant, transaction, refOf(order), body.PhotoList, { at, userName });
  const classId = await classOfDevice(tenant, transaction, order.device_id);
  const chosen = async (kind: 'mechanism' | 'cause' | 'remedy', id: number | undefined) =>
    id === undefined ? null : needCode(tenant, transaction, { id, kind, classId });
  const mechanism = await chosen('mechanism', body.MechanismId);
  const cause = await chosen('cause', body.CauseId);
  const remedy = await chosen('remedy', body.RemedyId);
  const causeWords = inWords(cause, body.Cause);
  const remedyWords = inWords(remedy, body.Remedy);
  const measured = await keepHandReadings({ tenant, transaction, order }, body.ReadingList);
  const recovery = await beginRecovery(tenant, transaction, order);
  const [zh, en] = isRemote ? ['远程完成', 'Finished remotely'] : ['完工', 'Finished'];
  return {
    change: {
      mechanism_id: mechanism?.id ?? null,
      cause_id: cause?.id ?? null,
      remedy_id: remedy?.id ?? null,
      cause: body.Cause,
      remedy: body.Remedy,
      finished_at: at,
      was_remote: isRemote,
      // A remote finish is an arrival that nobody travelled for.
      arrived_at: order.arrived_at ?? at,
      ...recovery,
    },
    text: {
      zh: `${zh}：${causeWords.zh}；${remedyWords.zh}${measured.zh}${said('；', body.Remark)}`,
      en: `${en}: ${causeWords.en}; ${remedyWords.en}${measured.en}${said('; ', body.Remark)}`,
    },
    tells: ['applicant'],
  };
}

/** @returns what was measured, in words. @throws Refusal `notWatched` */
async function keepHandReadings(
  { tenant, transaction, order }: Pick<Step, 'tenant' | 'transaction' | 'order'>,
  readings: BodyOf<'finishRepairActive'>['ReadingList'] = [],
): Promise<Bilingual> {
  const watched = await watchedPoints(tenant, transaction, order.id);
  const measured = readings.map(({ PointId, Value }) => {
    const point = watched.find(({ point_id }) => point_id === PointId);
    if (!point) throw new Refusal(repairErrors.notWatched);
    const value = quantity(Value, point);
    return {
      zh: `；人工测量${point.name} ${value}`,
      en: `; ${point.name_en ?? point.name} measured by hand: ${value}`,
    };
  });
  await writeHandValues(
    tenant,
    transaction,
    order.id,
    readings.map(({ PointId, Value }) => ({ pointId: PointId, value: Value })),
  );
  return { zh: measured.map((each) => each.zh).join(''), en: measured.map((each) => each.en).join('') };
}

/** A code in words, with what was written beside it. */
const inWords = (code: Pick<FaultCodeRow, 'name_zh' | 'name_en'> | null, text: string): Bilingual =>
  code === null
    ? { zh: text, en: text }
    : { zh: `${code.name_zh}${said('，', text)}`, en: `${code.name_en}${said(', ', text)}` };

/**
 * To whom the order goes, and what they are called: a person, a team, or a person of a team.
 *
 * @param reason why a team that does not cover the place or the kind of service
 * @throws Refusal `notARepairer`, `notFound`, `teamDisabled`, `teamEmpty`, `notOfTeam`, `teamDoesNotFit`
 */
async function needRepairer(
  { tenant, transaction, order }: Step,
  { RepairUserId: userId, MaintenanceUnitId: teamId }: { RepairUserId?: number; MaintenanceUnitId?: number },
  reason: string,
  serviceType: ServiceType,
): Promise<{ name: string; change: OrderChange }> {
  const able = await membersFor(tenant, transaction, order, ['repairWork']);
  const person = async (id: number) => ({
    assignee_id: id,
    assignee_name: await nameOfUser(tenant, transaction, id),
  });
  if (teamId === undefined) {
    if (userId === undefined || !able.includes(userId)) throw new Refusal(repairErrors.notARepairer);
    const change = await person(userId);
    return { name: change.assignee_name, change: { ...change, team_id: null, team_name: null } };
  }
  const team = await findTeam(tenant, transaction, teamId);
  if (!team) throw new Refusal(commonErrors.notFound);
  if (!team.enabled) throw new Refusal(maintenanceErrors.teamDisabled);
  const repairers = await repairersOfTeam(tenant, transaction, team.id, order, able);
  if (repairers.length === 0) throw new Refusal(repairErrors.teamEmpty);
  if (userId !== undefined && !repairers.includes(userId)) throw new Refusal(repairErrors.notOfTeam);
  const fits = team.types.includes(serviceType) && (await coversPlace(tenant, transaction, team, order));
  if (!fits && reason === '') throw new Refusal(repairErrors.teamDoesNotFit);
  const change = userId === undefined ? { assignee_id: null, assignee_name: null } : await person(userId);
  const name = [team.name, change.assignee_name].filter((part) => part !== null).join(' · ');
  return { name, change: { ...change, team_id: team.id, team_name: team.name } };
}

/** @throws Refusal `noRemoteService` */
async function needRemoteService({ tenant, transaction, order }: Step): Promise<void> {
  const team = order.team_id === null ? null : await findTeam(tenant, transaction, order.team_id);
  if (team && !team.types.includes('remote')) throw new Refusal(repairErrors.noRemoteService);
}

async function expectedAt({ tenant, transaction, order, at }: Step, local: string): Promise<Date> {
  const epoch = epochOfLocal(local, await zoneOf(tenant, transaction, order.project_id));
  if (epoch === null || epoch <= at.getTime()) throw new Refusal(repairErrors.expectedBeforeNow);
  return new Date(epoch);
}

function needRecent(
  order: Parameters<typeof factsOf>[0],
  at: Date,
  days: number,
  refusal: 'tooLateToRate' | 'tooLateForRework',
): void {
  if ((factsOf(order, at.getTime()).daysSinceCompletion ?? 0) > days) throw new Refusal(repairErrors[refusal]);
}
