import { type AllCalls, commonErrors, type ParsedInput, repairErrors, workErrors } from '@watchpost/contract';
import { maySee, zoneOf } from '../access/index.ts';
import { findWarning } from '../faultWarnings/index.ts';
import { inOneWrite } from '../logs/index.ts';
import { nameOfUser } from '../people/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { epochOfLocal } from '../platform/zonedTime.ts';
import { claimRequest, insertJournal, keepPhotos, noteMade } from '../work/index.ts';
import type { RepairContext, RepairDeps } from './deps.ts';
import { classOfDevice } from './faultCodes/faultCode.store.ts';
import { needCode } from './faultCodes/needCode.ts';
import { findAlarms, linkAlarms } from './orderAlarms.store.ts';
import { faultOf, orderName } from './orderName.ts';
import { watchPoints } from './recovery.store.ts';
import { refOf, refreshClocks } from './refreshClocks.ts';
import { findDevice, insertOrder, isAreaOf, lockOrder, updateOrder } from './repair.store.ts';
import { reworkedBy, sayOfRework } from './reworkedBy.ts';
import { needNoOpenOrder, needService, submission, submittedText } from './submitOrder.ts';
import { tell } from './tell.ts';
import { viewerOf } from './viewer.ts';
import { watchSet } from './watchSet.ts';

type Form = ParsedInput<AllCalls['addRepairActive']>['body'];

/**
 * Reports a fault, as a draft or submitted. A device that has an open order already is reported again only on purpose.
 *
 * @returns the order's id
 */
export async function addOrder(deps: RepairDeps, context: RepairContext, form: Form): Promise<number> {
  const { caller } = context;
  const { tenant } = caller;
  const viewer = viewerOf(caller);
  return inOneWrite(deps, context, async ({ transaction, log, unchanged, afterCommit }) => {
    const now = deps.clock.now();
    const at = new Date(now);
    const call = 'addRepairActive';
    const done = await claimRequest(tenant, transaction, { key: form.ClientKey, call, orderId: 0, at });
    if (done) {
      if (done.call !== call) throw new Refusal(workErrors.keyOfAnother);
      unchanged();
      return done.order_id;
    }
    await needService(tenant, transaction, form.ProjectId, at);
    const device =
      form.EquipmentId === undefined ? null : await findDevice(tenant, transaction, form.ProjectId, form.EquipmentId);
    if (form.EquipmentId !== undefined && !device) throw new Refusal(commonErrors.notFound);
    if (form.AreaId !== undefined && !(await isAreaOf(tenant, transaction, form.ProjectId, form.AreaId)))
      throw new Refusal(commonErrors.notFound);
    // An order of no device is for those who see the whole project: its author would not see it.
    if (device === null && !maySee(tenant, form.ProjectId, null)) throw new Refusal(commonErrors.wholeProjectNeeded);
    // A draft reports nothing yet: it is asked about when it is submitted.
    const isSaid = form.IgnoreDuplicate || !form.Submit;
    if (device !== null && !isSaid) await needNoOpenOrder(viewer, transaction, device.id);
    if (form.SymptomId !== undefined) {
      const classId = await classOfDevice(tenant, transaction, device?.id ?? null);
      await needCode(tenant, transaction, { id: form.SymptomId, kind: 'symptom', classId });
    }
    const alarmIds = [...new Set(form.AlarmIdList ?? [])];
    const fault = { deviceId: device?.id ?? null, symptomId: form.SymptomId ?? null, alarmIds };
    const parent = await reworkedBy(viewer, transaction, fault, { reworkOf: form.ReworkOf, isSaid }, at);
    const alarms = await findAlarms(tenant, transaction, form.ProjectId, alarmIds);
    if (alarms.length < alarmIds.length) throw new Refusal(commonErrors.notFound);
    if (alarms.some((alarm) => alarm.device_id !== device?.id && !alarm.device_ids.includes(device?.id ?? 0)))
      throw new Refusal(repairErrors.alarmOfAnotherDevice);
    const warning = form.PreAlarmId === undefined ? null : await findWarning(tenant, transaction, form.PreAlarmId);
    if (form.PreAlarmId !== undefined && warning?.project_id !== form.ProjectId)
      throw new Refusal(commonErrors.notFound);
    if (warning && warning.device_id !== device?.id) throw new Refusal(repairErrors.warningOfAnotherDevice);
    const expected = await expectedOf(deps, context, transaction, form);
    const userName = await nameOfUser(tenant, transaction, tenant.userId);
    const id = await insertOrder(tenant, transaction, {
      project_id: form.ProjectId,
      severity: form.Level,
      source: parent ? 'rework' : alarms.length > 0 ? 'alarm' : warning ? 'warning' : 'manual',
      device_id: device?.id ?? null,
      device_name: device?.name ?? '',
      device_name_en: device?.name_en ?? null,
      area_id: form.AreaId ?? null,
      symptom_id: form.SymptomId ?? null,
      fault_content: form.FaultContent,
      remark: form.Remark,
      service_type: form.ServiceType,
      contact_phone: form.ContactPhone ?? null,
      applicant_name: userName,
      created_at: at,
      expected_at: expected,
      is_app: form.IsApp,
      parent_id: parent?.id ?? null,
      warning_id: warning?.id ?? null,
    });
    await noteMade(tenant, transaction, form.ClientKey, id);
    await linkAlarms(
      tenant,
      transaction,
      id,
      alarms.map((alarm) => alarm.id),
    );
    const watched = await watchSet(
      tenant,
      transaction,
      { deviceId: device?.id ?? null, pointIds: form.PointIdList ?? [], alarms },
      deps.usualLimitsOfPoint,
    );
    await watchPoints(tenant, transaction, id, watched);
    const draft = (await lockOrder(viewer, transaction, id))!;
    await keepPhotos(tenant, transaction, refOf(draft), form.PhotoList, { at, userName });
    if (form.Submit) {
      await updateOrder(tenant, transaction, id, { status: 1, ...(await submission(tenant, transaction, draft, at)) });
    }
    const order = (await lockOrder(viewer, transaction, id))!;
    if (form.Submit) {
      await insertJournal(tenant, transaction, refOf(order), {
        at,
        userId: tenant.userId,
        userName,
        action: 'submit',
        fromState: null,
        toState: 1,
        text: submittedText(order),
        userAgent: context.userAgent,
      });
      if (parent) await sayOfRework(tenant, transaction, parent, { number: order.number!, userName, at });
      await refreshClocks(tenant, transaction, order, now);
      await tell(tenant, transaction, order, { to: ['assignee'], text: submittedText(order), at });
    }
    log({
      companyId: order.company_id,
      projectId: order.project_id,
      subject: { kind: 'repairOrder', id, name: orderName(order) },
      after: { repairStatus: String(order.status), text: faultOf(order) },
    });
    afterCommit(() => deps.events.emit('listsChanged', { companyId: order.company_id, kinds: ['repair'] }));
    return id;
  });
}

/** @throws Refusal `expectedBeforeNow` */
async function expectedOf(
  deps: RepairDeps,
  { caller }: RepairContext,
  transaction: DbOrTransaction,
  form: Form,
): Promise<Date | null> {
  if (form.ExpectedTime === undefined) return null;
  const epoch = epochOfLocal(form.ExpectedTime, await zoneOf(caller.tenant, transaction, form.ProjectId));
  if (epoch === null || epoch <= deps.clock.now()) throw new Refusal(repairErrors.expectedBeforeNow);
  return new Date(epoch);
}
