import { inputWords, type Language, PointForm, pointErrors } from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import type { EventBus } from '../../events.ts';
import type { OneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { fillText } from '../../platform/http/refusal.ts';
import { changesOf } from '../changesOf.ts';
import { tellChanged } from '../tellPoints.ts';
import { listTypes } from '../types/store.ts';
import { addPoints, type DraftProblem, problemsOf, typeProblem, withUnit } from './addPoints.ts';
import { needSoundFormulas } from './formulaProblem.ts';
import { draftNow, type PointDraft, type PointPlace } from './PointDraft.ts';
import { formOf } from './present.ts';
import { findSetUp, pointsOfGateway, type SetUpPoint, updatePoint } from './setUp.store.ts';

/** A point of a gateway as it is wanted; what is left out stays, or has its usual value. */
export type WantedPoint = Partial<Omit<PointDraft, 'kind' | 'typeId' | 'formula' | 'inputs'>> &
  Pick<PointDraft, 'name'> & {
    /** The type's code in its company. */
    readonly type: string;
    /** Null: the point of an MQTT gateway. `new`: of a slave that is yet to be made. */
    readonly slaveId: number | null | 'new';
  };

/** Why a wanted point cannot be, at its place in the list. */
export interface WantedProblem {
  readonly place: number;
  readonly message: string;
}

/** What a wanted point comes to. */
interface Planned {
  readonly place: number;
  readonly slaveId: WantedPoint['slaveId'];
  readonly draft: PointDraft;
  /** Null: it is new. */
  readonly before: SetUpPoint | null;
}

export interface PointPlan {
  readonly planned: readonly Planned[];
  readonly problems: readonly WantedProblem[];
}

interface OfGateway {
  readonly id: number;
  readonly projectId: number;
  readonly isMqtt: boolean;
}

const usual: Omit<PointDraft, 'kind' | 'name' | 'typeId'> = {
  nameEn: null,
  unit: null,
  decimals: 1,
  level: 3,
  writable: false,
  samplingIntervalSeconds: 60,
  rangeLow: null,
  rangeHigh: null,
  errorValues: [],
  frozenAfterSeconds: null,
  modbus: null,
  mqttKey: null,
  mqttDevice: null,
  formula: null,
  inputs: [],
};

/** A point of a slave is known by its name there, one of an MQTT gateway by what the gateway calls it. */
const keyOf = (isMqtt: boolean, slaveId: number | null | 'new', point: Partial<PointDraft>): string =>
  isMqtt ? `${point.mqttDevice ?? ''}\n${point.mqttKey ?? ''}` : `${slaveId}\n${point.name}`;

/** Compares points as they are wanted with those of a gateway, and checks them by the rules of every form and import. Writes nothing. */
export async function planPoints(
  tenant: UserTenant,
  db: DbOrTransaction,
  gateway: OfGateway,
  wanted: readonly WantedPoint[],
  language: Language,
): Promise<PointPlan> {
  const types = new Map((await listTypes(tenant, db)).map((type) => [type.code, type]));
  const present = await findSetUp(tenant, db, await pointsOfGateway(tenant, db, gateway.id));
  const known = new Map(present.map((row) => [keyOf(gateway.isMqtt, row.slave_id, draftNow(row)), row]));
  const problems: WantedProblem[] = [];
  const planned: Planned[] = [];
  const seen = new Set<string>();
  const refuse = (place: number, { entry, parameters }: Pick<DraftProblem, 'entry' | 'parameters'>): void =>
    void problems.push({ place, message: fillText(entry, language, parameters) });
  for (const [place, { type: code, slaveId, ...values }] of wanted.entries()) {
    const key = keyOf(gateway.isMqtt, slaveId, values);
    const before = slaveId === 'new' ? null : (known.get(key) ?? null);
    const type = types.get(code);
    if (!type || (slaveId === null) !== gateway.isMqtt) {
      refuse(place, { entry: type ? pointErrors.slaveUnknown : pointErrors.typeUnknown, parameters: {} });
      continue;
    }
    if (slaveId !== 'new' && seen.has(key)) {
      const entry = gateway.isMqtt ? pointErrors.mqttKeyTaken : pointErrors.nameTakenOnSlave;
      refuse(place, { entry, parameters: { name: values.name, key: values.mqttKey ?? '' } });
      continue;
    }
    seen.add(key);
    const kind = gateway.isMqtt ? 'mqtt' : 'modbus';
    const said = values.samplingIntervalSeconds;
    const isSaid = said !== undefined && said !== before?.sampling_interval_seconds;
    const usualSource = kind === 'mqtt' && !before ? ({ cycleSource: 'assumed' } as const) : {};
    const asked: PointDraft = {
      ...{ ...usual, ...usualSource, ...(before ? draftNow(before) : {}), ...values, kind, typeId: type.id },
      ...(isSaid ? { cycleSource: 'declared' } : {}),
    };
    const checked = PointForm.safeParse(formOf(asked), { error: (issue) => inputWords(issue, language) });
    if (!checked.success) {
      const issue = checked.error.issues[0]!;
      problems.push({ place, message: issue.message });
      continue;
    }
    const ofType = typeProblem(asked, type);
    if (ofType) refuse(place, ofType);
    else planned.push({ place, slaveId, before, draft: withUnit(asked, type) });
  }
  for (const [slaveId, added] of Map.groupBy(
    planned.filter(({ before, slaveId }) => before === null && slaveId !== 'new'),
    (each) => each.slaveId as number | null,
  )) {
    const place = { projectId: gateway.projectId, gatewayId: gateway.id, slaveId };
    const drafts = added.map(({ draft }) => draft);
    for (const problem of await problemsOf(tenant, db, place, drafts)) refuse(added[problem.place]!.place, problem);
  }
  return { planned, problems };
}

/** Brings the points of a gateway to a plan without problems, made in the same transaction. @returns whether anything changed */
export async function bringPoints(
  tenant: UserTenant,
  write: Pick<OneWrite, 'transaction' | 'log' | 'afterCommit'>,
  events: EventBus,
  gateway: OfGateway,
  { planned }: PointPlan,
): Promise<boolean> {
  const { transaction, log } = write;
  const { companyId } = tenant;
  const changed: number[] = [];
  for (const { draft, before } of planned) {
    if (!before) continue;
    const changes = changesOf<PointDraft>(draftNow(before), draft);
    if (!changes) continue;
    await updatePoint(tenant, transaction, before.id, draft);
    const subject = { kind: 'point', id: before.id, name: draft.name } as const;
    log({ companyId, projectId: gateway.projectId, subject, ...changes });
    changed.push(before.id);
  }
  const reunited = planned.flatMap(({ draft, before }) => (before && before.unit !== draft.unit ? [before.id] : []));
  if (reunited.length > 0) await needSoundFormulas(tenant, transaction, gateway.projectId, reunited);
  tellChanged(write, events, companyId, 'point', changed);
  const added = planned.filter(({ before }) => before === null);
  for (const [slaveId, ofPlace] of Map.groupBy(added, (each) => each.slaveId as number | null)) {
    const place: PointPlace = { projectId: gateway.projectId, gatewayId: gateway.id, slaveId };
    await addPoints(
      tenant,
      write,
      events,
      place,
      ofPlace.map(({ draft }) => draft),
    );
  }
  return changed.length + added.length > 0;
}
