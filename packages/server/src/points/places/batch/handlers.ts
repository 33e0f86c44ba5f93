import { isDeepStrictEqual } from 'node:util';
import { commonErrors, isCycle, pointErrors, type pointListCalls } from '@watchpost/contract';
import { needInProject } from '../../../access/index.ts';
import { needLineToSetUp } from '../../../gateways/index.ts';
import type { Handlers } from '../../../handlers.ts';
import { inOneWrite } from '../../../logs/index.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { InvalidInput } from '../../../platform/http/validate.ts';
import type { PointContext, PointDeps } from '../../PointDeps.ts';
import { needSoundFormulas } from '../../setUp/formulaProblem.ts';
import { lockPoints } from '../../setUp/setUp.store.ts';
import { tellChanged } from '../../tellPoints.ts';
import { findTypes } from '../../types/store.ts';
import { projectOf } from '../needPoints.ts';
import { findLinked, type LinkedPoint, type PointColumns, renamePoints, updatePoints } from '../places.store.ts';
import { named, type ReplacedName, replacedNames, replacing } from './replacedNames.ts';

/** So many changed names are shown before they are. */
const maxExamples = 20;

/** One thing of many points at once. */
export function batchHandlers(deps: PointDeps): Pick<Handlers<typeof pointListCalls>, 'batchUpdatePoint'> {
  const { db, events } = deps;
  return {
    async batchUpdatePoint(context, { body }) {
      const { caller, language } = context;
      const { tenant } = caller;
      const ids = [...new Set(body.PointIdList)];
      const projectId = body.ProjectId ?? projectOf(await findLinked(tenant, db, ids, 'look'));
      needInProject(caller, projectId, ['projectConfig', 'terminalsEdit']);
      const required = (field: string) => InvalidInput.inField(field, { zh: '必填', en: 'Required' }, language);

      return inOneWrite(deps, context, async (write) => {
        const { transaction, log, unchanged } = write;
        await lockPoints(tenant, transaction, projectId);
        const points = await findLinked(tenant, transaction, ids, 'lock');
        if (points.length < ids.length || points.some(({ project_id }) => project_id !== projectId))
          throw new Refusal(commonErrors.notFound);
        // What a point is called is the project's affair. How it is read, and whether it is written, is how its line is set up.
        if (body.UpdatePointType !== 'name' && body.UpdatePointType !== 'level')
          await needLineToSetUp(caller, transaction, points);

        let renamed: ReadonlyMap<number, ReplacedName> = new Map();
        const columns: PointColumns = {};
        switch (body.UpdatePointType) {
          case 'name': {
            const { FindPointName: find = '', PointName: name, PointNameList: list } = body;
            const given = list?.map((one) => [one.PointId, { was: one.WasName, becomes: one.PointName }] as const);
            if (!given && name === undefined) throw required('PointName');
            if (!given && find === '' && points.length > 1) throw required('FindPointName');
            const newName = given ? named(new Map(given)) : find === '' ? () => name! : replacing(find, name!);
            renamed = await replacedNames(tenant, transaction, points, { newName, language });
            if (!given && find !== '' && renamed.size === 0) throw new Refusal(pointErrors.findNothing, { text: find });
            break;
          }
          case 'type': {
            if (body.PointTypeId === undefined) throw required('PointTypeId');
            const [type] = await findTypes(tenant, transaction, [body.PointTypeId]);
            if (!type) throw InvalidInput.inField('PointTypeId', pointErrors.typeUnknown, language);
            columns.point_type_id = type.id;
            columns.unit = type.value_type === 'status' ? '' : (body.Unit ?? type.units[0] ?? '');
            break;
          }
          case 'unit':
            if (body.Unit === undefined) throw required('Unit');
            columns.unit = body.Unit;
            break;
          case 'level':
            if (body.Level === undefined) throw required('Level');
            columns.level = body.Level;
            break;
          case 'write':
            if (body.IsWrite === undefined) throw required('IsWrite');
            if (body.IsWrite) needWritable(points);
            columns.writable = body.IsWrite;
            break;
          case 'cycle':
            if (body.Cycle === undefined) throw required('Cycle');
            if (!isCycle(body.Cycle))
              throw InvalidInput.inField(
                'Cycle',
                {
                  zh: '采集周期须为 10、30、60、120 秒，或 60 的倍数',
                  en: 'The cycle is 10, 30, 60 or 120 seconds, or a multiple of 60',
                },
                language,
              );
            columns.sampling_interval_seconds = body.Cycle;
            columns.cycle_source = 'declared';
        }
        if (columns.unit !== undefined) await needUnit(context, transaction, points, columns);
        const storage = body.StorageSpaceExtendList;
        if (storage) columns.storage_space = JSON.stringify(storage);
        // As the rows have it, to be compared with them and told.
        const given = { ...columns, ...(storage ? { storage_space: storage } : {}) };

        const changed = points.filter(
          (point) =>
            renamed.has(point.id) ||
            Object.entries(given).some(
              ([column, value]) => !isDeepStrictEqual(point[column as keyof LinkedPoint], value),
            ),
        );
        const answer = {
          Changed: changed.length,
          Examples: changed.slice(0, body.IsDryRun ? maxExamples : changed.length).flatMap(({ id }) => {
            const name = renamed.get(id);
            return name === undefined ? [] : [{ PointId: id, Before: name.before, After: name.after }];
          }),
        };
        if (body.IsDryRun || changed.length === 0) {
          unchanged();
          return answer;
        }
        if (renamed.size > 0) await renamePoints(tenant, transaction, renamed);
        if (Object.keys(columns).length > 0)
          await updatePoints(
            tenant,
            transaction,
            changed.map(({ id }) => id),
            columns,
          );
        if (columns.unit !== undefined)
          await needSoundFormulas(
            tenant,
            transaction,
            projectId,
            changed.map(({ id }) => id),
          );
        for (const point of changed) {
          const other = renamed.get(point.id);
          const name = other?.column === 'name' ? other.after : point.name;
          const word = other?.column === 'name_en' ? 'nameEn' : 'name';
          const before = {
            ...(other ? { [word]: other.before } : {}),
            ...Object.fromEntries(Object.keys(columns).map((key) => [key, point[key as keyof LinkedPoint] ?? null])),
          };
          const after = { ...(other ? { [word]: other.after } : {}), ...given };
          log({
            companyId: tenant.companyId,
            projectId: point.project_id,
            subject: { kind: 'point', id: point.id, name },
            before,
            after,
          });
        }
        tellChanged(
          write,
          events,
          tenant.companyId,
          'point',
          changed.map(({ id }) => id),
        );
        return answer;
      });
    },
  };
}

/** What the rules of spec §5.1 say of writing, for points that exist. */
function needWritable(points: readonly LinkedPoint[]): void {
  const isFit = ({ kind, modbus }: LinkedPoint): boolean => {
    if (kind === 'computed') return false;
    if (kind !== 'modbus') return true;
    const { functionCode, format, scaling } = (modbus ?? {}) as {
      functionCode?: number;
      format?: string;
      scaling?: { engLow: number; engHigh: number } | null;
    };
    const turnsBack = !scaling || scaling.engLow !== scaling.engHigh;
    return (functionCode === 1 || functionCode === 3) && format !== 'bits16' && turnsBack;
  };
  if (!points.every(isFit)) throw new Refusal(pointErrors.notWritable);
}

/** A unit is one of the type that each point has, or gets. */
async function needUnit(
  { caller, language }: PointContext,
  db: Parameters<typeof findTypes>[1],
  points: readonly LinkedPoint[],
  { unit, point_type_id }: PointColumns,
): Promise<void> {
  const typeIds = point_type_id === undefined ? points.map((point) => point.point_type_id) : [point_type_id];
  for (const type of await findTypes(caller.tenant, db, [...new Set(typeIds)])) {
    const fits =
      type.value_type === 'status' ? unit === '' : type.units.length === 0 || type.units.includes(unit ?? '');
    if (fits) continue;
    const words = {
      zh: `单位「${unit}」不属于点类型「${type.name_zh}」`,
      en: `“${unit}” is not a unit of the point type “${type.name_en}”.`,
    };
    throw InvalidInput.inField('Unit', words, language);
  }
}
