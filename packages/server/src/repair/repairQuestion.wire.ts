import { type AllCalls, commonErrors, type ParsedInput, repairErrors } from '@watchpost/contract';
import { type Caller, zoneOf } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { endOfLocal, epochOfLocal, localDaysBetween, localOfEpoch } from '../platform/zonedTime.ts';
import { symptomsNamed } from './faultCodes/faultCode.store.ts';
import type { FaultText, OrderFilter } from './orderList.store.ts';

/** Two years and a leap day. */
const longestDays = 731;

const some = <T>(list: readonly T[] | undefined): readonly T[] | null => (list && list.length > 0 ? list : null);

/**
 * What the call of the list asks, in our words.
 *
 * @throws Refusal `rangeTooLong` beyond two years
 */
export async function repairQuestion(
  { tenant }: Pick<Caller, 'tenant'>,
  db: DbOrTransaction,
  body: ParsedInput<AllCalls['exportNewRepairActivePage']>['body'],
  now: number,
): Promise<OrderFilter> {
  const projectIds = body.ProjectId === undefined ? some(body.ProjectIdList) : [body.ProjectId];
  const timeZone = await zoneOf(tenant, db, projectIds?.length === 1 ? projectIds[0]! : null);
  const faultTextOf = async (text: string | undefined): Promise<FaultText | null> =>
    text === undefined ? null : { text, symptomIds: await symptomsNamed(tenant, db, text) };
  const { StartCreateTime: start, EndCreateTime: end } = body;
  const momentOf = (local: string | undefined, read: typeof epochOfLocal): Date | null => {
    if (local === undefined) return null;
    const epoch = read(local, timeZone);
    if (epoch === null) throw new Refusal(commonErrors.badInput, { fields: local });
    return new Date(epoch);
  };
  if (start !== undefined && end !== undefined && end.replace('T', ' ') < start.replace('T', ' ').slice(0, end.length))
    throw new Refusal(repairErrors.endBeforeStart);
  if (start !== undefined && localDaysBetween(start, end ?? localOfEpoch(now, timeZone))! > longestDays)
    throw new Refusal(repairErrors.rangeTooLong);
  const subsystems = [...(body.BigTypeIdList ?? []), ...(body.BigTypeId === undefined ? [] : [body.BigTypeId])];
  return {
    projectIds,
    statuses: some(body.Status),
    from: momentOf(start, epochOfLocal),
    until: momentOf(end, endOfLocal),
    applicantIds: some(body.ApplicantIdList),
    assigneeIds: some(body.RepairUserIdList),
    projectName: body.ProjectName ?? null,
    subsystemIds: some(subsystems),
    classId: body.SmallTypeId ?? null,
    deviceId: body.EquipmentId ?? null,
    alarmId: body.AlarmId ?? null,
    warningId: body.PreAlarmId ?? null,
    teamIds: some(body.MaintenanceUnitIdList),
    faultCodeIds: some(body.FaultCodeIdList),
    completedOn: body.AcceptanceTime ?? null,
    faultText: await faultTextOf(body.FaultContent),
    applicantText: body.ApplicantNameOrPhone ?? null,
    text: await faultTextOf(body.FaultContentOrOrder),
    severities: some(body.LevelList),
    isApp: body.IsApp ?? null,
    isMine: body.IsMy ?? null,
    isOverdue: body.IsOverdue ?? null,
    figure: body.Figure === undefined ? null : { figure: body.Figure, now: new Date(now) },
    sort: body.SortType ?? null,
    ascending: body.IsAsc ?? false,
  };
}
