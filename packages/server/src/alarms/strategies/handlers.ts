import {
  alarmKindDescriptions,
  alarmKinds,
  commonErrors,
  type strategyCalls,
  strategyErrors,
} from '@watchpost/contract';
import { type Caller, mayInProject } from '../../access/index.ts';
import { gatewayTenantOf } from '../../gateways/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { findProjectFacts } from '../../projects/index.ts';
import { otherPointsOf } from '../otherPoints.store.ts';
import { assignPoints } from './assignPoints.wire.ts';
import { choicesOfProject, peopleOfProject, sourcesById, watchablePoints, watchableSources } from './choices.store.ts';
import { copyStrategy } from './copyStrategy.wire.ts';
import { referenceProblemsOf } from './fitRules.ts';
import { overridePoints } from './overridePoints.wire.ts';
import {
  definitionInWords,
  inOrderOfNames,
  presentContact,
  presentPoint,
  presentPointName,
  presentProblem,
  presentRow,
  presentSource,
  speechOf,
} from './present.ts';
import {
  addStrategy,
  changeStrategy,
  deleteLocked,
  loadWhole,
  needToEdit,
  type StrategyContext,
  type StrategyDeps,
  strategiesChanged,
} from './saveStrategy.wire.ts';
import { countKinds, findStrategies, lockStrategies, pageStrategies, type StrategyListRow } from './strategy.store.ts';
import { updateStrategy } from './strategyWrites.store.ts';

const mayEdit = ({ grants }: Caller, projectId: number): boolean =>
  grants !== null && mayInProject(grants, projectId, ['alarmStrategyEdit']);

export function strategyHandlers(deps: StrategyDeps): Handlers<typeof strategyCalls> {
  const { db, clock } = deps;

  /** All of them or a refusal, locked, and the caller may edit each. */
  async function lockedRows(
    { caller }: StrategyContext,
    transaction: Parameters<typeof findStrategies>[1],
    strategyIds: readonly number[],
  ): Promise<StrategyListRow[]> {
    const ids = [...new Set(strategyIds)];
    await lockStrategies(caller.tenant, transaction, ids);
    const rows = await findStrategies(caller.tenant, transaction, ids);
    if (rows.length < ids.length) throw new Refusal(strategyErrors.someGone, { count: ids.length - rows.length });
    for (const projectId of new Set(rows.map(({ project_id }) => project_id))) needToEdit(caller, projectId);
    return rows;
  }

  return {
    async getAlarmStrategyPage({ caller, language }, { body }) {
      const { rows, total } = await pageStrategies(caller.tenant, db, {
        projectIds: body.ProjectId !== undefined ? [body.ProjectId] : (body.ProjectIdList ?? null),
        text: body.StrategyName ?? null,
        classIds: body.SmallTypeIdList ?? null,
        typeIds: body.PointTypeIdList ?? null,
        kinds: body.AlarmClassList && body.AlarmClassList.length > 0 ? body.AlarmClassList : null,
        enabled: body.Enabled ?? null,
        userIds: body.UserIdList ?? null,
        deviceIds: body.ModelTreeIdList ?? null,
        sort: body.SortType ?? 'name',
        ascending: body.IsAsc ?? true,
        ...rowRange(body),
      });
      return {
        Data: rows.map((row) => presentRow(row, mayEdit(caller, row.project_id), language)),
        TotalCount: total,
      };
    },

    async getAlarmStrategy({ caller, language }, { query }) {
      const { tenant } = caller;
      const { row, rules, subjects, contacts } = await loadWhole(caller, db, query.strategyId);
      const idsOf = (wanted: string) => [
        ...new Set(subjects.filter(({ subject_kind }) => subject_kind === wanted).map(({ subject_id }) => subject_id)),
      ];
      const pointIds = idsOf('point');
      const { rows: points } = await watchablePoints(
        tenant,
        db,
        { projectId: row.project_id, pointIds },
        { offset: 0, limit: pointIds.length },
      );
      const sources = await sourcesById(tenant, db, row.project_id, {
        gatewayIds: idsOf('gateway'),
        slaveIds: idsOf('slave'),
      });
      const byId = new Map(points.map((point) => [point.id, point]));
      const definitions = [...rules, ...subjects].flatMap(({ definition }) => definition ?? []);
      const other = await otherPointsOf(tenant, db, definitions);
      const hidesSome = tenant.listedProjectIds.includes(row.project_id);
      return {
        ...presentRow(row, mayEdit(caller, row.project_id), language),
        Name: row.name,
        NameEn: row.name_en,
        OwnRemarks: row.remarks,
        RemarksEn: row.remarks_en,
        Instruction: row.instruction,
        InstructionEn: row.instruction_en,
        TimeZone: row.time_zone,
        EscalateMinutes: row.escalate_minutes,
        RepeatMinutes: row.repeat_minutes,
        NotifyOnClear: row.notify_on_clear,
        RuleList: rules.map(({ id, definition }) => ({
          RuleId: id,
          Definition: definition,
          Text: definitionInWords(definition, speechOf(points[0], other))[language],
        })),
        PointList: points.map((point) => presentPoint(point, language)),
        HiddenPointCount: pointIds.length - points.length,
        // Gateways are shown to readers who see the whole project.
        SourceList: hidesSome ? [] : sources.map((source) => presentSource(source, language)),
        OverrideList: subjects.flatMap(({ rule_id, subject_id, definition }) => {
          const point = byId.get(subject_id);
          if (definition === null || !point) return [];
          const Text = definitionInWords(definition, speechOf(point, other))[language];
          return [{ RuleId: rule_id, PointId: subject_id, Definition: definition, Text }];
        }),
        ContactList: contacts.map(presentContact),
      };
    },

    addAlarmStrategy: (context, { body }) =>
      inOneWrite(deps, context, async (write) => ({ StrategyId: await addStrategy(deps, context, write, body) })),

    async updateAlarmStrategy(context, { body }) {
      await changeStrategy(deps, context, body);
      return null;
    },

    async deleteAlarmStrategy(context, { body }) {
      return inOneWrite(deps, context, async (write) => {
        const rows = await lockedRows(context, write.transaction, body.StrategyIdList);
        const ids = rows.map(({ id }) => id);
        await deleteLocked(deps, context, write, rows);
        return { Deleted: ids.length };
      });
    },

    async enableAlarmStrategy(context, { body }) {
      const { tenant } = context.caller;
      return inOneWrite(deps, context, async (write) => {
        const rows = await lockedRows(context, write.transaction, body.StrategyIdList);
        const changed = rows.filter(({ enabled }) => enabled !== body.Enabled);
        for (const row of changed) {
          const values = { enabled: body.Enabled };
          await updateStrategy(tenant, write.transaction, row.id, values, new Date(clock.now()));
          write.log({
            companyId: tenant.companyId,
            projectId: row.project_id,
            subject: { kind: 'alarmStrategy', id: row.id, name: row.name },
            before: { enabled: row.enabled },
            after: values,
          });
        }
        if (changed.length === 0) write.unchanged();
        await strategiesChanged(
          write,
          deps,
          context.caller,
          changed.map(({ id }) => id),
        );
        return { Changed: changed.length };
      });
    },

    copyAlarmStrategy: (context, { body }) => copyStrategy(deps, context, body),
    assignAlarmStrategy: (context, { body }) => assignPoints(deps, context, body),

    setAlarmStrategyOverride: (context, { body }) =>
      overridePoints(deps, context, {
        strategyId: body.StrategyId,
        ruleId: body.RuleId,
        deviceId: body.ModelTreeId ?? null,
        pointIds: body.PointIdList ?? null,
        definition: body.Definition,
      }),

    async checkAlarmReferences({ caller: { tenant }, language }, { body }) {
      const project = await findProjectFacts(tenant, db, body.ProjectId);
      if (!project) throw new Refusal(commonErrors.notFound);
      const problems = await referenceProblemsOf(tenant, db, body.ProjectId, body.PointIdList, body.RuleList);
      const other = await otherPointsOf(tenant, db, body.RuleList);
      return problems.map((problem) => presentProblem(problem, other, language));
    },

    async getAlarmTypeList({ caller, language }, { query }) {
      const counts = new Map(
        (await countKinds(caller.tenant, db, query.projectId ?? null)).map((count) => [count.kind, count]),
      );
      return Object.entries(alarmKinds).map(([kind, words]) => ({
        AlarmClass: kind,
        AlarmClassName: words[language],
        Describe: alarmKindDescriptions[kind]?.[language] ?? '',
        StrategyCount: counts.get(kind)?.strategies ?? 0,
        OpenCount: counts.get(kind)?.open ?? 0,
      }));
    },

    async getAlarmStrategyChoices({ caller, language }, { query }) {
      const { tenant } = caller;
      const choices = await choicesOfProject(tenant, db, query.projectId);
      if (!choices) throw new Refusal(commonErrors.notFound);
      const hidesSome = tenant.listedProjectIds.includes(query.projectId);
      const sources = hidesSome ? [] : await watchableSources(gatewayTenantOf(caller), db, query.projectId);
      const people = await peopleOfProject(tenant, db, query.projectId);
      return {
        ProjectName: inLanguage(choices.name, choices.name_en, language),
        SmallTypeList: choices.classes.map((each) => ({ Key: each.id, Value: each[language] })),
        PointTypeList: inOrderOfNames(
          choices.types.map((type) => ({
            Key: type.id,
            Value: type[language],
            PointType: type.value_type === 'status' ? 1 : 0,
            PointNameList: type.point_names.map((each) => presentPointName(each, language)),
          })),
          language,
        ),
        LocationList: choices.areas.map((area) => ({
          Key: area.id,
          Value: inLanguage(area.name, area.name_en, language),
        })),
        ModelTreeList: choices.devices.map((device) => ({
          Key: device.id,
          Value: inLanguage(device.name, device.name_en, language),
          SmallTypeId: device.class_id,
        })),
        SourceList: sources.map((source) => presentSource(source, language)),
        PersonList: people.map((person) => ({
          UserId: person.user_id,
          UserName: person.name,
          Department: person.department,
          HasMobile: person.has_mobile,
          HasEmail: person.has_email,
          SeesEvents: person.sees_events,
        })),
      };
    },

    async getAlarmStrategyPoints({ caller, language }, { body }) {
      const { rows, total } = await watchablePoints(
        caller.tenant,
        db,
        {
          projectId: body.ProjectId,
          text: body.Text,
          classIds: body.SmallTypeIdList,
          typeIds: body.PointTypeIdList,
          areaIds: body.LocationIdList,
          deviceIds: body.ModelTreeIdList,
          pointIds: body.PointIdList,
        },
        rowRange(body),
      );
      return { Data: rows.map((row) => presentPoint(row, language)), TotalCount: total };
    },
  };
}
