import { type Bilingual, type Language, parseFormula, pointErrors, unitsGoTogether } from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { fillText, Refusal } from '../../platform/http/refusal.ts';
import type { DraftProblem } from './addPoints.ts';
import { draftNow, type PointDraft } from './PointDraft.ts';
import { findSetUp, inputsInProject, pointsOfProject } from './setUp.store.ts';

type Problem = Omit<DraftProblem, 'place'>;

const inFormula = (entry: Problem['entry'], parameters: Problem['parameters'] = {}): Problem => ({
  field: 'formula',
  entry,
  parameters,
});

/** What is wrong with a formula over these points: they are not there, or their units do not go together; null: nothing. */
export async function inputsProblem(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  { formula, inputs, unit }: Pick<PointDraft, 'formula' | 'inputs'> & { readonly unit: string | null },
): Promise<Problem | null> {
  const known = await pointsOfProject(
    tenant,
    db,
    projectId,
    inputs.map(({ id }) => id),
  );
  const units = new Map(known.map((point) => [point.id, point.unit]));
  if (inputs.some(({ id }) => !units.has(id)))
    return { field: 'inputs', entry: pointErrors.inputUnknown, parameters: {} };
  const unitOfLetter = new Map(inputs.map(({ name, id }) => [name, units.get(id)!]));
  const read = parseFormula(formula ?? '').formula;
  const differing = read?.differingUnits(unitOfLetter);
  if (differing) return inFormula(pointErrors.formulaUnits, differing);
  const result = read?.unitOfResult(unitOfLetter) ?? null;
  // A status has no unit, and so has a point that shows a bare number.
  return result === null || !unit || unitsGoTogether(result, unit)
    ? null
    : inFormula(pointErrors.formulaOtherUnit, { result, unit });
}

/**
 * What is wrong with the formula of a point: as above, or it leads back to itself; null: nothing.
 *
 * @param pointId the point that exists already; null: no other can lead to it yet
 */
export async function formulaProblem(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  draft: Pick<PointDraft, 'name' | 'nameEn' | 'formula' | 'inputs' | 'unit'>,
  pointId: number | null,
): Promise<Problem | null> {
  const ofInputs = await inputsProblem(tenant, db, projectId, draft);
  if (ofInputs || pointId === null) return ofInputs;
  const needs = new Map<number, { name: Bilingual; ids: number[] }>();
  for (const { point_id, name, name_en, input_id } of await inputsInProject(tenant, db, projectId)) {
    const needed = needs.get(point_id);
    if (needed) needed.ids.push(input_id);
    else needs.set(point_id, { name: { zh: name, en: name_en ?? name }, ids: [input_id] });
  }
  const seen = new Set<number>();
  /** The names on the way from a point to the one whose formula it is. */
  const wayBack = (id: number): Bilingual[] | null => {
    if (id === pointId) return [];
    if (seen.has(id)) return null;
    seen.add(id);
    const point = needs.get(id);
    for (const next of point?.ids ?? []) {
      const way = wayBack(next);
      if (way) return [point!.name, ...way];
    }
    return null;
  };
  for (const id of new Set(draft.inputs.map((input) => input.id))) {
    const way = wayBack(id);
    if (!way) continue;
    const own = { zh: draft.name, en: draft.nameEn ?? draft.name };
    const round = [own, ...way, own];
    const inOne = (language: Language) => round.map((name) => name[language]).join(' → ');
    return inFormula(pointErrors.formulaCircle, { names: { zh: inOne('zh'), en: inOne('en') } });
  }
  return null;
}

/**
 * Refuses when a formula no longer holds now that these points have other units: their own, and those that use them. A sum would
 * go on with the numbers of another unit, and nobody would see it.
 *
 * @throws Refusal naming the point whose formula it is, and what does not go together
 */
export async function needSoundFormulas(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  changedIds: readonly number[],
): Promise<void> {
  const changed = new Set(changedIds);
  const using = (await inputsInProject(tenant, transaction, projectId))
    .filter(({ point_id, input_id }) => changed.has(point_id) || changed.has(input_id))
    .map(({ point_id }) => point_id);
  for (const point of await findSetUp(tenant, transaction, [...new Set(using)])) {
    const problem = await inputsProblem(tenant, transaction, projectId, draftNow(point));
    // An input that is hidden from the caller is no fault of the formula.
    if (!problem || problem.field === 'inputs') continue;
    throw new Refusal(pointErrors.breaksFormula, {
      name: point.name,
      nameEn: point.name_en ?? point.name,
      reason: fillText(problem.entry, 'zh', problem.parameters),
      reasonEn: fillText(problem.entry, 'en', problem.parameters),
    });
  }
}
