import type { CallName } from '@watchpost/contract';
import type { Sample } from './derivedSample.ts';
import type { Ids } from './equippedCompany.ts';
import { sampleInputs } from './sampleInputs.ts';

/** Our question with, one at a time and then all together, the ids of somebody else. */
export function* foreignInputs(name: CallName, own: Ids, foreign: Ids): Generator<[string, Sample]> {
  const sample = sampleInputs[name];
  for (const key of Object.keys(own) as (keyof Ids)[]) {
    if (own[key] === foreign[key]) continue;
    const swapped = sample({ ...own, [key]: foreign[key] });
    if (JSON.stringify(swapped) !== JSON.stringify(sample(own))) yield [key, swapped];
  }
  yield ['everything', sample(foreign)];
}

/** The same ids, written in other ways that the schemas read as the same number, under every spelling of their field. */
export function spelledOtherwise(input: Sample, key: string): Sample[] {
  const own = new RegExp(`^${key}$`, 'i');
  const respell = (part: unknown, name: (field: string) => string, spell: (id: unknown) => unknown): unknown =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part).map(([field, value]) =>
            own.test(field) ? [name(field), spell(value)] : [field, respell(value, name, spell)],
          ),
        )
      : part;
  const asIs = <Value>(value: Value): Value => value;
  const names = [
    (field: string) => field.toLowerCase(),
    (field: string) => field.toUpperCase(),
    (field: string) => field[0]!.toLowerCase() + field.slice(1),
    (field: string) => field[0]!.toUpperCase() + field.slice(1),
  ];
  const spellings = [(id: unknown) => `${id}.0`, (id: unknown) => ` ${id}`, (id: unknown) => `00000000000${id}`];
  const all = [
    ...spellings.map((spell) => [asIs<string>, spell] as const),
    ...names.map((name) => [name, asIs<unknown>] as const),
  ];
  const others = all.map(([name, spell]) => ({
    ...input,
    query: respell(input.query, name, spell),
    body: respell(input.body, name, spell),
  }));
  return others.filter((one) => JSON.stringify(one) !== JSON.stringify(input));
}

/** A question about oneself names nobody else. */
export function withoutUser(input: Sample): Sample {
  const rest = (part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    const { userId: _, UserId: __, ...others } = part as Record<string, unknown>;
    return others;
  };
  return { ...input, query: rest(input.query), body: rest(input.body) };
}

/** A question that names no project. */
export function withoutProject(input: Sample): Sample {
  const rest = (part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).filter(([field]) => !/^project_?id(list)?$/i.test(field)))
      : part;
  return { ...input, query: rest(input.query), body: rest(input.body) };
}

/** Leaves of a question only what it cannot do without. */
export function onlyProject({ query, body, files }: Sample): Sample {
  const needed = /^(project_?id|pointids|pointidlist|start|end|tmes|type|modeltreeid|alarmid)$/i;
  const rest = (part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).filter(([field]) => needed.test(field)))
      : part;
  return { query: rest(query), body: rest(body), files };
}
