import { isDeepStrictEqual } from 'node:util';
import {
  type CallData,
  type ParsedInput,
  type RuleDefinition,
  type StrategyFormValues,
  type strategyCalls,
  strategyPointLimit,
} from '@watchpost/contract';
import { gatewayTenantOf } from '../../gateways/index.ts';
import { inOneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { referencesIn } from '../ruleDefinition.ts';
import {
  namesOfProjects,
  peopleOfProject,
  sourcesById,
  type WatchablePoint,
  watchablePoints,
  watchableSources,
} from './choices.store.ts';
import { fitRules, placesOf } from './fitRules.ts';
import { matchingPoints } from './matchingPoints.ts';
import { formOf } from './present.ts';
import {
  addStrategy,
  loadWhole,
  needToEdit,
  type OwnLimits,
  type StrategyContext,
  type StrategyDeps,
  type WholeStrategy,
} from './saveStrategy.wire.ts';

type CopyCall = (typeof strategyCalls)['copyAlarmStrategy'];
type Copied = CallData<CopyCall>[number];

/** A strategy as it fits a project. */
interface Fitted extends Pick<Copied, 'UnmatchedList' | 'UnclearList' | 'OwnLimitLeftList'> {
  readonly form: StrategyFormValues;
  readonly ownLimits: readonly OwnLimits[];
}

const everything = { offset: 0, limit: strategyPointLimit };

/** Copies a strategy into each of the projects; a dry run says how it would fit. */
export async function copyStrategy(
  deps: StrategyDeps,
  context: StrategyContext,
  asked: ParsedInput<CopyCall>['body'],
): Promise<Copied[]> {
  const { caller, language } = context;
  const projectIds = [...new Set(asked.ProjectIdList)].sort((a, b) => a - b);
  for (const projectId of projectIds) needToEdit(caller, projectId);
  return inOneWrite(deps, context, async (write) => {
    const { transaction, unchanged } = write;
    const original = await loadWhole(caller, transaction, asked.StrategyId);
    const { row, rules, subjects, contacts } = original;
    needToEdit(caller, row.project_id);
    const names = await namesOfProjects(caller.tenant, transaction, projectIds);
    const copies: Copied[] = [];
    for (const projectId of projectIds) {
      const place = names.get(projectId)!;
      const people = new Set(
        (await peopleOfProject(caller.tenant, transaction, projectId)).map((each) => each.user_id),
      );
      const [staying, leaving] = [true, false].map((stays) =>
        contacts.filter((each) => people.has(each.user_id) === stays),
      );
      const copy = {
        ...formOf(row, rules, subjects, staying!),
        StrategyId: undefined,
        ProjectId: projectId,
        ...(asked.StrategyName !== undefined && { StrategyName: asked.StrategyName }),
      } as StrategyFormValues;
      const { form, ownLimits, ...lost } =
        projectId === row.project_id
          ? besideOriginal(original, copy)
          : await fitTo(context, transaction, original, copy);
      const matched = form.PointIdList.length + form.GatewayIdList.length + form.SlaveIdList.length;
      const makes = !asked.IsDryRun && matched > 0 && form.RuleList.length > 0;
      copies.push({
        ProjectId: projectId,
        ProjectName: inLanguage(place.name, place.name_en, language),
        StrategyId: makes ? await addStrategy(deps, context, write, form, { copyOf: row.name }, ownLimits) : null,
        MatchedCount: matched,
        LeftOutNameList: [...new Set(leaving!.map(({ name }) => name))],
        OwnLimitCount: new Set(ownLimits.flatMap(({ pointIds }) => pointIds)).size,
        ...lost,
      });
    }
    if (copies.every(({ StrategyId }) => StrategyId === null)) unchanged();
    return copies;
  });
}

/** In its own project a copy begins closed: two open strategies would raise everything twice. */
function besideOriginal({ rules, subjects }: WholeStrategy, copy: StrategyFormValues): Fitted {
  const placeOf = new Map(rules.map(({ id }, place) => [id, place]));
  const ownLimits = subjects.flatMap(({ rule_id, subject_id, definition }) =>
    definition === null ? [] : [{ rule: placeOf.get(rule_id)!, pointIds: [subject_id], definition }],
  );
  return {
    form: { ...copy, Enabled: false },
    ownLimits: together(ownLimits),
    UnmatchedList: [],
    UnclearList: [],
    OwnLimitLeftList: [],
  };
}

async function fitTo(
  { caller, language }: StrategyContext,
  db: DbOrTransaction,
  { row, rules, subjects }: WholeStrategy,
  copy: StrategyFormValues,
): Promise<Fitted> {
  const { tenant } = caller;
  const { ProjectId: projectId, PointIdList } = copy;
  const referred = referencesIn([...rules, ...subjects].map(({ definition }) => definition)).pointIds;
  const from = { projectId: row.project_id, pointIds: [...new Set([...PointIdList, ...referred])] };
  const { rows: all } = await watchablePoints(tenant, db, from, everything);
  const typeIds = [...new Set(all.map(({ type_id }) => type_id))];
  const { rows: candidates } = await watchablePoints(tenant, db, { projectId, typeIds }, everything);
  const watched = new Set(PointIdList);
  const match = matchingPoints(
    all.filter(({ id }) => watched.has(id)),
    candidates,
  );

  // A condition that refers to another point takes the only match there, or stays behind.
  const elsewhere = new Map<number, number>();
  for (const other of all.filter(({ id }) => referred.includes(id))) {
    const { points } = matchingPoints([other], candidates);
    if (points.length === 1) elsewhere.set(other.id, points[0]!.id);
  }
  const there = (definition: RuleDefinition): RuleDefinition | null =>
    referencesIn([definition]).pointIds.every((id) => elsewhere.has(id)) ? withPoints(definition, elsewhere) : null;
  const sources = await sourcesThere(caller, db, row.project_id, copy);
  const coming = rules.flatMap(({ id, definition }) => {
    const moved = there(definition);
    const { length } =
      definition.kind === 'communicationLoss' ? [...sources.GatewayIdList, ...sources.SlaveIdList] : match.points;
    return moved && length > 0 ? [{ id, definition: moved }] : [];
  });
  const definitions = coming.map(({ definition }) => definition);
  const { fits, unclear } = await fitRules(tenant, db, projectId, definitions, match.points);

  // Where a point matches several originals, their own limits come along only if they agree.
  const ownLimits: OwnLimits[] = [];
  const limitsLeft = new Set<WatchablePoint>();
  for (const [rule, { id: ruleId }] of coming.entries()) {
    const ownOf = new Map(
      subjects.flatMap(({ rule_id, subject_kind, subject_id, definition }) =>
        rule_id === ruleId && subject_kind === 'point' && definition !== null
          ? [[subject_id, definition] as const]
          : [],
      ),
    );
    for (const point of fits) {
      const originals = match.originalsOf(point);
      const own = originals.filter(({ id }) => ownOf.has(id));
      if (own.length === 0) continue;
      const limits = ownOf.get(own[0]!.id)!;
      const agree = originals.every(({ id }) => isDeepStrictEqual(ownOf.get(id), limits));
      const definition = agree ? there(limits) : null;
      if (definition) ownLimits.push({ rule, pointIds: [point.id], definition });
      else for (const each of own) limitsLeft.add(each);
    }
  }
  const nameOf = (point: WatchablePoint) =>
    [
      point.device_name && inLanguage(point.device_name, point.device_name_en, language),
      inLanguage(point.name, point.name_en, language),
    ]
      .filter(Boolean)
      .join(' · ');
  return {
    form: {
      ...copy,
      GatewayIdList: sources.GatewayIdList,
      SlaveIdList: sources.SlaveIdList,
      RuleList: definitions.map((Definition) => ({ Definition })),
      PointIdList: fits.map(({ id }) => id),
    },
    ownLimits: together(ownLimits),
    UnmatchedList: [...match.unmatched.map(nameOf), ...sources.unmatched],
    UnclearList: placesOf(unclear, language),
    OwnLimitLeftList: [...limitsLeft].map(nameOf),
  };
}

/** A definition that refers to other points in place of its own. */
const withPoints = (definition: RuleDefinition, to: ReadonlyMap<number, number>): RuleDefinition =>
  JSON.parse(JSON.stringify(definition), (key, value) => (key === 'pointId' ? to.get(value) : value));

/** The same limits of several points under one condition are written at once. */
function together(ownLimits: readonly OwnLimits[]): OwnLimits[] {
  const alike = Map.groupBy(ownLimits, ({ rule, definition }) => `${rule} ${JSON.stringify(definition)}`);
  return [...alike.values()].map((each) => ({ ...each[0]!, pointIds: each.flatMap(({ pointIds }) => pointIds) }));
}

/** Gateways and slaves of the same names there; every gateway there if all of the project are watched. */
async function sourcesThere(
  caller: StrategyContext['caller'],
  db: DbOrTransaction,
  fromProjectId: number,
  { ProjectId, GatewayIdList, SlaveIdList }: StrategyFormValues,
): Promise<{ GatewayIdList: number[]; SlaveIdList: number[]; unmatched: string[] }> {
  if (GatewayIdList.length + SlaveIdList.length === 0) return { GatewayIdList: [], SlaveIdList: [], unmatched: [] };
  const tenant = gatewayTenantOf(caller);
  const own = await watchableSources(tenant, db, fromProjectId);
  const there = await watchableSources(tenant, db, ProjectId);
  const isGateway = ({ kind }: { kind: string }) => kind === 'gateway';
  if (own.filter(isGateway).every(({ id }) => GatewayIdList.includes(id)))
    return { GatewayIdList: there.filter(isGateway).map(({ id }) => id), SlaveIdList: [], unmatched: [] };
  const originals = await sourcesById(caller.tenant, db, fromProjectId, {
    gatewayIds: GatewayIdList,
    slaveIds: SlaveIdList,
  });
  const key = ({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`;
  const wanted = new Set(originals.map(key));
  const found = there.filter((each) => wanted.has(key(each)));
  const known = new Set(found.map(key));
  return {
    GatewayIdList: found.filter(isGateway).map(({ id }) => id),
    SlaveIdList: found.filter((each) => !isGateway(each)).map(({ id }) => id),
    unmatched: originals.filter((each) => !known.has(key(each))).map(({ name }) => name),
  };
}
