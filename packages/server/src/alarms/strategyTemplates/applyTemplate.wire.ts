import {
  type CallData,
  commonErrors,
  type Language,
  type ParsedInput,
  type StrategyFormValues,
  strategyErrors,
  strategyPointLimit,
  type strategyTemplateCalls,
} from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import { inOneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { otherPointsOf } from '../otherPoints.store.ts';
import { movePoints } from '../strategies/assignPoints.wire.ts';
import { namesOfProjects, type WatchablePoint, watchablePoints } from '../strategies/choices.store.ts';
import { fitRules, type RulesFit } from '../strategies/fitRules.ts';
import { namesShown } from '../strategies/present.ts';
import {
  addStrategy,
  lockWhole,
  needToEdit,
  type StrategyContext,
  type StrategyDeps,
} from '../strategies/saveStrategy.wire.ts';
import type { RuleTextOptions } from '../words/ruleText.ts';
import {
  devicesLacking,
  findTemplates,
  mainPoints,
  rememberTemplate,
  strategiesMadeOf,
  type TemplateRow,
} from './template.store.ts';

type ApplyCall = (typeof strategyTemplateCalls)['applyStrategyTemplate'];
type Applied = CallData<ApplyCall>[number];
/** A device of the class that does not come under the template, or not in full. */
type Lacking = Applied['LackingList'][number];

/** Spec §5.2: the longest name of a policy. */
const longestName = 25;
/** Of one call: each is a dozen statements, and its lines in the log. */
const maxStrategies = 200;

/** `“Freezer 12” · Frozen food`, as much of the device's name as fits. */
const nameOf = (device: string, template: string): string => {
  const tail = ` · ${template}`;
  const room = longestName - tail.length;
  return room < 2 ? template : `${device.slice(0, room).trim()}${tail}`;
};

function strategyOf(
  template: TemplateRow,
  projectId: number,
  enabled: boolean,
): Omit<StrategyFormValues, 'PointIdList'> {
  return {
    ProjectId: projectId,
    StrategyName: template.name,
    StrategyNameEn: template.name_en,
    Remarks: template.remarks,
    RemarksEn: template.remarks_en,
    Instruction: '',
    SmallTypeId: template.device_class_id,
    PointTypeId: template.point_type_id,
    Enabled: enabled,
    EscalateMinutes: template.escalate_minutes,
    RepeatMinutes: template.repeat_minutes,
    NotifyOnClear: template.notify_on_clear,
    RuleList: template.definitions.map((Definition) => ({ Definition })),
    GatewayIdList: [],
    SlaveIdList: [],
    ContactList: [],
  };
}

/**
 * Gives a template to devices of its class. Each project gets one strategy, or each device one of its own; where the project has
 * one of this template already, it takes in what it did not watch yet, so that new devices come under it by doing it again.
 */
export async function applyTemplate(
  deps: StrategyDeps,
  context: StrategyContext,
  asked: ParsedInput<ApplyCall>['body'],
): Promise<Applied[]> {
  const { caller, language } = context;
  const { tenant } = caller;
  const { IsEach: isEach } = asked;
  const deviceIds = asked.ModelTreeIdList ?? undefined;
  const projectIds = [...new Set(asked.ProjectIdList)].sort((a, b) => a - b);
  for (const projectId of projectIds) needToEdit(caller, projectId);
  return inOneWrite(deps, context, async (write) => {
    const { transaction, unchanged } = write;
    // Locked, so that two people who give it to one project at a time do not make two strategies.
    const [template] = await findTemplates(tenant, transaction, [asked.TemplateId], { lock: true });
    if (!template) throw new Refusal(commonErrors.notFound);
    const { definitions, device_class_id: classId, point_type_id: typeId } = template;
    if (typeId === null) throw new Refusal(strategyErrors.templateWithoutType);
    const names = await namesOfProjects(tenant, transaction, projectIds);
    const other = await otherPointsOf(tenant, transaction, definitions);
    const answers: Applied[] = [];
    let made = 0;
    for (const projectId of projectIds) {
      const { rows: ofType } = await watchablePoints(
        tenant,
        transaction,
        { projectId, classIds: [classId], typeIds: [typeId], deviceIds },
        { offset: 0, limit: strategyPointLimit + 1 },
      );
      if (ofType.length > strategyPointLimit)
        throw new Refusal(strategyErrors.tooManyPoints, { limit: strategyPointLimit });
      const judged = await onePerDevice(tenant, transaction, classId, ofType);
      const fit = await fitRules(tenant, transaction, projectId, definitions, judged);
      const { fits } = fit;
      const without = await devicesLacking(tenant, transaction, {
        projectId,
        classId,
        deviceIds: deviceIds ?? null,
        typeId,
      });
      const lacking = [
        ...without.map(({ id, name, name_en }) => ({
          ModelTreeId: id,
          ModelTreeName: inLanguage(name, name_en, language),
          PointTypeNameList: [inLanguage(template.type_zh!, template.type_en, language)],
          IsWatched: false,
          IsJudged: false,
          CandidateList: [],
        })),
        ...devicesWithProblems(judged, fit, other, language),
      ];
      const existing = await strategiesMadeOf(tenant, transaction, template.id, projectId);
      const watched = new Set(existing.flatMap(({ point_ids }) => point_ids));
      const fresh = fits.filter(({ id }) => !watched.has(id));
      const shared = isEach || fresh.length === 0 ? undefined : existing.find(({ of_one_device }) => !of_one_device);
      const extended = shared ? await lockWhole(caller, transaction, shared.id) : null;
      const groups = Map.groupBy(extended ? [] : fresh, ({ device_id }) => (isEach ? device_id : 'all'));
      made += groups.size;
      if (made > maxStrategies) throw new Refusal(strategyErrors.tooManyStrategies, { limit: maxStrategies });
      const place = names.get(projectId)!;
      const answer: Applied = {
        ProjectId: projectId,
        ProjectName: inLanguage(place.name, place.name_en, language),
        DeviceCount: new Set(fits.map(({ device_id }) => device_id)).size,
        PointCount: fits.length,
        WatchedCount: fits.length - fresh.length,
        NewCount: groups.size,
        StrategyIdList: [],
        ExtendedName: extended && inLanguage(extended.row.name, extended.row.name_en, language),
        LackingCount: lacking.length,
        LackingList: lacking.slice(0, namesShown),
      };
      answers.push(answer);
      if (asked.IsDryRun) continue;
      const idsOf = (points: readonly WatchablePoint[]) => points.map(({ id }) => id);
      if (extended) {
        await movePoints(deps, context, write, extended, idsOf(fresh), false);
        answer.StrategyIdList.push(extended.row.id);
      }
      for (const points of groups.values()) {
        const plain = strategyOf(template, projectId, asked.Enabled);
        const form = { ...plain, ...(isEach && namesFor(points[0]!, template)), PointIdList: idsOf(points) };
        const strategyId = await addStrategy(deps, context, write, form, { template: template.name });
        const values = { template_id: template.id, of_one_device: isEach };
        await rememberTemplate(tenant, transaction, strategyId, values);
        answer.StrategyIdList.push(strategyId);
      }
    }
    if (asked.IsDryRun || answers.every((each) => each.NewCount === 0 && each.ExtendedName === null)) unchanged();
    return answers;
  });
}

/** Devices on which a rule refers to one of several points, which are left out, and then those where a rule lacks a point. */
function devicesWithProblems(
  judged: readonly WatchablePoint[],
  { unclear, lacking }: RulesFit<WatchablePoint>,
  other: NonNullable<RuleTextOptions['other']>,
  language: Language,
): Lacking[] {
  const devices = new Map<number, Lacking>();
  for (const { kind, reference, isJudged, pointIds, candidates } of [...unclear, ...lacking]) {
    const isUnclear = kind === 'ambiguous';
    const type = other(reference)?.name ?? { zh: '另一点位', en: 'another point' };
    const concerned = new Set(pointIds);
    for (const { id, device_id, device_name, device_name_en } of judged) {
      if (!concerned.has(id) || device_id === null || device_name === null) continue;
      const known = devices.get(device_id);
      if (known && known.IsWatched === isUnclear) continue;
      devices.set(device_id, {
        ModelTreeId: device_id,
        ModelTreeName: inLanguage(device_name, device_name_en, language),
        PointTypeNameList: [
          ...(known?.PointTypeNameList ?? []).filter((name) => name !== type[language]),
          type[language],
        ],
        IsWatched: !isUnclear,
        IsJudged: !isUnclear && isJudged && (known?.IsJudged ?? true),
        CandidateList: isUnclear ? candidates.map((each) => each[language]) : [],
      });
    }
  }
  return [...devices.values()];
}

/** A freezer has a temperature of its air, its coil and its goods: where one of these is the device's main point, that one is meant. */
export async function onePerDevice(
  tenant: UserTenant,
  db: DbOrTransaction,
  classId: number,
  points: readonly WatchablePoint[],
): Promise<WatchablePoint[]> {
  const ids = points.map(({ id }) => id);
  const main = await mainPoints(tenant, db, classId, ids);
  return [...Map.groupBy(points, ({ device_id }) => device_id).values()].flatMap((ofDevice) => {
    const chosen = ofDevice.filter(({ id }) => main.has(id));
    return chosen.length > 0 ? chosen : ofDevice;
  });
}

/** The names of a strategy for one device. */
function namesFor({ device_name, device_name_en }: WatchablePoint, { name, name_en }: TemplateRow) {
  if (device_name === null) return {};
  return {
    StrategyName: nameOf(device_name, name),
    StrategyNameEn: nameOf(device_name_en ?? device_name, name_en ?? name),
  };
}
