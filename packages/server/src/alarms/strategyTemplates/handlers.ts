import { isDeepStrictEqual } from 'node:util';
import {
  type Bilingual,
  commonErrors,
  type Language,
  StrategyTemplateForm,
  type StrategyTemplateFormInput,
  type StrategyTemplateFormValues,
  type StrategyTemplateRow,
  strategyErrors,
  type strategyTemplateCalls,
} from '@watchpost/contract';
import { needInCompany } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite, logged } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { InvalidInput, parseChanged } from '../../platform/http/validate.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { otherPointsOf } from '../otherPoints.store.ts';
import { followedIn } from '../referenceProblems.ts';
import { parseRule } from '../ruleDefinition.ts';
import { knownKinds } from '../strategies/choices.store.ts';
import { filled } from '../strategies/faultsOfReferences.ts';
import { definitionInWords, inOrderOfNames, presentPointName } from '../strategies/present.ts';
import type { StrategyContext, StrategyDeps } from '../strategies/saveStrategy.wire.ts';
import type { RuleTextOptions } from '../words/ruleText.ts';
import { applyTemplate } from './applyTemplate.wire.ts';
import { proposePolicies } from './proposePolicies.wire.ts';
import {
  deleteTemplates,
  findTemplates,
  insertTemplate,
  pageTemplates,
  type TemplateRow,
  type TemplateValues,
  templateChoices,
  updateTemplate,
} from './template.store.ts';

const speechOf = ({ unit, status_values }: Pick<TemplateRow, 'unit' | 'status_values'>) => ({
  unit: unit ?? '',
  decimals: 1,
  statusValues: status_values ?? [],
});

type Other = NonNullable<RuleTextOptions['other']>;

const inWords = (row: Pick<TemplateRow, 'unit' | 'status_values' | 'definitions'>, other: Other): Bilingual[] =>
  row.definitions.map((definition) => definitionInWords(definition, { ...speechOf(row), other }));

/** The most severe of all severities that a definition names anywhere. */
function severest(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 4;
  return Math.min(
    4,
    ...Object.entries(value).map(([key, part]) =>
      key === 'severity' && typeof part === 'number' ? part : severest(part),
    ),
  );
}

const present = (row: TemplateRow, language: Language, other: Other): StrategyTemplateRow => ({
  TemplateId: row.id,
  TemplateName: inLanguage(row.name, row.name_en, language),
  RemarksText: inLanguage(row.remarks, row.remarks_en, language),
  Name: row.name,
  NameEn: row.name_en,
  Remarks: row.remarks,
  RemarksEn: row.remarks_en,
  SmallTypeId: row.device_class_id,
  SmallTypeName: language === 'zh' ? row.class_zh : row.class_en,
  PointTypeId: row.point_type_id,
  PointTypeName: row.type_zh === null ? null : inLanguage(row.type_zh, row.type_en, language),
  Level: severest(row.definitions),
  RuleList: row.definitions.map((Definition, at) => ({ Definition, Text: inWords(row, other)[at]![language] })),
  EscalateMinutes: row.escalate_minutes,
  RepeatMinutes: row.repeat_minutes,
  NotifyOnClear: row.notify_on_clear,
  StrategyCount: row.strategy_count,
  ChangedEPOCH: row.changed_at.getTime(),
  CreateName: row.created_name,
});

/** As its form has it; a type that was deleted is to be chosen again. */
const formOf = (row: TemplateRow): StrategyTemplateFormInput => ({
  TemplateId: row.id,
  TemplateName: row.name,
  TemplateNameEn: row.name_en,
  Remarks: row.remarks,
  RemarksEn: row.remarks_en,
  SmallTypeId: row.device_class_id,
  PointTypeId: row.point_type_id as number,
  RuleList: row.definitions.map((Definition) => ({ Definition })),
  EscalateMinutes: row.escalate_minutes,
  RepeatMinutes: row.repeat_minutes,
  NotifyOnClear: row.notify_on_clear,
});

const valuesOf = (form: StrategyTemplateFormValues): TemplateValues => ({
  name: form.TemplateName,
  name_en: form.TemplateNameEn ?? null,
  remarks: form.Remarks,
  remarks_en: form.RemarksEn ?? null,
  device_class_id: form.SmallTypeId,
  point_type_id: form.PointTypeId,
  definitions: form.RuleList.map(({ Definition }) => Definition),
  escalate_minutes: form.EscalateMinutes ?? null,
  repeat_minutes: form.RepeatMinutes ?? null,
  notify_on_clear: form.NotifyOnClear,
});

export function strategyTemplateHandlers(deps: StrategyDeps): Handlers<typeof strategyTemplateCalls> {
  const { db, clock } = deps;

  /** What no schema could see: that class and type exist, and that the conditions fit the type. @returns how its numbers are said */
  async function needFitting(
    { caller: { tenant }, language }: StrategyContext,
    transaction: DbOrTransaction,
    values: TemplateValues,
  ): Promise<Pick<TemplateRow, 'unit' | 'status_values'>> {
    const { isClass, isType } = await knownKinds(tenant, transaction, values.device_class_id, values.point_type_id);
    const problems: { field: string; words: Bilingual }[] = [];
    if (!isClass) problems.push({ field: 'SmallTypeId', words: strategyErrors.unknownClass });
    if (!isType) problems.push({ field: 'PointTypeId', words: strategyErrors.unknownType });
    const { types } = await templateChoices(tenant, transaction);
    const type = types.find(({ id }) => id === values.point_type_id);
    for (const [place, definition] of values.definitions.entries()) {
      const field = `RuleList.${place}.Definition`;
      if (parseRule(0, definition) === null) problems.push({ field, words: strategyErrors.cannotRun });
      for (const { path, reference } of followedIn(definition)) {
        const followed = 'pointTypeId' in reference && types.find(({ id }) => id === reference.pointTypeId);
        if (!followed) problems.push({ field: `${field}.${path}`, words: strategyErrors.unknownType });
        else if (followed.value_type === 'status')
          problems.push({ field: `${field}.${path}`, words: filled(strategyErrors.followsState, { names: followed }) });
      }
      const isAny = definition.kind === 'noData' || definition.kind === 'badQuality';
      if (!type || isAny || (definition.kind === 'state') === (type.value_type === 'status')) continue;
      const { zh, en } = definition.kind === 'state' ? strategyErrors.stateOfAnalog : strategyErrors.limitOfStatus;
      problems.push({
        field,
        words: { zh: zh.replace('{names}', type.zh), en: en.replace('{names}', type.en) },
      });
    }
    if (problems.length > 0)
      throw new InvalidInput(
        problems.map(({ field, words }) => ({ Field: field, Message: words[language] })),
        language,
      );
    return { unit: type?.unit ?? null, status_values: type?.status_values ?? null };
  }

  return {
    async getStrategyTemplatePage({ caller, language }, { body }) {
      const { rows, total } = await pageTemplates(caller.tenant, db, {
        ids: body.TemplateIdList ?? null,
        text: body.TemplateName ?? null,
        classIds: body.SmallTypeIdList ?? null,
        typeIds: body.PointTypeIdList ?? null,
        sort: body.SortType ?? 'deviceClass',
        ascending: body.IsAsc ?? true,
        ...rowRange(body),
      });
      const definitions = rows.flatMap((row) => row.definitions);
      const other = await otherPointsOf(caller.tenant, db, definitions);
      return { Data: rows.map((row) => present(row, language, other)), TotalCount: total };
    },

    async getStrategyTemplateChoices({ caller, language }) {
      const { classes, types } = await templateChoices(caller.tenant, db);
      return {
        SmallTypeList: classes.map((each) => ({ Key: each.id, Value: each[language] })),
        PointTypeList: inOrderOfNames(
          types.map((type) => ({
            Key: type.id,
            Value: type[language],
            PointType: type.value_type === 'status' ? 1 : 0,
            Unit: type.unit ?? '',
            UnitMap: type.status_values.map((state) => ({ Key: state.value, Value: state[language] })),
            PointNameList: type.point_names.map((each) => presentPointName(each, language)),
          })),
          language,
        ),
      };
    },

    async addOrUpdateStrategyTemplate(context, { body }) {
      const { caller, language } = context;
      const { tenant } = caller;
      needInCompany(caller, ['companyAlarms']);
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log, unchanged } = write;
        const at = new Date(clock.now());
        const [before] =
          body.TemplateId === undefined
            ? []
            : await findTemplates(tenant, transaction, [body.TemplateId], { lock: true });
        if (body.TemplateId !== undefined && !before) throw new Refusal(commonErrors.notFound);
        const form = parseChanged(
          StrategyTemplateForm,
          before ? formOf(before) : ({} as StrategyTemplateFormInput),
          body,
          language,
        );
        const values = valuesOf(form);
        const speech = await needFitting(context, transaction, values);
        const named = [...(before?.definitions ?? []), ...values.definitions];
        const other = await otherPointsOf(tenant, transaction, named);
        const rules = inWords({ ...speech, definitions: values.definitions }, other);
        if (!before) {
          const id = await insertTemplate(tenant, transaction, values, at);
          const { definitions: _, ...said } = values;
          log({
            companyId: tenant.companyId,
            subject: { kind: 'strategyTemplate', id, name: values.name },
            after: { ...logged({}, said).after, rules },
          });
          return { TemplateId: id };
        }
        const { definitions: wanted, ...others } = values;
        const changed: Partial<TemplateValues> = {
          ...differing<Omit<TemplateValues, 'definitions'>>(before, others),
          // The database gives the fields of a definition back in an order of its own.
          ...(isDeepStrictEqual(before.definitions, wanted) ? {} : { definitions: wanted }),
        };
        if (Object.keys(changed).length === 0) {
          unchanged();
          return { TemplateId: before.id };
        }
        await updateTemplate(tenant, transaction, before.id, changed, at);
        const { definitions, ...said } = changed;
        const told = logged(before, said);
        log({
          companyId: tenant.companyId,
          subject: { kind: 'strategyTemplate', id: before.id, name: values.name },
          before: { ...told.before, ...(definitions && { rules: inWords(before, other) }) },
          after: { ...told.after, ...(definitions && { rules }) },
        });
        return { TemplateId: before.id };
      });
    },

    async deleteStrategyTemplate(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      needInCompany(caller, ['companyAlarms']);
      return inOneWrite(deps, context, async ({ transaction, log }) => {
        const ids = [...new Set(body.TemplateIdList)];
        const rows = await findTemplates(tenant, transaction, ids, { lock: true });
        if (rows.length < ids.length) throw new Refusal(commonErrors.notFound);
        await deleteTemplates(tenant, transaction, ids);
        const definitions = rows.flatMap((row) => row.definitions);
        const other = await otherPointsOf(tenant, transaction, definitions);
        for (const row of rows)
          log({
            companyId: tenant.companyId,
            subject: { kind: 'strategyTemplate', id: row.id, name: row.name },
            before: { name: row.name, deviceClassId: row.device_class_id, rules: inWords(row, other) },
          });
        return { Deleted: rows.length };
      });
    },

    applyStrategyTemplate: (context, { body }) => applyTemplate(deps, context, body),

    getPolicyProposals: (context, { body }) => proposePolicies(deps, context, body),
  };
}
