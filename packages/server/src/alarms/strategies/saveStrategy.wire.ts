import { isDeepStrictEqual } from 'node:util';
import {
  alarmKinds,
  type Bilingual,
  commonErrors,
  type Language,
  type RuleDefinition,
  StrategyForm,
  type StrategyFormValues,
  strategyErrors,
  strategyPointLimit,
} from '@watchpost/contract';
import { type Caller, needInProject } from '../../access/index.ts';
import type { EventBus } from '../../events.ts';
import { differing, inOneWrite, logged, type OneWrite } from '../../logs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, DbOrTransaction } from '../../platform/db/database.ts';
import { given } from '../../platform/given.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { InvalidInput, parseInput } from '../../platform/http/validate.ts';
import { otherPointsOf } from '../otherPoints.store.ts';
import { namesInWords } from '../referenceProblems.ts';
import { parseRule } from '../ruleDefinition.ts';
import { keepRuleVersions } from '../ruleVersions/ruleVersions.store.ts';
import { knownKinds, peopleOfProject, sourcesById, type WatchablePoint, watchablePoints } from './choices.store.ts';
import { minuteOf } from './clockOf.ts';
import { faultsOfReferences, filled } from './faultsOfReferences.ts';
import { mergedRules, withAndWithout } from './mergedStrategy.wire.ts';
import { contactInWords, definitionInWords, formOf, speechOf } from './present.ts';
import { referencesForeignPoints } from './referencesForeignPoints.ts';
import {
  type ContactRow,
  contactsOf,
  findStrategies,
  lockStrategies,
  type RuleRow,
  rulesOf,
  type StrategyListRow,
  type SubjectRow,
  subjectsOf,
} from './strategy.store.ts';
import {
  type ContactValues,
  deleteRules,
  deleteStrategies,
  insertRule,
  insertStrategy,
  type StrategyValues,
  setContacts,
  setOverrides,
  setSubjects,
  updateRule,
  updateStrategy,
} from './strategyWrites.store.ts';

export interface StrategyDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
}
export type StrategyContext = CallContext<Caller>;

/** Refuses unless the caller sets up strategies in the project. */
export const needToEdit = (caller: Caller, projectId: number): void =>
  needInProject(caller, projectId, ['alarmStrategyEdit']);

/** A strategy with everything about it. */
export interface WholeStrategy {
  readonly row: StrategyListRow;
  readonly rules: RuleRow[];
  readonly subjects: SubjectRow[];
  readonly contacts: ContactRow[];
}

export async function loadWhole({ tenant }: Caller, db: DbOrTransaction, strategyId: number): Promise<WholeStrategy> {
  const [row] = await findStrategies(tenant, db, [strategyId]);
  if (!row) throw new Refusal(commonErrors.notFound);
  return {
    row,
    rules: await rulesOf(tenant, db, [row.id]),
    subjects: await subjectsOf(tenant, db, row.id),
    contacts: await contactsOf(tenant, db, row.id),
  };
}

/** Locked, and the caller may edit it. */
export async function lockWhole(
  caller: Caller,
  transaction: DbOrTransaction,
  strategyId: number,
): Promise<WholeStrategy> {
  await lockStrategies(caller.tenant, transaction, [strategyId]);
  const whole = await loadWhole(caller, transaction, strategyId);
  needToEdit(caller, whole.row.project_id);
  return whole;
}

/** Keeps a version of the rules. After the commit the evaluator uses them: alarms that no longer hold end, with the reason. */
export async function strategiesChanged(
  { transaction, afterCommit }: Pick<OneWrite, 'transaction' | 'afterCommit'>,
  { clock, events }: Pick<StrategyDeps, 'clock' | 'events'>,
  { tenant }: Pick<Caller, 'tenant'>,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await keepRuleVersions(tenant, transaction, ids, new Date(clock.now()));
  const { companyId } = tenant;
  afterCommit(() => events.emit('configurationChanged', { companyId, kind: 'alarmStrategy', ids: [...ids] }));
}

const valuesOf = (form: StrategyFormValues): StrategyValues => ({
  name: form.StrategyName,
  name_en: form.StrategyNameEn ?? null,
  remarks: form.Remarks,
  remarks_en: form.RemarksEn ?? null,
  instruction: form.Instruction,
  instruction_en: form.InstructionEn || null,
  device_class_id: form.SmallTypeId ?? null,
  point_type_id: form.PointTypeId ?? null,
  enabled: form.Enabled,
  escalate_minutes: form.EscalateMinutes ?? null,
  repeat_minutes: form.RepeatMinutes ?? null,
  notify_on_clear: form.NotifyOnClear,
});

const sorted = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b);

const contactOf = (contact: StrategyFormValues['ContactList'][number]): ContactValues => ({
  user_id: contact.UserId,
  step: contact.Step,
  severities: sorted(contact.LevelList),
  channels: [...new Set(contact.ChannelList)],
  weekdays: sorted(contact.WeekdayList),
  from_minute: minuteOf(contact.From),
  until_minute: minuteOf(contact.Until),
  tells_offline: contact.TellsOffline,
});

/** Which values a condition is about; null: any, or it is not about a point. */
function needsValues({ kind }: RuleDefinition): WatchablePoint['value_type'] | null {
  if (kind === 'state') return 'status';
  return kind === 'noData' || kind === 'badQuality' || kind === 'communicationLoss' ? null : 'analog';
}

/** `Freezer 12 · Air`. */
const withDevice = ({ name, name_en, device_name, device_name_en }: WatchablePoint): Bilingual => ({
  zh: [device_name, name].filter(Boolean).join(' · '),
  en: [device_name_en ?? device_name, name_en ?? name].filter(Boolean).join(' · '),
});

/** Checks what no schema can see: that what a strategy names exists, is of its project, and fits its conditions. */
async function needFitting(
  caller: Caller,
  db: DbOrTransaction,
  form: StrategyFormValues,
  before: WholeStrategy | null,
  language: Language,
  { looksAround = true }: { looksAround?: boolean } = {},
): Promise<WatchablePoint[]> {
  const { tenant } = caller;
  const problems: { field: string; words: Bilingual }[] = [];
  const { isClass, isType } = await knownKinds(tenant, db, form.SmallTypeId ?? null, form.PointTypeId ?? null);
  if (form.SmallTypeId != null && !isClass) problems.push({ field: 'SmallTypeId', words: strategyErrors.unknownClass });
  if (form.PointTypeId != null && !isType) problems.push({ field: 'PointTypeId', words: strategyErrors.unknownType });

  const pointIds = [...new Set(form.PointIdList)];
  const { rows: points } = await watchablePoints(
    tenant,
    db,
    { projectId: form.ProjectId, pointIds },
    { offset: 0, limit: strategyPointLimit },
  );
  const found = new Set(points.map(({ id }) => id));
  const watched = new Set(before?.subjects.map(({ subject_kind, subject_id }) => `${subject_kind} ${subject_id}`));
  if (pointIds.some((id) => !found.has(id) && !watched.has(`point ${id}`)))
    problems.push({ field: 'PointIdList', words: strategyErrors.pointsOfOtherProject });
  const sources = await sourcesById(tenant, db, form.ProjectId, {
    gatewayIds: form.GatewayIdList,
    slaveIds: form.SlaveIdList,
  });
  const isSource = new Set(sources.map(({ kind, id }) => `${kind} ${id}`));
  for (const [kind, field, ids] of [
    ['gateway', 'GatewayIdList', form.GatewayIdList],
    ['slave', 'SlaveIdList', form.SlaveIdList],
  ] as const)
    if (ids.some((id) => !isSource.has(`${kind} ${id}`) && !watched.has(`${kind} ${id}`)))
      problems.push({ field, words: strategyErrors.sourcesOfOtherProject });

  const rulesBefore = new Map(before?.rules.map(({ id, definition }) => [id, definition]));
  const fresh = pointIds.filter((id) => !watched.has(`point ${id}`));
  for (const [place, { RuleId, Definition }] of form.RuleList.entries()) {
    const field = `RuleList.${place}.Definition`;
    const isKept = RuleId !== undefined && isDeepStrictEqual(rulesBefore.get(RuleId), Definition);
    for (const { path, words } of await faultsOfReferences(tenant, db, form.ProjectId, Definition, {
      all: pointIds,
      // What was saved before goes on; new points and new words are asked.
      asked: !looksAround || (isKept && fresh.length === 0) ? [] : isKept ? fresh : pointIds,
    }))
      problems.push({ field: `${field}.${path}`, words });
    if (parseRule(0, Definition) === null) problems.push({ field, words: strategyErrors.cannotRun });
    if (await referencesForeignPoints(tenant, db, form.ProjectId, [Definition], before?.rules ?? []))
      problems.push({ field, words: strategyErrors.pointsOfOtherProject });
    const needed = needsValues(Definition);
    const others = needed === null ? [] : points.filter(({ value_type }) => value_type !== needed);
    if (others.length === 0) continue;
    const entry = needed === 'status' ? strategyErrors.stateOfAnalog : strategyErrors.limitOfStatus;
    problems.push({ field, words: filled(entry, { names: namesInWords(others.map(withDevice)) }) });
  }

  const told = new Set(before?.contacts.map(({ user_id }) => user_id));
  const added = form.ContactList.filter(({ UserId }) => !told.has(UserId));
  if (added.length > 0) {
    const people = new Set((await peopleOfProject(tenant, db, form.ProjectId)).map(({ user_id }) => user_id));
    for (const [place, { UserId }] of form.ContactList.entries())
      if (!told.has(UserId) && !people.has(UserId))
        problems.push({ field: `ContactList.${place}.UserId`, words: strategyErrors.contactOutside });
  }
  if (problems.length > 0)
    throw new InvalidInput(
      problems.map(({ field, words }) => ({ Field: field, Message: words[language] })),
      language,
    );
  return points;
}

async function definitionsInLog(
  { tenant }: Caller,
  db: DbOrTransaction,
  definitions: readonly RuleDefinition[],
  point: WatchablePoint | undefined,
): Promise<Bilingual[]> {
  const other = await otherPointsOf(tenant, db, definitions);
  return definitions.map((definition) => definitionInWords(definition, speechOf(point, other)));
}

async function contactsInLog(caller: Caller, db: DbOrTransaction, strategyId: number): Promise<Bilingual[]> {
  const contacts = await contactsOf(caller.tenant, db, strategyId);
  return contacts.map((contact) => contactInWords(contact.name, contact));
}

/** Limits of their own that points have under one condition. */
export interface OwnLimits {
  /** Its place in the list of the form. */
  readonly rule: number;
  readonly pointIds: readonly number[];
  readonly definition: RuleDefinition;
}

/** Adds a strategy to a project. @returns its id */
export async function addStrategy(
  deps: Pick<StrategyDeps, 'clock' | 'events'>,
  { caller, language }: Pick<StrategyContext, 'caller' | 'language'>,
  write: OneWrite,
  form: StrategyFormValues,
  madeOf: { readonly copyOf?: string; readonly template?: string } = {},
  ownLimits: readonly OwnLimits[] = [],
): Promise<number> {
  const { tenant } = caller;
  const { transaction, log } = write;
  needToEdit(caller, form.ProjectId);
  // A copy, or a template given to devices, has been checked already, and what is unclear was left out.
  const looksAround = Object.keys(madeOf).length === 0;
  const points = await needFitting(caller, transaction, form, null, language, { looksAround });
  const values = valuesOf(form);
  const id = await insertStrategy(tenant, transaction, form.ProjectId, values, new Date(deps.clock.now()));
  const ruleIds: number[] = [];
  for (const { Definition } of form.RuleList) ruleIds.push(await insertRule(tenant, transaction, id, Definition));
  await setSubjects(tenant, transaction, id, {
    pointIds: form.PointIdList,
    gatewayIds: form.GatewayIdList,
    slaveIds: form.SlaveIdList,
  });
  for (const { rule, pointIds, definition } of ownLimits)
    await setOverrides(tenant, transaction, ruleIds[rule]!, pointIds, definition);
  await setContacts(tenant, transaction, id, form.ContactList.map(contactOf));
  const { after } = logged({}, values);
  log({
    companyId: tenant.companyId,
    projectId: form.ProjectId,
    subject: { kind: 'alarmStrategy', id, name: values.name },
    after: {
      ...after,
      ...madeOf,
      rules: await definitionsInLog(
        caller,
        transaction,
        form.RuleList.map(({ Definition }) => Definition),
        points[0],
      ),
      points: form.PointIdList.length,
      ...(ownLimits.length > 0 && {
        ownLimits: await definitionsInLog(
          caller,
          transaction,
          ownLimits.map(({ definition }) => definition),
          points[0],
        ),
      }),
      contacts: await contactsInLog(caller, transaction, id),
    },
  });
  await strategiesChanged(write, deps, caller, [id]);
  return id;
}

/** Deletes strategies that were found for the caller and locked, with a line of the log for each. */
export async function deleteLocked(
  deps: Pick<StrategyDeps, 'clock' | 'events'>,
  { caller }: Pick<StrategyContext, 'caller'>,
  write: OneWrite,
  rows: readonly StrategyListRow[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await deleteStrategies(caller.tenant, write.transaction, ids);
  for (const { id, project_id, name, kinds, point_count, contact_names } of rows) {
    write.log({
      companyId: caller.tenant.companyId,
      projectId: project_id,
      subject: { kind: 'alarmStrategy', id, name },
      before: {
        name,
        alarmTypes: kinds.map((kind) => alarmKinds[kind as keyof typeof alarmKinds] ?? kind),
        points: point_count,
        contacts: contact_names,
      },
    });
  }
  await strategiesChanged(write, deps, caller, ids);
}

/** Takes points out of a strategy that the caller may edit; one that is left without any is deleted. */
export async function takePointsOut(
  deps: Pick<StrategyDeps, 'clock' | 'events'>,
  context: Pick<StrategyContext, 'caller' | 'language'>,
  write: OneWrite,
  strategyId: number,
  pointIds: readonly number[],
): Promise<void> {
  const { row, subjects } = await lockWhole(context.caller, write.transaction, strategyId);
  if (subjects.every(({ subject_kind, subject_id }) => subject_kind === 'point' && pointIds.includes(subject_id)))
    await deleteLocked(deps, context, write, [row]);
  else await changeStrategyWithin(deps, context, write, { StrategyId: strategyId, RemovePointIdList: pointIds });
}

/** What a change of a strategy carries: parts of its values, and of its lists what comes in and what goes out. */
export interface StrategyChange {
  readonly StrategyId: number;
  readonly RuleList?: readonly { RuleId?: number | undefined; Definition: RuleDefinition }[] | undefined;
  readonly RemoveRuleIdList?: readonly number[] | undefined;
  readonly AddPointIdList?: readonly number[] | undefined;
  readonly RemovePointIdList?: readonly number[] | undefined;
  readonly AddGatewayIdList?: readonly number[] | undefined;
  readonly RemoveGatewayIdList?: readonly number[] | undefined;
  readonly AddSlaveIdList?: readonly number[] | undefined;
  readonly RemoveSlaveIdList?: readonly number[] | undefined;
  readonly ContactList?: StrategyFormValues['ContactList'] | undefined;
  readonly RemoveContactList?: readonly { UserId: number; Step: number }[] | undefined;
}

/** Changes what was sent of a strategy, by the rules of the whole that comes of it. */
export const changeStrategy = (deps: StrategyDeps, context: StrategyContext, change: StrategyChange): Promise<void> =>
  inOneWrite(deps, context, async (write) => {
    if (!(await changeStrategyWithin(deps, context, write, change))) write.unchanged();
  });

/** The same as a part of a larger write. @returns whether anything changed */
export async function changeStrategyWithin(
  deps: Pick<StrategyDeps, 'clock' | 'events'>,
  { caller, language }: Pick<StrategyContext, 'caller' | 'language'>,
  write: OneWrite,
  change: StrategyChange,
): Promise<boolean> {
  const { tenant } = caller;
  const { transaction, log } = write;
  const before = await lockWhole(caller, transaction, change.StrategyId);
  const present = formOf(before.row, before.rules, before.subjects, before.contacts);
  const contactKey = ({ UserId, Step }: { UserId: unknown; Step?: unknown }) => `${UserId} ${Step ?? 0}`;
  const goneContacts = new Set([...(change.RemoveContactList ?? []), ...(change.ContactList ?? [])].map(contactKey));
  const {
    RuleList,
    RemoveRuleIdList,
    AddPointIdList,
    RemovePointIdList,
    AddGatewayIdList,
    RemoveGatewayIdList,
    AddSlaveIdList,
    RemoveSlaveIdList,
    ContactList,
    RemoveContactList: _,
    ...values
  } = change;
  const form = parseInput(
    StrategyForm,
    {
      ...present,
      ...given(values),
      RuleList: mergedRules(present.RuleList as never, RuleList ?? [], RemoveRuleIdList ?? []),
      PointIdList: withAndWithout(present.PointIdList, AddPointIdList, RemovePointIdList),
      GatewayIdList: withAndWithout(present.GatewayIdList, AddGatewayIdList, RemoveGatewayIdList),
      SlaveIdList: withAndWithout(present.SlaveIdList, AddSlaveIdList, RemoveSlaveIdList),
      ContactList: [
        ...(present.ContactList ?? []).filter((contact) => !goneContacts.has(contactKey(contact))),
        ...(ContactList ?? []),
      ],
    },
    language,
  );
  const points = await needFitting(caller, transaction, form, before, language);
  const asked = valuesOf(form);
  const row: StrategyValues = {
    ...before.row,
    device_class_id: before.row.class_id,
    point_type_id: before.row.type_id,
  };
  const changed = differing<StrategyValues>(row, asked);
  const told = logged(row, changed);
  const logBefore: Record<string, unknown> = { ...told.before };
  const logAfter: Record<string, unknown> = { ...told.after };

  const sets = await saveRules(caller, transaction, before, form);
  if (sets) {
    const inLog = (definitions: readonly RuleDefinition[]) =>
      definitionsInLog(caller, transaction, definitions, points[0]);
    logBefore.rules = await inLog(before.rules.map(({ definition }) => definition));
    logAfter.rules = await inLog(form.RuleList.map(({ Definition }) => Definition));
  }
  const subjects = { pointIds: form.PointIdList, gatewayIds: form.GatewayIdList, slaveIds: form.SlaveIdList };
  const movedPoints = difference(present.PointIdList, form.PointIdList);
  const movedGateways = difference(present.GatewayIdList, form.GatewayIdList);
  const movedSlaves = difference(present.SlaveIdList, form.SlaveIdList);
  if (sets || movedPoints || movedGateways || movedSlaves)
    await setSubjects(tenant, transaction, before.row.id, subjects);
  // Of long lists the log tells what went and what came.
  if (movedPoints) [logBefore.pointIdList, logAfter.pointIdList] = movedPoints;
  if (movedGateways) [logBefore.gatewayIds, logAfter.gatewayIds] = movedGateways;
  if (movedSlaves) [logBefore.slaveIds, logAfter.slaveIds] = movedSlaves;

  const contacts = form.ContactList.map(contactOf);
  const byPerson = (list: readonly ContactValues[]) =>
    [...list].sort((a, b) => a.step - b.step || a.user_id - b.user_id);
  const were = before.contacts.map(
    ({ user_id, step, severities, channels, weekdays, from_minute, until_minute, tells_offline }): ContactValues => ({
      user_id,
      step,
      severities: sorted(severities),
      channels,
      weekdays: sorted(weekdays),
      from_minute,
      until_minute,
      tells_offline,
    }),
  );
  if (!isDeepStrictEqual(byPerson(were), byPerson(contacts))) {
    logBefore.contacts = before.contacts.map((contact) => contactInWords(contact.name, contact));
    await setContacts(tenant, transaction, before.row.id, contacts);
    logAfter.contacts = await contactsInLog(caller, transaction, before.row.id);
  }
  if (Object.keys(logAfter).length === 0) return false;
  await updateStrategy(tenant, transaction, before.row.id, changed, new Date(deps.clock.now()));
  log({
    companyId: tenant.companyId,
    projectId: before.row.project_id,
    subject: { kind: 'alarmStrategy', id: before.row.id, name: form.StrategyName },
    before: logBefore,
    after: logAfter,
  });
  await strategiesChanged(write, deps, caller, [before.row.id]);
  return true;
}

/** What went and what came; null: nothing. */
function difference(before: readonly number[], after: readonly number[]): [number[], number[]] | null {
  const [were, are] = [new Set(before), new Set(after)];
  const gone = before.filter((id) => !are.has(id));
  const come = after.filter((id) => !were.has(id));
  return gone.length + come.length === 0 ? null : [gone, come];
}

/** @returns whether there was anything to save */
async function saveRules(
  { tenant }: Caller,
  transaction: DbOrTransaction,
  before: WholeStrategy,
  form: StrategyFormValues,
): Promise<boolean> {
  const kept = new Map(
    form.RuleList.flatMap((rule) => (rule.RuleId === undefined ? [] : ([[rule.RuleId, rule]] as const))),
  );
  const removed = before.rules.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  await deleteRules(tenant, transaction, removed);
  let sets = removed.length > 0;
  for (const { id, definition } of before.rules) {
    const rule = kept.get(id);
    if (!rule || isDeepStrictEqual(rule.Definition, definition)) continue;
    await updateRule(tenant, transaction, id, rule.Definition);
    sets = true;
  }
  for (const { RuleId, Definition } of form.RuleList) {
    if (RuleId !== undefined) continue;
    await insertRule(tenant, transaction, before.row.id, Definition);
    sets = true;
  }
  return sets;
}
