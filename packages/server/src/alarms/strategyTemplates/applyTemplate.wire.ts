import {
  type Bilingual,
  commonErrors,
  type StrategyFormValues,
  strategyErrors,
  strategyPointLimit,
} from '@watchpost/contract';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { otherPointsOf } from '../otherPoints.store.ts';
import type { ReferenceProblem } from '../referenceProblems.ts';
import { movePoints } from '../strategies/assignPoints.wire.ts';
import { namesOfProjects, type WatchablePoint, watchablePoints } from '../strategies/choices.store.ts';
import { referenceProblemsOf } from '../strategies/faultsOfReferences.ts';
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

/** Spec §5.2: the longest name of a policy. */
const longestName = 25;
/** Of one call: each is a dozen statements, and its lines in the log. */
const maxStrategies = 200;

export interface Applied {
  projectId: number;
  projectName: string;
  devices: number;
  points: number;
  watched: number;
  made: number;
  extended: string | null;
  /** Devices of its class that it does not watch, or not in full. */
  lacking: Lacking[];
}

export interface Lacking {
  readonly id: number;
  readonly device: Bilingual;
  /** What it has not, or has several of. */
  readonly what: readonly Bilingual[];
  readonly isWatched: boolean;
  /** False: a condition judges nothing there. */
  readonly isJudged: boolean;
  readonly candidates: readonly Bilingual[];
}

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
  asked: {
    templateId: number;
    projectIds: readonly number[];
    deviceIds: readonly number[] | null;
    each: boolean;
    enabled: boolean;
    dryRun: boolean;
  },
): Promise<Applied[]> {
  const { caller, language } = context;
  const { tenant } = caller;
  const projectIds = [...new Set(asked.projectIds)].sort((a, b) => a - b);
  for (const projectId of projectIds) needToEdit(caller, projectId);
  return inOneWrite(deps, context, async (write) => {
    const { transaction, unchanged } = write;
    // Locked, so that two people who give it to one project at a time do not make two strategies.
    const [template] = await findTemplates(tenant, transaction, [asked.templateId], { lock: true });
    if (!template) throw new Refusal(commonErrors.notFound);
    if (template.point_type_id === null) throw new Refusal(strategyErrors.templateWithoutType);
    const names = await namesOfProjects(tenant, transaction, projectIds);
    const answers: Applied[] = [];
    let made = 0;
    for (const projectId of projectIds) {
      const { rows: ofType } = await watchablePoints(
        tenant,
        transaction,
        {
          projectId,
          classIds: [template.device_class_id],
          typeIds: [template.point_type_id],
          deviceIds: asked.deviceIds ?? undefined,
        },
        { offset: 0, limit: strategyPointLimit + 1 },
      );
      if (ofType.length > strategyPointLimit)
        throw new Refusal(strategyErrors.tooManyPoints, { limit: strategyPointLimit });
      const judged = await onePerDevice(context, transaction, template, ofType);
      const judgedIds = judged.map(({ id }) => id);
      const { definitions } = template;
      const problems = await referenceProblemsOf(tenant, transaction, projectId, judgedIds, definitions);
      const unclear = new Set(problems.flatMap(({ kind, pointIds }) => (kind === 'ambiguous' ? pointIds : [])));
      const rows = judged.filter(({ id }) => !unclear.has(id));
      const without = await devicesLacking(tenant, transaction, {
        projectId,
        classId: template.device_class_id,
        deviceIds: asked.deviceIds,
        typeId: template.point_type_id,
      });
      const other = await otherPointsOf(tenant, transaction, definitions);
      const lacking = [
        ...without.map(
          ({ id, name, name_en }): Lacking => ({
            id,
            device: { zh: name, en: name_en ?? name },
            what: [{ zh: template.type_zh!, en: template.type_en ?? template.type_zh! }],
            isWatched: false,
            isJudged: false,
            candidates: [],
          }),
        ),
        ...lackingOf(judged, problems, other),
      ];
      const existing = await strategiesMadeOf(tenant, transaction, template.id, projectId);
      const watched = new Set(existing.flatMap(({ point_ids }) => point_ids));
      const fresh = rows.filter(({ id }) => !watched.has(id));
      const shared = existing.find(({ of_one_device }) => !of_one_device);
      const groups = Map.groupBy(fresh, ({ device_id }) => device_id);
      const makes = fresh.length === 0 ? 0 : asked.each ? groups.size : shared ? 0 : 1;
      made += makes;
      if (made > maxStrategies) throw new Refusal(strategyErrors.tooManyStrategies, { limit: maxStrategies });
      const extends_ =
        fresh.length > 0 && !asked.each && shared ? await lockWhole(caller, transaction, shared.id) : null;
      const place = names.get(projectId)!;
      answers.push({
        projectId,
        projectName: inLanguage(place.name, place.name_en, language),
        devices: new Set(rows.map(({ device_id }) => device_id)).size,
        points: rows.length,
        watched: rows.length - fresh.length,
        made: makes,
        extended: extends_ && inLanguage(extends_.row.name, extends_.row.name_en, language),
        lacking,
      });
      if (asked.dryRun || fresh.length === 0) continue;
      const plain = strategyOf(template, projectId, asked.enabled);
      if (extends_) {
        const ids = fresh.map(({ id }) => id);
        await movePoints(deps, context, write, extends_, ids, false);
      } else if (asked.each)
        for (const points of groups.values()) await make(write, named(plain, points[0]!, template), points, true);
      else await make(write, plain, fresh, false);
    }
    if (asked.dryRun || answers.every((each) => each.made === 0 && each.extended === null)) unchanged();
    return answers;

    async function make(
      to: OneWrite,
      plain: Omit<StrategyFormValues, 'PointIdList'>,
      points: readonly WatchablePoint[],
      ofOneDevice: boolean,
    ): Promise<void> {
      const form = { ...plain, PointIdList: points.map(({ id }) => id) };
      const strategyId = await addStrategy(deps, context, to, form, { template: template!.name });
      await rememberTemplate(tenant, to.transaction, strategyId, {
        template_id: template!.id,
        of_one_device: ofOneDevice,
      });
    }
  });
}

/** Devices on which conditions do not find what they look at, or not one alone; what is unclear comes first. */
function lackingOf(
  judged: readonly WatchablePoint[],
  problems: readonly ReferenceProblem[],
  other: NonNullable<RuleTextOptions['other']>,
): Lacking[] {
  const devices = new Map<number, Lacking>();
  const unknown = { zh: '另一点位', en: 'another point' };
  for (const isUnclear of [true, false])
    for (const { kind, reference, isJudged, pointIds, candidates } of problems) {
      if ((kind === 'ambiguous') !== isUnclear) continue;
      const what = other(reference)?.name ?? unknown;
      for (const { id, device_id, device_name, device_name_en } of judged) {
        if (!pointIds.includes(id) || device_id === null || device_name === null) continue;
        const known = devices.get(device_id);
        if (known && known.isWatched === isUnclear) continue;
        const device = { zh: device_name, en: device_name_en ?? device_name };
        devices.set(device_id, {
          id: device_id,
          device,
          what: [...(known?.what ?? []).filter(({ zh }) => zh !== what.zh), what],
          isWatched: !isUnclear,
          isJudged: !isUnclear && isJudged && (known?.isJudged ?? true),
          candidates: isUnclear ? candidates : [],
        });
      }
    }
  return [...devices.values()];
}

/** A freezer has a temperature of its air, its coil and its goods: where one of these is the device's main point, that one is meant. */
async function onePerDevice(
  { caller: { tenant } }: StrategyContext,
  db: DbOrTransaction,
  template: TemplateRow,
  points: readonly WatchablePoint[],
): Promise<WatchablePoint[]> {
  const ids = points.map(({ id }) => id);
  const main = await mainPoints(tenant, db, template.device_class_id, ids);
  return [...Map.groupBy(points, ({ device_id }) => device_id).values()].flatMap((ofDevice) => {
    const chosen = ofDevice.filter(({ id }) => main.has(id));
    return chosen.length > 0 ? chosen : ofDevice;
  });
}

const named = (
  plain: Omit<StrategyFormValues, 'PointIdList'>,
  point: WatchablePoint,
  template: TemplateRow,
): Omit<StrategyFormValues, 'PointIdList'> => {
  if (point.device_name === null) return plain;
  const deviceEn = point.device_name_en ?? point.device_name;
  return {
    ...plain,
    StrategyName: nameOf(point.device_name, template.name),
    StrategyNameEn: nameOf(deviceEn, template.name_en ?? template.name),
  };
};
