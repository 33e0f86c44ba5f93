import {
  type AllCalls,
  type CaliberStandardRow,
  type CaliberStandardVersion,
  commonErrors,
  type ParsedInput,
  type PipeStandardRow,
  type PipeStandardVersion,
  type remoteBootCalls,
  remoteBootErrors,
} from '@watchpost/contract';
import { type Caller, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { given } from '../../platform/given.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { allowedPressure } from '../boot/judgeFirstHour.wire.ts';
import { overlap, rangeFor } from '../checkInstall.wire.ts';
import { type RemoteBootDeps, tellBoot } from '../deps.ts';
import { presentCaliber, presentPipe } from '../present.ts';
import { inForce, standardIdOf } from './inForce.ts';
import {
  type CaliberRow,
  type CaliberValues,
  deleteStandards,
  insertStandard,
  type Kept,
  lockBoot,
  type PipeRow,
  type PipeValues,
  pageStandards,
  type UnitOfModel,
  unitsOfModels,
  updateStandard,
  versionsOf,
  versionsOfModel,
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

interface Versioned {
  model: string;
  valid_from: string | null;
}

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
    valid_from: body.ValidFrom,
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
    valid_from: body.ValidFrom,
  });

/** What a standard without these fields asks of traps, tightness, fall, charge and the first hour. */
const asksNothing = {
  ...{ trap_interval: null, test_pressure: null, max_vacuum: null },
  ...{ min_slope: null, included_length: null },
  ...{ nameplate_current: null, suction_from: null, suction_to: null, discharge_from: null, discharge_to: null },
  valid_from: null,
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

/** A version in the log: which one, from when on, and its figures. */
const inLog = <Values extends { valid_from: string | null }>(
  { words }: Pick<Kind<Values>, 'words'>,
  revision: number,
  values: Values,
): string => [`${revision}`, ...(values.valid_from === null ? [] : [values.valid_from]), words(values)].join(' · ');

/** What the two kinds of standards do alike. */
interface Kind<Values> {
  readonly table: 'boot_pipe_standard' | 'boot_caliber_standard';
  readonly subject: 'pipeStandard' | 'caliberStandard';
  words(row: Values): string;
  /** Whether a unit of its model is judged by it, of what it says now. */
  isUsedBy(unit: UnitOfModel, values: Values): boolean;
  /** The version by which the installation of a unit was judged. */
  versionOf(unit: UnitOfModel): number | null;
  /** @throws Refusal when it cannot stand beside the others of its model, from a day on */
  need(caller: Caller, write: OneWrite, values: Values, exceptId: number | null, from: string): Promise<void>;
}

const pipes: Kind<PipeValues> = {
  table: 'boot_pipe_standard',
  subject: 'pipeStandard',
  words: pipeWords,
  isUsedBy: () => true,
  versionOf: ({ pipe_version_id }) => pipe_version_id,
  async need({ tenant }, { transaction }, values, exceptId) {
    for (const [from, to, field] of [
      [values.suction_from, values.suction_to, 'SuctionTo'],
      [values.discharge_from, values.discharge_to, 'DischargeTo'],
    ] as const)
      if (from !== null && to !== null && from >= to) throw new Refusal(remoteBootErrors.rangeOrder).about(field);
    const present = await versionsOfModel<PipeRow>(tenant, transaction, 'boot_pipe_standard', values.model);
    if (present.some((row) => standardIdOf(row) !== exceptId)) throw new Refusal(remoteBootErrors.modelTaken);
  },
};
const calibers: Kind<CaliberValues> = {
  table: 'boot_caliber_standard',
  subject: 'caliberStandard',
  words: caliberWords,
  isUsedBy: ({ install }, range) => install !== null && rangeFor([range], install) !== undefined,
  versionOf: ({ caliber_version_id }) => caliber_version_id,
  async need({ tenant }, { transaction }, values, exceptId, from) {
    if (values.length_from >= values.length_to) throw new Refusal(remoteBootErrors.rangeOrder).about('LengthTo');
    if (values.climb_from >= values.climb_to) throw new Refusal(remoteBootErrors.rangeOrder).about('ClimbTo');
    const all = await versionsOfModel<CaliberRow>(tenant, transaction, 'boot_caliber_standard', values.model);
    const others = all.filter((row) => standardIdOf(row) !== exceptId);
    // On the day on which it begins, and on each later one on which another one changes.
    const changes = others.flatMap(({ valid_from }) => (valid_from !== null && valid_from > from ? [valid_from] : []));
    const other = [from, ...changes].flatMap((day) => inForce(others, day)).find((each) => overlap(each, values));
    if (other) throw new Refusal(remoteBootErrors.rangesOverlap, { range: rangeOf(other) });
  },
};

/** Whether the installation of a unit was judged by a version; before there were versions, it was by the first one. */
const isJudgedBy = <Values>(kind: Kind<Values>, unit: UnitOfModel, row: Values & Kept): boolean =>
  unit.install !== null &&
  (kind.versionOf(unit) === row.id ||
    (unit.pipe_version_id === null && row.first_id === null && kind.isUsedBy(unit, row)));

/** Units that a refusal names. */
const namedAtMost = 3;

/** @throws Refusal `standardInUse` naming the units that are judged by one of them */
async function needUnused<Values extends { model: string }>(
  kind: Kind<Values>,
  { tenant }: Caller,
  { transaction }: OneWrite,
  rows: readonly (Values & Kept)[],
): Promise<void> {
  const models = rows.map(({ model }) => model);
  const users = (await unitsOfModels(tenant, transaction, models)).filter((unit) =>
    rows.some(
      (row) => row.model.toLowerCase() === unit.model && (kind.isUsedBy(unit, row) || isJudgedBy(kind, unit, row)),
    ),
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

  const todayOf = async ({ caller: { tenant } }: Context, reading: DbOrTransaction): Promise<string> =>
    localOfEpoch(clock.now(), await zoneOf(tenant, reading)).slice(0, 10);

  const add = <Values extends Versioned>(kind: Kind<Values>, context: Context, values: Values) =>
    inOneWrite(deps, context, async (write) => {
      const { tenant } = context.caller;
      await lockBoot(tenant, write.transaction);
      const today = await todayOf(context, write.transaction);
      const from = values.valid_from ?? today;
      if (from < today) throw new Refusal(remoteBootErrors.validPast);
      await kind.need(context.caller, write, values, null, from);
      const id = await insertStandard(tenant, write.transaction, kind.table, values as never, new Date(clock.now()));
      const subject = { kind: kind.subject, id, name: values.model };
      write.log({ companyId: tenant.companyId, subject, after: { standard: inLog(kind, 1, values) } });
      tellBoot(deps, write, tenant.companyId);
      return { StandardId: id };
    });

  /** Changes the last version of a standard where it stands, or, where installations were judged by it, makes the next one. */
  const edit = <Values extends Versioned>(kind: Kind<Values>, context: Context, id: number, wanted: Partial<Values>) =>
    inOneWrite(deps, context, async (write) => {
      const { tenant } = context.caller;
      const { transaction } = write;
      await lockBoot(tenant, transaction);
      const versions = await versionsOf<Values & Kept>(tenant, transaction, kind.table, [id]);
      const before = versions.at(-1);
      if (!before) throw new Refusal(commonErrors.notFound);
      const units = await unitsOfModels(tenant, transaction, [before.model]);
      const isJudged = units.some((unit) => isJudgedBy(kind, unit, before));
      const { valid_from: validFrom, ...figures } = wanted;
      const changed = differing<Values>(before, isJudged ? (figures as Partial<Values>) : wanted);
      if (Object.keys(changed).length === 0) {
        if (validFrom != null && validFrom !== before.valid_from) throw new Refusal(remoteBootErrors.validJudged);
        write.unchanged();
        return null;
      }
      const today = await todayOf(context, transaction);
      const isNext = isJudged || before.revision > 1;
      const from = isJudged ? (validFrom ?? today) : validFrom === undefined ? before.valid_from : validFrom;
      const valid_from = isNext ? (from ?? today) : from;
      if (valid_from !== null && valid_from < today && valid_from !== before.valid_from)
        throw new Refusal(remoteBootErrors.validPast);
      const { id: _id, first_id: _first, revision: _revision, updated_at: _at, ...stood } = before;
      const after = { ...stood, ...changed, valid_from } as unknown as Values;
      if (after.model.toLowerCase() !== before.model.toLowerCase())
        await needUnused(kind, context.caller, write, versions);
      const start = valid_from === null || valid_from < today ? today : valid_from;
      await kind.need(context.caller, write, after, id, start);
      const at = new Date(clock.now());
      const revision = before.revision + (isJudged ? 1 : 0);
      if (isJudged)
        await insertStandard(tenant, transaction, kind.table, { ...after, first_id: id, revision } as never, at);
      else await updateStandard(tenant, transaction, kind.table, before.id, { ...changed, valid_from } as never, at);
      // All versions of a standard are of one model.
      if (changed.model !== undefined)
        for (const { id: earlier } of versions.slice(0, -1))
          await updateStandard(tenant, transaction, kind.table, earlier, { model: after.model } as never, at);
      write.log({
        companyId: tenant.companyId,
        subject: { kind: kind.subject, id, name: after.model },
        before: { unitModel: before.model, standard: inLog(kind, before.revision, before) },
        after: { unitModel: after.model, standard: inLog(kind, revision, after) },
      });
      tellBoot(deps, write, tenant.companyId);
      return null;
    });

  const remove = <Values extends Versioned>(kind: Kind<Values>, context: Context, ids: readonly number[]) =>
    inOneWrite(deps, context, async (write) => {
      const { tenant } = context.caller;
      const wanted = [...new Set(ids)];
      await lockBoot(tenant, write.transaction);
      const versions = await versionsOf<Values & Kept>(tenant, write.transaction, kind.table, wanted);
      const rows = versions.filter(({ first_id }) => first_id === null);
      if (rows.length < wanted.length) throw new Refusal(commonErrors.notFound);
      await needUnused(kind, context.caller, write, versions);
      await deleteStandards(tenant, write.transaction, kind.table, wanted);
      for (const row of rows)
        write.log({
          companyId: tenant.companyId,
          subject: { kind: kind.subject, id: row.id, name: row.model },
          before: { standard: inLog(kind, row.revision, row) },
        });
      tellBoot(deps, write, tenant.companyId);
      return { Deleted: rows.length };
    });

  /** A page of standards, each with its versions and with what became of them. */
  async function pageOf<Values extends Versioned, Version, Row extends Version>(
    kind: Kind<Values>,
    context: Context,
    body: ParsedInput<AllCalls['getPipeStandardPage']>['body'],
    present: (row: Values & Kept, isInForce: boolean, unitCount: number) => Version,
  ): Promise<{ Data: Row[]; TotalCount: number }> {
    const { tenant } = context.caller;
    const order = { by: body.SortType, ascending: body.IsAsc };
    const { rows, total } = await pageStandards<Values & Kept>(
      tenant,
      db,
      kind.table,
      body.Model,
      order,
      rowRange(body),
    );
    const [versions, units, today] = await Promise.all([
      versionsOf<Values & Kept>(tenant, db, kind.table, rows.map(standardIdOf)),
      unitsOfModels(
        tenant,
        db,
        rows.map(({ model }) => model),
      ),
      todayOf(context, db),
    ]);
    const valid = inForce(versions, today);
    const presented = (row: Values & Kept): Version => {
      const judged = units.filter((unit) => unit.model === row.model.toLowerCase() && isJudgedBy(kind, unit, row));
      return present(
        row,
        valid.some(({ id }) => id === row.id),
        judged.length,
      );
    };
    const listed = rows.map((row) => ({
      ...presented(row),
      StandardId: standardIdOf(row),
      VersionList: versions.filter((each) => standardIdOf(each) === standardIdOf(row)).map(presented),
    }));
    return { Data: listed as unknown as Row[], TotalCount: total };
  }

  return {
    getPipeStandardPage: (context, { body }) =>
      pageOf<PipeValues, PipeStandardVersion, PipeStandardRow>(pipes, context, body, presentPipe),
    addPipeStandard: (context, { body }) => add(pipes, context, { ...asksNothing, ...pipeValues(body) } as PipeValues),
    editPipeStandard: (context, { body }) => edit(pipes, context, body.StandardId, pipeValues(body as PipeBody)),
    deletePipeStandard: (context, { body }) => remove(pipes, context, body.StandardIdList),
    getCaliberStandardPage: (context, { body }) =>
      pageOf<CaliberValues, CaliberStandardVersion, CaliberStandardRow>(calibers, context, body, presentCaliber),
    addCaliberStandard: (context, { body }) =>
      add(calibers, context, { charge_per_metre: null, valid_from: null, ...caliberValues(body) } as CaliberValues),
    editCaliberStandard: (context, { body }) =>
      edit(calibers, context, body.StandardId, caliberValues(body as CaliberBody)),
    deleteCaliberStandard: (context, { body }) => remove(calibers, context, body.StandardIdList),
  };
}
