import { maxPointsOfSlave, parseFormula, pointErrors } from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import type { EventBus } from '../../events.ts';
import type { OneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal, type RefusalParameters } from '../../platform/http/refusal.ts';
import { tellChanged } from '../tellPoints.ts';
import { findTypes, type PointType } from '../types/store.ts';
import { formulaProblem } from './formulaProblem.ts';
import type { PointDraft, PointPlace } from './PointDraft.ts';
import { insertPoints, lockPoints, setInputs, takenIn } from './setUp.store.ts';

/** What a refused point is refused for, at which place of the list. */
export interface DraftProblem {
  readonly place: number;
  readonly field: 'name' | 'type' | 'unit' | 'key' | 'formula' | 'inputs';
  readonly entry: (typeof pointErrors)[keyof typeof pointErrors];
  readonly parameters: RefusalParameters;
}

const keyOf = (device: string | null, key: string | null): string => `${device ?? ''}\n${key ?? ''}`;

/** With the unit that was left out; a status has none. */
export function withUnit(draft: PointDraft, type: PointType): PointDraft {
  if (type.value_type === 'status') return { ...draft, unit: draft.unit ?? '' };
  return draft.unit === null ? { ...draft, unit: type.units[0] ?? '' } : draft;
}

/** What stands in the way of a point's type and unit; null: nothing. */
export function typeProblem(draft: PointDraft, type: PointType | undefined): Omit<DraftProblem, 'place'> | null {
  if (!type) return { field: 'type', entry: pointErrors.typeUnknown, parameters: {} };
  const { unit } = withUnit(draft, type);
  const fits = type.value_type === 'status' ? unit === '' : type.units.length === 0 || type.units.includes(unit ?? '');
  if (fits) return null;
  const parameters = { unit: unit ?? '', type: type.name_zh };
  return { field: 'unit', entry: pointErrors.unitNotOfType, parameters };
}

/**
 * What stands in the way of adding these points there, beyond what schemas say: types and units that are not the company's,
 * names and keys that are taken, there or in the list itself, formulas that cannot be computed.
 */
export async function problemsOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  place: PointPlace,
  drafts: readonly PointDraft[],
): Promise<DraftProblem[]> {
  const types = new Map(
    (await findTypes(tenant, db, [...new Set(drafts.map(({ typeId }) => typeId))])).map((type) => [type.id, type]),
  );
  const taken = await takenIn(tenant, db, place);
  const isMqtt = place.gatewayId !== null && place.slaveId === null;
  const names = new Set(isMqtt ? [] : taken.map(({ name }) => name));
  const keys = new Set(taken.map(({ mqtt_device, mqtt_key }) => keyOf(mqtt_device, mqtt_key)));
  const [newNames, newKeys] = [new Set<string>(), new Set<string>()];
  const entry = place.slaveId === null ? pointErrors.nameTakenInProject : pointErrors.nameTakenOnSlave;
  const ofFormulas = new Map<PointDraft, Omit<DraftProblem, 'place'> | null>();
  for (const draft of drafts) {
    if (draft.kind !== 'computed') continue;
    const type = types.get(draft.typeId);
    const complete = type ? withUnit(draft, type) : draft;
    ofFormulas.set(draft, await formulaProblem(tenant, db, place.projectId, complete, null));
  }
  return drafts.flatMap((draft, at) => {
    const problems: DraftProblem[] = [];
    const ofFormula = ofFormulas.get(draft);
    if (ofFormula) problems.push({ ...ofFormula, place: at });
    const ofType = typeProblem(draft, types.get(draft.typeId));
    if (ofType) problems.push({ ...ofType, place: at });
    if (!isMqtt) {
      const parameters = { name: draft.name };
      if (names.has(draft.name)) problems.push({ place: at, field: 'name', entry, parameters });
      else if (newNames.has(draft.name))
        problems.push({ place: at, field: 'name', entry: pointErrors.nameTwice, parameters });
      newNames.add(draft.name);
    }
    if (draft.mqttKey !== null) {
      const key = keyOf(draft.mqttDevice, draft.mqttKey);
      const parameters = { key: draft.mqttKey };
      if (keys.has(key)) problems.push({ place: at, field: 'key', entry: pointErrors.mqttKeyTaken, parameters });
      else if (newKeys.has(key)) problems.push({ place: at, field: 'key', entry: pointErrors.keyTwice, parameters });
      newKeys.add(key);
    }
    return problems;
  });
}

/** Only the letters that stand in the formula are kept. */
export const neededInputs = ({ formula, inputs }: PointDraft): PointDraft['inputs'] => {
  const names = formula === null ? [] : (parseFormula(formula).formula?.variables ?? []);
  return inputs.filter(({ name }) => names.includes(name));
};

/**
 * Adds points that `problemsOf` found nothing wrong with. Each is logged; the running server reads them after the commit.
 *
 * @param at what the log calls the place, before the point's name; empty: nothing
 * @returns their ids in the order of the drafts
 */
export async function addPoints(
  tenant: UserTenant,
  write: Pick<OneWrite, 'transaction' | 'log' | 'afterCommit'>,
  events: EventBus,
  place: PointPlace,
  drafts: readonly PointDraft[],
): Promise<number[]> {
  const { transaction, log } = write;
  const { companyId } = tenant;
  await lockPoints(tenant, transaction, place.projectId);
  const taken = await takenIn(tenant, transaction, place);
  if (taken.length + drafts.length > maxPointsOfSlave && place.slaveId !== null)
    throw new Refusal(pointErrors.tooManyPoints, { max: maxPointsOfSlave });
  const types = new Map(
    (await findTypes(tenant, transaction, [...new Set(drafts.map(({ typeId }) => typeId))])).map((type) => [
      type.id,
      type,
    ]),
  );
  const complete = drafts.map((draft) => {
    const type = types.get(draft.typeId);
    if (!type) throw new Refusal(pointErrors.typeUnknown);
    return withUnit(draft, type);
  });
  const ids = await insertPoints(tenant, transaction, companyId, place, complete);
  for (const [i, draft] of complete.entries()) {
    const id = ids[i]!;
    if (draft.kind === 'computed') {
      await setInputs(tenant, transaction, { id, projectId: place.projectId }, neededInputs(draft));
    }
    const subject = { kind: 'point', id, name: draft.name } as const;
    log({ companyId, projectId: place.projectId, subject, after: loggedDraft(draft) });
  }
  tellChanged(write, events, companyId, 'point', ids);
  return ids;
}

/** Without what has no value. */
export const loggedDraft = (draft: Partial<PointDraft>): object =>
  Object.fromEntries(
    Object.entries(loggedInputs(draft)).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );

/** Which point a letter of a formula stands for, said so that the log finds its name. */
export const loggedInputs = ({ inputs, ...draft }: Partial<PointDraft>): object => ({
  ...draft,
  ...(inputs ? { inputs: inputs.map(({ name, id }) => ({ name, pointId: id })) } : {}),
});
