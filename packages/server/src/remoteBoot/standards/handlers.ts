import {
  type AllCalls,
  commonErrors,
  type ParsedInput,
  type remoteBootCalls,
  remoteBootErrors,
} from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../../logs/index.ts';
import { given } from '../../platform/given.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { allowedPressure } from '../boot/judgeFirstHour.wire.ts';
import { overlap, rangeFor } from '../checkInstall.wire.ts';
import { type RemoteBootDeps, tellBoot } from '../deps.ts';
import { presentCaliber, presentPipe } from '../present.ts';
import {
  type CaliberRow,
  type CaliberValues,
  calibersOf,
  deleteStandards,
  insertStandard,
  lockBoot,
  lockStandards,
  type PipeRow,
  type PipeValues,
  pageStandards,
  pipeOf,
  type UnitOfModel,
  unitsOfModels,
  updateStandard,
} from './standard.store.ts';

type StandardCalls = Pick<
  typeof remoteBootCalls,
  | 'getPipeStandardPage'
  | 'addPipeStandard'
  | 'editPipeStandard'
  | 'deletePipeStandard'
  | 'getCaliberStandardPage'
  | 'addCaliberStandard'
  | 'editCaliberStandard'
  | 'deleteCaliberStandard'
>;
type PipeBody = Partial<ParsedInput<AllCalls['addPipeStandard']>['body']>;
type CaliberBody = Partial<ParsedInput<AllCalls['addCaliberStandard']>['body']>;

/** m in mm, MPa in kPa. */
const thousandths = <Value extends number | null | undefined>(value: Value) =>
  (value == null ? value : Math.round(value * 1000)) as Value;
const hundredths = <Value extends number | null | undefined>(value: Value) =>
  (value == null ? value : Math.round(value * 100)) as Value;

const pipeValues = (body: PipeBody): Partial<PipeValues> =>
  given({
    model: body.Model,
    max_length: thousandths(body.MaxPipeLength),
    gas_climb: thousandths(body.GasMaxClimb),
    liquid_climb: thousandths(body.LiquidMaxClimb),
    oil_type: body.OilType,
    trap_interval: thousandths(body.TrapInterval),
    test_pressure: thousandths(body.TestPressure),
    max_vacuum: body.MaxVacuum,
    min_slope: hundredths(body.MinSlope),
    included_length: thousandths(body.IncludedLength),
    nameplate_current: hundredths(body.NameplateCurrent),
    suction_from: thousandths(body.SuctionFrom),
    suction_to: thousandths(body.SuctionTo),
    discharge_from: thousandths(body.DischargeFrom),
    discharge_to: thousandths(body.DischargeTo),
  });
const caliberValues = (body: CaliberBody): Partial<CaliberValues> =>
  given({
    model: body.Model,
    length_from: thousandths(body.LengthFrom),
    length_to: thousandths(body.LengthTo),
    climb_from: thousandths(body.ClimbFrom),
    climb_to: thousandths(body.ClimbTo),
    gas: hundredths(body.GasDiameter),
    riser: hundredths(body.RiserDiameter),
    liquid: hundredths(body.LiquidDiameter),
    charge_per_metre: body.ChargePerMetre,
  });

/** What a standard without these fields asks of traps, tightness, fall, charge and the first hour. */
const asksNothing = {
  ...{ trap_interval: null, test_pressure: null, max_vacuum: null },
  ...{ min_slope: null, included_length: null },
  ...{ nameplate_current: null, suction_from: null, suction_to: null, discharge_from: null, discharge_to: null },
};

const rangeOf = (range: CaliberValues): string =>
  `${range.length_from / 1000}–${range.length_to / 1000} m, ${range.climb_from / 1000}–${range.climb_to / 1000} m`;
const rangeWords = (from: number | null, to: number | null): string[] =>
  from === null && to === null ? [] : [allowedPressure([from, to])];
const pipeWords = (row: PipeValues): string =>
  [
    `≤ ${row.max_length / 1000} m, ↑ ${row.gas_climb / 1000} / ${row.liquid_climb / 1000} m, ${row.oil_type}`,
    ...(row.trap_interval === null ? [] : [`∪ / ${row.trap_interval / 1000} m`]),
    ...(row.test_pressure === null ? [] : [`≥ ${row.test_pressure / 1000} MPa`]),
    ...(row.max_vacuum === null ? [] : [`≤ ${row.max_vacuum} Pa`]),
    ...(row.min_slope === null ? [] : [`≥ ${row.min_slope / 100} %`]),
    ...(row.included_length === null ? [] : [`+ g > ${row.included_length / 1000} m`]),
    ...(row.nameplate_current === null ? [] : [`${row.nameplate_current / 100} A`]),
    ...rangeWords(row.suction_from, row.suction_to),
    ...rangeWords(row.discharge_from, row.discharge_to),
  ].join(', ');
const caliberWords = (row: CaliberValues): string =>
  `${rangeOf(row)}: ${row.gas / 100} / ${row.riser / 100} / ${row.liquid / 100} mm${row.charge_per_metre === null ? '' : `, ${row.charge_per_metre} g/m`}`;

/** What the two kinds of standards do alike. */
interface Kind<Values> {
  readonly table: 'boot_pipe_standard' | 'boot_caliber_standard';
  readonly subject: 'pipeStandard' | 'caliberStandard';
  words(row: Values): string;
  /** Whether a unit of its model is judged by it. */
  isUsedBy(unit: UnitOfModel, values: Values): boolean;
  /** @throws Refusal when it cannot stand beside the others of its model */
  need(caller: Caller, write: OneWrite, values: Values, exceptId: number | null): Promise<void>;
}

const pipes: Kind<PipeValues> = {
  table: 'boot_pipe_standard',
  subject: 'pipeStandard',
  words: pipeWords,
  isUsedBy: () => true,
  async need({ tenant }, { transaction }, values, exceptId) {
    for (const [from, to, field] of [
      [values.suction_from, values.suction_to, 'SuctionTo'],
      [values.discharge_from, values.discharge_to, 'DischargeTo'],
    ] as const)
      if (from !== null && to !== null && from >= to) throw new Refusal(remoteBootErrors.rangeOrder).about(field);
    const present = await pipeOf(tenant, transaction, values.model);
    if (present && present.id !== exceptId) throw new Refusal(remoteBootErrors.modelTaken);
  },
};
const calibers: Kind<CaliberValues> = {
  table: 'boot_caliber_standard',
  subject: 'caliberStandard',
  words: caliberWords,
  isUsedBy: ({ install }, range) => install !== null && rangeFor([range], install) !== undefined,
  async need({ tenant }, { transaction }, values, exceptId) {
    if (values.length_from >= values.length_to) throw new Refusal(remoteBootErrors.rangeOrder).about('LengthTo');
    if (values.climb_from >= values.climb_to) throw new Refusal(remoteBootErrors.rangeOrder).about('ClimbTo');
    const others = (await calibersOf(tenant, transaction, values.model)).filter(({ id }) => id !== exceptId);
    const other = others.find((each) => overlap(each, values));
    if (other) throw new Refusal(remoteBootErrors.rangesOverlap, { range: rangeOf(other) });
  },
};

/** Units that a refusal names. */
const namedAtMost = 3;

/** @throws Refusal `standardInUse` naming the units that are judged by one of them */
async function needUnused<Values extends { model: string }>(
  kind: Kind<Values>,
  { tenant }: Caller,
  { transaction }: OneWrite,
  rows: readonly Values[],
): Promise<void> {
  const models = rows.map(({ model }) => model);
  const users = (await unitsOfModels(tenant, transaction, models)).filter((unit) =>
    rows.some((row) => row.model.toLowerCase() === unit.model && kind.isUsedBy(unit, row)),
  );
  if (users.length === 0) return;
  const named = users.flatMap(({ name }) => (name === null ? [] : [name])).slice(0, namedAtMost);
  const others = users.length - named.length;
  throw new Refusal(remoteBootErrors.standardInUse, {
    units: {
      zh: [...named, ...(others > 0 ? [`${named.length > 0 ? '另外 ' : ''}${others} 台机组`] : [])].join('、'),
      en: [
        ...named,
        ...(others > 0 ? [`${others} ${named.length > 0 ? 'more ' : ''}${others > 1 ? 'units' : 'unit'}`] : []),
      ].join(', '),
    },
  });
}

export function standardHandlers(deps: RemoteBootDeps): Handlers<StandardCalls> {
  const { db, clock } = deps;

  type Context = Parameters<Handlers<StandardCalls>['addPipeStandard']>[0];

  const add = <Values extends { model: string }>(kind: Kind<Values>, context: Context, values: Values) =>
    inOneWrite(deps, context, async (write) => {
      const { tenant } = context.caller;
      await lockBoot(tenant, write.transaction);
      await kind.need(context.caller, write, values, null);
      const id = await insertStandard(tenant, write.transaction, kind.table, values as never, new Date(clock.now()));
      const subject = { kind: kind.subject, id, name: values.model };
      write.log({ companyId: tenant.companyId, subject, after: { standard: kind.words(values) } });
      tellBoot(deps, write, tenant.companyId);
      return { StandardId: id };
    });

  const edit = <Values extends { model: string }>(
    kind: Kind<Values>,
    context: Context,
    id: number,
    wanted: Partial<Values>,
  ) =>
    inOneWrite(deps, context, async (write) => {
      const { tenant } = context.caller;
      await lockBoot(tenant, write.transaction);
      const [before] = await lockStandards<Values & { id: number }>(tenant, write.transaction, kind.table, [id]);
      if (!before) throw new Refusal(commonErrors.notFound);
      const changed = differing<Values>(before, wanted);
      if (Object.keys(changed).length === 0) {
        write.unchanged();
        return null;
      }
      const after: Values = { ...before, ...changed };
      if (after.model.toLowerCase() !== before.model.toLowerCase())
        await needUnused(kind, context.caller, write, [before]);
      await kind.need(context.caller, write, after, id);
      await updateStandard(tenant, write.transaction, kind.table, id, changed as never, new Date(clock.now()));
      write.log({
        companyId: tenant.companyId,
        subject: { kind: kind.subject, id, name: after.model },
        before: { unitModel: before.model, standard: kind.words(before) },
        after: { unitModel: after.model, standard: kind.words(after) },
      });
      tellBoot(deps, write, tenant.companyId);
      return null;
    });

  const remove = <Values extends { model: string }>(kind: Kind<Values>, context: Context, ids: readonly number[]) =>
    inOneWrite(deps, context, async (write) => {
      const { tenant } = context.caller;
      const wanted = [...new Set(ids)];
      await lockBoot(tenant, write.transaction);
      const rows = await lockStandards<Values & { id: number }>(tenant, write.transaction, kind.table, wanted);
      if (rows.length < wanted.length) throw new Refusal(commonErrors.notFound);
      await needUnused(kind, context.caller, write, rows);
      await deleteStandards(tenant, write.transaction, kind.table, wanted);
      for (const row of rows)
        write.log({
          companyId: tenant.companyId,
          subject: { kind: kind.subject, id: row.id, name: row.model },
          before: { standard: kind.words(row) },
        });
      tellBoot(deps, write, tenant.companyId);
      return { Deleted: rows.length };
    });

  const pageOf = <Row>(
    { caller }: Context,
    table: 'boot_pipe_standard' | 'boot_caliber_standard',
    body: ParsedInput<AllCalls['getPipeStandardPage']>['body'],
  ) =>
    pageStandards<Row>(
      caller.tenant,
      db,
      table,
      body.Model,
      { by: body.SortType, ascending: body.IsAsc },
      rowRange(body),
    );

  return {
    async getPipeStandardPage(context, { body }) {
      const { rows, total } = await pageOf<PipeRow>(context, 'boot_pipe_standard', body);
      return { Data: rows.map(presentPipe), TotalCount: total };
    },
    addPipeStandard: (context, { body }) => add(pipes, context, { ...asksNothing, ...pipeValues(body) } as PipeValues),
    editPipeStandard: (context, { body }) => edit(pipes, context, body.StandardId, pipeValues(body as PipeBody)),
    deletePipeStandard: (context, { body }) => remove(pipes, context, body.StandardIdList),
    async getCaliberStandardPage(context, { body }) {
      const { rows, total } = await pageOf<CaliberRow>(context, 'boot_caliber_standard', body);
      return { Data: rows.map(presentCaliber), TotalCount: total };
    },
    addCaliberStandard: (context, { body }) =>
      add(calibers, context, { charge_per_metre: null, ...caliberValues(body) } as CaliberValues),
    editCaliberStandard: (context, { body }) =>
      edit(calibers, context, body.StandardId, caliberValues(body as CaliberBody)),
    deleteCaliberStandard: (context, { body }) => remove(calibers, context, body.StandardIdList),
  };
}
