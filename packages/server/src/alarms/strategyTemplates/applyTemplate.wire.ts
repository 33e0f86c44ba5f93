import { commonErrors, type StrategyFormValues, strategyErrors, strategyPointLimit } from '@watchpost/contract';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { referencesIn } from '../ruleDefinition.ts';
import { movePoints } from '../strategies/assignPoints.wire.ts';
import { namesOfProjects, type WatchablePoint, watchablePoints } from '../strategies/choices.store.ts';
import {
  addStrategy,
  lockWhole,
  needToEdit,
  type StrategyContext,
  type StrategyDeps,
} from '../strategies/saveStrategy.wire.ts';
import {
  devicesLacking,
  findTemplates,
  type LackingDevice,
  mainPoints,
  rememberTemplate,
  strategiesMadeOf,
  type TemplateRow,
} from './template.store.ts';

/** Spec §5.2: the longest name of a policy. */
const longestName = 25;
/** Of one call: each is a dozen statements, and its lines in the log. */
const mostStrategies = 200;

export interface Applied {
  projectId: number;
  projectName: string;
  devices: number;
  points: number;
  watched: number;
  made: number;
  extended: string | null;
  /** Devices of its class that it does not watch, or not in full. */
  lacking: LackingDevice[];
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
      const rows = await onePerDevice(context, transaction, template, ofType);
      const lacking = await devicesLacking(tenant, transaction, {
        projectId,
        classId: template.device_class_id,
        deviceIds: asked.deviceIds,
        judgedTypeId: template.point_type_id,
        wanted: pointsWanted(template.point_type_id, template.definitions),
      });
      const existing = await strategiesMadeOf(tenant, transaction, template.id, projectId);
      const watched = new Set(existing.flatMap(({ point_ids }) => point_ids));
      const fresh = rows.filter(({ id }) => !watched.has(id));
      const shared = existing.find(({ of_one_device }) => !of_one_device);
      const groups = Map.groupBy(fresh, ({ device_id }) => device_id);
      const makes = fresh.length === 0 ? 0 : asked.each ? groups.size : shared ? 0 : 1;
      made += makes;
      if (made > mostStrategies) throw new Refusal(strategyErrors.tooManyStrategies, { limit: mostStrategies });
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

/** Of which types a device must have points: one to be judged, and another of each that its rules look at. */
function pointsWanted(judgedTypeId: number, definitions: TemplateRow['definitions']): Map<number, number> {
  const wanted = new Map([[judgedTypeId, 1]]);
  for (const typeId of referencesIn(definitions).pointTypeIds) wanted.set(typeId, typeId === judgedTypeId ? 2 : 1);
  return wanted;
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
