import { type AllCalls, commonErrors, type ParsedInput, transportErrors } from '@watchpost/contract';
import { needInProject, type UserTenant, zoneOf } from '../../access/index.ts';
import { certifiedUntil, pointsUnder } from '../../compliance/index.ts';
import { deleteDeviceRows, membersListing, tellDevices } from '../../devices/index.ts';
import { differing, inOneWrite, logged, type OneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { given } from '../../platform/given.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { deletePoints, setCycles, tellChanged } from '../../points/index.ts';
import type { TransportContext, TransportDeps } from '../deps.ts';
import { tellTransport } from '../tellTransport.ts';
import { deleteTagRows, findTags, insertCalibration, type TagRow, updateTag } from './tag.store.ts';
import { setTagLimits } from './tagLimits.wire.ts';

/** An offset counts from a moment at which everything that takes readings has read of it: else some would be taken with the one before. */
const offsetAheadMs = 5_000;

type Change = ParsedInput<AllCalls['updateSensor']>['body'];

const pointsOf = (tags: readonly TagRow[]): number[] => tags.flatMap(({ points }) => Object.values(points));
const about = ({ company_id, project_id, id, serial_number }: TagRow) => ({
  companyId: company_id,
  projectId: project_id,
  subject: { kind: 'sensorTag' as const, id, name: serial_number },
});

/** All of the tags or a refusal, locked; the caller sets up gateways where they are. */
async function lockTags(
  { caller }: TransportContext,
  { transaction }: OneWrite,
  tagIds: readonly number[],
): Promise<TagRow[]> {
  const ids = [...new Set(tagIds)];
  const tags = await findTags(caller.tenant, transaction, ids, 'lock');
  if (tags.length < ids.length) throw new Refusal(commonErrors.notFound);
  for (const projectId of new Set(tags.map(({ project_id }) => project_id)))
    needInProject(caller, projectId, ['terminalsEdit']);
  return tags;
}

/** What of a tag's set-up a change touches, in the words of the log. */
const settings = (tag: TagRow) => ({
  cycleSeconds: tag.cycle_seconds,
  temperatureOffset: tag.t_offset,
  humidityOffset: tag.h_offset,
  tempLow: tag.alarm_low,
  tempHigh: tag.alarm_high,
});

/** GSP forbids an open correction: an offset rests on a calibration. @throws Refusal `offsetNeedsCertificate` */
async function needCertificates(
  { clock }: Pick<TransportDeps, 'clock'>,
  tenant: UserTenant,
  transaction: DbOrTransaction,
  calibrated: readonly { readonly tag: TagRow; readonly parts: object }[],
): Promise<void> {
  const now = clock.now();
  const corrected = ({ tag, parts }: (typeof calibrated)[number]): number[] => [
    ...('temperatureOffset' in parts ? [tag.points.temperature ?? 0] : []),
    ...('humidityOffset' in parts ? [tag.points.humidity ?? 0] : []),
  ];
  const strict = await pointsUnder(tenant, transaction, ['gsp'], calibrated.flatMap(corrected), new Date(now));
  if (strict.size === 0) return;
  const certified = await certifiedUntil(tenant, transaction, [...strict]);
  const wrong = [];
  for (const each of calibrated) {
    const today = localOfEpoch(now, await zoneOf(tenant, transaction, each.tag.project_id)).slice(0, 10);
    if (corrected(each).some((id) => strict.has(id) && (certified.get(id) ?? '') < today))
      wrong.push(each.tag.serial_number);
  }
  if (wrong.length > 0) throw new Refusal(transportErrors.offsetNeedsCertificate, { names: wrong.join(', ') });
}

/**
 * Changes what was sent of tags, of all or of none. An offset counts from in five seconds on: what was measured before keeps the one of its
 * time.
 *
 * @returns how many are other now than before
 */
export function changeTags(deps: TransportDeps, context: TransportContext, change: Change): Promise<number> {
  const { caller } = context;
  const { tenant } = caller;
  return inOneWrite(deps, context, async (write) => {
    const { transaction, log, unchanged } = write;
    const tags = await lockTags(context, write, change.SensorIdList);
    const limits = change.tAlarm && {
      low: change.tAlarm.low ?? null,
      high: change.tAlarm.high ?? null,
    };
    const hasLimits = limits != null && (limits.low !== null || limits.high !== null);
    const wanted = given({
      cycleSeconds: change.cycle,
      temperatureOffset: change.tOffset,
      humidityOffset: change.hOffset,
      ...(change.tAlarm === undefined ? {} : { tempLow: limits?.low ?? null, tempHigh: limits?.high ?? null }),
    });
    const changed = tags.flatMap((tag) => {
      const parts = differing<ReturnType<typeof settings>>(settings(tag), wanted);
      return Object.keys(parts).length > 0 ? [{ tag, parts }] : [];
    });
    if (changed.length === 0) {
      unchanged();
      return 0;
    }
    const calibrated = changed.filter(({ parts }) => 'temperatureOffset' in parts || 'humidityOffset' in parts);
    await needCertificates(deps, tenant, transaction, calibrated);
    for (const { tag } of calibrated) {
      needInProject(caller, tag.project_id, ['tagCalibrate']);
      await insertCalibration(tenant, transaction, {
        tag_id: tag.id,
        valid_from: new Date(deps.clock.now() + offsetAheadMs),
        t_offset: change.tOffset ?? tag.t_offset,
        h_offset: change.hOffset ?? tag.h_offset,
        reason: change.Reason,
      });
    }
    if (change.cycle !== undefined) {
      for (const { id } of tags) await updateTag(tenant, transaction, id, { cycle_seconds: change.cycle });
      await setCycles(tenant, transaction, pointsOf(tags), change.cycle);
    }
    const limited = changed.filter(({ parts }) => 'tempLow' in parts || 'tempHigh' in parts).map(({ tag }) => tag);
    for (const ofProject of Map.groupBy(limited, ({ project_id }) => project_id).values())
      await setTagLimits(deps, context, write, ofProject, hasLimits ? limits : null);
    for (const { tag, parts } of changed) {
      const told = logged(settings(tag), parts);
      const isExplained = change.Reason !== '' && calibrated.some((each) => each.tag === tag);
      const reason = isExplained ? { reason: change.Reason } : {};
      log({ ...about(tag), before: told.before, after: { ...told.after, ...reason } });
    }
    tellChanged(write, deps.events, tenant.companyId, 'point', pointsOf(changed.map(({ tag }) => tag)));
    tellTransport(write, deps.events, tenant.companyId);
    return changed.length;
  });
}

/** Takes tags out of service with their devices and points; what they measured is kept as of any point that is deleted. */
export function deleteTags(deps: TransportDeps, context: TransportContext, tagIds: readonly number[]): Promise<number> {
  const { tenant } = context.caller;
  return inOneWrite(deps, context, async (write) => {
    const { transaction, log, afterCommit } = write;
    const tags = await lockTags(context, write, tagIds);
    const bound = tags.filter(({ waybill_id }) => waybill_id !== null);
    if (bound.length > 0)
      throw new Refusal(transportErrors.tagsBound, {
        names: bound.map(({ serial_number, waybill_number }) => `${serial_number} (${waybill_number})`).join(', '),
      });
    const limited = tags.filter(({ strategy_id }) => strategy_id !== null);
    for (const ofProject of Map.groupBy(limited, ({ project_id }) => project_id).values())
      await setTagLimits(deps, context, write, ofProject, null);
    const pointIds = pointsOf(tags);
    const deviceIds = tags.flatMap(({ device_id }) => device_id ?? []);
    const userIds = await membersListing(tenant, transaction, deviceIds);
    await deleteTagRows(
      tenant,
      transaction,
      tags.map(({ id }) => id),
    );
    if (pointIds.length > 0) await deletePoints(tenant, transaction, pointIds);
    await deleteDeviceRows(tenant, transaction, deviceIds);
    for (const tag of tags) log({ ...about(tag), before: { name: tag.name, tagType: tag.tag_type } });
    tellDevices(write, deps.events, tenant.companyId, deviceIds, pointIds);
    tellTransport(write, deps.events, tenant.companyId);
    afterCommit(() => {
      if (userIds.length > 0) deps.events.emit('accessChanged', { userIds });
    });
    return tags.length;
  });
}
