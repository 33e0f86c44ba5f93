import type { Bilingual, RuleDefinition } from '@watchpost/contract';
import type { TriedPointRow } from './backTest/backTest.store.ts';
import { type AlarmRule, type PointReference, referencesOf, withCertainPoints } from './engine/index.ts';
import { createPointFinder } from './evaluator/pointFinder.ts';
import { fitsSubject } from './ruleDefinition.ts';

type Seen = Pick<
  TriedPointRow,
  'id' | 'company_id' | 'name' | 'name_en' | 'device_id' | 'device_name' | 'device_name_en' | 'point_type_id'
>;

/** That what a condition looks at is not there, or not one, for some of the points it judges. */
export interface ReferenceProblem {
  /** Its place among the definitions. */
  readonly rule: number;
  readonly kind: 'missing' | 'ambiguous';
  readonly reference: PointReference;
  /** False: the condition judges nothing there. */
  readonly isJudged: boolean;
  readonly pointIds: number[];
  /** Where these points are; a point of no device stands for itself. */
  readonly places: Bilingual[];
  /** Of what is not one: between which it would have to be chosen. */
  readonly candidates: Bilingual[];
}

const named = (name: string, nameEn: string | null): Bilingual => ({ zh: name, en: nameEn ?? name });

/**
 * Where conditions look at points that are not there, or at one of several, for each condition and reference once.
 *
 * @param points all that could be looked at: of the devices of those judged, and the named ones
 */
export function referenceProblems(
  points: readonly Seen[],
  judgedIds: readonly number[],
  definitions: readonly RuleDefinition[],
): ReferenceProblem[] {
  const finder = createPointFinder(points);
  const byId = new Map(points.map((point) => [point.id, point]));
  const problems = new Map<string, ReferenceProblem>();
  for (const [place, definition] of definitions.entries()) {
    // Whether its numbers go together is another question: what it looks at is said while they are being set.
    const rule: AlarmRule = { id: 0, ...definition };
    if (referencesOf(rule).length === 0) continue;
    for (const pointId of judgedIds) {
      const point = byId.get(pointId);
      if (point === undefined || !fitsSubject(rule, { type: 'point', id: pointId })) continue;
      const isJudged = withCertainPoints(rule, (reference) => finder.find(pointId, reference)) !== null;
      for (const reference of referencesOf(rule)) {
        const fitting = finder.fitting(pointId, reference);
        if (fitting.length === 1) continue;
        const kind = fitting.length === 0 ? 'missing' : 'ambiguous';
        const key = `${place} ${kind} ${isJudged} ${JSON.stringify(reference)}`;
        const known = problems.get(key);
        const problem = known ?? { rule: place, kind, reference, isJudged, pointIds: [], places: [], candidates: [] };
        if (!known) problems.set(key, problem);
        problem.pointIds.push(pointId);
        addOnce(
          problem.places,
          point.device_name === null
            ? named(point.name, point.name_en)
            : named(point.device_name, point.device_name_en),
        );
        for (const id of fitting) addOnce(problem.candidates, named(byId.get(id)!.name, byId.get(id)!.name_en));
      }
    }
  }
  return [...problems.values()];
}

function addOnce(list: Bilingual[], name: Bilingual): void {
  if (!list.some(({ zh, en }) => zh === name.zh && en === name.en)) list.push(name);
}

/** The points that limits stand beside or values are held against, each with where the definition says so. */
export function followedIn(definition: RuleDefinition): { path: string; reference: PointReference }[] {
  if (definition.kind === 'deviation') return [{ path: 'from', reference: definition.from }];
  if (definition.kind !== 'limit') return [];
  const sets = [
    { path: 'bands', bands: definition.bands },
    ...(definition.periods ?? []).map(({ bands }, at) => ({ path: `periods.${at}.bands`, bands: bands ?? {} })),
  ];
  return sets.flatMap(({ path, bands }) =>
    Object.entries(bands).flatMap(([band, limit]) =>
      limit?.from ? [{ path: `${path}.${band}.from`, reference: limit.from }] : [],
    ),
  );
}

/** Where a definition says a reference, for words beside its field. */
export function pathOfReference(definition: RuleDefinition, reference: PointReference): string {
  const said = JSON.stringify(reference);
  const followed = followedIn(definition).find((each) => JSON.stringify(each.reference) === said);
  if (followed) return followed.path;
  const states = 'onlyWhile' in definition ? (definition.onlyWhile ?? []) : [];
  const at = states.findIndex(({ point }) => JSON.stringify(point) === said);
  return `onlyWhile.${at}.point`;
}

/** Some names and how many more there are. */
export function namesInWords(names: readonly Bilingual[], most = 5): Bilingual {
  const more = names.length - most;
  const some = names.slice(0, most);
  return {
    zh: some.map(({ zh }) => zh).join('、') + (more > 0 ? `等 ${names.length} 个` : ''),
    en: some.map(({ en }) => en).join(', ') + (more > 0 ? ` and ${more} more` : ''),
  };
}
