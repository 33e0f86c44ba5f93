import {
  commonErrors,
  type Language,
  PointForm,
  type PointKind,
  parseFormula,
  pointErrors,
  type pointSetupCalls,
  qualityOf,
  reasonOf,
} from '@watchpost/contract';
import { needInProject } from '../../access/index.ts';
import { gatewayTenantOf, needLineToOpen, needLineToSetUp } from '../../gateways/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { fillText, Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { InvalidInput, parseChanged } from '../../platform/http/validate.ts';
import { changesOf } from '../changesOf.ts';
import type { PointContext, PointDeps } from '../PointDeps.ts';
import { pageOfLine } from '../places/list/list.store.ts';
import { presentListed } from '../places/present.ts';
import type { ModbusMapping } from '../store.ts';
import { tellChanged } from '../tellPoints.ts';
import { findTypes } from '../types/store.ts';
import {
  addPoints,
  type DraftProblem,
  loggedInputs,
  neededInputs,
  problemsOf,
  typeProblem,
  withUnit,
} from './addPoints.ts';
import { formulaProblem, inputsProblem, needSoundFormulas } from './formulaProblem.ts';
import { draftNow, type PointDraft, type PointPlace, usualCycleSeconds } from './PointDraft.ts';
import { formOf, type PastOfPoints, presentConfig, presentHanging } from './present.ts';
import {
  deletePoints,
  findGateway,
  findSetUp,
  findSlave,
  lockPoints,
  type SetUpPoint,
  setInputs,
  takenIn,
  updatePoint,
  whatHangsOn,
} from './setUp.store.ts';

type SetupHandlers = Omit<Handlers<typeof pointSetupCalls>, 'getPlanPointStartInfo'>;
type Input<Name extends keyof SetupHandlers> = Parameters<SetupHandlers[Name]>[1];
/** What every schema of a point has in common. */
type AnyPoint = Input<'addDevicePoint'>['body']['PointList'][number] &
  Omit<Partial<Input<'addPoint'>['body']>, 'Kind'> & { readonly Kind?: PointKind };

function mappingOf(body: Partial<AnyPoint>): ModbusMapping {
  const { X1, X2, Y1, Y2 } = body;
  const hasScaling = X1 != null && X2 != null && Y1 != null && Y2 != null;
  return {
    functionCode: body.FunctionCode!,
    address: body.RegisterAddress!,
    format: body.DataFormat!,
    byteOrder: body.ByteOrder ?? null,
    bit: body.DataFormat === 'bits16' ? (body.AddressBit ?? 1) : null,
    scaling: hasScaling ? { rawLow: X1, rawHigh: X2, engLow: Y1, engHigh: Y2 } : null,
    errorValues: body.RawErrorValueList ?? [],
    statusRegister:
      body.StatusRegister == null
        ? null
        : { address: body.StatusRegister, faultValues: body.StatusFaultValueList ?? [] },
    ...(body.WriteFunctionCode == null ? {} : { writeFunctionCode: body.WriteFunctionCode as 5 | 6 | 15 | 16 }),
  };
}

/** What a form, a call or a row says, in our words. */
export const draftOf = (kind: PointKind, body: AnyPoint): PointDraft => ({
  kind,
  name: body.PointName,
  nameEn: body.PointNameEn ?? null,
  typeId: body.PointTypeId,
  unit: body.Unit ?? null,
  decimals: body.Decimals ?? 1,
  level: body.Level ?? 3,
  writable: kind === 'virtual' ? (body.IsWrite ?? true) : (body.IsWrite ?? false),
  samplingIntervalSeconds: body.Cycle ?? usualCycleSeconds,
  // A line is polled by its cycle; how often a gateway reports by itself, its readings tell.
  ...(kind === 'mqtt' && body.Cycle == null ? { cycleSource: 'assumed' as const } : {}),
  rangeLow: body.RangeLow ?? null,
  rangeHigh: body.RangeHigh ?? null,
  errorValues: body.ErrorValueList ?? [],
  frozenAfterSeconds: body.FrozenMinutes == null ? null : body.FrozenMinutes * 60,
  modbus: kind === 'modbus' ? mappingOf(body) : null,
  mqttKey: kind === 'mqtt' || kind === 'tag' ? (body.MqttKey ?? null) : null,
  mqttDevice: kind === 'mqtt' || kind === 'tag' ? (body.MqttDevice ?? null) : null,
  formula: kind === 'computed' ? (body.Formula ?? null) : null,
  inputs: kind === 'computed' ? (body.InputList ?? []).map(({ Name, PointId }) => ({ name: Name, id: PointId })) : [],
});

const fieldNames: Record<DraftProblem['field'], string> = {
  name: 'PointName',
  type: 'PointTypeId',
  unit: 'Unit',
  key: 'MqttKey',
  formula: 'Formula',
  inputs: 'InputList',
};

const wordsOf = ({ entry, parameters }: Pick<DraftProblem, 'entry' | 'parameters'>) => ({
  zh: fillText(entry, 'zh', parameters),
  en: fillText(entry, 'en', parameters),
});

/** Refuses beside the fields of a list or, without `list`, of one form. */
function needNone(problems: readonly DraftProblem[], language: Language, list?: string): void {
  if (problems.length === 0) return;
  const fields = problems.map((problem) => ({
    Field: list ? `${list}.${problem.place}.${fieldNames[problem.field]}` : fieldNames[problem.field],
    Message: wordsOf(problem)[language],
  }));
  throw new InvalidInput(fields, language);
}

const sort = { name: 'name', register: 'register', type: 'type', cycle: 'cycle' } as const;

export function setUpHandlers(deps: PointDeps): SetupHandlers {
  const { db, events, live } = deps;

  /** The named points. Refuses unless the caller sees all of them and may set up points in each of their projects. */
  async function needPoints(
    { caller }: PointContext,
    pointIds: readonly number[],
    from: Parameters<typeof findSetUp>[1] = db,
  ): Promise<SetUpPoint[]> {
    const ids = [...new Set(pointIds)];
    const points = await findSetUp(caller.tenant, from, ids);
    if (points.length < ids.length) throw new Refusal(commonErrors.notFound);
    await needLineToSetUp(caller, from, points);
    return points;
  }

  /** The same as they stand, and as nobody else changes them until the transaction ends. */
  async function lockedPoints(
    context: PointContext,
    transaction: Parameters<typeof findSetUp>[1],
    pointIds: readonly number[],
  ): Promise<SetUpPoint[]> {
    const found = await needPoints(context, pointIds, transaction);
    const projectIds = [...new Set(found.map(({ project_id }) => project_id))].sort((a, b) => a - b);
    for (const projectId of projectIds) await lockPoints(context.caller.tenant, transaction, projectId);
    const points = await needPoints(context, pointIds, transaction);
    if (points.some(({ project_id }) => !projectIds.includes(project_id))) throw new Refusal(commonErrors.notFound);
    return points;
  }

  const pastOf = async (pointIds: readonly number[]): Promise<PastOfPoints> => ({
    exists: await deps.history.has(pointIds),
    keptDays: await deps.keptAfterDeletion({ pointIds }),
  });

  async function needSlave({ caller }: PointContext, slaveId: number): Promise<PointPlace> {
    const slave = await findSlave(gatewayTenantOf(caller), db, slaveId);
    if (!slave) throw new Refusal(pointErrors.slaveUnknown);
    await needLineToSetUp(caller, db, [slave]);
    if (slave.protocol === 'MQTT') throw new Refusal(pointErrors.notModbus, { name: slave.gateway_name });
    return { projectId: slave.project_id, gatewayId: slave.gateway_id, slaveId };
  }

  async function needMqttGateway({ caller }: PointContext, gatewayId: number): Promise<PointPlace> {
    const gateway = await findGateway(gatewayTenantOf(caller), db, gatewayId);
    if (!gateway) throw new Refusal(pointErrors.gatewayUnknown);
    await needLineToSetUp(caller, db, [gateway]);
    if (gateway.protocol !== 'MQTT') throw new Refusal(pointErrors.notMqtt, { name: gateway.gateway_name });
    return { projectId: gateway.project_id, gatewayId: gateway.gateway_id, slaveId: null };
  }

  async function placeOf(context: PointContext, body: Input<'addPoint'>['body']): Promise<PointPlace> {
    const { caller } = context;
    await needLineToSetUp(caller, db, [{ project_id: body.ProjectId, gateway_id: null }]);
    if (body.Kind === 'modbus') return needSlave(context, body.SlaveId!);
    if (body.Kind !== 'mqtt') return { projectId: body.ProjectId, gatewayId: null, slaveId: null };
    return needMqttGateway(context, body.GatewayId!);
  }

  return {
    async getDevicePointPage({ caller, language }, { body }) {
      const gateway = await findGateway(gatewayTenantOf(caller), db, body.GatewayId);
      if (!gateway) throw new Refusal(pointErrors.gatewayUnknown);
      const { rows, total } = await pageOfLine(gatewayTenantOf(caller), db, {
        gatewayId: body.GatewayId,
        slaveId: body.SlaveId ?? null,
        name: body.PointName ?? null,
        sort: sort[body.SortType ?? 'name'],
        ascending: body.IsAsc ?? true,
        language,
        ...rowRange(body),
      });
      return {
        Data: rows.map((row) => ({
          ...presentListed(row, live.get(row.id), language),
          FunctionCode: row.modbus?.functionCode ?? null,
          RegisterAddress: row.modbus?.address ?? null,
          AddressBit: row.modbus?.bit ?? null,
        })),
        TotalCount: total,
      };
    },

    async getPointConfig({ caller, language }, { query }) {
      const [point] = await findSetUp(caller.tenant, db, [query.pointId]);
      if (!point) throw new Refusal(commonErrors.notFound);
      await needLineToOpen(caller, db, [point]);
      return presentConfig(point, language);
    },

    async addDevicePoint(context, { body }) {
      const { caller, language } = context;
      const place = await needSlave(context, body.SlaveId);
      const drafts = body.PointList.map((point) => draftOf('modbus', point));
      const pointIds = await inOneWrite(deps, context, async (write) => {
        await lockPoints(caller.tenant, write.transaction, place.projectId);
        needNone(await problemsOf(caller.tenant, write.transaction, place, drafts), language, 'PointList');
        return addPoints(caller.tenant, write, events, place, drafts);
      });
      return { PointIdList: pointIds };
    },

    async addMqttPoint(context, { body }) {
      const { caller, language } = context;
      const place = await needMqttGateway(context, body.GatewayId);
      const drafts = body.PointList.map((point) => draftOf('mqtt', point as AnyPoint));
      const pointIds = await inOneWrite(deps, context, async (write) => {
        await lockPoints(caller.tenant, write.transaction, place.projectId);
        needNone(await problemsOf(caller.tenant, write.transaction, place, drafts), language, 'PointList');
        return addPoints(caller.tenant, write, events, place, drafts);
      });
      return { PointIdList: pointIds };
    },

    async addPoint(context, { body }) {
      const { caller, language } = context;
      const place = await placeOf(context, body);
      const draft = draftOf(body.Kind, body);
      const [pointId] = await inOneWrite(deps, context, async (write) => {
        await lockPoints(caller.tenant, write.transaction, place.projectId);
        needNone(await problemsOf(caller.tenant, write.transaction, place, [draft]), language);
        return addPoints(caller.tenant, write, events, place, [draft]);
      });
      return { PointId: pointId! };
    },

    async editPoint(context, { body }) {
      const { caller, language } = context;
      const { tenant } = caller;
      await inOneWrite(deps, context, async (write) => {
        const { transaction, log, unchanged } = write;
        const [before] = await lockedPoints(context, transaction, [body.PointId]);
        const kind = before!.kind;
        if (body.Kind !== undefined && body.Kind !== kind) throw new Refusal(pointErrors.kindStays);
        const whole = parseChanged(PointForm, formOf(draftNow(before!), before!.id), body, language);
        const { project_id, gateway_id, slave_id } = before!;
        const place = { projectId: project_id, gatewayId: gateway_id, slaveId: slave_id };
        const [type] = await findTypes(tenant, transaction, [whole.PointTypeId]);
        const { cycle_source } = before!;
        const asked: PointDraft = {
          ...draftOf(kind, whole),
          ...(body.Cycle === undefined && cycle_source !== 'declared' ? { cycleSource: cycle_source } : {}),
        };
        const ofType = typeProblem(asked, type);
        if (ofType) needNone([{ ...ofType, place: 0 }], language);
        const draft = withUnit({ ...asked, inputs: neededInputs(asked) }, type!);
        await needFree(context, transaction, place, draft, before!.id);
        if (draft.kind === 'computed') {
          const ofFormula = await formulaProblem(tenant, transaction, project_id, draft, before!.id);
          if (ofFormula) needNone([{ ...ofFormula, place: 0 }], language);
        }
        const changes = changesOf<PointDraft>(draftNow(before!), draft);
        if (!changes) return unchanged();
        await updatePoint(tenant, transaction, before!.id, draft);
        if (draft.unit !== before!.unit) await needSoundFormulas(tenant, transaction, project_id, [before!.id]);
        if (changes.after.inputs)
          await setInputs(tenant, transaction, { id: before!.id, projectId: project_id }, draft.inputs);
        const subject = { kind: 'point', id: before!.id, name: draft.name } as const;
        log({
          companyId: tenant.companyId,
          projectId: project_id,
          subject,
          before: loggedInputs(changes.before),
          after: loggedInputs(changes.after),
        });
        tellChanged(write, events, tenant.companyId, 'point', [before!.id]);
      });
      return null;
    },

    async getWhatHangsOnPoints(context, { body }) {
      const points = await needPoints(context, body.PointIdList);
      const ids = points.map(({ id }) => id);
      return presentHanging(
        ids.length,
        await whatHangsOn(context.caller.tenant, db, ids, context.language),
        await pastOf(ids),
      );
    },

    async deletePoint(context, { body }) {
      const { caller, language } = context;
      const { tenant } = caller;
      const past = await pastOf(body.PointIdList);
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        const points = await lockedPoints(context, transaction, body.PointIdList);
        const ids = points.map(({ id }) => id);
        const hanging = await whatHangsOn(tenant, transaction, ids, language);
        if (hanging.computed_names.length > 0) {
          const names = hanging.computed_names.join(language === 'en' ? ', ' : '、');
          throw new Refusal(pointErrors.inputOfOthers, { names });
        }
        await deletePoints(tenant, transaction, ids);
        for (const point of points) {
          const subject = { kind: 'point', id: point.id, name: point.name } as const;
          const { name, kind, unit, modbus, mqttKey, formula } = draftNow(point);
          const before = { name, kind, unit, modbus, mqttKey, formula };
          log({ companyId: tenant.companyId, projectId: point.project_id, subject, before });
        }
        tellChanged(write, events, tenant.companyId, 'point', ids);
        return presentHanging(ids.length, hanging, past);
      });
    },

    async setVirtualPoint(context, { body }) {
      const { caller } = context;
      const [point] = await findSetUp(caller.tenant, db, [body.PointId]);
      if (!point) throw new Refusal(commonErrors.notFound);
      needInProject(caller, point.project_id, ['terminalsEdit', 'remoteWrite']);
      if (point.kind !== 'virtual') throw new Refusal(pointErrors.notVirtual);
      if (!point.writable) throw new Refusal(pointErrors.notWritable);
      const fits =
        point.value_type === 'status'
          ? point.status_values.some(({ value }) => value === body.Value)
          : (point.range_low ?? Number.NEGATIVE_INFINITY) <= body.Value &&
            body.Value <= (point.range_high ?? Number.POSITIVE_INFINITY);
      if (!fits) throw InvalidInput.inField('Value', pointErrors.valueNotOfType, context.language);
      await deps.writePoint(context, { pointId: point.id, value: body.Value });
      return null;
    },

    async tryFormula({ caller, language }, { body }) {
      const { formula } = parseFormula(body.Formula);
      const nothing = { Value: null, Quality: null, QualityReason: null, ExceptionCode: null, Time: null };
      const inputs = body.InputList.map(({ Name, PointId }) => ({ name: Name, id: PointId }));
      const asked = { formula: body.Formula, inputs, unit: null };
      const problem = await inputsProblem(caller.tenant, db, body.ProjectId, asked);
      if (problem) needNone([{ ...problem, place: 0 }], language);
      const reading = formula && deps.valueOfFormula(formula, inputs);
      if (!reading) return nothing;
      const reason = reasonOf(reading.quality);
      return {
        Value: reading.value,
        Quality: qualityOf(reading.quality),
        QualityReason: reason?.reason ?? null,
        ExceptionCode: reason?.exceptionCode ?? null,
        Time: reading.measuredAt,
      };
    },
  };
}

async function needFree(
  { caller, language }: PointContext,
  db: Parameters<typeof takenIn>[1],
  place: PointPlace,
  draft: PointDraft,
  ownId: number,
): Promise<void> {
  const others = (await takenIn(caller.tenant, db, place)).filter(({ id }) => id !== ownId);
  if (draft.kind === 'mqtt') {
    const isTaken = others.some(
      ({ mqtt_key, mqtt_device }) => mqtt_key === draft.mqttKey && (mqtt_device ?? '') === (draft.mqttDevice ?? ''),
    );
    const parameters = { key: draft.mqttKey ?? '' };
    if (isTaken) needNone([{ place: 0, field: 'key', entry: pointErrors.mqttKeyTaken, parameters }], language);
    return;
  }
  if (!others.some(({ name }) => name === draft.name)) return;
  const entry = place.slaveId === null ? pointErrors.nameTakenInProject : pointErrors.nameTakenOnSlave;
  needNone([{ place: 0, field: 'name', entry, parameters: { name: draft.name } }], language);
}
