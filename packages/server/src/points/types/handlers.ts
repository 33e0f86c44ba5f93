import {
  commonErrors,
  type Language,
  PointTypeForm,
  type PointTypeRow,
  pointErrors,
  type pointTypeCalls,
} from '@watchpost/contract';
import type { z } from 'zod';
import { type Caller, type CompanyTenant, mayInCompany, needInCompany } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { fillText, Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { InvalidInput, parseChanged } from '../../platform/http/validate.ts';
import { changesOf } from '../changesOf.ts';
import type { PointDeps } from '../PointDeps.ts';
import { pointNotHidden, pointVisible } from '../store.ts';
import { tellChanged } from '../tellPoints.ts';
import {
  type CountedType,
  deleteTypes,
  findTypes,
  insertType,
  isTypeNameTaken,
  lockTypes,
  lockUsedTypes,
  pageTypes,
  type TypeValues,
  updateType,
} from './store.ts';

/** Point types are the whole company's. */
function needMayEdit(caller: Caller): CompanyTenant {
  needInCompany(caller, ['terminalsEdit', 'companyTerminals']);
  return caller.grants;
}

const valuesOf = (body: z.output<typeof PointTypeForm>): TypeValues => ({
  name_zh: body.PointTypeName,
  name_en: body.PointTypeNameEn ?? body.PointTypeName,
  value_type: body.ValueType === 1 ? 'status' : 'analog',
  units: body.ValueType === 1 ? [] : (body.UnitList ?? []),
  status_values:
    body.ValueType === 1
      ? (body.StatusList ?? []).map(({ Value, Description, DescriptionEn }) => ({
          value: Value,
          zh: Description,
          en: DescriptionEn ?? Description,
        }))
      : [],
  simulation: body.IsSimulation ?? false,
});

/** As its form has it. */
const formOf = (type: TypeValues) => ({
  PointTypeName: type.name_zh,
  PointTypeNameEn: type.name_en,
  ValueType: type.value_type === 'status' ? 1 : 0,
  UnitList: [...type.units],
  StatusList: type.status_values.map(({ value, zh, en }) => ({ Value: value, Description: zh, DescriptionEn: en })),
  IsSimulation: type.simulation,
});

const inField = (
  field: string,
  entry: { zh: string; en: string; code: 400 | 409 },
  language: Language,
  parameters = {},
) =>
  InvalidInput.inField(
    field,
    { zh: fillText(entry, 'zh', parameters), en: fillText(entry, 'en', parameters) },
    language,
  );

const present = (row: CountedType, language: Language): PointTypeRow => ({
  PointTypeId: row.id,
  PointTypeName: language === 'en' ? row.name_en : row.name_zh,
  Name: row.name_zh,
  NameEn: row.name_en,
  Code: row.code,
  ValueType: row.value_type === 'status' ? 1 : 0,
  UnitList: row.units,
  StatusList: row.status_values.map(({ value, zh, en }) => ({ Value: value, Description: zh, DescriptionEn: en })),
  IsSimulation: row.simulation,
  PointCount: row.point_count,
});

export function typeHandlers(deps: PointDeps): Handlers<typeof pointTypeCalls> {
  const { db, events } = deps;
  return {
    async getPointTypePage({ caller, language }, { body }) {
      if (!caller.grants) throw new Refusal(commonErrors.notYourCompany);
      const filter = {
        text: body.PointTypeName,
        valueType:
          body.ValueType === undefined ? undefined : body.ValueType === 1 ? ('status' as const) : ('analog' as const),
        isUsed: body.IsUsed,
        sort: body.SortType ?? 'name',
        ascending: body.IsAsc ?? true,
        language,
      };
      const page = rowRange(body);
      // Types are the company's; who keeps them for all of it learns how many points have one, others of their own points.
      const seen = mayInCompany(caller, ['companyTerminals']) ? pointNotHidden : pointVisible;
      const { rows, total } = await pageTypes(caller.grants, db, filter, seen(caller.tenant), page);
      return { Data: rows.map((row) => present(row, language)), TotalCount: total };
    },

    async addPointType(context, { body }) {
      const tenant = needMayEdit(context.caller);
      const values = valuesOf(body);
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        await lockTypes(tenant, transaction);
        if (await isTypeNameTaken(tenant, transaction, values.name_zh, null))
          throw inField('PointTypeName', pointErrors.typeNameTaken, context.language, { name: values.name_zh });
        const id = await insertType(tenant, transaction, values);
        log({ companyId: tenant.companyId, subject: { kind: 'pointType', id, name: values.name_zh }, after: values });
        tellChanged(write, events, tenant.companyId, 'pointType', [id]);
        return { PointTypeId: id };
      });
    },

    async editPointType(context, { body }) {
      const tenant = needMayEdit(context.caller);
      await inOneWrite(deps, context, async (write) => {
        const { transaction, log, unchanged } = write;
        await lockTypes(tenant, transaction);
        const [used] = await lockUsedTypes(tenant, transaction, [body.PointTypeId]);
        const [before] = await findTypes(tenant, transaction, [body.PointTypeId]);
        if (!before) throw new Refusal(commonErrors.notFound);
        const values = valuesOf(parseChanged(PointTypeForm, formOf(before), body, context.language));
        if (await isTypeNameTaken(tenant, transaction, values.name_zh, before.id))
          throw inField('PointTypeName', pointErrors.typeNameTaken, context.language, { name: values.name_zh });
        if (used && before.value_type !== values.value_type)
          throw inField('ValueType', pointErrors.typeKindInUse, context.language, { name: before.name_zh });
        const missing =
          values.value_type === 'analog' ? (used?.units ?? []).filter((unit) => !values.units.includes(unit)) : [];
        // A point may have come without any unit, or with one that its type never had: only what is taken away now counts.
        const taken = missing.filter((unit) => before.units.includes(unit));
        if (taken.length > 0)
          throw inField('UnitList', pointErrors.unitsInUse, context.language, { units: taken.join(', ') });
        const { id, code: _, ...old } = before;
        const changes = changesOf<TypeValues>(old, values);
        if (!changes) return unchanged();
        await updateType(tenant, transaction, id, values);
        log({ companyId: tenant.companyId, subject: { kind: 'pointType', id, name: values.name_zh }, ...changes });
        tellChanged(write, events, tenant.companyId, 'pointType', [id]);
      });
      return null;
    },

    async deletePointType(context, { body }) {
      const tenant = needMayEdit(context.caller);
      const ids = [...new Set(body.PointTypeIdList)];
      await inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        const used = new Set((await lockUsedTypes(tenant, transaction, ids)).map(({ id }) => id));
        const types = await findTypes(tenant, transaction, ids);
        if (types.length < ids.length) throw new Refusal(commonErrors.notFound);
        const names = types
          .filter(({ id }) => used.has(id))
          .map((type) => (context.language === 'en' ? type.name_en : type.name_zh));
        if (names.length > 0)
          throw new Refusal(pointErrors.typesInUse, { names: names.join(context.language === 'en' ? ', ' : '、') });
        await deleteTypes(tenant, transaction, ids);
        for (const { id, name_zh, value_type, units, status_values } of types) {
          const before = { name_zh, value_type, units, status_values };
          log({ companyId: tenant.companyId, subject: { kind: 'pointType', id, name: name_zh }, before });
        }
        tellChanged(write, events, tenant.companyId, 'pointType', ids);
      });
      return null;
    },
  };
}
