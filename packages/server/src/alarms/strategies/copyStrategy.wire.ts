import { isDeepStrictEqual } from 'node:util';
import { type Language, type RuleDefinition, type StrategyFormValues, strategyPointLimit } from '@watchpost/contract';
import { gatewayTenantOf } from '../../gateways/index.ts';
import { inOneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import {
  namesOfProjects,
  peopleOfProject,
  sourcesById,
  type WatchablePoint,
  watchablePoints,
  watchableSources,
} from './choices.store.ts';
import { referenceProblemsOf } from './faultsOfReferences.ts';
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

export interface Copied {
  projectId: number;
  projectName: string;
  strategyId: number | null;
  matched: number;
  unmatched: string[];
  /** Devices on which a condition would look at one of several points of a type. */
  unclear: string[];
  leftOut: string[];
  /** Points there with limits of their own, and those here whose limits do not come along. */
  ownLimits: number;
  limitsLeft: string[];
}

const everything = { offset: 0, limit: strategyPointLimit };

const kindOf = ({ class_id, type_id }: WatchablePoint): string => `${class_id} ${type_id}`;
const fullKey = (point: WatchablePoint): string => `${kindOf(point)} ${point.name}`;

/** Numbers of points inside a definition: another point whose state or value it goes by. */
const pointKey = /pointid$/i;
function pointsIn(definition: unknown): number[] {
  if (typeof definition !== 'object' || definition === null) return [];
  return Object.entries(definition).flatMap(([key, value]) =>
    pointKey.test(key) && typeof value === 'number' ? [value] : pointsIn(value),
  );
}
function withPoints(definition: unknown, to: ReadonlyMap<number, number>): unknown {
  if (Array.isArray(definition)) return definition.map((part) => withPoints(part, to));
  if (typeof definition !== 'object' || definition === null) return definition;
  return Object.fromEntries(
    Object.entries(definition).map(([key, value]) => [
      key,
      pointKey.test(key) && typeof value === 'number' ? (to.get(value) ?? value) : withPoints(value, to),
    ]),
  );
}

/**
 * Which points of a project are like those of a strategy: of the same class of device, type and name; where a name is unknown
 * there, the one point of that type on each device of the class.
 */
export function matchingPoints(
  originals: readonly WatchablePoint[],
  candidates: readonly WatchablePoint[],
): { points: WatchablePoint[]; unmatched: WatchablePoint[]; likes: Map<number, WatchablePoint[]> } {
  const byName = Map.groupBy(candidates, fullKey);
  const byKind = Map.groupBy(candidates, kindOf);
  const points = new Map<number, WatchablePoint>();
  const likes = new Map<number, WatchablePoint[]>();
  const unmatched: WatchablePoint[] = [];
  for (const original of originals) {
    const ofKind = original.class_id === null ? [] : (byKind.get(kindOf(original)) ?? []);
    const isAlone = new Set(ofKind.map(({ device_id }) => device_id)).size === ofKind.length;
    const like = byName.get(fullKey(original)) ?? (isAlone ? ofKind : []);
    likes.set(original.id, like);
    if (like.length === 0) unmatched.push(original);
    for (const point of like) points.set(point.id, point);
  }
  return { points: [...points.values()], unmatched, likes };
}

/** Copies a strategy into each of the projects; where it is not to be seen at first how it would fit, a dry run tells. */
export async function copyStrategy(
  deps: StrategyDeps,
  context: StrategyContext,
  asked: { strategyId: number; projectIds: readonly number[]; name: string | null; dryRun: boolean },
): Promise<Copied[]> {
  const { caller, language } = context;
  const projectIds = [...new Set(asked.projectIds)].sort((a, b) => a - b);
  for (const projectId of projectIds) needToEdit(caller, projectId);
  return inOneWrite(deps, context, async (write) => {
    const { transaction, unchanged } = write;
    const original = await loadWhole(caller, transaction, asked.strategyId);
    needToEdit(caller, original.row.project_id);
    const names = await namesOfProjects(caller.tenant, transaction, projectIds);
    const copies: Copied[] = [];
    for (const projectId of projectIds) {
      const place = names.get(projectId)!;
      const fitted = await fitTo(context, transaction, original, projectId, language);
      const { form, unmatched, unclear, leftOut, ownLimits, limitsLeft } = fitted;
      const watched = form.PointIdList.length + form.GatewayIdList.length + form.SlaveIdList.length;
      const makes = !asked.dryRun && watched > 0 && form.RuleList.length > 0;
      const copy = { ...form, StrategyName: asked.name ?? form.StrategyName };
      copies.push({
        projectId,
        projectName: inLanguage(place.name, place.name_en, language),
        strategyId: makes
          ? await addStrategy(deps, context, write, copy, { copyOf: original.row.name }, ownLimits)
          : null,
        matched: watched,
        unmatched,
        unclear,
        leftOut,
        ownLimits: new Set(ownLimits.flatMap(({ pointIds }) => pointIds)).size,
        limitsLeft,
      });
    }
    if (copies.every(({ strategyId }) => strategyId === null)) unchanged();
    return copies;
  });
}

interface Fitted extends Pick<Copied, 'unmatched' | 'unclear' | 'leftOut' | 'limitsLeft'> {
  readonly form: StrategyFormValues;
  readonly ownLimits: OwnLimits[];
}

async function fitTo(
  { caller }: StrategyContext,
  db: DbOrTransaction,
  { row, rules, subjects, contacts }: WholeStrategy,
  projectId: number,
  language: Language,
): Promise<Fitted> {
  const { tenant } = caller;
  const present = formOf(row, rules, subjects, contacts);
  const people = new Set((await peopleOfProject(tenant, db, projectId)).map(({ user_id }) => user_id));
  const stay = contacts.filter(({ user_id }) => people.has(user_id));
  const leftOut = [...new Set(contacts.filter(({ user_id }) => !people.has(user_id)).map(({ name }) => name))];
  const form = {
    ...present,
    StrategyId: undefined,
    ProjectId: projectId,
    ContactList: formOf(row, rules, subjects, stay).ContactList,
  } as StrategyFormValues;
  // In its own project the copy begins closed: two strategies would raise everything twice.
  if (projectId === row.project_id) {
    const placeOf = new Map(rules.map(({ id }, place) => [id, place]));
    const ownLimits = subjects.flatMap(({ rule_id, subject_id, definition }) =>
      definition === null ? [] : [{ rule: placeOf.get(rule_id)!, pointIds: [subject_id], definition }],
    );
    return {
      form: { ...form, Enabled: false },
      unmatched: [],
      unclear: [],
      leftOut,
      ownLimits: together(ownLimits),
      limitsLeft: [],
    };
  }

  const referred = [...rules, ...subjects].flatMap(({ definition }) => pointsIn(definition));
  const from = { projectId: row.project_id, pointIds: [...new Set([...present.PointIdList, ...referred])] };
  const { rows: all } = await watchablePoints(tenant, db, from, everything);
  const watched = new Set(present.PointIdList);
  const originals = all.filter(({ id }) => watched.has(id));
  const typeIds = [...new Set(all.map(({ type_id }) => type_id))];
  const { rows: candidates } = await watchablePoints(tenant, db, { projectId, typeIds }, everything);
  const { points: found, unmatched, likes } = matchingPoints(originals, candidates);
  const nameOf = (point: WatchablePoint) =>
    [
      point.device_name && inLanguage(point.device_name, point.device_name_en, language),
      inLanguage(point.name, point.name_en, language),
    ]
      .filter(Boolean)
      .join(' · ');

  // A condition that goes by another point takes the only one like it there, or stays behind.
  const elsewhere = new Map<number, number>();
  for (const other of all.filter(({ id }) => referred.includes(id))) {
    const { points: like } = matchingPoints([other], candidates);
    if (like.length === 1) elsewhere.set(other.id, like[0]!.id);
  }
  const fitsThere = (definition: RuleDefinition) => pointsIn(definition).every((id) => elsewhere.has(id));
  const there = (definition: RuleDefinition) => withPoints(definition, elsewhere) as RuleDefinition;
  const sources = await sourcesThere(caller, db, row.project_id, projectId, present);
  const comes = rules.filter(
    ({ definition }) =>
      fitsThere(definition) &&
      (definition.kind === 'communicationLoss'
        ? sources.GatewayIdList.length + sources.SlaveIdList.length > 0
        : found.length > 0),
  );
  const problems = await referenceProblemsOf(
    tenant,
    db,
    projectId,
    found.map(({ id }) => id),
    comes.map(({ definition }) => there(definition)),
  );
  const ambiguous = problems.filter(({ kind }) => kind === 'ambiguous');
  const notOne = new Set(ambiguous.flatMap(({ pointIds }) => pointIds));
  const points = found.filter(({ id }) => !notOne.has(id));

  // What several points are like has limits of its own where those agree about them.
  const originalsOf = new Map<number, WatchablePoint[]>();
  for (const original of originals)
    for (const { id } of likes.get(original.id) ?? []) originalsOf.set(id, [...(originalsOf.get(id) ?? []), original]);
  const ownLimits: OwnLimits[] = [];
  const limitsLeft = new Set<WatchablePoint>();
  for (const [rule, { id: ruleId }] of comes.entries()) {
    const ownOf = new Map(
      subjects.flatMap(({ rule_id, subject_kind, subject_id, definition }) =>
        rule_id === ruleId && subject_kind === 'point' && definition !== null
          ? [[subject_id, definition] as const]
          : [],
      ),
    );
    for (const point of points) {
      const all = originalsOf.get(point.id) ?? [];
      const alike = all.filter((original) => fullKey(original) === fullKey(point));
      const from = alike.length > 0 ? alike : all;
      const own = from.filter(({ id }) => ownOf.has(id));
      const [first] = own;
      if (!first) continue;
      const definition = ownOf.get(first.id)!;
      const agree = own.length === from.length && own.every(({ id }) => isDeepStrictEqual(ownOf.get(id), definition));
      if (agree && fitsThere(definition)) ownLimits.push({ rule, pointIds: [point.id], definition: there(definition) });
      else for (const each of own) limitsLeft.add(each);
    }
  }
  return {
    form: {
      ...form,
      ...sources,
      RuleList: comes.map(({ definition }) => ({ Definition: there(definition) })),
      PointIdList: points.map(({ id }) => id),
    },
    unmatched: [...unmatched.map(nameOf), ...sources.unmatched],
    unclear: [...new Set(ambiguous.flatMap(({ places }) => places.map((place) => place[language])))],
    leftOut,
    ownLimits: together(ownLimits),
    limitsLeft: [...limitsLeft].map(nameOf),
  };
}

/** The same limits of several points under one condition are written at once. */
function together(ownLimits: readonly OwnLimits[]): OwnLimits[] {
  const alike = Map.groupBy(ownLimits, ({ rule, definition }) => `${rule} ${JSON.stringify(definition)}`);
  return [...alike.values()].map((each) => ({ ...each[0]!, pointIds: each.flatMap(({ pointIds }) => pointIds) }));
}

/** Gateways and slaves by name; all gateways there for one that watches all of its own project. */
async function sourcesThere(
  caller: StrategyContext['caller'],
  db: DbOrTransaction,
  fromProjectId: number,
  projectId: number,
  { GatewayIdList, SlaveIdList }: { GatewayIdList: number[]; SlaveIdList: number[] },
): Promise<{ GatewayIdList: number[]; SlaveIdList: number[]; unmatched: string[] }> {
  if (GatewayIdList.length + SlaveIdList.length === 0) return { GatewayIdList: [], SlaveIdList: [], unmatched: [] };
  const tenant = gatewayTenantOf(caller);
  const own = await watchableSources(tenant, db, fromProjectId);
  const there = await watchableSources(tenant, db, projectId);
  const gateways = there.filter(({ kind }) => kind === 'gateway');
  const watched = new Set(GatewayIdList);
  if (own.filter(({ kind }) => kind === 'gateway').every(({ id }) => watched.has(id)))
    return { GatewayIdList: gateways.map(({ id }) => id), SlaveIdList: [], unmatched: [] };
  const originals = await sourcesById(caller.tenant, db, fromProjectId, {
    gatewayIds: GatewayIdList,
    slaveIds: SlaveIdList,
  });
  const like = (original: (typeof originals)[number]) =>
    there.filter(({ kind, name }) => kind === original.kind && name === original.name);
  const found = originals.flatMap(like);
  const idsOf = (kind: string) => [...new Set(found.filter((each) => each.kind === kind).map(({ id }) => id))];
  return {
    GatewayIdList: idsOf('gateway'),
    SlaveIdList: idsOf('slave'),
    unmatched: originals.filter((original) => like(original).length === 0).map(({ name }) => name),
  };
}
